"""A person's hand in the Fast Game: where mouse, keys or a gamepad want it, and how it sets a piece down."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from babylon3d.core.actions import Action, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.core.geometry import Pose, Vec3, compose, yaw_deg, yaw_quat
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import AREA_HALF_M, area_middle, to_world
from babylon3d.games.babylon.fast.judge import Refusal, Seen, judge_placed
from babylon3d.games.babylon.fast.state import FastState, SeatState
from babylon3d.games.babylon.pieces import ARCH_HEIGHT_M, BABYLON, PITCH_M, WIDTH_M, PieceKind
from babylon3d.physics.extent import Extent, extent
from babylon3d.playable.babylon.fast.assist import assisted
from babylon3d.playable.babylon.fast.hud import grab_refusal
from babylon3d.playable.babylon.fast.scene import Landing

SEND_TICKS = 2
"""A hand says where it wants to be at most this often: 30 times a second."""
REACH_M = AREA_HALF_M - 0.004
"""How far from an area's middle a hand goes: to the edge of the cloth."""
NEIGHBOUR_M = 6 * PITCH_M
"""Nothing further off than this, sideways, has to do with where a piece lands."""
LOWEST_M, HIGHEST_M = 0.0, 0.6
CLEAR_M = 0.015
"""A piece is taken this far above everything in its area."""
LOWER_M_S = 0.25
GAP_M = 0.0008
"""A piece is let go this far above what it will stand on."""
NEAR_M = 0.0016
HANGS_M = 0.0005
"""A piece that appears by so much higher than its hand was set the hand's height."""
PATIENCE_TICKS = 24
"""How long a step of setting down is waited for, at most: something may be in the way."""
SINK_M = 0.003
"""What lies at most this much above a carried piece's bottom still counts as under it."""
TOUCH_M = 0.001

Poses = Callable[[], Mapping[str, Pose]]


@dataclass(slots=True)
class _Setting:
    """A piece being set down: where to, how high the hand still wants to be, since when it waits."""

    goal: Pose
    z: float
    since: int
    aligned: bool = False


