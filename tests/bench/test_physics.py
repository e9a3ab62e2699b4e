"""The bars of the physics, measured by the functions that `babylon3d bench` calls; the `accurate` ones are slow."""

from __future__ import annotations

import time

import pytest

from babylon3d.bench import balance
from babylon3d.bench import physics as bars
from babylon3d.bench.rows import Row, memory_mb, row
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.world import Precision

BOTH = pytest.mark.parametrize("precision", ["realtime", pytest.param("accurate", marks=pytest.mark.slow)])


def met(*rows: Row) -> None:
    """All rows are within their bars; else all that are not."""
    assert rows
    missed = [f"{r.name}: {r.value:.4g} {r.unit}, bar {r.bar:.4g}" for r in rows if not r.ok]
    assert not missed, "\n".join(missed)


@BOTH
@pytest.mark.parametrize("height", [10, 20, 25])
def test_a_column_does_not_drift_in_a_minute(precision: Precision, height: int) -> None:
    met(bars.column_drift(BABYLON, height, precision))


@BOTH
def test_a_building_of_100_parts_and_15_nobles_sleeps_and_is_then_exactly_still(precision: Precision) -> None:
    met(*bars.hundred_rows(BABYLON, precision))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 6))
def test_other_buildings_of_100_parts_stand_as_well(seed: int) -> None:
    met(*bars.hundred_rows(BABYLON, "realtime", seed=seed))


@BOTH
def test_the_full_box_stands(precision: Precision) -> None:
    met(*bars.full_box_rows(BABYLON, precision))


@BOTH
def test_a_tower_slides_at_the_angle_of_friction(precision: Precision) -> None:
    met(bars.incline_error(BABYLON, precision))


@BOTH
def test_a_block_topples_at_the_angle_of_its_diagonal(precision: Precision) -> None:
    met(bars.topple_error(BABYLON, precision))


@BOTH
def test_a_one_footed_bridge_stands_from_the_counterweight_of_the_lever_on(precision: Precision) -> None:
    met(balance.lever_error(BABYLON, precision))


@BOTH
def test_the_verdict_on_a_lever_near_its_limit_does_not_depend_on_its_direction_or_the_order(
    precision: Precision,
) -> None:
    met(balance.arrangements_row(BABYLON, precision))


@BOTH
def test_harmonic_overhangs_stand_just_below_and_fall_just_above_the_limit(precision: Precision) -> None:
    met(*balance.overhang_rows(BABYLON, precision))


@BOTH
def test_things_fall_as_fast_as_they_do(precision: Precision) -> None:
    met(bars.fall_error(BABYLON, precision))


@BOTH
def test_a_one_footed_bridge_falls_and_twice_the_weight_it_needs_holds_it(precision: Precision) -> None:
    met(*balance.lever_rows(BABYLON, precision))


@BOTH
@pytest.mark.parametrize("speed_m_s", [0.05, 0.5])
def test_a_pushed_column_topples_and_nothing_tunnels(precision: Precision, speed_m_s: float) -> None:
    met(*bars.push_rows(BABYLON, precision, speed_m_s))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
def test_pushed_columns_topple_alike_for_other_seeds(seed: int) -> None:
    met(*bars.push_rows(BABYLON, "realtime", 0.05, seed), *bars.push_rows(BABYLON, "realtime", 0.5, seed))


@BOTH
def test_thrown_pieces_gain_no_energy_and_stay_in_the_world(precision: Precision) -> None:
    met(*bars.fuzz_rows(BABYLON, precision))


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(1, 11))
def test_thrown_pieces_gain_no_energy_for_other_seeds(seed: int) -> None:
    met(*bars.fuzz_rows(BABYLON, "realtime", seed=seed))


@BOTH
def test_pieces_over_the_edge_lie_on_the_floor(precision: Precision) -> None:
    met(bars.edge_row(BABYLON, precision))


@BOTH
def test_two_rebuilds_from_one_snapshot_go_on_bitwise_equal(precision: Precision) -> None:
    met(bars.rebuild_row(BABYLON, precision))


@BOTH
def test_nothing_leaks_over_5000_placements(precision: Precision) -> None:
    met(*bars.leak_row(BABYLON, precision, memory_mb))


@BOTH
def test_an_asleep_building_costs_little_while_something_moves_elsewhere(precision: Precision) -> None:
    met(bars.sleep_cost(BABYLON, precision, time.process_time))


def test_a_missed_bar_is_seen() -> None:
    with pytest.raises(AssertionError, match="too much: 2 mm, bar 1"):
        met(row("too much", 2.0, "mm", 1.0, "made up"))
