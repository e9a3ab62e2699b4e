"""Between JSON and typed values: strict, with the path of what is wrong; and the codec of one game."""

from __future__ import annotations

import hashlib
import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from babylon3d.core.errors import BadText

T = TypeVar("T")


class _Pairs(list[tuple[str, Any]]):
    """A JSON object with its keys in order and repeated ones kept."""


def _walk(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """The path and key of every repeated key below `value`."""
    stack: list[tuple[Any, str]] = [(value, path)]
    while stack:
        node, where = stack.pop()
        if isinstance(node, _Pairs):
            seen: set[str] = set()
            for key, item in node:
                if key in seen:
                    yield where, key
                seen.add(key)
                stack.append((item, f"{where}.{key}"))
        elif isinstance(node, list):
            stack.extend((item, f"{where}[{i}]") for i, item in enumerate(node))


def refuse_repeated_keys(data: bytes) -> None:
    """Check that no JSON object in `data` says a key twice. Raises: BadText with the path and the key."""
    if data.startswith(BOM_UTF8):
        raise BadText("begins with a byte order mark", "$", "JSON in UTF-8 without one would do")
    try:
        # Python would guess other encodings from bytes.
        value = json.loads(data.decode(), object_pairs_hook=_Pairs)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise BadText(f"not JSON ({error})", "$", "a JSON document in UTF-8 would do") from None
    for where, key in _walk(value, "$"):
        raise BadText(f'the key "{key}" stands twice', where, "leave one of the two")


def _too_deep() -> BadText:
    return BadText("its lists and objects are nested too deep", "$", "a document of a few levels would do")


def read_error(error: Exception) -> BadText:
    """An error of the JSON library as ours: what is wrong, and where as a JSON path."""
    text = str(error)
    message, _, where = text.partition(" - at `")
    return BadText(message, where.rstrip("`") or "$")


def decode(data: bytes, kind: type[T]) -> T:
    """`data` as a value of the type `kind`, nothing unknown, nothing twice.

    Raises: BadText with the JSON path and the reason.
    """
    refuse_repeated_keys(data)
    try:
        return msgspec.json.decode(data, type=kind, strict=True)
    except RecursionError:
        raise _too_deep() from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise read_error(error) from None


def format_of(data: bytes) -> str:
    """The text of a document's "format" field, or "" without one. Raises: BadText if it is not a JSON object."""
    refuse_repeated_keys(data)
    value = json.loads(data)
    if not isinstance(value, dict):
        raise BadText("not a JSON object", "$", 'a document starting with {"format": ...} would do')
    found = value.get("format", "")
    return found if isinstance(found, str) else ""


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
    said = f'is "{found}"' if found else "is missing"
    raise BadText(f"the format {said}", "$.format", f'"{wanted}" would do')


def encode(value: object) -> bytes:
    """A value as compact JSON with its keys in a fixed order."""
    return msgspec.json.encode(value, order="deterministic")


def digest(value: object) -> str:
    """SHA-256, in hexadecimal, of a value's JSON in a fixed order."""
    return hashlib.sha256(encode(value)).hexdigest()


@dataclass(frozen=True, slots=True)
class Codec:
    """The closed types of one game: unions of its actions and outcomes, and its options."""

    actions: Any
    outcomes: Any
    options: Any

    def action(self, raw: bytes) -> Any:
        """An action from its JSON. Raises: BadText."""
        return self._read(raw, self.actions)

    def outcome(self, raw: bytes) -> Any:
        """An outcome from its JSON. Raises: BadText."""
        return self._read(raw, self.outcomes)

    def read_options(self, raw: bytes) -> Any:
        """The game's options from their JSON. Raises: BadText."""
        return self._read(raw, self.options)

    @staticmethod
    def _read(raw: bytes, kind: Any) -> Any:
        try:
            return msgspec.json.decode(raw, type=kind, strict=True)
        except RecursionError:
            raise _too_deep() from None
        except msgspec.MsgspecError as error:
            raise read_error(error) from None
