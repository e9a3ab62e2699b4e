"""The pause menu over a game: go on, keep a copy, settings, rules, leave. Nothing is ever lost by leaving."""

from __future__ import annotations

from pathlib import Path

from babylon3d.app.screen import Pop, Push, Reset, Transition
from babylon3d.app.screens.page import Page, answered, page_limit
from babylon3d.core.errors import BabylonError
from babylon3d.playable.saves import keep_copy, read_saved
from babylon3d.playable.seats import Seating
from babylon3d.present.input import Changed, Pressed, ScreenEvent
from babylon3d.render.ui.elements import (
    Backdrop,
    Button,
    Column,
    Dialog,
    Element,
    Panel,
    Scroll,
    Stack,
    Text,
    TextInput,
)

NAME_LIMIT = 50


class PauseScreen(Page):
    """Over the play screen; `record` is the game's auto-save, None if it could not be made; `seating` its seats."""

    first_focus = "back"

    def __init__(self, record: Path | None, seating: Seating | None = None, of: str = "") -> None:
        super().__init__()
        self._of = of
        self._seating = seating
        self._record = record
        self._naming: str | None = None

    def act(self, event: ScreenEvent) -> Transition | None:
        """Open what was chosen."""
        screens = self.ctx.screens
        match event:
            case Pressed("save"):
                self._naming = self._suggested()
            case Changed("save name", str(name)):
                self._naming = name
            case Pressed("dialog-yes"):
                self._save()
            case Pressed("dialog-no"):
                self._naming = None
            case Pressed("seats") if self._seating is not None:
                return Push(screens.seats(self._seating))
            case Pressed("photo"):
                return Push(screens.photo(self._record))
            case Pressed("load"):
                return Push(screens.load())
            case Pressed("settings"):
                return Push(screens.settings())
            case Pressed("rules"):
                return Push(screens.rules(self._of))
            case Pressed("help"):
                return Push(screens.help(self._of))
            case Pressed("leave"):
                return Reset(screens.menu())
            case _:
                pass
        return None

    def back(self) -> Transition | None:
        """Esc closes the dialog first, then goes back to the game."""
        if self._naming is not None:
            self._naming = None
            return None
        return Pop()

    def _suggested(self) -> str:
        """A name for the copy."""
        if self._record is None:
            return "game"
        game = read_saved(self._record, "autosave")
        names = ", ".join(seat.name for seat in game.seats)
        return f"{names} - {game.progress.replace(':', '.')}"[:NAME_LIMIT]

    def _save(self) -> None:
        assert self._record is not None and self._naming is not None
        try:
            path = keep_copy(self._record, self._naming)
        except BabylonError as error:
            self.ctx.toast(f"Not saved: {error}", "warning")
        else:
            self.ctx.toast(f'Saved as "{path.stem}"', "save")
        self._naming = None

    def body(self, width: float, height: float) -> Element:
        """A short column of buttons."""
        no_record = "" if self._record is not None else "this game has no auto-save to copy"
        seats = Button(
            id="seats",
            label="Seats",
            icon="players",
            align="left",
            key="p",
            tooltip="Who is played by a person and who by a bot",
        )
        buttons = (
            Button(id="back", label="Back to the game", icon="play", align="left", key="escape", style="primary"),
            Button(
                id="save",
                label="Save a copy",
                icon="save",
                align="left",
                key="ctrl+s",
                enabled=not no_record,
                reason=no_record,
                tooltip="The game saves itself after every action; this keeps a copy of it as it is now",
            ),
            *(() if self._seating is None else (seats,)),
            Button(
                id="photo",
                label="Photo",
                icon="camera",
                align="left",
                key="f9",
                enabled=self.ctx.scene is not None,
                reason="there is no table to photograph",
                tooltip="Nothing but the table, and a picture of up to 4K",
            ),
            Button(id="load", label="Load", icon="load", align="left", key="l"),
            Button(id="settings", label="Settings", icon="settings", align="left", key="s"),
            Button(id="rules", label="Rules of the game", icon="rules", align="left", key="r"),
            Button(id="help", label="Help", icon="help", align="left", key="f1"),
            Button(id="leave", label="Leave for the menu", icon="home", align="left", key="m"),
        )
        column = Column(children=(Text(text="Pause", style="heading"), *buttons), gap=9)
        box = Panel(child=Scroll(id="pause", child=column), style="dialog", pad=24, width=min(340.0, width - 40))
        return Stack(children=(Backdrop(style="scrim"), page_limit(box, width)))

    def dialog(self) -> Dialog | None:
        """The name of the copy."""
        if self._naming is None:
            return None
        return answered(
            Text(text="Save a copy as", style="subheading"),
            TextInput(id="save name", value=self._naming, limit=NAME_LIMIT, placeholder="Name of the game"),
            yes="Save",
            refusal="" if self._naming.strip() else "The copy needs a name",
            focus="save name",
            width=400,
        )
