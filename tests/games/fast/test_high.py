"""Bots without any help of the hand build up to level 8, and what they built stands still afterwards."""

from __future__ import annotations

import math

import pytest

from babylon3d.core.actions import Seat
from babylon3d.core.chance import derived
from babylon3d.core.match import Controller, Match
from babylon3d.core.record import NatureInfo
from babylon3d.core.session import Session
from babylon3d.games.babylon.fast.bots import SKILLS, FastBot
from babylon3d.games.babylon.fast.model import FastOptions
from babylon3d.playable.babylon.fast.nature import Begin, LocalNature, set_up_of
from babylon3d.playable.babylon.fast.spec import SPEC as FAST
from babylon3d.playable.simulate import seat_infos

LEVEL, MOST_S = 8, 300


@pytest.mark.slow
def test_free_hands_reach_level_8_and_the_building_stands_for_a_minute() -> None:
    options = FastOptions(stop_watch_s=MOST_S, assist="free", wins=1)
    session = Session.start(FAST.game, seat_infos(FAST, 3, ("hard",)), options, nature=NatureInfo("physics"))
    nature = LocalNature(Begin(3, options, "realtime", set_up_of(session.state)))
    try:
        bots: dict[Seat, Controller] = {
            seat: FastBot(seat, SKILLS["hard"], derived(3, "bot", seat)) for seat in range(3)
        }
        match = Match(session, bots, (nature,))
        tick = 0
        while max((piece.rest.level for piece in session.state.standing), default=0) < LEVEL:
            tick += 1
            match.tick(tick)
            assert session.state.phase in ("countdown", "building"), "time was up before level 8"
        highest = [piece.id for piece in session.state.standing if piece.rest.level == LEVEL]
        area = {piece.id: piece.area for piece in session.state.standing}
        building = [name for name in area if area[name] == area[highest[0]]]
        world = nature.arena.world
        for name in [n for n in world.poses() if n not in area]:
            world.remove(name)
        for _ in range(120):
            world.step(1 / 60)
        before = {name: world.poses()[name].position for name in building}
        for _ in range(60 * 60):
            world.step(1 / 60)
        after = world.poses()
        assert max(math.dist(before[name], after[name].position) for name in building) < 0.0005
    finally:
        nature.close()
