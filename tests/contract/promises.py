"""What any game's rules promise, each as a function that fails where a game breaks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest

from babylon3d.core.actions import Action, Checkpoint, Outcome, Seat
from babylon3d.core.codec import digest, encode
from babylon3d.core.errors import BabylonError, BadText, IllegalAction
from babylon3d.core.record import Log, Record, read_record
from babylon3d.core.rules import HUMAN, SeatInfo
from babylon3d.core.session import Session, verify_record
from babylon3d.playable.spec import GameSpec
from tests.contract.play import Moment, Played

OTHERS = 24
"""Actions that are not on the list, of which the rules are asked at a moment."""


def canonical(spec: GameSpec, state: Any) -> bytes:
    """A state as bytes."""
    return encode(spec.game.rules.canonical(state))


def record_of(game: Played, lines: int | None = None) -> Record:
    """The game's record, or how it began."""
    return read_record(b"".join(line + b"\n" for line in game.session.log.lines[:lines]))


def logged(game: Played) -> tuple[tuple[Action, ...], tuple[Outcome, ...]]:
    """Every action and every outcome of the game's log, in their order."""
    codec = game.spec.game.codec
    entries = record_of(game).entries
    actions = tuple(codec.action(bytes(entry.action)) for entry in entries if bytes(entry.action))
    outcomes = tuple(codec.outcome(bytes(entry.outcome)) for entry in entries if bytes(entry.outcome))
    return actions, outcomes


def sampled(items: Sequence[Any], most: int, rng: Random) -> list[Any]:
    """Some of the items, in their order, none twice."""
    different = list(dict.fromkeys(items))
    chosen = set(rng.sample(range(len(different)), min(most, len(different))))
    return [item for i, item in enumerate(different) if i in chosen]


def refuses(spec: GameSpec, state: Any, seat: Seat, action: Action) -> bool:
    """Whether the rules refuse an action. A refusal says why and by which ruling."""
    try:
        spec.game.rules.verify(state, seat, action)
    except IllegalAction as error:
        assert error.ruling and error.message and str(error).isprintable(), repr(error)
        return True
    return False


# -- legal actions ---------------------------------------------------------------------------------------------------


def check_legal_actions(game: Played, moment: Moment, rng: Random, most: int | None = None) -> None:
    """What is listed is legal, and of what else is tried nothing is; the list is as long, whoever looks."""
    spec, state = game.spec, moment.state
    rules = spec.game.rules
    actions, _ = logged(game)
    for seat in game.seats:
        listed = list(islice(rules.legal_actions(state, seat), most))
        whole = most is None or len(listed) < most
        assert len(set(listed)) == len(listed), f"seat {seat} finds an action twice"
        if seat not in rules.to_act(state):
            assert not listed, f"seat {seat} may not act, and finds {listed[0]}"
        for action in listed:
            assert not refuses(spec, state, seat, action), f"listed for seat {seat} and refused: {action}"
        if whole:
            check_unlisted(game, state, seat, listed, sampled(actions, OTHERS, rng))


def check_unlisted(game: Played, state: Any, seat: Seat, listed: Sequence[Action], others: Sequence[Action]) -> None:
    """Other actions are refused, but for other spellings of a listed one. Where hands move, one stands for its kind."""
    spec = game.spec
    kinds = {type(action) for action in listed} if spec.at_once else set()
    for action in others:
        if action not in listed and type(action) not in kinds and not refuses(spec, state, seat, action):
            comes_to = canonical(spec, spec.game.rules.apply(state, seat, action).state)
            alike = (spec.game.rules.apply(state, seat, one).state for one in listed if type(one) is type(action))
            assert any(canonical(spec, one) == comes_to for one in alike), f"unlisted for {seat}, and legal: {action}"


def check_view(game: Played, moment: Moment, most: int | None = None) -> None:
    """A view is enough to know one's own legal actions, and looking at it again changes nothing."""
    spec, state = game.spec, moment.state
    rules = spec.game.rules
    for seat in (*game.seats, None):
        view = rules.view(state, seat)
        assert rules.is_over(view) == rules.is_over(state)
        assert rules.to_act(view) == rules.to_act(state)
        assert canonical(spec, rules.view(view, seat)) == canonical(spec, view)
        if not spec.secrets:
            assert canonical(spec, view) == canonical(spec, state), "a game without secrets hides something"
            assert all(rules.seen(event, seat) == event for event in moment.events)
        if seat is not None:
            own = list(islice(rules.legal_actions(state, seat), most))
            assert list(islice(rules.legal_actions(view, seat), most)) == own, f"seat {seat} is offered less or more"


def check_events(game: Played) -> None:
    """What a seat is told of an event it is told for good: it is not told less of what it was told."""
    rules = game.spec.game.rules
    for moment in game.moments:
        for event in moment.events:
            for seat in (*game.seats, None):
                told = rules.seen(event, seat)
                assert told is None or rules.seen(told, seat) == told


# -- codec and record ------------------------------------------------------------------------------------------------


def check_codec(game: Played) -> None:
    """Whatever the log holds is read back as what was written, and nothing else is read."""
    codec = game.spec.game.codec
    actions, outcomes = logged(game)
    options = codec.read_options(bytes(game.session.header.options))
    assert encode(codec.read_options(encode(options))) == encode(options)
    for values, read in ((actions, codec.action), (outcomes, codec.outcome)):
        for value in dict.fromkeys(values):
            raw = encode(value)
            assert read(raw) == value and encode(read(raw)) == raw
        for bad in (b'{"type":"no such thing"}', b"{}", b"[]", b"null", b"", b'{"type":1}', b"{", b"[" * 100_000):
            with pytest.raises(BadText):
                read(bad)
        for value in {type(value): value for value in values}.values():
            with pytest.raises(BadText):
                read(encode(value)[:-1] + b',"beside":1}')
    with pytest.raises(BadText):
        codec.read_options(encode(options)[:-1].rstrip(b"{") + b'"beside":1}')


