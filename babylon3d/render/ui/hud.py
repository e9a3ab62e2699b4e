"""The play screen's flat part in its fixed places: top, left, right, bottom; the middle is the table's."""

from __future__ import annotations

import math
from dataclasses import replace

from babylon3d.present import model
from babylon3d.render.ui.boxes import Rect
from babylon3d.render.ui.elements import (
    Button,
    Column,
    Divider,
    Element,
    Flow,
    Grid,
    Icon,
    MarkBox,
    Panel,
    Pips,
    Place,
    Row,
    Scroll,
    Slider,
    Spacer,
    Stack,
    Text,
    TextStyle,
)

MARGIN, GAP = 12.0, 10.0
SIDE, SIDE_COMPACT = 208.0, 138.0
TOP, BOTTOM, BOTTOM_COMPACT = 50.0, 92.0, 124.0
LESSON, LESSON_COMPACT, BOTTOM_TAUGHT = 92.0, 130.0, 70.0
"""A lesson's card; in a small window the log gives way to it."""
COMPACT_BELOW = 960.0
PROGRESS_WIDTH, LEAST_LOG, MOST_LOG = 150.0, 150.0, 320.0
ACTIONS_WIDTH = 690.0
"""What the actions need with icons and keys; the log gives way to them."""
LETTER = 6.4
"""About the width of a small letter."""
TILE, TILE_COMPACT, NOTE = 43.0, 34.0, 40.0
"""The heights of a tile of the supply, and of the note under it."""
CARD, CARD_COMPACT, DETAIL, LINE = 50.0, 73.0, 16.0, 20.0
"""The heights of what is told of another player: in full, who decides, and in one line."""
SMALLER = 0.66
"""A small noble's picture beside a large one's."""
MOST_LABELS = 4
"""A narrow window has room for the labels of so many buttons."""
SHORT_BANNER = 8
"""Numbers and single words stand large over the table, longer ones as a heading."""
VIEWS_COMPACT = 290.0
"""What the buttons of the view and the slider take beside the log."""
LOG = "log"
CORNER = frozenset(("menu", "help", LOG))
"""Buttons with these ids stand in the top right corner, that of the log behind its last lines where they are shown;
all others of `actions` at the bottom."""


def is_compact(width: float) -> bool:
    """Whether the window leaves only room for the short forms."""
    return width < COMPACT_BELOW


def middle(width: float, height: float, taught: bool = False) -> Rect:
    """What the HUD, with a lesson's card if one is `taught`, leaves to the table, logical pixels."""
    compact = is_compact(width)
    side = SIDE_COMPACT if compact else SIDE
    bottom = _bottom_height(compact, taught)
    left, top = MARGIN + side + GAP, MARGIN + TOP + GAP
    if taught:
        top += (LESSON_COMPACT if compact else LESSON) + GAP
    return Rect(left, top, width - 2 * left, height - top - bottom - MARGIN - GAP)


def _bottom_height(compact: bool, taught: bool) -> float:
    if not compact:
        return BOTTOM
    return BOTTOM_TAUGHT if taught else BOTTOM_COMPACT


def hud(hud_model: model.HudModel, width: float, height: float) -> Element:
    """The whole HUD for a window of this logical size."""
    compact = is_compact(width)
    side = SIDE_COMPACT if compact else SIDE
    middle_ = (_warnings(hud_model), _banner(hud_model), _reason(hud_model))
    centre = Column(grow=1, across="fill", children=middle_, gap=GAP)
    body = Row(
        grow=1,
        across="fill",
        gap=GAP,
        children=(
            Column(width=side, children=_left(hud_model, compact, height), gap=GAP),
            centre,
            Column(width=side, children=_right(hud_model, compact), gap=GAP),
        ),
    )
    card = () if hud_model.lesson is None else (lesson_card(hud_model.lesson, compact),)
    column = Column(children=(_top(hud_model, compact), *card, body, _bottom(hud_model, compact, width)), gap=GAP)
    return Panel(child=column, style="clear", pad=MARGIN)


def button(data: model.Button, *, style: str = "normal", show_key: bool = True, label: bool = True) -> Button:
    """A button of a model as an element."""
    return Button(
        id=data.id,
        label=data.label if label else "",
        icon=data.icon,
        key=data.key,
        show_key=show_key,
        enabled=data.enabled,
        reason=data.reason,
        tooltip=data.tooltip or ("" if label else data.label),
        active=data.active,
        count=data.count,
        wanted=data.wanted,
        style=style,  # type: ignore[arg-type]
    )


