"""What lies under the cursor: rays against the boxes and cylinders of the pieces. Exact, and needs no display."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from babylon3d.core.build import Box, Cylinder, Shape
from babylon3d.core.geometry import Vec3, add, quat_inverse, rotate, scale, sub
from babylon3d.present.model import Hit, SceneModel, Visual

ShapesOf = Callable[[str], tuple[Shape, ...]]
"""From the name of a mesh to the shapes that stand for it, in the piece's frame."""

_UP: Vec3 = (0.0, 0.0, 1.0)
_TINY = 1e-12


class Ray(NamedTuple):
    """A half line: `origin` in metres, `direction` of length 1."""

    origin: Vec3
    direction: Vec3

    def at(self, t: float) -> Vec3:
        """The point `t` metres along."""
        return add(self.origin, scale(self.direction, t))


def ray_box(ray: Ray, box: Box) -> tuple[float, Vec3] | None:
    """Where a ray enters a box of the same frame: metres, outward normal. None if it misses or starts inside."""
    near, far, axis = -math.inf, math.inf, 0
    for i in range(3):
        o, d, h = ray.origin[i] - box.centre[i], ray.direction[i], box.half[i]
        if abs(d) < _TINY:
            if abs(o) > h:
                return None
            continue
        a, b = (-h - o) / d, (h - o) / d
        if a > b:
            a, b = b, a
        if a > near:
            near, axis = a, i
        far = min(far, b)
    if near > far or near < 0:
        return None
    normal = [0.0, 0.0, 0.0]
    normal[axis] = -math.copysign(1.0, ray.direction[axis])
    return near, (normal[0], normal[1], normal[2])


def ray_cylinder(ray: Ray, cylinder: Cylinder) -> tuple[float, Vec3] | None:
    """Where a ray enters an upright cylinder of the same frame: metres, outward normal. None as for boxes."""
    ox, oy, oz = sub(ray.origin, cylinder.centre)
    dx, dy, dz = ray.direction
    near, far, normal = -math.inf, math.inf, _UP
    half = cylinder.height / 2
    if abs(dz) < _TINY:
        if abs(oz) > half:
            return None
    else:
        a, b = (-half - oz) / dz, (half - oz) / dz
        near, far, normal = min(a, b), max(a, b), (0.0, 0.0, -math.copysign(1.0, dz))
    square = dx * dx + dy * dy
    rest = ox * ox + oy * oy - cylinder.radius**2
    if square < _TINY:
        if rest > 0:
            return None
    else:
        middle = ox * dx + oy * dy
        root = middle * middle - square * rest
        if root < 0:
            return None
        root = math.sqrt(root)
        enter, leave = (-middle - root) / square, (-middle + root) / square
        if enter > near:
            near = enter
            normal = ((ox + enter * dx) / cylinder.radius, (oy + enter * dy) / cylinder.radius, 0.0)
        far = min(far, leave)
    if near > far or near < 0:
        return None
    return near, normal


def ray_shape(ray: Ray, shape: Shape) -> tuple[float, Vec3] | None:
    """Where a ray enters a shape of the same frame."""
    return ray_box(ray, shape) if isinstance(shape, Box) else ray_cylinder(ray, shape)


def bounding_radius(shapes: Iterable[Shape]) -> float:
    """Radius of the ball about the piece's origin that holds all its shapes; metres."""
    radius = 0.0
    for shape in shapes:
        if isinstance(shape, Box):
            corner = [abs(c) + h for c, h in zip(shape.centre, shape.half, strict=True)]
            reach = math.sqrt(sum(x * x for x in corner))
        else:
            x, y, z = shape.centre
            reach = math.hypot(math.hypot(x, y) + shape.radius, abs(z) + shape.height / 2)
        radius = max(radius, reach)
    return radius


def is_faded(model: SceneModel, visual: Visual) -> bool:
    """Whether the level slider fades a piece, so that it cannot be picked."""
    return model.fade_above is not None and visual.level > model.fade_above


def pick(model: SceneModel, ray: Ray, shapes_of: ShapesOf, skip: frozenset[str] = frozenset()) -> Hit | None:
    """The first thing a ray meets: a piece that is not faded nor in `skip`, or the table; None is the background."""
    best = math.inf
    hit: Hit | None = None
    reach = (model.table_reach + 0.5) * model.pitch_m
    ox, oy, oz = ray.origin
    dx, dy, dz = ray.direction
    if dz < -_TINY and oz > 0:
        t = -oz / dz
        point = (ox + t * dx, oy + t * dy, 0.0)
        if max(abs(point[0]), abs(point[1])) <= reach:
            best, hit = t, Hit(None, point, _UP)
    radius_of: dict[str, float] = {}
    for visual in model.pieces:
        px, py, pz = visual.pose.position
        vx, vy, vz = px - ox, py - oy, pz - oz
        along = vx * dx + vy * dy + vz * dz
        radius = radius_of.get(visual.mesh)
        if radius is None:
            radius = radius_of[visual.mesh] = bounding_radius(shapes_of(visual.mesh))
        if along < -radius or along - radius > best:
            continue
        if vx * vx + vy * vy + vz * vz - along * along > radius * radius:
            continue
        if visual.id in skip or is_faded(model, visual):
            continue
        found = _nearest(ray, visual, shapes_of(visual.mesh))
        if found is not None and found[0] < best:
            best = found[0]
            hit = Hit(visual.id, ray.at(best), rotate(visual.pose.quaternion, found[1]))
    return hit


def _nearest(ray: Ray, visual: Visual, shapes: tuple[Shape, ...]) -> tuple[float, Vec3] | None:
    """Where a ray enters a piece first, the normal in the piece's frame."""
    back = quat_inverse(visual.pose.quaternion)
    local = Ray(rotate(back, sub(ray.origin, visual.pose.position)), rotate(back, ray.direction))
    entries = [entry for entry in (ray_shape(local, s) for s in shapes) if entry is not None]
    return min(entries, key=lambda e: e[0], default=None)


def inside(point: Vec3, visual: Visual, shapes: tuple[Shape, ...], margin_m: float = 0.0) -> bool:
    """Whether a point lies in a piece grown by a margin."""
    x, y, z = rotate(quat_inverse(visual.pose.quaternion), sub(point, visual.pose.position))
    for shape in shapes:
        a, b, c = x - shape.centre[0], y - shape.centre[1], z - shape.centre[2]
        if isinstance(shape, Box):
            h = shape.half
            if abs(a) < h[0] + margin_m and abs(b) < h[1] + margin_m and abs(c) < h[2] + margin_m:
                return True
        elif math.hypot(a, b) < shape.radius + margin_m and abs(c) < shape.height / 2 + margin_m:
            return True
    return False
