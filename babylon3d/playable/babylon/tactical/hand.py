"""The hand in the Tactical Game: what it holds and points at, and what its clicks and keys mean."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from babylon3d.core.errors import IllegalAction
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.core.lattice import TURNS, Axis, Cell, Turn
from babylon3d.games.babylon.pieces import PIECE_KINDS, PITCH_M, PieceKind
from babylon3d.games.babylon.tactical.model import (
    MAX_PLACED,
    EndTurn,
    Exchange,
    Place,
    TacticalAction,
    TakeBack,
    TurnTower,
    Unable,
)
from babylon3d.playable.babylon.tactical.site import Site
from babylon3d.present.model import Hit
from babylon3d.present.presenter import Reply


@dataclass(frozen=True, slots=True)
class Hand:
    """What the person at the mouse holds and points at.

    `hit` is what lies under the mouse, `cursor` what the keyboard stands on (a slot, or a piece's id); the one that was
    moved last counts; `last` is where something was placed last, metres. `chosen` is the first noble of an exchange.
    `shown` is a place that works, marked because it was asked for.
    """

    piece: PieceKind | None = None
    turn: Turn = 0
    axis: Axis = "x"
    clockwise: bool = False
    hit: Hit | None = None
    cursor: Place | str | None = None
    chosen: str | None = None
    show_slots: bool = False
    fade_above: int | None = None
    last: Vec3 | None = None
    shown: Place | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """What a click would do now: the action, why it is refused, and the pieces it is about."""

    action: TacticalAction | None = None
    refusal: IllegalAction | None = None
    pieces: tuple[str, ...] = ()
    choose: str | None = None
    """The noble that a click would choose for an exchange."""


NOTHING = Aim()


def held_piece(site: Site, hand: Hand) -> PieceKind | None:
    """The piece in the hand, if it can still be placed anywhere."""
    if hand.piece is None or piece_refusal(site, hand.piece) is not None:
        return None
    return hand.piece


def supply_of(site: Site) -> dict[PieceKind, int]:
    """What the seat at the mouse (or the one to move) still holds, by kind in the set's order."""
    supply = site.state.seats[site.state.to_move if site.seat is None else site.seat].supply
    return dict(zip(PIECE_KINDS, (supply.towers, supply.bridges, supply.large, supply.small), strict=True))


def aim(site: Site, hand: Hand) -> Aim:
    """What the hand points at and what a click would do."""
    piece = held_piece(site, hand)
    if piece is not None:
        return _aim_place(site, hand, piece)
    return _aim_special(site, hand) if site.special else NOTHING


def _aim_place(site: Site, hand: Hand, piece: PieceKind) -> Aim:
    if isinstance(hand.cursor, Place):
        place: Place | None = hand.cursor if hand.cursor.piece == piece else None
    else:
        place = site.snapped(piece, hand.axis, hand.hit) if hand.hit is not None else None
    if place is None:
        return NOTHING
    action = structs.replace(place, turn=hand.turn) if piece == "tower" else place
    under = site.owner.get(Cell(place.x, place.y, place.level)) if piece in ("large", "small") else None
    return Aim(action, site.why_not(action), () if under is None else (under,))


def _aim_special(site: Site, hand: Hand) -> Aim:
    """Over a noble: choose it, or exchange the chosen one with it. Over a tower, expert: turn it."""
    target = hand.cursor if isinstance(hand.cursor, str) else (hand.hit.piece if hand.hit is not None else None)
    if target in site.nobles:
        if site.state.exchanged:
            return Aim(None, IllegalAction("T6", "only one exchange in a turn"), (target,))
        if hand.chosen is None:
            if site.partners(target):
                return Aim(pieces=(target,), choose=target)
            return Aim(None, _no_partner(site), (target,))
        if hand.chosen == target:
            return Aim(pieces=(target,), choose=target)
        exchange = Exchange((hand.chosen, target))
        return Aim(exchange, site.why_not(exchange), (hand.chosen, target))
    if target in site.parts and site.state.options.expert and hand.chosen is None:
        turn = TurnTower(target, hand.clockwise)
        return Aim(turn, site.why_not(turn), (target,))
    return NOTHING


def _no_partner(site: Site) -> IllegalAction:
    alike = ", whose towers are turned alike" if site.state.options.expert else ""
    return IllegalAction("T6", f"it can be switched with no other noble of its size{alike}")


def why_refused(site: Site, hand: Hand) -> IllegalAction | None:
    """Why what the hand points at is refused, for pointing and for clicking; `None` if it is not."""
    meant = aim(site, hand)
    if meant.refusal is None or not isinstance(meant.action, Place):
        return meant.refusal
    return site.explained(meant.action)


def fits_turned(site: Site, hand: Hand) -> bool:
    """Whether a bridge that is refused where the hand points would fit with its other axis."""
    if held_piece(site, hand) != "bridge":
        return False
    other = aim(site, replace(hand, axis="y" if hand.axis == "x" else "x"))
    return other.refusal is None and other.action is not None


# -- what hands do -----------------------------------------------------------------------------------


def click(site: Site, hand: Hand) -> Reply[Hand]:
    """The left button, or the key for placing."""
    meant = aim(site, hand)
    if meant.choose is not None:
        return Reply(replace(hand, chosen=None if hand.chosen == meant.choose else meant.choose), cue="pick")
    if meant.refusal is not None:
        return Reply(hand, refusal=why_refused(site, hand) or "", cue="refuse")
    if meant.action is None:
        return Reply(hand)
    if isinstance(meant.action, Place):
        left = supply_of(site)[meant.action.piece] - 1
        last = len(site.state.placed) + 1 >= MAX_PLACED
        piece = hand.piece if left and not last else None
        spot = site.ghost_pose(meant.action).position
        return Reply(replace(hand, piece=piece, hit=None, cursor=None, last=spot, shown=None), (meant.action,))
    return Reply(replace(hand, chosen=None), (meant.action,))


def press(site: Site, hand: Hand, command: str) -> Reply[Hand]:
    """A button of the HUD, or its key."""
    kind, _, rest = command.partition(":")
    match kind:
        case "piece" if rest in PIECE_KINDS:
            return _take(site, hand, next(k for k in PIECE_KINDS if k == rest))
        case "end":
            return _ask(site, hand, Unable() if site.placing and site.why_not(Unable()) is None else EndTurn())
        case "special":
            return _special(site, hand)
        case "undo":
            return _ask(site, hand, TakeBack())
        case "slots":
            return Reply(replace(hand, show_slots=not hand.show_slots))
        case "fade":
            shown = levels(site, hand)[0]
            level = int(rest) if rest.isdigit() else shown + (1 if rest == "up" else -1)
            return Reply(_fade(site, hand, level))
        case _:
            return Reply(hand)


def _ask(site: Site, hand: Hand, action: TacticalAction) -> Reply[Hand]:
    """The action if it is legal, otherwise the reason."""
    error = site.why_not(action)
    if error is not None:
        return Reply(hand, refusal=error, cue="refuse")
    return Reply(drop(hand), (action,))


def _special(site: Site, hand: Hand) -> Reply[Hand]:
    """End the placements for the special move; while it is on, choose anew."""
    if site.special:
        return Reply(drop(hand))
    error = special_refusal(site)
    return Reply(drop(hand), (EndTurn(),)) if error is None else Reply(hand, refusal=error, cue="refuse")


def special_refusal(site: Site) -> IllegalAction | None:
    """Why the special move cannot be begun now."""
    if not site.placing:
        return IllegalAction("T6", "the special move comes after your own placements")
    if any(piece in site.nobles for piece in site.state.placed):
        return IllegalAction("T6", "the special move needs a turn in which no noble was placed")
    if len(site.nobles) < 2 and not site.state.options.expert:
        return IllegalAction("T6", "there are no two nobles to switch yet")
    return site.why_not(EndTurn())


def piece_refusal(site: Site, kind: PieceKind) -> IllegalAction | None:
    """Why a piece cannot be taken into the hand."""
    if not site.placing:
        if site.special:
            return IllegalAction("T6", "the placements are over")
        return IllegalAction("T1", "it is not your turn")
    if supply_of(site)[kind] == 0:
        return IllegalAction("T1", "none is left in your supply")
    if len(site.state.placed) >= MAX_PLACED:
        return IllegalAction("T1", "five pieces are placed, the turn is full")
    seat = site.state.to_move
    if kind in ("large", "small") and site.state.seats[seat].turns_taken == 0:
        return IllegalAction("T4", "no nobles in the first round")
    if kind in ("large", "small"):
        return None if site.slots(kind) else IllegalAction("T5", "no tower has room for it")
    if site.slots(kind, "x") or site.slots(kind, "y"):
        return None
    if site.state.first_round and site.state.to_move == site.state.options.first:
        return IllegalAction("T4", "no place is left on the first two levels")
    return IllegalAction("B2", "there is no place for it")


def _take(site: Site, hand: Hand, kind: PieceKind) -> Reply[Hand]:
    """Take a piece of the supply into the hand; the one that is held is put back."""
    if hand.piece == kind and site.placing:
        return Reply(replace(hand, piece=None, cursor=None))
    error = piece_refusal(site, kind)
    if error is not None:
        return Reply(hand, refusal=error, cue="refuse")
    return Reply(replace(hand, piece=kind, cursor=None, chosen=None), cue="pick")


def turn(site: Site, hand: Hand, steps: int) -> Reply[Hand]:
    """Turn what is held: a tower by quarters, a bridge between its two axes; in the expert's special move the way."""
    if held_piece(site, hand) == "bridge":
        axis: Axis = "y" if (hand.axis == "x") == bool(steps % 2) else "x"
        turned = replace(hand, axis=axis)
        if isinstance(hand.cursor, Place):
            turned = replace(turned, cursor=_nearest(site, turned, hand.cursor))
        return Reply(turned, cue="turn")
    if held_piece(site, hand) == "tower":
        return Reply(replace(hand, turn=TURNS[(TURNS.index(hand.turn) + steps) % 4]), cue="turn")
    if site.special and site.state.options.expert and hand.chosen is None:
        return Reply(replace(hand, clockwise=not hand.clockwise), cue="turn")
    return Reply(hand)


def _nearest(site: Site, hand: Hand, place: Place) -> Place | None:
    """The slot nearest to where the keyboard's cursor was."""

    def away(slot: Place) -> float:
        return abs(slot.x - place.x) + abs(slot.y - place.y) + abs(slot.level - place.level)

    return min(targets_of_piece(site, hand, place.piece), key=away, default=None)


def drop(hand: Hand) -> Hand:
    """The hand after putting back what it held and forgetting what it chose."""
    return replace(hand, piece=None, chosen=None, cursor=None, shown=None)


def levels(site: Site, hand: Hand) -> tuple[int, int]:
    """The highest level that is not faded, and the building's top."""
    top = max((c.level for c in site.owner), default=0)
    return (top if hand.fade_above is None else min(top, hand.fade_above)), top


def _fade(site: Site, hand: Hand, level: int) -> Hand:
    """Fade what is above a level, at the building's top nothing."""
    return replace(hand, fade_above=None if level >= levels(site, hand)[1] else max(0, level))


# -- the keyboard's cursor ----------------------------------------------------------------------------


def targets_of_piece(site: Site, hand: Hand, piece: PieceKind) -> list[Place]:
    """Where the keyboard's cursor can stand with a piece in the hand."""
    return list(site.near_slots(piece, hand.axis))


def targets(site: Site, hand: Hand) -> list[Place | str]:
    """Everything the keyboard's cursor can stand on now, in a fixed order."""
    piece = held_piece(site, hand)
    if piece is not None:
        return list(targets_of_piece(site, hand, piece))
    if not site.special:
        return []
    if hand.chosen is not None:
        return [hand.chosen, *site.partners(hand.chosen)]
    nobles = [] if site.state.exchanged else [n for n in site.nobles if site.partners(n)]
    return [*nobles, *site.turnable(hand.clockwise)]


def spots(site: Site, hand: Hand, poses: Mapping[str, Pose]) -> list[Vec3]:
    """Points where a click may mean something, highest first: the ground of every slot, the middle of a piece."""
    found: list[Vec3] = []
    for target in targets(site, hand):
        if isinstance(target, str):
            found.append(poses[target].position)
            continue
        x, y, z = site.ghost_pose(target).position
        below = site.set.specs[target.piece].size[2] / 2
        if target.piece == "bridge":
            dx, dy = (PITCH_M, 0.0) if target.axis == "x" else (0.0, PITCH_M)
            found.append((x + 0.7 * dx, y + 0.7 * dy, z - below))
        found.append((x, y, z - below))
    return sorted(found, key=lambda point: -point[2])


def walk(site: Site, hand: Hand, dx: float, dy: float, up: int) -> Hand:
    """Move the cursor to the next target in a direction of the table, or to the next level at the same place."""
    poses = site.state.build.poses(site.set)
    spots = [(target, site.spot(target, poses)) for target in targets(site, hand)]
    if not spots:
        return hand
    here = next((spot for target, spot in spots if target == hand.cursor), None)
    if here is None:
        start = _start(site, hand)
        return replace(hand, cursor=min(spots, key=lambda s: math.dist(s[1], start))[0])
    best = min((s for s in spots if s[1] != here), key=lambda s: _effort(here, s[1], dx, dy, up), default=None)
    if best is None or math.isinf(_effort(here, best[1], dx, dy, up)):
        return hand
    return replace(hand, cursor=best[0])


def _start(site: Site, hand: Hand) -> Vec3:
    """Where a new cursor appears: at the mouse, else where a piece was placed last, else over the building."""
    if hand.hit is not None:
        return hand.hit.point
    if hand.last is not None:
        return hand.last
    cells = list(site.owner) or []
    if not cells:
        return (0.0, 0.0, 0.0)
    n = len(cells)
    return (sum(c.x for c in cells) / n * PITCH_M, sum(c.y for c in cells) / n * PITCH_M, 1.0)


def _effort(here: Vec3, there: Vec3, dx: float, dy: float, up: int) -> float:
    """How far a target is in the wanted direction, infinite if it is not in it; sideways and up count more."""
    vx, vy, vz = (b - a for a, b in zip(here, there, strict=True))
    across = math.hypot(vx, vy)
    if up:
        return abs(vz) + 10 * across if vz * up > PITCH_M / 4 else math.inf
    along = vx * dx + vy * dy
    if along < PITCH_M / 4:
        return math.inf
    aside = abs(vx * dy - vy * dx)
    return math.inf if aside > 2 * along else along + 2 * aside + 0.4 * abs(vz)