def _top(hud_model: model.HudModel, compact: bool) -> Element:
    parts: list[Element] = []
    if hud_model.colour:
        parts.append(MarkBox(colour=hud_model.colour, size=28))
    parts.append(Text(text=hud_model.title, style="subheading", shrink=True))
    parts.append(Text(text=hud_model.message, style="body", colour="soft", shrink=True, grow=1))
    if hud_model.clock:
        parts.append(_clock(hud_model))
    for data in hud_model.actions:
        if data.id in CORNER and (data.id != LOG or (compact and hud_model.lesson is not None)):
            parts.append(button(data, style="quiet", show_key=False, label=not data.icon))
    bar = Row(children=tuple(parts), gap=10 if compact else 14)
    return Panel(child=bar, style="hud", pad=12, pad_y=7, height=TOP)


def _clock(hud_model: model.HudModel) -> Element:
    colour = "bad" if hud_model.hurry else "amber"
    return Row(
        children=(
            Icon(name="clock", size=20, colour=colour),
            Text(text=hud_model.clock, style="figure", colour=colour, align="right"),
        ),
        gap=7,
    )


# ---- a lesson's card


def lesson_card(card: model.LessonCard, compact: bool) -> Element:
    """What to do now, what is said of something else, how far the lesson is, and its buttons."""
    done, steps = card.steps
    head = Text(text=card.title, style="smallstrong", colour="amber", shrink=True)
    count = Text(text=f"{min(done + 1, steps)} of {steps}", style="small", colour="soft")
    words = Text(text=card.words, style="small" if compact else "strong", wrap=True)
    said = (Text(text=card.said, style="small", colour="amber", wrap=True),) if card.said else ()
    texts = Scroll(id="hud lesson", child=Column(children=(words, *said), gap=3), grow=1, min_height=20)
    buttons = tuple(button(each, style="normal" if each.wanted else "quiet") for each in card.buttons)
    if compact:
        top = Row(children=(head, count, Spacer(grow=1), *buttons), gap=8, height=42)
        inside: Element = Column(children=(top, texts), gap=4)
        return Panel(child=inside, style="hud", pad=12, pad_y=6, height=LESSON_COMPACT)
    side = Column(children=(head, Pips(done=done, least=steps, most=steps), count), gap=5, width=SIDE + 14)
    inside = Row(children=(side, Column(children=(texts,), grow=1, along="centre"), *buttons), gap=16)
    return Panel(child=inside, style="hud", pad=18, pad_y=8, height=LESSON)


# ---- left: what the acting player holds, and the others


def _left(hud_model: model.HudModel, compact: bool, height: float) -> tuple[Element, ...]:
    parts: list[Element] = []
    if hud_model.supply:
        supply = _supply(hud_model, compact)
        if hud_model.note:
            note = Text(text=hud_model.note, style="small", colour="soft", wrap=True, align="centre")
            supply = Column(children=(supply, note), gap=6)
        parts.append(Panel(child=supply, style="hud", pad=8))
    others = [card for card in hud_model.players if not card.acting]
    if others and not (compact and hud_model.lesson is not None):
        shown = _others(others, compact, _room_for_others(hud_model, compact, height))
        scroll = Scroll(id="hud others", child=shown, min_height=50)
        parts.append(Panel(child=scroll, style="hud", pad=8, grow=0))
    return tuple(parts)


def _room_for_others(hud_model: model.HudModel, compact: bool, height: float) -> float:
    """What the supply leaves of the left side to the others, about."""
    taught = hud_model.lesson is not None
    left = middle(COMPACT_BELOW - 1 if compact else COMPACT_BELOW, height, taught).height
    tiles = len(hud_model.supply)
    if tiles:
        left -= tiles * (TILE_COMPACT + 4 if compact else TILE + 5) + 12 + GAP + (NOTE if hud_model.note else 0)
    return left - 16


def _others(cards: list[model.PlayerCard], compact: bool, room: float) -> Element:
    """Everybody else: in full, or each in a line, or two in a line, as there is room."""
    full = sum((CARD_COMPACT if compact else CARD) + (DETAIL if card.detail else 0) + 6 for card in cards) - 6
    if full <= room:
        return Column(children=tuple(_other(card, compact) for card in cards), gap=6)
    if len(cards) * (LINE + 3) - 3 <= room:
        return Column(children=tuple(_other_line(card, named=True) for card in cards), gap=3)
    lines = tuple(_other_line(card, named=False) for card in cards)
    pairs = tuple((*lines[i : i + 2], *((Spacer(),) if i + 1 == len(lines) else ())) for i in range(0, len(lines), 2))
    return Column(children=tuple(Row(children=pair, gap=8, equal=True) for pair in pairs), gap=3)


