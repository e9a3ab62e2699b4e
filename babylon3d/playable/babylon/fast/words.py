"""What happens in the Fast Game, in plain words: the log's lines, why a noble scored nothing, the sounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from babylon3d.core.actions import Event, Outcome, Seat
from babylon3d.core.prose import listed
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.games.babylon.pieces import PieceKind

NAMES: dict[str, str] = {"tower": "tower", "bridge": "bridge", "large": "large noble", "small": "small noble"}
LABELS: dict[str, str] = {"tower": "Towers", "bridge": "Bridges", "large": "Large", "small": "Small"}
COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

CONDITIONS: dict[int, str] = {
    1: "not standing on a tower",
    2: "two of one colour on the tower",
    3: "beside a large noble",
    4: "no other colour in this building",
}
"""The rulebook's four conditions by number, as what a noble that scores nothing failed (F9)."""


def counted(n: int, thing: str) -> str:
    """A number in words with its noun: "one part", "three nobles"."""
    word = COUNTED[n] if n < len(COUNTED) else str(n)
    return f"{word} {thing}" if n == 1 else f"{word} {thing}s"


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def clock_text(seconds: int) -> str:
    """Seconds as minutes and seconds: 1:05."""
    return f"{max(0, seconds) // 60}:{max(0, seconds) % 60:02d}"


def kind_of(state: FastState, piece: str) -> tuple[PieceKind, str] | None:
    """A piece's kind and colour, wherever it is: standing, held, or let go and not judged."""
    standing = state.piece(piece)
    if standing is not None:
        return standing.kind, standing.colour
    for player in state.seats:
        for held in (player.hand, *player.judged):
            if held is not None and held.id == piece:
                return held.kind, player.colour
    return None


def lines(outcomes: Sequence[Outcome], events: Sequence[Event], before: FastState, after: FastState) -> tuple[str, ...]:
    """What a tick brought, one line each; what fell together is told together."""
    return (*_fallen(outcomes, before), *_single(outcomes, before), *_events(events, after))


def _fallen(outcomes: Sequence[Outcome], before: FastState) -> Iterator[str]:
    """Knocked down pieces by who caused it (F4, F5)."""
    by: dict[Seat | None, list[str]] = {}
    for outcome in outcomes:
        if isinstance(outcome, m.KnockedDown):
            by.setdefault(outcome.by, []).append(outcome.piece)
    for seat, pieces in by.items():
        nobles = sum(1 for piece in pieces if piece.startswith("n"))
        parts = len(pieces) - nobles
        said = [counted(n, thing) for n, thing in ((parts, "part"), (nobles, "noble")) if n]
        if seat is None:
            yield capital(f"{listed(said)} fell by nobody's hand")
        else:
            yield capital(f"{listed(said)} knocked down by {before.seats[seat].name}")


def _single(outcomes: Sequence[Outcome], before: FastState) -> Iterator[str]:
    for outcome in outcomes:
        match outcome:
            case m.Placed(piece=piece, rest=rest):
                found = kind_of(before, piece)
                owner = _owner(before, piece)
                if found is not None and owner and found[0] in ("large", "small"):
                    yield f"{owner} put a {NAMES[found[0]]} on level {rest.level}"
            case m.Returned(piece=piece, reason=reason):
                found, owner = kind_of(before, piece), _owner(before, piece)
                if found is not None and owner:
                    yield f"{owner}'s {NAMES[found[0]]} came back: {reason}"
            case m.Wasted(piece=piece):
                found, owner = kind_of(before, piece), _owner(before, piece)
                if found is not None and owner:
                    where = "to the supply" if found[0] in ("large", "small") else "on the pile"
                    yield f"{owner}'s {NAMES[found[0]]} knocked something down and goes {where}"
            case m.Withdrawn(piece=piece):
                found, owner = kind_of(before, piece), _owner(before, piece)
                if found is not None and owner:
                    yield f"{owner}'s {NAMES[found[0]]} touched a fall for five seconds and goes back to the supply"
            case m.Rebuilt():
                yield "The physics was set up again from where everything stood"
            case _:
                pass


def _owner(state: FastState, piece: str) -> str:
    """The name of who let go of a piece or holds it."""
    for player in state.seats:
        if any(held is not None and held.id == piece for held in (player.hand, *player.judged)):
            return player.name
    return ""


def _events(events: Sequence[Event], after: FastState) -> Iterator[str]:
    for event in events:
        match event:
            case m.RoundStarted():
                yield "The run begins" if after.solo else f"Round {after.round} begins"
            case m.WentOut(seat=seat):
                yield f"{after.seats[seat].name} felled another player's noble and is out of the round"
            case m.AgreedToSkip(seat=seat):
                yield f"{after.seats[seat].name} agrees to skip the rest"
            case m.MousePassed(seat=seat):
                yield f"{after.seats[seat].name} has the mouse"
            case m.RoundStopped(why=why):
                over = f"The {'run' if after.solo else 'round'} is over"
                yield over if why.lower() == over.lower() else f"{over}: {why}"
            case m.RoundScored(winners=winners) if not after.solo:
                names = listed(after.seats[seat].name for seat in winners)
                yield f"{names} won round {after.round}" if winners else f"Nobody won round {after.round}"
            case _:
                pass


def cues(
    outcomes: Sequence[Outcome], events: Sequence[Event], before: FastState, mine: frozenset[Seat]
) -> Iterator[str]:
    """The sounds of a tick; refusals and picking only of the own seats."""
    for outcome in outcomes:
        match outcome:
            case m.Placed(piece=piece):
                found = kind_of(before, piece)
                yield "noble" if found is not None and found[0] in ("large", "small") else "place"
            case m.KnockedDown():
                yield "fall"
            case m.Returned(piece=piece):
                if any(_owner(before, piece) == before.seats[seat].name for seat in mine):
                    yield "refuse"
            case _:
                pass
    for event in events:
        match event:
            case m.HandChanged(seat=seat, piece=str()) if seat in mine:
                yield "pick"
            case m.RoundStarted() | m.MousePassed():
                yield "offer"
            case m.RoundStopped():
                yield "end"
            case m.WentOut():
                yield "refuse"
            case m.MatchEnded():
                yield "over"
            case _:
                pass