class HandController:
    """The controller of one person. It acts by hand motion like everybody; the log knows no other way."""

    def __init__(self, seat: Seat, areas: int, poses: Poses) -> None:
        self.seat = seat
        self.refusal = ""
        self._areas = areas
        self._poses = poses
        self._view: FastState | None = None
        self._queue: list[Action] = []
        self._setting: _Setting | None = None
        self._holds = ""
        self.hangs = False
        """Whether its piece has appeared higher than it was; who drags it by a cursor takes a new grip then."""
        self._sent: m.MoveHand | None = None
        self._sent_tick = -SEND_TICKS
        self.area = seat
        self.x = self.y = 0.0
        self.z = 0.05
        self.yaw = 0.0

    # -- the controller ------------------------------------------------------------------------

    def offer(self, view: FastState) -> None:
        """See the state."""
        if self._view is not None and view.round != self._view.round:
            self._queue.clear()
            self._setting = self._sent = None
        at = view.seats[self.seat].at
        if self._view is None and at is not None:  # a match that is taken up: the hand is where it was
            self.area, self.x, self.y, self.z, self.yaw = at.area, at.x * 1e-4, at.y * 1e-4, at.z * 1e-4, at.yaw / 10
        self._view = view

    def poll(self, tick: int) -> tuple[Action, ...]:
        """What was asked for, or the next small movement."""
        player = self.player
        if player is None:
            return ()
        if self._queue:
            return self._asked(self._queue.pop(0), tick)
        if player.hand is None:
            self._setting, self._holds = None, ""
            return ()
        if player.hand.id != self._holds and not self._received(player.hand.id):
            return ()
        if self._setting is not None:
            return self._set_down(self._setting, player.hand.id, tick)
        return self._moved(tick)

    def _received(self, piece: str) -> bool:
        """A piece has come into the hand: it hangs where it appeared till it is moved (F2). False: not seen yet."""
        now = self._poses().get(piece)
        if now is None:
            return False
        self._holds = piece
        bottom = now.position[2] - self._half()
        if bottom > self.z + HANGS_M:
            self.z, self.hangs = min(HIGHEST_M, bottom), True
        self._sent = self._move()
        return True

    def refused(self, action: Action, error: IllegalAction) -> None:
        """Keep the reason for the screen; forget what was to come after it."""
        self._queue.clear()
        self._setting = None
        self.refusal = str(error)

    # -- what it is asked for ------------------------------------------------------------------

    @property
    def player(self) -> SeatState | None:
        """The own seat, once a state was seen."""
        return None if self._view is None else self._view.seats[self.seat]

    @property
    def kind(self) -> PieceKind | None:
        """What it holds."""
        player = self.player
        return player.hand.kind if player is not None and player.hand is not None else None

    @property
    def setting(self) -> bool:
        """Whether it is setting its piece down by itself."""
        return self._setting is not None

    def do(self, *actions: Action) -> None:
        """Queue actions."""
        self.refusal = ""
        self._queue += actions

    def take(self, state: FastState, kind: PieceKind) -> None:
        """Take a piece of a kind; what is held goes back first, and only that if it is of the kind already."""
        held = state.seats[self.seat].hand
        self._setting = None
        if held is not None and held.kind == kind:
            self.do(m.PutAway())
            return
        refusal = grab_refusal(state, self.seat, kind)
        if refusal:
            self.refusal = refusal
            return
        self.do(*(() if held is None else (m.PutAway(),)), m.Grab(kind))

    def let_go(self, state: FastState) -> None:
        """Open the hand: at once, or with an assist after setting the piece down where it would land."""
        landing = self.landing(state)
        if landing is None or self._setting is not None:
            return
        if state.options.assist == "free":
            self.do(*(a for a in (self._move(),) if a != self._sent), m.LetGo())
            return
        self._setting = _Setting(landing.pose, self.z, -1)

    def drop(self) -> bool:
        """Stop setting down; tell whether it was."""
        was = self._setting is not None
        self._setting = None
        return was

    def _asked(self, action: Action, tick: int) -> tuple[Action, ...]:
        if isinstance(action, m.Grab):
            self.z = max(0.02, self._highest() + CLEAR_M)
            return (self._send(self._move(), tick), action)
        return (action,)

    def _highest(self) -> float:
        """The top of what stands in the hand's area."""
        assert self._view is not None
        poses = self._poses()
        tops = (
            poses[p.id].position[2] + BABYLON.specs[p.kind].size[2] / 2
            for p in self._view.standing
            if p.area == self.area and p.id in poses
        )
        return max(tops, default=0.0)

    # -- movement ------------------------------------------------------------------------------

    def point(self, eye: Vec3, direction: Vec3) -> None:
        """Go where a ray from the eye meets the plane at the hand's height, in the nearest of the own areas."""
        plane = self.z + (self._half() if self.kind is not None else 0.0)
        if direction[2] > -0.02 or eye[2] <= plane:
            return
        far = (plane - eye[2]) / direction[2]
        self.go(eye[0] + direction[0] * far, eye[1] + direction[1] * far)

    def go(self, x: float, y: float) -> None:
        """Want to be over a point of the table, as far as the own areas reach; metres in the world."""
        if self._setting is not None:
            return
        own = (self.seat,) if self._areas == 1 else (self.seat, (self.seat - 1) % self._areas)
        middles = {area: area_middle(self._areas, area) for area in own}
        self.area = min(own, key=lambda a: math.dist((x, y), middles[a][:2]))
        dx, dy = x - middles[self.area][0], y - middles[self.area][1]
        share = min(1.0, REACH_M / max(1e-9, math.hypot(dx, dy)))
        self.x, self.y = dx * share, dy * share

    def shift(self, dx: float, dy: float) -> None:
        """Want to be elsewhere by so much; metres in the world."""
        x, y, _ = self.pose.position
        self.go(x + dx, y + dy)

    def lift(self, dz: float) -> None:
        """Want to be higher or lower; metres."""
        if self._setting is None:
            self.z = min(HIGHEST_M, max(LOWEST_M, self.z + dz))

    def turn(self, degrees: float) -> None:
        """Turn the hand about the vertical."""
        if self._setting is None:
            self.yaw = round(self.yaw + degrees, 1) % 360.0

    @property
    def pose(self) -> Pose:
        """Where the hand wants its piece; the world's frame."""
        here = Pose((self.x, self.y, self.z + self._half()), yaw_quat(self.yaw))
        return to_world(here, area_middle(self._areas, self.area))

    def _half(self) -> float:
        kind = self.kind
        return BABYLON.specs[kind].size[2] / 2 if kind is not None else 0.0

    def _move(self) -> m.MoveHand:
        tenths = [round(v * 1e4) for v in (self.x, self.y, self.z)]
        return m.MoveHand(self.area, tenths[0], tenths[1], max(0, tenths[2]), round(self.yaw * 10) % 3600)

    def _moved(self, tick: int) -> tuple[Action, ...]:
        move = self._move()
        if move == self._sent or tick - self._sent_tick < SEND_TICKS:
            return ()
        return (self._send(move, tick),)

    def _send(self, move: m.MoveHand, tick: int) -> m.MoveHand:
        self._sent, self._sent_tick = move, tick
        return move

    # -- setting down --------------------------------------------------------------------------

    def _set_down(self, how: _Setting, piece: str, tick: int) -> tuple[Action, ...]:
        """Over its place first, then down, then open; whatever is in the way is waited for only so long."""
        if how.since < 0:
            how.since = tick
        size = BABYLON.specs[self.kind or "tower"].size[2]
        low = how.goal.position[2] - size / 2 + GAP_M
        now = self._poses().get(piece)
        late = tick - how.since > PATIENCE_TICKS
        if not how.aligned:
            there = now is not None and math.dist(now.position[:2], how.goal.position[:2]) < NEAR_M
            if there or late:
                how.aligned, how.since = True, tick
        elif how.z > low:
            how.z, how.since = max(low, how.z - LOWER_M_S / m.TICKS_A_SECOND), tick
        elif late or (now is not None and now.position[2] - size / 2 < low + NEAR_M):
            self._setting = None
            return (m.LetGo(),)
        middle = area_middle(self._areas, self.area)
        self.x, self.y = how.goal.position[0] - middle[0], how.goal.position[1] - middle[1]
        self.z, self.yaw = how.z, round(yaw_deg(how.goal.quaternion), 1) % 360.0
        return self._moved(tick)

    def landing(self, state: FastState) -> Landing | None:
        """Where the held piece would stand if it were let go now; None with an empty hand."""
        held = state.seats[self.seat].hand
        if held is None:
            return None
        goal = self._setting.goal if self._setting is not None else None
        return landing(state, self.seat, held.kind, self.pose, self.area, self._poses(), goal)


