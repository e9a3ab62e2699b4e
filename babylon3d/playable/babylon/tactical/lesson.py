"""The Tactical Game taught by doing: a turn of four, a bridge, connection, a noble, levels, the special move."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from babylon3d.core.actions import Action, Seat
from babylon3d.core.build import Part
from babylon3d.core.lattice import Axis, Cell
from babylon3d.core.rules import HUMAN, SeatInfo
from babylon3d.games.babylon.pieces import BABYLON, LEVEL_M, PITCH_M, PieceKind
from babylon3d.games.babylon.tactical.model import EndTurn, Exchange, Exchanged, Place, TacticalOptions, TurnEnded
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.playable.babylon.tactical.hand import Hand
from babylon3d.playable.babylon.tactical.site import Site
from babylon3d.playable.lessons import LOOK, NEXT, SCRIPTED, Click, Deed, Lesson, Press, Seen, Step
from babylon3d.present.model import Ghost, Hit

YOU, ADA, BEN = 0, 1, 2
UP = (0.0, 0.0, 1.0)

KEYS: dict[PieceKind, str] = {
    "tower": "{piece:tower}",
    "bridge": "{piece:bridge}",
    "large": "{piece:large}",
    "small": "{piece:small}",
}
THINGS: dict[PieceKind, str] = {
    "tower": "a tower",
    "bridge": "a bridge",
    "large": "a large noble",
    "small": "a small noble",
}


def tower(x: int, y: int, level: int) -> Place:
    """A tower to be placed."""
    return Place("tower", x, y, level)


def bridge(x: int, y: int, level: int, axis: Axis) -> Place:
    """A bridge to be placed, by its middle."""
    return Place("bridge", x, y, level, axis="x" if axis == "x" else "y")


def small(x: int, y: int, level: int) -> Place:
    """A small noble to be placed on the tower of that cell."""
    return Place("small", x, y, level)


def turn(seat: Seat, *places: Place, ends: int = 1) -> tuple[tuple[Seat, Action], ...]:
    """What a seat does in a turn; the second end of two declines the special move."""
    return (*((seat, place) for place in places), *[(seat, EndTurn())] * ends)


OPENING = (
    *turn(ADA, bridge(0, 0, 1, "y"), tower(0, -1, 2), tower(0, 0, 2), tower(0, 1, 2)),
    *turn(BEN, tower(2, 0, 1), tower(2, 0, 2), bridge(1, 0, 3, "x"), tower(2, 0, 4)),
)
"""Ada and Ben have had their first turns."""

SECOND_ROUND = (
    *turn(ADA, small(0, 1, 2), tower(0, 0, 4), tower(0, 0, 5), small(0, 0, 5)),
    *turn(BEN, tower(2, 0, 5), tower(2, 0, 6), small(2, 0, 6), tower(1, 0, 4)),
)
THIRD_ROUND = (
    *turn(YOU, tower(1, 0, 5), tower(0, -1, 4), tower(0, -1, 5)),
    *turn(ADA, tower(-2, -2, 1), tower(-2, -2, 2), tower(-2, -2, 3), bridge(-1, -2, 4, "x"), ends=2),
    *turn(BEN, tower(-2, -2, 5), tower(-1, -2, 5), tower(0, -2, 5), tower(1, 0, 6), ends=2),
    *turn(YOU, tower(-2, -2, 6), tower(-1, -2, 6), tower(0, -2, 6), tower(0, -1, 6), ends=0),
)
"""What the lesson does for everybody on the way to the special move."""


def on_top(state: TacticalState, x: int, y: int, level: int) -> Hit:
    """The top of whatever fills a cell, the table for level 0."""
    return Hit(standing(state, x, y, level), (x * PITCH_M, y * PITCH_M, level * LEVEL_M), UP)


def standing(state: TacticalState, x: int, y: int, level: int) -> str | None:
    """The id of the part that fills a cell."""
    cell = Cell(x, y, level)
    return next((part.id for part in state.build.parts if cell in BABYLON.cells(part)), None)


def stands(place: Place) -> Callable[[Seen], bool]:
    """Whether a piece stands where it was to be placed, for a step's `done`."""

    def done(seen: Seen) -> bool:
        state: TacticalState = seen.state
        if place.piece in ("large", "small"):
            under = standing(state, place.x, place.y, place.level)
            colour = state.seats[YOU].colour
            return any(n.on == under and n.colour == colour for n in state.build.nobles)
        part = next((p for p in state.build.parts if p.cell == Cell(place.x, place.y, place.level)), None)
        return isinstance(part, Part) and part.kind == place.piece and part.axis == place.axis

    return done