def _other_line(card: model.PlayerCard, named: bool) -> Element:
    """Another player in a line: mark, name if it is `named`, and how many pieces are left."""
    name = Text(text=card.name if named else "", style="small", shrink=True, grow=1)
    left = Text(text=str(sum(count for _, count in card.supply)), style="smallstrong", colour="soft", align="right")
    line = Row(children=(MarkBox(colour=card.colour, size=17), name, left), gap=6, height=LINE)
    return Panel(child=line, style="clear", pad=2, pad_y=0)  # the last digit is not cut by the rim


def _supply(hud_model: model.HudModel, compact: bool) -> Element:
    size = 28.0 if compact else 36.0
    tiles = [
        Button(
            id=data.id,
            label=data.label,
            icon=_portrait(data.icon, hud_model.colour),
            icon_size=size * SMALLER if data.icon == "small" else size,
            icon_room=size,
            icon_colour="white",
            key=data.key,
            count=data.count,
            enabled=data.enabled,
            reason=data.reason,
            tooltip=data.tooltip,
            active=data.active,
            wanted=data.wanted,
            drags=data.drags,
            style="tile",
        )
        for data in hud_model.supply
    ]
    return Column(children=tuple(tiles), gap=4 if compact else 5)


def _portrait(kind: str, colour: str) -> str:
    """The picture of a piece; nobles are shown in their player's colour."""
    return f"pieces/{kind}_{colour}" if colour and kind in ("large", "small") else f"pieces/{kind}"


def _other(card: model.PlayerCard, compact: bool) -> Element:
    head = Row(
        children=(MarkBox(colour=card.colour, size=20), Text(text=card.name, style="smallstrong", shrink=True, grow=1)),
        gap=8,
    )
    counts: list[Element] = []
    for kind, count in card.supply:
        pair = (Icon(name=kind, size=14, colour="sand"), Text(text=str(count), style="tiny", colour="soft"))
        counts.append(Row(children=pair, gap=3))
    parts: list[Element] = [head, Flow(children=tuple(counts), gap=6 if compact else 9)]
    if card.detail:
        parts.append(Text(text=card.detail, style="tiny", colour="faint", shrink=True))
    return Panel(child=Column(children=tuple(parts), gap=3), style="row", pad=8, pad_y=6)


# ---- right: the ruler and the totals


def _right(hud_model: model.HudModel, compact: bool) -> tuple[Element, ...]:
    rows = tuple(_level(row, compact) for row in sorted(hud_model.ruler, key=lambda row: -row.level))
    if not rows:
        rows = (Text(text="No level yet", style="small", colour="faint", align="centre"),)
    ruler = Column(
        children=(
            Text(text=hud_model.ruler_title, style="smallstrong", colour="amber"),
            Scroll(id="hud ruler", child=Column(children=rows, gap=3), min_height=60),
        ),
        gap=4,
    )
    totals = Grid(
        rows=tuple(
            (
                MarkBox(colour=card.colour, size=18),
                Text(text=card.name, style="smallstrong", shrink=True, colour="text" if card.acting else "soft"),
                Text(
                    text=card.total_text or str(card.total).replace("-", "\N{MINUS SIGN}"),
                    style="strong",
                    align="right",
                ),
            )
            for card in hud_model.players
        ),
        weights=(0, 1, 0),
        gap=8,
        row_gap=4,
    )
    views = () if compact or not hud_model.views else (Panel(child=_views(hud_model), style="hud", pad=8, pad_y=6),)
    levels = Panel(child=_areas(hud_model, compact) if hud_model.areas else ruler, style="hud", pad=10, pad_y=8)
    if compact and hud_model.lesson is not None:
        return (levels,)  # there is room for no more beside a lesson
    if hud_model.totals_note and not compact:
        note = Text(text=hud_model.totals_note, style="tiny", colour="faint", wrap=True, align="right")
        totals_ = Panel(child=Column(children=(totals, note), gap=6), style="hud", pad=10, pad_y=8)
        return (levels, totals_, *views)
    return (levels, Panel(child=totals, style="hud", pad=10, pad_y=8), *views)


