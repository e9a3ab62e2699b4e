"""A run of a drill on show: the clock in tenths, splits, the goal, the picture to rebuild, the best run as a ghost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from babylon3d.core.build import Build
from babylon3d.core.geometry import Pose, compose, yaw_quat
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.pieces import BABYLON, COLOURS, LARGE_NOBLES, SMALL_NOBLES, PieceKind
from babylon3d.games.babylon.practice.drills import DRILLS, MEDALS, Drill, clock
from babylon3d.games.babylon.practice.rules import PracticeState, matched, measure, uncounted
from babylon3d.playable.babylon.fast.scene import mesh_of
from babylon3d.playable.babylon.fast.words import NAMES, capital
from babylon3d.present.model import AreaRow, Button, HudModel, SceneModel, Visual
from babylon3d.present.showcase import tone_of

GHOST_ALPHA = 0.28
MODEL = "model "
"""The ids of a model's parts begin so."""
# The model to rebuild stands behind the area.
BEHIND_M = (0.0, 0.20)


def marks(drill: Drill, best: int | None, now: int | None) -> Iterator[AreaRow]:
    """What is to be beaten: the own best and the medals' measures; those that `now` reaches are lit."""
    if best is not None:
        yield AreaRow("Your best", text=drill.told(best), lit=now is not None and drill.better(now, best))
    for medal, least in zip(MEDALS, drill.medals, strict=True):
        reached = now is not None and (now == least or drill.better(now, least))
        yield AreaRow(medal.capitalize(), text=drill.told(least), lit=reached)


def target_line(drill: Drill, best: int | None) -> str:
    """The same in one line."""
    said = [f"{row.title.lower()} {row.text}" for row in marks(drill, best, None)]
    return ", ".join(said).capitalize()


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
    return replace(
        hud,
        title=drill.title,
        message="Get ready: the run goes on in a moment" if recount else message,
        reason=reason,
        banner=str(recount) if recount else hud.banner,
        players=players,
        areas=tuple(marks(drill, best, now if now is not None else _provisional(drill, ticks))),
        areas_title="To beat",
        clock=shown,
        hurry=bool(limit) and state.phase == "building" and limit - ticks <= 10 * m.TICKS_A_SECOND,
        progress=_progress(state),
        progress_text=_progress_text(state),
        note=split_line(state),
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


def _said(hud: HudModel, state: PracticeState) -> tuple[str, str]:
    """The line of what may be done, and the reason at the table: also why what came to rest last does not count."""
    if state.phase not in ("building", "countdown"):
        return "The run is over", hud.reason
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
        return (found[0], found[1], found[1])
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
) -> SceneModel:
    """The scene with the model to rebuild behind the area, and the best run's pieces faintly where they were.

    The model stands turned about its middle by `turned_deg`.
    """
    model = _model(DRILLS[state.drill].target, BEHIND_M, turned_deg)
    return replace(scene, pieces=(*scene.pieces, *model, *_ghosts(ghost, kinds)))


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
