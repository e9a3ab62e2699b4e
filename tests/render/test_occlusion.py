"""The field of hidden sky: dark between pieces, open away from them."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from babylon3d.core.geometry import Vec3
from babylon3d.playable.babylon.look import PIECES
from babylon3d.render.camera import Bounds
from babylon3d.render.catalogue import Catalogue
from babylon3d.render.occlusion import MARGIN_M, Field, bounds_of, field
from babylon3d.render.scene import world_bounds
from tests.render.builds import columns


def _at(made: Field, point: Vec3) -> float:
    """The field's value in the voxel at a point."""
    depth, height, width = made.values.shape
    share = [(p - low) / size for p, low, size in zip(point, made.low, made.size, strict=True)]
    x, y, z = (min(int(s * n), n - 1) for s, n in zip(share, (width, height, depth), strict=True))
    return float(made.values[z, y, x]) / 255


CUBE = Bounds((-0.01, -0.01, 0.0), (0.01, 0.01, 0.02))


def test_an_empty_table_is_open() -> None:
    assert (field([]).values == 255).all()


def test_it_is_darker_near_a_piece_and_open_away_from_it() -> None:
    made = field([CUBE])
    near, far = _at(made, (0.014, 0.0, 0.002)), _at(made, (0.045, 0.0, 0.002))
    assert near < 0.9
    assert far > 0.98


def test_it_is_darkest_between_pieces() -> None:
    beside = Bounds((0.02, -0.01, 0.0), (0.04, 0.01, 0.02))
    assert _at(field([CUBE, beside]), (0.015, 0.0, 0.004)) < _at(field([CUBE]), (0.015, 0.0, 0.004)) - 0.05


def test_a_tall_or_wide_heap_gets_larger_voxels_not_more() -> None:
    made = field([CUBE, Bounds((3.0, 0.0, 0.0), (3.02, 0.02, 5.0))])
    assert made.values.size <= 161 * 161 * 121
    assert made.size[2] >= 5.0 + MARGIN_M


def test_it_does_not_depend_on_the_order_of_pieces() -> None:
    catalogue = Catalogue(PIECES)
    boxes = [world_bounds(v.pose, catalogue, v.mesh) for v in columns(random.Random(2), 40)]
    shuffled = list(boxes)
    random.Random(3).shuffle(shuffled)
    assert np.array_equal(field(boxes).values, field(shuffled).values)


def test_a_full_box_takes_little_time() -> None:
    catalogue = Catalogue(PIECES)
    boxes = [world_bounds(v.pose, catalogue, v.mesh) for v in columns(random.Random(2), 149)]
    times = []
    for _ in range(5):
        started = time.process_time()
        field(boxes)
        times.append(time.process_time() - started)
    assert min(times) < 0.05


def test_bounds_hold_all_boxes() -> None:
    assert bounds_of([]) is None
    other = Bounds((0.05, -0.03, 0.01), (0.06, 0.0, 0.09))
    assert bounds_of([CUBE, other]) == Bounds((-0.01, -0.03, 0.0), (0.06, 0.01, 0.09))
    assert bounds_of([CUBE, other]).radius == pytest.approx(0.0607, abs=1e-3)  # type: ignore[union-attr]
