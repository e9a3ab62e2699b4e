"""Dice and shuffles: seeded, logged, the same again when a game is taken up; and what a forged record may not say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest

from babylon3d.core.actions import Action, Checkpoint, Event, Need, Outcome, Result, Seat
from babylon3d.core.chance import Chance, Roll, Rolled, Shuffle, Shuffled, verify_chance
from babylon3d.core.codec import Codec
from babylon3d.core.errors import BadText, CorruptFile, IllegalAction
from babylon3d.core.match import Match
from babylon3d.core.record import read_record
from babylon3d.core.rules import SeatInfo, Step
from babylon3d.core.session import Game, Session, verify_record

SEATS = (SeatInfo("Ann", "red"), SeatInfo("Bo", "blue"))
ROUNDS = 6


class Throw(Action, frozen=True, tag="throw"):
    pass


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Thrown(Checkpoint, frozen=True, tag="thrown"):
    values: tuple[int, ...]


FIVE = Shuffle(5)


@dataclass(frozen=True, slots=True)
class Cup:
    shown: tuple[tuple[int, ...], ...] = ()
    asked: Need | None = FIVE


class CupRules:
    """Cards are shuffled once; then two dice are thrown in turns."""

    def new_game(self, seats: Sequence[SeatInfo], options: Any) -> Step[Cup]:
        return Step(Cup())

    def to_act(self, s: Cup) -> frozenset[Seat]:
        return frozenset() if self.is_over(s) or s.asked else frozenset({len(s.shown) % 2})

    def need(self, s: Cup) -> Need | None:
        return s.asked

    def legal_actions(self, s: Cup, seat: Seat) -> Iterator[Throw]:
        if seat in self.to_act(s):
            yield Throw()

    def verify(self, s: Cup, seat: Seat, a: Throw) -> None:
        if seat not in self.to_act(s):
            raise IllegalAction("C1", "it is not your turn")

    def apply(self, s: Cup, seat: Seat, a: Throw) -> Step[Cup]:
        return Step(replace(s, asked=Roll(6, 2)))

    def resolve(self, s: Cup, outcome: Rolled | Shuffled) -> Step[Cup]:
        verify_chance(s.asked, outcome, "C2")
        found = outcome.order if isinstance(outcome, Shuffled) else outcome.values
        return Step(Cup((*s.shown, found), None), (Thrown(found),))

    def is_over(self, s: Cup) -> bool:
        return len(s.shown) > ROUNDS

    def result(self, s: Cup) -> Result:
        return Result((0, 0), (0, 1), "the dice are tired", "C3")

    def view(self, s: Cup, seat: Seat | None) -> Cup:
        return s

    def seen(self, event: Event, seat: Seat | None) -> Event | None:
        return event

    def canonical(self, s: Cup) -> object:
        return [s.shown, str(s.asked)]


CUP = Game("cup", CupRules(), Codec(Throw, Rolled | Shuffled, NoOptions))


class Thrower:
    def offer(self, view: Any) -> None:
        pass

    def poll(self, tick: int) -> tuple[Action, ...]:
        return (Throw(),)

    def refused(self, action: Action, error: IllegalAction) -> None:
        raise AssertionError(error)


class RealDice:
    """A physical nature in the place of the seeded one: always a pair of sixes."""

    name = "dice"

    def __init__(self) -> None:
        self.heard: list[Event] = []

    def observe(self, events: tuple[Event, ...], state: Any) -> None:
        self.heard += events

    def poll(self, state: Any, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        return (Rolled((6,) * need.count),) if isinstance(need, Roll) else ()


def play(session: Session, *natures: Any, ticks: int = 99) -> Session:
    match = Match(session, {0: Thrower(), 1: Thrower()}, natures or (Chance(session),))
    for _ in range(ticks):
        match.tick()
    return session


def test_what_chance_gives_is_logged_under_its_name_and_replays_without_it() -> None:
    session = play(Session.start(CUP, SEATS, NoOptions(), seed=3))
    record = read_record(session.log.data())
    signed = [entry.nature for entry in record.entries if entry.nature is not None]
    assert session.over and signed == ["chance"] * (ROUNDS + 1)
    assert verify_record(CUP, record) == (True, "same states, same result")


def test_the_same_seed_gives_the_same_and_another_seed_something_else() -> None:
    games = [play(Session.start(CUP, SEATS, NoOptions(), seed=seed)).state.shown for seed in (3, 3, 4)]
    assert games[0] == games[1] != games[2]
    assert sorted(games[0][0]) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("lines", range(1, 2 * ROUNDS))
def test_a_game_that_is_taken_up_anywhere_goes_on_as_it_would_have(lines: int) -> None:
    whole = play(Session.start(CUP, SEATS, NoOptions(), seed=11)).log.data()
    part = b"".join(whole.splitlines(keepends=True)[:lines])
    assert play(Session.resume(CUP, read_record(part))).log.data() == whole


def test_every_face_comes_up_about_as_often() -> None:
    faces: Counter[int] = Counter()
    for seed in range(400):
        for values in play(Session.start(CUP, SEATS, NoOptions(), seed=seed)).state.shown[1:]:
            faces.update(values)
    thrown = 400 * ROUNDS * 2
    assert sum(faces.values()) == thrown and set(faces) == set(range(1, 7))
    assert all(abs(n - thrown / 6) < 5 * (thrown * 5 / 36) ** 0.5 for n in faces.values())


@pytest.mark.parametrize("dice_first", [True, False])
def test_each_of_several_natures_signs_what_it_did_and_hears_of_all(dice_first: bool) -> None:
    session = Session.start(CUP, SEATS, NoOptions())
    dice, chance = RealDice(), Chance(session)
    if dice_first:
        play(session, dice, chance)
        entries = read_record(session.log.data()).entries
        assert [e.nature for e in entries if e.nature] == ["chance", *["dice"] * ROUNDS]
        assert session.state.shown[1:] == ((6, 6),) * ROUNDS
    else:
        play(session, chance, dice)
        assert {e.nature for e in read_record(session.log.data()).entries if e.nature} == {"chance"}
    assert len(dice.heard) == ROUNDS + 1


@pytest.mark.parametrize(
    ("need", "outcome"),
    [
        (Roll(6, 2), Rolled((3,))),
        (Roll(6, 1), Rolled((7,))),
        (Roll(6, 1), Rolled((0,))),
        (Shuffle(3), Shuffled((0, 1))),
        (Shuffle(3), Shuffled((0, 1, 1))),
        (Shuffle(3), Shuffled((1, 2, 3))),
        (Shuffle(3), Rolled((1, 2, 3))),
        (Roll(6, 1), Shuffled((0,))),
        (None, Rolled((1,))),
    ],
)
def test_what_answers_no_need_is_refused(need: Need | None, outcome: Outcome) -> None:
    with pytest.raises(IllegalAction) as refused:
        verify_chance(need, outcome, "C2")
    assert refused.value.ruling == "C2"


def test_what_answers_a_need_is_taken() -> None:
    verify_chance(Roll(6, 2), Rolled((1, 6)), "C2")
    verify_chance(Shuffle(3), Shuffled((2, 0, 1)), "C2")
    verify_chance(Shuffle(0), Shuffled(()), "C2")


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        (b'"values":[', b'"values":[1,', CorruptFile),
        (b'"values":[', b'"values":[-1,', BadText),
        (b'"values":[', b'"values":["1",', BadText),
        (b'"type":"rolled"', b'"type":"shuffled"', BadText),
    ],
)
def test_a_forged_throw_is_refused_by_line(old: bytes, new: bytes, kind: type[BadText]) -> None:
    from tests.core.test_session import rechained

    lines = list(play(Session.start(CUP, SEATS, NoOptions())).log.lines)
    at = next(i for i, line in enumerate(lines) if b"rolled" in line)
    lines[at] = lines[at].replace(old, new)
    with pytest.raises(kind, match=f"line {at + 1}"):
        Session.resume(CUP, read_record(rechained(lines)))
