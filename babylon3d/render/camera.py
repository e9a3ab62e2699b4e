"""The orbit camera: where it looks from, how it glides, where it may not go. Pure numbers, no panda3d."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from babylon3d.core.geometry import Vec3, add, cross, dot, norm, scale, sub, unit
from babylon3d.render.picking import Ray

FIELD_OF_VIEW_DEG = 30.0
"""Vertical opening of the lens."""
NEAR_M, FAR_M = 0.008, 6.0
CLEARANCE_M = 0.013
"""How far the eye stays from any piece and from the table; the near plane's corners are nearer than that."""

MIN_DISTANCE_M, MAX_DISTANCE_M = 0.05, 1.6
MIN_ELEVATION_DEG, MAX_ELEVATION_DEG = 2.0, 88.0
HOME_AZIMUTH_DEG, HOME_ELEVATION_DEG = -56.0, 25.0
GLIDE_S = 0.12
"""Time constant of the critically damped motion; a glide is over after about five of them."""
ORBIT_DEG_PER_PX = 0.28
ZOOM_STEP = 0.88


class Bounds(NamedTuple):
    """An upright box in the world; metres."""

    low: Vec3
    high: Vec3

    @property
    def centre(self) -> Vec3:
        """The middle."""
        return scale(add(self.low, self.high), 0.5)

    @property
    def radius(self) -> float:
        """Half the diagonal."""
        return norm(sub(self.high, self.low)) / 2

    def holds(self, point: Vec3, margin: float) -> bool:
        """Whether a point lies within the box grown by a margin."""
        return all(a - margin < p < b + margin for a, p, b in zip(self.low, point, self.high, strict=True))


def around(middle: Vec3, reach_m: float) -> Bounds:
    """The box that reaches so far to every side of a point."""
    x, y, z = middle
    return Bounds((x - reach_m, y - reach_m, z - reach_m), (x + reach_m, y + reach_m, z + reach_m))


@dataclass(frozen=True, slots=True)
class View:
    """What the camera looks at and from where. `azimuth_deg` 0 looks from +x, counter-clockwise seen from above."""

    focus: Vec3 = (0.0, 0.0, 0.04)
    azimuth_deg: float = HOME_AZIMUTH_DEG
    elevation_deg: float = HOME_ELEVATION_DEG
    distance: float = 0.42

    @property
    def outward(self) -> Vec3:
        """The unit vector from the focus to the eye."""
        a, e = math.radians(self.azimuth_deg), math.radians(self.elevation_deg)
        return (math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e))

    @property
    def eye(self) -> Vec3:
        """Where the view is from; metres."""
        return add(self.focus, scale(self.outward, self.distance))

    @property
    def right(self) -> Vec3:
        """The unit vector to the right on the screen, horizontal."""
        a = math.radians(self.azimuth_deg)
        return (-math.sin(a), math.cos(a), 0.0)

    @property
    def up(self) -> Vec3:
        """The unit vector upward on the screen."""
        return cross(self.outward, self.right)

    def ray(self, x: float, y: float, aspect: float) -> Ray:
        """The ray through a point of the picture; x, y from -1 to 1, y upward; `aspect` is width over height."""
        tall = math.tan(math.radians(FIELD_OF_VIEW_DEG / 2))
        forward = scale(self.outward, -1.0)
        across = scale(self.right, x * tall * aspect)
        direction = unit(add(forward, add(across, scale(self.up, y * tall))))
        return Ray(self.eye, direction)

    def pixel_m(self, point: Vec3, height_px: int) -> float:
        """What a pixel of a window so many pixels high spans at a point, across the view; metres."""
        away = max(NEAR_M, sum(a * b for a, b in zip(sub(self.eye, point), self.outward, strict=True)))
        return 2 * away * math.tan(math.radians(FIELD_OF_VIEW_DEG / 2)) / max(1, height_px)

    def project(self, point: Vec3, aspect: float) -> tuple[float, float, float] | None:
        """Where a point is in the picture, and its depth in metres; None behind the eye. The inverse of `ray`."""
        to = sub(point, self.eye)
        depth = -sum(a * b for a, b in zip(to, self.outward, strict=True))
        if depth <= 1e-6:
            return None
        tall = math.tan(math.radians(FIELD_OF_VIEW_DEG / 2))
        x = sum(a * b for a, b in zip(to, self.right, strict=True)) / (depth * tall * aspect)
        y = sum(a * b for a, b in zip(to, self.up, strict=True)) / (depth * tall)
        return x, y, depth


