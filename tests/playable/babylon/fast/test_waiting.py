"""What is waited for, as people see it: the line above, the mark on what moves, the clock's last seconds, skipping."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from babylon3d.core.actions import Outcome
from babylon3d.core.codec import encode
from babylon3d.core.geometry import Pose
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.playable.babylon.fast import hud as fast_hud
from babylon3d.playable.babylon.fast import scene as fast_scene
from babylon3d.playable.babylon.fast import words as fast_words
from babylon3d.playable.babylon.fast.form import IDLE_S, FastForm
from tests.games.fast.positions import RULES, act, happen, new, over, place, rest

AROUND = fast_hud.Around(seat=0, names=("Ann", "Bo", "Cy"))


def hud(s: FastState, **around: Any) -> Any:
    return fast_hud.hud(s, replace(AROUND, **around))


def buttons(s: FastState, **around: Any) -> dict[str, bool]:
    return {button.id: button.enabled for button in hud(s, **around).actions}


def held_up() -> FastState:
    """Ann waits for her tower, which Bo's bridge touches."""
    s = act(new(idle_s=60), 1, m.Grab("bridge"), over(0))
    s = act(s, 0, m.Grab("tower"), over(0), m.LetGo())
    return happen(s, m.Unsettled(("t2",), (1,)))


def test_the_line_above_says_what_is_waited_for_and_who_touches_it() -> None:
    s = held_up()
    assert hud(s).message == "Waits for the left building to come to rest (Bo's bridge touches it)"
    assert "touches what has not come to rest" in hud(s, seat=1).message
    assert hud(s, seat=2).note.startswith("Waits for the building between Ann and Bo")
    assert hud(s, seat=None).message.startswith("Waits for the building between Ann and Bo")
    assert "touches what moves" in hud(s).players[1].detail and "touches" not in hud(s).players[0].detail
    stopped = happen(s, *[m.Second()] * 60, m.NothingPlaced())
    assert hud(stopped).message.startswith("Stop! Waits for the left building")
    assert hud(happen(s, m.Unsettled(()))).message == "Wait: your tower is being judged"


def test_what_has_not_come_to_rest_is_marked() -> None:
    s = place(new(), 0, "tower", rest())
    poses = {"t1": Pose((0.0, 0.0, 0.01))}
    assert [piece.glow for piece in fast_scene.scene(s, poses).pieces] == ["none"]
    s = happen(s, m.Unsettled(("t1", "gone")))
    assert [piece.glow for piece in fast_scene.scene(s, poses).pieces] == ["unsettled"]
    assert [piece.glow for piece in fast_scene.scene(s, poses, glows={"t1": "hover"}).pieces] == ["hover"]


@pytest.mark.parametrize(("gone", "text"), [(44, "0:44"), (45, "0:45 · ends in 15 s"), (59, "0:59 · ends in 1 s")])
def test_the_clock_shows_the_last_fifteen_seconds(gone: int, text: str) -> None:
    shown = hud(happen(new(idle_s=60), *[m.Second()] * gone))
    assert shown.clock == text and shown.hurry == (gone >= 45)


def test_the_rest_may_be_skipped_by_who_is_done() -> None:
    s = new(idle_s=60)
    assert "skip" not in buttons(s)
    s = act(s, 0, m.Done())
    assert buttons(s)["skip"]
    s = act(s, 0, m.Skip())
    assert not buttons(s)["skip"] and not buttons(s)["done"]
    assert hud(s, unagreed=("Bo",)).message == "Waits for Bo to agree to skip the rest"
    assert hud(s).message == "The rest of the round is skipped"
    assert "skips the rest" in hud(s).players[0].detail


def test_who_is_out_or_watches_asks_for_it_where_everybody_else_agreed() -> None:
    s = new(idle_s=60)
    out = msgspec.structs.replace(s, seats=(msgspec.structs.replace(s.seats[0], out=True), *s.seats[1:]))
    assert buttons(out)["skip"] and "skip" not in buttons(out, unagreed=("Bo",))
    assert buttons(s, seat=None)["skip"]


def test_the_log_tells_of_it() -> None:
    s = act(held_up(), 2, m.Done())

    def told(*outcomes: Outcome) -> tuple[str, ...]:
        return fast_words.lines(outcomes, (), s, s)

    assert told(m.Withdrawn("b1")) == ("Bo's bridge touched a fall for five seconds and goes back to the supply",)
    assert told(m.Withdrawn("t9")) == ()
    step = RULES.apply(s, 2, m.Skip())
    assert fast_words.lines((), step.events, s, step.state) == ("Cy agrees to skip the rest",)


def test_options_of_before_end_a_round_as_is_usual_now_and_off_stays_off() -> None:
    form = FastForm()
    assert form.start().idle_s == IDLE_S
    assert form.read(b'{"wins":2}') == m.FastOptions(wins=2, idle_s=IDLE_S)
    assert form.read(encode(form.switched(form.start(), "idle_s", 0))).idle_s == 0
