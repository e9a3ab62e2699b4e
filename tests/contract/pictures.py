"""What any game shows: whole pictures and plain words for every state and every seat, and hands that play by them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from babylon3d.core.actions import Event, Seat
from babylon3d.playable.begin import told
from babylon3d.playable.spec import GameSpec
from babylon3d.present.model import Hit, HudModel, SceneModel
from babylon3d.present.presenter import Chronicle, Presenter, Surroundings
from babylon3d.present.sheet import Sheet
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.ui.hud import hud as hud_elements
from babylon3d.storage import asset
from tests.contract.play import Moment, Played
from tests.contract.promises import record_of

CUES = frozenset({"", "place", "fall", "swap", "turn", "end", "noble", "offer", "over", "pick", "refuse", "click"})
DOINGS = 25
"""What a random hand does at a moment."""


def texts(value: object) -> Iterator[str]:
    """Every text in a model."""
    if isinstance(value, str):
        yield value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from texts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from texts(key)
            yield from texts(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from texts(item)


def check_words(value: object) -> None:
    """Nothing that a screen or a terminal would obey, and nothing that is not meant for people."""
    for text in texts(value):
        assert text.isprintable(), repr(text)
        assert "Struct" not in text and "object at 0x" not in text, text


def check_scene(spec: GameSpec, scene: SceneModel) -> None:
    """Every piece once, in a mesh that there is, at a place that can be."""
    catalogue = Catalogue(spec.pieces)
    ids = [piece.id for piece in scene.pieces]
    assert len(set(ids)) == len(ids), "a piece is seen twice"
    for shown in (*scene.pieces, *scene.ghosts):
        assert catalogue.shapes(shown.mesh) and asset(f"meshes/{shown.mesh}.glb").exists()
        assert all(math.isfinite(x) for x in (*shown.pose.position, *shown.pose.quaternion))
        assert abs(math.hypot(*shown.pose.quaternion) - 1) < 1e-6


def check_hud(hud: HudModel) -> None:
    """A title, a card for each player, words for people, buttons with different ids; it can be laid out."""
    check_words(hud)
    assert hud.title and hud.players
    buttons = [button.id for button in (*hud.supply, *hud.actions)]
    assert len(set(buttons)) == len(buttons)
    for width, height in ((1280.0, 720.0), (800.0, 600.0)):
        assert hud_elements(hud, width, height) is not None


class Looker:
    """One seat's look at a game, or a spectator's, over its moments."""

    def __init__(self, game: Played, seat: Seat | None) -> None:
        assert game.spec.presenter is not None
        self.spec, self.game, self.seat = game.spec, game, seat
        self.presenter: Presenter[Any] = game.spec.presenter()
        self.names = tuple(info.name for info in game.session.header.seats)
        self.chronicle = Chronicle(self.names)

    def hears(self, moment: Moment) -> tuple[Event, ...]:
        """The events as the seat is told of them."""
        told_of = (self.spec.game.rules.seen(event, self.seat) for event in moment.events)
        return tuple(event for event in told_of if event is not None)

    def view(self, moment: Moment) -> Any:
        """The state as the seat may see it."""
        return self.spec.game.rules.view(moment.state, self.seat)

    def acting(self, moment: Moment) -> Seat | None:
        """The seat, if it may act."""
        return self.seat if self.seat in self.spec.game.rules.to_act(moment.state) else None

    def around(self, moment: Moment, refusal: str = "", reading: bool = False) -> Surroundings:
        """What is not in the state."""
        return Surroundings(
            self.names, acting=self.acting(moment), log=self.chronicle.lines, refusal=refusal, reading=reading
        )

    def scene(self, moment: Moment, hand: Any) -> SceneModel:
        """The picture."""
        view = self.view(moment)
        return self.presenter.scene(view, self.acting(moment), hand, self.presenter.places(view))

    def listen(self, moment: Moment) -> None:
        """Hear of the moment's events: lines, sounds, pieces that move."""
        view, events = self.view(moment), self.hears(moment)
        self.chronicle = self.chronicle.after(self.presenter, events, view)
        check_words(self.chronicle.lines)
        for event in events:
            assert self.presenter.cue(event) in CUES
            for lift in self.presenter.gliding(event, view).values():
                assert math.isfinite(lift) and lift >= 0
            assert isinstance(self.presenter.focus(event, view), str | None)

    def look(self, moment: Moment, hand: Any = None, refusal: str = "") -> HudModel:
        """Look at the moment, with something in the hand or not."""
        hand = self.presenter.hand() if hand is None else hand
        check_scene(self.spec, self.scene(moment, hand))
        view = self.view(moment)
        hud = self.presenter.hud(view, hand, self.around(moment, refusal))
        check_hud(hud)
        check_hud(self.presenter.hud(view, hand, self.around(moment, reading=True)))
        return hud

    def fumble(self, moment: Moment, rng: Random) -> int:
        """Use mouse and keys at random; whatever comes of it is legal or refused. How often something came of it."""
        seat, presenter, view = self.acting(moment), self.presenter, self.view(moment)
        assert seat is not None
        hand, done = presenter.hand(), 0
        hud = self.look(moment)
        buttons = [button.id for button in (*hud.supply, *hud.actions)] + ["no such command"]
        for _ in range(DOINGS):
            poses = presenter.places(view)
            match rng.randrange(7):
                case 0 | 1 | 2:
                    spots: Sequence[Any] = presenter.spots(view, seat, hand, poses)
                    point = rng.choice(spots) if spots else (0.0, 0.0, 0.0)
                    piece = rng.choice((None, *poses))
                    hit = Hit(piece, point if piece is None else poses[piece].position, (0.0, 0.0, 1.0))
                    reply = presenter.click(view, seat, presenter.point(view, seat, hand, hit))
                case 3 | 4:
                    reply = presenter.press(view, seat, hand, rng.choice(buttons))
                case 5:
                    reply = presenter.turn(view, seat, hand, rng.choice((-1, 1)))
                case _:
                    hand = presenter.walk(view, seat, hand, rng.choice((-1.0, 1.0)), 0.0, rng.choice((-1, 0, 1)))
                    reply = presenter.click(view, seat, hand)
            hand = reply.hand
            check_words(reply.refusal)
            assert reply.cue in CUES
            presenter.check(view, seat, hand, 2)
            assert isinstance(presenter.holding(view, seat, hand), bool) and isinstance(
                presenter.aims(view, seat, hand), bool
            )
            if reply.actions:
                done += 1
                self.spec.game.rules.verify(moment.state, seat, reply.actions[0])
            if rng.random() < 0.2:
                self.look(moment, hand, reply.refusal)
        hand = presenter.drop(presenter.point(view, seat, hand, None))
        self.look(moment, hand)
        return done


