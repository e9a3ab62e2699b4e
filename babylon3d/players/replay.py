"""The controller of a record's seat: plays again what the seat did."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from babylon3d.core.actions import Action, Seat
from babylon3d.core.codec import Codec
from babylon3d.core.errors import CorruptFile, IllegalAction
from babylon3d.core.record import Record


class ReplayController:
    """Hands out the actions of one seat in their order, one whenever the seat is asked."""

    def __init__(self, actions: Iterable[Action]) -> None:
        self._left = list(actions)

    def offer(self, view: Any) -> None:
        """Nothing to consider: everything is decided."""

    def poll(self, tick: int) -> tuple[Action, ...]:
        """The next action of the record, if one is left."""
        return (self._left.pop(0),) if self._left else ()

    def refused(self, action: Action, error: IllegalAction) -> None:
        """The record and the rules disagree. Raises: CorruptFile."""
        raise CorruptFile(f"the rules refuse {action}: {error}", "record", "") from error


def replay_controllers(codec: Codec, record: Record) -> dict[Seat, ReplayController]:
    """A controller per seat of the record. Raises: BadText for an action that is none."""
    actions: dict[Seat, list[Action]] = {seat: [] for seat in range(len(record.header.seats))}
    for entry in record.entries:
        if entry.seat is not None and entry.controller is None:
            actions.setdefault(entry.seat, []).append(codec.action(bytes(entry.action)))
    return {seat: ReplayController(done) for seat, done in actions.items()}
