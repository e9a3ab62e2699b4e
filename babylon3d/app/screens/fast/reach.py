"""What mouse and keys do to a person's hand in the Fast Game, as seen by the camera."""

from __future__ import annotations

import math
from typing import Protocol

from babylon3d.core.actions import Seat
from babylon3d.core.geometry import Vec3
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import PIECE_KINDS
from babylon3d.playable.babylon.fast.aim import Aim
from babylon3d.playable.babylon.fast.hand import HandController
from babylon3d.present.input import KeyDown, KeyUp, Wheel
from babylon3d.present.model import Hit
from babylon3d.render.camera import View
from babylon3d.render.picking import Ray

LIFT_M, FINE_LIFT_M = 0.010, 0.002
"""A step of the wheel lifts half a level; with Shift a tenth."""
FINE_TURN_DEG = 5.0
STEER_M_S, RISE_M_S = 0.14, 0.10
"""How fast held keys move and lift a hand."""
FAR_M = 10.0
"""What is pointed at past the table's edge is at most this far away."""
ALIASES = {"done": "special", "stop": "end"}
"""Buttons of this game that share the key of another game's."""


class Eyes(Protocol):
    """Whoever knows which ray belongs to a pixel: the scene, or a part of its window."""

    def ray(self, x_px: float, y_px: float) -> Ray:
        """The ray through a pixel, counted from the top left."""

    def pick(self, x_px: float, y_px: float, skip: frozenset[str] = frozenset()) -> Hit | None:
        """What lies under a pixel, some pieces left out; None is the background."""

    def pixel_of(self, point: Vec3) -> tuple[float, float] | None:
        """Where a point of the world is on the screen; None behind the eye."""


class Reach:
    """A mouse over the table, and keys that are held."""

    def __init__(self) -> None:
        self.mouse: tuple[float, float] | None = None
        self._aimed: tuple[float, float] | None = None
        self._held: dict[str, str] = {}

    def moved(self, eyes: Eyes, hand: HandController, state: FastState, x: float, y: float) -> None:
        """The cursor is elsewhere: what it points at now is where the piece goes."""
        self.mouse = (x, y)
        if not hand.setting:
            self._aimed = self.mouse
            hand.point(aimed(eyes, state, x, y))

    def fresh(self, eyes: Eyes, hand: HandController, state: FastState) -> None:
        """A new piece: it goes where the cursor points; a cursor that has been still points where it did."""
        if self.mouse is not None and self.mouse != self._aimed:
            self.moved(eyes, hand, state, *self.mouse)

    def wheel(self, hand: HandController, event: Wheel) -> None:
        """Lift and lower."""
        hand.lift(event.steps * (FINE_LIFT_M if event.modifiers.shift else LIFT_M))

    def key_down(self, event: KeyDown, command: str) -> bool:
        """Whether it is a key that moves the hand as long as it is held."""
        kind, _, way = command.partition(":")
        if kind != "cursor":
            return False
        self._held[event.key] = way
        return True

    def key_up(self, event: KeyUp) -> None:
        """It is held no longer."""
        self._held.pop(event.key, None)

    def release(self) -> None:
        """No key is held."""
        self._held.clear()

    def steer(self, view: View, hand: HandController, dt: float) -> None:
        """Move the hand by the keys that are held, for `dt` seconds."""
        ways = set(self._held.values())
        if not ways:
            return
        dx = ("right" in ways) - ("left" in ways)
        dy = ("away" in ways) - ("near" in ways)
        if dx or dy:
            across, ahead = ground_axes(view)
            step = STEER_M_S * dt
            hand.shift((across[0] * dx + ahead[0] * dy) * step, (across[1] * dx + ahead[1] * dy) * step)
        if "up" in ways or "down" in ways:
            hand.lift((("up" in ways) - ("down" in ways)) * RISE_M_S * dt)


def aimed(eyes: Eyes, state: FastState, x_px: float, y_px: float) -> Aim:
    """What the ray through a pixel meets first of what stands; past the table, a point of the table's plane far off."""
    loose = frozenset(held.id for player in state.seats for held in (player.hand, *player.judged) if held is not None)
    hit = eyes.pick(x_px, y_px, loose)
    if hit is not None:
        return Aim(hit.point, hit.piece, hit.normal)
    ray = eyes.ray(x_px, y_px)
    down = -ray.direction[2]
    far = min(FAR_M, ray.origin[2] / down) if down > 0 else FAR_M
    x, y, _ = ray.at(far)
    return Aim((x, y, 0.0))


def ground_axes(view: View) -> tuple[Vec3, Vec3]:
    """To the right and away on the table, as a view shows it; unit vectors."""
    a = math.radians(view.azimuth_deg)
    return view.right, (-math.cos(a), -math.sin(a), 0.0)


def liftable(state: FastState, seat: Seat | None, hit: Hit | None) -> str:
    """The own small noble that was hit, if it may be taken back (F7); else empty."""
    if seat is None or hit is None or hit.piece is None or not hit.piece.startswith("n"):
        return ""
    return hit.piece if FastRules().why_not(state, seat, m.Lift(hit.piece)) is None else ""


def why_it_stays(state: FastState, seat: Seat, hit: Hit | None) -> str:
    """Why what was hit cannot be taken into the hand; empty for the table."""
    piece = None if hit is None or hit.piece is None else state.piece(hit.piece)
    if piece is None:
        return ""
    if not piece.is_noble:
        return "what stands stays; take pieces from your supply (F7)"
    return str(FastRules().why_not(state, seat, m.Lift(piece.id)) or "")


def obey(hand: HandController, state: FastState, kind: str, way: str) -> None:
    """Do what a command of key or button asks of a hand; `piece:tower` is the kind "piece", the way "tower"."""
    match kind:
        case "piece" if way in PIECE_KINDS:
            hand.take(state, way)
        case "turn":
            hand.turn(FINE_TURN_DEG if way == "fine" else 90.0)
        case "straighten":
            hand.straighten()
        case "place":
            hand.let_go(state)
        case "put_away" if hand.kind is not None:
            hand.do(m.PutAway())
        case "done":
            hand.do(m.Done(no=state.seats[hand.seat].done))
        case "stop":
            hand.do(m.CallStop())
        case _:
            pass
