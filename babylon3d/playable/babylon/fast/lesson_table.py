"""A lesson of the Fast Game on its table: hands that do what the lesson says, and what is done for the learner."""

from __future__ import annotations

import math

from babylon3d.core.actions import Action, Event, Outcome, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import BABYLON, PIECE_KINDS
from babylon3d.playable.babylon.fast.aim import Aim
from babylon3d.playable.babylon.fast.begin import FastSeated, details
from babylon3d.playable.babylon.fast.game import FastGame, Happened
from babylon3d.playable.babylon.fast.hand import HandController, Poses
from babylon3d.playable.babylon.fast.nature import ProcessNature, begin_of_session
from babylon3d.playable.begin import started
from babylon3d.playable.coach import Coach
from babylon3d.playable.lessons import NEXT, Click, Deed, Press
from babylon3d.playable.setup import GameSetup

THERE_M = 0.0012
"""So near a piece is where its hand was sent."""
PATIENCE_TICKS = 80
"""So long a hand waits for its piece to come there, such as one that sweeps against something."""
AFTER_TICKS = 45
"""So long what a hand did is looked at before the step begins: what was knocked down has to fall first."""
BETWEEN_TICKS = 20
"""Ticks between two deeds that are done for the learner."""


class ScriptedHand:
    """The controller of a seat beside the learner's: it does one after the other what the coach has for it."""

    def __init__(self, coach: Coach, seat: Seat, poses: Poses) -> None:
        self.seat = seat
        self._coach = coach
        self._poses = poses
        self._view: FastState | None = None
        self._queue: list[Action] = []
        self._sent_at: int | None = None
        self._tick = self._seen_from = 0

    @property
    def busy(self) -> bool:
        """Whether it has something to do, or what came of it is not to be seen yet."""
        judged = self._view is not None and bool(self._view.seats[self.seat].judged)
        return bool(self._queue) or judged or self._tick < self._seen_from

    def offer(self, view: FastState) -> None:
        """See the state."""
        self._view = view

    def poll(self, tick: int) -> tuple[Action, ...]:
        """The next doing, once the last one is done."""
        if self._view is None or self._view.phase != "building":
            return ()
        self._queue += self._coach.ahead_of(self.seat)
        self._tick = tick
        if self._queue:
            self._seen_from = tick + AFTER_TICKS
        if not self._queue:
            return ()
        player, doing = self._view.seats[self.seat], self._queue[0]
        if isinstance(doing, m.MoveHand):
            if self._sent_at is None:
                self._sent_at = tick
                return (doing,)
            if player.hand is not None and not self._there(player.hand.id, player.hand.kind, doing, tick):
                return ()
            self._sent_at = None
            self._queue.pop(0)
            return ()
        if isinstance(doing, m.Grab) and (player.waits or player.judged):
            return ()
        if isinstance(doing, m.Grab) and player.hand is not None:
            return (m.PutAway(),)  # what came back goes first
        self._queue.pop(0)
        return (doing,)

    def _there(self, piece: str, kind: str, to: m.MoveHand, tick: int) -> bool:
        assert self._view is not None and self._sent_at is not None
        if tick - self._sent_at > PATIENCE_TICKS:
            return True
        pose = self._poses().get(piece)
        if pose is None:
            return False
        mx, my, _ = area_middle(self._view.areas, to.area)
        goal = (mx + to.x * 1e-4, my + to.y * 1e-4, to.z * 1e-4 + BABYLON.specs[kind].size[2] / 2)
        return math.dist(pose.position, goal) < THERE_M

    def refused(self, action: Action, error: IllegalAction) -> None:
        """Leave it out: the lesson goes on."""
        self._sent_at = None


class FastLesson:
    """A coach at a table of the Fast Game. Whoever makes it closes its `seated`."""

    def __init__(self, coach: Coach) -> None:
        """Sit down at a new match that saves nothing. Raises: Unavailable."""
        self.coach = coach
        lesson = coach.lesson
        self.setup = GameSetup(coach.spec.id, lesson.seats, lesson.options, lesson.seed)
        session = started(self.setup, "realtime", None)
        nature = ProcessNature(begin_of_session(session))
        self.others = {
            seat: ScriptedHand(coach, seat, nature.poses) for seat in range(len(lesson.seats)) if seat != lesson.person
        }
        self.game = FastGame(session, nature, self.others, details=details(lesson.seats))
        self.seated = FastSeated(self.game, self.setup, None)
        self._refusal = ""
        self._since = 0

    @property
    def hand(self) -> HandController:
        """The learner's."""
        return self.game.hands[self.coach.lesson.person]

    def left(self) -> tuple[Deed, ...]:
        """What is left to do."""
        return self.coach.left(self.game.state, self.hand)

    def attend(self, happened: Happened) -> bool:
        """After a tick: do what is done for the learner, look at the step; whether the next is on."""
        coach, state = self.coach, self.game.state
        if coach.waiting and not any(hand.busy for hand in self.others.values()):
            coach.has_happened()
        if state.phase not in ("countdown", "building"):
            coach.end()
            return True
        coach.helping = coach.helping or coach.at < coach.wanted
        told: tuple[Event | Outcome, ...] = (*self._own(happened.events), *self._own(happened.outcomes))
        refused = bool(self.hand.refusal) and self.hand.refusal != self._refusal
        self._refusal = self.hand.refusal
        if coach.follow(state, self.hand, told, refused):
            self._since = 0
            if coach.waiting and state.seats[coach.lesson.person].hand is not None:
                self.hand.do(m.PutAway())  # others are looked at
            return True
        self._since += 1
        if coach.helping and self._idle and self._since > BETWEEN_TICKS:
            self._since = 0
            for deed in self.left()[:1]:
                self.do(deed)
        return False

    def _own(self, happened: tuple[Event, ...] | tuple[Outcome, ...]) -> tuple[Event | Outcome, ...]:
        """What concerns the learner's hand, small movements left out."""
        person = self.coach.lesson.person
        mine = {piece.id for piece in self.game.state.standing if piece.seat == person}
        held = self.game.state.seats[person].hand
        mine |= {held.id} if held is not None else set()
        return tuple(
            each
            for each in happened
            if not isinstance(each, m.HandMoved)
            and (getattr(each, "seat", None) == person or getattr(each, "piece", None) in mine)
        )

    @property
    def _idle(self) -> bool:
        player = self.game.state.seats[self.coach.lesson.person]
        return not (self.hand.setting or player.judged or player.waits)

    def do(self, deed: Deed) -> None:
        """Do a deed as the learner would."""
        state, hand = self.game.state, self.hand
        match deed:
            case Press(command) if command == NEXT:
                self.coach.read_on()
            case Press("put_away"):
                hand.do(m.PutAway())
            case Press("stop"):
                hand.do(m.CallStop())
            case Press(command):
                kind = command.partition(":")[2]
                hand.take(state, next(known for known in PIECE_KINDS if known == kind))
            case Click(hit):
                hand.point(Aim(hit.point, hit.piece, hit.normal))
                hand.let_go(state)
