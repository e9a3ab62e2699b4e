"""The rules of the Tactical Game (rulings B and T): what is legal, why not, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from babylon3d.core.actions import Event, Result, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.core.lattice import TURNS, Cell
from babylon3d.core.rules import SeatInfo, Step
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.nobles import (
    count_shared,
    crowded,
    exchanges,
    noble_slots,
    quarter,
    turnable,
    why_not_exchange,
    why_not_turn,
)
from babylon3d.games.babylon.pieces import PIECE_KINDS, TACTICAL_PARTS, PieceKind, Supply
from babylon3d.games.babylon.tactical.chains import in_reach
from babylon3d.games.babylon.tactical.model import (
    MAX_PLACED,
    MIN_PLACED,
    EndTurn,
    Exchange,
    Exchanged,
    GameEnded,
    Place,
    Placed,
    PutBack,
    Settle,
    SpecialOffered,
    Started,
    TacticalAction,
    TacticalOptions,
    TacticalOutcome,
    TakeBack,
    TakenBack,
    TowerTurned,
    TurnEnded,
    TurnTower,
    Unable,
)
from babylon3d.games.babylon.tactical.scoring import ScoreTable, score_table
from babylon3d.games.babylon.tactical.state import SeatState, TacticalState, check_colours, check_options
from babylon3d.games.babylon.tactical.tops import count_tops
from babylon3d.games.babylon.tactical.turn_search import ANY_LEVEL, Goal, can_finish, way_to_finish

FIRST_TURN_LEVELS = 2


class TacticalRules:
    """Stateless rules over frozen `TacticalState`s; see `core.rules.Rules`."""

    # -- the protocol -------------------------------------------------------------------------------------------

    def new_game(self, seats: Sequence[SeatInfo], options: TacticalOptions) -> Step[TacticalState]:
        """The first state (rulebook: Preparation). Raises: BadText for seats or options the game does not have."""
        check_colours([seat.colour for seat in seats])
        check_options(options, len(seats))
        towers, bridges = TACTICAL_PARTS[len(seats)]
        supply = Supply(towers, bridges, options.large, options.small)
        state = TacticalState(
            Building.empty(), tuple(SeatState(seat.colour, supply) for seat in seats), options.first, options
        )
        return Step(state, (Started(options.first),))

    def to_act(self, s: TacticalState) -> frozenset[Seat]:
        """The seat to move, nobody once the game is over."""
        return frozenset() if s.ended is not None else frozenset((s.to_move,))

    def need(self, s: TacticalState) -> Settle | None:
        """The physics is asked to let new pieces come to rest; it keeps nobody from acting (T10)."""
        return Settle(s.settling) if s.settling else None

    def legal_actions(self, s: TacticalState, seat: Seat) -> Iterator[TacticalAction]:
        """Every legal action, lazily: placements (towers in all four orientations), then the others."""
        if s.ended is not None or seat != s.to_move:
            return
        if s.special:
            yield from self._special_actions(s)
        else:
            yield from self._turn_actions(s)
        if self._why_not_take_back(s) is None:
            yield TakeBack()

    def verify(self, s: TacticalState, seat: Seat, a: TacticalAction) -> None:
        """Whether the action is legal. Raises: IllegalAction with the ruling and one plain line."""
        refusal = self.why_not(s, seat, a)
        if refusal is not None:
            raise refusal

    def apply(self, s: TacticalState, seat: Seat, a: TacticalAction) -> Step[TacticalState]:
        """The state after a legal action."""
        match a:
            case Place():
                return self._place(s, a)
            case EndTurn():
                return self._end_placements(s)
            case Exchange():
                return self._exchange(s, a)
            case TurnTower():
                return self._turn_tower(s, a)
            case Unable():
                return self._end_game(s, "T3", f"{s.mover.colour} cannot place {MIN_PLACED} pieces")
            case TakeBack():
                return self._take_back(s)

    def resolve(self, s: TacticalState, outcome: TacticalOutcome) -> Step[TacticalState]:
        """The state after the physics came to rest; pieces that fell are put back (T10).

        Raises: IllegalAction for a piece that is not in the building.
        """
        for piece in outcome.fallen:
            if s.building.find(piece) is None and s.building.noble(piece) is None:
                raise IllegalAction("T10", f'"{piece}" is not in the building and cannot have fallen')
        return Step(s.at_rest(), (PutBack(outcome.fallen),) if outcome.fallen else ())

    def is_over(self, s: TacticalState) -> bool:
        """Whether the game has ended."""
        return s.ended is not None

    def result(self, s: TacticalState) -> Result:
        """How the game ended."""
        assert s.ended is not None, "the game is still running"
        return s.ended

    def view(self, s: TacticalState, seat: Seat) -> TacticalState:
        """Everything is open in this game; only what could be taken back is the mover's own business."""
        return s

    def canonical(self, s: TacticalState) -> object:
        """The state as plain JSON values, for its hash."""
        return {
            "parts": [(p.id, p.kind, *p.cell, p.turn, p.axis) for p in s.building.parts],
            "nobles": [(n.id, n.colour, n.size, n.on) for n in s.building.nobles],
            "seats": s.seats,
            "to_move": s.to_move,
            "options": s.options,
            "placed": s.placed,
            "base_before": f"{s.base_before:x}",
            "special": s.special,
            "exchanged": s.exchanged,
            "settling": s.settling,
            "ended": s.ended,
        }

    # -- for screens and bots -----------------------------------------------------------------------------------

    def why_not(self, s: TacticalState, seat: Seat, a: TacticalAction) -> IllegalAction | None:
        """Why an action is refused, None if it is legal: what greys a button and what `verify` raises."""
        if s.ended is not None:
            return IllegalAction("T8", "the game is over")
        if seat != s.to_move:
            return IllegalAction("T1", f"it is {s.mover.colour}'s turn")
        match a:
            case Place():
                return self._why_not_place(s, a)
            case EndTurn():
                return None if s.special else self._why_not_end(s)
            case Exchange():
                return self._why_not_special(s) or self._why_not_exchange(s, a)
            case TurnTower():
                return self._why_not_turn_tower(s, a)
            case Unable():
                return self._why_not_unable(s)
            case TakeBack():
                return self._why_not_take_back(s)

    def placements(self, s: TacticalState, piece: PieceKind, near: bool = True) -> tuple[Place, ...]:
        """Where the mover's piece fits by B1-B5, B7, T4 and T5; T2 is not yet asked, a tower's turns not told apart.

        With `near` level 1 is given only where a loose part could still be joined in the turn, so nothing legal is left
        out; without it the whole table is.
        """
        if self.why_not_piece(s, piece) is not None:
            return ()
        highest = self.highest(s)
        building = s.building
        if piece == "tower":
            ground = self.ground(s, piece) if near else -1
            return tuple(Place("tower", *c) for c in building.tower_slots(ground) if c.level <= highest)
        if piece == "bridge":
            ground = self.ground(s, piece) if near else -1
            return tuple(
                Place("bridge", *c, axis=axis) for c, axis in building.bridge_slots(ground) if c.level <= highest
            )
        keys = noble_slots(building, s.mover.colour, piece, s.capacity)
        return tuple(Place(piece, *building.cell(key)) for key in keys)

    def can_move(self, s: TacticalState) -> bool:
        """Whether the running turn can be finished legally from here (T2, T3)."""
        return can_finish(s.building.boards, *self._question(s, s.building, s.mover.supply, len(s.placed)))

    def way_on(self, s: TacticalState) -> Place | None:
        """The lowest part of the next bridge, or of the towers under it, on some legal way to finish the turn.

        None if the turn can be finished without a further bridge, or not at all.
        """
        boards = s.building.boards
        way = way_to_finish(boards, *self._question(s, s.building, s.mover.supply, len(s.placed)))
        if not way:
            return None
        level, n, axis, low, high = way[0]
        step, places = boards.on.step(axis), boards.on.places
        if low or high:
            return Place("tower", *places[n - step if low else n + step], level - (low or high))
        return Place("bridge", *places[n], level, axis=axis)

    def score(self, s: TacticalState) -> ScoreTable:
        """The score as it stands, the mover's bridges counted as left (T9)."""
        return score_table(s.build, {seat.colour: seat.supply.bridges for seat in s.seats})

    # -- placing ------------------------------------------------------------------------------------------------

    def highest(self, s: TacticalState) -> int:
        """The highest level the mover may build on (T4)."""
        return FIRST_TURN_LEVELS if s.first_round and s.to_move == s.options.first else ANY_LEVEL

    def ground(self, s: TacticalState, piece: PieceKind) -> int:
        """The cells of the table where a tower, or a bridge's middle, could still be joined in this turn (T2)."""
        boards = s.building.boards
        on = boards.on
        if boards.height == 0:
            return on.full
        bridges = s.mover.supply.bridges - (piece == "bridge")
        tops = [0] + [level.tower_slots for level in boards.levels[2:]]
        ground = in_reach(on, tops, 1, bridges, MAX_PLACED - 1 - len(s.placed))
        return ground if piece == "tower" else on.grown(ground, 1)

    def why_not_piece(self, s: TacticalState, piece: PieceKind) -> IllegalAction | None:
        """Why the mover may not place such a piece now, wherever."""
        if s.special:
            return IllegalAction("T6", "the placements of this turn are over")
        if len(s.placed) >= MAX_PLACED:
            return IllegalAction("T1", f"{MAX_PLACED} pieces are placed, no more in one turn")
        mover = s.mover
        if not _held(mover.supply, piece):
            what = piece if piece in ("tower", "bridge") else f"{piece} noble"
            return IllegalAction("T1", f"{mover.colour} has no {what} left")
        if piece in ("large", "small") and s.first_round:
            return IllegalAction("T4", "no nobles in the first round")
        return None

    def _why_not_place(self, s: TacticalState, a: Place) -> IllegalAction | None:
        refusal = self.why_not_piece(s, a.piece) or self._why_not_there(s, a)
        if refusal is not None:
            return refusal
        if self._plainly_finishable(s, a):
            return None
        mover = s.mover
        after = self._built(s.building, mover.colour, a)
        question = self._question(s, after, _changed(mover.supply, a.piece, -1), len(s.placed) + 1)
        if can_finish(after.boards, *question):
            return None
        if not s.placed and not self.can_move(s):
            return IllegalAction("T3", f"no legal turn of {MIN_PLACED} placements exists")
        if not after.connected:
            return IllegalAction("T2", "the turn could not end with one connected building any more")
        return IllegalAction("T2", "the turn could not be finished legally any more")

    def _why_not_there(self, s: TacticalState, a: Place) -> IllegalAction | None:
        """Why the place is refused by B1-B5, B7, T4 or T5."""
        cell = Cell(a.x, a.y, a.level)
        building = s.building
        if a.piece in ("tower", "bridge"):
            if a.piece == "bridge" and a.turn:
                return IllegalAction("B1", "a bridge has an axis, not a turn")
            refusal = building.why_not_part(a.piece, cell, a.axis)
            if refusal is None and a.level > self.highest(s):
                return IllegalAction("T4", f"the starting player's first turn stays on levels 1 to {FIRST_TURN_LEVELS}")
            return refusal
        if a.axis is not None or a.turn:
            return IllegalAction("B7", "a noble just stands upright, without a turn or an axis")
        part = building.part_at(cell)
        standing = building.on_tower(part.id) if part is not None and part.kind == "tower" else ()
        if not standing:
            return building.why_not_room(cell)
        reason = crowded(standing, s.mover.colour, a.piece, s.capacity)
        return IllegalAction("T5", reason) if reason else None

    @staticmethod
    def _built(building: Building, colour: str, a: Place) -> Building:
        cell = Cell(a.x, a.y, a.level)
        if a.piece == "tower":
            return building.with_tower(cell, a.turn)
        if a.piece == "bridge":
            return building.with_bridge(cell, "y" if a.axis == "y" else "x")
        return building.with_new_noble(cell, colour, a.piece)

    def pressed(self, s: TacticalState) -> bool:
        """Whether the turn must still join a loose group (T1) or extend the base area (T4)."""
        return not s.building.connected or (
            s.first_round and s.to_move != s.options.first and not s.building.boards.base() & ~s.base_before
        )

    def _plainly_finishable(self, s: TacticalState, a: Place) -> bool:
        """Whether T2 holds at a glance: a connected building with more free tops than the turn needs towers.

        A piece takes at most four tops: those under a bridge and the one under its arch.
        """
        if s.first_round or not s.building.connected or (a.level == 1 and a.piece in ("tower", "bridge")):
            return False
        want = MIN_PLACED - len(s.placed) - 1
        if want <= 0:
            return True
        return s.mover.supply.towers > want and count_tops(s.building.boards, ANY_LEVEL, want + 4) >= want + 4

    def _question(self, s: TacticalState, building: Building, supply: Supply, placed: int) -> tuple[Supply, Goal]:
        """What T2 and T3 ask of a turn with that many placements: the pieces there are, and what they must reach."""
        first = s.first_round
        if first:
            supply = Supply(supply.towers, supply.bridges, 0, 0)
        shared = count_shared(building, s.mover.colour, s.capacity) if supply.small else 0
        base_before = s.base_before if first and s.to_move != s.options.first else None
        goal = Goal(max(0, MIN_PLACED - placed), MAX_PLACED - placed, self.highest(s), base_before, shared)
        return supply, goal

    def _place(self, s: TacticalState, a: Place) -> Step[TacticalState]:
        mover = s.mover
        building = self._built(s.building, mover.colour, a)
        noble = a.piece in ("large", "small")
        new = building.nobles[-1].id if noble else building.parts[-1].id
        seats = _with_seat(s, mover._replace(supply=_changed(mover.supply, a.piece, -1)))
        state = TacticalState(
            building,
            seats,
            s.to_move,
            s.options,
            (*s.placed, new),
            s.noble_placed or noble,
            s.base_before,
            settling=(*s.settling, new),
        )
        return Step(state, (Placed(s.to_move, new),))

    # -- ending a turn ------------------------------------------------------------------------------------------

    def _why_not_end(self, s: TacticalState) -> IllegalAction | None:
        if len(s.placed) < MIN_PLACED:
            return IllegalAction("T1", f"a turn places {MIN_PLACED} or {MAX_PLACED} pieces, {len(s.placed)} are placed")
        if not s.building.connected:
            return IllegalAction("B6", "the building is not connected")
        if s.first_round and s.to_move != s.options.first and not s.building.boards.base() & ~s.base_before:
            return IllegalAction("T4", "in the first round a turn must extend the base area")
        return None

    def _end_placements(self, s: TacticalState) -> Step[TacticalState]:
        if not s.special and not s.noble_placed and self._special_possible(s):
            return Step(replace(s, special=True), (SpecialOffered(s.to_move),))
        return self._end_turn(s)

    def _special_possible(self, s: TacticalState) -> bool:
        """Whether some exchange, or for experts some turn of a tower, is possible (T6, T7)."""
        expert = s.options.expert
        if next(exchanges(s.building, s.capacity, expert), None) is not None:
            return True
        return expert and next(turnable(s.building), None) is not None

    def _end_turn(self, s: TacticalState, events: tuple[Event, ...] = ()) -> Step[TacticalState]:
        mover = s.mover
        seats = _with_seat(s, mover._replace(turns_taken=mover.turns_taken + 1))
        state = TacticalState(
            s.building,
            seats,
            (s.to_move + 1) % len(seats),
            s.options,
            base_before=s.building.boards.base(),
            settling=s.settling,
        )
        events = (*events, TurnEnded(s.to_move))
        if any(seat.supply.large or seat.supply.small for seat in seats):
            return Step(state, events)
        over = self._end_game(state, "T8", "all nobles are placed")
        return Step(over.state, (*events, *over.events))

    def _end_game(self, s: TacticalState, ruling: str, reason: str) -> Step[TacticalState]:
        table = self.score(s)
        scores = tuple(table.players[seat.colour].total for seat in s.seats)
        winners = tuple(i for i, seat in enumerate(s.seats) if seat.colour in table.winners)
        ended = Result(scores, winners, reason, ruling)
        return Step(replace(s, ended=ended), (GameEnded(ruling),))

    # -- special move -------------------------------------------------------------------------------------------

    def _why_not_special(self, s: TacticalState) -> IllegalAction | None:
        if s.special:
            return None
        if s.noble_placed:
            return IllegalAction("T6", "a noble was placed in this turn, so there is no special move")
        return IllegalAction("T6", "the special move comes after the placements of a turn")

    def _why_not_exchange(self, s: TacticalState, a: Exchange) -> IllegalAction | None:
        if s.exchanged:
            return IllegalAction("T6", "two nobles have been exchanged in this turn already")
        return why_not_exchange(s.building, a.nobles, s.capacity, s.options.expert)

    def _exchange(self, s: TacticalState, a: Exchange) -> Step[TacticalState]:
        events = (Exchanged(s.to_move, a.nobles),)
        state = replace(s, building=s.building.exchanged(a.nobles), exchanged=True)
        if s.options.expert and next(turnable(state.building), None) is not None:
            return Step(state, events)
        return self._end_turn(state, events)

    def _why_not_turn_tower(self, s: TacticalState, a: TurnTower) -> IllegalAction | None:
        if not s.options.expert:
            return IllegalAction("T7", "towers are turned in the expert game only")
        return self._why_not_special(s) or why_not_turn(s.building, a.tower)

    def _turn_tower(self, s: TacticalState, a: TurnTower) -> Step[TacticalState]:
        turn = quarter(s.building.part(a.tower).turn, a.clockwise)
        state = replace(s, building=s.building.turned(a.tower, turn))
        return self._end_turn(state, (TowerTurned(s.to_move, a.tower, turn),))

    # -- unable, take-back --------------------------------------------------------------------------------------

    def _why_not_unable(self, s: TacticalState) -> IllegalAction | None:
        if s.placed or s.special:
            return IllegalAction("T3", "a turn has begun")
        if self.can_move(s):
            return IllegalAction("T3", f"a legal turn of {MIN_PLACED} placements exists and must be taken")
        return None

    def _why_not_take_back(self, s: TacticalState) -> IllegalAction | None:
        if not s.options.take_back:
            return IllegalAction("T11", "pieces may not be taken back; it is a house rule of the set-up")
        if not s.placed or s.exchanged:
            return IllegalAction("T11", "nothing was placed in this turn that could be taken back")
        upper = s.building.carries(s.placed[-1])
        return IllegalAction("T11", f"{upper} stands on the piece") if upper is not None else None

    def _take_back(self, s: TacticalState) -> Step[TacticalState]:
        piece = s.placed[-1]
        noble = s.building.noble(piece)
        kind = noble.size if noble is not None else s.building.part(piece).kind
        building, placed = s.building.without(piece), s.placed[:-1]
        state = TacticalState(
            building,
            _with_seat(s, s.mover._replace(supply=_changed(s.mover.supply, kind, 1))),
            s.to_move,
            s.options,
            placed,
            any(building.noble(p) is not None for p in placed),
            s.base_before,
            settling=tuple(p for p in s.settling if p != piece),
        )
        return Step(state, (TakenBack(s.to_move, piece),))

    # -- listing ------------------------------------------------------------------------------------------------

    def _turn_actions(self, s: TacticalState) -> Iterator[TacticalAction]:
        if not s.placed and not self.can_move(s):
            yield Unable()
            return
        for piece in PIECE_KINDS:
            for place in self.placements(s, piece):
                if self._why_not_place(s, place) is None:
                    yield place
                    if piece == "tower":
                        for turn in TURNS[1:]:
                            yield Place("tower", place.x, place.y, place.level, turn)
        if self._why_not_end(s) is None:
            yield EndTurn()

    def _special_actions(self, s: TacticalState) -> Iterator[TacticalAction]:
        yield EndTurn()
        if not s.exchanged:
            for pair in exchanges(s.building, s.capacity, s.options.expert):
                yield Exchange(pair)
        if s.options.expert:
            for tower in turnable(s.building):
                yield TurnTower(tower.id)
                yield TurnTower(tower.id, clockwise=True)


def _held(supply: Supply, piece: PieceKind) -> int:
    """How many such pieces are in a supply."""
    return supply[PIECE_KINDS.index(piece)]


def _changed(supply: Supply, piece: str, by: int) -> Supply:
    """A supply with so many pieces of a kind more."""
    towers, bridges, large, small = supply
    match piece:
        case "tower":
            return Supply(towers + by, bridges, large, small)
        case "bridge":
            return Supply(towers, bridges + by, large, small)
        case "large":
            return Supply(towers, bridges, large + by, small)
        case _:
            return Supply(towers, bridges, large, small + by)


def _with_seat(s: TacticalState, seat: SeatState) -> tuple[SeatState, ...]:
    """The seats with the mover's changed."""
    return (*s.seats[: s.to_move], seat, *s.seats[s.to_move + 1 :])