def clamped(view: View, limit_m: float) -> View:
    """The view within its limits: the focus over the table of half side `limit_m`, the eye above the table's top."""
    x, y, z = view.focus
    focus = (_clip(x, -limit_m, limit_m), _clip(y, -limit_m, limit_m), _clip(z, 0.0, MAX_DISTANCE_M))
    distance = _clip(view.distance, MIN_DISTANCE_M, MAX_DISTANCE_M)
    lowest = math.degrees(math.asin(_clip((CLEARANCE_M * 1.5 - focus[2]) / distance, -1.0, 1.0)))
    elevation = _clip(view.elevation_deg, max(MIN_ELEVATION_DEG, lowest), MAX_ELEVATION_DEG)
    return View(focus, view.azimuth_deg, elevation, distance)


def pushed_out(view: View, obstacles: Sequence[Bounds]) -> View:
    """The view with its eye drawn back along its line of sight until it is clear of every obstacle."""
    outward, eye = view.outward, view.eye
    distance = view.distance
    for _ in range(len(obstacles) + 1):
        inside = next((b for b in obstacles if b.holds(eye, CLEARANCE_M)), None)
        if inside is None:
            break
        distance += _exit(eye, outward, inside) + 1e-5
        eye = add(view.focus, scale(outward, distance))
    return view if distance == view.distance else replace(view, distance=distance)


def _exit(point: Vec3, direction: Vec3, box: Bounds) -> float:
    """How far from a point inside a grown box it is to its surface in a direction; metres."""
    ways = []
    for p, d, a, b in zip(point, direction, box.low, box.high, strict=True):
        if abs(d) > 1e-9:
            ways.append(((b + CLEARANCE_M if d > 0 else a - CLEARANCE_M) - p) / d)
    return max(0.0, min(ways))


def fitted(
    bounds: Bounds,
    aspect: float,
    azimuth_deg: float,
    elevation_deg: float,
    fill: float = 0.86,
    nearest_m: float = MIN_DISTANCE_M * 2,
    boxes: Sequence[Bounds] = (),
) -> View:
    """The nearest view in a direction that shows all of a box within the share `fill` of the picture.

    Each corner bounds the eye from both sides in each direction of the picture; the bounds are linear in the eye.
    """
    view = View(bounds.centre, azimuth_deg, elevation_deg, 1.0)
    forward = scale(view.outward, -1.0)
    slope = math.tan(math.radians(FIELD_OF_VIEW_DEG / 2)) * fill
    offsets = [
        sub((x, y, z), bounds.centre)
        for b in boxes or (bounds,)
        for x in (b.low[0], b.high[0])
        for y in (b.low[1], b.high[1])
        for z in (b.low[2], b.high[2])
    ]
    depths = [dot(o, forward) for o in offsets]
    eye, nearest = [0.0, 0.0], math.inf
    for i, (axis, wide) in enumerate(((view.right, slope * aspect), (view.up, slope))):
        across = [dot(o, axis) for o in offsets]
        least = max(a - wide * d for a, d in zip(across, depths, strict=True))
        most = min(a + wide * d for a, d in zip(across, depths, strict=True))
        eye[i] = (least + most) / 2
        nearest = min(nearest, (most - least) / (2 * wide))
    focus = add(bounds.centre, add(scale(view.right, eye[0]), scale(view.up, eye[1])))
    return View(focus, azimuth_deg, elevation_deg, max(-nearest, nearest_m))


