"""The rules of the game, to read. Rulings stand beside, what is assumed is marked."""

from __future__ import annotations

from babylon3d.app.screen import Transition
from babylon3d.app.screens.page import NARROW, Page, page
from babylon3d.playable.registry import every_game
from babylon3d.playable.rules_text import Chapter, Drawing, Rule
from babylon3d.playable.spec import GameSpec
from babylon3d.present.input import Changed, ScreenEvent
from babylon3d.render.ui.elements import (
    Choice,
    Column,
    Element,
    Grid,
    Icon,
    Panel,
    Row,
    Spacer,
    Text,
    TextInput,
    pad,
)

RULING_WIDTH = 52.0
SEARCH_WIDTH = 280.0
PICTURE, ASPECT = 168.0, 1.5
"""The height of a picture, and its width by it."""


def games_told() -> tuple[GameSpec, ...]:
    """The games that have a text."""
    return tuple(spec for spec in every_game() if spec.text)


class RulesScreen(Page):
    """A game's text in one long scroll, the games to choose from and a search above it."""

    title = "Rules"
    first_focus = "rules of"

    def __init__(self, of: str = "") -> None:
        """The text of a game; of the first one unless it is named."""
        super().__init__()
        self._games = {spec.id: spec for spec in games_told()}
        self.of = of if of in self._games else next(iter(self._games))
        self.words = ""

    def act(self, event: ScreenEvent) -> Transition | None:
        """Read about another game, look for words, or go back."""
        match event:
            case Changed("rules of", str(of)) if of in self._games:
                self.of = of
            case Changed("rules search", str(words)):
                self.words = words
            case _:
                pass
        return None

    def body(self, width: float, height: float) -> Element:
        """All chapters, or what speaks of the words that are looked for, one below the other."""
        intro = Text(
            text="Letters and numbers in the margin name the rulings that the game quotes when it refuses something. "
            "What is marked as assumed stands in no printed rulebook.",
            style="small",
            colour="faint",
            wrap=True,
        )
        games = tuple((spec.id, spec.heading or spec.title) for spec in self._games.values())
        which = Choice(id="rules of", options=games, value=self.of)
        search = TextInput(
            id="rules search",
            value=self.words,
            placeholder="Search: bridge, T4 …",
            limit=40,
            tooltip="Shows the rules that speak of all these words, or of a ruling's number",
            width=SEARCH_WIDTH if width >= NARROW else None,
        )
        head: Element = Row(children=(which, Spacer(grow=1), search), gap=12)
        if width < NARROW:
            head = Column(children=(which, search), gap=8)
        told = [chapter.about(self.words) for chapter in self._games[self.of].text]
        parts = [_chapter(chapter, self.of, width >= NARROW) for chapter in told if chapter is not None]
        if not parts:
            parts = [Text(text=f'No rule of this game speaks of "{self.words.strip()}".', colour="soft", wrap=True)]
        return page(self.title, Column(children=(head, intro, *parts), gap=22), width, height, wide=860)


def _chapter(chapter: Chapter, game: str, wide: bool) -> Element:
    parts: list[Element] = [Text(text=chapter.title, style="subheading", colour="amber")]
    if chapter.table:
        head, *rows = chapter.table
        cells = (
            tuple(Text(text=cell, style="small", colour="faint", align="centre") for cell in head),
            *(tuple(Text(text=cell, style="strong", align="centre") for cell in row) for row in rows),
        )
        parts.append(Panel(child=Grid(rows=cells, gap=28, row_gap=4), style="well", pad=14, pad_y=8))
    parts += (_rule(rule, game, wide) for rule in chapter.rules)
    return Column(children=tuple(parts), gap=8)


def _rule(rule: Rule, game: str, wide: bool) -> Element:
    ruling = Text(text=rule.ruling, style="smallstrong", colour="clay", width=RULING_WIDTH)
    parts: list[Element] = [Text(text=rule.text, wrap=True)]
    if rule.assumed:
        chip = Panel(child=Text(text="assumed", style="tiny", colour="ink"), style="badge", pad=7, pad_y=1)
        what = Text(text=rule.assumed, style="small", colour="soft", wrap=True, grow=1)
        parts.append(Row(children=(chip, what), gap=8))
    if rule.drawing is not None:
        parts.append(_drawing(rule.drawing, game, wide))
    return Row(children=(ruling, Column(children=tuple(parts), gap=3, grow=1)), gap=10, across="start")


def _drawing(drawing: Drawing, game: str, wide: bool) -> Element:
    """A picture with its caption beside it, or below where there is no room."""
    picture = Icon(name=f"rules/{game}/{drawing.name}", size=PICTURE, aspect=ASPECT, colour="white")
    caption = Text(text=drawing.caption, style="small", colour="soft", wrap=True, grow=1)
    if wide:
        return pad(Row(children=(picture, caption), gap=16), 0, 6)
    return pad(Column(children=(Row(children=(picture,)), caption), gap=4), 0, 6)
