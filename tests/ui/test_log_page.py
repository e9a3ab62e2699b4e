"""The whole log of a game in turns: every line of it is there, and each finds its pieces on the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from babylon3d.app.main import open_services
from babylon3d.app.screen import Push
from babylon3d.app.screens.turns.log_page import LINE, LogScreen
from babylon3d.app.screens.turns.play import PlayScreen
from babylon3d.app.services import Services
from babylon3d.core.record import read_record
from babylon3d.games.babylon.pieces import BABYLON
from babylon3d.games.babylon.tactical.model import TacticalOptions
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.babylon.tactical.presenter import TacticalPresenter
from babylon3d.playable.babylon.tactical.spec import SPEC as TACTICAL
from babylon3d.playable.begin import told
from babylon3d.playable.simulate import play_out
from babylon3d.present.input import KeyDown, MouseMoved
from babylon3d.present.model import SceneModel
from babylon3d.present.presenter import Chronicle
from babylon3d.settings import Settings
from tests.ui import games
from tests.ui.test_play import Desk, setup

TURNS = 200
NAMES = ("Ann", "Bo", "Cid", "Dora", "Eve")


@pytest.fixture(scope="module")
def services() -> Iterator[Services]:
    ctx = open_services(Settings(quality="flat"), kind="offscreen", size=(640, 480))
    yield ctx
    ctx.close()


@cache
def finished() -> tuple[Chronicle, SceneModel, int]:
    """The log of a whole game of five, what stands at its end, and how many turns it took."""
    session = play_out(TACTICAL, games.seats(NAMES, "bot:easy"), TacticalOptions(), 3)
    record = read_record(b"".join(line + b"\n" for line in session.log.lines))
    presenter, state = TacticalPresenter(), session.state
    model = presenter.scene(state, None, presenter.hand(), state.build.poses(BABYLON))
    return told(TACTICAL, record), model, sum(line.endswith("'s turn") for line in told(TACTICAL, record).lines)


def test_every_line_about_a_piece_finds_it() -> None:
    log, model, _ = finished()
    standing = {piece.id for piece in model.pieces}
    assert len(log.pieces) == len(log.lines)
    for line, pieces in zip(log.lines, log.pieces, strict=True):
        if " placed a " in line or " put a " in line:
            assert len(pieces) == 1
        if " switched " in line:
            assert len(pieces) == 2
        assert standing.issuperset(pieces)
    assert {piece for pieces in log.pieces for piece in pieces} == standing


@pytest.mark.slow
def test_the_log_holds_every_line_of_200_turns_and_lights_the_pieces_of_each(services: Services) -> None:
    once, model, turns = finished()
    times = -(-TURNS // turns)
    log = Chronicle(once.names, once.lines * times, once.pieces * times)
    desk = Desk(services)
    page = LogScreen(log, model, PIECES)
    desk.stack.change(Push(page))
    desk.ticks(2)
    interaction = services.ui.interaction
    assert interaction.focus == f"{LINE}{len(log.lines) - 1}", "the newest line has the keyboard"
    for number in range(len(log.lines) - 1, -1, -max(1, len(log.lines) // 60)):
        interaction.set_focus(f"{LINE}{number}", seen=True)
        desk.ticks(1)
        assert page.lit == log.pieces[number]
        lit = {piece.id for piece in desk.ctx.scene.model.pieces if piece.glow == "picked"}  # type: ignore[union-attr]
        assert lit == set(log.pieces[number])
        found, area = interaction.find(f"{LINE}{number}"), interaction.find("log")
        assert found is not None and area is not None
    desk.stack.abandon()


def test_the_line_under_the_mouse_counts_before_the_one_with_the_keyboard(services: Services) -> None:
    log, model, _ = finished()
    desk = Desk(services)
    page = LogScreen(log, model, PIECES)
    desk.stack.change(Push(page))
    desk.ticks(2)
    number = max(n for n, pieces in enumerate(log.pieces) if pieces)
    found = services.ui.interaction.find(f"{LINE}{number}")
    assert found is not None
    desk.do(MouseMoved((found.rect.x + 9) * services.ui.scale, (found.rect.y + 9) * services.ui.scale))
    assert page.lit == log.pieces[number]
    desk.stack.abandon()


def test_the_last_lines_lead_to_the_whole_log(services: Services) -> None:
    desk = Desk(services)
    screen = PlayScreen(setup("human", "human", "human"))
    desk.stack.change(Push(screen))
    desk.ticks(2)
    last = next(
        p for p in services.ui.placed[0] if getattr(p.element, "text", "") == screen.sitting.chronicle.lines[-1]
    )
    desk.click((last.rect.x + 5) * services.ui.scale, (last.rect.y + 5) * services.ui.scale)
    assert isinstance(desk.stack.top, LogScreen)
    desk.stack.abandon()


def test_l_opens_the_log_and_closes_it_and_the_view_is_as_it_was(services: Services) -> None:
    desk = Desk(services)
    screen = PlayScreen(setup("human", "human", "human"))
    desk.stack.change(Push(screen))
    desk.ticks(2)
    view = services.scene.camera.goal  # type: ignore[union-attr]
    desk.keys("l")
    assert isinstance(desk.stack.top, LogScreen)
    desk.do(KeyDown("l"))
    assert desk.stack.top is screen
    assert services.scene.camera.goal == view  # type: ignore[union-attr]
    desk.stack.abandon()
