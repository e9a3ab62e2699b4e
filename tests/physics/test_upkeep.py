"""The upkeep of a build: let go, come to rest, fall, be put back (T10), taken back, exchanged, turned."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from babylon3d.bench.samples import column, hundred
from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.geometry import Pose, distance, tilt_deg, yaw_deg
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.bodies import EXACT
from babylon3d.physics.engines import Engine, prefer, recipe
from babylon3d.physics.engines import world as make
from babylon3d.physics.upkeep import DROP_M, LIMIT_S, TICK_S, Rested, Upkeep, drop_height_m
from babylon3d.physics.world import Exploded
from tests.physics.conftest import HERE
from tests.physics.fake_world import FakeWorld


def tower(name: str, x: int, y: int, level: int, turn: int = 0) -> Part:
    return Part(name, "tower", Cell(x, y, level), turn=turn)  # type: ignore[arg-type]


def bridge(name: str, x: int, y: int, level: int) -> Part:
    return Part(name, "bridge", Cell(x, y, level), axis="x")


def build(*parts: Part, nobles: tuple[Noble, ...] = ()) -> Build:
    return Build("babylon", parts, nobles)


def rest(upkeep: Upkeep) -> Rested:
    """Tick until all is at rest."""
    for _ in range(round(LIMIT_S / TICK_S) + 2):
        rested = upkeep.tick()
        if rested is not None:
            return rested
    raise AssertionError("never at rest")


@pytest.fixture(params=HERE, autouse=True)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Every test once on each engine."""
    prefer(request.param)
    yield request.param
    prefer(None)


def table(rng_seed: int | None = 1) -> Upkeep:
    return Upkeep(BABYLON, make(recipe("realtime")), None if rng_seed is None else random.Random(rng_seed))


def test_what_is_set_up_stands_asleep_and_costs_nothing() -> None:
    with Upkeep(BABYLON, FakeWorld()) as upkeep:
        upkeep.reset(column(BABYLON, 10))
        assert not upkeep.busy
        assert [upkeep.tick() for _ in range(60)] == [None] * 60
        world = upkeep.world
        assert isinstance(world, FakeWorld) and world.steps == 0
        assert upkeep.poses() == column(BABYLON, 10).poses(BABYLON)


def test_the_world_is_closed_with_the_nature() -> None:
    world = FakeWorld()
    with Upkeep(BABYLON, world):
        pass
    assert world.closed


def test_a_placed_piece_is_let_go_above_its_place_and_rests_within_a_second() -> None:
    with table() as upkeep:
        below = (tower("a", 0, 0, 1), tower("b", 2, 0, 1))
        upkeep.reset(build(*below))
        upkeep.sync(build(*below, bridge("c", 1, 0, 2)))
        home = upkeep.homes()["c"]
        assert upkeep.poses()["c"].position[2] == pytest.approx(home.position[2] + DROP_M)
        seen = {upkeep.poses()["c"].position[2]}
        while (rested := upkeep.tick()) is None:
            seen.add(upkeep.poses()["c"].position[2])
        assert rested.fallen == () and not rested.timed_out and rested.seconds < 1.0
        assert len(seen) > 2, "the fall is seen"
        assert distance(upkeep.poses()["c"].position, home.position) < 0.0005
        assert not upkeep.busy and upkeep.tick() is None


def test_after_rest_nothing_drifts() -> None:
    with table() as upkeep:
        upkeep.sync(build(tower("a", 0, 0, 1)))
        rest(upkeep)
        before, version = upkeep.poses(), upkeep.version
        for _ in range(600):
            upkeep.tick()
        assert upkeep.poses() == before and upkeep.version == version


def test_pieces_of_one_turn_may_be_let_go_one_after_another_in_the_air() -> None:
    with table() as upkeep:
        upkeep.sync(build(tower("a", 0, 0, 1)))
        upkeep.tick()
        upkeep.sync(build(tower("a", 0, 0, 1), tower("b", 0, 0, 2)))
        assert rest(upkeep).fallen == ()
        assert set(upkeep.poses()) == {"a", "b"}


