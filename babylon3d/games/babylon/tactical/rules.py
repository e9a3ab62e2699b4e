"""The rules of the Tactical Game (rulings B and T): what is legal, why not, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from babylon3d.core.actions import Event, Result, Seat
from babylon3d.core.errors import BadText, IllegalAction
from babylon3d.core.lattice import TURNS
from babylon3d.core.prose import plural
from babylon3d.core.rules import SeatInfo, Step
from babylon3d.games.babylon.building import Building
from babylon3d.games.babylon.nobles import (
    exchanges,
    quarter,
    turnable,
    why_not_exchange,
    why_not_turn,
)
from babylon3d.games.babylon.pieces import PIECE_KINDS, TACTICAL_PARTS, PieceKind, Supply
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
    Settled,
    SpecialOffered,
    SpecialTakenBack,
    Started,
    TacticalAction,
    TacticalOptions,
    TacticalOutcome,
    TakeBack,
    TakenBack,
    TimeIsUp,
    TimeUp,
    TimeUsed,
    TowerTurned,
    TurnEnded,
    TurnTower,
    Unable,
)
from babylon3d.games.babylon.tactical.placing import built, can_move, changed, placements, why_not_place
from babylon3d.games.babylon.tactical.position import position_of
from babylon3d.games.babylon.tactical.scoring import ScoreTable, score_table
from babylon3d.games.babylon.tactical.start import Start
from babylon3d.games.babylon.tactical.state import (
    Foreseen,
    SeatState,
    TacticalState,
    check_colours,
    check_options,
    state_from_position,
)


class TacticalRules:
    """Stateless rules over frozen `TacticalState`s; see `core.rules.Rules`."""

    # -- the protocol -------------------------------------------------------------------------------------------

    def new_game(self, seats: Sequence[SeatInfo], options: TacticalOptions) -> Step[TacticalState]:
        """The first state (rulebook: Preparation). Raises: BadText for seats or options the game does not have."""
        check_colours([seat.colour for seat in seats])
        check_options(options, len(seats))
        if options.start is not None:
            return self._begun_with(options.start, seats, options)
        towers, bridges = TACTICAL_PARTS[len(seats)]
        supply = Supply(towers, bridges, options.large, options.small)
        state = TacticalState(
            Building.empty(), tuple(SeatState(seat.colour, supply) for seat in seats), options.first, options
        )
        return Step(state, (Started(options.first),))

    def _begun_with(self, start: Start, seats: Sequence[SeatInfo], options: TacticalOptions) -> Step[TacticalState]:
        """The first state of a game that begins with a position. Raises: BadText for other seats than it has."""
        colours = [seat.colour for seat in start.seats]
        if [seat.colour for seat in seats] != colours:
            told = plural(len(colours), "player")
            raise BadText("the position is for others", "$.seats", f"{told}, {', '.join(colours)}, would do")
        state = state_from_position(position_of(start, options))
        return Step(state, (Started(state.to_move),))

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
        """The state after the physics came to rest, where pieces that fell are put back (T10), or a word of the clock.

        Raises: IllegalAction for a piece that is not in the building, or a clock that cannot say so (T11).
        """
        match outcome:
            case Settled():
                return self._settled(s, outcome)
            case TimeUp(seat=seat):
                if s.ended is not None or s.late or seat != s.to_move or not (s.options.turn_s or s.options.total_s):
                    raise IllegalAction("T11", f"no clock of seat {seat} is running")
                return Step(replace(s, late=True), (TimeIsUp(seat, s.options.time_up == "bot"),))
            case TimeUsed(seat=seat):
                if not (0 <= seat < len(s.seats) and (s.options.turn_s or s.options.total_s)):
                    raise IllegalAction("T11", f"there is no clock of seat {seat}")
                used = list(s.used or (0,) * len(s.seats))
                used[seat] += outcome.tenths
                return Step(replace(s, used=tuple(used)))

    def _settled(self, s: TacticalState, outcome: Settled) -> Step[TacticalState]:
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

    def view(self, s: TacticalState, seat: Seat | None) -> TacticalState:
        """Everything is open in this game; only what could be taken back is the mover's own business."""
        return s

    def seen(self, event: Event, seat: Seat | None) -> Event | None:
        """Everybody is told everything."""
        return event

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
            **({"open_moves": s.open_moves} if s.open_moves else {}),
            **({"late": s.late} if s.late else {}),
            **({"used": s.used} if s.used else {}),
        }

    # -- for screens and bots -----------------------------------------------------------------------------------

    def why_not(self, s: TacticalState, seat: Seat, a: TacticalAction) -> IllegalAction | None:
        """Why an action is refused, None if it is legal: what greys a button and what `verify` raises."""
        if s.ended is not None:
            return IllegalAction("T8", "the game is over")
        if seat != s.to_move:
            return IllegalAction("T1", "it is {who}'s turn", s.mover.colour)
        match a:
            case Place():
                return why_not_place(s, a)
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
        """Where the mover's piece fits, T2 not yet asked; see `placing.placements`."""
        return placements(s, piece, near)

    def can_move(self, s: TacticalState) -> bool:
        """Whether the running turn can be finished legally from here (T2, T3)."""
        return can_move(s)

    def score(self, s: TacticalState) -> ScoreTable:
        """The score as it stands, the mover's bridges counted as left (T9)."""
        return score_table(s.build, {seat.colour: seat.supply.bridges for seat in s.seats})

    # -- placing ------------------------------------------------------------------------------------------------

    def _place(self, s: TacticalState, a: Place) -> Step[TacticalState]:
        mover, allowed = s.mover, s.foreseen.allowed
        boards, way = allowed[1:] if allowed is not None and allowed[0] == a else (None, None)
        building = built(s.building, mover.colour, a, boards)
        noble = a.piece in ("large", "small")
        new = building.nobles[-1].id if noble else building.parts[-1].id
        seats = _with_seat(s, SeatState(mover.colour, changed(mover.supply, a.piece, -1), mover.turns_taken))
        state = TacticalState(
            building,
            seats,
            s.to_move,
            s.options,
            (*s.placed, new),
            s.noble_placed or noble,
            s.base_before,
            settling=(*s.settling, new),
            late=s.late,
            used=s.used,
        )
        if way is not None:
            state.foreseen.know(way)
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
            used=s.used,
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
        if s.tower_turned:
            return IllegalAction("T7", "a tower has been turned already: take that back, or end the turn")
        if s.exchanged:
            return IllegalAction("T6", "two nobles have been exchanged in this turn already")
        return why_not_exchange(s.building, a.nobles, s.capacity, s.options.expert)

    def _exchange(self, s: TacticalState, a: Exchange) -> Step[TacticalState]:
        events = (Exchanged(s.to_move, a.nobles),)
        state = replace(s, building=s.building.exchanged(a.nobles), exchanged=True, foreseen=Foreseen())
        if s.options.open_exchange:
            return Step(replace(state, open_moves=(*s.open_moves, a)), events)
        if s.options.expert and next(turnable(state.building), None) is not None:
            return Step(state, events)
        return self._end_turn(state, events)

    def _why_not_turn_tower(self, s: TacticalState, a: TurnTower) -> IllegalAction | None:
        if not s.options.expert:
            return IllegalAction("T7", "towers are turned in the expert game only")
        if s.tower_turned:
            return IllegalAction("T7", "a tower has been turned already: take that back, or end the turn")
        return self._why_not_special(s) or why_not_turn(s.building, a.tower)

    def _turn_tower(self, s: TacticalState, a: TurnTower) -> Step[TacticalState]:
        turn = quarter(s.building.part(a.tower).turn, a.clockwise)
        state = replace(s, building=s.building.turned(a.tower, turn), foreseen=Foreseen())
        events = (TowerTurned(s.to_move, a.tower, turn),)
        if s.options.open_exchange:
            return Step(replace(state, open_moves=(*s.open_moves, a)), events)
        return self._end_turn(state, events)

    # -- unable, take-back --------------------------------------------------------------------------------------

    def _why_not_unable(self, s: TacticalState) -> IllegalAction | None:
        if s.placed or s.special:
            return IllegalAction("T3", "a turn has begun")
        if can_move(s):
            return IllegalAction("T3", f"a legal turn of {MIN_PLACED} placements exists and must be taken")
        return None

    def _why_not_take_back(self, s: TacticalState) -> IllegalAction | None:
        if s.open_moves:
            return None
        if not s.options.take_back:
            return IllegalAction("T11", "pieces may not be taken back; it is a house rule of the set-up")
        if not s.placed or s.exchanged:
            return IllegalAction("T11", "nothing was placed in this turn that could be taken back")
        upper = s.building.carries(s.placed[-1])
        return IllegalAction("T11", f"{upper} stands on the piece") if upper is not None else None

    def _take_back(self, s: TacticalState) -> Step[TacticalState]:
        return self._take_back_special(s, s.open_moves[-1]) if s.open_moves else self._take_back_piece(s)

    def _take_back_special(self, s: TacticalState, move: Exchange | TurnTower) -> Step[TacticalState]:
        """Undo an open exchange by the same one, a turned tower by a quarter the other way (T11)."""
        pieces: tuple[str, ...]
        if isinstance(move, Exchange):
            pieces, building, exchanged = move.nobles, s.building.exchanged(move.nobles), False
        else:
            turn = quarter(s.building.part(move.tower).turn, not move.clockwise)
            pieces, building, exchanged = (move.tower,), s.building.turned(move.tower, turn), s.exchanged
        state = replace(s, building=building, exchanged=exchanged, open_moves=s.open_moves[:-1], foreseen=Foreseen())
        return Step(state, (SpecialTakenBack(s.to_move, pieces),))

    def _take_back_piece(self, s: TacticalState) -> Step[TacticalState]:
        piece = s.placed[-1]
        noble = s.building.noble(piece)
        kind = noble.size if noble is not None else s.building.part(piece).kind
        building, placed = s.building.without(piece), s.placed[:-1]
        state = TacticalState(
            building,
            _with_seat(s, s.mover._replace(supply=changed(s.mover.supply, kind, 1))),
            s.to_move,
            s.options,
            placed,
            any(building.noble(p) is not None for p in placed),
            s.base_before,
            settling=tuple(p for p in s.settling if p != piece),
            late=s.late,
            used=s.used,
        )
        return Step(state, (TakenBack(s.to_move, piece),))

    # -- listing ------------------------------------------------------------------------------------------------

    def _turn_actions(self, s: TacticalState) -> Iterator[TacticalAction]:
        if not s.placed and not can_move(s):
            yield Unable()
            return
        for piece in PIECE_KINDS:
            for place in placements(s, piece):
                if why_not_place(s, place) is None:
                    yield place
                    if piece == "tower":
                        for turn in TURNS[1:]:
                            yield Place("tower", place.x, place.y, place.level, turn)
        if self._why_not_end(s) is None:
            yield EndTurn()

    def _special_actions(self, s: TacticalState) -> Iterator[TacticalAction]:
        yield EndTurn()
        if s.tower_turned:
            return
        if not s.exchanged:
            for pair in exchanges(s.building, s.capacity, s.options.expert):
                yield Exchange(pair)
        if s.options.expert:
            for tower in turnable(s.building):
                yield TurnTower(tower.id)
                yield TurnTower(tower.id, clockwise=True)


def _with_seat(s: TacticalState, seat: SeatState) -> tuple[SeatState, ...]:
    """The seats with the mover's changed."""
    return (*s.seats[: s.to_move], seat, *s.seats[s.to_move + 1 :])
