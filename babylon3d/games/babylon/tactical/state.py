"""The Tactical Game's state: frozen, sharing what a step does not change; also made from a position of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from babylon3d.core.actions import Result, Seat
from babylon3d.core.build import Build
from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.prose import plural
from babylon3d.games.babylon.boards import Boards
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.nobles import crowded, small_capacity
from babylon3d.games.babylon.pieces import BABYLON, COLOURS, MAX_PLAYERS, MIN_PLAYERS, TABLE_REACH, Supply
from babylon3d.games.babylon.tactical.model import MIN_PLACED, Exchange, Place, TacticalOptions, TurnTower
from babylon3d.games.babylon.tactical.position import Position
from babylon3d.games.babylon.tactical.turn_search import Way

LEAST_TURN_S = 30
"""The shortest time for a turn that can be agreed."""


class SeatState(NamedTuple):
    """A seat: its colour, what it still holds, and how many turns it has ended."""

    colour: str
    supply: Supply
    turns_taken: int = 0


class Foreseen:
    """What was worked out about a state already: answers that depend on nothing else, so that each is sought once."""

    __slots__ = ("allowed", "asked", "way")

    def __init__(self) -> None:
        self.asked = False
        """Whether `way` has been worked out."""
        self.way: Way | None = None
        """A way to finish the turn (T2, T3), None for no way."""
        self.allowed: tuple[Place, Boards, Way] | None = None
        """The placement allowed last after a search, with the boards and a way to finish the turn after it."""

    def know(self, way: Way | None) -> None:
        """Keep a way to finish the turn, or that there is none."""
        self.asked, self.way = True, way

    def __eq__(self, other: object) -> bool:
        """It is no part of a state's value: any two are alike."""
        return isinstance(other, Foreseen)

    __hash__ = None  # type: ignore[assignment]


class TacticalState(msgspec.Struct, frozen=True):
    """A moment of the game, after any number of placements of the running turn.

    `base_before` is the base area (B8) at the start of the turn, as a board of the building. `settling` are placed
    pieces that the physics has not let come to rest yet. `open_moves` are the special moves of an open exchange that
    can still be taken back (T11), in their order. `late` is set when the time of the turn is up, `used` are the tenths
    of a second that each seat's ended turns took, empty without a clock. `foreseen` is no part of the value, and
    anew wherever the building, the supplies or the turn change.
    """

    building: Building
    seats: tuple[SeatState, ...]
    to_move: Seat
    options: TacticalOptions
    placed: tuple[str, ...] = ()
    noble_placed: bool = False
    base_before: int = 0
    special: bool = False
    exchanged: bool = False
    settling: tuple[str, ...] = ()
    ended: Result | None = None
    open_moves: tuple[Exchange | TurnTower, ...] = ()
    late: bool = False
    used: tuple[int, ...] = ()
    foreseen: Foreseen = msgspec.field(default_factory=Foreseen)

    @property
    def build(self) -> Build:
        """The building as the plain value that files, physics and pictures use."""
        return self.building.build

    @property
    def mover(self) -> SeatState:
        """The seat whose turn it is."""
        return self.seats[self.to_move]

    def used_s(self, seat: Seat) -> float:
        """How long the ended turns of a seat were, seconds."""
        return self.used[seat] / 10 if self.used else 0.0

    @property
    def tower_turned(self) -> bool:
        """Whether a tower was turned in this turn, which then only waits for its end (T7, T11)."""
        return any(isinstance(move, TurnTower) for move in self.open_moves)

    @property
    def first_round(self) -> bool:
        """Whether the running turn is its seat's first (T4)."""
        return self.seats[self.to_move].turns_taken == 0

    def at_rest(self) -> TacticalState:
        """The same with nothing left to settle."""
        return msgspec.structs.replace(self, settling=())

    @property
    def capacity(self) -> int:
        """How many small nobles a tower carries at most (T5)."""
        return small_capacity(len(self.seats))