@pytest.mark.slow
def test_a_column_of_60_falls_and_is_put_back_exactly() -> None:
    parts = column(BABYLON, 60).parts
    with table() as upkeep:
        upkeep.reset(build(*parts[:-1]))
        homes = upkeep.homes()
        upkeep.sync(build(*parts))
        rested = rest(upkeep)
        assert len(rested.fallen) > 20 and "t60" in rested.fallen
        assert upkeep.fallen == rested.fallen
        assert not upkeep.busy, "it lies there until it is put back"
        lying = upkeep.poses()
        assert any(tilt_deg(pose.quaternion) > 15 for pose in lying.values())
        upkeep.put_back()
        assert upkeep.poses() == upkeep.homes()
        assert {p: upkeep.poses()[p] for p in homes} == homes
        assert not upkeep.busy and upkeep.fallen == () and upkeep.tick() is None


def test_without_unevenness_put_back_is_exactly_the_lattice() -> None:
    parts = column(BABYLON, 4).parts
    falls = {"t4": Pose((0.3, 0.0, 0.01))}
    with Upkeep(BABYLON, FakeWorld(falls=falls), random.Random(1), EXACT) as upkeep:
        upkeep.sync(build(*parts))
        assert rest(upkeep).fallen == ("t4",)
        assert upkeep.poses()["t4"] == falls["t4"]
        upkeep.put_back()
        assert upkeep.poses() == build(*parts).poses(BABYLON)


def test_the_next_sync_puts_back_what_still_lies_there() -> None:
    falls: dict[str, Pose | None] = {"a": None}
    with Upkeep(BABYLON, FakeWorld(falls=falls), None) as upkeep:
        upkeep.sync(build(tower("a", 0, 0, 1), tower("b", 1, 0, 1)))
        assert rest(upkeep).fallen == ("a",)
        upkeep.sync(build(tower("a", 0, 0, 1), tower("b", 1, 0, 1), tower("c", 2, 0, 1)))
        assert upkeep.fallen == ()
        assert upkeep.poses()["a"] == upkeep.homes()["a"]


def test_what_never_rests_is_judged_after_the_limit() -> None:
    with Upkeep(BABYLON, FakeWorld(rest_s=1e9)) as upkeep:
        upkeep.sync(build(tower("a", 0, 0, 1)))
        rested = rest(upkeep)
        assert rested.timed_out and rested.fallen == ()
        assert rested.seconds == pytest.approx(LIMIT_S, abs=2 * TICK_S)
        assert not upkeep.busy


def test_a_part_taken_back_leaves_and_what_stood_on_it_falls() -> None:
    with table() as upkeep:
        upkeep.reset(build(tower("a", 0, 0, 1), tower("b", 0, 0, 2)))
        upkeep.sync(build(tower("b", 0, 0, 2)))
        assert upkeep.busy
        assert rest(upkeep).fallen == ("b",)


def test_the_last_part_taken_back_disturbs_nothing() -> None:
    with table() as upkeep:
        upkeep.reset(build(tower("a", 0, 0, 1), tower("b", 0, 0, 2)))
        upkeep.sync(build(tower("a", 0, 0, 1)))
        assert rest(upkeep).fallen == ()
        assert list(upkeep.poses()) == ["a"]


def test_a_build_that_did_not_change_wakes_nobody() -> None:
    with table() as upkeep:
        upkeep.reset(column(BABYLON, 5))
        upkeep.sync(column(BABYLON, 5))
        assert not upkeep.busy


def test_exchanged_nobles_change_places() -> None:
    parts = (tower("a", 0, 0, 1), tower("b", 1, 0, 1))
    red, blue = Noble("r", "red", "small", "a"), Noble("b1", "blue", "small", "b")
    with table() as upkeep:
        upkeep.reset(build(*parts, nobles=(red, blue)))
        upkeep.sync(build(*parts, nobles=(replace(red, on="b"), replace(blue, on="a"))))
        assert rest(upkeep).fallen == ()
        gap = upkeep.poses()["r"].position[0] - upkeep.poses()["b1"].position[0]
        assert gap == pytest.approx(BABYLON.pitch_m, abs=0.001)


def test_a_turned_tower_turns_under_its_noble() -> None:
    noble = Noble("n", "red", "large", "a")
    with table() as upkeep:
        upkeep.reset(build(tower("a", 0, 0, 1), nobles=(noble,)))
        upkeep.sync(build(tower("a", 0, 0, 1, turn=90), nobles=(noble,)))
        assert rest(upkeep).fallen == ()
        assert yaw_deg(upkeep.poses()["a"].quaternion) == pytest.approx(90, abs=1)


