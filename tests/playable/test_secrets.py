"""Nobody at a sitting sees, hears or reads what is not theirs: the picture, the log, what moves, replays, pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from babylon3d.core.actions import Event, Seat
from babylon3d.core.record import read_record
from babylon3d.core.rules import SeatInfo
from babylon3d.core.session import Session, verify_record
from babylon3d.playable.begin import Seated, again, begin, take_up, told, who_began
from babylon3d.playable.last_scene import last_scene
from babylon3d.playable.setup import GameSetup
from babylon3d.playable.sitting import INSTANT, Sitting
from babylon3d.playable.tape import read_tape
from babylon3d.present.model import SceneModel
from tests.toys import registered
from tests.toys.hidden.model import HIDDEN, Drawn, Options, Quarry, called
from tests.toys.hidden.rules import QuarryRules
from tests.toys.hidden.spec import SPEC as QUARRY

RULES = QuarryRules()
COLOURS = ("red", "yellow", "green", "blue")


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with registered():
        yield


def setup(*controllers: str, seed: int = 5, turns: int = 3) -> GameSetup:
    names = ("Ann", "Bo", "Cid", "Dora")
    seats = tuple(SeatInfo(n, c, k) for n, c, k in zip(names, COLOURS, controllers, strict=False))
    return GameSetup(QUARRY.id, seats, Options(turns), seed)


def sat_down(*controllers: str, seed: int = 5, turns: int = 3) -> Seated:
    seated = begin(setup(*controllers, seed=seed, turns=turns))
    seated.sitting.speed = INSTANT
    seated.sitting.open()
    return seated


def step(sitting: Sitting, rng: random.Random) -> tuple[Event, ...]:
    """A person plays anything legal if one may act; then a tick."""
    if sitting.seat is not None and not sitting.people_wait:
        sitting.people[sitting.seat].do(rng.choice(list(RULES.legal_actions(sitting.view, sitting.seat))))
    return sitting.tick()


def known(state: Quarry) -> set[int]:
    """The cards whose faces a view shows."""
    return {card for card, face in enumerate(state.faces) if face != HIDDEN}


def may_know(state: Quarry, seat: Seat | None) -> set[int]:
    """The cards whose faces a seat, or a spectator, may know, said once more."""
    rows = {card for row in state.rows for card in row}
    return rows | (set(state.hands[seat]) if seat is not None and state.hands else set())


def drawn(sitting: Sitting) -> dict[str, str]:
    """What kind of piece each card is in the picture."""
    return {piece.id: piece.mesh for piece in sitting.scene().pieces}


@pytest.mark.parametrize("controllers", [("human", "human"), ("human", "human", "bot:greedy"), ("human",) * 4])
@pytest.mark.parametrize("seed", range(4))
def test_several_people_hand_over_and_nobody_sees_more_than_is_theirs(controllers: tuple[str, ...], seed: int) -> None:
    sitting = sat_down(*controllers, seed=seed).sitting
    rng = random.Random(seed)
    turns: list[Seat] = []
    for _ in range(400):
        if sitting.session.over:
            break
        state = sitting.session.state
        at = sitting.at_mouse
        assert known(sitting.view) <= may_know(state, at)
        if sitting.waiting_for is not None:
            assert at is None and sitting.seat is None and not sitting.busy
            assert sitting.scene().pieces == () and sitting.tick() == () and sitting.session.state is state
            assert RULES.to_act(state) == {sitting.waiting_for}
            turns.append(sitting.waiting_for)
            sitting.take_over()
            assert known(sitting.view) == may_know(state, turns[-1]) and sitting.seat == turns[-1]
        else:
            shown = drawn(sitting)
            for card, face in enumerate(state.faces):
                if f"c{card}" in shown and card not in may_know(state, at):
                    assert shown[f"c{card}"] == "tower", f"the face {face} of card {card} is seen"
        step(sitting, rng)
    assert sitting.session.over
    people = [seat for seat, who in enumerate(controllers) if who == "human"]
    assert turns == [turns[0], *turns[1:]] and set(turns) == set(people) and len(turns) == 3 * len(people)


def test_while_a_bot_thinks_the_last_persons_own_view_stays() -> None:
    sitting = sat_down("bot:any", "human", "bot:greedy").sitting
    rng, bots = random.Random(1), 0
    assert sitting.at_mouse is None and not sitting.guarded
    while not sitting.session.over:
        state = sitting.session.state
        if RULES.to_act(state) and sitting.seat is None:
            bots += 1
            assert known(sitting.view) == may_know(state, sitting.at_mouse)
            assert sitting.at_mouse == (1 if any("Bo" in line for line in sitting.chronicle.lines[3:]) else None)
        step(sitting, rng)
    assert bots > 3


def test_a_game_of_bots_alone_is_seen_as_by_a_spectator() -> None:
    sitting = sat_down("bot:any", "bot:greedy").sitting
    for _ in range(3):
        sitting.tick()
        assert known(sitting.view) == may_know(sitting.session.state, None)
        assert not any("dealt" in line for line in sitting.chronicle.lines)


def test_the_log_is_kept_for_each_seat() -> None:
    seated = sat_down("human", "human")
    sitting, rng = seated.sitting, random.Random(3)
    for _ in range(12):
        sitting.take_over()
        step(sitting, rng)
    state = sitting.session.state
    assert seated.record is not None
    record = read_record(seated.record.read_bytes())
    for viewer in (0, 1, None):
        lines = told(QUARRY, record, viewer).lines
        dealt = [line for line in lines if "dealt" in line]
        assert len(dealt) == (0 if viewer is None else 1)
        for seat, name in ((0, "Ann"), (1, "Bo")):
            drew = [line for line in lines if line.startswith(f"{name} drew")]
            assert drew and all((called(HIDDEN) in line) == (viewer != seat) for line in drew)
    assert state.taken > 1
    sitting.close()


def test_what_a_person_hears_and_sees_moving_is_told_for_them() -> None:
    sitting = sat_down("human", "bot:any").sitting
    sitting.speed = 1.0
    rng, heard = random.Random(2), 0
    sitting.glides.start = lambda before, lifts: glided.append(dict(lifts))  # type: ignore[method-assign]
    glided: list[dict[str, float]] = []
    for _ in range(2000):
        if sitting.session.over:
            break
        for event in step(sitting, rng):
            if isinstance(event, Drawn) and not sitting.session.over:
                heard += 1
                assert (event.face == HIDDEN) == (event.seat != 0)
    assert heard >= 5 and glided


def test_what_the_last_person_held_and_saw_is_gone_at_the_hand_over() -> None:
    sitting = sat_down("human", "human").sitting
    sitting.tick()
    sitting.tick()
    sitting.take_over()
    first = sitting.at_mouse
    sitting.press("tuck")
    sitting.refusal = "that card is not in your hand"
    assert sitting.holding()
    rng = random.Random(1)
    while sitting.at_mouse == first:
        step(sitting, rng)
    assert sitting.hand == sitting.presenter.hand() and sitting.refusal == "" and not sitting.glides.active


def test_a_game_with_secrets_that_is_taken_up_waits_for_its_person() -> None:
    seated = sat_down("human", "human")
    rng = random.Random(1)
    for _ in range(6):
        seated.sitting.take_over()
        step(seated.sitting, rng)
    seated.sitting.close()
    assert seated.record is not None
    sitting = take_up(seated.record).sitting
    sitting.open()
    sitting.tick()
    assert sitting.waiting_for is not None and sitting.at_mouse is None and sitting.scene() == SceneModel(table_reach=8)


# -- replays and pictures ----------------------------------------------------------------------------------


def record_of(finished: bool, tmp_path: Path) -> Path:
    seated = sat_down("bot:any", "bot:greedy", seed=8)
    while not seated.sitting.session.over and (finished or seated.sitting.session.state.taken < 4):
        seated.sitting.tick()
    seated.sitting.close()
    assert seated.record is not None
    return seated.record


def test_the_replay_of_an_unfinished_game_is_a_spectators(tmp_path: Path) -> None:
    tape = read_tape(record_of(False, tmp_path))
    assert len(tape.moments) > 6
    for moment in tape.moments:
        assert known(moment.state) <= {card for row in moment.state.rows for card in row}
        assert all(not isinstance(event, Drawn) or event.face == HIDDEN for event in moment.events)
        assert not any("dealt" in line for line in moment.lines)


def test_the_replay_of_a_finished_game_shows_everything(tmp_path: Path) -> None:
    tape = read_tape(record_of(True, tmp_path))
    assert tape.result is not None
    assert all(known(moment.state) >= set(moment.state.hands[0]) for moment in tape.moments if moment.state.hands)
    assert any("dealt" in line for line in tape.moments[-1].lines)


def test_the_picture_of_an_unfinished_record_reveals_only_when_asked(tmp_path: Path) -> None:
    record = read_record(record_of(False, tmp_path).read_bytes())
    state = Session.resume(QUARRY.game, record).state
    meshes = {piece.id: piece.mesh for piece in last_scene(QUARRY, record).pieces}
    assert all(meshes[f"c{card}"] == "tower" for hand in state.hands for card in hand)
    meshes = {piece.id: piece.mesh for piece in last_scene(QUARRY, record, reveal=True).pieces}
    assert all(meshes[f"c{card}"] != "tower" for hand in state.hands for card in hand)


# -- seats --------------------------------------------------------------------------------------------------


def test_a_seat_changes_at_the_start_of_a_turn_and_the_log_says_so() -> None:
    seated = sat_down("human", "bot:any")
    sitting, rng = seated.sitting, random.Random(1)
    while sitting.seat != 0:
        sitting.tick()
    sitting.plan_seats(("bot:greedy", "human"))
    assert [sitter.next for sitter in sitting.sitters] == ["bot:greedy", "human"]
    sitting.tick()
    assert sitting.session.controllers == ("bot:greedy", "human")
    assert "Ann is now played by the greedy bot" in sitting.chronicle.lines
    assert "Bo is now played by a person" in sitting.chronicle.lines
    assert sitting.at_mouse is None or sitting.at_mouse == 1
    for _ in range(300):
        if sitting.session.over:
            break
        step(sitting, rng)
    sitting.close()
    assert seated.record is not None
    record = read_record(seated.record.read_bytes())
    assert verify_record(QUARRY.game, record)[0]
    assert [e.controller for e in record.entries if e.controller] == ["bot:greedy", "human"]


def test_a_change_in_the_middle_of_a_turn_waits_for_the_next() -> None:
    from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
    from tests.playable import test_sitting as tactical

    seated = begin(tactical.setup("human", "human", "human"), nature="ideal")
    sitting = seated.sitting
    sitting.speed = INSTANT
    sitting.open()
    person = tactical.Person(sitting)
    person.act()
    sitting.tick()
    sitting.plan_seats(("bot:easy", "human", "bot:medium"))
    while sitting.seat == 0:
        assert sitting.session.controllers == ("human",) * 3
        if not sitting.people_wait:
            person.act()
        sitting.tick()
    sitting.tick()
    assert sitting.session.controllers == ("bot:easy", "human", "bot:medium")
    sitting.close()
    assert seated.record is not None
    again_ = take_up(seated.record)
    assert [seat.controller for seat in again_.setup.seats] == ["bot:easy", "human", "bot:medium"]
    assert set(again_.sitting.bots) == {0, 2} and again_.sitting.chronicle == sitting.chronicle
    assert verify_record(TACTICAL.game, read_record(seated.record.read_bytes())) == (False, "the game is unfinished")
    tape = read_tape(seated.record)
    assert tape.moments[-1].controllers == ("bot:easy", "human", "bot:medium")
    assert tape.moments[-1].lines == sitting.chronicle.lines


def test_a_person_who_sits_down_beside_another_makes_the_mouse_be_handed_over() -> None:
    sitting = sat_down("human", "bot:any").sitting
    while sitting.seat != 0:
        sitting.tick()
    assert not sitting.guarded
    sitting.plan_seats(("human", "human"))
    sitting.tick()
    assert sitting.guarded and sitting.at_mouse == 0
    rng = random.Random(1)
    while sitting.waiting_for is None:
        step(sitting, rng)
    assert sitting.waiting_for == 1 and sitting.at_mouse is None


def test_an_unknown_bot_in_a_record_is_named(tmp_path: Path) -> None:
    from babylon3d.core.errors import BadText
    from tests.core.test_session import rechained

    seated = sat_down("human", "bot:any")
    seated.sitting.tick()
    session = seated.sitting.session
    session.seat(1, "bot:genius")
    path = tmp_path / "game.jsonl"
    path.write_bytes(rechained(list(session.log.lines)))
    with pytest.raises(BadText, match=r'"bot:genius".*"bot:greedy" would do'):
        take_up(path)


def test_again_is_begun_by_the_next_one() -> None:
    seated = sat_down("bot:any", "bot:any", "bot:any", turns=1)
    while not seated.sitting.session.over:
        seated.sitting.tick()
    session = seated.sitting.session
    began = who_began(session.log)
    assert began == 0
    once_more = seated.setup
    for first in (1, 2, 0):
        once_more = again(once_more, (first - 1) % 3, 77)
        assert once_more == GameSetup(QUARRY.id, seated.setup.seats, Options(1, first), 77)
    assert who_began(Session.start(QUARRY.game, seated.setup.seats, Options()).log) is None
    assert again(seated.setup, None, 1).options == seated.setup.options


WHO = ("human", "bot:any", "bot:greedy")


@pytest.mark.parametrize("seed", range(25))
def test_whoever_sits_down_or_leaves_whenever_the_record_holds_and_nobody_sees_more(seed: int) -> None:
    rng = random.Random(seed)
    count = rng.randint(2, 4)
    seated = sat_down(*(rng.choice(WHO) for _ in range(count)), seed=seed)
    sitting = seated.sitting
    path = seated.record
    assert path is not None
    for _ in range(600):
        if sitting.session.over:
            break
        match rng.randrange(12):
            case 0:
                sitting.plan_seats([rng.choice(WHO) for _ in range(count)])
            case 1:
                sitting.close()
                sitting.open()
            case 2 if rng.random() < 0.3:
                before = sitting.session.controllers
                sitting.close()
                seated = take_up(path)
                sitting = seated.sitting
                sitting.speed = INSTANT
                sitting.open()
                assert sitting.session.controllers == before == tuple(s.controller for s in seated.setup.seats)
            case 3 | 4:
                sitting.take_over()
            case _:
                pass
        at = sitting.at_mouse
        assert at is None or sitting.session.controllers[at] == "human"
        assert set(sitting.people) == {i for i, who in enumerate(sitting.session.controllers) if who == "human"}
        assert known(sitting.view) <= may_know(sitting.session.state, at)
        if sitting.waiting_for is not None:
            assert sitting.guarded and at is None and sitting.session.controllers[sitting.waiting_for] == "human"
        step(sitting, rng)
    sitting.close()
    record = read_record(path.read_bytes())
    again_ = Session.resume(QUARRY.game, record)
    assert again_.log.data() == sitting.session.log.data() and again_.controllers == sitting.session.controllers
    for viewer in (*range(count), None):
        assert told(QUARRY, record, viewer) == sitting._told.of(viewer)