def _views(hud_model: model.HudModel) -> Element:
    """The ways to look at the table: buttons, and the slider that fades the levels above."""
    buttons = Row(children=tuple(_view_button(data) for data in hud_model.views), gap=4, equal=True)
    slider = _level_slider(hud_model)
    if slider is None:
        return buttons
    text = _levels_text(hud_model)
    return Column(children=(buttons, Text(text=text, style="tiny", colour="soft", align="centre"), slider), gap=2)


def _levels_text(hud_model: model.HudModel) -> str:
    shown, top = hud_model.levels or (0, 0)
    return "All levels are shown" if shown >= top else f"Shown up to level {shown} of {top}"


def _view_button(data: model.Button) -> Button:
    return replace(button(data, style="quiet"), icon_size=18)


def _level_slider(hud_model: model.HudModel) -> Slider | None:
    """The slider for the highest level that is shown; none where there is but one."""
    shown, top = hud_model.levels or (0, 0)
    if top < 2:
        return None
    tip = f"{_levels_text(hud_model)}. What is above fades: what is behind it can be seen and pointed at"
    return Slider(id="levels", value=float(shown), low=0.0, high=float(top), step=1.0, tooltip=tip)


def _areas(hud_model: model.HudModel, compact: bool) -> Element:
    """What each colour has in each place to build; the own places first, brought out."""
    rows = tuple(_area(row, compact) for row in hud_model.areas)
    heading = Text(text=hud_model.areas_title, style="smallstrong", colour="amber")
    return Column(children=(heading, Scroll(id="hud areas", child=Column(children=rows, gap=4), min_height=60)), gap=4)


def _area(row: model.AreaRow, compact: bool) -> Element:
    points = tuple(
        Row(
            children=(
                MarkBox(colour=colour, size=14 if compact else 16),
                Text(text=str(n), style="smallstrong", align="right", width=15 if compact else 18),
            ),
            gap=2 if compact else 4,
        )
        for colour, n in row.points
    )
    style, colour = ("smallstrong", "text") if row.lit else ("small", "soft")
    title = Text(text=row.title, style=style, colour=colour, shrink=True, grow=1)  # type: ignore[arg-type]
    said = (Text(text=row.text, style="smallstrong", colour=colour, align="right"),) if row.text else ()
    parts = (title, *points, *said)
    content = Row(children=parts, gap=4 if compact else 7)
    return Panel(child=content, style="row" if row.lit else "clear", pad=4 if compact else 6, pad_y=3)


def _level(row: model.RulerRow, compact: bool) -> Element:
    """A level: who has nobles there, most first, and what the leader gets. In short only the leader."""
    level = Text(text=str(row.level), style="smallstrong", colour="soft", align="right", width=20)
    most_first = sorted(((c, n) for c, n in row.counts if n), key=lambda pair: (pair[0] != row.leader, -pair[1]))
    shown = 4
    if compact:
        shown = 1 if row.leader is not None else 0
    counts = tuple(_count(colour, n, colour == row.leader) for colour, n in most_first[:shown])
    points = Text(
        text="–" if row.leader is None else f"+{row.points}",
        style="smallstrong",
        colour="faint" if row.leader is None else "amber",
        align="right",
        width=27,
    )
    style = "row" if row.leader else "clear"
    middle_ = Row(children=counts, gap=4, grow=1)
    return Panel(child=Row(children=(level, middle_, points), gap=6), style=style, pad=5, pad_y=3)


def _count(colour: str, count: int, leads: bool) -> Element:
    """How many nobles a colour has on a level."""
    number = Text(text=str(count), style="tiny", colour="text" if leads else "faint")
    return Row(children=(MarkBox(colour=colour, size=16 if leads else 12), number), gap=2)


# ---- bottom: how far the turn is, what else may be done, what happened


