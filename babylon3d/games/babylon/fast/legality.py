"""What the Fast Game refuses: who may act, whose hand is free, what may be lifted, when stop and done may be said."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.core.actions import Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import FastState, SeatState
from babylon3d.games.babylon.fast.supplies import has_nothing_left, placed_all_nobles


def verify_phase(s: FastState, phase: str) -> None:
    """Check that the round is at that phase. Raises: IllegalAction."""
    if s.phase != phase:
        raise IllegalAction("F8", f"the round is not {phase}, it is {s.phase}")


def verify_seat(s: FastState, seat: Seat) -> None:
    """Check that there is such a seat. Raises: IllegalAction."""
    if not 0 <= seat < len(s.seats):
        raise IllegalAction("G1", f"there is no seat {seat}")


def verify_frame(s: FastState, frame: m.KeyFrame) -> None:
    """Check that a key frame shows poses that there can be. Raises: IllegalAction."""
    for name, area, _, _, _, *turned in frame.poses:
        if not 0 <= area < s.areas:
            raise IllegalAction("F1", f"there is no area {area}")
        verify_turned(name, turned)


def verify_turned(name: str, quaternion: Sequence[float]) -> None:
    """Check that a quaternion says how a piece is turned. Raises: IllegalAction."""
    if sum(v * v for v in quaternion) < 1e-9:
        raise IllegalAction("F3", f'the quaternion of "{name}" is zero')


def verify_may_act(s: FastState, seat: Seat, *, at_the_mouse: bool = True) -> None:
    """Check that a seat may do anything at all now (F1, F4, F8, F12, F15). Raises: IllegalAction.

    `at_the_mouse`: in alternating play only who has it.
    """
    if s.phase == "countdown":
        raise IllegalAction("F1", "the round starts after the countdown")
    if s.phase != "building":
        raise IllegalAction("F8", "the round has stopped")
    if s.seats[seat].out:
        raise IllegalAction("F4", "you knocked down another player's noble and are out of this round")
    if s.seats[seat].skips:
        raise IllegalAction("F15", "you have agreed to skip the rest of this round")
    if at_the_mouse and s.mouse is not None and s.mouse != seat:
        raise IllegalAction("F12", f"{s.seats[s.mouse].name} has the mouse")


def verify_hand_free(player: SeatState) -> None:
    """Check that a hand may take a piece (F2). Raises: IllegalAction."""
    if player.hand is not None:
        raise IllegalAction("F2", "a hand holds one piece at a time")
    if player.waits:
        raise IllegalAction("F2", "wait until the piece you let go of has come to rest")


def verify_lift(s: FastState, seat: Seat, name: str) -> None:
    """Check that a noble may be taken back (F7). Raises: IllegalAction."""
    noble = s.piece(name)
    if noble is None or not noble.is_noble:
        raise IllegalAction("F7", f'there is no noble "{name}"')
    if noble.colour != s.seats[seat].colour:
        raise IllegalAction("F7", "only your own nobles may be taken back")
    if noble.kind != "small":
        raise IllegalAction("F7", "a large noble stays where it was placed")
    beside = [p for p in s.standing if p.kind == "large" and set(p.rest.rests_on) & set(noble.rest.rests_on)]
    if not beside:
        raise IllegalAction("F7", "a small noble may be taken back only from a tower that carries a large one")


def verify_stop(s: FastState, player: SeatState) -> None:
    """Check that "stop" may be called (F8). Raises: IllegalAction."""
    if s.options.stop_watch_s:
        raise IllegalAction("F8", "with the stop watch the round ends at the agreed time and only then")
    if not placed_all_nobles(player):
        raise IllegalAction("F8", "stop may be called once all your nobles are placed")


def verify_done(s: FastState, player: SeatState, no: bool) -> None:
    """Check that a player may say "done", or withdraw it (F8). Raises: IllegalAction."""
    if s.options.stop_watch_s:
        raise IllegalAction("F8", "with the stop watch the round ends at the agreed time and only then")
    if player.done != no:
        said = "have not said" if no else "have already said"
        raise IllegalAction("F8", f"you {said} that you build no further")
    if not no and player.hand is not None:
        raise IllegalAction("F8", "let go of your piece first, or put it away")


def verify_skip(s: FastState, player: SeatState) -> None:
    """Check that a player may agree to skip the rest of the round (F15). Raises: IllegalAction."""
    if s.solo:
        raise IllegalAction("F15", "a run of a drill is not skipped, it is given up")
    if not s.options.idle_s and not s.options.stop_watch_s:
        raise IllegalAction("F15", "only a round that ends by itself can be skipped to its end")
    if player.hand is not None:
        raise IllegalAction("F15", "let go of your piece first, or put it away")
    if player.judged:
        raise IllegalAction("F15", "wait until the piece you let go of has come to rest")
    if not s.options.stop_watch_s and not player.done and not has_nothing_left(player):
        raise IllegalAction("F15", "say first that you build no further")
