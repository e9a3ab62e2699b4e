"""How any document is read: limits first, then types, and every refusal says what, where and what would do."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

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

# What would do where a text or a number is one of a few, by the name of its field. What only a game to come can use
# is left out: it would be refused in the next step.
CHOICES = {
    "kind": '"tower" or "bridge"',
    "axis": '"x" or "y" (a block also "z")',
    "turn": "0, 90, 180 or 270",
    "colour": '"red", "yellow", "green", "blue" or "violet"',
    "size": '"large" or "small"',
    "set": '"babylon"',
    "shade": '"light" or "dark"',
    "format": '"babylon3d.build/1"',
}

_WORDS = {"int": "a whole number", "float": "a number", "str": "a text", "array": "a list", "bool": "true or false"}
_WORDS |= {"object": 'an object {"...": ...}', "null": "null"}


@contextmanager
def located(name: str) -> Iterator[None]:
    """Put a file's name before the place of whatever is found wrong inside."""
    try:
        yield
    except BadText as error:
        where = f"{name}: {error.where}" if error.where else name
        raise type(error)(error.message, where, error.hint) from None


def decode_document(data: bytes, kind: type[T], form: str) -> T:
    """A document of the format `form` as a value of the type `kind`. The order of its fields does not matter.

    Raises: BadText with the JSON path, what was given and what would do.
    """
    if len(data) > MAX_FILE_BYTES:
        raise BadText(f"is over {MAX_FILE_BYTES // 1_000_000} MB", "$", "a smaller file would do")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadText(f"byte {error.start} is not UTF-8", "$", "a JSON document in UTF-8 would do") from None
    expect_format(data, form)
    try:
        return decode(data, kind)
    except BadText as error:
        raise _plain(error, data) from None


def _plain(error: BadText, data: bytes) -> BadText:
    """The library's refusal in plain words, quoting what was given."""
    message, where = error.message, error.where
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        return BadText(f'the field "{found[1]}" is unknown', where, "leave it out")
    if found := re.fullmatch(r"Object missing required field `(.*)`", message):
        return BadText(f'the field "{found[1]}" is missing', where)
    given = _given(data, where)
    field = where.rpartition(".")[2]
    if message.startswith(("Invalid value", "Invalid enum value")):
        return BadText(f"{given} is not known", where, f"{CHOICES.get(field, 'another value')} would do")
    if found := re.fullmatch(r"Expected `(\w+)`(, got `\w+`)?", message):
        return BadText(f"{given} is given", where, f"{_WORDS.get(found[1], found[1])} would do")
    if found := re.fullmatch(r"Expected `(\w+)` (<=|>=|<|>) (\S+)", message):
        bound = {"<=": "at most", ">=": "at least", "<": "under", ">": "over"}[found[2]]
        return BadText(f"{given} is given", where, f"{_WORDS.get(found[1], found[1])} of {bound} {found[3]} would do")
    if found := re.fullmatch(r"Expected `(\w+)` of length (<=|>=) (\d+)", message):
        bound = {"<=": "at most", ">=": "at least"}[found[2]]
        unit = "characters" if found[1] == "str" else "entries"
        said = "it is empty" if given in ('""', "[]") else f"{given} is given"
        unit = unit if found[3] != "1" else {"characters": "character", "entries": "entry"}[unit]
        return BadText(said, where, f"{bound} {found[3]} {unit} would do")
    if message.startswith(("JSON is malformed", "Number out of range")):
        for at, number in _endless(json.loads(data)):
            return BadText(f"{number} is given", at, "a finite number would do")
    return BadText(message, where, error.hint)


def _endless(document: Any) -> Iterator[tuple[str, float]]:
    """The path of every number that is infinite or none at all: Python's reader lets them pass."""
    stack: list[tuple[Any, str]] = [(document, "$")]
    while stack:
        value, where = stack.pop()
        if isinstance(value, float) and not math.isfinite(value):
            yield where, value
        elif isinstance(value, dict):
            stack.extend((item, f"{where}.{key}") for key, item in value.items())
        elif isinstance(value, list):
            stack.extend((item, f"{where}[{i}]") for i, item in enumerate(value))


def _given(data: bytes, where: str) -> str:
    """The value at a JSON path, as JSON, cut to a line's length."""
    value: Any = json.loads(data)
    for name, index in re.findall(r"\.([A-Za-z_]+)|\[(\d+)\]", where):
        try:
            value = value[name] if name else value[int(index)]
        except (KeyError, IndexError, TypeError):
            return "something else"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