def check_replay(game: Played, moments: Iterator[Moment]) -> None:
    """A record gives the same states, the same result and the same bytes; so does every beginning of it."""
    spec, session = game.spec, game.session
    record = record_of(game)
    assert verify_record(spec.game, record) == (True, "same states, same result")
    again = Session.resume(spec.game, record)
    assert again.log.data() == session.log.data()
    assert canonical(spec, again.state) == canonical(spec, session.state)
    assert again.over and again.result() == session.result()
    for moment in moments:
        begun = Session.resume(spec.game, record_of(game, moment.lines))
        assert canonical(spec, begun.state) == canonical(spec, moment.state)
        assert begun.log.data() == b"".join(line + b"\n" for line in session.log.lines[: moment.lines])
        assert begun.over == (moment.lines == len(session.log))


def check_hashes(game: Played) -> None:
    """The log keeps the state's hash where an event asks for it, and only there."""
    spec, record = game.spec, record_of(game)
    session = Session(spec.game, record.header, Log())
    session.log.add_line(record.lines[0])
    for entry, events in session.follow(record):
        asked = any(isinstance(event, Checkpoint) for event in events)
        assert (entry.state == digest(spec.game.rules.canonical(session.state))) == asked
        assert (entry.state is None) != asked
    assert session.log.lines == list(record.lines)


def check_after_the_end(game: Played) -> None:
    """A game that is over takes nothing more: no action, no outcome, not a line."""
    spec = game.spec
    rules = spec.game.rules
    session = Session.resume(spec.game, record_of(game))
    before, lines, result = canonical(spec, session.state), list(session.log.lines), session.result()
    actions, outcomes = logged(game)
    assert not rules.to_act(session.state) and rules.need(session.state) is None
    for action in dict.fromkeys(actions):
        for seat in game.seats:
            assert not list(rules.legal_actions(session.state, seat))
            with pytest.raises(IllegalAction):
                session.act(seat, action)
    for outcome in dict.fromkeys(outcomes):
        try:
            session.happen("nature", outcome)
        except IllegalAction:
            continue
    assert session.log.lines == lines, "the log grew after the end"
    assert session.over and session.result() == result
    assert canonical(spec, session.state) == before, "the state changed after the end"


def check_result(game: Played) -> None:
    """Who won is among the seats, somebody did unless nobody could, and why is said."""
    result = game.session.result()
    assert len(result.scores) == len(game.seats)
    assert list(result.winners) == sorted(set(result.winners)) and set(result.winners) <= set(game.seats)
    assert result.reason and result.reason.isprintable() and result.ruling
    assert all(result.scores[winner] is not None for winner in result.winners)
    last = record_of(game).entries[-1]
    assert last.result == result
    assert sum(entry.result is not None for entry in record_of(game).entries) == 1


def check_strangers(game: Played, moment: Moment, rng: Random) -> None:
    """Seats that are not at the table, or not asked, may do nothing, and trying changes nothing."""
    spec = game.spec
    session = Session.resume(spec.game, record_of(game, moment.lines))
    lines, before = list(session.log.lines), session.state
    actions, _ = logged(game)
    idle = [seat for seat in game.seats if seat not in spec.game.rules.to_act(session.state)]
    for seat in (*idle, len(game.seats), 99):
        for action in sampled(actions, 4, rng):
            with pytest.raises(IllegalAction):
                session.act(seat, action)
    assert session.log.lines == lines and session.state is before


def check_changes(game: Played, moment: Moment) -> bool:
    """Any seat may change between a person and a bot where a turn begins, and nowhere else; the record keeps it."""
    spec = game.spec
    record = record_of(game, moment.lines)
    session = Session.resume(spec.game, record)
    state, lines = session.state, list(session.log.lines)
    tick = max((entry.tick for entry in record.entries), default=0)
    for seat in game.seats:
        now = session.controllers[seat]
        other = HUMAN if now != HUMAN else f"bot:{next(iter(spec.bots), 'easy')}"
        if session.over or not session.between_turns:
            with pytest.raises(IllegalAction):
                session.seat(seat, other, tick)
            assert session.log.lines == lines and session.controllers[seat] == now
            continue
        session.seat(seat, now, tick)
        assert session.log.lines == lines, "nobody new sits there"
        session.seat(seat, other, tick)
        lines = [*lines, session.log.lines[-1]]
        assert session.log.lines == lines and session.controllers[seat] == other and session.state is state
        again = Session.resume(spec.game, read_record(session.log.data()))
        assert again.controllers == session.controllers and again.log.lines == lines
        assert canonical(spec, again.state) == canonical(spec, state)
    return session.between_turns and not session.over


def check_seats(spec: GameSpec, options: Any) -> None:
    """A game for too few, too many, or players of no colour of its own is refused in words."""
    least, most = spec.seats
    palette = (*spec.colours, *(f"colour {i}" for i in range(9)))
    for count in (least - 1, most + 1):
        seats = tuple(SeatInfo(f"P{i}", palette[i]) for i in range(count))
        with pytest.raises(BabylonError) as refused:
            spec.game.rules.new_game(seats, options)
        assert str(refused.value).isprintable()
