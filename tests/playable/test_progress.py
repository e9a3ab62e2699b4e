"""How far lessons have come: kept, read again, and a damaged file told once in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from babylon3d.core.errors import Unavailable
from babylon3d.playable.coach import every_lesson
from babylon3d.playable.progress import Progress, keep_progress, learning_began, load_progress
from babylon3d.storage import user_dir

SPEC, LESSON = every_lesson()[0]


def test_what_is_kept_is_read_again_beside_what_others_have() -> None:
    assert load_progress() == (Progress(), "") and not learning_began()
    first = keep_progress("another", LESSON, 2, Progress())
    second = keep_progress(SPEC.id, LESSON, 3, first)
    assert load_progress() == (second, "") and learning_began()
    assert (second.of("another", LESSON), second.of(SPEC.id, LESSON)) == (2, 3)


def test_a_lesson_that_became_shorter_is_done() -> None:
    kept = keep_progress(SPEC.id, LESSON, 900, Progress())
    assert kept.of(SPEC.id, LESSON) == len(LESSON.steps)


FORMAT = b'"format":"babylon3d.lessons/1"'


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\xff",
        b"[]",
        b"{}{",
        b'{"format":"babylon3d.lessons/9"}',
        b"{%b}x" % FORMAT,
        b'{%b,"done":7}' % FORMAT,
        b'{%b,"done":{"a":-1}}' % FORMAT,
        b'{%b,"done":{"a":"b"}}' % FORMAT,
    ],
)
def test_a_damaged_file_is_one_line_and_lessons_start_anew(data: bytes) -> None:
    path = user_dir("data") / "lessons.json"
    path.write_bytes(data)
    progress, told = load_progress()
    assert progress == Progress() and "damaged" in told and "\n" not in told
    assert (path.parent / "lessons.json.damaged").read_bytes() == data
    assert load_progress() == (Progress(), "")


def test_a_folder_in_the_way_is_told(home: Path) -> None:
    (user_dir("data") / "lessons.json").mkdir()
    progress, told = load_progress()
    assert progress == Progress() and told and "\n" not in told
    with pytest.raises(Unavailable):
        keep_progress(SPEC.id, LESSON, 1, progress)
