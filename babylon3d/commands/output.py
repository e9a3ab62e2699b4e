"""How the commands answer: one JSON document, or a few lines of text."""

from __future__ import annotations

import json


def print_json(document: object) -> None:
    """One JSON document on one line, in characters that every terminal has."""
    print(json.dumps(document, allow_nan=False))
