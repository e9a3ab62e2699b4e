"""Random builds all ways round: the same verdict everywhere, and the one that statics have."""

from __future__ import annotations

import pytest

from babylon3d.bench.arrangements import BUILDS, arrangement_rows, verdicts
from babylon3d.bench.samples import ARRANGEMENTS, lever, overhang
from babylon3d.bench.statics import can_stand, margin
from babylon3d.core.build import Build
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.engines import available


def statics(build: Build, lean_deg: float = 0.0, towards_deg: float = 0.0) -> bool:
    specs = {part.id: BABYLON.spec(part) for part in build.parts}
    return can_stand(specs, build.poses(BABYLON), lean_deg, towards_deg)


def test_statics_know_levers_overhangs_leaning_columns_and_friction() -> None:
    for arrangement in ARRANGEMENTS:
        assert statics(lever(BABYLON, 0.003, *arrangement)) and not statics(lever(BABYLON, -0.003, *arrangement))
    for parts in (2, 4, 6):
        assert statics(overhang(BABYLON, parts, 0.998)) and not statics(overhang(BABYLON, parts, 1.002))
    block = overhang(BABYLON, 1, 0.0)  # two towers: they topple at atan(19.6 / 40) and slide at atan 0.5
    assert statics(block, 26.0) and not statics(block, 26.2), "topples at 26.1 degrees"
    one = Build("babylon", block.parts[:1])
    assert statics(one, 26.5) and not statics(one, 26.6), "slides at 26.57 degrees"
    assert statics(one, 24.3, 22.5) and not statics(one, 24.9, 22.5), "between the cone's edges at 24.8"


def test_margins() -> None:
    def of(build: Build) -> int:
        return margin({part.id: BABYLON.spec(part) for part in build.parts}, build.poses(BABYLON))

    assert [of(lever(BABYLON, over)) for over in (0.5, 0.01, -0.01, -0.3)] == [1, 0, 0, -1]


@pytest.mark.parametrize("builds", [1, pytest.param(BUILDS // 10, marks=pytest.mark.slow)])
def test_random_builds_are_judged_alike_all_ways_round_on_every_engine(builds: int) -> None:
    for row in arrangement_rows(BABYLON, builds=builds):
        assert row.ok, row.how


def test_a_build_is_turned_four_ways_and_mirrored() -> None:
    (found,) = verdicts(BABYLON, "realtime", 1, available()[:1], orders=1)
    assert found.of == 8 and "of 8" in found.said
