"""Spoils files: bytes changed at random, and JSON values exchanged for odd ones."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from typing import Any

ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 5, 19, 20, 21, 1000, 1001, -1000, 10**6, 2**31, 2**63, 2**64, 10**400, 0.0, -0.0,
    0.5, 1e-300, 1e300, float("inf"), float("nan"), "", " ", "x", "y", "z", "t1", "b1", "n1", "red", "tower", "bridge",
    "block", "large", "babylon", "baubylon", "0", "\x00", "\n", "\u202e",
    "\x1b[31mred", "\x07", "A\x01red\x01\x02", "\U0001f3f0", " Ann",
    "bot:genius", "ö" * 41, "a" * 100_000, "..", "${jndi}",
    "babylon3d.build/1", "babylon3d.build/99999999999999999999", [], {}, [[]], [0, 0], [0, 0, 0], [0, 0, 0, 1], {"": 0},
)  # fmt: skip


SIGNS = (b"[", b"{", b'"', b"}", b",", b"9", b"-", b"\xff", b"\x00")


def spoilt_bytes(data: bytes, rng: random.Random) -> bytes:
    """A few bytes flipped, cut, doubled or put in."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at = rng.randrange(len(out) + 1)
        length = rng.choice((1, 1, 2, 8, 60))
        match rng.randrange(7):
            case 0:
                del out[at : at + length]
            case 1:
                out[at:at] = rng.randbytes(length)
            case 2:
                out[at:at] = out[at : at + length]
            case 3:
                del out[at:]
            case 4 if at < len(out):
                out[at] ^= 1 << rng.randrange(8)
            case 5:
                out[at : at + length] = rng.choice(SIGNS) * length
            case _:
                other = rng.randrange(len(out) + 1)
                out[at:at] = out[other : other + length]
    return bytes(out)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) below a JSON value."""
    found: list[tuple[Any, Any]] = []
    stack = [value]
    while stack:
        node = stack.pop()
        inside: list[tuple[Any, Any]] = []
        if isinstance(node, dict | list):
            inside = list(node.items()) if isinstance(node, dict) else list(enumerate(node))
        found += [(node, key) for key, _ in inside]
        stack += [item for _, item in inside]
    return found


def spoilt_value(document: Any, rng: random.Random) -> Any:
    """A copy with a few values exchanged, taken out, doubled, renamed or nudged."""
    document = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        spots = places(document)
        if not spots:
            return document
        node, key = rng.choice(spots)
        match rng.randrange(7):
            case 0 | 1:
                node[key] = copy.deepcopy(rng.choice(ODD))
            case 2:
                del node[key]
            case 3 if isinstance(node, list):
                node.insert(key, copy.deepcopy(node[key]))
            case 4 if isinstance(node, dict):
                node[rng.choice(("x", "id", "extra", "", "format", "pose", "mass"))] = node.pop(key)
            case 5:
                other, there = rng.choice(spots)
                # Places found before an earlier change may be gone: then nothing is exchanged.
                if key in (node if isinstance(node, dict) else range(len(node))):
                    try:
                        node[key] = copy.deepcopy(other[there])
                    except (KeyError, IndexError):
                        continue
            case _ if isinstance(node[key], int) and not isinstance(node[key], bool):
                node[key] += rng.choice((-2, -1, 1, 2, 100))
    return document


def written(document: Any, rng: random.Random) -> bytes:
    """A document as JSON, once in a while with a key said twice or nested very deeply."""
    text = json.dumps(document, ensure_ascii=rng.random() < 0.5)
    chance = rng.random()
    if chance < 0.03:
        text = text.replace('{"', '{"x": 1, "', 1).replace(', "', ', "x": 2, "', 1)
    elif chance < 0.06:
        text = text.replace("1", "[" * rng.choice((10, 2_000, 200_000)), 1)
    return text.encode("utf-8", "surrogatepass")


def spoilt_document(data: bytes, rng: random.Random) -> bytes:
    """A JSON file spoilt in its bytes or in its values."""
    if rng.random() < 0.3:
        return spoilt_bytes(data, rng)
    return written(spoilt_value(json.loads(data), rng), rng)


def spoilt_record(data: bytes, rng: random.Random) -> bytes:
    """A record spoilt in its bytes, its lines or its values; often with its hashes made right again."""
    if rng.random() < 0.2:
        return spoilt_bytes(data, rng)
    lines = [json.loads(line) for line in data.splitlines()]
    chance = rng.random()
    at = rng.randrange(len(lines))
    if chance < 0.1:
        del lines[at]
    elif chance < 0.2:
        lines.insert(at, copy.deepcopy(rng.choice(lines)))
    elif chance < 0.3:
        lines = lines[: at + 1]
    else:
        lines[at] = spoilt_value(lines[at], rng)
    honest = rng.random() < 0.7
    texts: list[bytes] = []
    for number, line in enumerate(lines):
        if honest and number and isinstance(line, dict):
            line = line | {"n": number, "prev": hashlib.sha256(texts[-1]).hexdigest()}
        texts.append(json.dumps(line).encode())
    return b"".join(text + b"\n" for text in texts)
