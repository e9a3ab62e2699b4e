"""The set-up of a new game: who plays, in which colours, human or bot, who starts, variants and house rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from babylon3d.app.screen import Replace, Transition
from babylon3d.app.screens.page import NARROW, Page, page, section
from babylon3d.app.services import Services
from babylon3d.playable.draft import DRAWN, HUMAN, NAME_LIMIT, Draft, fresh
from babylon3d.playable.forms import PIECES, Pick
from babylon3d.playable.registry import offered_cards
from babylon3d.present.input import Changed, Pressed, ScreenEvent
from babylon3d.present.palette import colour_word
from babylon3d.render.ui.elements import (
    Button,
    Choice,
    Column,
    Element,
    Icon,
    Panel,
    Row,
    Spacer,
    Text,
    TextInput,
    Toggle,
)

WIDTHS = {"count": 30.0, "time": 58.0}
"""Room for a number between its buttons."""


class SetupScreen(Page):
    """A draft of a game, shown and altered."""

    first_focus = "start"

    def __init__(self, draft: Draft | None = None) -> None:
        super().__init__()
        self.draft = draft

    def enter(self, ctx: Services) -> None:
        """Begin with the players of the last time."""
        if self.draft is None:
            self.draft = fresh(last=ctx.settings.last_setup)
        super().enter(ctx)

    def act(self, event: ScreenEvent) -> Transition | None:
        """Alter the draft, or begin."""
        assert self.draft is not None
        match event:
            case Changed(id_, value):
                self.draft = altered(self.draft, id_, value)
            case Pressed("start") if not self.draft.refusal():
                return self._start(self.draft)
            case Pressed(id_) if id_.startswith(("less:", "more:")):
                step, _, name = id_.partition(":")
                number = next(n for n in self.draft.form.numbers if n.id == name)
                now = number.stepped(getattr(self.draft.options, name), 1 if step == "more" else -1)
                self.draft = self.draft.with_option(name, now)
            case _:
                pass
        return None

    def _start(self, draft: Draft) -> Transition:
        setup = draft.setup(random.SystemRandom().randrange(2**31))
        if not draft.placed:
            self.ctx.change(last_setup=draft.remembered())
        return Replace(self.ctx.screens.begin(setup))

    def body(self, width: float, height: float) -> Element:
        """Players and the game's numbers on the left, its other options on the right; one below the other if narrow."""
        assert self.draft is not None
        players = self._players(self.draft, narrow=width < 760)
        options = self._options(self.draft)
        if width < NARROW + 60:
            content: Element = Column(children=(players, options, *_groups(self.draft)), gap=22)
        else:
            numbers = Row(children=_groups(self.draft), gap=32, equal=True, across="start")
            left = Column(children=(players, numbers), gap=22, grow=1)
            content = Row(children=(left, Column(children=(options,), width=330)), gap=32, across="start")
        refusal = self.draft.refusal()
        footer: tuple[Element, ...] = (
            Button(
                id="start",
                label="Start the game",
                icon="play",
                style="primary",
                enabled=not refusal,
                reason=refusal,
                key="ctrl+enter",
                show_key=width > NARROW,
            ),
        )
        if refusal:
            warning = Text(text=refusal, colour="bad", shrink=True)
            footer = (Icon(name="warning", colour="bad", size=18), warning, *footer)
        title = "A game from this position" if self.draft.placed else "New game"
        return page(title, content, width, height, footer=footer, wide=1060)

    # ---- players

    def _players(self, draft: Draft, *, narrow: bool) -> Element:
        least, most = draft.spec.seats
        numbers = tuple((str(n), str(n)) for n in range(least, most + 1))
        head = Row(
            children=(
                Text(text="Players", style="smallstrong", colour="amber", grow=1),
                Choice(id="count", options=numbers, value=str(draft.count)),
            )
        )
        seats = tuple(self._seat(draft, i, narrow) for i in range(draft.count))
        names = tuple((str(i), seat.name.strip() or f"Player {i + 1}") for i, seat in enumerate(draft.playing))
        first = Row(
            children=(
                Text(text="Starts"),
                Spacer(grow=1),
                Choice(id="first", options=((DRAWN, "Drawn by lot"), *names), value=draft.first),
            ),
            gap=14,
        )
        return Column(children=(head, *seats, *((first,) if draft.form.ordered and not draft.placed else ())), gap=10)

    def _seat(self, draft: Draft, i: int, narrow: bool) -> Element:
        seat = draft.seats[i]
        bots = tuple((f"bot:{level}", level.capitalize()) for level in draft.spec.bots)
        blind = self.ctx.settings.colour_blind
        colours = tuple((colour, colour_word(colour, blind)) for colour in draft.spec.colours)
        name = TextInput(
            id=f"name:{i}",
            value=seat.name,
            placeholder=f"Player {i + 1}",
            limit=NAME_LIMIT,
            grow=1,
            tooltip="The player's name",
        )
        tip = f"The player's colour: {colour_word(seat.colour, blind)}"
        colour = Choice(id=f"colour:{i}", options=colours, value=seat.colour, marks=True, tooltip=tip)
        controller = Choice(
            id=f"controller:{i}",
            options=((HUMAN, "Human"), *bots),
            value=seat.controller,
            tooltip="A person, or a bot that plays so",
        )
        if narrow:
            rows: Element = Column(
                children=(Row(children=(name, colour), gap=10), Row(children=(Spacer(grow=1), controller))), gap=6
            )
        else:
            rows = Row(children=(name, colour, controller), gap=12)
        return Panel(child=rows, style="row", pad=10, pad_y=8, tint=seat.colour)

    # ---- options

    def _options(self, draft: Draft) -> Element:
        parts: list[Element] = []
        games = tuple((card.id, card.title) for card in offered_cards())
        if len(games) > 1:
            parts.append(section("Game", Choice(id="game", options=games, value=draft.game)))
        if draft.form.presets:
            presets = tuple((preset.id, preset.label) for preset in draft.form.presets)
            own = () if draft.preset else (("", "Your own"),)
            tip = "House rules all off, or those that forgive and help all on (T11)"
            chosen = Choice(id="preset", options=(*presets, *own), value=draft.preset, tooltip=tip)
            parts.append(section("House rules", chosen))
        switches = tuple(
            Column(
                children=(
                    Toggle(id=f"option:{s.id}", label=s.label, value=bool(getattr(draft.options, s.id))),
                    Panel(
                        child=Text(text=s.detail, style="small", colour="faint", wrap=True),
                        style="clear",
                        pad=8,
                        pad_y=0,
                    ),
                ),
                gap=0,
            )
            for s in draft.form.switches
        )
        asked = (p for p in draft.form.picks if not p.when or any(getattr(draft.options, name) for name in p.when))
        parts += (_pick(draft, pick) for pick in asked)
        parts.append(section("Variants and house rules", *switches))
        return Column(children=tuple(parts), gap=16)