class OrbitCamera:
    """The camera of a table: what it is asked to show (`goal`) and what it shows on the way there (`view`)."""

    def __init__(self, limit_m: float = 0.45, reduced_motion: bool = False) -> None:
        self.limit_m = limit_m
        self.reduced_motion = reduced_motion
        self.goal = View()
        self.view = self.goal
        self._glide = self.goal
        self._home = self.goal
        self._speed: tuple[float, ...] = (0.0,) * 6
        self._obstacles: tuple[Bounds, ...] = ()
        self._rested: tuple[View, tuple[Bounds, ...]] | None = None

    def set_obstacles(self, obstacles: Sequence[Bounds]) -> None:
        """Say what is solid now; the eye leaves what it is in at the next `update`."""
        self._obstacles = tuple(obstacles)

    def orbit(self, dx_px: float, dy_px: float) -> None:
        """Turn about the focus by a drag, as if the table were held at the cursor."""
        azimuth = self.goal.azimuth_deg - dx_px * ORBIT_DEG_PER_PX
        self._ask(replace(self.goal, azimuth_deg=azimuth, elevation_deg=self.goal.elevation_deg + dy_px * 0.22))

    def pan(self, dx_px: float, dy_px: float, height_px: float) -> None:
        """Move the focus by a drag: sideways and, along the table, away; the table stays under the cursor."""
        metres = 2 * math.tan(math.radians(FIELD_OF_VIEW_DEG / 2)) * self.goal.distance / max(1.0, height_px)
        away = scale(cross((0.0, 0.0, 1.0), self.goal.right), dy_px * metres)
        self._ask(replace(self.goal, focus=add(add(self.goal.focus, scale(self.goal.right, -dx_px * metres)), away)))

    def lift(self, dz_m: float) -> None:
        """Raise or lower the focus."""
        x, y, z = self.goal.focus
        self._ask(replace(self.goal, focus=(x, y, z + dz_m)))

    def zoom(self, steps: float, towards: Vec3 | None = None) -> None:
        """Come nearer by some steps of the wheel (negative: go away), drawing a point under the cursor along."""
        goal = self.goal
        distance = _clip(goal.distance * ZOOM_STEP**steps, MIN_DISTANCE_M, MAX_DISTANCE_M)
        focus = goal.focus
        if towards is not None and steps > 0:
            focus = add(focus, scale(sub(towards, focus), 1 - distance / goal.distance))
        self._ask(replace(goal, focus=focus, distance=distance))

    def look_at(self, point: Vec3, distance: float | None = None) -> None:
        """Bring a point to the middle of the picture (double click)."""
        self._ask(replace(self.goal, focus=point, distance=self.goal.distance if distance is None else distance))

    def set_view(self, view: View, at_once: bool = True) -> None:
        """Show exactly this, at once or gliding there."""
        self._ask(view)
        if at_once:
            self.finish()

    def set_home(self, bounds: Bounds, aspect: float) -> None:
        """Say what Home shows: all of a box."""
        self._home = fitted(bounds, aspect, HOME_AZIMUTH_DEG, HOME_ELEVATION_DEG)

    def home(self, at_once: bool = False) -> None:
        """Go back to the view of the whole building."""
        turns = round((self.goal.azimuth_deg - self._home.azimuth_deg) / 360.0)
        self.set_view(replace(self._home, azimuth_deg=self._home.azimuth_deg + 360.0 * turns), at_once)

    def finish(self) -> None:
        """End the glide: show the goal."""
        self._speed = (0.0,) * 6
        self._glide = self.goal
        self.view = pushed_out(self.goal, self._obstacles)
        self._rested = (self.goal, self._obstacles)

    @property
    def moving(self) -> bool:
        """Whether the view is still on its way."""
        return self._glide != self.goal

    def update(self, dt: float) -> bool:
        """Glide on for `dt` seconds; tell whether the view changed."""
        before = self.view
        if not self.moving and self._rested is not None:
            goal, obstacles = self._rested
            if goal is self.goal and obstacles is self._obstacles:
                return False
        if self.reduced_motion or not self.moving:
            self.finish()
            return self.view != before
        values, speed = [], []
        for x, target, v in zip(_numbers(self._glide), _numbers(self.goal), self._speed, strict=True):
            x, v = _damped(x, target, v, dt)
            values.append(x)
            speed.append(v)
        self._glide = _from_numbers(values)
        self._speed = tuple(speed)
        if _near(self._glide, self.goal):
            self.finish()
        else:
            self.view = pushed_out(clamped(self._glide, self.limit_m), self._obstacles)
        return self.view != before

    def _ask(self, view: View) -> None:
        self.goal = clamped(view, self.limit_m)


def _clip(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)


def _numbers(view: View) -> tuple[float, ...]:
    return (*view.focus, view.azimuth_deg, view.elevation_deg, math.log(view.distance))


def _from_numbers(n: Sequence[float]) -> View:
    return View((n[0], n[1], n[2]), n[3], n[4], math.exp(n[5]))


def _near(a: View, b: View) -> bool:
    """Whether two views differ by less than half a pixel or so."""
    gaps = [abs(x - y) for x, y in zip(_numbers(a), _numbers(b), strict=True)]
    return max(gaps[:3]) < 1.5e-4 and max(gaps[3:5]) < 0.08 and gaps[5] < 1e-3


def _damped(x: float, target: float, v: float, dt: float) -> tuple[float, float]:
    """One step of a critically damped spring, exact for any `dt`."""
    omega = 1.0 / GLIDE_S
    gap = x - target
    c = v + omega * gap
    fade = math.exp(-omega * dt)
    return target + (gap + c * dt) * fade, (v - omega * c * dt) * fade