def _bottom(hud_model: model.HudModel, compact: bool, width: float) -> Element:
    done, least, most = hud_model.progress
    progress: list[Element] = []
    if most:
        progress.append(Pips(done=done, least=least, most=most))
    if hud_model.progress_text:
        progress.append(Text(text=hud_model.progress_text, style="small", colour="soft", shrink=True))
    usual = next((b.id for b in reversed(hud_model.actions) if b.id not in CORNER and not b.quiet), "")
    primary = usual if hud_model.lesson is None else ""
    many = compact and sum(b.id not in CORNER for b in hud_model.actions) > MOST_LABELS
    actions = tuple(
        button(
            data,
            label=not many or data.id == usual,
            style="primary" if data.id == primary and data.enabled else "normal",
            show_key=not compact,
        )
        for data in hud_model.actions
        if data.id not in CORNER
    )
    if compact and hud_model.lesson is not None:
        row = Row(children=(Column(children=tuple(progress), gap=4, grow=1), *actions), gap=8)
        return Panel(child=Place(child=row), style="hud", pad=14, pad_y=8, height=BOTTOM_TAUGHT)
    if compact:
        wide = width - 2 * MARGIN - 28 - (VIEWS_COMPACT if hud_model.views else 0.0)
        log = _log(hud_model.log, 2, wide - 16)
        upper = Row(children=(Column(children=tuple(progress), gap=4, grow=1), *actions), gap=8)
        said = _leading(hud_model, Column(children=log, gap=0))
        slider = _level_slider(hud_model)
        views = (*(_view_button(data) for data in hud_model.views), *(() if slider is None else (slider,)))
        beside = Panel(child=said, style="clear", pad=0, width=wide)
        lower = Row(children=(beside, *views), gap=4) if hud_model.views else said
        column = Column(children=(upper, Divider(), lower), gap=6)
        return Panel(child=Place(child=column), style="hud", pad=14, pad_y=8, height=BOTTOM_COMPACT)
    room = width - 2 * MARGIN - 36 - 2 * 16 - PROGRESS_WIDTH
    log_width = min(MOST_LOG, max(LEAST_LOG, room - ACTIONS_WIDTH))
    log = _log(hud_model.log, 3, log_width - 16)
    inside = Row(
        children=(
            Column(children=tuple(progress), gap=7, width=PROGRESS_WIDTH),
            Row(children=actions, gap=10, grow=1, along="centre"),
            Panel(child=_leading(hud_model, Column(children=log, gap=2)), style="clear", pad=0, width=log_width),
        ),
        gap=16,
    )
    return Panel(child=inside, style="hud", pad=18, pad_y=8, height=BOTTOM)


def _leading(hud_model: model.HudModel, lines: Element) -> Element:
    """The last lines of the log, which lead to the whole of it if it is to be had."""
    whole = next((data for data in hud_model.actions if data.id == LOG), None)
    if whole is None:
        return lines
    behind = Button(id=LOG, style="quiet", tooltip=whole.tooltip)
    return Stack(children=(behind, Panel(child=lines, style="clear", pad=8, pad_y=0)))


def _log(lines: tuple[str, ...], rows: int, width: float) -> tuple[Element, ...]:
    """The last lines in so many rows: the newest is told in full, and takes the rows of older ones if it is long."""
    newest = lines[-1] if lines else ""
    older = max(0, rows - max(1, math.ceil(len(newest) * LETTER / width)))
    before = (("",) * older + lines[:-1])[-older:] if older else ()
    faint = tuple(Text(text=line, style="small", colour="faint", shrink=True) for line in before)
    return (*faint, Text(text=newest, style="small", colour="soft", wrap=True))


# ---- over the table's edge: refusals and warnings


def _banner(hud_model: model.HudModel) -> Element:
    if not hud_model.banner:
        return Spacer(grow=1)
    short = len(hud_model.banner) <= SHORT_BANNER
    style: TextStyle = "title" if short else "heading"
    text = Text(text=hud_model.banner, style=style, align="centre", colour="amber", shrink=True)
    return Place(
        child=Panel(child=text, style="hud", pad=34 if short else 18, pad_y=12, through=True),
        x=0.5,
        y=hud_model.banner_at,
        grow=1,
    )


def _reason(hud_model: model.HudModel) -> Element:
    if hud_model.foresight and not hud_model.reason:
        text = Text(text=hud_model.foresight, style="strong", align="centre", wrap=True)
        return Place(child=Panel(child=text, style="hud", pad=16, pad_y=8, through=True))
    if not hud_model.reason:
        return Spacer()
    text = Text(text=hud_model.reason, style="strong", align="centre", wrap=True)
    return Place(child=Panel(child=text, style="warning", pad=16, pad_y=8, through=True))


def _warnings(hud_model: model.HudModel) -> Element:
    if not hud_model.warnings:
        return Spacer()
    text = Text(text="\n".join(hud_model.warnings), style="small", align="centre", wrap=True)
    return Stack(children=(Place(child=Panel(child=text, style="warning", pad=14, pad_y=6, through=True)),))
