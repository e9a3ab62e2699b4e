"""A run of a drill on show: the clock in tenths, splits, the goal, the picture to rebuild, the best run as a ghost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from babylon3d.core.build import Build
from babylon3d.core.geometry import Pose, compose, yaw_quat
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.pieces import BABYLON, COLOURS, LARGE_NOBLES, SMALL_NOBLES, PieceKind
from babylon3d.games.babylon.practice.drills import DRILLS, MEDALS, Drill, clock
from babylon3d.games.babylon.practice.rules import (
    LOOK_S,
    PracticeState,
    looking,
    matched,
    measure,
    model_of,
    uncounted,
)
from babylon3d.playable.babylon.fast.scene import mesh_of
from babylon3d.playable.babylon.fast.words import NAMES, capital
from babylon3d.present.model import AreaRow, Button, HudModel, SceneModel, Visual
from babylon3d.present.showcase import tone_of

GHOST_ALPHA = 0.28
MODEL = "model "
"""The ids of a model's parts begin so."""
# The model to rebuild stands behind the area; one to be remembered in the middle of it, where there is nothing yet.
BEHIND_M, MIDDLE_M = (0.0, 0.20), (0.0, 0.0)
MOST_PIPS = 13
"""The bar at the bottom has room for so many dots; more parts are told in numbers only."""
LAST_LOOK_S = 3
"""So many seconds before a model is hidden they are counted down over the table, at its upper edge."""


def marks(drill: Drill, best: int | None, now: int | None) -> Iterator[AreaRow]:
    """What is to be beaten: the own best and the medals' measures; those that `now` reaches are lit."""
    if best is not None:
        yield AreaRow("Your best", text=drill.told(best), lit=now is not None and drill.better(now, best))
    for medal, least in zip(MEDALS, drill.medals, strict=True):
        reached = now is not None and (now == least or drill.better(now, least))
        yield AreaRow(medal.capitalize(), text=drill.told(least), lit=reached)


def split_line(state: PracticeState) -> str:
    """The last piece that came to rest: its number and its time."""
    if not state.splits:
        return ""
    return f"Piece {len(state.splits)} at {clock(state.splits[-1])}"


def told(hud: HudModel, state: PracticeState, ticks: int, best: int | None, recount: int = 0) -> HudModel:
    """The Fast Game's HUD as a drill shows it. `ticks` are those of building so far.

    `recount` are the seconds till a run that stood still goes on, 0 while it runs.
    """
    drill = DRILLS[state.drill]
    now = measure(state)
    limit = drill.limit_s * m.TICKS_A_SECOND
    shown = hud.clock
    if state.phase in ("building", "settling", "scored", "over"):
        at = state.reached if state.reached is not None else ticks
        shown = clock(limit - at) if limit else clock(at)
    worth = "" if drill.unit == "ticks" or now is None else drill.told(now)
    players = tuple(replace(card, total_text=worth or "–", detail=drill.title) for card in hud.players)
    retry = Button("retry", "Retry", "f5", "replay", tooltip="Begin this drill anew at once")
    kept = tuple(b for b in hud.actions if b.id not in ("stop", "done"))
    key = next((b.key for b in hud.actions if b.id == "stop"), "")
    end = _end(drill, key, state.phase == "building")
    ways = (retry, *kept) if state.seats[0].hand is not None else (retry, end, *kept)
    message, reason = _said(hud, state)
    left = looking(state)
    last_look = left is not None and left <= LAST_LOOK_S and not recount
    return replace(
        _looking(hud, left),
        title=drill.title,
        message="Get ready: the run goes on in a moment" if recount else message,
        reason=reason,
        banner=str(recount) if recount else str(left) if last_look else hud.banner,
        banner_at=0.0 if last_look else hud.banner_at,
        players=players,
        areas=tuple(marks(drill, best, now if now is not None else _provisional(drill, ticks))),
        areas_title="To beat",
        clock=shown,
        hurry=bool(limit) and state.phase == "building" and limit - ticks <= 10 * m.TICKS_A_SECOND,
        progress=_progress(state),
        progress_text=_progress_text(state),
        note=_note(state),
        actions=ways,
    )


def _end(drill: Drill, key: str, building: bool) -> Button:
    """The way out of a run: what it is worth by then counts, but for a goal that was not reached."""
    lost = drill.unit == "ticks"
    label, said = ("Give up", "without a result") if lost else ("Finish", "as it stands")
    reason = "" if building else "The run is not on"
    tooltip = f"End the run now, {said}"
    return Button("done", label, key, icon="stop", enabled=building, reason=reason, tooltip=tooltip, quiet=lost)


