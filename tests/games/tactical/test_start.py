"""A game that begins with a position: the state is the position's, the record replays, bots play it to its end."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from babylon3d.core.errors import BadText
from babylon3d.core.record import read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import verify_record
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.games.babylon.tactical.position import position_of, start_of
from babylon3d.games.babylon.tactical.rules import TacticalRules
from babylon3d.games.babylon.tactical.start import Start
from babylon3d.games.babylon.tactical.state import state_from_position
from babylon3d.playable.babylon.tactical.document import read_position
from babylon3d.playable.babylon.tactical.spec import SPEC
from babylon3d.playable.simulate import play_out
from tests.positions import POSITION

SEATS = tuple(SeatInfo(name, colour) for name, colour in (("Ann", "red"), ("Bo", "yellow"), ("Cid", "green")))


def options(**changes: Any) -> TacticalOptions:
    return start_of(read_position(json.dumps({**POSITION, "to_move": 1, **changes}).encode()))


def test_the_first_state_is_the_positions() -> None:
    for changes in ({}, {"expert": True}, {"options": {"take_back": True, "first": 2}}):
        given = read_position(json.dumps({**POSITION, "to_move": 1, **changes}).encode())
        step = TacticalRules().new_game(SEATS, start_of(given))
        assert step.state == state_from_position(given) and step.state.to_move == 1
        assert step.state.options.start is None, "a state's hash does not hold it at every turn"


def test_its_record_replays_and_is_played_to_its_end() -> None:
    bots = tuple(SeatInfo(seat.name, seat.colour, "bot:easy") for seat in SEATS)
    session = play_out(SPEC, bots, options(), 3)
    assert session.over
    assert verify_record(SPEC.game, read_record(session.log.data())) == (True, "same states, same result")


def test_other_seats_than_the_positions_are_refused() -> None:
    with pytest.raises(BadText, match="red, yellow, green, would do"):
        TacticalRules().new_game((SEATS[1], SEATS[0], SEATS[2]), options())


@pytest.mark.parametrize(
    "changes",
    [
        {"to_move": 3},
        {"first": 4},
        {"placed": ("nobody",)},
        {"nobles": ({"id": "n1", "colour": "red", "size": "small", "on": "nobody"},)},
        {"nobles": ({"id": "t1", "colour": "red", "size": "small", "on": "t1"},)},
        {"parts": ({"id": "t1", "kind": "tower", "x": 0, "y": 0, "level": 3},)},
        {"parts": ({"id": "t1", "kind": "tower", "x": 0, "y": 0, "level": 1, "axis": "x"},)},
        {"parts": ({"id": "t1", "kind": "tower", "x": 999, "y": 0, "level": 1},)},
        {"parts": tuple({"id": f"t{i}", "kind": "tower", "x": 0, "y": 0, "level": 1} for i in (1, 2))},
        {"special": True},
        {"base_before": ((999, 0),)},
        {"seats": ()},
    ],
)
def test_a_forged_start_is_refused_by_name(changes: dict[str, Any]) -> None:
    plain = msgspec.to_builtins(options().start)
    start = msgspec.convert({**plain, **changes}, Start)
    with pytest.raises(BadText, match=r"\$\."):
        TacticalRules().new_game(SEATS, TacticalOptions(start=start))


def test_a_position_comes_back_from_the_options() -> None:
    given = read_position(json.dumps({**POSITION, "base_before": [[0, 0]]}).encode())
    back = start_of(given)
    assert back.start is not None and position_of(back.start, back) == given
    assert msgspec.json.decode(msgspec.json.encode(back), type=TacticalOptions) == back
