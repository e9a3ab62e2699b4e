"""The table as a nature: let go, come to rest, fall, be put back (T10), taken back, exchanged, turned."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from babylon3d.bench.samples import column, hundred
from babylon3d.core.build import Build, Noble, Part
from babylon3d.core.geometry import Pose, distance, tilt_deg, yaw_deg
from babylon3d.core.lattice import Cell
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.physics.bodies import EXACT
from babylon3d.physics.bullet import BulletWorld
from babylon3d.physics.fake import FakeWorld
from babylon3d.physics.nature import DROP_M, LIMIT_S, TICK_S, Rested, TableNature, drop_height_m


def tower(name: str, x: int, y: int, level: int, turn: int = 0) -> Part:
    return Part(name, "tower", Cell(x, y, level), turn=turn)  # type: ignore[arg-type]


def bridge(name: str, x: int, y: int, level: int) -> Part:
    return Part(name, "bridge", Cell(x, y, level), axis="x")


def build(*parts: Part, nobles: tuple[Noble, ...] = ()) -> Build:
    return Build("babylon", parts, nobles)


def rest(nature: TableNature) -> Rested:
    """Tick until all is at rest."""
    for _ in range(round(LIMIT_S / TICK_S) + 2):
        rested = nature.tick()
        if rested is not None:
            return rested
    raise AssertionError("never at rest")


def table(rng_seed: int | None = 1) -> TableNature:
    return TableNature(BABYLON, BulletWorld(), None if rng_seed is None else random.Random(rng_seed))


def test_what_is_set_up_stands_asleep_and_costs_nothing() -> None:
    with TableNature(BABYLON, FakeWorld()) as nature:
        nature.reset(column(BABYLON, 10))
        assert not nature.busy
        assert [nature.tick() for _ in range(60)] == [None] * 60
        world = nature.world
        assert isinstance(world, FakeWorld) and world.steps == 0
        assert nature.poses() == column(BABYLON, 10).poses(BABYLON)


def test_the_world_is_closed_with_the_nature() -> None:
    world = FakeWorld()
    with TableNature(BABYLON, world):
        pass
    assert world.closed


def test_a_placed_piece_is_let_go_above_its_place_and_rests_within_a_second() -> None:
    with table() as nature:
        below = (tower("a", 0, 0, 1), tower("b", 2, 0, 1))
        nature.reset(build(*below))
        nature.sync(build(*below, bridge("c", 1, 0, 2)))
        home = nature.homes()["c"]
        assert nature.poses()["c"].position[2] == pytest.approx(home.position[2] + DROP_M)
        seen = {nature.poses()["c"].position[2]}
        while (rested := nature.tick()) is None:
            seen.add(nature.poses()["c"].position[2])
        assert rested.fallen == () and not rested.timed_out and rested.seconds < 1.0
        assert len(seen) > 2, "the fall is seen"
        assert distance(nature.poses()["c"].position, home.position) < 0.0005
        assert not nature.busy and nature.tick() is None


def test_after_rest_nothing_drifts() -> None:
    with table() as nature:
        nature.sync(build(tower("a", 0, 0, 1)))
        rest(nature)
        before, version = nature.poses(), nature.version
        for _ in range(600):
            nature.tick()
        assert nature.poses() == before and nature.version == version


def test_pieces_of_one_turn_may_be_let_go_one_after_another_in_the_air() -> None:
    with table() as nature:
        nature.sync(build(tower("a", 0, 0, 1)))
        nature.tick()
        nature.sync(build(tower("a", 0, 0, 1), tower("b", 0, 0, 2)))
        assert rest(nature).fallen == ()
        assert set(nature.poses()) == {"a", "b"}


def test_a_column_of_40_falls_and_is_put_back_exactly() -> None:
    parts = column(BABYLON, 40).parts
    with table() as nature:
        nature.reset(build(*parts[:-1]))
        homes = nature.homes()
        nature.sync(build(*parts))
        rested = rest(nature)
        assert len(rested.fallen) > 20 and "t40" in rested.fallen
        assert nature.fallen == rested.fallen
        assert not nature.busy, "it lies there until it is put back"
        lying = nature.poses()
        assert any(tilt_deg(pose.quaternion) > 15 for pose in lying.values())
        nature.put_back()
        assert nature.poses() == nature.homes()
        assert {p: nature.poses()[p] for p in homes} == homes
        assert not nature.busy and nature.fallen == () and nature.tick() is None


def test_without_unevenness_put_back_is_exactly_the_lattice() -> None:
    parts = column(BABYLON, 4).parts
    falls = {"t4": Pose((0.3, 0.0, 0.01))}
    with TableNature(BABYLON, FakeWorld(falls=falls), random.Random(1), EXACT) as nature:
        nature.sync(build(*parts))
        assert rest(nature).fallen == ("t4",)
        assert nature.poses()["t4"] == falls["t4"]
        nature.put_back()
        assert nature.poses() == build(*parts).poses(BABYLON)


def test_the_next_sync_puts_back_what_still_lies_there() -> None:
    falls: dict[str, Pose | None] = {"a": None}
    with TableNature(BABYLON, FakeWorld(falls=falls), None) as nature:
        nature.sync(build(tower("a", 0, 0, 1), tower("b", 1, 0, 1)))
        assert rest(nature).fallen == ("a",)
        nature.sync(build(tower("a", 0, 0, 1), tower("b", 1, 0, 1), tower("c", 2, 0, 1)))
        assert nature.fallen == ()
        assert nature.poses()["a"] == nature.homes()["a"]


def test_what_never_rests_is_judged_after_the_limit() -> None:
    with TableNature(BABYLON, FakeWorld(rest_s=1e9)) as nature:
        nature.sync(build(tower("a", 0, 0, 1)))
        rested = rest(nature)
        assert rested.timed_out and rested.fallen == ()
        assert rested.seconds == pytest.approx(LIMIT_S, abs=2 * TICK_S)
        assert not nature.busy


def test_a_part_taken_back_leaves_and_what_stood_on_it_falls() -> None:
    with table() as nature:
        nature.reset(build(tower("a", 0, 0, 1), tower("b", 0, 0, 2)))
        nature.sync(build(tower("b", 0, 0, 2)))
        assert nature.busy
        assert rest(nature).fallen == ("b",)


def test_the_last_part_taken_back_disturbs_nothing() -> None:
    with table() as nature:
        nature.reset(build(tower("a", 0, 0, 1), tower("b", 0, 0, 2)))
        nature.sync(build(tower("a", 0, 0, 1)))
        assert rest(nature).fallen == ()
        assert list(nature.poses()) == ["a"]


def test_a_build_that_did_not_change_wakes_nobody() -> None:
    with table() as nature:
        nature.reset(column(BABYLON, 5))
        nature.sync(column(BABYLON, 5))
        assert not nature.busy


def test_exchanged_nobles_change_places() -> None:
    parts = (tower("a", 0, 0, 1), tower("b", 1, 0, 1))
    red, blue = Noble("r", "red", "small", "a"), Noble("b1", "blue", "small", "b")
    with table() as nature:
        nature.reset(build(*parts, nobles=(red, blue)))
        nature.sync(build(*parts, nobles=(replace(red, on="b"), replace(blue, on="a"))))
        assert rest(nature).fallen == ()
        gap = nature.poses()["r"].position[0] - nature.poses()["b1"].position[0]
        assert gap == pytest.approx(BABYLON.pitch_m, abs=0.001)


def test_a_turned_tower_turns_under_its_noble() -> None:
    noble = Noble("n", "red", "large", "a")
    with table() as nature:
        nature.reset(build(tower("a", 0, 0, 1), nobles=(noble,)))
        nature.sync(build(tower("a", 0, 0, 1, turn=90), nobles=(noble,)))
        assert rest(nature).fallen == ()
        assert yaw_deg(nature.poses()["a"].quaternion) == pytest.approx(90, abs=1)


def test_a_fallen_noble_is_one_that_is_off_its_tower_or_tilted() -> None:
    nobles = (Noble("n", "red", "large", "a"), Noble("m", "blue", "large", "b"))
    falls = {"n": Pose((0.2, 0.0, 0.0095)), "m": None}
    with TableNature(BABYLON, FakeWorld(falls=falls)) as nature:
        nature.sync(build(tower("a", 0, 0, 1), tower("b", 1, 0, 1), nobles=nobles))
        assert rest(nature).fallen == ("n", "m")


def test_a_tower_put_under_an_overhang_is_not_lifted_into_it() -> None:
    """B5: a part may be put under an overhang as long as its cell is free."""
    parts = (tower("a", 0, 0, 1), tower("b", 0, 0, 2), tower("c", 2, 0, 1), tower("d", 2, 0, 2), bridge("e", 1, 0, 3))
    under = tower("f", 1, 0, 1)
    with table() as nature:
        full = (*parts[:-1], tower("x", 4, 0, 1), tower("y", 4, 0, 2), bridge("g", 3, 0, 3))
        nature.reset(build(*full))
        nature.sync(build(*full, under))
        assert rest(nature).fallen == ()
    sizes = {p.id: BABYLON.spec(p).size for p in (*parts, under)}
    homes = build(*parts, under).poses(BABYLON)
    assert drop_height_m("f", homes, sizes) == DROP_M, "a whole level is free above it"
    second = tower("s", 1, 0, 2)
    homes["s"], sizes["s"] = BABYLON.lattice_pose(second), BABYLON.spec(second).size
    assert drop_height_m("s", homes, sizes) == pytest.approx(0.0, abs=1e-9), "the bridge lies directly above"
    assert drop_height_m("e", homes, sizes) == DROP_M


def test_a_build_from_a_file_settles_without_being_dropped_apart() -> None:
    with table() as nature:
        nature.reset(hundred(BABYLON), awake=True)
        assert nature.busy
        rested = rest(nature)
        assert rested.fallen == () and rested.seconds < 1.0
        worst = max(distance(nature.poses()[p].position, home.position) for p, home in nature.homes().items())
        assert worst < 0.0005


def test_a_build_from_a_file_that_cannot_stand_is_seen_to_fall() -> None:
    with table() as nature:
        nature.reset(build(tower("a", 0, 0, 1), bridge("b", 1, 0, 2)), awake=True)
        assert rest(nature).fallen == ("b",)


@pytest.mark.slow
def test_a_game_of_115_pieces_let_go_three_by_three_adds_up_no_drift() -> None:
    whole = hundred(BABYLON)
    with table() as nature:
        for n in range(1, len(whole.parts) + len(whole.nobles) + 1, 3):
            nature.sync(Build("babylon", whole.parts[:n], whole.nobles[: max(0, n - len(whole.parts))]))
            rested = rest(nature)
            assert rested.fallen == () and rested.seconds < 1.0
        worst = max(distance(nature.poses()[p].position, home.position) for p, home in nature.homes().items())
        assert worst < 0.0005


def test_the_same_seed_gives_the_same_table() -> None:
    def play() -> dict[str, Pose]:
        with table(7) as nature:
            for n in range(1, 6):
                nature.sync(column(BABYLON, n))
                rest(nature)
            return dict(nature.poses())

    assert play() == play()
