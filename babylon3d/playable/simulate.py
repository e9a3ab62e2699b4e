"""Bots play whole games without a display, through the same match, session and log as people do."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.core.chance import derived
from babylon3d.core.match import Match
from babylon3d.core.record import Sink
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session
from babylon3d.physics.engines import Engine
from babylon3d.playable.registry import nature_info, versions
from babylon3d.playable.spec import GameSpec, NatureName

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
MAX_TICKS = 1_000_000
"""A game that takes longer hangs: physics rests within seconds, and a bot acts at every tick."""


def usual_count(spec: GameSpec) -> int:
    """How many play when nobody said: the middle of what the game allows."""
    least, most = spec.seats
    return (least + most) // 2


def seat_infos(spec: GameSpec, players: int, bots: Sequence[str]) -> tuple[SeatInfo, ...]:
    """Seats of bots; the levels are repeated until all seats have one."""
    return tuple(SeatInfo(NAMES[i], spec.colours[i], f"bot:{bots[i % len(bots)]}") for i in range(players))


def play_out(
    spec: GameSpec,
    seats: Sequence[SeatInfo],
    options: object,
    seed: int,
    nature: NatureName = "ideal",
    sink: Sink | None = None,
    engine: Engine | None = None,
) -> Session:
    """A whole game between bots. The same arguments give the same record.

    Raises: BadText for seats or options that the game does not have; Unavailable for an engine that is not here;
    RuntimeError if it does not end.
    """
    session = Session.start(
        spec.game, seats, options, seed=seed, versions=versions(), nature=nature_info(nature, engine, spec), sink=sink
    )
    controllers = {
        seat: spec.bot(info.controller.partition(":")[2], seat, derived(seed, "bot", seat))
        for seat, info in enumerate(session.header.seats)
    }
    natures = spec.natures(nature, session)
    try:
        match = Match(session, controllers, natures)
        for tick in range(1, MAX_TICKS + 1):
            if session.over:
                return session
            match.tick(tick if spec.at_once else 0)
        raise RuntimeError(f"a game with the seed {seed} did not end")
    finally:
        for each in natures:
            each.close()
