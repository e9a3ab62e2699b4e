"""The Tactical Game in 3D: pieces with their marks, ghosts, the ruler beside the building."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from babylon3d.core.build import Part
from babylon3d.core.geometry import Pose, compose, yaw_quat
from babylon3d.games.babylon.pieces import PITCH_M, TABLE_REACH
from babylon3d.games.babylon.tactical.appraise import Standing, leader
from babylon3d.games.babylon.tactical.model import Place, TurnTower
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.playable.babylon.tactical.advice import shown
from babylon3d.playable.babylon.tactical.hand import Aim, Hand, aim, held_piece
from babylon3d.playable.babylon.tactical.site import NOBLES, Site
from babylon3d.present.model import Ghost, Glow, Ruler, RulerRow, SceneModel, Visual
from babylon3d.present.showcase import level_of, mesh_of, tone_of

RULER_WORDS = "The ruler: on each level, who leads it and the points that gives (T9)"


def ruler_rows(state: TacticalState) -> tuple[RulerRow, ...]:
    """Who leads each level and what it scores (T9), from level 1 to the highest."""
    standing = Standing.of(state)
    colours = [seat.colour for seat in state.seats]
    top = max((p.cell.level for p in state.build.parts), default=0)
    rows = []
    for level in range(1, top + 1):
        row = standing.row(level)
        first = leader(row)
        counts = tuple((colour, n) for colour, n in zip(colours, row, strict=True) if n)
        rows.append(RulerRow(level, None if first is None else colours[first], level, counts))
    return tuple(rows)


def scene(site: Site, hand: Hand, poses: Mapping[str, Pose]) -> SceneModel:
    """Everything in 3D; `poses` are where the pieces are now, metres."""
    meant = aim(site, hand)
    glows = dict(_glows(site, hand, meant))
    places = site.state.build.poses(site.set)
    pieces = tuple(
        Visual(
            piece.id,
            mesh_of(piece),
            poses.get(piece.id, places[piece.id]),
            tone_of(piece.id) if isinstance(piece, Part) else 0.0,
            glows.get(piece.id, "none"),
            level=level_of(site.state.build, piece),
        )
        for piece in site.state.build.pieces()
    )
    return SceneModel(
        pieces,
        tuple(_ghosts(site, hand, meant, poses)),
        # An empty table is where one wants to build: nothing is measured there yet.
        Ruler(ruler_rows(site.state), _columns(site), words=RULER_WORDS) if site.parts else None,
        hand.fade_above,
        _middle(site),
        TABLE_REACH,
    )


def _glows(site: Site, hand: Hand, meant: Aim) -> Iterator[tuple[str, Glow]]:
    """Which pieces are lit, the later the stronger."""
    yield from ((piece, "fresh") for piece in site.state.placed)
    yield from ((piece, "loose") for piece in sorted(site.loose))
    if site.special:
        if hand.chosen is not None:
            yield from ((noble, "choice") for noble in site.partners(hand.chosen))
        elif not site.state.exchanged:
            yield from ((noble, "choice") for noble in site.nobles if site.partners(noble))
    if meant.refusal is None:
        yield from ((piece, "hover") for piece in meant.pieces)
    if hand.chosen is not None:
        yield hand.chosen, "picked"


def _ghosts(site: Site, hand: Hand, meant: Aim, poses: Mapping[str, Pose]) -> Iterator[Ghost]:
    piece = held_piece(site, hand)
    if piece is not None and hand.show_slots:
        for slot in site.near_slots(piece, hand.axis):
            if site.refused(slot):
                continue
            # A noble's own foot is hardly seen on a tower: all of the tower's top is marked.
            lit = Place("tower", slot.x, slot.y, slot.level + 1) if piece in NOBLES else slot
            yield Ghost(lit.piece, site.ghost_pose(lit), "slot")
    marked = shown(site, hand)
    if marked is not None and marked != meant.action:
        yield Ghost(_ghost_mesh(site, marked.piece), site.ghost_pose(marked), "shown")
    kind = "legal" if meant.refusal is None else "illegal"
    match meant.action:
        case Place():
            pose = site.ghost_pose(meant.action)
            yield Ghost(_ghost_mesh(site, meant.action.piece), pose, "legal" if kind == "legal" else "illegal")
        case TurnTower() if meant.refusal is None:
            at = poses.get(meant.action.tower, site.set.pose(site.parts[meant.action.tower]))
            turned = Pose((0.0, 0.0, 0.0), yaw_quat(-90.0 if meant.action.clockwise else 90.0))
            yield Ghost("tower", compose(at, turned), "legal")
        case _:
            pass


def _ghost_mesh(site: Site, piece: str) -> str:
    """The mesh of a piece of the seat at the mouse."""
    colour = site.state.seats[site.state.to_move if site.seat is None else site.seat].colour
    return f"{piece}_{colour}" if piece in NOBLES else piece


def _columns(site: Site) -> tuple[tuple[float, float], ...]:
    """The middles in plan of the cells that the building is over; metres."""
    return tuple(sorted({(c.x * PITCH_M, c.y * PITCH_M) for c in site.owner})) or ((0.0, 0.0),)


def _middle(site: Site) -> tuple[float, float, float]:
    """The middle of the building; metres."""
    if not site.owner:
        return (0.0, 0.0, 0.02)
    xs, ys, levels = ([c[i] for c in site.owner] for i in range(3))
    return (
        (min(xs) + max(xs)) / 2 * PITCH_M,
        (min(ys) + max(ys)) / 2 * PITCH_M,
        max(levels) / 2 * PITCH_M,
    )
