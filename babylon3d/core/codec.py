"""Between JSON and typed values: strict, with the path of what is wrong; and the codec of one game."""

from __future__ import annotations

import hashlib
import json
import math
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from babylon3d.core.errors import BadText
from babylon3d.core.wording import in_plain_words, said

T = TypeVar("T")


class _Pairs(list[tuple[str, Any]]):
    """A JSON object with its keys in order and repeated ones kept."""


class _Endless(float):
    """A whole number with more digits than Python reads."""


def _found_wrong(value: Any, path: str) -> Iterator[BadText]:
    """Every key that stands twice and every number that is infinite or none at all, with its path."""
    stack: list[tuple[Any, str]] = [(value, path)]
    while stack:
        node, where = stack.pop()
        if isinstance(node, _Pairs):
            seen: set[str] = set()
            for key, item in node:
                if key in seen:
                    yield BadText(f'the key "{key}" stands twice', where, "leave one of the two")
                seen.add(key)
                stack.append((item, f"{where}.{key}"))
        elif isinstance(node, list):
            stack.extend((item, f"{where}[{i}]") for i, item in enumerate(node))
        elif isinstance(node, float) and not math.isfinite(node):
            given = "a number of thousands of digits" if isinstance(node, _Endless) else node
            yield BadText(f"{given} is given", where, "a finite number would do")


def _whole(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # Python refuses thousands of digits
        return _Endless("inf")


def _json(data: bytes) -> Any:
    """The document, objects as `_Pairs`. Raises: ValueError, RecursionError."""
    text = data.decode()  # Python would guess other encodings from bytes
    try:
        return json.loads(text, object_pairs_hook=_Pairs)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return json.loads(text, object_pairs_hook=_Pairs, parse_int=_whole)


def check_json(data: bytes) -> None:
    """Check that `data` is JSON in UTF-8, no key twice, no endless number. Raises: BadText with the path."""
    if data.startswith(BOM_UTF8):
        raise BadText("begins with a byte order mark", "$", "JSON in UTF-8 without one would do")
    try:
        value = _json(data)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise BadText(f"not JSON ({error})", "$", "a JSON document in UTF-8 would do") from None
    for wrong in _found_wrong(value, "$"):
        raise wrong


def _too_deep() -> BadText:
    return BadText("its lists and objects are nested too deep", "$", "a document of a few levels would do")


@contextmanager
def within(path: str) -> Iterator[None]:
    """Put the JSON path of what is read before the path of whatever is found wrong in it."""
    try:
        yield
    except BadText as error:
        raise type(error)(error.message, path + error.where.removeprefix("$"), error.hint) from None


def decode(data: bytes, kind: type[T], choices: Mapping[str, str] | None = None) -> T:
    """`data` as a value of the type `kind`, nothing unknown, nothing twice; `choices` as in `in_plain_words`.

    Raises: BadText with the JSON path and the reason.
    """
    check_json(data)
    try:
        return msgspec.json.decode(data, type=kind, strict=True)
    except RecursionError:
        raise _too_deep() from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise in_plain_words(str(error), data, choices) from None


def format_of(data: bytes) -> str:
    """The text of a document's "format" field, or "" without one. Raises: BadText if it is not a JSON object."""
    check_json(data)
    value = json.loads(data)
    if not isinstance(value, dict):
        raise BadText("not a JSON object", "$", 'a document starting with {"format": ...} would do')
    found = value.get("format", "")
    if not isinstance(found, str):
        raise BadText(f"{said(found)} is given", "$.format", "a text would do")
    return found


def expect_format(data: bytes, wanted: str) -> None:
    """Check the document's format and version. Raises: BadText that names both."""
    found = format_of(data)
    if found == wanted:
        return
    name, _, version = wanted.rpartition("/")
    if found.rpartition("/")[0] == name:
        raise BadText(
            f'version "{found.rpartition("/")[2]}" of {name} is not known', "$.format", f"version {version} would do"
        )
    is_so = f'is "{found}"' if found else "is missing"
    raise BadText(f"the format {is_so}", "$.format", f'"{wanted}" would do')


def encode(value: object) -> bytes:
    """A value as compact JSON with its keys in a fixed order."""
    return msgspec.json.encode(value, order="deterministic")


def digest(value: object) -> str:
    """SHA-256, in hexadecimal, of a value's JSON in a fixed order."""
    return hashlib.sha256(encode(value)).hexdigest()


class _Typed(msgspec.Struct):
    """What an action or an outcome is at least. The library asks for the type only where there are several."""

    type: str


@dataclass(frozen=True, slots=True)
class Codec:
    """The closed types of one game: unions of its actions and outcomes, and its options."""

    actions: Any
    outcomes: Any
    options: Any

    def action(self, raw: bytes) -> Any:
        """An action from its JSON. Raises: BadText."""
        return self._read(raw, self.actions, typed=True)

    def outcome(self, raw: bytes) -> Any:
        """An outcome from its JSON. Raises: BadText."""
        return self._read(raw, self.outcomes, typed=True)

    def read_options(self, raw: bytes) -> Any:
        """The game's options from their JSON. Raises: BadText."""
        return self._read(raw, self.options)

    @staticmethod
    def _read(raw: bytes, kind: Any, typed: bool = False) -> Any:
        try:
            if typed and isinstance(kind, type):
                msgspec.json.decode(raw, type=_Typed, strict=True)
            return msgspec.json.decode(raw, type=kind, strict=True)
        except RecursionError:
            raise _too_deep() from None
        except msgspec.MsgspecError as error:
            raise in_plain_words(str(error), raw) from None