def placing(place: Place, foot: tuple[int, int, int]) -> Callable[[Seen], tuple[Deed, ...]]:
    """Take the piece, turn it, click on the top of the cell `foot` (level 0: the table)."""

    def deeds(seen: Seen) -> tuple[Deed, ...]:
        hand: Hand = seen.hand
        ghost = Ghost(_mesh(seen.state, place), Site(seen.state, YOU).ghost_pose(place), "slot")
        click = Click(on_top(seen.state, *foot), ghost)
        take = () if hand.piece == place.piece else (Press(f"piece:{place.piece}"),)
        turned = (Press("turn"),) if place.piece == "bridge" and hand.axis != place.axis else ()
        return (*take, *turned, click)

    return deeds


def _mesh(state: TacticalState, place: Place) -> str:
    return f"{place.piece}_{state.seats[YOU].colour}" if place.piece in ("large", "small") else place.piece


def other_piece(piece: PieceKind) -> Callable[[Seen], str]:
    """What is said when another piece is in the hand."""

    def wrong(seen: Seen) -> str:
        held = seen.hand.piece
        if held is None or held == piece:
            return ""
        return f"You hold {THINGS[held]}. Here it takes {THINGS[piece]}: press {KEYS[piece]}."

    return wrong


def same(place: Place) -> Callable[[TacticalState, Action], bool]:
    """Whether an action places the same piece there, however a tower is turned."""

    def allows(state: TacticalState, action: Action) -> bool:
        return isinstance(action, Place) and structs.replace(action, turn=0) == structs.replace(place, turn=0)

    return allows


def place_step(
    words: str,
    place: Place,
    foot: tuple[int, int, int],
    slips: tuple[Deed, ...],
    *,
    before: tuple[tuple[Seat, Action], ...] = (),
    otherwise: str = "",
) -> Step:
    """A piece to take and to place."""
    turned = "" if place.piece != "bridge" else ", lying the way it shows ({turn} turns it)"
    return Step(
        words=words,
        deeds=placing(place, foot),
        done=stands(place),
        otherwise=otherwise or f"In this lesson it goes to the place that glows{turned}.",
        wrong=other_piece(place.piece),
        allows=same(place),
        before=before,
        slips=slips,
    )


def _ended(seen: Seen) -> bool:
    return any(isinstance(event, TurnEnded) and event.seat == YOU for event in seen.events)


def _exchange(seen: Seen) -> tuple[Deed, ...]:
    """Click the own noble, then Ben's; another one that was chosen is clicked again first."""
    state: TacticalState = seen.state
    pair = [_noble(state, YOU), _noble(state, BEN)]
    again = [seen.hand.chosen] if seen.hand.chosen not in (None, *pair) else []
    return tuple(_over(state, noble) for noble in [*again, *pair] if again or noble != seen.hand.chosen)


def _another_noble(seen: Seen) -> str:
    """What is said when a noble was chosen that is not to be switched here."""
    state: TacticalState = seen.state
    if seen.hand.chosen in (None, _noble(state, YOU), _noble(state, BEN)):
        return ""
    return "That one is Ada's: click it again to leave it, then your own on level 4."


def _noble(state: TacticalState, seat: Seat) -> str:
    return next(n.id for n in state.build.nobles if n.colour == state.seats[seat].colour)


def _over(state: TacticalState, noble: str) -> Click:
    return Click(Hit(noble, state.build.poses(BABYLON)[noble].position, UP))


def _exchanges(state: TacticalState, action: Action) -> bool:
    return isinstance(action, Exchange) and set(action.nobles) == {_noble(state, YOU), _noble(state, BEN)}


def table(x: int, y: int) -> Click:
    """A click on the empty table."""
    return Click(Hit(None, (x * PITCH_M, y * PITCH_M, 0.0), UP))


