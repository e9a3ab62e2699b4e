"""Opens the program: window, sound, settings; then the menu, or a game at once."""

from __future__ import annotations

import gc
import logging
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from babylon3d.app.keys import usable_keys
from babylon3d.app.loop import Loop
from babylon3d.app.screen import Door, Push, Reset, Screen
from babylon3d.app.services import WINDOWED, Services
from babylon3d.app.stack import Stack
from babylon3d.core.errors import BabylonError
from babylon3d.physics.engines import Engine, chosen
from babylon3d.playable.registry import game, recorded
from babylon3d.render.flat_layer import FlatLayer
from babylon3d.render.gamepads import DevicePads
from babylon3d.render.lost_display import end_in_order_without_display
from babylon3d.render.quality import NAMES, by_name
from babylon3d.render.sound import Sound
from babylon3d.render.ui.clipboard import SystemClipboard
from babylon3d.render.ui.inputs import Inputs
from babylon3d.render.ui.ui import Ui
from babylon3d.render.window import Kind, Window
from babylon3d.settings import Settings, load_settings

if TYPE_CHECKING:
    from babylon3d.playable.draft import Draft
    from babylon3d.playable.opening import OpenedRecord, OpenedTable
    from babylon3d.playable.seats import Seating
    from babylon3d.playable.setup import Finished, GameSetup

log = logging.getLogger(__name__)

TITLE = "Babylon 3D"


def door(game_id: str) -> Door:
    """The module that opens a game's screens. Raises: BadText for a game that there is not."""
    return cast(Door, import_module(recorded(game_id).screens))


def door_of(record: Path) -> Door:
    """The module that opens the screens of a record's game. Raises: BadText, CorruptFile, Unavailable."""
    from babylon3d.playable.records import game_of

    return door(game_of(record).id)


class AllScreens:
    """Makes every screen; a module is imported when its screen is first asked for, so that the menu is there soon."""

    def __init__(self) -> None:
        self.message = ""

    def menu(self) -> Screen:
        """The main menu."""
        from babylon3d.app.screens.menu import MenuScreen

        message, self.message = self.message, ""
        return MenuScreen(message)

    def new_game(self, draft: Draft | None = None) -> Screen:
        """The set-up of a new game, or of one that is drafted already."""
        from babylon3d.app.screens.setup import SetupScreen

        return SetupScreen(draft)

    def begin(self, setup: GameSetup) -> Screen:
        """The game's preparation if it has one, else its play screen."""
        return self.prepare(setup) if game(setup.game).preparation is not None else self.play(setup)

    def prepare(self, setup: GameSetup) -> Screen:
        """The screen of a game's preparation."""
        from babylon3d.app.screens.turns.prepare import PrepareScreen

        return PrepareScreen(setup)

    def play(self, setup: GameSetup) -> Screen:
        """The play screen of a new game."""
        return door(setup.game).play(setup)

    def resume(self, record: Path) -> Screen:
        """The play screen of a record. Raises: BadText, CorruptFile, Unavailable."""
        return door_of(record).resume(record)

    def pause(self, record: Path | None, seating: Seating | None = None, of: str = "") -> Screen:
        """The pause menu over a game whose auto-save is `record`."""
        from babylon3d.app.screens.pause import PauseScreen

        return PauseScreen(record, seating, of)

    def seats(self, seating: Seating) -> Screen:
        """Who decides for each seat of a game that is being played."""
        from babylon3d.app.screens.seats_page import SeatsPage

        return SeatsPage(seating)

    def learn(self) -> Screen:
        """The lessons of every game."""
        from babylon3d.app.screens.learn import LearnScreen

        return LearnScreen()

    def lesson(self, game: str, lesson: str, *, anew: bool = False) -> Screen:
        """A lesson of a game from where it was left, or from its beginning. Raises: BadText, Unavailable."""
        from babylon3d.app.screens.lesson import begun

        return door(game).lesson(begun(game, lesson, anew=anew))

    def load(self) -> Screen:
        """The list of saved games."""
        from babylon3d.app.screens.load import LoadScreen

        return LoadScreen()

    def replays(self) -> Screen:
        """The list of records to watch."""
        from babylon3d.app.screens.load import LoadScreen

        return LoadScreen(watch=True)

    def open_file(self) -> Screen:
        """Choose a file to open."""
        from babylon3d.app.screens.open_file import OpenFileScreen

        return OpenFileScreen()

    def table(self, table: OpenedTable) -> Screen:
        """What stands on a table and is not played."""
        from babylon3d.app.screens.table_view import TableScreen

        return TableScreen(table)

    def replay(self, record: Path) -> Screen:
        """The replay viewer. Raises: BadText, CorruptFile, Unavailable."""
        return door_of(record).replay(record)

    def results(self, finished: Finished) -> Screen:
        """The scoring sheet of a finished game."""
        return door(finished.setup.game).results(finished)

    def entered(self, game: str) -> Screen:
        """What a game's own entry in the menu leads to."""
        return door(game).enter()

    def photo(self, record: Path | None) -> Screen:
        """Photo mode over the table."""
        from babylon3d.app.screens.photo import PhotoScreen

        return PhotoScreen(record)

    def settings(self) -> Screen:
        """The settings."""
        from babylon3d.app.screens.settings_page import SettingsScreen

        return SettingsScreen()

    def rules(self, of: str = "") -> Screen:
        """The rules, of a game that is named or the first one."""
        from babylon3d.app.screens.rules_page import RulesScreen

        return RulesScreen(of)

    def help(self, of: str = "") -> Screen:
        """Keys and mouse."""
        from babylon3d.app.screens.help import HelpScreen

        return HelpScreen(of)

    def trouble(self, what: str, where: str) -> Screen:
        """What is shown after a fault of the program."""
        from babylon3d.app.screens.trouble import TroubleScreen

        return TroubleScreen(what, where)