def check_pictures(game: Played, most: int) -> None:
    """Every seat and a spectator see and hear the whole game."""
    close = list(game.closely(most))
    for seat in (*game.seats, None):
        looker = Looker(game, seat)
        for moment in game.moments:
            looker.listen(moment)
            if any(moment is one for one in close):
                looker.look(moment)
    check_words(told(game.spec, record_of(game)).lines)


def check_hands(game: Played, most: int, rng: Random) -> int:
    """Whoever may act uses the hands at random; how often something came of it."""
    done = 0
    for moment in game.closely(most):
        for seat in sorted(game.spec.game.rules.to_act(moment.state)):
            done += Looker(game, seat).fumble(moment, rng)
    return done


def check_sheet(game: Played) -> None:
    """The sheet has a column for each player and says who won."""
    assert game.spec.sheet is not None
    names = tuple(info.name for info in game.session.header.seats)
    result = game.session.result()
    sheet: Sheet = game.spec.sheet(game.session.state, result, names)
    check_words(sheet)
    assert sheet.names == names and len(set(sheet.colours)) == len(names)
    assert sheet.winners == result.winners
    assert all(len(row.cells) == len(names) for row in sheet.rows) and sheet.rows[-1].kind == "total"
    assert [cell.text.replace("\N{MINUS SIGN}", "-") for cell in sheet.rows[-1].cells] == [
        str(score) for score in result.scores
    ]
    assert all(names[winner] in sheet.verdict for winner in result.winners)
    assert sheet.ended and result.ruling in sheet.ended
