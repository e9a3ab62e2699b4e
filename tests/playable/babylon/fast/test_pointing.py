"""What one points at is where it goes: aims through cameras over real physics, and what comes to rest (UX, F2, F3)."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from babylon3d.core.build import Build, Noble, Part
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.model import Assist
from babylon3d.games.babylon.pieces import PieceKind
from babylon3d.playable.babylon.fast.scene import Landing
from babylon3d.render.camera import View
from tests.playable.babylon.fast.pointing import Pointing, drift_m, turn_between_deg
from tests.playable.babylon.fast.test_knocking import bridge, column, tower
from tests.sampling import samples

REST_M, REST_DEG = 0.002, 2.0
STILL_M = 0.00005
MIDDLE = area_middle(3, 0)
KINDS: tuple[PieceKind, ...] = ("tower", "tower", "bridge", "small", "large")
VIEWS = tuple(View((*MIDDLE[:2], 0.08), azimuth, high, 0.8) for azimuth, high in ((-150, 33), (-90, 60), (20, 22)))


def building(seed: int) -> Build:
    """Columns up to level 12, some of them joined by bridges that carry more, nobles on some tops."""
    rng = random.Random(seed)
    parts: list[Part] = []
    tops: list[str] = []
    for number, (x, y) in enumerate(rng.sample([(x, y) for x in (-4, -1, 2) for y in (-4, -2, 0, 2)], 4)):
        high = 12 if number == 0 else rng.randint(1, 6)
        parts += column(high, x, y, f"p{number}_")
        tops.append(parts[-1].id)
        if number and rng.random() < 0.6:  # its twin two cells on, and a bridge over both with a tower on its middle
            parts += column(high, x + 2, y, f"r{number}_")
            parts.append(bridge(f"y{number}", x + 1, y, high + 1))
            parts.append(tower(f"z{number}", x + 1, y, high + 2))
            tops[-1] = parts[-1].id
    nobles = [
        Noble(f"q{number}", colour, kind, top)
        for number, (top, kind, colour) in enumerate(zip(tops[1:], ("small", "large"), ("red", "yellow"), strict=False))
    ]
    return Build("babylon", tuple(parts), tuple(nobles))


def spot(table: Pointing, rng: random.Random) -> tuple[float, float]:
    """A pixel of a random piece that stands, or of the table."""
    while True:
        point = (MIDDLE[0] + rng.uniform(-0.1, 0.1), MIDDLE[1] + rng.uniform(-0.1, 0.1), 0.0)
        if rng.random() < 0.8:
            pose = table.nature.poses()[rng.choice(table.state.standing).id]
            x, y, z = (c + rng.uniform(-0.009, 0.009) for c in pose.position)
            point = (x, y, z)
        pixel = table.eyes.pixel_of(point)
        if pixel is not None and 0 <= pixel[0] < 1280 and 0 <= pixel[1] < 720:
            return pixel


def aimed(table: Pointing, rng: random.Random, kind: PieceKind) -> Landing:
    """The ghost at the click: the cursor was still since before the piece was taken, or moved afterwards."""
    pixel = spot(table, rng)
    if rng.random() < 0.5:
        table.point(*pixel)
        table.take(kind)
    else:
        table.take(kind)
        table.tick(rng.randrange(30))
        table.point(*pixel)
    if rng.random() < 0.3:
        table.hand.turn(90.0)
    table.tick(rng.choice((0, 1, 5, 60)))
    return table.ghost()


def lowered(table: Pointing) -> Landing:
    """A free hand brought down to rest height by the wheel."""
    table.tick(90)  # it has got there, at its height
    for _ in range(200):
        found = table.ghost()
        gap = table.hand.pose.position[2] - found.pose.position[2]
        if gap < 0.0015:
            table.tick(30)
            return table.ghost()
        table.hand.lift(-min(0.01, gap - 0.0005))
        table.tick(3)
    raise AssertionError("it comes no lower")


def try_aims(assist: Assist, count: int, seed: int) -> Counter[str]:
    """What became of so many aims; told in words where a piece came to rest elsewhere than its ghost was."""
    rng = random.Random(seed)
    found: Counter[str] = Counter()
    for number in range(count):
        with Pointing(building(number % 10), rng.choice(VIEWS), assist=assist, stop_watch_s=0) as table:
            kind = rng.choice(KINDS)
            ghost = aimed(table, rng, kind)
            if ghost.reason and assist != "free":
                table.click()
                assert table.hand.kind == kind and table.hand.refusal
                found["red"] += 1
                continue
            if assist == "free":
                ghost = lowered(table)
                if ghost.reason:
                    found["red"] += 1
                    continue
            held = table.state.seats[0].hand
            assert held is not None
            before = dict(table.nature.poses())
            table.click()
            now = table.nature.poses()
            moved = drift_m(before, now, [name for name in before if name != held.id])
            stands = table.state.piece(held.id) is not None
            off = math.dist(ghost.pose.position, now[held.id].position) if held.id in now else math.inf
            right = stands and off < REST_M and turn_between_deg(ghost.pose, now[held.id]) < REST_DEG
            found["right" if right and moved < 0.001 else f"{number} {kind}: {off * 1000:.1f} mm, {moved:.4f}"] += 1
    return found


@pytest.mark.parametrize(("assist", "count"), [("guided", 250), ("light", 250), ("free", 200)])
@pytest.mark.slow
def test_a_piece_comes_to_rest_where_its_ghost_was_at_the_click(assist: Assist, count: int) -> None:
    found = try_aims(assist, samples(count, 40), 7)
    print(assist, dict(found))
    wrong = {what: n for what, n in found.items() if what not in ("right", "red")}
    assert sum(wrong.values()) <= 0.01 * found.total(), wrong
    assert found["right"] >= 0.4 * found.total()


@pytest.mark.parametrize("assist", ["guided", "light"])
def test_some_aims_of_the_quick_suite(assist: Assist) -> None:
    found = try_aims(assist, 6, 3)
    assert set(found) <= {"right", "red"} and found["right"] >= 2, found


@pytest.mark.parametrize(("assist", "most_m"), [("guided", 0.0005), ("light", 0.003)])
def test_twelve_pieces_stacked_at_one_spot_of_the_cursor_are_one_column(assist: Assist, most_m: float) -> None:
    for view in VIEWS[: samples(3)]:
        with Pointing(Build("babylon", column(2, 4, 4, "p")), view, assist=assist, stop_watch_s=0) as table:
            table.point(*(table.eyes.pixel_of((MIDDLE[0] - 0.031, MIDDLE[1] + 0.004, 0.0)) or (0.0, 0.0)))
            stack = []
            for _ in range(12):
                table.take("tower")
                held = table.state.seats[0].hand
                assert held is not None
                table.click()
                stack.append(held.id)
            poses = table.nature.poses()
            assert [table.state.piece(name).rest.level for name in stack] == list(range(1, 13))  # type: ignore[union-attr]
            foot = poses[stack[0]].position[:2]
            assert max(math.dist(foot, poses[name].position[:2]) for name in stack) <= most_m


@pytest.mark.parametrize("assist", ["light", "free"])
def test_a_pixel_of_the_mouse_moves_the_place_by_what_it_spans(assist: Assist) -> None:
    with Pointing(building(2), VIEWS[0], assist=assist, stop_watch_s=0) as table:
        table.take("tower")
        rng = random.Random(5)
        for _ in range(12):
            x, y = spot(table, rng)
            hits = [table.eyes.pick(x + i, y, frozenset({table.state.seats[0].hand.id})) for i in range(8)]  # type: ignore[union-attr]
            places = []
            for i in range(8):
                table.point(x + i, y)
                places.append(table.hand.place.point)
            for (a, b), (p, q) in zip(pairwise(hits), pairwise(places), strict=True):
                if a is None or b is None or (a.piece, a.normal) != (b.piece, b.normal):
                    continue  # another face
                assert math.dist(p, q) <= math.dist(a.point, b.point) + 1e-6, (a, b, p, q)


def around(table: Pointing, rng: random.Random) -> None:
    """One thing that must move nothing that stands: take, put away, let the piece come back, turn the view."""

    def put_away() -> None:
        if table.hand.kind is not None:
            table.hand.do(m.PutAway())
            table.tick(8)

    def take() -> None:
        put_away()
        table.take(rng.choice(KINDS))

    def comes_back() -> None:
        """Let go where it cannot stand, high over the open table beside the building."""
        if table.hand.kind not in ("small", "large"):
            put_away()
            table.take("small")
        x, y = (MIDDLE[0] + 0.11, MIDDLE[1] + rng.choice((-0.05, 0.05)))
        table.hand.go(x, y)
        table.tick(40)
        if table.state.options.assist == "free":
            lowered(table)
        table.click()
        table.tick(30)

    def look() -> None:
        """The view turns and zooms under a still mouse, as in a pause or a resize."""
        seen = table.eyes.view
        table.eyes.view = View(seen.focus, seen.azimuth_deg + rng.uniform(-90, 90), rng.uniform(20, 70), 0.6)
        table.tick(10)

    ways: list[Callable[[], None]] = [take, take, put_away, comes_back, look]
    rng.choice(ways)()


@pytest.mark.parametrize("assist", ["guided", "light", "free"])
@pytest.mark.slow
def test_f2_takings_returns_and_camera_moves_beside_buildings_move_nothing(assist: Assist) -> None:
    rng = random.Random(23)
    rounds, of = (samples(20, 2), 17)
    for number in range(rounds):
        with Pointing(building(number), VIEWS[number % 3], assist=assist, stop_watch_s=0) as table:
            names = [piece.id for piece in table.state.standing]
            table.hand.go(*MIDDLE[:2])
            before = dict(table.nature.poses())
            for _ in range(of):
                around(table, rng)
                assert drift_m(before, dict(table.nature.poses()), names) <= STILL_M
            assert not table.knocked() and all(not player.pile and not player.out for player in table.state.seats)