def test_a_fallen_noble_is_one_that_is_off_its_tower_or_tilted() -> None:
    nobles = (Noble("n", "red", "large", "a"), Noble("m", "blue", "large", "b"))
    falls = {"n": Pose((0.2, 0.0, 0.0095)), "m": None}
    with Upkeep(BABYLON, FakeWorld(falls=falls)) as upkeep:
        upkeep.sync(build(tower("a", 0, 0, 1), tower("b", 1, 0, 1), nobles=nobles))
        assert rest(upkeep).fallen == ("n", "m")


def test_a_tower_put_under_an_overhang_is_not_lifted_into_it() -> None:
    """B5: a part may be put under an overhang as long as its cell is free."""
    parts = (tower("a", 0, 0, 1), tower("b", 0, 0, 2), tower("c", 2, 0, 1), tower("d", 2, 0, 2), bridge("e", 1, 0, 3))
    under = tower("f", 1, 0, 1)
    with table() as upkeep:
        full = (*parts[:-1], tower("x", 4, 0, 1), tower("y", 4, 0, 2), bridge("g", 3, 0, 3))
        upkeep.reset(build(*full))
        upkeep.sync(build(*full, under))
        assert rest(upkeep).fallen == ()
    sizes = {p.id: BABYLON.spec(p).size for p in (*parts, under)}
    homes = build(*parts, under).poses(BABYLON)
    assert drop_height_m("f", homes, sizes) == DROP_M, "a whole level is free above it"
    second = tower("s", 1, 0, 2)
    homes["s"], sizes["s"] = BABYLON.lattice_pose(second), BABYLON.spec(second).size
    assert drop_height_m("s", homes, sizes) == pytest.approx(0.0, abs=1e-9), "the bridge lies directly above"
    assert drop_height_m("e", homes, sizes) == DROP_M


def test_a_build_from_a_file_settles_without_being_dropped_apart() -> None:
    with table() as upkeep:
        upkeep.reset(hundred(BABYLON), awake=True)
        assert upkeep.busy
        rested = rest(upkeep)
        assert rested.fallen == () and rested.seconds < 1.0
        worst = max(distance(upkeep.poses()[p].position, home.position) for p, home in upkeep.homes().items())
        assert worst < 0.0005


def test_a_build_from_a_file_that_cannot_stand_is_seen_to_fall() -> None:
    with table() as upkeep:
        upkeep.reset(build(tower("a", 0, 0, 1), bridge("b", 1, 0, 2)), awake=True)
        assert rest(upkeep).fallen == ("b",)


@pytest.mark.slow
def test_a_game_of_115_pieces_let_go_three_by_three_adds_up_no_drift() -> None:
    whole = hundred(BABYLON)
    with table() as upkeep:
        for n in range(1, len(whole.parts) + len(whole.nobles) + 1, 3):
            upkeep.sync(Build("babylon", whole.parts[:n], whole.nobles[: max(0, n - len(whole.parts))]))
            rested = rest(upkeep)
            assert rested.fallen == () and rested.seconds < 1.0
        worst = max(distance(upkeep.poses()[p].position, home.position) for p, home in upkeep.homes().items())
        assert worst < 0.0005


def test_the_same_seed_gives_the_same_table() -> None:
    def play() -> dict[str, Pose]:
        with table(7) as upkeep:
            for n in range(1, 6):
                upkeep.sync(column(BABYLON, n))
                rest(upkeep)
            return dict(upkeep.poses())

    assert play() == play()


def test_a_world_that_lost_all_measure_is_put_back_to_the_homes(monkeypatch: pytest.MonkeyPatch) -> None:
    with table() as upkeep:
        upkeep.reset(build(tower("t1", 0, 0, 1)))
        upkeep.sync(build(tower("t1", 0, 0, 1), tower("t2", 0, 0, 2)))
        step = type(upkeep.world).step

        def explode(world: object, seconds: float = 1 / 60) -> None:
            raise Exploded("t2")

        monkeypatch.setattr(type(upkeep.world), "step", explode)
        assert upkeep.tick() == Rested((), TICK_S * 0) and not upkeep.busy
        monkeypatch.setattr(type(upkeep.world), "step", step)
        assert upkeep.poses() == upkeep.homes()
        upkeep.sync(build(tower("t1", 0, 0, 1)))
        assert rest(upkeep).fallen == ()
