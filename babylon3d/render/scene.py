"""Shows a SceneModel: keeps what is drawn, and changes only what changed."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from panda3d.core import GeomNode, TransparencyAttrib

from babylon3d.core.build import Box, PieceSet
from babylon3d.core.errors import Unavailable
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.present.model import Hit, SceneModel, Visual
from babylon3d.render import meshes, occlusion, quality
from babylon3d.render.camera import FIELD_OF_VIEW_DEG, NEAR_M, Bounds, OrbitCamera, View
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.cloths import Cloths
from babylon3d.render.contacts import Contacts
from babylon3d.render.ghosts import Overlay
from babylon3d.render.glb import MeshData
from babylon3d.render.masks import (
    CASTERS,
    FINE,
    MOVER_CASTERS,
    MOVING_CASTERS,
    OVER,
    OVER_FINE,
    OVER_QUICK,
    PICTURES,
    QUICK,
    QUICK_MOVERS,
    ROUGH,
    ROUGH_MOVERS,
    STILL_CASTERS,
)
from babylon3d.render.movers import Movers, is_near
from babylon3d.render.panes import Pane
from babylon3d.render.picking import Ray, is_faded, pick
from babylon3d.render.pictures import Rect, encoded
from babylon3d.render.quality import Governor, Quality
from babylon3d.render.rough import rough
from babylon3d.render.ruler3d import RulerBoard
from babylon3d.render.stage import Stage
from babylon3d.render.swarm import Placed, Swarm
from babylon3d.render.table import Table
from babylon3d.render.window import Window
from babylon3d.storage import save_atomic

log = logging.getLogger(__name__)

FADED = 0.14
"""Opacity of the pieces above the level slider."""
EMPTY_BOUNDS = Bounds((-0.1, -0.1, 0.0), (0.1, 0.1, 0.1))
TONE, REDDER, BLUER = 2.6, 0.03, 0.10
"""How far stones differ: in brightness as a multiple of their tone, in red and in blue at most."""
REACH_M = 0.034
"""No piece reaches further than this from its middle."""

REACH_PX = 14.0
"""So many pixels from what is pointed at the nearest place that would do is looked for."""
RULER_STEP_DEG = 10.0
"""While the view turns, the ruler's shadow is drawn anew after so much."""
FIELD_S = 0.1
"""How long pieces must lie still before the sky they hide is worked out anew."""

Looks = list[tuple[GeomNode, int]]


class Group(NamedTuple):
    """Pieces that are drawn together: of one mesh, faded or not, apart if they move."""

    mesh: str
    faded: bool
    moves: bool


