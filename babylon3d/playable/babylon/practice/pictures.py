"""A run of a drill on show: the clock in tenths, splits, the goal, the picture to rebuild, the best run as a ghost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from babylon3d.core.geometry import Pose
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.pieces import BABYLON, COLOURS, LARGE_NOBLES, SMALL_NOBLES, PieceKind
from babylon3d.games.babylon.practice.drills import DRILLS, MEDALS, Drill, clock
from babylon3d.games.babylon.practice.rules import PracticeState, measure
from babylon3d.playable.babylon.fast.scene import mesh_of
from babylon3d.present.model import AreaRow, Button, HudModel, SceneModel, Visual
from babylon3d.present.showcase import tone_of

GHOST_ALPHA = 0.28
# The picture to rebuild stands behind the area.
PICTURE_M = (0.0, 0.20, 0.0)


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


def told(hud: HudModel, state: PracticeState, ticks: int, best: int | None) -> HudModel:
    """The Fast Game's HUD as a drill shows it. `ticks` are those of building so far."""
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
    message = hud.message if state.phase in ("building", "countdown") else "The run is over"
    return replace(
        hud,
        title=drill.title,
        message=message,
        players=players,
        areas=tuple(marks(drill, best, now if now is not None else _provisional(drill, ticks))),
        areas_title="To beat",
        clock=shown,
        hurry=bool(limit) and state.phase == "building" and limit - ticks <= 10 * m.TICKS_A_SECOND,
        progress=_progress(state),
        progress_text="Nobles placed" if drill.id == "all_nobles" else "Solo practice",
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


def _progress(state: PracticeState) -> tuple[int, int, int]:
    """The nobles placed of those there are, where that is the goal."""
    if state.drill != "all_nobles":
        return (0, 0, 0)
    placed = sum(piece.is_noble and piece.seat == 0 for piece in state.standing)
    most = LARGE_NOBLES + SMALL_NOBLES
    return (placed, most, most)


def pictured(
    scene: SceneModel, state: PracticeState, ghost: Mapping[str, Pose], kinds: Mapping[str, PieceKind]
) -> SceneModel:
    """The scene with the picture to rebuild behind the area, and the best run's pieces faintly where they were."""
    return replace(scene, pieces=(*scene.pieces, *_picture(DRILLS[state.drill]), *_ghosts(ghost, kinds)))


def _picture(drill: Drill) -> Iterator[Visual]:
    dx, dy, dz = PICTURE_M
    parts = {part.id: part.kind for part in drill.target.parts}
    for name, pose in drill.target.poses(BABYLON).items():
        x, y, z = pose.position
        at = Pose((x + dx, y + dy, z + dz), pose.quaternion)
        yield Visual(f"picture {name}", mesh_of(parts[name], ""), at, tone_of(name))


def _ghosts(ghost: Mapping[str, Pose], kinds: Mapping[str, PieceKind]) -> Iterator[Visual]:
    for name, pose in ghost.items():
        yield Visual(f"best {name}", mesh_of(kinds[name], COLOURS[0]), pose, alpha=GHOST_ALPHA)
