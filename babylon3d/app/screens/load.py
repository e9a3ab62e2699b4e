"""Saved games: to go on with, or to watch, grouped by game, each with its picture. Damaged files say what is wrong."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime

from babylon3d.app.screen import Push, Reset, Transition
from babylon3d.app.screens import saved_row
from babylon3d.app.screens.long_list import LongList
from babylon3d.app.screens.page import Page, confirm, page
from babylon3d.app.services import Services
from babylon3d.app.thumbnails import Card, Thumbnails
from babylon3d.core.errors import BabylonError
from babylon3d.core.prose import shown
from babylon3d.playable.registry import known
from babylon3d.playable.saves import SavedGame, read_saved, remove, saved_games, taken_up, watchable
from babylon3d.present.input import Pressed, ScreenEvent
from babylon3d.render.ui.elements import Button, Column, Dialog, Element, Icon, Panel, Text

KEPT_SHOWN = 60
"""Records that a game keeps itself are listed at most: the newest."""
READ_AT_ONCE_S = 0.06
"""So long the page may read files before it is shown; the rest is read later, one a tick."""
SMALL_BYTES = 300_000
"""Files above are not read whole for the list: it would pause."""
Entry = str | int
"""A heading, or the number of a game."""


class LoadScreen(Page):
    """The list; with `watch` its games are opened in the replay viewer."""

    first_focus = "open:0"

    def __init__(self, *, watch: bool = False) -> None:
        super().__init__()
        self._watch = watch
        self._games: tuple[SavedGame, ...] = ()
        self._entries: tuple[Entry, ...] = ()
        self._list = LongList()
        self._read: dict[SavedGame, SavedGame] = {}
        self._rows: dict[int, tuple[tuple[SavedGame, Card, bool], Element]] = {}
        """What was made of them: while a long list is scrolled most of it stays as it is."""
        self._thumbnails = Thumbnails()
        self._deleting: SavedGame | None = None

    @property
    def _title(self) -> str:
        return "Replays" if self._watch else "Saved games"

    def enter(self, ctx: Services) -> None:
        """Read the folders anew."""
        self._ctx = ctx
        self._relist()
        self.first_focus = "open:0" if self._games else "file"
        until = time.monotonic() + READ_AT_ONCE_S
        while time.monotonic() < until and self._read_one():
            pass
        super().enter(ctx)

    def leave(self) -> None:
        """End the process that draws."""
        self._thumbnails.close()
        super().leave()

    def _relist(self) -> None:
        found = watchable(KEPT_SHOWN) if self._watch else tuple(game for game in saved_games() if not game.finished)
        groups: dict[str, list[SavedGame]] = {}
        for game in found:
            groups.setdefault(_group(game), []).append(game)
        order = sorted(groups, key=lambda group: (group != MINE, group == ODD))  # what is newest first otherwise
        games: list[SavedGame] = []
        entries: list[Entry] = []
        for group in order:
            entries.append(f"{group} · {len(groups[group])}" if len(groups[group]) > 1 else group)
            entries += range(len(games), len(games) + len(groups[group]))
            games += groups[group]
        self._games, self._entries = tuple(games), tuple(entries)
        heights = (saved_row.HEADING if isinstance(entry, str) else saved_row.HEIGHT for entry in entries)
        self._list = LongList(tuple(heights))
        self._rows.clear()

    # -- time ----------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether a file of those on show is still to be read, or a picture is being drawn."""
        return self._ctx is not None and (self._thumbnails.drawing or self._unread() is not None)

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """As a page; read one file of those on show, take in what was drawn."""
        transition = super().tick(dt, events)
        if transition is None:
            news = not events and self._read_one()  # a list that is being scrolled is not kept waiting
            self._thumbnails.want([self._whole(i) for i in self._on_show()])
            if self._thumbnails.tick() or news:
                self.refresh()
        return transition

    def _on_show(self) -> list[int]:
        """The numbers of the games that can be seen."""
        seen = self._list.seen(self._offset(), self.ctx.ui.size[1])
        return [entry for entry in (self._entries[i] for i in seen) if isinstance(entry, int)]

    def _offset(self) -> float:
        return self.ctx.ui.interaction.scrolls.get(f"page {self._title}", 0.0)

    def _whole(self, i: int) -> SavedGame:
        """A game, with all of its file if that was read."""
        return self._read.get(self._games[i], self._games[i])

    def _unread(self) -> SavedGame | None:
        for i in self._on_show():
            game = self._games[i]
            if game.kept is None and game not in self._read:
                return game
        return None

    def _read_one(self) -> bool:
        """Read one file of those on show; whether there was any."""
        game = self._unread()
        if game is None:
            return False
        try:
            small = game.path.stat().st_size <= SMALL_BYTES
        except OSError:
            self._gone(game)
            return True
        self._read[game] = read_saved(game.path, game.place) if small or not game.game else game
        return True

    def _gone(self, game: SavedGame) -> None:
        """A file that was listed is not there any more: list what is, and say so in one line."""
        what = game.path if game.path.parent.is_dir() else game.path.parent
        self.ctx.toast(f"{shown(str(what))} is no longer there", "warning")
        self._relist()

    # -- what is done --------------------------------------------------------------------------------

    def act(self, event: ScreenEvent) -> Transition | None:
        """Open, or ask and delete."""
        match event:
            case Pressed("file"):
                return Push(self.ctx.screens.open_file())
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
        if game.kept is None and not game.path.exists():
            self._gone(game)
            return None
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
        self._relist()

    # -- what is seen --------------------------------------------------------------------------------

    def dialog(self) -> Dialog | None:
        """Whether it is really to be deleted."""
        if self._deleting is None:
            return None
        return confirm("Delete this game?", f'"{self._deleting.title}" cannot be brought back.', "Delete", danger=True)

    def body(self, width: float, height: float) -> Element:
        """One row a game, under the headings of their groups."""
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
            content = self._list.element(lambda i: self._entry(i, width < 720), self._offset(), height)
        tip = "A record, a build or a position from anywhere"
        file = Button(id="file", label="Open a file", icon="load", key="o", tooltip=tip)
        return page(self._title, content, width, height, footer=(file,), wide=900)

    def _entry(self, number: int, narrow: bool) -> Element:
        entry = self._entries[number]
        if isinstance(entry, str):
            return saved_row.heading(entry)
        game = self._whole(entry)
        card = self._thumbnails.of(game)
        made = self._rows.get(entry)
        if made is None or made[0] != (game, card, narrow):
            made = self._rows[entry] = ((game, card, narrow), self._row(entry, game, card, narrow))
        return made[1]

    def _row(self, entry: int, game: SavedGame, card: Card, narrow: bool) -> Element:
        opens = Button(
            id=f"open:{entry}",
            label="" if narrow else "Watch" if self._watch else "Go on",
            icon="play",
            icon_size=16,
            tooltip="See the whole game again" if self._watch else "Go on with this game",
        )
        delete = Button(id=f"delete:{entry}", icon="cross", icon_size=16, style="quiet", tooltip="Delete")
        return saved_row.row(game, card, opens, delete, datetime.now().astimezone(), narrow=narrow)


MINE, ODD = "Saved under a name", "Cannot be read"


def _group(game: SavedGame) -> str:
    """The heading that a game stands under."""
    if game.place == "saves":
        return MINE
    spec = known(game.game)
    if spec is None:
        return ODD
    return f"{spec.title}: {'best runs' if game.kept is not None else 'auto-saves'}"
