"""What the user chose once and for all: look, sound, hands, keys. Kept as JSON in the user's folder."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from babylon3d import storage
from babylon3d.core.codec import decode, encode, expect_format
from babylon3d.core.errors import BadText, Unavailable
from babylon3d.core.rules import SeatInfo

FORMAT: Literal["babylon3d.settings/1"] = "babylon3d.settings/1"
FILE_NAME = "settings.json"


class LastSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that was set up last, to offer it again. `options` is that game's own type as JSON."""

    game: str
    seats: tuple[SeatInfo, ...]
    options: msgspec.Raw = msgspec.Raw(b"{}")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting with its default. `keys` maps commands of the keyboard to keys other than their own.

    `engine` is the physics engine, "auto" for the first that is there; `quality` is "auto" or a rung of the renderer's
    ladder; `animation_speed` is a factor, `volume` a share of full.
    """

    format: Literal["babylon3d.settings/1"] = FORMAT
    quality: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,19}$")] = "auto"
    engine: Literal["auto", "bullet", "mujoco"] = "auto"
    ui_scale: Annotated[float, msgspec.Meta(ge=0.75, le=2.0)] = 1.0
    full_screen: bool = False
    reduced_motion: bool = False
    colour_blind: bool = False
    animation_speed: Annotated[float, msgspec.Meta(ge=0.25, le=20.0)] = 1.0
    sound: bool = True
    volume: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.7
    swap_mouse: bool = False
    keys: dict[str, str] = {}
    last_setup: LastSetup | None = None


def load_settings() -> tuple[Settings, str]:
    """The user's settings, and one line to show when they could not be read, otherwise "".

    A damaged file is renamed, so that the next save does not lose it, and the defaults are used.
    """
    try:
        path = storage.user_dir("config") / FILE_NAME
        if not path.exists():
            return Settings(), ""
        data = storage.load_bytes(path)
    except (BadText, Unavailable, OSError) as error:
        return Settings(), f"the settings could not be read, the usual ones are used: {error}"
    try:
        expect_format(data, FORMAT)
        return decode(data, Settings), ""
    except BadText as error:
        aside = storage.set_aside(path)
        kept = f"; the file is now {aside}" if aside else ""
        return Settings(), f"the settings in {path} are damaged, the usual ones are used: {error}{kept}"


def save_settings(settings: Settings) -> None:
    """Keep the settings. Raises: Unavailable if they cannot be written, BadText for a value out of its range."""
    data = msgspec.json.format(encode(settings), indent=2) + b"\n"
    decode(data, Settings)
    storage.save_atomic(storage.user_dir("config") / FILE_NAME, data)
