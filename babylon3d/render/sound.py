"""Plays the sounds of assets/sounds; silent, without a word, where there is no device or no file."""

from __future__ import annotations

import logging
import os
from typing import Any

from panda3d.core import AudioManager, Filename, loadPrcFileData

from babylon3d import storage
from babylon3d.core.errors import Unavailable

log = logging.getLogger(__name__)

SILENT = "BABYLON3D_SILENT"
"""The variable that keeps the program from looking for a sound device."""
VOICES = 4
"""How many of one sound may be heard at once; a further one takes the place of the oldest."""


class Sound:
    """The sounds by name: `sound.play("place")`. Close it at the end."""

    def __init__(self, *, on: bool = True, volume: float = 0.7) -> None:
        self._manager: Any = None
        self._voices: dict[str, list[Any]] = {}
        self._next: dict[str, int] = {}
        self.on, self.volume = on, volume
        if not os.environ.get(SILENT):
            self._open()

    @property
    def available(self) -> bool:
        """Whether there is a device to play on."""
        return self._manager is not None

    def set_volume(self, volume: float, *, on: bool) -> None:
        """How loud, 0 to 1, and whether at all."""
        self.volume, self.on = volume, on

    def play(self, name: str, volume: float = 1.0, rate: float = 1.0) -> bool:
        """Play assets/sounds/NAME.wav, at a share of the user's volume and a multiple of its speed; whether heard."""
        if not self.on or self.volume <= 0 or not self.available:
            return False
        voice = self._voice(name)
        if voice is None:
            return False
        voice.set_volume(self.volume * volume)
        voice.set_play_rate(rate)
        voice.play()
        return True

    def update(self) -> None:
        """Let the device go on; once a frame."""
        if self._manager is not None:
            self._manager.update()

    def close(self) -> None:
        """Stop and free everything."""
        if self._manager is not None:
            self._manager.stop_all_sounds()
            self._voices.clear()
            self._manager.shutdown()
            self._manager = None

    def _open(self) -> None:
        loadPrcFileData("babylon3d-sound", "audio-library-name p3openal_audio\nnotify-level-audio fatal")
        os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
        with _Hushed():
            manager = AudioManager.create_AudioManager()
            if manager is not None and manager.is_valid():
                self._manager = manager
        if self._manager is None:
            log.info("no sound device: the game is silent")

    def _voice(self, name: str) -> Any:
        voices = self._voices.get(name)
        if voices is None:
            voices = self._load(name)
            self._voices[name] = voices
        if not voices:
            return None
        number = self._next.get(name, 0)
        self._next[name] = (number + 1) % len(voices)
        return voices[number]

    def _load(self, name: str) -> list[Any]:
        try:
            path = storage.asset(f"sounds/{name}.wav")
        except Unavailable:
            log.info("no sound %s", name)
            return []
        return [self._manager.get_sound(Filename.from_os_specific(str(path))) for _ in range(VOICES)]


class _Hushed:
    """Keeps the sound libraries' own complaints off standard error while a device is looked for."""

    def __enter__(self) -> None:
        self._saved = os.dup(2)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        os.close(null)

    def __exit__(self, *_: object) -> None:
        os.dup2(self._saved, 2)
        os.close(self._saved)