class SceneView:
    """The table with everything on it, in a window. Close it before the window."""

    def __init__(
        self, window: Window, pieces: PieceSet, wanted: str | Quality = "auto", colour_blind: bool = False
    ) -> None:
        """`wanted` is one of `quality.NAMES`, or a rung. Raises: BadText for another name."""
        self.window = window
        self.catalogue = Catalogue(pieces, colour_blind)
        self.camera = OrbitCamera()
        self.model = SceneModel()
        self.governor: Governor | None = None
        self._panes: tuple[Pane, ...] = ()
        self._make_stage(self._choose(wanted))
        self.camera.set_home(EMPTY_BOUNDS, window.aspect)
        self.camera.home(at_once=True)
        self.stage.look(self.camera.view)

    def _choose(self, wanted: str | Quality) -> Quality:
        if not self.window.has_shaders:
            return quality.PLAIN
        if isinstance(wanted, Quality):
            return wanted
        if wanted != "auto":
            return quality.by_name(wanted)
        self.governor = Governor(start=1 if self.window.is_software else 0)
        return self.governor.quality

    def _open_stage(self, chosen: Quality) -> Stage:
        """The best stage this machine can set up, down from a rung."""
        *better, last = quality.fallbacks(chosen)
        for candidate in better:
            try:
                return Stage(self.window, candidate)
            except Unavailable as error:
                log.warning("quality %s: %s", candidate.name, error)
        return Stage(self.window, last)

    def _make_stage(self, chosen: Quality) -> None:
        self.stage = self._open_stage(chosen)
        self.quality = self.stage.quality
        if self.quality is not chosen:
            self.governor = None
        log.info("%s", self.describe_quality())
        self.stage.narrow = self._narrow
        self.stage.looked = self._looked
        self._geoms: dict[tuple[str, bool, bool], GeomNode] = {}
        self._roughs: dict[str, GeomNode] = {}
        self._swarms: dict[Group, Swarm] = {}
        self._groups: dict[Group, list[Placed]] = {}
        self._movers = Movers()
        self._drawn_moving: frozenset[str] = frozenset()
        self._places: dict[str, tuple[tuple[Visual, bool], Placed]] = {}
        self._boxes: dict[str, tuple[Pose, Bounds]] = {}
        self._pieces = self.stage.root.attach_new_node("pieces")
        self._table = Table(self.stage.root, self.stage.materials)
        self._contacts = (
            Contacts(self._pieces, self.stage.materials, self.catalogue) if self.quality.occlusion else None
        )
        self._overlay = Overlay(self.stage.root, self.stage.materials, self._over_looks, self.catalogue.size)
        self._ruler = RulerBoard(self.stage.root, self.stage.materials, self.catalogue.colour_blind)
        self._cloths = Cloths(self.stage.root, self.stage.materials, self.catalogue.colour_blind)
        self._faded: frozenset[str] = frozenset()
        self._solids: list[Bounds] = []
        # How long ago something moved, while the field of hidden sky does not know it yet.
        self._field_age_s: float | None = None
        self._drawn: SceneModel | None = None

    def describe_quality(self) -> str:
        """What draws and how, in one line."""
        chosen = "chosen by measuring" if self.governor else "as asked"
        return f"{self.window.renderer}; {self.quality.describe()} ({chosen})"

    def set_quality(self, name: str) -> None:
        """Draw by another rung, or (`auto`) by what measuring says. Raises: BadText."""
        self.governor = None
        self._rebuild(self._choose(name))

    def _rebuild(self, chosen: Quality) -> None:
        if self.stage.rescale(chosen):
            self.quality = chosen
            return
        model = self.model
        self.stage.close()
        self._make_stage(chosen)
        self.stage.part(self._panes)
        self.sync(model)
        self.stage.look(self.camera.view)

    def _geom(self, mesh: str, fine: bool, welded: bool = False) -> GeomNode:
        found = self._geoms.get((mesh, fine, welded))
        if found is None:
            data = meshes.load_welded(mesh, fine) if welded else meshes.load(mesh, fine)
            found = self._geoms[mesh, fine, welded] = meshes.geom_node(data)
        return found

    def _rough_mesh(self, mesh: str) -> MeshData:
        catalogue = self.catalogue
        return rough(mesh, catalogue.shapes(mesh), catalogue.look(mesh), catalogue.outline(mesh))

    def _rough(self, mesh: str) -> GeomNode:
        """A mesh in as few triangles as will do for a small picture, or for a shadow that moves."""
        found = self._roughs.get(mesh)
        if found is None:
            found = self._roughs[mesh] = meshes.geom_node(self._rough_mesh(mesh))
        return found

    def looks(self, mesh: str, casts: bool = True, moves: bool = False) -> Looks:
        """The versions of a mesh and who sees each; the fine one is the second where there is one."""
        caster = CASTERS if casts else 0
        if self.quality.refine:
            quick, few, sun = (QUICK_MOVERS, ROUGH_MOVERS, MOVER_CASTERS) if moves else (QUICK, ROUGH, STILL_CASTERS)
            few |= sun | MOVING_CASTERS if casts else 0
            return [(self._geom(mesh, False), quick | caster), (self._geom(mesh, True), FINE), (self._rough(mesh), few)]
        return [(self._geom(mesh, self.quality.fine), PICTURES | caster)]

    def _over_looks(self, mesh: str, welded: bool) -> Looks:
        if self.quality.refine:
            return [(self._geom(mesh, False, welded), OVER_QUICK), (self._geom(mesh, True, welded), OVER_FINE)]
        return [(self._geom(mesh, self.quality.fine, welded), OVER)]

    def sync(self, model: SceneModel) -> bool:
        """Show a model; tell whether anything changed on the screen."""
        if model == self._drawn:
            return False
        table_changed = self._table.sync(model)
        self.camera.limit_m = self._table.half_m
        self._faded = frozenset(v.id for v in model.pieces if v.alpha < 1 or self._is_above(model, v))
        before, self._places = self._places, {}
        for visual in model.pieces:
            faded = visual.id in self._faded
            known = before.get(visual.id)
            if known is None or (known[0] != (visual, faded) and not self._as_before(known[0], visual, faded)):
                placed = self._placed(visual, faded)
                if before and (known is None or known[1] != placed):
                    self._movers.note(visual.id)
                known = ((visual, faded), placed)
            self._places[visual.id] = known
        self._movers.keep(self._places)
        stirred, changed = self._sort()
        moved = stirred or changed
        if moved:
            self._sync_boxes(model)
        over = self._overlay.sync(model, self._faded) | self._cloths.sync_lines(model)
        table_changed |= self._cloths.sync(model)
        board = self._ruler.sync(model, self.stage.view.azimuth_deg)
        self.model = self._drawn = model
        if moved or board:
            first = not self._solids
            self._things_moved(changed or board)
            if first:
                self._update_field()
        elif table_changed:
            self.stage.redraw()
        if over:
            self.stage.redraw_over(occlusion.bounds_of([*self._overlay.boxes(), *self._cloths.over]))
        return moved or over or board or table_changed

    def _is_above(self, model: SceneModel, visual: Visual) -> bool:
        """Whether the level slider fades a piece."""
        return is_faded(model, visual)

    def _placed(self, visual: Visual, faded: bool) -> Placed:
        tint = self.catalogue.tint(visual.mesh)
        if self.stage.materials.quality.shaders is False:
            tint = self.catalogue.plain_tint(visual.mesh)
        bright = 1.0 + visual.tone * TONE
        if self.quality.shaders:
            # Each stone is from a bed of its own: a little redder or greyer, beside lighter or darker.
            warm = math.modf(abs(visual.tone) * 617.3)[0] * 2 - 1 if visual.tone else 0.0
            tint = (tint[0] * (1 + REDDER * warm), tint[1], tint[2] * (1 - BLUER * warm))
        alpha = min(visual.alpha, FADED) if faded and visual.alpha >= 1 else visual.alpha
        return Placed(visual.pose, (tint[0] * bright, tint[1] * bright, tint[2] * bright, alpha), visual.tone * 37.0)

    def _as_before(self, known: tuple[Visual, bool], visual: Visual, faded: bool) -> bool:
        """Whether a piece has moved so little that a picture drawn by software need not show it."""
        before = known[0]
        if not self.quality.refine or known[1] != faded or replace(visual, pose=before.pose) != before:
            return False
        return is_near(before.pose, visual.pose)

    def _sort(self) -> tuple[bool, bool]:
        """Have everything drawn with what moves or with what stands still; tell whether either changed."""
        moving: frozenset[str] = frozenset()
        if self.quality.refine and self.stage.keeps and not self._faded:
            moving = self._movers.moving
        self._drawn_moving = moving
        groups: dict[Group, list[Placed]] = {}
        for name, ((visual, faded), placed) in self._places.items():
            groups.setdefault(Group(visual.mesh, faded, name in moving), []).append(placed)
        changes = {key.moves for key in groups.keys() | self._groups.keys() if groups.get(key) != self._groups.get(key)}
        if changes:
            self._sync_swarms(groups)
        return True in changes, False in changes

    def _sync_swarms(self, groups: dict[Group, list[Placed]]) -> None:
        for key in [*groups, *(k for k in self._groups if k not in groups)]:
            items = groups.get(key, [])
            if items == self._groups.get(key, []):
                continue
            mesh, faded, moves = key
            swarm = self._swarms.get(key)
            if swarm is None:
                holder = self._pieces.attach_new_node(mesh)
                self.stage.materials.put(holder, self.catalogue.material(mesh))
                if faded:
                    holder.set_transparency(TransparencyAttrib.M_alpha)
                    holder.set_depth_write(False)
                    holder.set_bin("fixed", 35)
                swarm = self.stage.materials.swarm(holder, self.looks(mesh, not faded, moves))
                self._swarms[key] = swarm
            swarm.set(items)
        self._groups = groups
        if self._contacts is not None:
            still = (
                v for name, ((v, faded), _) in self._places.items() if not faded and name not in self._drawn_moving
            )
            self._contacts.sync(v for v in still if v.alpha >= 1)

    def _sync_boxes(self, model: SceneModel) -> None:
        boxes: dict[str, tuple[Pose, Bounds]] = {}
        for visual in model.pieces:
            known = self._boxes.get(visual.id)
            if known is None or known[0] != visual.pose:
                known = (visual.pose, world_bounds(visual.pose, self.catalogue, visual.mesh))
            boxes[visual.id] = known
        self._boxes = boxes

    def _things_moved(self, changed: bool = True) -> None:
        """Have light and shadow follow; say whether something else than what moves anyhow has `changed`."""
        self._ruler.settle()
        boxes = {v.id: self._boxes[v.id][1] for v in self.model.pieces if v.id not in self._faded}
        everything = [*boxes.values(), *self._ruler.boxes]
        moving = [boxes[name] for name in boxes if name in self._drawn_moving]
        self.camera.set_obstacles(everything)
        if changed:
            self._field_age_s = 0.0
        if moving:
            self._solids = [*(box for name, box in boxes.items() if name not in self._drawn_moving), *self._ruler.boxes]
            self.stage.cast_over(occlusion.bounds_of(self._solids), moving, changed)
        else:
            self._solids = everything
            self.stage.cast_shadows(occlusion.bounds_of(everything), coarse=self.quality.refine)

    def _looked(self, view: View) -> None:
        """Have the ruler turn to the view; while the camera glides its shadow follows in steps."""
        self._ruler.turn(view.azimuth_deg)
        if self._ruler.shadow_lags(RULER_STEP_DEG if self.camera.moving else 0.0):
            self._things_moved()

    def _narrow(self, view: View, aspect: float, rect: Rect | None) -> None:
        """Leave the pieces out of the fine picture that are not in a strip of it."""

        def is_in(item: Placed) -> bool:
            assert rect is not None
            seen = view.project(item.pose.position, aspect)
            if seen is None:
                return True
            reach = REACH_M / max(seen[2] - REACH_M, NEAR_M) / math.tan(math.radians(FIELD_OF_VIEW_DEG / 2)) / 2
            return rect[2] - reach < (seen[1] + 1) / 2 < rect[3] + reach

        for swarm in self._swarms.values():
            swarm.narrow(1, None if rect is None else is_in)

    def update(self, dt: float) -> bool:
        """Let `dt` seconds pass: the camera glides, a still picture is developed; tell whether anything changed."""
        if self.camera.update(dt):
            self.stage.look(self.camera.view)
            return True
        if self._movers.age(dt):
            self._sort()
            self._things_moved()
        if self._field_age_s is not None:
            self._field_age_s += dt
            if self._field_age_s > FIELD_S:
                self._update_field()
        if not self.window.needs_frame and not self._movers:
            self.stage.develop(dt)
        return self.window.needs_frame

    def _update_field(self) -> None:
        self._field_age_s = None
        self.stage.set_field(occlusion.field(self._solids))
        if self.quality.refine and not self._drawn_moving:
            self.stage.cast_shadows(occlusion.bounds_of(self._solids))

    def set_backdrop(self, visible: bool) -> None:
        """Show or leave out table and sky; without them pieces stand on nothing (portraits)."""
        self.stage.set_backdrop(visible)
        self._table.show(visible)

    def finish(self) -> None:
        """Have everything as good as it gets without waiting: for pictures to keep. Draws all but the window."""
        if self._movers.stop():
            self._sort()
            self._things_moved()
        if self._field_age_s is not None:
            self._update_field()
        self.stage.develop_at_once()

    @property
    def busy(self) -> bool:
        """Whether `update` has more to do without anybody doing anything."""
        return self.camera.moving or bool(self._movers) or self._field_age_s is not None or not self.stage.developed

    def resized(self) -> None:
        """The window has another size now."""
        self.camera.set_home(self.bounds, self.window.aspect)
        if self.governor is not None:
            self.governor.forget()
        self.stage.look(self.camera.view)

    def frame_took(self, seconds: float) -> None:
        """Hear what drawing a frame with the scene in it cost; `auto` quality goes by it."""
        if self.governor is not None and self.governor.measured(seconds):
            self._rebuild(self.governor.quality)

    @property
    def bounds(self) -> Bounds:
        """The box around what stands on the table."""
        return occlusion.bounds_of([*(b for _, b in self._boxes.values()), *self._ruler.boxes]) or EMPTY_BOUNDS

    def boxes(self, azimuth_deg: float) -> tuple[list[Bounds], list[Bounds]]:
        """The box around each thing that stands on the table, and those of the ruler as it is for a view."""
        return [b for _, b in self._boxes.values()], self._ruler.boxes_for(azimuth_deg)

    def on_ruler(self, x_px: float, y_px: float) -> str:
        """What is said of the ruler if a pixel is on it and nothing is before it; else nothing."""
        ruler = self.model.ruler
        if ruler is None or not self._ruler.is_met(ray := self.ray(x_px, y_px)):
            return ""
        hit = pick(self.model, ray, self.catalogue.shapes)
        return "" if hit is not None and hit.piece is not None else ruler.words

    def fit(self, at_once: bool = True) -> None:
        """Show all that stands on the table."""
        self.camera.set_home(self.bounds, self.window.aspect)
        self.camera.home(at_once)
        if at_once:
            self.stage.look(self.camera.view)

    def split(self, panes: Sequence[Pane]) -> None:
        """Part the window among several views of the scene; none gives it back to the camera."""
        self._panes = tuple(panes)
        self.stage.part(self._panes)

    def ray(self, x_px: float, y_px: float) -> Ray:
        """The ray through a pixel, counted from the top left."""
        width, height = self.window.size
        return self.camera.view.ray(2 * x_px / width - 1, 1 - 2 * y_px / height, self.window.aspect)

    def pick(self, x_px: float, y_px: float, skip: frozenset[str] = frozenset()) -> Hit | None:
        """What lies under a pixel, some pieces left out."""
        hit = pick(self.model, self.ray(x_px, y_px), self.catalogue.shapes, skip)
        if hit is None:
            return None
        return replace(hit, reach_m=REACH_PX * self.camera.view.pixel_m(hit.point, self.window.size[1]))

    def pixel_of(self, point: Vec3) -> tuple[float, float] | None:
        """Where a point of the world is on the screen; None behind the eye."""
        seen = self.camera.view.project(point, self.window.aspect)
        if seen is None:
            return None
        width, height = self.window.size
        return (seen[0] + 1) / 2 * width, (1 - seen[1]) / 2 * height

    def screenshot(self, path: Path) -> None:
        """Draw at the best, and save the window's picture. Raises: Unavailable if the file cannot be written."""
        self.finish()
        self.window.render_frame()
        save_atomic(path, encoded(self.window.screenshot(), path.suffix))

    def close(self) -> None:
        """Take everything off the window, and let go of it: what goes round in rings stays in memory for long."""
        self.stage.close()
        self._overlay.close()


def world_bounds(pose: Pose, catalogue: Catalogue, mesh: str) -> Bounds:
    """The upright box around a piece's shapes at a pose."""
    x, y, z, w = pose.quaternion
    turn = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )
    low, high = [math.inf] * 3, [-math.inf] * 3
    for shape in catalogue.shapes(mesh):
        half = shape.half if isinstance(shape, Box) else (shape.radius, shape.radius, shape.height / 2)
        centre = shape.centre
        for k, (a, b, c) in enumerate(turn):
            middle = pose.position[k] + a * centre[0] + b * centre[1] + c * centre[2]
            reach = abs(a) * half[0] + abs(b) * half[1] + abs(c) * half[2]
            low[k], high[k] = min(low[k], middle - reach), max(high[k], middle + reach)
    return Bounds((low[0], low[1], low[2]), (high[0], high[1], high[2]))
