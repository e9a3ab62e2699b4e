"""Everything that one seat, or a spectator, can find out of a game that is not over, channel by channel."""

from __future__ import annotations

from random import Random
from typing import Any

from babylon3d.core.actions import Seat
from babylon3d.core.codec import encode
from babylon3d.core.record import Log, Record, read_record
from babylon3d.core.session import Session
from babylon3d.playable.spec import GameSpec
from babylon3d.present.model import Hit
from tests.contract.pictures import Looker
from tests.contract.play import Moment, Played
from tests.contract.promises import record_of
from tests.contract.unseen import twin

Channels = dict[str, str]


def moments_of(spec: GameSpec, record: Record) -> tuple[Session, tuple[Moment, ...]]:
    """The session of a record, and every moment on the way."""
    session = Session(spec.game, record.header, Log())
    session.log.add_line(record.lines[0])
    moments = [Moment(session.state, session.first_events, 1)]
    moments += [Moment(session.state, events, entry.n + 1) for entry, events in session.follow(record)]
    return session, tuple(moments)


def seen_by_rules(spec: GameSpec, record: Record, seat: Seat | None) -> Channels:
    """Views, events, and what the presenter makes of them: log, pieces that move, scene, HUD, hints."""
    session, moments = moments_of(spec, record)
    looker = Looker(Played(spec, 0, session, moments), seat)
    rules, presenter = spec.game.rules, looker.presenter
    views, events, glides, scenes, huds = [], [], [], [], []
    for moment in moments:
        view = looker.view(moment)
        views.append(encode(rules.canonical(view)).decode() + repr(view))
        heard = looker.hears(moment)
        events.append(repr(heard))
        glides.append(repr([(presenter.gliding(event, view), presenter.focus(event, view)) for event in heard]))
        looker.listen(moment)
        scenes.append(repr(looker.scene(moment, presenter.hand())))
        huds.append(repr(presenter.hud(view, presenter.hand(), looker.around(moment))))
    last = moments[-1]
    return {
        "view": "\n".join(views),
        "events": "\n".join(events),
        "log": "\n".join(looker.chronicle.lines),
        "glide": "\n".join(glides),
        "scene": "\n".join(scenes),
        "HUD": "\n".join(huds),
        "hints": repr(hints(looker, last)),
    }


def hints(looker: Looker, moment: Moment) -> list[Any]:
    """What a seat is told it could do: legal actions, spots, and what comes of clicks and of every button."""
    seat, view, presenter = looker.acting(moment), looker.view(moment), looker.presenter
    if seat is None:
        return []
    hand, poses = presenter.hand(), presenter.places(view)
    found: list[Any] = list(looker.spec.game.rules.legal_actions(view, seat))
    found += [presenter.check(view, seat, hand, 99), *presenter.spots(view, seat, hand, poses)]
    hud = presenter.hud(view, hand, looker.around(moment))
    for button in (*hud.supply, *hud.actions):
        found.append((button, presenter.press(view, seat, hand, button.id)))
    for piece, pose in poses.items():
        pointed = presenter.point(view, seat, hand, Hit(piece, pose.position, (0.0, 0.0, 1.0)))
        found.append((piece, presenter.click(view, seat, pointed), presenter.scene(view, seat, pointed, poses)))
    return found


def differences(one: Channels, other: Channels) -> dict[str, str]:
    """The channels in which two looks differ, with what each shows where they begin to."""
    return {name: parting(one[name], other[name]) for name in one if one[name] != other[name]}


def parting(one: str, other: str) -> str:
    """Two texts from where they part."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"...{one[max(0, at - 60) : at + 60]!r} and ...{other[max(0, at - 60) : at + 60]!r}"


def pairs(game: Played, rng: Random, most: int) -> list[tuple[Seat | None, Record, Record]]:
    """Moments of a game that is not over, each with a twin that differs only in what a seat has not seen."""
    found: list[tuple[Seat | None, Record, Record]] = []
    for moment in game.closely(most):
        record = record_of(game, moment.lines)
        if record.result is None:
            for seat in (*game.seats, None):
                other = twin(game.spec, record, seat, rng)
                if other is not None:
                    found.append((seat, record, read_record(other.log.data())))
    return found
