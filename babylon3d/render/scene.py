"""Shows a SceneModel: keeps one node a piece, and changes only what changed."""

from __future__ import annotations

from pathlib import Path

from panda3d.core import LQuaternionf, LVector4f, NodePath, TransparencyAttrib

from babylon3d.core.build import Box, PieceSet
from babylon3d.core.geometry import Pose, Vec3, rotate
from babylon3d.present.model import Glow, Hit, SceneModel, Visual
from babylon3d.render import meshes, occlusion, quality
from babylon3d.render.camera import Bounds, OrbitCamera
from babylon3d.render.catalogue import STONE_PLAIN, Catalogue
from babylon3d.render.ghosts import Ghosts
from babylon3d.render.materials import picture_name
from babylon3d.render.picking import Ray, is_faded, pick
from babylon3d.render.quality import Governor, Quality
from babylon3d.render.ruler3d import RulerBoard
from babylon3d.render.shadow import CASTERS
from babylon3d.render.stage import EYE, Stage
from babylon3d.render.window import Window

FADED = 0.16
"""Opacity of the pieces above the level slider."""

# Light added to a piece (linear), and its share.
GLOWS: dict[Glow, tuple[float, float, float, float]] = {
    "none": (0.0, 0.0, 0.0, 0.0),
    "hover": (1.3, 1.05, 0.70, 0.22),
    "picked": (1.5, 0.95, 0.35, 0.38),
    "choice": (0.55, 1.00, 0.62, 0.22),
    "fresh": (1.2, 1.0, 0.8, 0.10),
}
EMPTY_BOUNDS = Bounds((-0.1, -0.1, 0.0), (0.1, 0.1, 0.1))