def _provisional(drill: Drill, ticks: int) -> int | None:
    """Against the clock the time so far: the marks that can still be reached are lit."""
    return ticks if drill.unit == "ticks" else None


def _looking(hud: HudModel, left: int | None) -> HudModel:
    """Nothing can be taken while a building is looked at; `left` as of `looking`."""
    if left is None:
        return hud
    why = "Look first: your hands are free when the building is hidden (F14)"
    return replace(hud, supply=tuple(replace(tile, enabled=False, reason=why) for tile in hud.supply))


def _note(state: PracticeState) -> str:
    """Under the supply: which building is copied, and the last piece's time."""
    if state.copy is None:
        return split_line(state)
    parts = f"Building {state.copy.stage + 1}", split_line(state)
    return " · ".join(part for part in parts if part)


def _said(hud: HudModel, state: PracticeState) -> tuple[str, str]:
    """The line of what may be done, and the reason at the table: also why what came to rest last does not count."""
    if state.phase not in ("building", "countdown"):
        return "The run is over", hud.reason
    left = looking(state)
    if left is not None:
        return ("Whole! Here comes the next one" if left > LOOK_S else f"Look: it is hidden in {left} s"), hud.reason
    player = state.seats[0]
    why = uncounted(state) if player.hand is None and not player.waits else ""
    if not why:
        return hud.message, hud.reason
    last = state.standing[-1]
    if state.drill == "height" and not last.is_noble:  # every part on the way up is like this: no refusal
        return capital(why), hud.reason
    return hud.message, hud.reason or f"That {NAMES[last.kind]} does not count: {why}"


def _progress(state: PracticeState) -> tuple[int, int, int]:
    """The nobles placed, or the parts that match, of those there are, where that is the goal."""
    found = matched(state)
    if found is not None:
        return (found[0], found[1], found[1]) if found[1] <= MOST_PIPS else (0, 0, 0)
    if state.drill != "all_nobles":
        return (0, 0, 0)
    placed = sum(piece.is_noble and piece.seat == 0 for piece in state.standing)
    most = LARGE_NOBLES + SMALL_NOBLES
    return (placed, most, most)


def _progress_text(state: PracticeState) -> str:
    found = matched(state)
    if found is not None:
        return f"{found[0]} of {found[1]} match"
    return "Nobles placed" if state.drill == "all_nobles" else "Solo practice"


def pictured(
    scene: SceneModel,
    state: PracticeState,
    ghost: Mapping[str, Pose],
    kinds: Mapping[str, PieceKind],
    turned_deg: float = 0.0,
    *,
    still: bool = False,
) -> SceneModel:
    """The scene with the model to rebuild behind the area, and the best run's pieces faintly where they were.

    The model stands turned about its middle by `turned_deg`. One that is to be remembered stands in the middle of the
    area while it is looked at, is hidden while it is copied and while time is `still`, and comes back at the end.
    """
    where: tuple[float, float] | None = BEHIND_M
    if state.copy is not None and state.phase in ("countdown", "building"):
        left = looking(state)
        where = MIDDLE_M if left is not None and left <= LOOK_S and not still else None
    model = () if where is None else _model(model_of(state), where, turned_deg)
    return replace(scene, pieces=(*scene.pieces, *model, *_ghosts(ghost, kinds)))


def unmodelled(scene: SceneModel) -> SceneModel:
    """The scene without a model."""
    return replace(scene, pieces=tuple(piece for piece in scene.pieces if not piece.id.startswith(MODEL)))


def _model(build: Build, middle: tuple[float, float], turned_deg: float) -> Iterator[Visual]:
    """A model with its middle there, metres."""
    poses = build.poses(BABYLON)
    if not poses:
        return
    xs, ys = ([pose.position[axis] for pose in poses.values()] for axis in (0, 1))
    mx, my = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    here = Pose((middle[0], middle[1], 0.0), yaw_quat(turned_deg))
    kinds = {part.id: part.kind for part in build.parts}
    for name, pose in poses.items():
        x, y, z = pose.position
        at = compose(here, Pose((x - mx, y - my, z), pose.quaternion))
        yield Visual(f"{MODEL}{name}", mesh_of(kinds[name], ""), at, tone_of(name))


def _ghosts(ghost: Mapping[str, Pose], kinds: Mapping[str, PieceKind]) -> Iterator[Visual]:
    for name, pose in ghost.items():
        yield Visual(f"best {name}", mesh_of(kinds[name], COLOURS[0]), pose, alpha=GHOST_ALPHA)
