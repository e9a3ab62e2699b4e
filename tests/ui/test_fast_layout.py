"""The Fast Game's screens at every size: nothing overlaps, nothing is cut off. No physics, no window."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from babylon3d.app.screens.fast.hold import Hold, hold_box
from babylon3d.app.screens.fast.play import CORNER
from babylon3d.app.screens.fast.round import RoundScreen
from babylon3d.app.screens.fast.split import arrangement, split_hud
from babylon3d.app.screens.setup import SetupScreen
from babylon3d.core.actions import Result
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.fast.scoring import score_round
from babylon3d.games.babylon.fast.state import FastState, Held, RoundScore, SeatScore, Standing
from babylon3d.games.babylon.pieces import COLOURS
from babylon3d.playable.babylon.fast import hud as fast_hud
from babylon3d.playable.babylon.fast import words as fast_words
from babylon3d.present.input import Changed
from babylon3d.present.model import HudModel
from babylon3d.render.ui.elements import Backdrop, Panel, Scroll, Text
from tests.ui.judge import defects
from tests.ui.still import Stage

SIZES = [(640, 480), (1280, 720), (2560, 1440), (800, 600), (720, 1280)]
NAMES = ("Bartholomew", "Wilhelmina Grace", "Cid", "Dora", "Eve")
replace = msgspec.structs.replace


def match(players: int = 5, nobles: int = 9, **options: Any) -> FastState:
    """A round in full swing: every area with nobles that score and nobles that fail each condition."""
    seats = tuple(SeatInfo(NAMES[i], COLOURS[i]) for i in range(players))
    rules = FastRules()
    state = rules.resolve(rules.new_game(seats, m.FastOptions(stop_watch_s=300, **options)).state, m.RoundBegan()).state
    standing: list[Standing] = []
    upright = (0.0, 0.0, 0.0, 1.0)
    for area in range(players):
        for i in range(nobles):
            seat = (area + i % 2) % players
            low = m.Rest((), 1, 0, (0.02 * i, 0.0, 0.01), upright)
            on = m.Rest((f"t{area}{i // 2 * 2}",), 1, 0, (0.02 * i, 0.0, 0.028), upright)
            standing.append(Standing(f"t{area}{i}", "tower", COLOURS[seat], area, seat, low))
            kind = "large" if i % 4 == 3 else "small"
            standing.append(Standing(f"n{area}{i}", kind, COLOURS[seat], area, seat, on))  # type: ignore[arg-type]
    players_ = [replace(p, pile=("tower",) * i, wins=i % 3, set_aside=i % 3) for i, p in enumerate(state.seats)]
    players_[0] = replace(players_[0], hand=Held("b900", "bridge"))
    players_[-1] = replace(players_[-1], out=True)
    return replace(state, standing=tuple(standing), seats=tuple(players_), seconds=123)


def hud(state: FastState, seat: int = 0, **more: Any) -> HudModel:
    around = fast_hud.Around(
        seat,
        NAMES,
        details=("", "hard bot", "hard bot", "easy bot", "medium bot"),
        log=("Bo put a small noble on level 3", "Two parts and one noble knocked down by Wilhelmina Grace"),
        keys={"piece:tower": "1", "put_away": "q", "place": "space", "view:left": ",", "home": "home"},
        refusal="It would come back: it is too far off the middle of what it stands on (F3)",
        **more,
    )
    found = fast_hud.hud(state, around)
    return dataclasses.replace(found, actions=(*found.actions, *CORNER))


def _holding(stage: Stage) -> None:
    stage.ui.show_hud(hud(match(3)))


LONG = "Wilhelmina Grace's bridge came back: something is in the room under the bridge's middle"


def _long_line(stage: Stage) -> None:
    stage.ui.show_hud(
        dataclasses.replace(hud(match(3)), log=("Bo put a small noble on level 3", "Round 2 begins", LONG))
    )


def _five(stage: Stage) -> None:
    stage.ui.show_hud(hud(match(5), warnings=("cannot write the record: the disk is full; the game goes on",)))


def _empty_handed(stage: Stage) -> None:
    state = match(4)
    stage.ui.show_hud(hud(replace(state, seats=(replace(state.seats[0], hand=None), *state.seats[1:]))))


def _countdown(stage: Stage) -> None:
    stage.ui.show_hud(hud(replace(match(4), phase="countdown"), countdown=3))


def _hand_over(stage: Stage) -> None:
    text = "The mouse is yours for 15 seconds. The clock starts when you are ready."
    stage.ui.show_hud(
        hud(match(3)), dialog=hold_box(Hold("Wilhelmina Grace at the mouse", text, "yellow", "I am ready"))
    )


def _sheet(stage: Stage, state: FastState, score: RoundScore | None = None) -> None:
    scored = replace(state, scores=(score or score_round(state),), stopped_why="Wilhelmina Grace called stop")
    play = SimpleNamespace(state=scored, session=SimpleNamespace(controllers=()))
    seated: Any = SimpleNamespace(game=play, record=None, sink=None)
    stage.open(RoundScreen(seated))


def _round(stage: Stage) -> None:
    _sheet(stage, replace(match(5), phase="scored"))


def _tie(stage: Stage) -> None:
    state = replace(match(3), phase="scored")
    seats = (SeatScore(0, 0, 0, 4, 12), SeatScore(0, 0, 0, 4, 9), SeatScore(0, 0, 0, None, 3))
    _sheet(stage, state, replace(score_round(state), seats=seats, winners=(1,)))


def test_the_sheet_tells_what_decided_a_tie() -> None:
    stage = Stage()
    _tie(stage)
    assert stage.shows("a tie, won with fewer pieces unplaced (F10)")
    _round(stage)
    assert not stage.shows("a tie")


def test_the_sheet_of_the_match_tells_it_too() -> None:
    stage = Stage()
    state = replace(match(3), phase="over", ended=Result((0, 3, 0), (1,), "first to win 3 rounds", "F11"))
    seats = (SeatScore(0, 0, 0, 4, 12), SeatScore(0, 0, 0, 4, 9), SeatScore(0, 0, 0, None, 3))
    _sheet(stage, state, replace(score_round(state), seats=seats, winners=(1,)))
    assert stage.shows("wins the match") and stage.shows("a tie, won with fewer pieces unplaced (F10)")


@pytest.mark.parametrize("key", ["space", "enter", "n", "q", "escape"])
def test_a_sheet_takes_no_key_that_was_meant_for_the_table(key: str) -> None:
    stage = Stage()
    _round(stage)
    sheet = stage.top
    asked: list[object] = []
    sheet.act = asked.append
    stage.key(key)
    assert stage.top is sheet and not asked and stage.ui.waiting
    stage.wait(1.0)
    stage.key(key)
    assert asked


def _match_over(stage: Stage) -> None:
    ended = Result((3, 1, 0), (0,), "first to win 3 rounds", "F11")
    _sheet(stage, replace(match(3, 0), phase="over", ended=ended))


def _split(people: int) -> Callable[[Stage], None]:
    def show(stage: Stage) -> None:
        state = match(max(3, people))
        huds = {seat: hud(state, seat, by_pad=seat > 0) for seat in range(people)}
        sides = arrangement(tuple(range(people)), *stage.ui.size)
        stage.ui.show(lambda width, height: split_hud(huds, sides, width, height), free_keys=True)

    return show


SCREENS: dict[str, Callable[[Stage], None]] = {
    "holding": _holding,
    "long line": _long_line,
    "five": _five,
    "empty handed": _empty_handed,
    "countdown": _countdown,
    "hand-over": _hand_over,
    "round": _round,
    "tie": _tie,
    "match over": _match_over,
    **{f"split in {n}": _split(n) for n in (2, 3, 4, 5)},
}


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_overlaps_or_is_cut_off(screen: str, size: tuple[int, int]) -> None:
    stage = Stage(size)
    SCREENS[screen](stage)
    assert not stage.loop.faults, stage.loop.faults
    assert stage.texts(), "nothing is on show"
    assert defects(stage.ui) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_table_is_seen_while_no_time_runs(size: tuple[int, int]) -> None:
    stage = Stage(size)
    _hand_over(stage)
    _, dialog, _ = stage.ui.placed
    assert not any(isinstance(placed.element, Backdrop) for placed in dialog), "nothing darkens it"
    top, bottom = stage.ui.middle()[1] / stage.ui.scale, stage.ui.middle()[3] / stage.ui.scale
    bar = min(p.rect.y for p in dialog if isinstance(p.element, Panel) and p.element.style == "dialog")
    assert bar > top + 0.8 * (bottom - top)


@pytest.mark.parametrize("size", [(1113, 626), (1280, 720), (1920, 1080)])
def test_the_newest_line_of_the_log_is_told_in_full(size: tuple[int, int]) -> None:
    stage = Stage(size)
    _long_line(stage)
    log = next(p for p in stage.ui.placed[0] if isinstance(p.element, Text) and p.element.text == LONG)
    assert " ".join(log.lines) == LONG


def test_the_sheet_names_every_condition_that_was_failed() -> None:
    stage = Stage()
    _round(stage)
    state = match(5)
    failed = {noble.failed for noble in score_round(state).nobles if noble.failed}
    assert failed == {3, 4}
    for number in failed:
        assert number is not None
        assert stage.shows(fast_words.CONDITIONS[number])
    assert stage.shows("out") and stage.shows("level 1")


@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_the_parts_of_the_window_fill_it_without_overlapping(people: int) -> None:
    sides = arrangement(tuple(range(people)), 1280, 720)
    area = sum((r - left) * (t - b) for _, (left, r, b, t) in sides)
    assert [side.seat for side in sides] == list(range(people)) and area == pytest.approx(1.0)


@pytest.mark.parametrize("way", ["bots", "alternating", "together"])
@pytest.mark.parametrize("assist", ["guided", "light", "free"])
def test_the_set_up_needs_no_scrolling(way: str, assist: str) -> None:
    stage = Stage((1280, 720))
    stage.open(SetupScreen())
    for count in ("3", "5"):
        stage.do(Changed("game", "fast"), Changed("count", count), Changed("pick:way", way))
        stage.do(Changed("pick:assist", assist))
        (scroll,) = [placed for placed in stage.ui.interaction.placed if isinstance(placed.element, Scroll)]
        assert scroll.scroll == 0 and stage.shows("Rounds to win")
