"""What happens in the Tactical Game, in plain words: the log's lines, the names of pieces, the sounds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from babylon3d.core.actions import Event, Result
from babylon3d.core.build import Noble, Part
from babylon3d.core.errors import IllegalAction
from babylon3d.games.babylon.pieces import PieceKind
from babylon3d.games.babylon.tactical.model import (
    MIN_PLACED,
    Exchanged,
    GameEnded,
    Placed,
    PutBack,
    SpecialOffered,
    SpecialTakenBack,
    Started,
    TakenBack,
    TimeIsUp,
    TowerTurned,
    TurnEnded,
)
from babylon3d.games.babylon.tactical.state import TacticalState

NAMES: dict[PieceKind, str] = {
    "tower": "tower",
    "bridge": "bridge",
    "large": "large noble",
    "small": "small noble",
}
LABELS: dict[PieceKind, str] = {
    "tower": "Towers",
    "bridge": "Bridges",
    "large": "Large",
    "small": "Small",
}


def counted(n: int, thing: str) -> str:
    """A number with its noun: "1 piece", "3 pieces"."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def level_of(state: TacticalState, piece_id: str) -> int:
    """The level of a part, or of the tower under a noble (B7)."""
    for noble in state.build.nobles:
        if noble.id == piece_id:
            return state.build.part(noble.on).cell.level
    return state.build.part(piece_id).cell.level


def piece_of(state: TacticalState, piece_id: str) -> Part | Noble:
    """The piece with that id. Raises: KeyError."""
    for noble in state.build.nobles:
        if noble.id == piece_id:
            return noble
    return state.build.part(piece_id)


def line(event: Event, state: TacticalState, names: Sequence[str]) -> str:
    """An event in plain words, "" if it is not worth a line."""
    match event:
        case Started():
            return f"{names[event.seat]} begins"
        case Placed():
            return _placed(event, state, names)
        case Exchanged():
            a, b = (piece_of(state, n) for n in event.nobles)
            if not isinstance(a, Noble) or not isinstance(b, Noble):
                return ""
            there = (f"{_whose(n, state, names)} to level {level_of(state, n.id)}" for n in (a, b))
            return f"{names[event.seat]} switched two {a.size} nobles: {', '.join(there)}"
        case TowerTurned():
            return f"{names[event.seat]} turned a tower on level {level_of(state, event.tower)}"
        case PutBack():
            fell = counted(len(event.pieces), "piece")
            return f"{fell} fell and {'was' if len(event.pieces) == 1 else 'were'} put back (T10)"
        case TimeIsUp():
            return f"{names[event.seat]}'s time is up{': a bot makes the rest of the turn' if event.bot else ''} (T11)"
        case TurnEnded() if state.ended is None:
            return f"{names[state.to_move]}'s turn"
        case GameEnded():
            reason = "" if state.ended is None else why_over(state.ended, state, names)
            return f"The game is over: {reason}" if reason else "The game is over"
        case _:
            return ""


def _placed(event: Placed, state: TacticalState, names: Sequence[str]) -> str:
    piece = piece_of(state, event.id)
    level = level_of(state, event.id)
    if isinstance(piece, Noble):
        return f"{names[event.seat]} put a {piece.size} noble on level {level}"
    return f"{names[event.seat]} placed a {piece.kind} on level {level}"


_ID = re.compile(r"\b(?:the (?:noble|bridge|tower) )?([tbn]\d+)\b")
_AT = re.compile(r"\bat \(-?\d+, -?\d+\) on level \d+")
_CELL = re.compile(r"\(-?\d+, -?\d+\) on level \d+")


def people(state: TacticalState, names: Sequence[str]) -> dict[str, str]:
    """Who plays which colour, by name."""
    return {seat.colour: name for seat, name in zip(state.seats, names, strict=True)}


def why_over(ended: Result, state: TacticalState, names: Sequence[str]) -> str:
    """Why a game is over (T3, T8), in names."""
    if ended.ruling == "T3":
        return f"{names[state.to_move]} cannot place {MIN_PLACED} pieces"
    return ended.reason


def plain(refusal: str | IllegalAction, state: TacticalState, names: Sequence[str]) -> str:
    """A refusal for somebody who sees the table: no ids, cells and colours, and a capital first letter."""

    def named(found: re.Match[str]) -> str:
        try:
            piece = piece_of(state, found[1])
        except KeyError:
            return found[0]
        return f"{_whose(piece, state, names)} noble" if isinstance(piece, Noble) else f"a {piece.kind}"

    text = refusal.unnamed if isinstance(refusal, IllegalAction) else refusal
    text = _ID.sub(named, _CELL.sub("this place", _AT.sub("there", text)))
    if isinstance(refusal, IllegalAction) and refusal.who:
        text = text.replace("{who}", people(state, names).get(refusal.who, refusal.who))
    return text[:1].upper() + text[1:]


def _whose(noble: Noble, state: TacticalState, names: Sequence[str]) -> str:
    """Whose noble it is: "Ann's"."""
    return f"{people(state, names)[noble.colour]}'s"


def cue(event: Event) -> str:
    """The sound of an event, "" for none."""
    match event:
        case Placed():
            return "noble" if event.id.startswith("n") else "place"
        case TakenBack():
            return "pick"
        case PutBack():
            return "fall"
        case Exchanged() | SpecialTakenBack(pieces=(_, _)):
            return "swap"
        case TowerTurned() | SpecialTakenBack():
            return "turn"
        case TurnEnded():
            return "end"
        case SpecialOffered() | TimeIsUp():
            return "offer"
        case GameEnded():
            return "over"
        case _:
            return ""
