"""How far each lesson has come, kept as JSON in the user's folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from babylon3d import storage
from babylon3d.core.codec import decode, encode
from babylon3d.core.errors import BadText, Unavailable
from babylon3d.core.prose import shown

if TYPE_CHECKING:
    from babylon3d.playable.lessons import Lesson

FORMAT: Literal["babylon3d.lessons/1"] = "babylon3d.lessons/1"
FILE_NAME = "lessons.json"

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Progress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps done, by the lesson's game and id; a lesson with all of them done has been gone through."""

    format: Literal["babylon3d.lessons/1"] = FORMAT
    done: dict[Name, Count] = {}

    def of(self, game: str, lesson: Lesson) -> int:
        """Steps that are done, at most as many as there are."""
        return min(self.done.get(_name(game, lesson), 0), len(lesson.steps))


def _name(game: str, lesson: Lesson) -> str:
    return f"{game}/{lesson.id}"


def _path() -> Path:
    return storage.user_dir("data") / FILE_NAME


def load_progress() -> tuple[Progress, str]:
    """How far each lesson has come, and one line to show where that could not be read, otherwise "".

    A damaged file is renamed, and all lessons start anew.
    """
    try:
        path = _path()
        if not path.exists():
            return Progress(), ""
        data = storage.load_bytes(path)
    except (BadText, Unavailable, OSError) as error:
        return Progress(), shown(f"how far the lessons were cannot be read, they start anew: {error}")
    try:
        return decode(data, Progress), ""
    except BadText as error:
        aside = storage.set_aside(path)
        kept = f"; the file is now {aside.name}" if aside else ""
        return Progress(), shown(f"{path.name} is damaged, the lessons start anew: {error}{kept}")


def keep_progress(game: str, lesson: Lesson, steps: int, before: Progress) -> Progress:
    """Keep how many steps of a lesson are done. Raises: Unavailable if it cannot be written."""
    done: Mapping[str, int] = {**before.done, _name(game, lesson): steps}
    progress = Progress(done=dict(sorted(done.items())))
    storage.save_atomic(_path(), msgspec.json.format(encode(progress), indent=2) + b"\n")
    return progress


def learning_began() -> bool:
    """Whether a lesson was ever begun here."""
    try:
        return _path().exists()
    except (Unavailable, OSError):
        return True
