"""Saved games: to go on with, or to watch. Damaged files are listed with what is wrong with them."""

from __future__ import annotations

from datetime import datetime

from babylon3d.app.screen import Push, Reset, Transition
from babylon3d.app.screens.page import Page, breakable, confirm, page
from babylon3d.app.services import Services
from babylon3d.core.errors import BabylonError
from babylon3d.playable.registry import known
from babylon3d.playable.saves import SavedGame, remove, saved_games, taken_up, watchable
from babylon3d.present.input import Pressed, ScreenEvent
from babylon3d.render.ui.elements import Button, Column, Dialog, Element, Flow, Icon, MarkBox, Panel, Row, Text

SHOWN = 60
"""Games listed at most: the newest."""


class LoadScreen(Page):
    """The list; with `watch` its games are opened in the replay viewer."""

    first_focus = "open:0"

    def __init__(self, *, watch: bool = False) -> None:
        super().__init__()
        self._watch = watch
        self._games: tuple[SavedGame, ...] = ()
        self._deleting: SavedGame | None = None

    def enter(self, ctx: Services) -> None:
        """Read the folders anew."""
        self._games = self._listed()
        self.first_focus = "open:0" if self._games else "back"
        super().enter(ctx)

    def _listed(self) -> tuple[SavedGame, ...]:
        if self._watch:
            return watchable(SHOWN)
        return tuple(game for game in saved_games() if not game.finished)[:SHOWN]

    def act(self, event: ScreenEvent) -> Transition | None:
        """Open, or ask and delete."""
        match event:
            case Pressed("dialog-yes"):
                self._delete()
            case Pressed("dialog-no"):
                self._deleting = None
            case Pressed(id_) if id_.startswith("delete:"):
                self._deleting = self._games[int(id_[7:])]
            case Pressed(id_) if id_.startswith("open:"):
                return self._open(self._games[int(id_[5:])])
            case _:
                pass
        return None

    def back(self) -> Transition | None:
        """Esc closes the question first."""
        if self._deleting is not None:
            self._deleting = None
            return None
        return super().back()

    def _open(self, game: SavedGame) -> Transition | None:
        screens = self.ctx.screens
        try:
            if self._watch:
                return Push(screens.replay(game.path if game.kept is None else game.kept.laid_out()))
            return Reset(screens.resume(taken_up(game, datetime.now().astimezone())))
        except BabylonError as error:
            self.ctx.toast(str(error), "warning")
            return None

    def _delete(self) -> None:
        assert self._deleting is not None
        try:
            remove(self._deleting)
        except BabylonError as error:
            self.ctx.toast(str(error), "warning")
        self._deleting = None
        self._games = self._listed()

    def dialog(self) -> Dialog | None:
        """Whether it is really to be deleted."""
        if self._deleting is None:
            return None
        return confirm("Delete this game?", f'"{self._deleting.title}" cannot be brought back.', "Delete", danger=True)

    def body(self, width: float, height: float) -> Element:
        """One row a game."""
        title = "Replays" if self._watch else "Saved games"
        if not self._games:
            empty = "No game has been played yet." if self._watch else "No game is waiting to be finished."
            hint = "Games save themselves after every action and appear here."
            texts = (
                Icon(name="hourglass", size=44, colour="faint"),
                Text(text=empty, style="subheading", align="centre"),
                Text(text=hint, colour="soft", align="centre", wrap=True),
            )
            content: Element = Panel(child=Column(children=texts, gap=8, across="centre"), style="clear", pad=48)
        else:
            rows = tuple(self._row(i, game, width < 720) for i, game in enumerate(self._games))
            content = Column(children=rows, gap=8)
        return page(title, content, width, height, wide=900)

    def _row(self, i: int, game: SavedGame, narrow: bool) -> Element:
        delete = Button(id=f"delete:{i}", icon="cross", icon_size=16, style="quiet", tooltip="Delete")
        when = when_text(game.when, datetime.now().astimezone())
        if game.problem:
            texts = Column(
                children=(
                    Row(
                        children=(
                            Icon(name="warning", size=18, colour="bad"),
                            Text(text=game.title, style="strong", shrink=True, grow=1),
                        )
                    ),
                    Text(text=f"Damaged: {breakable(game.problem)}", style="small", colour="bad", wrap=True),
                ),
                gap=2,
                grow=1,
            )
            return Panel(child=Row(children=(texts, delete), gap=10), style="row", pad=14, pad_y=9)
        players = tuple(
            Row(children=(MarkBox(colour=seat.colour, size=18), Text(text=seat.name, style="strong")), gap=6)
            for seat in game.seats
        )
        spec = known(game.game)
        if game.kept is not None:
            facts = " · ".join((spec.title if spec else game.game, game.kept.told, when))
            texts = Column(
                children=(
                    Text(text=game.title, style="strong", shrink=True),
                    Text(text=facts, style="small", colour="soft", wrap=True),
                ),
                gap=3,
                grow=1,
            )
            return Panel(child=Row(children=(texts, self._opens(i, narrow)), gap=8), style="row", pad=14, pad_y=9)
        state = "finished" if game.finished else game.progress
        kind = "auto-save" if game.place == "autosave" else game.title
        facts = " · ".join((spec.title if spec else game.game, state, when, kind))
        if game.cut:
            facts += " · its last action was cut off and is left out"
        texts = Column(
            children=(Flow(children=players, gap=14), Text(text=facts, style="small", colour="soft", wrap=True)),
            gap=3,
            grow=1,
        )
        return Panel(child=Row(children=(texts, self._opens(i, narrow), delete), gap=8), style="row", pad=14, pad_y=9)

    def _opens(self, i: int, narrow: bool) -> Button:
        return Button(
            id=f"open:{i}",
            label="" if narrow else "Watch" if self._watch else "Go on",
            icon="play",
            icon_size=16,
            tooltip="See the whole game again" if self._watch else "Go on with this game",
        )


def when_text(when: datetime, now: datetime) -> str:
    """A moment as people say it: today and yesterday by name."""
    days = (now.date() - when.date()).days
    clock = when.strftime("%H:%M")
    if days == 0:
        return f"today {clock}"
    if days == 1:
        return f"yesterday {clock}"
    return when.strftime("%d %B %Y").lstrip("0")