def open_services(
    settings: Settings, *, kind: Kind = "window", size: tuple[int, int] = WINDOWED, full_screen: bool = False
) -> Services:
    """Open window and sound and put the parts together. Raises: Unavailable if no window can be opened."""
    sound = Sound(on=settings.sound, volume=settings.volume)
    window = Window(kind, size, TITLE, fullscreen=full_screen or settings.full_screen)
    layer = FlatLayer(window)
    ui = Ui(layer.root, window.size, settings.ui_scale, layer.redraw)
    ui.colour_blind = settings.colour_blind
    ui.interaction.field.clipboard = SystemClipboard()
    inputs = Inputs(window, time.monotonic)
    inputs.swap_mouse = settings.swap_mouse
    return Services(window, ui, inputs, sound, settings, AllScreens(), pads=DevicePads(), layer=layer)


def run(
    setup: GameSetup | None = None,
    *,
    file: OpenedRecord | OpenedTable | None = None,
    quality: str | None = None,
    engine: Engine | None = None,
    size: tuple[int, int] | None = None,
    full_screen: bool = False,
) -> int:
    """Run the program until it is quit; its exit code. With `setup` a game begins at once, or a `file` is opened, over
    the menu.

    Raises: Unavailable if no window can be opened or the engine is not here; BadText for an unknown quality.
    """
    if engine is not None:
        chosen(engine)
    if quality is not None and quality != "auto":
        by_name(quality)
    settings, complaint = load_settings(NAMES, usable_keys)
    ctx = open_services(settings, size=size or WINDOWED, full_screen=full_screen)
    ctx.quality = quality or ""
    try:
        ctx.use_engine(engine or settings.engine)
        if complaint:
            ctx.toast(complaint, "warning")
        stack = Stack(ctx)
        end_in_order_without_display(stack.abandon)
        loop = Loop(ctx, stack)
        loop.change(lambda: Reset(ctx.screens.menu()))
        loop.draw()
        # What is there now stays till the end: the collector need not look at it again.
        gc.freeze()
        gc.enable()
        from babylon3d.playable.saves import prune

        prune(None if settings.auto_saves == "all" else int(settings.auto_saves))
        if setup is not None:
            loop.change(lambda: Push(ctx.screens.play(setup)))
        if file is not None:
            open_at_once(ctx, loop, file)
        loop.run()
        return 0
    finally:
        ctx.close()


def open_at_once(ctx: Services, loop: Loop, file: OpenedRecord | OpenedTable) -> None:
    """Open a file over the menu, or say there why it cannot be."""
    from babylon3d.app.opening import screen_of

    try:
        screen = screen_of(file, ctx.screens)
    except BabylonError as error:
        ctx.toast(str(error), "warning")
        return
    loop.change(lambda: Push(screen))
