"""The hand-over in games with secrets: it waits, hides the table whatever is done meanwhile, and says nothing of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from babylon3d.app.loop import Loop
from babylon3d.app.main import open_services
from babylon3d.app.screen import Push, Reset
from babylon3d.app.screens.pause import PauseScreen
from babylon3d.app.screens.turns.play import PlayScreen
from babylon3d.app.services import Services
from babylon3d.app.stack import Stack
from babylon3d.core.rules import SeatInfo
from babylon3d.playable.setup import GameSetup
from babylon3d.present.input import FocusLost, KeyDown, MouseDown, MouseMoved, MouseUp, Pressed, Resized, ScreenEvent
from babylon3d.render.pictures import encoded
from babylon3d.render.ui.elements import Text
from babylon3d.settings import Settings
from babylon3d.storage import user_dir
from tests.toys import registered
from tests.toys.hidden.model import Options, Tuck
from tests.toys.hidden.spec import SPEC as QUARRY

SIZE = (640, 400)


@pytest.fixture(scope="module")
def services() -> Iterator[Services]:
    ctx = open_services(Settings(quality="flat"), kind="offscreen", size=SIZE)
    yield ctx
    ctx.close()


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with registered():
        yield


class Desk:
    """A game of Quarry on the stack, with hands to use it."""

    def __init__(self, ctx: Services, seed: int, *controllers: str) -> None:
        self.ctx, self.stack = ctx, Stack(ctx)
        self.loop = Loop(ctx, self.stack)
        seats = zip(("Ann", "Bo", "Cid"), QUARRY.colours, controllers, strict=False)
        setup = GameSetup(QUARRY.id, tuple(SeatInfo(*seat) for seat in seats), Options(), seed)
        self.screen = PlayScreen(setup)
        self.stack.change(Reset(ctx.screens.menu()))
        self.stack.change(Push(self.screen))
        self.ticks(60)

    def ticks(self, count: int) -> None:
        for _ in range(count):
            self.do()

    def do(self, *events: ScreenEvent) -> None:
        self.loop.tick(events)
        assert not self.loop.faults, self.loop.faults[0]

    def texts(self) -> list[str]:
        body, dialog, _ = self.ctx.ui.placed
        return [p.element.text for p in (dialog or body) if isinstance(p.element, Text)]

    def picture(self) -> bytes:
        self.ctx.redraw()
        self.loop.draw()
        if self.ctx.scene is not None:
            self.ctx.scene.finish()
        self.ctx.window.render_frame()
        return encoded(self.ctx.window.screenshot())

    def tuck(self) -> None:
        """Whoever has the mouse puts the first card of the hand aside."""
        sitting = self.screen.sitting
        assert sitting.seat is not None
        sitting.people[sitting.seat].do(Tuck(sitting.view.hands[sitting.seat][0]))
        for _ in range(400):
            self.do()
            if sitting.waiting_for is not None:
                break
        self.ticks(60)

    def leave(self) -> None:
        self.stack.change(Reset(self.ctx.screens.menu()))


def test_the_table_is_hidden_until_the_next_person_says_to_be_there(services: Services) -> None:
    desk = Desk(services, 3, "human", "human")
    sitting = desk.screen.sitting
    assert sitting.waiting_for == 0 and "Ann's turn" in desk.texts() and not any("dealt" in t for t in desk.texts())
    desk.do(MouseMoved(300, 200), MouseDown("left", 20, 20))
    desk.do(KeyDown("t"))
    desk.do(KeyDown("arrow_up"))
    desk.ticks(120)
    assert sitting.waiting_for == 0 and desk.screen.status()["spots"] == []
    desk.do(Pressed("take over"))
    desk.ticks(2)
    assert sitting.at_mouse == 0 and any("Ann was dealt" in text for text in desk.texts())
    desk.tuck()
    assert sitting.waiting_for == 1 and "Bo's turn" in desk.texts() and not any("drew" in t for t in desk.texts())
    desk.leave()


def test_a_key_meant_for_the_table_does_not_take_over(services: Services) -> None:
    desk = Desk(services, 3, "human", "human")
    desk.do(Pressed("take over"))
    sitting = desk.screen.sitting
    sitting.people[0].do(Tuck(sitting.view.hands[0][0]))
    for _ in range(400):
        desk.do(KeyDown("space"))
        if sitting.waiting_for is not None:
            break
    for _ in range(10):
        desk.do(KeyDown("space"))
    assert sitting.waiting_for == 1
    desk.ticks(60)
    desk.do(KeyDown("space"))
    assert sitting.waiting_for is None and sitting.at_mouse == 1
    desk.leave()


def moments(services: Services, seed: int) -> list[bytes]:
    """Pictures taken while the hand-over waits, whatever is done meanwhile. The same machine draws them all."""
    desk = Desk(services, seed, "human", "human")
    desk.do(Pressed("take over"))
    desk.ticks(5)
    desk.tuck()
    assert desk.screen.sitting.waiting_for == 1
    found = [desk.picture()]
    desk.do(KeyDown("f12"))
    found.append((sorted(user_dir("pictures").iterdir())[-1]).read_bytes())
    desk.do(FocusLost(), Resized(*SIZE))
    desk.ticks(600)
    found.append(desk.picture())
    desk.do(KeyDown("escape"))
    assert isinstance(desk.stack.top, PauseScreen)
    desk.ticks(5)
    found.append(desk.picture())
    desk.do(KeyDown("escape"))
    desk.ticks(60)
    assert desk.screen.sitting.waiting_for == 1
    found.append(desk.picture())
    desk.leave()
    return found


def test_the_pictures_at_the_hand_over_are_the_same_whatever_the_cards_are(services: Services) -> None:
    first, second = moments(services, 3), moments(services, 4)
    assert first == second


def test_one_person_against_bots_is_never_asked(services: Services) -> None:
    desk = Desk(services, 3, "bot:any", "human", "bot:greedy")
    for _ in range(400):
        desk.do()
        assert desk.screen.sitting.waiting_for is None
        if desk.screen.sitting.seat == 1:
            break
    assert any("Bo was dealt" in line for line in desk.screen.sitting.chronicle.lines)
    desk.leave()


def test_a_button_that_comes_up_during_the_hand_over_holds_the_view_no_longer(services: Services) -> None:
    desk = Desk(services, 3, "human", "human")
    desk.do(Pressed("take over"))
    desk.ticks(5)
    desk.do(MouseDown("right", 300, 200))
    desk.tuck()
    desk.ticks(60)
    assert desk.screen.sitting.waiting_for == 1
    desk.do(MouseUp("right", 300, 200))
    desk.do(Pressed("take over"))
    desk.ticks(30)
    assert desk.ctx.scene is not None
    before = desk.ctx.scene.camera.goal
    desk.do(MouseMoved(400, 250))
    assert desk.ctx.scene.camera.goal == before
    desk.leave()
