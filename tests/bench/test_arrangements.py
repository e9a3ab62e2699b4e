"""Random builds all ways round: the same verdict everywhere, and the one that statics have."""

from __future__ import annotations

import pytest

from babylon3d.bench.arrangements import Asked, Verdicts, arrangement_rows, rows_of, verdicts
from babylon3d.bench.samples import ARRANGEMENTS, lever, overhang
from babylon3d.bench.statics import can_stand, margin, tilt_margin_deg
from babylon3d.core.build import Build
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.engines import Engine, available


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


@pytest.mark.slow
def test_random_builds_are_judged_alike_all_ways_round_on_every_engine() -> None:
    for row in arrangement_rows(BABYLON, builds=3, orders=1):
        assert row.ok, row.how


# Build 236 stands by 0.46 degrees: of its 24 arrangements PyBullet's live world lets 5 fall.
CLOSE = 236


@pytest.mark.slow
@pytest.mark.parametrize("engine", available())
def test_a_build_at_the_edge_has_one_verdict_all_ways_round(engine: Engine) -> None:
    (found,) = verdicts(BABYLON, "realtime", [CLOSE], (engine,), orders=1)
    assert found.of == 8 and "of 8" in found.said and "too close to call" in found.said
    assert found.margin == 0 and 0.4 < found.margin_deg < 0.5
    assert found.sure((engine, True))
    rows = list(rows_of([found], "realtime", (engine,)))
    assert len(rows) == 4 and all(row.ok for row in rows)


def test_what_has_two_verdicts_or_a_wrong_one_misses_its_bar_and_is_listed() -> None:
    def rows(margin_deg: float, told: int, live: int, other: int = 8) -> list[bool | None]:
        stood: dict[Asked, int] = {("bullet", True): told, ("bullet", False): live}
        stood |= {("mujoco", True): other, ("mujoco", False): other}
        clear = (margin_deg > 1) - (margin_deg < -1)
        engines: tuple[Engine, ...] = ("bullet",) if other == 8 else ("bullet", "mujoco")
        found = list(rows_of([Verdicts(7, clear, margin_deg, stood, 8)], "realtime", engines))
        assert all(("build 7 (" in row.how) for row in found if not row.ok)
        return [row.ok for row in found]

    assert rows(5.0, 8, 8) == [True] * 4
    assert rows(5.0, 7, 8) == [False, False, True, True]
    assert rows(5.0, 8, 7) == [True, True, False, False]
    assert rows(0.2, 7, 7) == [False, True, True, True], "too close to call: what a live world says is listed only"
    assert rows(-5.0, 8, 0) == [True, False, True, True]
    assert rows(5.0, 8, 8, 0) == [True, True, True, False, False, True, True, True, False, False]


def test_tilt_margins_in_degrees() -> None:
    def of(build: Build, most_deg: float) -> float:
        return tilt_margin_deg({p.id: BABYLON.spec(p) for p in build.parts}, build.poses(BABYLON), most_deg)

    assert of(overhang(BABYLON, 1, 0.0), 30.0) == pytest.approx(26.1, abs=0.05), "it topples at atan(19.6 / 40)"
    assert of(overhang(BABYLON, 1, 0.0), 5.0) == 5.0
    assert 0 <= of(lever(BABYLON, 0.001), 1.0) < 0.1 and -0.1 < of(lever(BABYLON, -0.001), 1.0) < 0
    assert of(lever(BABYLON, -0.3), 1.0) == -1.0
