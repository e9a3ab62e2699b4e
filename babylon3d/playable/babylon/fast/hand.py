"""A person's hand in the Fast Game: what it is asked for, where it is, and the next small movement.

Mouse, keys or a gamepad say what is pointed at (`aim`); `path` knows the way there, `landing` where it would stand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from babylon3d.core.actions import Action, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.core.geometry import Pose, yaw_deg, yaw_quat
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.state import FastState, SeatState
from babylon3d.games.babylon.pieces import BABYLON, PieceKind
from babylon3d.physics.extent import Extent
from babylon3d.playable.babylon.fast import path
from babylon3d.playable.babylon.fast.aim import ABOVE_M, Aim, Place, place_of, within
from babylon3d.playable.babylon.fast.hud import grab_refusal
from babylon3d.playable.babylon.fast.landing import landing
from babylon3d.playable.babylon.fast.path import At, Boxes
from babylon3d.playable.babylon.fast.scene import Landing

SEND_TICKS = 2
"""A hand says where it wants to be at most this often: 30 times a second."""
LOWEST_M = 0.0
GAP_M = 0.0008
"""A piece is let go this far above what it will stand on."""
NEAR_M = 0.0016
SAME_M, SAME_DEG = 0.002, 2.0
"""A place that comes to differ by more from what was promised is not that place any more."""
PATIENCE_TICKS = 90
"""So long a hand that sets down waits for what is in its way."""
FREE_TICKS = 24
"""So long a free hand takes to be where it lets go."""
BLOCKED_M = 0.004
"""A free hand's piece that is so much higher than it is wanted has not come down there yet."""
LOST_M = 0.08
"""A piece that is further from where its hand should have it was taken out of it: the hand goes on from there."""

Poses = Callable[[], Mapping[str, Pose]]


@dataclass(slots=True)
class _Setting:
    """A piece being set down: where to, and since when it has come no nearer."""

    goal: Pose
    since: int = -1
    last: At | None = None
    lowering: bool = False