def end_of_turn(seen: Seen) -> tuple[Deed, ...]:
    """Press "End turn"."""
    return (Press("end"),)


STEPS = (
    place_step(
        "Take a tower: click Towers at the left, or press {piece:tower}. Then click the table where it glows.",
        tower(0, -3, 1),
        (0, -3, 0),
        (Press("piece:bridge"),),
    ),
    place_step(
        "A turn places four or five pieces. Put a second tower on top of yours: point at it and click.",
        tower(0, -3, 2),
        (0, -3, 1),
        (table(2, -3),),
    ),
    place_step(
        "Your towers touch nothing yet, but at the end of a turn all must be connected. "
        "Take a bridge ({piece:bridge}), turn it with {turn} and lay it across.",
        bridge(0, -2, 3, "y"),
        (0, -3, 2),
        (table(2, -3),),
    ),
    place_step(
        "Connected: each end rests on a tower, and nothing may stand under the arch. "
        "Now the fourth piece: a tower on the bridge's near end.",
        tower(0, -3, 4),
        (0, -3, 3),
        (Press("piece:tower"), table(2, -3)),
    ),
    Step(
        words="Four are placed. Five would be allowed, but end your turn: press {end}.",
        deeds=end_of_turn,
        done=_ended,
        otherwise="Four pieces are enough here: press {end} to end your turn.",
        allows=lambda state, action: isinstance(action, EndTurn),
        slips=(table(2, -3),),
    ),
    Step(
        words="Ada and Ben have built on. Look at the city from its sides: drag with the {mouse:view} mouse button, or "
        "press {orbit:left}. The wheel brings you nearer, {home} shows all.",
        deeds=lambda seen: (Press(LOOK),),
        done=lambda seen: seen.looked,
        otherwise="First turn the view: drag with the {mouse:view} mouse button, or press {orbit:left}.",
        allows=lambda state, action: False,
        before=SECOND_ROUND,
        slips=(Press("piece:tower"), table(2, -3)),
    ),
    place_step(
        "From the second round on nobles may be placed, on towers only. "
        "Set a small noble ({piece:small}) on your tower on level 4.",
        small(0, -3, 4),
        (0, -3, 4),
        (Press("piece:large"),),
    ),
    Step(
        words="Most nobles on a level score its number: level 4 gives you 4, as the ruler at the right shows. "
        "Higher is worth more, a tie scores nobody. Press Go on.",
        deeds=lambda seen: (Press(NEXT),),
        done=lambda seen: seen.read,
        otherwise="Have a look at the ruler at the right, then press Go on.",
        allows=lambda state, action: False,
        slips=(Press("piece:tower"), table(2, -3)),
    ),
    Step(
        words="We have gone on for you. In this turn you placed no noble, so after your four pieces comes "
        "the special move: press {special}.",
        deeds=lambda seen: (Press("special"),),
        done=lambda seen: bool(seen.state.special),
        otherwise="Press {special} for the special move.",
        allows=lambda state, action: isinstance(action, EndTurn),
        before=THIRD_ROUND,
        slips=(Press("piece:tower"), table(2, -3)),
    ),
    Step(
        words="Switch two nobles of the same size, whoever owns them: click yours on level 4, "
        "then Ben's on the highest tower. Level 6 becomes yours.",
        deeds=_exchange,
        done=lambda seen: any(isinstance(event, Exchanged) for event in seen.events),
        otherwise="Click your own noble on level 4, then Ben's on top: both are marked.",
        wrong=_another_noble,
        allows=_exchanges,
        slips=(Press("end"),),
    ),
)

TACTICAL_LESSON = Lesson(
    id="first turns",
    title="Your first turns",
    detail="A turn of four, a bridge, a noble, the levels, the special move",
    seats=(
        SeatInfo("Learner", "red", HUMAN),
        SeatInfo("Ada", "yellow", SCRIPTED),
        SeatInfo("Ben", "green", SCRIPTED),
    ),
    options=TacticalOptions(first=ADA),
    steps=STEPS,
    farewell="That is the game: towers, bridges, nobles high up, and the special move. It ends when all nobles are "
    "placed or somebody cannot place four pieces; each bridge you keep costs a point.",
    person=YOU,
    opening=OPENING,
)
