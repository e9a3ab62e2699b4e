"""The Fast Game's closed types: actions, outcomes, events, options. Everything here is logged or derived."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from babylon3d.core.actions import Action, Checkpoint, Event, Outcome, Seat
from babylon3d.games.babylon.pieces import LARGE_NOBLES, SMALL_NOBLES, PieceKind

TICKS_A_SECOND = 60

Way = Literal["bots", "alternating", "together"]
Assist = Literal["guided", "light", "free"]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=7200)]
NobleCount = Annotated[int, msgspec.Meta(ge=0, le=9)]
Metres = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
Turned = Annotated[float, msgspec.Meta(ge=-1.01, le=1.01)]
"""A number of a quaternion."""
Hundredths = Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)]
"""0.01 mm."""
TenThousandths = Annotated[int, msgspec.Meta(ge=-10_100, le=10_100)]
"""A number of a quaternion times 10,000."""


class Tolerances(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a piece at rest counts as placed (F3) or as knocked down (F4); degrees, and shares of a cell."""

    turn_deg: Annotated[float, msgspec.Meta(gt=0, le=45)] = 8.0
    tilt_deg: Annotated[float, msgspec.Meta(gt=0, le=45)] = 3.0
    offset_cells: Annotated[float, msgspec.Meta(gt=0, le=0.5)] = 0.25
    knocked_tilt_deg: Annotated[float, msgspec.Meta(gt=0, le=90)] = 15.0
    knocked_cells: Annotated[float, msgspec.Meta(gt=0, le=2)] = 0.5


class FastOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Variants and agreements (F3, F8, F11, F12, F13, B9).

    `stop_watch_s` 0 plays without one. `wins` rounds end the match. `slice_s` is how long the mouse stays with a
    player in alternating play. `idle_s` without a placed piece end a round (F15); 0, or nothing, is off.
    """

    expert: bool = False
    stop_watch_s: Seconds = 0
    wins: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    large: NobleCount = LARGE_NOBLES
    small: NobleCount = SMALL_NOBLES
    way: Way = "bots"
    slice_s: Annotated[int, msgspec.Meta(ge=3, le=120)] = 15
    assist: Assist = "guided"
    tolerances: Tolerances = Tolerances()
    idle_s: Seconds | None = None


FramePose = tuple[
    str, int, Hundredths, Hundredths, Hundredths, TenThousandths, TenThousandths, TenThousandths, TenThousandths
]


class Grab(Action, frozen=True, tag="grab"):
    """Take a piece of that kind from the supply into the hand (F2)."""

    piece: PieceKind


class Lift(Action, frozen=True, tag="lift"):
    """Take back an own small noble from a tower that carries a large one (F7)."""

    noble: str


class MoveHand(Action, frozen=True, tag="hand"):
    """Where the hand wants to be: an area of the own two, x, y, z from its middle in 0.1 mm, yaw in 0.1 degree."""

    area: Annotated[int, msgspec.Meta(ge=0, le=4)]
    x: Annotated[int, msgspec.Meta(ge=-5000, le=5000)]
    y: Annotated[int, msgspec.Meta(ge=-5000, le=5000)]
    z: Annotated[int, msgspec.Meta(ge=0, le=20000)]
    yaw: Annotated[int, msgspec.Meta(ge=0, le=3599)] = 0


class LetGo(Action, frozen=True, tag="let_go"):
    """Let go of the held piece over the area where the hand is (F2)."""


class PutAway(Action, frozen=True, tag="put_away"):
    """Put the held piece back into the supply."""


class CallStop(Action, frozen=True, tag="stop"):
    """Call "stop" with all nobles placed (F8)."""


class Done(Action, frozen=True, tag="done"):
    """Say, or with `no` withdraw, that one cannot or will not build any further (F8)."""

    no: bool = False


class Skip(Action, frozen=True, tag="skip"):
    """Agree that the rest of the round is simulated at once; one gives up stop, withdrawal and F7 (F15)."""


class NextRound(Action, frozen=True, tag="next_round"):
    """Begin the next round of the match."""


FastAction = Grab | Lift | MoveHand | LetGo | PutAway | CallStop | Done | Skip | NextRound


class Rest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a piece came to rest: what it rests on (none: the table), its level, nearest quarter turn and pose.

    The position is in metres in the frame of its area, the quaternion (x, y, z, w); the turn of a bridge is 0 or 90.
    """

    rests_on: tuple[str, ...]
    level: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    turn: Literal[0, 90, 180, 270]
    position: tuple[Metres, Metres, Metres]
    quaternion: tuple[Turned, Turned, Turned, Turned]


class RoundBegan(Outcome, frozen=True, tag="began"):
    """The countdown is over; hands may move (F1)."""


class Placed(Outcome, frozen=True, tag="placed"):
    """A piece that was let go came to rest correctly in that area (F3); `ticks` of building had gone by."""

    piece: str
    area: int
    rest: Rest
    ticks: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0


class Returned(Outcome, frozen=True, tag="returned"):
    """A piece that was let go came to rest otherwise and goes back to the hand (F3)."""

    piece: str
    reason: str