def seen_in(state: FastState, area: int, poses: Mapping[str, Pose]) -> dict[str, Seen]:
    """What stands placed in an area, where it now is."""
    return {
        piece.id: Seen(piece.id, piece.kind, poses[piece.id], piece.rest.level)
        for piece in state.standing
        if piece.area == area and piece.id in poses
    }


def landing(
    state: FastState,
    seat: Seat,
    kind: PieceKind,
    pose: Pose,
    area: int,
    poses: Mapping[str, Pose],
    fixed: Pose | None = None,
) -> Landing:
    """Where a piece carried at `pose` would land with the game's assist, and why it would come back from there (F3)."""
    others = {name: seen for name, seen in seen_in(state, area, poses).items() if _matters(seen, pose)}
    at = fixed
    if at is None:
        origin = area_middle(state.areas, area)[:2]
        low = dropped(kind, pose, others)
        at = assisted(kind, low, others, state.options.assist, origin)
        x, y, _ = at.position
        at = dropped(kind, Pose((x, y, max(pose.position[2], low.position[2])), at.quaternion), others)
    verdict = judge_placed(Seen("", kind, at), others, state.options.tolerances)
    reason = verdict.reason if isinstance(verdict, Refusal) else ""
    x, y, _ = at.position
    bottom = pose.position[2] - BABYLON.specs[kind].size[2] / 2
    return Landing(seat, kind, at, (x, y, max(bottom, at.position[2])), reason)


def _matters(seen: Seen, pose: Pose) -> bool:
    """Whether a standing piece is near enough in plan to be landed on, aligned with, or met."""
    return all(abs(seen.pose.position[i] - pose.position[i]) < NEIGHBOUR_M for i in (0, 1))


def dropped(kind: PieceKind, pose: Pose, others: Mapping[str, Seen]) -> Pose:
    """The pose straight down on the highest thing under the piece, or on the table."""
    half = BABYLON.specs[kind].size[2] / 2
    bottom = pose.position[2] - half
    feet = _outlines(kind, pose)
    rest = 0.0
    for other in others.values():
        box = extent(BABYLON.specs[other.kind].size, other.pose)
        if box.high[2] > bottom + SINK_M:
            continue
        for foot, clear in feet:
            if min(foot.overlap_m(box, 0), foot.overlap_m(box, 1)) > TOUCH_M:
                rest = max(rest, box.high[2] - clear)
    x, y, _ = pose.position
    return Pose((x, y, rest + half), pose.quaternion)


def _outlines(kind: PieceKind, pose: Pose) -> list[tuple[Extent, float]]:
    """The boxes of a piece's underside, each with how far it lies above the feet: a bridge's arch does."""
    if kind != "bridge":
        return [(extent(BABYLON.specs[kind].size, pose), 0.0)]
    part = (WIDTH_M, WIDTH_M, BABYLON.specs[kind].size[2])
    clear = {-PITCH_M: 0.0, 0.0: ARCH_HEIGHT_M, PITCH_M: 0.0}
    return [(extent(part, compose(pose, Pose((dx, 0.0, 0.0)))), up) for dx, up in clear.items()]
