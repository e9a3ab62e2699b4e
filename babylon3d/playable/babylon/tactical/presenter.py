"""The Tactical Game's presenter: what a play screen asks of it, answered by the modules beside this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from babylon3d.core.actions import Event, Seat
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.games.babylon.pieces import BABYLON, LEVEL_M
from babylon3d.games.babylon.tactical.model import (
    Exchanged,
    Placed,
    PutBack,
    SpecialTakenBack,
    TakenBack,
    TowerTurned,
)
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.playable.babylon.tactical import advice
from babylon3d.playable.babylon.tactical import hand as tactical_hand
from babylon3d.playable.babylon.tactical import hud as tactical_hud
from babylon3d.playable.babylon.tactical import scene as tactical_scene
from babylon3d.playable.babylon.tactical import words as tactical_words
from babylon3d.playable.babylon.tactical.hand import Hand
from babylon3d.playable.babylon.tactical.site import Site
from babylon3d.present.model import Hit, HudModel, SceneModel
from babylon3d.present.presenter import Reply, Surroundings


class TacticalPresenter:
    """Pure, but for the site it keeps of the last state so that nothing is asked of the rules twice."""

    def __init__(self) -> None:
        self._site: Site | None = None

    def site(self, state: TacticalState, seat: Seat | None) -> Site:
        """The state as the seat meets it."""
        if self._site is None or self._site.state is not state or self._site.seat != seat:
            self._site = Site(state, seat)
        return self._site

    def hand(self) -> Hand:
        """An empty hand."""
        return Hand()

    def point(self, state: TacticalState, seat: Seat | None, hand: Hand, hit: Hit | None) -> Hand:
        """The cursor is over something else; the keyboard's cursor no longer counts."""
        return replace(hand, hit=hit, cursor=None)

    def click(self, state: TacticalState, seat: Seat, hand: Hand) -> Reply[Hand]:
        """The left button, or the key for placing."""
        return tactical_hand.click(self.site(state, seat), hand)

    def press(self, state: TacticalState, seat: Seat | None, hand: Hand, command: str) -> Reply[Hand]:
        """A button of the HUD or its key: piece:tower, end, special, undo, slots, works, fade:up, fade:down, fade:2."""
        if command == "works":
            return advice.show(self.site(state, seat), hand)
        return tactical_hand.press(self.site(state, seat), hand, command)

    def turn(self, state: TacticalState, seat: Seat, hand: Hand, steps: int) -> Reply[Hand]:
        """The wheel, or the key for turning."""
        return tactical_hand.turn(self.site(state, seat), hand, steps)

    def walk(self, state: TacticalState, seat: Seat, hand: Hand, dx: float, dy: float, up: int) -> Hand:
        """Move the keyboard's cursor over slots, nobles and towers."""
        return tactical_hand.walk(self.site(state, seat), hand, dx, dy, up)

    def spots(self, state: TacticalState, seat: Seat, hand: Hand, poses: Mapping[str, Pose]) -> Sequence[Vec3]:
        """Where the slots of the held piece touch what is below; nobles and towers of the special move."""
        return tactical_hand.spots(self.site(state, seat), hand, poses)

    def check(self, state: TacticalState, seat: Seat, hand: Hand, most: int) -> int:
        """Find out of some more slots whether they are dead ends (T2)."""
        site = self.site(state, seat)
        piece = tactical_hand.held_piece(site, hand)
        return site.check(piece, hand.axis, most) if piece is not None and hand.show_slots else 0

    def holding(self, state: TacticalState, seat: Seat, hand: Hand) -> bool:
        """Whether the hand holds a piece that can be placed, or has chosen a noble."""
        site = self.site(state, seat)
        return tactical_hand.held_piece(site, hand) is not None or (site.special and hand.chosen is not None)

    def aims(self, state: TacticalState, seat: Seat, hand: Hand) -> bool:
        """Whether a piece is held, or the special move lets nobles and towers be clicked."""
        site = self.site(state, seat)
        return site.special or tactical_hand.held_piece(site, hand) is not None

    def drop(self, hand: Hand) -> Hand:
        """The hand after Esc."""
        return tactical_hand.drop(hand)

    def places(self, state: TacticalState) -> Mapping[str, Pose]:
        """Where every piece belongs, by its id; metres."""
        return state.build.poses(BABYLON)

    def scene(self, state: TacticalState, seat: Seat | None, hand: Hand, poses: Mapping[str, Pose]) -> SceneModel:
        """Everything in 3D."""
        return tactical_scene.scene(self.site(state, seat), hand, poses)

    def hud(self, state: TacticalState, hand: Hand, around: Surroundings) -> HudModel:
        """Everything flat."""
        return tactical_hud.hud(self.site(state, around.acting), hand, around)

    def line(self, event: Event, state: TacticalState, names: Sequence[str]) -> str:
        """An event in plain words."""
        return tactical_words.line(event, state, names)

    def takes_back(self, event: Event) -> bool:
        """Whether the event undoes the last line of the log."""
        return isinstance(event, TakenBack | SpecialTakenBack)

    def cue(self, event: Event) -> str:
        """The sound of an event."""
        return tactical_words.cue(event)

    def gliding(self, event: Event, state: TacticalState) -> Mapping[str, float]:
        """Exchanged nobles are lifted over the building; a turned tower and fallen pieces go straight."""
        match event:
            case Exchanged():
                return {event.nobles[0]: 2.5 * LEVEL_M, event.nobles[1]: 1.5 * LEVEL_M}
            case SpecialTakenBack(pieces=(one, other)):
                return {one: 2.5 * LEVEL_M, other: 1.5 * LEVEL_M}
            case TowerTurned(tower=tower) | SpecialTakenBack(pieces=(tower,)):
                riders = (n.id for n in state.build.nobles if n.on == tower)
                return {tower: 0.0, **dict.fromkeys(riders, 0.0)}
            case PutBack():
                return {piece.id: LEVEL_M / 2 for piece in state.build.pieces()}
            case _:
                return {}

    def focus(self, event: Event, state: TacticalState) -> str | None:
        """The piece that an event is about."""
        match event:
            case Placed():
                return event.id
            case Exchanged():
                return event.nobles[0]
            case TowerTurned():
                return event.tower
            case SpecialTakenBack():
                return event.pieces[0]
            case _:
                return None