class Wasted(Outcome, frozen=True, tag="wasted"):
    """A piece that was let go knocked something down and did not come to rest correctly (F3): pile or supply."""

    piece: str


class HandFreed(Outcome, frozen=True, tag="hand_freed"):
    """A let-go piece is not judged after 2 s; its hand may take another (F2)."""

    seat: Seat


class Shifted(Outcome, frozen=True, tag="shifted"):
    """A placed piece moved, but less than F4 says, and stays placed where it now stands (F6)."""

    piece: str
    rest: Rest


class KnockedDown(Outcome, frozen=True, tag="knocked_down"):
    """A placed piece was knocked down by `by`, or by nobody (F4, F5)."""

    piece: str
    by: Seat | None = None


class Second(Outcome, frozen=True, tag="second"):
    """Another second of building has gone by; `seat` is who had the mouse in alternating play (F12)."""

    seat: Seat | None = None


class TimeUp(Outcome, frozen=True, tag="time_up"):
    """The agreed time of the stop watch is over (F8)."""


class NothingPlaced(Outcome, frozen=True, tag="nothing_placed"):
    """No piece has been placed for so long that the round ends as if all had said "done" (F15)."""


class Withdrawn(Outcome, frozen=True, tag="withdrawn"):
    """A held piece has touched a fall for 5 s and goes back to its supply (F4)."""

    piece: str


class Unsettled(Outcome, frozen=True, tag="unsettled"):
    """What is not judged because it moves, or because these hands touch it: all that there is of it now (F4)."""

    pieces: tuple[str, ...]
    hands: tuple[Seat, ...] = ()


class SliceEnded(Outcome, frozen=True, tag="slice_ended"):
    """The mouse passes to the next player (F12)."""


class CameToRest(Outcome, frozen=True, tag="came_to_rest"):
    """After the end of the round everything lies still, or 5 s are over; scores may be counted (F8)."""


class KeyFrame(Outcome, frozen=True, tag="frame"):
    """Where pieces are, for replays: (id, area, x, y, z in 0.01 mm, quaternion times 10,000)."""

    poses: tuple[FramePose, ...]


class Rebuilt(Outcome, frozen=True, tag="rebuilt"):
    """The physics was rebuilt from its last key frame: after a fault, an undo or a resumed game."""


FastOutcome = (
    RoundBegan
    | Placed
    | Returned
    | Wasted
    | HandFreed
    | Shifted
    | KnockedDown
    | Second
    | TimeUp
    | NothingPlaced
    | Withdrawn
    | Unsettled
    | SliceEnded
    | CameToRest
    | KeyFrame
    | Rebuilt
)


class RoundPrepared(Event, frozen=True, tag="round_prepared"):
    """A round is set up with empty areas and counts down."""

    number: int


class RoundStarted(Event, frozen=True, tag="round_started"):
    """The countdown is over and everybody builds."""


class HandChanged(Event, frozen=True, tag="hand_changed"):
    """What a hand holds has changed: a piece with its kind, or nothing. `lifted`: it was standing in an area."""

    seat: Seat
    piece: str | None = None
    kind: PieceKind | None = None
    lifted: bool = False


class HandMoved(Event, frozen=True, tag="hand_moved"):
    """A hand wants to be elsewhere."""

    seat: Seat
    target: MoveHand


class WasLetGo(Event, frozen=True, tag="was_let_go"):
    """A hand let go of a piece; nature judges it. The hand's own `HandChanged` follows."""

    seat: Seat
    piece: str


class PieceLeft(Event, frozen=True, tag="piece_left"):
    """A piece is no longer in its area: on a pile, in a supply, or out of the round."""

    piece: str
    to: Literal["pile", "supply", "nowhere"]
    seat: Seat | None


class WentOut(Event, frozen=True, tag="went_out"):
    """A player knocked down another player's noble and is out of the round (F4)."""

    seat: Seat


class SaidDone(Event, frozen=True, tag="said_done"):
    """A player builds no further in this round, or (`no`) does after all (F8)."""

    seat: Seat
    no: bool = False


class AgreedToSkip(Event, frozen=True, tag="agreed_to_skip"):
    """A player agrees that the rest of the round is skipped (F15)."""

    seat: Seat


class PieceStands(Event, frozen=True, tag="piece_stands"):
    """A piece stands placed, or has shifted."""

    piece: str
    shifted: bool = False


class MousePassed(Event, frozen=True, tag="mouse_passed"):
    """In alternating play the mouse is now `seat`'s (F12)."""

    seat: Seat


class Ticked(Checkpoint, frozen=True, tag="ticked"):
    """A second of the round is over. The round ends after `patience` of them without a placed piece, 0 for never."""

    seconds: int
    patience: int = 0


class RoundStopped(Event, frozen=True, tag="round_stopped"):
    """Nobody may build any more; what was let go comes to rest (F8)."""

    why: str
    seat: Seat | None = None


class RoundScored(Checkpoint, frozen=True, tag="round_scored"):
    """A round has its scores and winners (F9, F10)."""

    winners: tuple[Seat, ...]


class MatchEnded(Checkpoint, frozen=True, tag="match_ended"):
    """The match is won (F11)."""

    winners: tuple[Seat, ...]
