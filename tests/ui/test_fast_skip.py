"""The rest of a round of the Fast Game is skipped from the keyboard, by a pad, and by who only watches (F15)."""

from __future__ import annotations

from babylon3d.games.babylon.fast import model as m
from babylon3d.present.input import KeyDown, KeyUp, MouseDown, MouseMoved, MouseUp, Pressed
from tests.ui.fast_bench import Bench

SHORT = {"idle_s": 2, "large": 0, "small": 1, "wins": 2}
"""A round that nobody places anything in is over soon."""


def test_who_is_done_agrees_by_a_key_and_the_rest_is_there_at_once() -> None:
    with Bench(**SHORT) as bench:
        bench.open()
        bench.build()
        bench.key("k")
        bench.until(lambda: bool(bench.screen.hand and bench.screen.hand.refusal), "reason")
        assert bench.screen.hand is not None and "say first" in bench.screen.hand.refusal
        bench.key("x")
        bench.until(lambda: bench.state.seats[0].done, "done")
        ticks, pictures = bench.screen.game.ticks, 0
        bench.key("k")
        while bench.state.phase != "scored" and pictures < 300:
            bench.do()
            pictures += 1
        assert bench.state.seats[0].skips and bench.screen.game.unagreed == ()
        assert bench.screen.game.ticks - ticks > 2 * pictures, "more than a tick a picture"
        assert "nothing was placed" in bench.state.stopped_why
        bench.until(lambda: bench.top == "RoundScreen", "sheet", most=300)


def test_who_watches_asks_for_it() -> None:
    with Bench(("bot:easy", "bot:easy", "bot:easy"), **SHORT) as bench:
        bench.open()
        bench.build()
        assert not bench.screen.game.skipping
        bench.do(Pressed("skip"))
        assert bench.screen.game.skipping
        bench.until(lambda: bench.state.phase == "scored", "end", most=60)


def test_one_who_has_not_agreed_keeps_the_round_at_its_pace() -> None:
    with Bench(("human", "human", "bot:easy"), way="alternating", **SHORT) as bench:
        bench.open()
        game = bench.screen.game
        game.skip(None)
        assert not game.skipping and game.unagreed == ("Ann", "Bo")
        game.session.happen("physics", m.RoundBegan())
        for seat in (0, 1):
            for action in (m.Done(), m.SliceEnded(), m.Skip()):
                if isinstance(action, m.SliceEnded):
                    game.session.happen("physics", action)
                else:
                    game.session.act(seat, action)
            assert game.skipping == (seat == 1)


def test_who_has_agreed_is_not_asked_to_come_to_the_mouse() -> None:
    with Bench(("human", "human", "bot:easy"), way="alternating", stop_watch_s=15, slice_s=3, wins=2) as bench:
        bench.open()
        bench.key("space")
        bench.build()
        game = bench.screen.game
        for seat in (0, 1):
            game.skip(seat)
        bench.until(lambda: bench.state.phase == "scored", "end", most=600)
        assert all(player.seconds >= 14 for player in bench.state.seats), "everybody had the mouse"


def test_what_came_up_while_no_time_ran_holds_neither_view_nor_hand() -> None:
    with Bench(("human", "human", "bot:easy"), way="alternating", slice_s=3) as bench:
        bench.open()
        bench.key("space")
        bench.build()
        bench.key("1")
        bench.do(MouseDown("right", 640, 400))
        bench.until(lambda: bench.screen.hold is not None, "hand-over")
        bench.do(MouseUp("right", 640, 400))
        bench.key("space")
        before = bench.scene.camera.goal
        bench.do(MouseMoved(700, 300))
        assert bench.scene.camera.goal == before
        bench.do(KeyDown("arrow_left"))
        bench.screen.pause("Bo asked for a pause.")
        bench.do(KeyUp("arrow_left"))
        bench.key("space")
        assert bench.screen.hand is not None
        place = bench.screen.hand.place
        bench.ticks(10)
        assert bench.screen.hand.place == place
