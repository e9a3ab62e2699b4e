"""One saved game in the list: its picture, who played, which game, how far, when."""

from __future__ import annotations

from datetime import datetime

from babylon3d.app.screens.page import breakable
from babylon3d.app.thumbnails import ASPECT, Card
from babylon3d.playable.registry import known
from babylon3d.playable.saves import SavedGame
from babylon3d.render.ui.elements import Button, Column, Element, Icon, MarkBox, Panel, Place, Row, Stack, Text
from babylon3d.render.ui.paint import FILE

HEIGHT, HEADING = 92.0, 38.0
"""Of a row and of a heading, with the room below."""
GAP = 8.0
PICTURE = 68.0
PICTURE_NARROW = 54.0
SAID = 110
"""Letters of what is wrong with a file that have room."""


def heading(text: str) -> Element:
    """What stands above a group."""
    label = Text(text=text, style="smallstrong", colour="amber", shrink=True)
    return Column(children=(label,), along="end", height=HEADING - GAP)


def row(game: SavedGame, card: Card, opens: Button, delete: Button, now: datetime, *, narrow: bool) -> Element:
    """A game's row. One that is damaged cannot be opened, one that a game keeps itself not deleted."""
    problem = game.problem or card.problem
    texts: tuple[Element, ...]
    buttons: tuple[Element, ...] = (opens, delete)
    if problem:
        said = f"Damaged: {problem}"
        said = said if len(said) <= SAID else f"{said[: SAID - 1]}…"
        texts = (
            Text(text=game.title, style="strong", shrink=True),
            Text(text=breakable(said), style="small", colour="bad", wrap=True),
        )
        buttons = (delete,)
    elif game.kept is not None:
        texts = (
            Text(text=game.title, style="strong", shrink=True),
            Text(text=_facts(game, game.kept.told, now), style="small", colour="soft", shrink=True),
        )
        buttons = (opens,)
    else:
        state = "finished" if game.finished else game.progress if game.turn else ""
        named = (Text(text=game.title, style="strong", shrink=True),) if game.place == "saves" else ()
        cut = " · its last action was cut off and is left out" if game.cut else ""
        facts = Text(text=f"{_facts(game, state, now)}{cut}", style="small", colour="soft", shrink=True)
        texts = (*named, _people(game, small=bool(named)), facts)
    column = Column(children=texts, gap=3, grow=1, along="centre")
    inside = Row(children=(_picture(card, bool(problem), game, narrow), column, *buttons), gap=14 if not narrow else 8)
    return Panel(child=inside, style="row", pad=10 if not narrow else 8, pad_y=8, height=HEIGHT - GAP)


def _facts(game: SavedGame, state: str, now: datetime) -> str:
    spec = known(game.game)
    return " · ".join(filter(None, (spec.title if spec else game.game, state, when_text(game.when, now))))


def _people(game: SavedGame, *, small: bool) -> Element:
    """The colours and names of those who play."""
    people: list[Element] = []
    for seat in game.seats:
        mark = MarkBox(colour=seat.colour, size=15 if small else 18)
        name = Text(text=seat.name, style="small" if small else "strong", shrink=True)
        people.append(Row(children=(mark, name), gap=6))
    return Row(children=tuple(people), gap=14)


def _picture(card: Card, damaged: bool, game: SavedGame, narrow: bool) -> Element:
    """A game's picture, or a plain card."""
    tall = PICTURE_NARROW if narrow else PICTURE
    if card.picture and not damaged:
        return Icon(name=f"{FILE}{card.picture}", size=tall, aspect=ASPECT)
    spec = known(game.game)
    entry = spec.entry if spec is not None else None
    name = "warning" if damaged else entry.icon if entry is not None else "hourglass"
    sign = Icon(name=name, size=24, colour="bad" if damaged else "faint")
    plain = Panel(child=Place(child=sign), style="row", pad=0, width=tall * ASPECT, height=tall)
    return Stack(children=(plain,), width=tall * ASPECT, height=tall)


def when_text(when: datetime, now: datetime) -> str:
    """A moment as people say it: today and yesterday by name."""
    days = (now.date() - when.date()).days
    clock = when.strftime("%H:%M")
    if days == 0:
        return f"today {clock}"
    if days == 1:
        return f"yesterday {clock}"
    return when.strftime("%d %B %Y").lstrip("0")
