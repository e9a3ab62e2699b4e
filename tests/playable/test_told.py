"""Whoever looks is told of events made for them, in words made from their view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from babylon3d.core.actions import Event, Seat
from babylon3d.core.errors import BadText
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.records import verify_controller
from babylon3d.playable.told import Told, detail, new_decider, seen_by
from tests.core.counting import Added, Count, CountingRules, Rewarded

NAMES = ("Ann", "Bo")


class Shy(CountingRules):
    """The counting game: each seat sees its own turns' total only, a spectator none; only Bo is told of rewards."""

    def view(self, s: Count, seat: Seat | None) -> Count:
        return s if seat is not None and seat == s.turn % s.seats else replace(s, total=-1)

    def seen(self, event: Event, seat: Seat | None) -> Event | None:
        return None if isinstance(event, Rewarded) and seat != 1 else event


class Telltale:
    """A presenter whose words say all of the state that they are given."""

    def line(self, event: Event, state: Any, names: Sequence[str]) -> str:
        return f"{type(event).__name__} {state.total}"

    def takes_back(self, event: Event) -> bool:
        return False

    def focus(self, event: Event, state: Any) -> str | None:
        return None


def made(secrets: bool) -> Told:
    make: Any = Told.with_secrets if secrets else Told
    told: Told = make(Shy(), Telltale(), NAMES)
    return told


def test_the_words_are_made_from_the_view_of_whoever_looks() -> None:
    told = made(secrets=True)
    told.hear((Added(0), Rewarded(2)), Count(2, 10, total=7, turn=0))
    assert told.of(0).lines == ("Added 7",)
    assert told.of(1).lines == ("Added -1", "Rewarded -1")
    assert told.of(None).lines == ("Added -1",)


def test_in_a_game_without_secrets_everybody_reads_what_a_spectator_does() -> None:
    told = made(secrets=False)
    told.hear((Added(0), Rewarded(2)), Count(2, 10, total=7, turn=0))
    assert told.of(0) == told.of(1) == told.of(None) and told.of(1).lines == ("Added -1",)


def test_what_is_no_event_is_said_to_everybody() -> None:
    told = made(secrets=True)
    told.say(new_decider("Bo", "bot:easy"))
    assert {told.of(viewer).lines for viewer in (0, 1, None)} == {("Bo is now played by the easy bot",)}
    assert new_decider("Bo", "human") == "Bo is now played by a person"


def test_events_are_told_or_kept_from_whoever_looks() -> None:
    events = (Added(0), Rewarded(2), Added(1))
    assert seen_by(Shy(), events, 1) == events
    assert seen_by(Shy(), events, 0) == seen_by(Shy(), events, None) == (Added(0), Added(1))


def test_who_decides_stands_under_the_name() -> None:
    assert [detail(who) for who in ("human", "bot:easy", "bot:medium")] == ["", "easy bot", "medium bot"]


def test_known_controllers_are_taken() -> None:
    for controller in ("human", "bot:easy", "bot:medium"):
        verify_controller(controller, TACTICAL, "line 1")


@pytest.mark.parametrize("controller", ["bot:genius", "robot", "", "Human", "bot"])
def test_a_controller_that_there_is_not_is_named(controller: str) -> None:
    known = '"human" or "bot:easy" or "bot:medium" or "bot:hard" would do'
    with pytest.raises(BadText, match=f'line 1: ".*" is not known; {known}'):
        verify_controller(controller, TACTICAL, "line 1")