def check_colours(colours: Sequence[str], where: str = "$.seats") -> None:
    """Check the number of seats and their colours (B10). Raises: BadText."""
    if not MIN_PLAYERS <= len(colours) <= MAX_PLAYERS:
        raise BadText(plural(len(colours), "player"), where, f"the Tactical Game takes {MIN_PLAYERS} to {MAX_PLAYERS}")
    for i, colour in enumerate(colours):
        if colour not in COLOURS:
            hint = f"one of {', '.join(COLOURS)} would do"
            raise BadText(f'"{colour}" is no colour of the game', f"{where}[{i}].colour", hint)
        if colour in colours[:i]:
            raise BadText(f"{colour} is taken twice", f"{where}[{i}].colour", "give every player a colour of their own")


def check_options(options: TacticalOptions, players: int, where: str = "$.options") -> None:
    """Check options against the number of players (B9, G1). Raises: BadText."""
    if options.first >= players:
        raise BadText(f"seat {options.first} starts, of {players}", f"{where}.first", f"0 to {players - 1} would do")
    if 0 < options.turn_s < LEAST_TURN_S:
        raise BadText(f"{options.turn_s} s for a turn", f"{where}.turn_s", f"{LEAST_TURN_S} to 300, or 0, would do")
    if options.large + options.small == 0:
        raise BadText("no nobles at all", f"{where}.small", "at least one noble in all would do")


def state_from_position(position: Position, reach: int = TABLE_REACH) -> TacticalState:
    """The state of a position, on a table of that reach.

    Raises: BadText with the path in the file and the ruling for a position that no game can be in.
    """
    players, options, build = position.players, position.options, position.build
    check_colours([p.colour for p in players], "$.players")
    check_options(options, len(players))
    if not 0 <= position.to_move < len(players):
        last = len(players) - 1
        raise BadText(f"seat {position.to_move} is to move, of {len(players)}", "$.to_move", f"0 to {last} would do")
    building = _legal_building(build, len(players), reach)
    nobles = {noble.id for noble in build.nobles}
    return TacticalState(
        building,
        tuple(SeatState(p.colour, p.supply, p.turns_taken) for p in players),
        position.to_move,
        options,
        position.placed,
        not nobles.isdisjoint(position.placed),
        _base_before(position, building),
        _special(position, building, nobles),
    )


def _base_before(position: Position, building: Building) -> int:
    """The base area before the turn as a board: as given, else that of the parts not placed in this turn."""
    on = building.boards.on
    if position.base_before is None:
        placed = set(position.placed)
        cells = [c for p in position.build.parts if p.id not in placed for c in BABYLON.cells(p)]
        return sum(on.bits[n] for n in {on.index(c.x, c.y) for c in cells})
    board = 0
    for i, (x, y) in enumerate(position.base_before):
        if not on.holds(x, y):
            raise BadText(f"({x}, {y}) is off the table", f"$.base_before[{i}]", f"-{on.reach} to {on.reach} would do")
        board |= on.bits[on.index(x, y)]
    return board


def _special(position: Position, building: Building, nobles: set[str]) -> bool:
    """Whether the special move is pending. Raises: BadText where it cannot be (T6)."""
    if position.special:
        where, hint = "$.special_pending", "false would do"
        if len(position.placed) < MIN_PLACED:
            raise BadText(f"{len(position.placed)} of at least {MIN_PLACED} pieces are placed (T6)", where, hint)
        if not nobles.isdisjoint(position.placed):
            raise BadText("a noble was placed in this turn (T6)", where, hint)
        if not building.connected:
            raise BadText("the building is not connected (B6)", where, hint)
    return position.special


def _legal_building(build: Build, players: int, reach: int) -> Building:
    """The building of a position. Raises: BadText naming the first piece that breaks a ruling."""
    try:
        building = Building.of(build, reach)
        standing = build.nobles_on()
        for i, noble in enumerate(build.nobles):
            mates = standing[noble.on]
            refusal = crowded(mates[: mates.index(noble)], noble.colour, noble.size, small_capacity(players))
            if refusal is not None:
                raise BadText(f"{noble.id}: {refusal}", f"$.build.nobles[{i}]", "a legal build would do")
    except IllegalAction as error:
        raise BadText(str(error), "$.build", "a legal build would do") from None
    return building
