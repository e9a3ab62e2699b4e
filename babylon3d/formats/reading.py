"""How any document is read: limits first, then types, and every refusal says what, where and what would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, TypeVar

import msgspec

from babylon3d.core.codec import decode, expect_format
from babylon3d.core.errors import BadText

T = TypeVar("T")

MAX_FILE_BYTES = 5_000_000
MAX_PARTS = 2_000
MAX_LEVEL = 1_000
MAX_COORDINATE = 1_000
MAX_ID = 40

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_ID)]
Coordinate = Annotated[int, msgspec.Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
Level = Annotated[int, msgspec.Meta(ge=1, le=MAX_LEVEL)]
Metres = Annotated[float, msgspec.Meta(ge=-float(MAX_COORDINATE), le=float(MAX_COORDINATE))]


@contextmanager
def located(name: str) -> Iterator[None]:
    """Put a file's name before the place of whatever is found wrong inside."""
    try:
        yield
    except BadText as error:
        where = f"{name}: {error.where}" if error.where else name
        raise type(error)(error.message, where, error.hint) from None


def decode_document(data: bytes, kind: type[T], form: str, choices: Mapping[str, str]) -> T:
    """A document of the format `form` as a value of the type `kind`. The order of its fields does not matter.

    `choices` says, by a field's name, which of a few values would do.

    Raises: BadText with the JSON path, what was given and what would do.
    """
    if len(data) > MAX_FILE_BYTES:
        raise BadText(f"is over {MAX_FILE_BYTES // 1_000_000} MB", "$", "a smaller file would do")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadText(f"byte {error.start} is not UTF-8", "$", "a JSON document in UTF-8 would do") from None
    expect_format(data, form)
    return decode(data, kind, choices)
