"""Sound: heard on a device, silent without one, never a word on standard error."""

from __future__ import annotations

import os
import subprocess
import sys
import wave

import pytest

from babylon3d import storage
from babylon3d.render.sound import SILENT, Sound

PROGRAM = """
from babylon3d.render.sound import Sound
from babylon3d.render.window import Window
sound = Sound(volume=0.5)
with Window("offscreen", (64, 64)):
    heard = [sound.play("place") for _ in range(9)]
    print(sound.available, all(heard), any(heard), sound.play("no such sound"))
    sound.set_volume(0.5, on=False)
    print(sound.play("place"))
    sound.close()
    sound.close()
"""


def run(drivers: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ALSOFT_DRIVERS": drivers}
    environment.pop(SILENT, None)
    return subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=120)


def test_on_a_device_sounds_are_heard() -> None:
    done = run("null")
    assert done.stdout.split() == ["True", "True", "True", "False", "False"], done.stderr


def test_without_a_device_the_program_is_silent_and_says_nothing() -> None:
    done = run("there-is-no-such-driver")
    assert done.returncode == 0
    assert done.stdout.split() == ["False", "False", "False", "False", "False"]
    assert "AL" not in done.stderr and "audio" not in done.stderr.lower(), done.stderr


def test_it_can_be_kept_from_looking_for_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SILENT, "1")
    sound = Sound()
    assert not sound.available and not sound.play("place")
    sound.close()


@pytest.mark.parametrize("name", ["place", "pick", "fall", "end"])
def test_the_sounds_are_short(name: str) -> None:
    with wave.open(str(storage.asset(f"sounds/{name}.wav"))) as file:
        assert 0.02 < file.getnframes() / file.getframerate() < 2.5
