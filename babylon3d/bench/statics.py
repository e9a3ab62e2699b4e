"""Whether loose parts on one another can stand at all, by statics alone: for measuring the engines against.

Parts touch in horizontal rectangles; at each corner acts a force inside the friction cone (eight edges). They can
stand where such forces balance every part, which non-negative least squares answer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from babylon3d.core.build import Box, PartSpec
from babylon3d.core.geometry import Pose, add, rotate

EDGES = 8
SCALE_M = 0.02
TOUCH_M = 1e-6
BALANCED = 1e-6
Matrix = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Face:
    """An upright rectangle's top or bottom: west, south, east, north, and its height; metres."""

    sides: tuple[float, float, float, float]
    height: float


@dataclass(frozen=True, slots=True)
class Contact:
    """Where a part rests on another (None: the table), by its four corners; metres."""

    upper: str
    lower: str | None
    corners: tuple[tuple[float, float, float], ...]
    area_m2: float
    least_m: float
    """The shorter side."""


def _faces(spec: PartSpec, pose: Pose, up: float) -> list[Face]:
    """The outer faces of a part's boxes that look up (1) or down (-1); turned by quarters only."""
    found = []
    for shape in spec.shapes:
        assert isinstance(shape, Box)
        x, y, z = add(pose.position, rotate(pose.quaternion, shape.centre))
        a, b, c = (abs(v) for v in rotate(pose.quaternion, shape.half))
        if up > 0 or abs(z - c - (pose.position[2] - spec.size[2] / 2)) < TOUCH_M:
            found.append(Face((x - a, y - b, x + a, y + b), z + up * c))
    return found


def contacts(specs: Mapping[str, PartSpec], poses: Mapping[str, Pose]) -> list[Contact]:
    """All contacts between parts that stand upright on one another or on the table."""
    found = []
    for upper, pose in poses.items():
        for foot in _faces(specs[upper], pose, -1):
            if abs(foot.height) < TOUCH_M:
                found.append(_contact(upper, None, foot.sides, 0.0))
            for lower, below in poses.items():
                for top in _faces(specs[lower], below, 1):
                    if lower != upper and abs(foot.height - top.height) < TOUCH_M:
                        w, s, e, n = (
                            max(foot.sides[0], top.sides[0]),
                            max(foot.sides[1], top.sides[1]),
                            min(foot.sides[2], top.sides[2]),
                            min(foot.sides[3], top.sides[3]),
                        )
                        if e > w and n > s:
                            found.append(_contact(upper, lower, (w, s, e, n), foot.height))
    return found


def _contact(upper: str, lower: str | None, sides: tuple[float, float, float, float], height: float) -> Contact:
    w, s, e, n = sides
    corners = ((w, s, height), (e, s, height), (e, n, height), (w, n, height))
    return Contact(upper, lower, corners, (e - w) * (n - s), min(e - w, n - s))


def balance(specs: Mapping[str, PartSpec], poses: Mapping[str, Pose], found: list[Contact]) -> Matrix:
    """Six rows a part, force and turning about its centre of mass; a column for each edge of each corner's cone."""
    row = {piece: 6 * n for n, piece in enumerate(poses)}
    middles = {p: add(pose.position, rotate(pose.quaternion, specs[p].com)) for p, pose in poses.items()}
    columns = []
    for contact in found:
        mu = specs[contact.upper].friction
        for corner in contact.corners:
            for k in range(EDGES):
                angle = 2 * math.pi * k / EDGES
                force = np.array((mu * math.cos(angle), mu * math.sin(angle), 1.0))
                column = np.zeros(6 * len(row))
                for piece, sign in ((contact.upper, 1.0), (contact.lower, -1.0)):
                    if piece is not None:
                        arm = (np.array(corner) - np.array(middles[piece])) / SCALE_M
                        at = row[piece]
                        column[at : at + 3] = sign * force
                        column[at + 3 : at + 6] = sign * np.cross(arm, force)
                columns.append(column)
    matrix: Matrix = np.array(columns).T
    return matrix


def can_stand(
    specs: Mapping[str, PartSpec], poses: Mapping[str, Pose], lean_deg: float = 0.0, towards_deg: float = 0.0
) -> bool:
    """Whether forces in the contacts can balance every part while gravity leans by an angle towards a direction."""
    matrix = balance(specs, poses, contacts(specs, poses))
    lean, towards = math.tan(math.radians(lean_deg)), math.radians(towards_deg)
    heaviest = max(spec.mass_kg for spec in specs.values())
    load = np.zeros(6 * len(poses))
    for n, piece in enumerate(poses):
        weight = specs[piece].mass_kg / heaviest
        load[6 * n : 6 * n + 3] = weight * np.array((-lean * math.cos(towards), -lean * math.sin(towards), 1.0))
    if matrix.size == 0:
        return False
    return not_balanced(matrix, load) < BALANCED


def not_balanced(a: Matrix, b: Matrix) -> float:
    """The least |a x - b| over all x that are not negative (Lawson and Hanson), over |b|."""
    x = np.zeros(a.shape[1])
    used = np.zeros(a.shape[1], dtype=bool)
    for _ in range(6 * a.shape[1]):
        rest = b - a @ x
        if np.linalg.norm(rest) < 0.1 * BALANCED * np.linalg.norm(b):
            break
        gain = np.where(used, -np.inf, a.T @ rest)
        best = int(np.argmax(gain))
        if gain[best] < 1e-10:
            break
        used[best] = True
        while True:
            wanted = np.zeros_like(x)
            wanted[used] = np.linalg.lstsq(a[:, used], b, rcond=None)[0]
            if (wanted[used] > 1e-12).all():
                x = wanted
                break
            falling = used & (wanted <= 1e-12)
            share = float(np.min(x[falling] / np.maximum(x[falling] - wanted[falling], 1e-300)))
            x = x + min(1.0, share) * (wanted - x)
            used &= x > 1e-12
            x[~used] = 0.0
            if not used.any():
                break
    return float(np.linalg.norm(b - a @ x) / np.linalg.norm(b))


def margin(specs: Mapping[str, PartSpec], poses: Mapping[str, Pose], lean_deg: float = 1.0) -> int:
    """1 where it stands though gravity leans by `lean_deg` to any of eight sides, -1 where it falls however it leans,
    else 0: too close to call."""
    answers = [can_stand(specs, poses)]
    for k in range(8):
        answers.append(can_stand(specs, poses, lean_deg, 45.0 * k))
        if len(set(answers)) > 1:
            return 0
    return 1 if answers[0] else -1


def tilt_margin_deg(specs: Mapping[str, PartSpec], poses: Mapping[str, Pose], most_deg: float = 10.0) -> float:
    """How far gravity may lean to the worst of eight sides, in degrees; below 0: how far it must lean to the best one.

    To a hundredth, and up to `most_deg` either way.
    """
    holds = can_stand(specs, poses)

    def turned(lean_deg: float) -> bool:
        """Whether some side gives the other answer."""
        return any(can_stand(specs, poses, lean_deg, 45.0 * k) != holds for k in range(8))

    low, high = 0.0, 0.01  # Upwards: far over, it slides, and what a lean would hold falls again.
    while not turned(high):
        if high >= most_deg:
            return most_deg if holds else -most_deg
        low, high = high, min(2 * high, most_deg)
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (low, middle) if turned(middle) else (middle, high)
    return low if holds else -high
