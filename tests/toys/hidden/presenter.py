"""Quarry as a picture and in words: a card whose face is known is a noble, any other a plain block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from babylon3d.core.actions import Event, Result, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.games.babylon.pieces import LEVEL_M, PITCH_M
from babylon3d.present.model import Button, Hit, HudModel, PlayerCard, SceneModel, Visual
from babylon3d.present.presenter import Reply, Surroundings
from babylon3d.present.sheet import Cell, Sheet, SheetRow
from tests.toys.hidden.model import (
    HIDDEN,
    SUITS,
    Dealt,
    Drawn,
    Face,
    Laid,
    Lay,
    Quarry,
    Refilled,
    Thrown,
    Token,
    Tuck,
    Tucked,
    called,
    rank,
)
from tests.toys.hidden.rules import QuarryRules

RULES = QuarryRules()


@dataclass(frozen=True, slots=True)
class Hand:
    """The card under the cursor, and whether a click puts it aside."""

    at: Token | None = None
    tucks: bool = False


def token_of(hit: Hit | None) -> Token | None:
    """The card that a piece of the scene is."""
    return None if hit is None or hit.piece is None else int(hit.piece.removeprefix("c"))


def mesh_of(face: Face) -> str:
    """A noble for a face that is known: its suit is the colour, its rank decides the size."""
    return "tower" if face == HIDDEN else f"{'small' if rank(face) < 3 else 'large'}_{SUITS[face // 4]}"


class QuarryPresenter:
    """Pure: it keeps nothing."""

    def hand(self) -> Hand:
        return Hand()

    def point(self, state: Quarry, seat: Seat | None, hand: Hand, hit: Hit | None) -> Hand:
        return replace(hand, at=token_of(hit))

    def click(self, state: Quarry, seat: Seat, hand: Hand) -> Reply[Hand]:
        if hand.at is None or hand.at not in state.hands[seat]:
            return Reply(hand)
        meant = Tuck(hand.at) if hand.tucks else Lay(hand.at)
        try:
            RULES.verify(state, seat, meant)
        except IllegalAction as error:
            return Reply(hand, refusal=str(error), cue="refuse")
        return Reply(Hand(), (meant,))

    def press(self, state: Quarry, seat: Seat | None, hand: Hand, command: str) -> Reply[Hand]:
        if command == "tuck":
            return Reply(replace(hand, tucks=not hand.tucks), cue="pick")
        return Reply(hand)

    def turn(self, state: Quarry, seat: Seat, hand: Hand, steps: int) -> Reply[Hand]:
        return Reply(hand)

    def walk(self, state: Quarry, seat: Seat, hand: Hand, dx: float, dy: float, up: int) -> Hand:
        cards = state.hands[seat]
        place = cards.index(hand.at) if hand.at in cards else 0
        return replace(hand, at=cards[(place + round(dx)) % len(cards)] if cards else None)

    def spots(self, state: Quarry, seat: Seat, hand: Hand, poses: Mapping[str, Pose]) -> Sequence[Vec3]:
        places = self.places(state)
        return [poses.get(f"c{card}", places[f"c{card}"]).position for card in state.hands[seat]]

    def check(self, state: Quarry, seat: Seat, hand: Hand, most: int) -> int:
        return 0

    def holding(self, state: Quarry, seat: Seat, hand: Hand) -> bool:
        return hand.tucks

    def aims(self, state: Quarry, seat: Seat, hand: Hand) -> bool:
        return True

    def drop(self, hand: Hand) -> Hand:
        return Hand(at=hand.at)

    def places(self, state: Quarry) -> Mapping[str, Pose]:
        return dict(_places(state))

    def scene(self, state: Quarry, seat: Seat | None, hand: Hand, poses: Mapping[str, Pose]) -> SceneModel:
        pieces = tuple(
            Visual(
                piece,
                mesh_of(state.faces[int(piece[1:])]),
                poses.get(piece, pose),
                state.faces[int(piece[1:])] / 1000,
                "hover" if hand.at is not None and piece == f"c{hand.at}" else "none",
            )
            for piece, pose in _places(state)
        )
        return SceneModel(pieces, table_reach=8)

    def hud(self, state: Quarry, hand: Hand, around: Surroundings) -> HudModel:
        over, seat = RULES.is_over(state), around.acting
        name = around.names[state.to_move]
        mine = seat is not None and not around.reading
        cards = tuple(
            PlayerCard(
                i,
                around.names[i],
                colour,
                (("small", len(state.hands[i]) if state.hands else 0),),
                sum(rank(state.faces[card]) for card in state.rows[i]) if state.rows else 0,
                not over and i == state.to_move,
                around.details[i] if around.details else "",
            )
            for i, colour in enumerate(state.colours)
        )
        shown = "" if seat is None or not state.hands else ", ".join(called(state.faces[c]) for c in state.hands[seat])
        tuck = Button("tuck", "Put aside", around.keys.get("tuck", ""), "trash", mine, active=hand.tucks)
        thinking = not over and seat is None and not around.reading
        return HudModel(
            title="The game is over" if over else f"{name}'s turn",
            colour="" if over else state.colours[state.to_move],
            message=f"{name} is thinking …" if thinking else f"The die shows {state.die}" if state.die else "",
            players=cards,
            progress=(state.taken, 0, 0),
            progress_text=f"{len(state.pile)} cards in the pile",
            actions=() if around.reading else (tuck,),
            log=around.log,
            reason=str(around.refusal),
            warnings=around.warnings,
            note=shown,
        )

    def line(self, event: Event, state: Quarry, names: Sequence[str]) -> str:
        match event:
            case Dealt():
                return f"{names[event.seat]} was dealt {', '.join(map(called, event.faces))}"
            case Thrown():
                return f"{names[event.seat]} rolled {event.die}"
            case Laid():
                return f"{names[event.seat]} laid {called(event.face)}"
            case Tucked():
                return f"{names[event.seat]} put {called(event.face)} aside"
            case Drawn():
                return f"{names[event.seat]} drew {called(event.face)}"
            case Refilled():
                return f"The {event.count} cards put aside were shuffled"
            case _:
                return ""

    def takes_back(self, event: Event) -> bool:
        return False

    def cue(self, event: Event) -> str:
        return "place" if isinstance(event, Laid) else ""

    def gliding(self, event: Event, state: Quarry) -> Mapping[str, float]:
        match event:
            case Laid() | Tucked() | Drawn():
                lift = 1 if event.face == HIDDEN else rank(event.face)
                return {f"c{event.card}": lift * LEVEL_M}
            case _:
                return {}

    def focus(self, event: Event, state: Quarry) -> str | None:
        return f"c{event.card}" if isinstance(event, Laid) else None


def _places(state: Quarry) -> Iterator[tuple[str, Pose]]:
    """Hands and rows in lines, the pile and what was put aside in heaps; by token, never by face."""

    def at(card: Token, x: float, y: float, level: int = 1) -> tuple[str, Pose]:
        return f"c{card}", Pose((x * PITCH_M, y * PITCH_M, (level - 0.5) * LEVEL_M))

    for seat, hand in enumerate(state.hands):
        yield from (at(card, 2 * i - 4, 4 * seat - 6) for i, card in enumerate(hand))
        yield from (at(card, 2 * i + 4, 4 * seat - 6) for i, card in enumerate(state.rows[seat]))
    yield from (at(card, -7, 0, len(state.pile) - i) for i, card in enumerate(state.pile))
    yield from (at(card, -7, 4, i + 1) for i, card in enumerate(state.aside))


def sheet(state: Quarry, result: Result, names: Sequence[str]) -> Sheet:
    """What lies open, the best card of the hand, the sum."""
    laid = [sum(rank(state.faces[card]) for card in row) for row in state.rows]
    rows = (
        SheetRow("level", "Laid", tuple(Cell(f"+{points}") for points in laid)),
        SheetRow(
            "level", "Best in hand", tuple(Cell(f"+{(s or 0) - p}") for s, p in zip(result.scores, laid, strict=True))
        ),
        SheetRow("total", "Points", tuple(Cell(str(s), lit=i in result.winners) for i, s in enumerate(result.scores))),
    )
    won = " and ".join(names[i] for i in result.winners)
    verdict = f"{won} wins" if len(result.winners) == 1 else f"{won} share the win"
    return Sheet(
        tuple(names),
        state.colours,
        rows,
        result.winners,
        verdict,
        f"with {max(s or 0 for s in result.scores)} points",
        f"The game ended because {result.reason} ({result.ruling}).",
    )
