"""Poses compose, invert and blend; tilt and yaw are what they say."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babylon3d.core.geometry import (
    IDENTITY,
    Pose,
    axis_quat,
    blend,
    compose,
    inverse,
    quat_unit,
    rotate,
    slerp,
    tilt_deg,
    yaw_deg,
    yaw_quat,
)

numbers = st.floats(-2, 2)
quats = st.tuples(numbers, numbers, numbers, numbers).filter(lambda q: sum(c * c for c in q) > 0.01).map(quat_unit)
poses = st.builds(Pose, st.tuples(numbers, numbers, numbers), quats)


@given(poses)
def test_a_pose_composed_with_its_inverse_is_the_identity(pose: Pose) -> None:
    back = compose(pose, inverse(pose))
    assert back.position == pytest.approx((0, 0, 0), abs=1e-9)
    assert abs(back.quaternion[3]) == pytest.approx(1)


@given(poses, poses, st.tuples(numbers, numbers, numbers))
def test_composing_is_turning_then_moving(a: Pose, b: Pose, v: tuple[float, float, float]) -> None:
    both = compose(a, b)
    inner = tuple(x + p for x, p in zip(rotate(b.quaternion, v), b.position, strict=True))
    outer = tuple(x + p for x, p in zip(rotate(a.quaternion, inner), a.position, strict=True))  # type: ignore[arg-type]
    direct = tuple(x + p for x, p in zip(rotate(both.quaternion, v), both.position, strict=True))
    assert direct == pytest.approx(outer, abs=1e-9)


@pytest.mark.parametrize("angle", [-170.0, -90.0, -8.0, 0.0, 15.0, 90.0, 179.0])
def test_yaw_is_counter_clockwise_and_no_tilt(angle: float) -> None:
    q = yaw_quat(angle)
    assert yaw_deg(q) == pytest.approx(angle) and tilt_deg(q) == pytest.approx(0, abs=1e-5)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    assert rotate(q, (1, 0, 0)) == pytest.approx((c, s, 0))


@pytest.mark.parametrize("angle", [0.0, 3.0, 15.0, 90.0, 180.0])
def test_tilt_is_the_angle_to_the_vertical(angle: float) -> None:
    assert tilt_deg(axis_quat((0, 1, 0), angle)) == pytest.approx(angle, abs=1e-5)


@given(quats, quats)
def test_slerp_goes_the_shorter_way(a: tuple[float, ...], b: tuple[float, ...]) -> None:
    mid = slerp(a, b, 0.5)  # type: ignore[arg-type]
    whole = abs(sum(x * y for x, y in zip(a, b, strict=True)))
    half = abs(sum(x * y for x, y in zip(a, mid, strict=True)))
    assert half >= math.sqrt(0.5) - 1e-9 and half == pytest.approx(math.sqrt((1 + whole) / 2), abs=1e-3)


def test_blend_ends_where_it_should() -> None:
    a, b = Pose((0, 0, 0), IDENTITY), Pose((2, 0, 4), yaw_quat(90))
    assert blend(a, b, 0).position == (0, 0, 0) and blend(a, b, 1).position == (2, 0, 4)
    assert yaw_deg(blend(a, b, 0.5).quaternion) == pytest.approx(45)
