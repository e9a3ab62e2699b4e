"""`settle`: what stands, what falls, when it came to rest, and how far everything went."""

from __future__ import annotations

from dataclasses import replace

import pytest

from babylon3d.bench.samples import column, lever_limit_kg, one_footed
from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.errors import BadText
from babylon3d.core.geometry import Pose
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.engines import Engine, available
from babylon3d.physics.settle import MOST_RATIO, refuse_masses, settle
from babylon3d.physics.world import Precision


def heavier(build: Build, part_id: str, mass_kg: float) -> Build:
    """The build with that part's mass."""
    return replace(build, parts=tuple(replace(p, mass_kg=mass_kg) if p.id == part_id else p for p in build.parts))


def test_a_one_footed_bridge_falls() -> None:
    found = settle(one_footed(BABYLON), BABYLON)
    assert not found.stands and found.fallen == ("b1",)
    assert found.parts["b1"].tilt_deg > 15 > found.parts["t1"].tilt_deg


def test_twice_the_counterweight_that_it_needs_holds_it() -> None:
    found = settle(one_footed(BABYLON, 2 * lever_limit_kg(BABYLON)), BABYLON)
    assert found.stands and found.fallen == ()
    assert found.rest_time_s is not None and found.rest_time_s < 1.0
    assert all(change.displacement_mm < 0.1 and change.tilt_deg < 0.1 for change in found.parts.values())


def test_nobles_are_among_the_parts_and_fall_with_their_tower() -> None:
    nobles = (Noble("n1", "red", "small", "t2"),)
    parts = (Part("t1", "tower", Cell(0, 0, 1)), Part("t2", "tower", Cell(2, 0, 2)))
    found = settle(Build("babylon", parts, nobles), BABYLON)
    assert set(found.parts) == {"t1", "t2", "n1"}
    assert "t2" in found.fallen and "t1" not in found.fallen, "a tower in the air drops by a level"


def test_the_same_seed_gives_the_same_answer_and_another_one_another_way() -> None:
    first, again, other = (settle(column(BABYLON, 6), BABYLON, seed=seed) for seed in (3, 3, 4))
    assert first == again
    assert first.poses != other.poses and first.stands and other.stands


def test_without_jitter_and_exactly_on_the_lattice_it_stands_as_well() -> None:
    found = settle(column(BABYLON, 6), BABYLON, jitter_mm=0.0)
    assert found.stands
    assert all(change.displacement_mm < 0.1 for change in found.parts.values())


def test_what_is_still_falling_when_time_is_up_does_not_stand() -> None:
    found = settle(column(BABYLON, 6), BABYLON, seconds=0.3)
    assert not found.stands and found.rest_time_s is None and found.fallen == ()


def test_a_pose_of_its_own_and_a_mass_of_its_own_count() -> None:
    far = Part("t2", "tower", Cell(0, 0, 2), pose=Pose((0.011, 0.0, 0.03)))
    near = Part("t2", "tower", Cell(0, 0, 2), pose=Pose((0.008, 0.0, 0.03)))
    base = Part("t1", "tower", Cell(0, 0, 1))
    assert not settle(Build("babylon", (base, far)), BABYLON, jitter_mm=0.0).stands
    assert settle(Build("babylon", (base, near)), BABYLON, jitter_mm=0.0).stands
    light = one_footed(BABYLON, lever_limit_kg(BABYLON) * 0.5)
    assert not settle(light, BABYLON).stands
    assert settle(heavier(light, "t2", lever_limit_kg(BABYLON) * 1.5), BABYLON).stands


@pytest.mark.parametrize("precision", ["realtime", pytest.param("accurate", marks=pytest.mark.slow)])
@pytest.mark.parametrize("engine", available())
def test_single_parts_of_any_accepted_mass_stand(precision: Precision, engine: Engine) -> None:
    for mass_kg in (0.0001, 0.003, 0.1, 10.0):
        found = settle(heavier(column(BABYLON, 1), "t1", mass_kg), BABYLON, precision=precision, engine=engine)
        assert found.stands and found.parts["t1"].displacement_mm < 0.2, mass_kg


@pytest.mark.parametrize("precision", ["realtime", pytest.param("accurate", marks=pytest.mark.slow)])
@pytest.mark.parametrize("heavy_kg", [0.01, 10.0])
@pytest.mark.parametrize("engine", available())
def test_heavy_on_light_and_light_on_heavy_stand_over_the_accepted_ratio(
    precision: Precision, heavy_kg: float, engine: Engine
) -> None:
    light = heavy_kg / MOST_RATIO
    for masses in ((light, heavy_kg), (heavy_kg, light), (light, light, light, heavy_kg), (light, heavy_kg) * 3):
        build = column(BABYLON, len(masses))
        for part, mass_kg in zip(build.parts, masses, strict=True):
            build = heavier(build, part.id, mass_kg)
        refuse_masses(build, BABYLON)
        found = settle(build, BABYLON, 4.0, precision=precision, engine=engine)
        assert found.stands and all(c.displacement_mm < 0.3 for c in found.parts.values()), masses


def test_a_ratio_beyond_is_refused_by_name() -> None:
    build = heavier(heavier(column(BABYLON, 2), "t1", 0.001), "t2", 0.001 * MOST_RATIO * 1.01)
    with pytest.raises(BadText, match='"t2" has 101 times the mass of "t1"'):
        refuse_masses(build, BABYLON)


def test_an_empty_build_stands() -> None:
    found = settle(Build("babylon"), BABYLON)
    assert found.stands and found.parts == {} and found.fallen == ()


def test_both_precisions_answer() -> None:
    for precision in ("realtime", "accurate"):
        assert settle(column(BABYLON, 3), BABYLON, precision=precision).stands
