"""Words that reach people: errors are one line without control characters, whatever was quoted in them."""

from __future__ import annotations

import pytest

from babylon3d.core.errors import BabylonError, BadText, CorruptFile, IllegalAction, Unavailable


@pytest.mark.parametrize(
    "error",
    [
        BadText("the id a\x1b[31m\nb", "file\x07.json: $.x", "another\u202e would do"),
        CorruptFile("damaged\r", "line\n3"),
        IllegalAction("B3", "under\x01red\x01 it"),
        Unavailable('malformed schema (unrecognized token: "`NOT NULL,\n)")'),
    ],
)
def test_an_error_is_one_line_of_printable_text(error: BabylonError) -> None:
    assert str(error).isprintable() and "\\" in str(error)


def test_what_is_printable_stays_as_it_is() -> None:
    assert str(BadText("Zoë 🏰", "$", "x")) == "$: Zoë 🏰; x"