def _pick(draft: Draft, pick: Pick) -> Element:
    """One of several, with what it means below."""
    value = str(getattr(draft.options, pick.id))
    parts: list[Element] = [Choice(id=f"pick:{pick.id}", options=pick.options, value=value, tooltip=pick.label)]
    if value in pick.details:
        text = Text(text=pick.details[value], style="small", colour="faint", wrap=True)
        parts.append(Panel(child=text, style="clear", pad=8, pad_y=0))
    return section(pick.label, *parts)


def _groups(draft: Draft) -> tuple[Element, ...]:
    """The numbers, heading by heading."""
    numbers = (n for n in draft.form.numbers if not (draft.placed and n.group == PIECES))  # the position has its own
    groups = dict.fromkeys(number.group for number in numbers)
    return tuple(section(group, *_numbers(draft, group)) for group in groups)


def _numbers(draft: Draft, group: str) -> Iterator[Element]:
    """The numbers under one heading, each with a minus and a plus."""
    for number in draft.form.numbers:
        other, wanted = number.when or ("", "")
        if number.group != group or (other and getattr(draft.options, other) != wanted):
            continue
        value = int(getattr(draft.options, number.id))
        yield Row(
            children=(
                Text(text=number.label, wrap=True, grow=1),
                Button(
                    id=f"less:{number.id}",
                    icon="minus",
                    icon_size=16,
                    enabled=value > number.low,
                    reason=f"{number.text(number.low)} is the least",
                    tooltip=number.said(-1),
                ),
                Text(text=number.text(value), style="figure", align="centre", width=WIDTHS[number.kind]),
                Button(
                    id=f"more:{number.id}",
                    icon="plus",
                    icon_size=16,
                    enabled=value < number.high,
                    reason=f"{number.text(number.high)} is the most",
                    tooltip=number.said(1),
                ),
            ),
            gap=8,
        )


def altered(draft: Draft, id_: str, value: bool | float | str) -> Draft:
    """The draft after a widget got a new value."""
    kind, _, rest = id_.partition(":")
    match kind:
        case "count":
            return draft.with_count(int(value))
        case "first":
            return replace(draft, first=str(value))
        case "name":
            return draft.with_name(int(rest), str(value))
        case "colour":
            return draft.with_colour(int(rest), str(value))
        case "controller":
            return draft.with_controller(int(rest), str(value))
        case "option":
            return draft.with_option(rest, bool(value))
        case "pick":
            return draft.with_option(rest, str(value))
        case "preset":
            return draft.with_preset(str(value))
        case "game":
            return fresh(str(value))
        case _:
            return draft