class HandController:
    """The controller of one person. It acts by hand motion like everybody; the log knows no other way."""

    def __init__(self, seat: Seat, areas: int, poses: Poses) -> None:
        self.seat = seat
        self.refusal = ""
        self.yaw = 0.0
        self.place = Place(seat, area_middle(areas, seat)[:2])
        """Where a piece goes, in plan."""
        self._areas = areas
        self._poses = poses
        self._view: FastState | None = None
        self._queue: list[Action] = []
        self._setting: _Setting | None = None
        self._sent: m.MoveHand | None = None
        self._sent_tick = -SEND_TICKS
        self._aim = Aim((*self.place.point, 0.0))
        self._raised = 0.05
        self._at = At(*self.place.point, 0.05, 0.0)
        self._holds = ""
        self._moved_by_player = False
        self._boxes = Boxes()
        self._seen_landing: tuple[object, Landing | None] = (None, None)
        self._tick = 0

    # -- the controller ------------------------------------------------------------------------

    def offer(self, view: FastState) -> None:
        """See the state."""
        if self._view is not None and view.round != self._view.round:
            self._queue.clear()
            self._setting = self._sent = None
        at = view.seats[self.seat].at
        if self._view is None and at is not None:  # a match that is taken up: the hand is where it was
            mx, my, _ = area_middle(self._areas, at.area)
            self._at = At(mx + at.x * 1e-4, my + at.y * 1e-4, at.z * 1e-4, at.yaw / 10)
            self._raised, self.yaw = self._at.z, self._at.yaw
            self.place, self._aim = Place(at.area, self._at[:2]), Aim((*self._at[:2], 0.0))
        self._view = view

    def poll(self, tick: int) -> tuple[Action, ...]:
        """What was asked for, or the next small movement."""
        self._tick = tick
        player = self.player
        if player is None:
            return ()
        if self._queue:
            return self._asked(self._queue.pop(0), tick)
        if player.hand is None:
            self._setting, self._holds = None, ""
            return ()
        now = self._poses().get(player.hand.id)
        if player.hand.id != self._holds:
            if now is None:
                return ()  # it appears within some ticks
            self._received(player.hand.id, now)
        elif not self._free and now is not None and self._lost(player.hand.kind, now):
            self._at = self._at_of(now)
        if self._setting is not None:
            return self._set_down(self._setting, player.hand.kind, now, tick)
        return self._travel(player.hand.kind, tick)

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

    @property
    def wish(self) -> tuple[float, ...]:
        """What changes whenever its player wants it elsewhere."""
        return (*self.place.point, self._raised, self.yaw)

    @property
    def pose(self) -> Pose:
        """Where the hand has its piece, or wants to have it (free); the world's frame."""
        x, y, z, yaw = self._target if self._free else self._at
        kind = self.kind
        half = BABYLON.specs[kind].size[2] / 2 if kind is not None else 0.0
        return Pose((x, y, z + half), yaw_quat(yaw))

    @property
    def _free(self) -> bool:
        return self._view is not None and self._view.options.assist == "free"

    @property
    def _target(self) -> At:
        """Where a free hand wants to be."""
        return At(*self.place.point, self._raised, self.yaw)

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
        """Keep the ghost's promise: finish the way there, set down (guided, light), open the hand."""
        found = self.landing(state)
        if found is None or self._setting is not None:
            return
        self.refusal = ""
        if found.reason and not self._free:
            self.refusal = f"It would come back: {found.reason} (F3)"
            return
        self._moved_by_player = True
        self._setting = _Setting(found.pose)

    def drop(self) -> bool:
        """Stop setting down; tell whether it was."""
        was = self._setting is not None
        self._setting = None
        return was

    def _asked(self, action: Action, tick: int) -> tuple[Action, ...]:
        if not isinstance(action, m.Grab) or self._view is None:
            return (action,)
        self.yaw = 0.0
        self.place = self._placed(action.piece)
        x, y = self.place.point
        if self._free:
            self._raised = max(0.02, self._highest() + path.CLEAR_M)
        else:
            self._raised = 0.0
        height = path.clear_height(action.piece, (At(x, y, 0.0, 0.0),), self._standing())
        self._at = At(x, y, max(height, self._raised, 0.02), 0.0)
        return (self._send(self._move(self._at), tick), action)

    def _highest(self) -> float:
        """The top of what stands in the hand's area."""
        assert self._view is not None
        names = [(p.id, p.kind) for p in self._view.standing if p.area == self.place.area]
        return max((box.high[2] for box in self._boxes.of(names, self._poses())), default=0.0)

    # -- where to ------------------------------------------------------------------------------

    def point(self, aim: Aim) -> None:
        """What is pointed at is where it goes. Nothing but this, keys and turning changes the place."""
        if self._setting is None:
            self._aim = aim
            self._moved_by_player = True
            self.place = self._placed(self.kind)

    def go(self, x: float, y: float) -> None:
        """Point at what is under a point of the table, as far as the own areas reach; metres in the world."""
        self.point(Aim((x, y, 0.0)))

    def shift(self, dx: float, dy: float) -> None:
        """Point elsewhere by so much; metres in the world."""
        steered = self._aim.piece is None and self._aim.point[2] == 0.0
        x, y = self._aim.point[:2] if steered else self.place.point
        if self._view is not None:
            x, y = within(self._view, self.seat, (x + dx, y + dy)).point
        self.go(x, y)

    def lift(self, dz: float) -> None:
        """Want to be higher or lower; metres. A free hand has its height from here alone."""
        if self._setting is None:
            self._moved_by_player = True
            self._raised = min(path.HIGHEST_M, max(LOWEST_M, self._raised + dz))

    def turn(self, degrees: float) -> None:
        """Turn the hand about the vertical."""
        if self._setting is None:
            self._moved_by_player = True
            self.yaw = round(self.yaw + degrees, 1) % 360.0
            self.place = self._placed(self.kind)

    def straighten(self) -> None:
        """Turn the hand to the nearest right angle."""
        self.turn((45.0 + self.yaw) // 90.0 * 90.0 - self.yaw)

    def _placed(self, kind: PieceKind | None) -> Place:
        if self._view is None:
            return self.place
        return place_of(self._aim, self._view, self.seat, kind, self.yaw, self._poses())

    def landing(self, state: FastState) -> Landing | None:
        """Where the held piece goes, as it is promised; None with an empty hand."""
        held = state.seats[self.seat].hand
        if held is None:
            return None
        goal = self._setting.goal if self._setting is not None else None
        key = (self._tick, held, self.place, self._raised, self.yaw, goal, state.standing)
        if self._seen_landing[0] != key:
            self._seen_landing = (key, self._landing_of(state, held.kind, goal))
        return self._seen_landing[1]

    def _landing_of(self, state: FastState, kind: PieceKind, goal: Pose | None) -> Landing:
        x, y = self.place.point
        half = BABYLON.specs[kind].size[2] / 2
        high = self._raised if self._free else ABOVE_M
        carried = Pose((x, y, high + half), yaw_quat(self.yaw))
        found = landing(state, self.seat, kind, carried, self.place.area, self._poses(), goal)
        if self._free:
            return self._reached(state, kind, carried, found)
        at = found.pose.position
        return Landing(self.seat, kind, found.pose, (at[0], at[1], max(at[2], self._at.z)), found.reason)

    def _reached(self, state: FastState, kind: PieceKind, wanted: Pose, found: Landing) -> Landing:
        """A free hand's landing, unless its piece lies on something on the way down there: that is told before."""
        held = state.seats[self.seat].hand
        now = None if held is None else self._poses().get(held.id)
        if now is None or now.position[2] < wanted.position[2] + BLOCKED_M:
            return found
        above = Pose((*wanted.position[:2], now.position[2]), wanted.quaternion)
        higher = landing(state, self.seat, kind, above, self.place.area, self._poses())
        if math.dist(higher.pose.position, found.pose.position) < SAME_M:
            return found
        return replace(found, reason="something is in the way of your hand")

    # -- movement ------------------------------------------------------------------------------

    def _received(self, piece: str, now: Pose) -> None:
        """A piece has come into the hand: it hangs where it appeared, with a free hand till its player moves it."""
        self._holds = piece
        self._at = self._at_of(now)
        self._moved_by_player = False
        if self._free:
            self._raised = self._at.z
            area = within(self._view, self.seat, self._at[:2]).area if self._view is not None else self.place.area
            self.place = Place(area, self._at[:2])
        else:
            self._raised = 0.0

    def _lost(self, kind: PieceKind, now: Pose) -> bool:
        """Whether the piece is so far from where the hand should have it that it was taken out of it."""
        return math.dist(now.position, path.middle(kind, self._at)) > LOST_M

    def _at_of(self, now: Pose) -> At:
        kind = self.kind or "tower"
        x, y, z = now.position
        return At(x, y, max(0.0, z - BABYLON.specs[kind].size[2] / 2), self.yaw)

    def _standing(self) -> list[Extent]:
        """The boxes of what stands in the own areas."""
        assert self._view is not None
        own = self._view.areas_of(self.seat)
        return self._boxes.of([(p.id, p.kind) for p in self._view.standing if p.area in own], self._poses())

    def _others(self) -> list[Extent]:
        """The boxes of what other hands hold, and of what was let go and is not judged yet."""
        assert self._view is not None
        names = []
        for seat, player in enumerate(self._view.seats):
            if player.hand is not None and seat != self.seat:
                names.append((player.hand.id, player.hand.kind))
            names += [(held.id, held.kind) for held in player.judged]
        return self._boxes.of(names, self._poses())

    def _travel(self, kind: PieceKind, tick: int) -> tuple[Action, ...]:
        """Towards the place: straight and at its own height (free), or over what stands (guided, light)."""
        if self._free:
            if not self._moved_by_player:
                return ()
            self._at = self._target
        else:
            self._at = path.step(kind, self._at, self._hover(kind), self._standing(), self._others(), self._dt)
        return self._moved(tick)

    @property
    def _dt(self) -> float:
        return 1.0 / m.TICKS_A_SECOND

    def _hover(self, kind: PieceKind) -> At:
        """Over the place, clear of everything under and near it."""
        assert self._view is not None
        found = self.landing(self._view)
        assert found is not None
        (x, y, _), yaw = found.pose.position, yaw_deg(found.pose.quaternion)
        low = path.clear_height(kind, (At(x, y, 0.0, yaw),), self._standing())
        return At(x, y, min(path.HIGHEST_M, low + self._raised), yaw)

    def _move(self, at: At) -> m.MoveHand:
        own = (self.seat,) if self._areas == 1 else (self.seat, (self.seat - 1) % self._areas)
        area = min(own, key=lambda a: math.dist(at[:2], area_middle(self._areas, a)[:2]))
        mx, my, _ = area_middle(self._areas, area)
        x, y, z = (round(v * 1e4) for v in (at.x - mx, at.y - my, at.z))
        x, y = (max(-5000, min(5000, v)) for v in (x, y))
        return m.MoveHand(area, x, y, max(0, z), round(at.yaw * 10) % 3600)

    def _moved(self, tick: int) -> tuple[Action, ...]:
        move = self._move(self._at)
        if move == self._sent or tick - self._sent_tick < SEND_TICKS:
            return ()
        return (self._send(move, tick),)

    def _send(self, move: m.MoveHand, tick: int) -> m.MoveHand:
        self._sent, self._sent_tick = move, tick
        return move

    # -- setting down --------------------------------------------------------------------------

    def _set_down(self, how: _Setting, kind: PieceKind, now: Pose | None, tick: int) -> tuple[Action, ...]:
        """Over its place first, then down, then open."""
        if how.since < 0:
            how.since = tick
        goal = how.goal.position
        over = now is not None and math.dist(now.position[:2], goal[:2]) < NEAR_M
        if self._free:
            if over or tick - how.since > FREE_TICKS:
                self._setting = None
                at = self._target
                move = self._move(at)
                return (*(() if move == self._sent else (self._send(move, tick),)), m.LetGo())
            return self._travel(kind, tick)
        if self._broken(how, kind):
            self._setting = None
            self.refusal = "What is under it has changed: the piece stays in your hand"
            return ()
        low = goal[2] - BABYLON.specs[kind].size[2] / 2 + GAP_M
        there = math.dist(self._at[:2], goal[:2]) <= path.THERE_M
        how.lowering = how.lowering or (there and over and self._turned(how, now))
        if how.lowering:
            self._at = path.lower(kind, self._at, low, self._others(), self._dt)
        else:
            self._at = path.step(kind, self._at, self._hover(kind), self._standing(), self._others(), self._dt)
        if self._at != how.last:
            how.since, how.last = tick, self._at
        low_enough = now is not None and now.position[2] - goal[2] < GAP_M + NEAR_M
        if how.lowering and self._at.z <= low and (low_enough and over):
            if self._move(self._at) == self._sent:
                self._setting = None
                return (m.LetGo(),)
        elif tick - how.since > PATIENCE_TICKS:
            self._setting = None
            self.refusal = "Something is in the way: the piece stays in your hand"
            return ()
        return self._moved(tick)

    def _turned(self, how: _Setting, now: Pose | None) -> bool:
        """Whether the piece is turned as it should stand."""
        off = yaw_deg(how.goal.quaternion) - (0.0 if now is None else yaw_deg(now.quaternion))
        return abs((off + 180.0) % 360.0 - 180.0) < SAME_DEG

    def _broken(self, how: _Setting, kind: PieceKind) -> bool:
        """Whether the promised place is not there any more: a column has grown or fallen under it."""
        assert self._view is not None
        x, y, _ = how.goal.position
        above = Pose((x, y, ABOVE_M), how.goal.quaternion)
        found = landing(self._view, self.seat, kind, above, self.place.area, self._poses())
        off = abs(yaw_deg(found.pose.quaternion) - yaw_deg(how.goal.quaternion)) % 360.0
        far = math.dist(found.pose.position, how.goal.position) > SAME_M
        return bool(found.reason) or far or min(off, 360.0 - off) > SAME_DEG
