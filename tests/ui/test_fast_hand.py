"""A person's hand: where a carried piece would land, how it is set down, which ray leads where. No physics."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import msgspec
import pytest

from babylon3d.app.screens.fast.pace import Pace
from babylon3d.app.screens.fast.reach import aimed
from babylon3d.core.geometry import Pose, Vec3, yaw_quat
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.judge import Seen
from babylon3d.games.babylon.fast.state import FastState, Held, Standing
from babylon3d.games.babylon.pieces import PieceKind
from babylon3d.playable.babylon.fast.hand import GAP_M, SEND_TICKS, HandController
from babylon3d.playable.babylon.fast.landing import dropped, landing
from babylon3d.playable.babylon.fast.path import CLEAR_M
from babylon3d.render.picking import Ray
from tests.playable.babylon.fast.test_words import building, tower, with_seat

MIDDLE = area_middle(3, 0)


def at(x: float, y: float, z: float, yaw: float = 0.0) -> Pose:
    return Pose((MIDDLE[0] + x, MIDDLE[1] + y, MIDDLE[2] + z), yaw_quat(yaw))


def table(*places: tuple[float, float, int], **options: object) -> tuple[FastState, dict[str, Pose]]:
    """A state with towers at (x, y, level) in the left area, and their poses."""
    pieces, poses = [], {}
    for number, (x, y, level) in enumerate(places):
        piece = tower(f"t{number}", level)
        pieces.append(piece)
        poses[piece.id] = at(x, y, 0.02 * level - 0.01)
    return msgspec.structs.replace(building(**options), standing=tuple(pieces)), poses


def test_a_guided_tower_lands_straight_and_centred_on_the_tower_below() -> None:
    state, poses = table((0.0, 0.0, 1))
    found = landing(state, 0, "tower", at(0.006, -0.005, 0.09, 20.0), 0, poses)
    assert found.reason == ""
    assert found.pose.position == pytest.approx(at(0.0, 0.0, 0.03).position, abs=1e-9)
    assert found.pose.quaternion == pytest.approx(yaw_quat(0.0), abs=1e-9)


def test_without_a_help_it_lands_as_it_is_held_and_the_reason_is_known() -> None:
    state, poses = table((0.0, 0.0, 1), assist="free")
    found = landing(state, 0, "tower", at(0.0, 0.0, 0.09, 20.0), 0, poses)
    assert found.pose.quaternion == pytest.approx(yaw_quat(20.0))
    assert found.reason == "it is not at a right angle" and found.ghost == "illegal"


def test_a_bridge_lands_on_two_towers_and_not_on_one() -> None:
    state, poses = table((0.0, 0.0, 1), (0.04, 0.0, 1))
    assert landing(state, 0, "bridge", at(0.021, 0.001, 0.09), 0, poses).reason == ""
    state, poses = table((0.0, 0.0, 1))
    assert landing(state, 0, "bridge", at(0.021, 0.001, 0.09), 0, poses).reason


def test_over_a_noble_the_reason_is_the_noble() -> None:
    state, poses = table((0.0, 0.0, 1))
    on = Standing("n9", "large", "red", 0, 0, m.Rest(("t0",), 1, 0, (0.0, 0.0, 0.0295), (0.0, 0.0, 0.0, 1.0)))
    state = msgspec.structs.replace(state, standing=(*state.standing, on))
    poses["n9"] = at(0.0, 0.0, 0.0295)
    for kind in ("tower", "bridge"):
        assert landing(state, 0, kind, at(0.0, 0.0, 0.2), 0, poses).reason == "a noble stands there"
    assert landing(state, 0, "tower", at(0.04, 0.0, 0.2), 0, poses).reason == ""


def test_a_piece_carried_under_a_bridge_lands_on_the_table() -> None:
    others = {"b": Seen("b", "bridge", at(0.0, 0.0, 0.07), 3)}
    low = dropped("tower", at(0.0, 0.0, 0.03), others)
    assert low.position[2] == pytest.approx(0.01)
    assert dropped("tower", at(0.0, 0.0, 0.12), others).position[2] == pytest.approx(0.09)


def test_nobles_are_round_two_stand_beside_each_other_in_opposite_corners() -> None:
    others = {"n": Seen("n", "small", at(-0.0057, -0.0057, 0.028), 1), "t": Seen("t", "tower", at(0.0, 0.0, 0.01), 1)}
    assert dropped("large", at(0.0032, 0.0032, 0.1), others).position[2] == pytest.approx(0.0295)
    assert dropped("large", at(0.0, 0.0, 0.1), others).position[2] == pytest.approx(0.036 + 0.0095)


def test_a_bridges_arch_clears_what_is_low() -> None:
    others = {"n": Seen("n", "small", at(0.0, 0.0, 0.004), 1)}
    assert dropped("bridge", at(0.0, 0.0, 0.1), others).position[2] == pytest.approx(0.01)


class Table:
    """A hand at a state that obeys it, and a piece that follows at once."""

    def __init__(self, state: FastState, poses: dict[str, Pose]) -> None:
        self.state, self.poses, self.tick = state, poses, 0
        self.hand = HandController(0, 3, lambda: self.poses)
        self.done: list[tuple[int, m.FastAction]] = []

    def step(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            self.tick += 1
            self.hand.offer(self.state)
            for action in self.hand.poll(self.tick):
                self.done.append((self.tick, action))  # type: ignore[arg-type]
                held = self.state.seats[0].hand
                if isinstance(action, m.MoveHand) and held is not None:
                    x, y, z = (v * 1e-4 for v in (action.x, action.y, action.z))
                    self.poses[held.id] = at(x, y, z + 0.01, action.yaw / 10)
                if isinstance(action, m.LetGo):
                    self.state = with_seat(self.state, 0, hand=None)


@dataclass
class Sky:
    """Eyes that see nothing but a ray."""

    origin: Vec3
    direction: Vec3

    def ray(self, x_px: float, y_px: float) -> Ray:
        return Ray(self.origin, self.direction)

    def pick(self, x_px: float, y_px: float, skip: frozenset[str] = frozenset()) -> None: ...

    def pixel_of(self, point: Vec3) -> None: ...


def holding(*places: tuple[float, float, int], kind: PieceKind = "tower", **options: object) -> Table:
    state, poses = table(*places, **options)
    made = Table(with_seat(state, 0, hand=Held("t9", kind)), {**poses, "t9": at(0.0, 0.0, 0.12)})
    made.step()
    return made


def test_f2_a_piece_that_comes_back_hangs_till_its_player_moves_it() -> None:
    made = holding((0.0, 0.0, 1), assist="free")
    made.hand.lift(-0.05)
    made.step(4)
    made.state = with_seat(made.state, 0, hand=None)
    made.step(2)
    before = len(made.done)
    made.state = with_seat(made.state, 0, hand=Held("t9", "tower"))
    made.poses["t9"] = at(0.0, 0.0, 0.09)  # above what stands where it was let go
    made.step(30)
    assert len(made.done) == before and made.hand.pose.position[2] == pytest.approx(0.09)
    made.hand.go(MIDDLE[0] + 0.01, MIDDLE[1])
    made.step(3)
    moved = made.done[-1][1]
    assert isinstance(moved, m.MoveHand) and (moved.x, moved.z) == (100, 800)


def test_a_hand_moves_at_most_thirty_times_a_second() -> None:
    made = holding()
    for i in range(60):
        made.hand.go(MIDDLE[0] + i * 0.001, MIDDLE[1])
        made.step()
    ticks = [tick for tick, action in made.done if isinstance(action, m.MoveHand)]
    assert 10 <= len(ticks) <= 31
    assert all(b - a >= SEND_TICKS for a, b in pairwise(ticks))


def test_a_guided_hand_hovers_clear_of_what_stands_and_goes_round_it() -> None:
    made = holding((0.0, 0.0, 1), (0.0, 0.0, 2), (0.0, 0.0, 3))
    made.hand.go(MIDDLE[0] - 0.06, MIDDLE[1])
    made.step(60)
    made.hand.go(MIDDLE[0] + 0.06, MIDDLE[1])
    made.done.clear()
    made.step(60)
    moves = [action for _, action in made.done if isinstance(action, m.MoveHand)]
    over = [move for move in moves if abs(move.x) < 190]
    assert over and min(move.z for move in over) >= 600 + round(CLEAR_M * 1e4) - 10
    assert moves[-1].x == 600 and moves[-1].z == round(CLEAR_M * 1e4)


def test_letting_go_sets_the_piece_down_where_its_ghost_was() -> None:
    made = holding((0.0, 0.0, 1))
    made.hand.go(MIDDLE[0] + 0.004, MIDDLE[1])
    made.hand.lift(0.06)
    made.step(4)
    ghost = made.hand.landing(made.state)
    assert ghost is not None
    made.hand.let_go(made.state)
    assert made.hand.setting
    made.step(120)
    moves = [action for _, action in made.done if isinstance(action, m.MoveHand)]
    assert isinstance(made.done[-1][1], m.LetGo)
    assert (moves[-1].x, moves[-1].y) == (0, 0), "it is centred on the tower"
    assert made.poses["t9"].position[:2] == pytest.approx(ghost.pose.position[:2], abs=1e-4)
    assert moves[-1].z == round((0.02 + GAP_M) * 1e4)
    slow = [tick for tick, action in made.done if isinstance(action, m.MoveHand) and action.z < 200 + 120]
    assert (made.done[-1][0] - slow[0]) / 60 >= 0.010 / 0.25, "the last centimetre goes slowly"


def test_a_place_where_it_would_not_stand_is_refused_before_the_hand_opens() -> None:
    made = holding(assist="light", kind="small")
    made.hand.let_go(made.state)
    assert not made.hand.setting
    assert made.hand.refusal == "It would come back: a noble stands on a tower only (F3)"


def test_a_free_hand_just_opens() -> None:
    made = holding(assist="free")
    made.hand.let_go(made.state)
    made.step(3)
    assert isinstance(made.done[-1][1], m.LetGo) and made.done[-1][0] <= 4


def test_a_piece_that_is_stuck_on_its_way_stays_in_the_hand() -> None:
    made = holding((0.0, 0.0, 1))
    made.hand.let_go(made.state)
    for _ in range(400):
        made.step()
        made.poses["t9"] = at(0.03, 0.0, 0.1)  # it is stuck
        if not made.hand.setting:
            break
    assert not any(isinstance(action, m.LetGo) for _, action in made.done)
    assert made.hand.refusal == "Something is in the way: the piece stays in your hand"


def test_a_column_that_grows_under_the_aim_breaks_the_promise_and_it_is_said() -> None:
    made = holding((0.0, 0.0, 1))
    made.hand.let_go(made.state)
    made.step(2)
    grown, poses = table((0.0, 0.0, 1), (0.0, 0.0, 2))
    made.state = msgspec.structs.replace(made.state, standing=grown.standing)
    made.poses.update(poses)
    made.step(3)
    assert not made.hand.setting and not any(isinstance(action, m.LetGo) for _, action in made.done)
    assert made.hand.refusal == "What is under it has changed: the piece stays in your hand"


def test_the_hand_stays_over_the_own_cloths_and_says_so() -> None:
    made = holding()
    for x, y, beyond in ((5.0, 5.0, True), (-5.0, 0.0, True), (*MIDDLE[:2], False)):
        made.hand.go(x, y)
        place = made.hand.place
        assert place.area in (0, 2) and place.beyond == beyond
        assert math.dist(place.point, area_middle(3, place.area)[:2]) <= 0.1461


def test_a_ray_past_the_table_means_the_cloths_edge() -> None:
    made = holding()
    for direction in ((0.0, 0.8, 0.6), (0.0, 0.6, -0.8)):
        eyes = Sky((0.0, -0.5, 0.3), direction)
        made.hand.point(aimed(eyes, made.state, 0.0, 0.0))
        place = made.hand.place
        assert place.beyond == (direction[2] > 0)


def test_what_is_pointed_at_does_not_depend_on_the_hands_height() -> None:
    made = holding((0.0, 0.0, 1), assist="free")
    made.hand.go(MIDDLE[0] + 0.05, MIDDLE[1] + 0.01)
    before = made.hand.place
    for _ in range(10):
        made.hand.lift(0.03)
        made.step(3)
    assert made.hand.place == before


def test_a_free_hand_whose_piece_lies_on_something_is_told_so_before_the_click() -> None:
    made = holding((0.0, 0.0, 1), (0.0, 0.0, 2), assist="free", kind="bridge")
    made.hand.go(MIDDLE[0], MIDDLE[1])
    made.hand.lift(-0.2)
    made.step(3)
    made.poses["t9"] = at(0.0, 0.0, 0.05)  # it lies on the column and presses on it
    found = made.hand.landing(made.state)
    assert found is not None and found.reason == "something is in the way of your hand"
    made.poses["t9"] = at(0.0, 0.0, 0.011)
    made.step()
    found = made.hand.landing(made.state)
    assert found is not None and found.reason != "something is in the way of your hand"


def test_a_hand_is_straightened_by_a_key_and_a_new_piece_is_straight() -> None:
    made = holding()
    made.hand.turn(70.0)
    made.hand.straighten()
    assert made.hand.yaw == 90.0
    made.hand.turn(20.0)
    made.hand.take(made.state, "bridge")
    made.step(2)
    assert made.hand.yaw == 0.0


def test_pressing_the_key_of_what_is_held_puts_it_back() -> None:
    made = holding()
    made.hand.take(made.state, "tower")
    made.step()
    assert isinstance(made.done[-1][1], m.PutAway)
    made.hand.take(made.state, "bridge")
    made.step(2)
    assert [type(action) for _, action in made.done[-3:]] == [m.PutAway, m.MoveHand, m.Grab]


def test_the_pace_forgets_pauses() -> None:
    pace = Pace()
    for i in range(180):
        pace.seen(i / 60, i)
    assert pace.share == pytest.approx(1.0) and pace.complaint == ""
    pace.forget()
    assert pace.share is None
    for i in range(180):
        pace.seen(100 + i / 60, 180 + i // 2)
    assert pace.share == pytest.approx(0.5, abs=0.02) and "50 %" in pace.complaint