class SceneView:
    """The table with everything on it, in a window. Close it before the window."""

    def __init__(
        self, window: Window, pieces: PieceSet, quality_name: str = "auto", colour_blind: bool = False
    ) -> None:
        """`quality_name` is one of `quality.NAMES`. Raises: BadText for another."""
        self.window = window
        self.catalogue = Catalogue(pieces, colour_blind)
        self.camera = OrbitCamera()
        self.model = SceneModel()
        self.governor: Governor | None = None
        self._make_stage(self._choose(quality_name))
        self.camera.set_home(EMPTY_BOUNDS, window.aspect)
        self.camera.home(at_once=True)
        self.stage.look(self.camera.view)

    def _choose(self, name: str) -> Quality:
        if self.window.backend == "tinydisplay":
            return quality.PLAIN
        if name != "auto":
            return quality.by_name(name)
        self.governor = Governor(start=1 if self.window.is_software else 0)
        return self.governor.quality

    def _make_stage(self, chosen: Quality) -> None:
        self.quality = chosen
        self.stage = Stage(self.window, chosen)
        self._prototypes: dict[str, NodePath] = {}
        self._nodes: dict[str, NodePath] = {}
        self._shown: dict[str, tuple[Visual, bool]] = {}
        self._boxes: dict[str, Bounds] = {}
        self._pieces = self.stage.root.attach_new_node("pieces")
        self._table: NodePath | None = None
        self._table_half = 0.0
        self._ghosts = Ghosts(self)
        self._ruler = RulerBoard(self)
        self._drawn_model: SceneModel | None = None

    def describe_quality(self) -> str:
        """What draws and how, in one line."""
        chosen = "chosen by itself" if self.governor else "asked for"
        return f"{self.window.renderer}, {self.quality.describe()} ({chosen})"

    def set_quality(self, name: str) -> None:
        """Draw by another rung, or (`auto`) by what measuring says."""
        self.governor = None
        self._rebuild(self._choose(name))

    def _rebuild(self, chosen: Quality) -> None:
        model = self.model
        self.stage.close()
        self._make_stage(chosen)
        self.sync(model)
        self.stage.look(self.camera.view)

    def prototype(self, mesh: str) -> NodePath:
        """The node all pieces of a mesh are instances of."""
        found = self._prototypes.get(mesh)
        if found is None:
            data = meshes.load(mesh, self.quality.fine)
            found = NodePath(meshes.geom_node(data))
            material = self.catalogue.material(mesh)
            self.stage.materials.put(found, material)
            self._prototypes[mesh] = found
        return found

    def sync(self, model: SceneModel) -> bool:
        """Show a model; tell whether anything changed on the screen."""
        if model == self._drawn_model:
            return False
        moved = self._sync_table(model)
        seen = set()
        changed = moved
        for visual in model.pieces:
            seen.add(visual.id)
            faded = is_faded(model, visual, self.catalogue.shapes(visual.mesh))
            before = self._shown.get(visual.id)
            if before == (visual, faded):
                continue
            changed = True
            moved |= before is None or before[0].pose != visual.pose or before[0].mesh != visual.mesh
            moved |= before is not None and (before[1] != faded or (before[0].alpha < 1) != (visual.alpha < 1))
            self._show(visual, faded, before)
        for gone in [i for i in self._nodes if i not in seen]:
            self._nodes.pop(gone).remove_node()
            del self._shown[gone], self._boxes[gone]
            changed = moved = True
        changed |= self._ghosts.sync(model)
        board_moved = self._ruler.sync(model)
        self.model = self._drawn_model = model
        if moved or board_moved:
            self._things_moved(model)
        if changed or board_moved:
            self.stage.redraw()
        return changed or board_moved

    def _things_moved(self, model: SceneModel) -> None:
        solid = [self._boxes[v.id] for v in model.pieces if self._shown[v.id][1] is False and v.alpha >= 1]
        everything = [*solid, *self._ruler.boxes]
        self.stage.set_field(occlusion.field(everything))
        self.stage.cast_shadows(occlusion.bounds_of(everything))
        self.camera.set_obstacles(everything)

    def _show(self, visual: Visual, faded: bool, before: tuple[Visual, bool] | None) -> None:
        node = self._nodes.get(visual.id)
        if node is None or before is None or before[0].mesh != visual.mesh:
            if node is not None:
                node.remove_node()
            node = self._nodes[visual.id] = self._pieces.attach_new_node(visual.id)
            self.prototype(visual.mesh).instance_to(node)
            before = None
        if before is None or before[0].pose != visual.pose:
            place(node, visual.pose)
            self._boxes[visual.id] = world_bounds(visual.pose, self.catalogue, visual.mesh)
        alpha = visual.alpha * (FADED if faded else 1.0)
        tint = self.catalogue.tint(visual.mesh)
        if self.stage.materials.is_plain and self.catalogue.material(visual.mesh) == "stone":
            tint = tuple(c**0.5 * p for c, p in zip(tint, (0.93, 0.82, 0.62), strict=True))
        bright = 1.0 + visual.tone
        node.set_color_scale(tint[0] * bright, tint[1] * bright, tint[2] * bright, alpha)
        if alpha < 1:
            node.set_transparency(TransparencyAttrib.M_alpha)
            node.hide(CASTERS)
        else:
            node.clear_transparency()
            node.show(CASTERS)
        if self.quality.shaders:
            node.set_shader_input("glow", LVector4f(*GLOWS[visual.glow]))
        self._shown[visual.id] = (visual, faded)

    def _sync_table(self, model: SceneModel) -> bool:
        half = (model.table_reach + 4.5) * model.pitch_m
        if self._table is not None and half == self._table_half:
            return False
        if self._table is not None:
            self._table.remove_node()
        self._table_half = half
        self._table = self.stage.root.attach_new_node(meshes.geom_node(meshes.table(half, 0.45)))
        self._table.hide(CASTERS)
        self._table.set_bin("opaque", 20)
        self.stage.materials.put(self._table, "wood")
        if self.stage.materials.is_plain:
            self._table.set_color_scale(0.50, 0.31, 0.19, 1)
        return True

    def update(self, dt: float) -> bool:
        """Let the camera glide on for `dt` seconds; tell whether it moved."""
        moved = self.camera.update(dt)
        if moved:
            self.stage.look(self.camera.view)
        return moved

    def resized(self) -> None:
        """The window has another size now."""
        self.camera.set_home(self.bounds, self.window.aspect)
        self.stage.look(self.camera.view)

    def frame_took(self, seconds: float) -> None:
        """Hear what drawing a frame with the scene in it cost; `auto` quality goes by it."""
        if self.governor is not None and self.governor.measured(seconds):
            self._rebuild(self.governor.quality)

    @property
    def bounds(self) -> Bounds:
        """The box around what stands on the table."""
        return occlusion.bounds_of([*self._boxes.values(), *self._ruler.boxes]) or EMPTY_BOUNDS

    def fit(self, at_once: bool = True) -> None:
        """Show all that stands on the table."""
        self.camera.set_home(self.bounds, self.window.aspect)
        self.camera.home(at_once)
        if at_once:
            self.stage.look(self.camera.view)

    def ray(self, x_px: float, y_px: float) -> Ray:
        """The ray through a pixel, counted from the top left."""
        width, height = self.window.size
        return self.camera.view.ray(2 * x_px / width - 1, 1 - 2 * y_px / height, self.window.aspect)

    def pick(self, x_px: float, y_px: float) -> Hit | None:
        """What lies under a pixel."""
        return pick(self.model, self.ray(x_px, y_px), self.catalogue.shapes)

    def pixel_of(self, point: Vec3) -> tuple[float, float] | None:
        """Where a point of the world is on the screen; None behind the eye."""
        seen = self.camera.view.project(point, self.window.aspect)
        if seen is None:
            return None
        width, height = self.window.size
        return (seen[0] + 1) / 2 * width, (1 - seen[1]) / 2 * height

    def screenshot(self, path: Path) -> None:
        """Draw, and save the window's picture. Raises: OSError if the file cannot be written."""
        self.window.render_frame()
        if not self.window.screenshot().write(picture_name(path)):
            raise OSError(f"cannot write {path}")

    def close(self) -> None:
        """Take everything off the window."""
        self.stage.close()


def place(node: NodePath, pose: Pose) -> None:
    """Put a node at a pose."""
    x, y, z, w = pose.quaternion
    node.set_pos_quat(pose.position, LQuaternionf(w, x, y, z))


def world_bounds(pose: Pose, catalogue: Catalogue, mesh: str) -> Bounds:
    """The upright box around a piece's shapes at a pose."""
    low, high = [9e9] * 3, [-9e9] * 3
    for shape in catalogue.shapes(mesh):
        half = shape.half if isinstance(shape, Box) else (shape.radius, shape.radius, shape.height / 2)
        for i in range(8):
            corner = tuple(
                c + (h if i >> k & 1 else -h) for k, (c, h) in enumerate(zip(shape.centre, half, strict=True))
            )
            turned = rotate(pose.quaternion, (corner[0], corner[1], corner[2]))
            for k in range(3):
                low[k] = min(low[k], pose.position[k] + turned[k])
                high[k] = max(high[k], pose.position[k] + turned[k])
    return Bounds((low[0], low[1], low[2]), (high[0], high[1], high[2]))
