"""The Tactical Game's flat side: whose turn it is, supplies, progress, buttons with their reasons, totals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from babylon3d.core.errors import IllegalAction
from babylon3d.games.babylon.pieces import PIECE_KINDS
from babylon3d.games.babylon.tactical.appraise import Standing
from babylon3d.games.babylon.tactical.model import (
    MAX_PLACED,
    MIN_PLACED,
    EndTurn,
    TakeBack,
    Unable,
)
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.playable.babylon.tactical.advice import about_shown, foresight, loose_line, told
from babylon3d.playable.babylon.tactical.hand import Hand, held_piece, piece_refusal, special_refusal, supply_of
from babylon3d.playable.babylon.tactical.hand import levels as shown_levels
from babylon3d.playable.babylon.tactical.scene import ruler_rows
from babylon3d.playable.babylon.tactical.site import Site
from babylon3d.playable.babylon.tactical.words import LABELS, NAMES, counted, plain, why_over
from babylon3d.present.keynames import key_label
from babylon3d.present.model import Button, HudModel, PlayerCard
from babylon3d.present.presenter import Surroundings

LOG_LINES = 30

BRIDGES_LEFT = "\N{MINUS SIGN}1 for each bridge not placed (T9)"


def hud(site: Site, hand: Hand, around: Surroundings) -> HudModel:
    """Everything flat on the play screen."""
    s = site.state
    acting = s.seats[s.to_move]
    over = s.ended is not None
    placed = len(s.placed)
    name = around.names[s.to_move]
    loose = loose_line(site) if around.acting is not None else ""  # only who can join them needs to know
    return HudModel(
        title="The game is over" if over else f"{name}'s turn",
        colour="" if over else acting.colour,
        message=_message(site, hand, around),
        supply=() if over else tuple(_supply(site, hand, around)),
        players=_players(s, around),
        ruler=ruler_rows(s),
        progress=(placed, MIN_PLACED, MAX_PLACED),
        progress_text="" if over else _progress(site),
        actions=() if around.reading else tuple(_actions(site, hand, around)),
        log=around.log[-LOG_LINES:],
        reason=told(site, hand, around),
        foresight=foresight(site, hand, around.names),
        warnings=(*around.warnings, *((loose,) if loose else ())),
        levels=shown_levels(site, hand),
        totals_note="" if over or not any(seat.supply.bridges for seat in s.seats) else BRIDGES_LEFT,
    )


def _message(site: Site, hand: Hand, around: Surroundings) -> str:
    """What may be done now, in one line."""
    s = site.state
    if s.ended is not None:
        return why_over(s.ended, s, around.names)
    if around.reading:
        return ""
    if around.acting is None:
        key = around.keys.get("place", "")
        skip = f" · {key_label(key)}: on to your turn" if key else ""
        return f"{around.names[s.to_move]} is thinking …{skip}"
    if site.special:
        return _special_message(site, hand)
    if not s.placed and site.why_not(Unable()) is None:
        return "No turn of four pieces exists: end the game (T3)"
    marked = about_shown(site, hand)
    if marked:
        return marked
    piece = held_piece(site, hand)
    if piece is not None:
        turning = " · wheel or R turns it" if piece in ("tower", "bridge") else ""
        if hand.show_slots and all(site.refused(place) for place in site.near_slots(piece, hand.axis)):
            way = " lying this way" if piece == "bridge" else ""
            return f"There is no place for a {NAMES[piece]}{way} now{turning if way else ' · try another piece'}"
        return f"Click where the {NAMES[piece]} goes{turning}"
    if len(s.placed) >= MAX_PLACED:
        return "Five pieces are placed: end your turn"
    if len(s.placed) >= MIN_PLACED and all(piece_refusal(site, kind) for kind in PIECE_KINDS):
        return "Nothing more can be placed: end your turn"
    if len(s.placed) >= MIN_PLACED:
        error = site.why_not(EndTurn())
        return "Place a fifth piece or end your turn" if error is None else f"Place a fifth piece: {error}"
    asked = _first_turn(s)
    return f"Take a piece and place it{asked}" if asked else "Take a piece from your supply and place it"


def _first_turn(s: TacticalState) -> str:
    """What the first turn asks for beyond the others, which no single place shows (T4); empty later."""
    if not s.first_round:
        return ""
    asked = "levels 1 and 2 only"
    if s.to_move != s.options.first:
        if s.building.boards.base() & ~s.base_before:
            return ""
        asked = "cover a new cell"
    return f" · first turn: {asked} (T4)"


def _special_message(site: Site, hand: Hand) -> str:
    expert = site.state.options.expert
    if site.state.open_moves and not (expert and not site.state.tower_turned and site.turnable()):
        return "Special move: it is done. End your turn, or take it back (T11)"
    if hand.chosen is not None:
        return "Special move: click the noble to switch it with"
    if site.state.exchanged:
        return "Special move: you may click a tower to turn it, or end your turn"
    ways = ["two nobles to switch them"] if len(site.nobles) > 1 or not expert else []
    if expert:
        way = "clockwise" if hand.clockwise else "counter-clockwise"
        ways.append(f"a tower to turn it {way} (R: the other way)")
    return f"Special move: click {', or '.join(ways)}, or end your turn"


def _progress(site: Site) -> str:
    """Such as "3 of 4–5 placed"."""
    s = site.state
    if s.special:
        return "Special move"
    return f"{len(s.placed)} of {MIN_PLACED}–{MAX_PLACED} placed"


def _supply(site: Site, hand: Hand, around: Surroundings) -> Iterator[Button]:
    held = held_piece(site, hand)
    for kind, count in supply_of(site).items():
        error = piece_refusal(site, kind) if around.acting is not None and not around.reading else None
        enabled = error is None and around.acting is not None and not around.reading
        yield Button(
            id=f"piece:{kind}",
            label=LABELS[kind],
            key=around.keys.get(f"piece:{kind}", ""),
            icon=kind,
            enabled=enabled,
            reason=plain(error, site.state, around.names) if error is not None else "",
            tooltip=f"Take a {NAMES[kind]}: {count} left",
            active=held == kind,
            count=count,
            drags=enabled,
        )


def _players(s: TacticalState, around: Surroundings) -> tuple[PlayerCard, ...]:
    totals = Standing.of(s).points()
    cards = []
    for i, seat in enumerate(s.seats):
        supply = (seat.supply.towers, seat.supply.bridges, seat.supply.large, seat.supply.small)
        cards.append(
            PlayerCard(
                seat=i,
                name=around.names[i],
                colour=seat.colour,
                supply=tuple(zip(PIECE_KINDS, supply, strict=True)),
                total=round(totals[i]),
                acting=s.ended is None and i == s.to_move,
                detail=around.details[i] if around.details else "",
            )
        )
    return tuple(cards)


def _button(
    site: Site,
    around: Surroundings,
    id_: str,
    label: str,
    error: IllegalAction | None,
    tooltip: str,
    active: bool = False,
) -> Button:
    enabled = error is None and around.acting is not None
    waiting = "" if around.acting is not None else "It is not your turn"
    return Button(
        id=id_,
        label=label,
        key=around.keys.get(id_, ""),
        icon=id_,
        enabled=enabled,
        reason=plain(error, site.state, around.names) if error is not None else waiting,
        tooltip=tooltip,
        active=active,
    )


def _actions(site: Site, hand: Hand, around: Surroundings) -> Iterator[Button]:
    s = site.state
    mine = around.acting is not None and s.ended is None
    if s.options.take_back or s.options.open_exchange:
        error = site.why_not(TakeBack()) if mine else None
        yield _button(site, around, "undo", "Take back", error, "Take back what you did last in this turn (T11)")
    yield Button(
        id="slots",
        label="Places",
        key=around.keys.get("slots", ""),
        icon="slots",
        tooltip="Show every place where the piece in your hand could go",
        active=hand.show_slots,
    )
    if s.options.hints:
        tip = "What a good bot would do in your place, and why (T11)"
        yield replace(_button(site, around, "hint", "Hint", None, tip), icon="bolt")
    yield Button(
        id="works",
        label="",
        key=around.keys.get("works", ""),
        icon="target",
        enabled=mine and site.placing,
        reason="" if mine else "It is not your turn",
        tooltip="What works? Shows a place after which the turn can be finished (T2)",
        active=hand.shown is not None,
        quiet=True,
    )
    error = None if site.special else special_refusal(site) if mine else None
    tooltip = "End the placements and switch two nobles (T6)"
    yield _button(site, around, "special", "Special move", error, tooltip, active=site.special)
    if mine and site.placing and not s.placed and site.why_not(Unable()) is None:
        yield _button(site, around, "end", "End the game", None, "You hold no turn of four pieces (T3)")
        return
    error = site.why_not(EndTurn()) if mine else None
    left = MIN_PLACED - len(s.placed)
    tooltip = f"{counted(left, 'more piece')} to place first" if left > 0 else "End your turn"
    yield _button(site, around, "end", "End turn", error, tooltip)
