"""The bases of what happens in a game: actions of seats, outcomes of nature, needs, events."""

from __future__ import annotations

import msgspec

Seat = int


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """What a seat wants to do. Each game owns a closed union of tagged subclasses."""


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """What nature did: dice, a shuffle, or what the physics did."""


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """What a game waits for nature to decide."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """What a step changed, told to natures and screens. Never logged: it follows from the log."""


class Checkpoint(Event, frozen=True):
    """An event at which the log also keeps a hash of the state: an end of turn, a second of a round."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: a score per seat (`None` for out), the winning seats, the reason and its ruling."""

    scores: tuple[int | None, ...]
    winners: tuple[Seat, ...]
    reason: str
    ruling: str
