"""What the user chose once and for all: look, sound, hands, keys. Kept as JSON in the user's folder."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, Literal

import msgspec

from babylon3d import storage
from babylon3d.core.codec import decode, encode, expect_format, format_of
from babylon3d.core.errors import BadText, Unavailable
from babylon3d.core.prose import shown
from babylon3d.core.rules import SeatInfo
from babylon3d.core.wording import said

FORMAT: Literal["babylon3d.settings/1"] = "babylon3d.settings/1"
FILE_NAME = "settings.json"
MAX_KEY = 24
TOLD = 4
"""How many wrong settings are told one by one."""

KeyCheck = Callable[[Mapping[str, str]], tuple[dict[str, str], tuple[str, ...]]]
"""Which of a user's keys can be used, and what is wrong with each of the others."""


class LastSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that was set up last, to offer it again. `options` is that game's own type as JSON."""

    game: str
    seats: tuple[SeatInfo, ...]
    options: msgspec.Raw = msgspec.Raw(b"{}")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting with its default. `keys` maps commands of the keyboard to keys other than their own.

    `engine` is the physics engine, "auto" for the first that is there; `quality` is "auto" or a rung of the renderer's
    ladder; `animation_speed` is a factor, `bot_pace` how long bots let one look at each
    of their pieces, `volume` a share of full. `auto_saves` is how many of each game are kept; what is
    exported goes into `export_folder`, empty for the usual ones.
    """

    format: Literal["babylon3d.settings/1"] = FORMAT
    quality: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,19}$")] = "auto"
    engine: Literal["auto", "bullet", "mujoco"] = "auto"
    ui_scale: Annotated[float, msgspec.Meta(ge=0.75, le=2.0)] = 1.0
    full_screen: bool = False
    reduced_motion: bool = False
    colour_blind: bool = False
    animation_speed: Annotated[float, msgspec.Meta(ge=0.25, le=20.0)] = 1.0
    bot_pace: Literal["slow", "normal", "fast", "at once"] = "normal"
    sound: bool = True
    volume: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.7
    swap_mouse: bool = False
    auto_saves: Literal["10", "30", "100", "all"] = "30"
    export_folder: Annotated[str, msgspec.Meta(max_length=400)] = ""
    keys: dict[str, str] = {}
    last_setup: LastSetup | None = None

    def __post_init__(self) -> None:
        """A key is a short printable text, as keyboards have them. Raises: ValueError."""
        for command, key in self.keys.items():
            if not (0 < len(key) <= MAX_KEY and key.isprintable() and " " not in key):
                raise ValueError(f"the key of {said(command)} is {said(key)}")


def load_settings(qualities: Collection[str] = (), usable_keys: KeyCheck | None = None) -> tuple[Settings, str]:
    """The user's settings, and one line to show when not all of them could be used, otherwise "".

    A value that cannot be is replaced by the usual one, an unknown field is left out, and the rest is kept;
    `qualities` are those that there are, and `usable_keys` knows the commands. A file that is no settings at all is
    renamed, so that the next save does not lose it; one of a newer version stays as it is.
    """
    try:
        path = storage.user_dir("config") / FILE_NAME
        if not path.exists():
            return Settings(), ""
        data = storage.load_bytes(path)
    except (BadText, Unavailable, OSError) as error:
        return Settings(), shown(f"the settings could not be read, the usual ones are used: {error}")
    if _is_newer(data):
        kept = "they stay as they are, the usual ones are used"
        return Settings(), shown(f"the settings in {path} are of a newer version: {kept}")
    try:
        expect_format(data, FORMAT)
    except BadText as error:
        aside = storage.set_aside(path)
        kept = f"; the file is now {aside}" if aside else ""
        return Settings(), shown(f"the settings in {path} are damaged, the usual ones are used: {error}{kept}")
    settings, wrong = _field_by_field(json.loads(data))
    if qualities and settings.quality not in qualities:
        wrong = (*wrong, f"$.quality: {said(settings.quality)} is not known, auto is taken")
        settings = msgspec.structs.replace(settings, quality="auto")
    if usable_keys is not None:
        keys, odd = usable_keys(settings.keys)
        wrong = (*wrong, *(f"$.keys: {each}, the usual one is taken" for each in odd))
        settings = msgspec.structs.replace(settings, keys=keys)
    if not wrong:
        return settings, ""
    aside = storage.set_aside(path)
    if aside:  # what was wrong is kept there, and is not told again at the next start
        with contextlib.suppress(BadText, Unavailable):
            save_settings(settings)
    kept = f"; as they were they are in {aside}" if aside else ""
    told = [*wrong[:TOLD], *([f"and {len(wrong) - TOLD} more"] if len(wrong) > TOLD else [])]
    return settings, shown(f"not all settings in {path} could be used: {'; '.join(told)}{kept}")


def _is_newer(data: bytes) -> bool:
    """Whether a file holds settings of a version to come."""
    try:
        name, _, version = format_of(data).rpartition("/")
    except BadText:
        return False
    return name == FORMAT.rpartition("/")[0] and version.isdecimal() and int(version) > int(FORMAT.rpartition("/")[2])


def _field_by_field(given: dict[str, Any]) -> tuple[Settings, tuple[str, ...]]:
    """The settings that can be used, and what is wrong with each of the others."""
    known = {field.name for field in msgspec.structs.fields(Settings)}
    used: dict[str, Any] = {}
    wrong: list[str] = []
    for name, value in given.items():
        if name not in known:
            wrong.append(f"$.{name[:40]}: the field is unknown")
            continue
        # Each key for itself: one that cannot be takes no other with it.
        each = [{k: v} for k, v in value.items()] if name == "keys" and isinstance(value, dict) else [value]
        for part in each:
            try:
                one = getattr(decode(encode({"format": FORMAT, name: part}), Settings), name)
            except BadText as error:
                wrong.append(f"{error.where}: {error.message}, the usual one is taken")
            else:
                used[name] = {**used.get(name, {}), **one} if name == "keys" else one
    return Settings(**used), tuple(wrong)


def save_settings(settings: Settings) -> None:
    """Keep the settings.

    Raises: Unavailable if they cannot be written, also over those of a newer version; BadText for a value out of range.
    """
    data = msgspec.json.format(encode(settings), indent=2) + b"\n"
    decode(data, Settings)
    path = storage.user_dir("config") / FILE_NAME
    newer = False
    with contextlib.suppress(BadText, Unavailable, OSError):
        if path.exists() and _is_newer(storage.load_bytes(path)):
            newer = True
    if newer:
        raise Unavailable(f"{path} is of a newer version and stays as it is")
    storage.save_atomic(path, data)
