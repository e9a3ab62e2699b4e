"""What the JSON library says of a wrong value, in plain words: what was given, and what would do."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from babylon3d.core.errors import BadText
from babylon3d.core.prose import shown

_WORDS = {"int": "a whole number", "float": "a number", "str": "a text", "array": "a list", "bool": "true or false"}
_WORDS |= {"object": 'an object {"...": ...}', "null": "null"}
_BOUNDS = {"<=": "at most", ">=": "at least", "<": "under", ">": "over", "": "exactly"}


def in_plain_words(text: str, data: bytes, choices: Mapping[str, str] | None = None) -> BadText:
    """A refusal of the library as ours, with the JSON path; `data` is the document it speaks of.

    `choices` says, by the name of a field that takes one of a few values, which would do.
    """
    message, _, where = text.partition(" - at `")
    where = where.rstrip("`") or "$"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        return BadText(f'the field "{found[1]}" is unknown', where, "leave it out")
    if found := re.fullmatch(r"Object missing required field `(.*)`", message):
        return BadText(f'the field "{found[1]}" is missing', where, "add it")
    if message.startswith("JSON is malformed"):
        return BadText(message, where, "a JSON document in UTF-8 would do")
    value = _value_at(data, where)
    given = f"{said(value)} is given"
    if message.startswith(("Invalid value", "Invalid enum value")):
        field = where.rpartition(".")[2]
        return BadText(f"{said(value)} is not known", where, f"{(choices or {}).get(field, 'another value')} would do")
    if found := re.fullmatch(r"Expected `([\w |]+)`(, got `\w+`)?", message):
        kinds = [kind for kind in found[1].split(" | ") if kind != "null"] or ["null"]
        return BadText(given, where, " or ".join(_WORDS.get(kind, kind) for kind in kinds) + " would do")
    if found := re.fullmatch(r"Expected `(\w+)(?: \| null)?` (<=|>=|<|>) (\S+)", message):
        return BadText(given, where, f"{_WORDS.get(found[1], found[1])} of {_BOUNDS[found[2]]} {found[3]} would do")
    if found := re.fullmatch(r"Expected `(\w+)(?: \| null)?` of length (<=|>=|) ?(\d+)", message):
        one, many = ("character", "characters") if found[1] == "str" else ("entry", "entries")
        if isinstance(value, list):
            given = f"{len(value):,} entries are given" if len(value) > 1 else "1 entry is given"
        unit = one if found[3] == "1" else many
        return BadText(given if value else "it is empty", where, f"{_BOUNDS[found[2]]} {found[3]} {unit} would do")
    return BadText(message, where)


def _value_at(data: bytes, where: str) -> Any:
    """The value at a JSON path, if the document can be read at all."""
    value: Any
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return "something else"
    for name, index in re.findall(r"\.([A-Za-z_]+)|\[(\d+)\]", where):
        try:
            value = value[name] if name else value[int(index)]
        except (KeyError, IndexError, TypeError):
            return "something else"
    return value


def said(value: Any) -> str:
    """A value as JSON, cut to a line's length."""
    text = shown(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= 60 else text[:57] + "..."
