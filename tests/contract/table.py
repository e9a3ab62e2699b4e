"""What one seat can find out through the program itself: sitting, log, saved games, replay, pictures, commands."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from babylon3d.cli import main
from babylon3d.core.actions import Action, Event, Need, Outcome, Seat
from babylon3d.core.record import Log, Record, encode_header, read_record
from babylon3d.core.rules import HUMAN, SeatInfo
from babylon3d.core.session import Session
from babylon3d.playable.begin import told
from babylon3d.playable.last_scene import last_scene
from babylon3d.playable.saves import read_saved
from babylon3d.playable.sitting import Sitting
from babylon3d.playable.spec import GameSpec
from babylon3d.playable.tape import read_tape
from babylon3d.players.bot import Think
from babylon3d.storage import user_dir
from tests.contract.secrets import Channels
from tests.contract.unseen import done_in

SPEED = 6.0
MOST_TICKS = 4000


def reseated(spec: GameSpec, record: Record, controllers: Sequence[str]) -> Record:
    """The same doings in a game whose seats are decided by others."""
    old = record.header
    seats = (SeatInfo(info.name, info.colour, who) for info, who in zip(old.seats, controllers, strict=True))
    header = msgspec.structs.replace(old, seats=tuple(seats))
    session = Session(spec.game, header, Log())
    session.log.add_line(encode_header(header))
    for who, nature, tick, doing in done_in(spec, record):
        if isinstance(doing, Action):
            assert who is not None
            session.act(who, doing, tick)
        else:
            session.happen(nature, doing, tick)
    return read_record(session.log.data())


class Scripted:
    """A nature that says what the record says, and lets everything lie where it belongs."""

    def __init__(self, name: str, outcomes: Sequence[Outcome]) -> None:
        self.name = name
        self._left = list(outcomes)

    def observe(self, events: tuple[Event, ...], state: Any) -> None:
        pass

    def poll(self, state: Any, need: Need | None, tick: int) -> tuple[Outcome, ...]:
        return (self._left.pop(0),) if need is not None and self._left else ()

    def close(self) -> None:
        pass


def watched(spec: GameSpec, record: Record, seat: Seat | None) -> Channels:
    """The record's game played again at a table where that seat is a person and all others are bots.

    Without a seat there are bots only, and a spectator looks on.
    """
    count = len(record.header.seats)
    controllers = tuple(HUMAN if each == seat else "bot:script" for each in range(count))
    script = done_in(spec, record)
    record = reseated(spec, record, controllers)
    session = Session(spec.game, record.header, Log())
    session.log.add_line(record.lines[0])
    plans = {each: [doing for who, _, _, doing in script if who == each] for each in range(count)}

    def mind(each: Seat) -> Think:
        def think(view: Any) -> Generator[None, None, Sequence[Any]]:
            yield
            while not plans[each]:  # the record's game has come to its last line
                yield
            return (plans[each].pop(0),)

        return think

    def natures() -> Sequence[Any]:
        mine = {each.name: each for each in spec.natures(spec.nature_names[0], session)}
        signed = dict.fromkeys(nature for who, nature, _, _ in script if who is None)
        for name in signed:
            mine[name] = Scripted(name, [d for who, n, _, d in script if who is None and n == name])  # type: ignore[misc]
        return tuple(mine.values())

    assert spec.presenter is not None
    sitting = Sitting(session, spec.presenter(), natures, {"script": mind}, speed=SPEED, secrets=spec.secrets)
    sitting.open()
    scenes, huds, poses, heard = [], [], [], []
    try:
        for _ in range(MOST_TICKS):
            if len(session.log) >= len(record.lines) or session.over:
                break
            if sitting.seat == seat and seat is not None and not sitting.people_wait:
                sitting.people[seat].do(plans[seat].pop(0))  # type: ignore[arg-type]
            heard.append(repr(sitting.tick()))
            poses.append(repr(dict(sitting.poses())))
            scenes.append(repr(sitting.scene()))
            huds.append(repr(sitting.hud({})))
        else:
            raise AssertionError("the record's game does not go on at the table")
        return {
            "log": "\n".join(sitting.chronicle.lines),
            "glide": "\n".join(poses),
            "events": "\n".join(heard),
            "scene": "\n".join(scenes),
            "HUD": "\n".join(huds),
        }
    finally:
        sitting.close()


def hand_over(spec: GameSpec, record: Record) -> Channels:
    """What everybody sees where people have secrets from one another and the mouse waits for the next."""
    record = reseated(spec, record, (HUMAN,) * len(record.header.seats))
    session = Session.resume(spec.game, record)
    assert spec.presenter is not None
    natures = spec.natures(spec.nature_names[0], session)
    sitting = Sitting(session, spec.presenter(), lambda: natures, {}, secrets=spec.secrets)
    sitting.open()
    try:
        assert sitting.guarded and sitting.seat is None
        assert bool(sitting.waiting_for is not None) == bool(spec.game.rules.to_act(session.state))
        looks = {"scene": repr(sitting.scene()), "HUD": repr(sitting.hud({})), "log": repr(sitting.chronicle)}
        looks["poses"] = repr(dict(sitting.poses())) + repr(sitting.view)
        return looks
    finally:
        sitting.close()


def kept(spec: GameSpec, record: Record, seat: Seat | None) -> Channels:
    """What its file shows while the game is not over: list of saved games, replay, pictures, logs, commands."""
    path = user_dir("saves") / "a game.jsonl"
    path.write_bytes(record.data)
    tape = read_tape(path)
    presenter = tape.presenter
    frames = []
    for moment in tape.moments:
        places = presenter.places(moment.state)
        scene = presenter.scene(moment.state, None, presenter.hand(), places)
        glides = [(presenter.gliding(event, moment.state), presenter.cue(event)) for event in moment.events]
        frames.append(repr((moment, scene, glides)))
    shown = read_saved(path, "saves")
    facts = {name: getattr(shown, name) for name in shown.__dataclass_fields__ if name not in ("path", "when")}
    return {
        "replay": "\n".join(frames),
        "preview": repr(facts) + repr(last_scene(spec, record)),
        "log": repr(told(spec, record, seat)) + repr(told(spec, record)),
        "command": "".join(said(["replay", str(path), *more]) for more in ([], ["--json"], ["--verify"])),
    }


def said(arguments: Sequence[str]) -> str:
    """What a command prints."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        main(list(arguments))
    return out.getvalue() + err.getvalue()
