"""Lookouts as a picture, and what clicks on it mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from babylon3d.core.actions import Event, Seat
from babylon3d.core.build import Noble
from babylon3d.core.errors import IllegalAction
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.games.babylon.pieces import BABYLON, LEVEL_M, PITCH_M
from babylon3d.present.model import Button, Ghost, Hit, HudModel, PlayerCard, RulerRow, SceneModel, Visual
from babylon3d.present.presenter import Reply, Surroundings
from babylon3d.present.showcase import mesh_of, tone_of
from tests.toys.board.model import LOOKOUTS, PLACES, Board, LookoutsAction, Place, Post, Raise, Rest, Walk, Walked
from tests.toys.board.rules import LookoutsRules
from tests.toys.board.words import line

RULES = LookoutsRules()


@dataclass(frozen=True, slots=True)
class Hand:
    """What is held, `tower` or `small`; the place under the cursor; the lookout that is to walk."""

    piece: str = ""
    at: Place | None = None
    walker: Place | None = None


def place_of(hit: Hit | None) -> Place | None:
    """The board's place under a point, if any."""
    if hit is None:
        return None
    found = (round(hit.point[0] / PITCH_M) + 1, round(hit.point[1] / PITCH_M) + 1)
    return found if found in PLACES else None


class LookoutsPresenter:
    """Pure: it keeps nothing."""

    def hand(self) -> Hand:
        return Hand()

    def point(self, state: Board, seat: Seat | None, hand: Hand, hit: Hit | None) -> Hand:
        return replace(hand, at=place_of(hit))

    def _meant(self, state: Board, seat: Seat, hand: Hand) -> LookoutsAction | None:
        if hand.at is None:
            return None
        if hand.piece == "tower":
            return Raise(*hand.at)
        if hand.piece == "small":
            return Post(*hand.at)
        return None if hand.walker is None or hand.at == hand.walker else Walk(*hand.walker, *hand.at)

    def click(self, state: Board, seat: Seat, hand: Hand) -> Reply[Hand]:
        meant = self._meant(state, seat, hand)
        if meant is None:
            one = None if hand.at is None else state.on(hand.at)
            if one is None or one.seat != seat:
                return Reply(hand)
            return Reply(replace(hand, walker=one.at), cue="pick")
        try:
            RULES.verify(state, seat, meant)
        except IllegalAction as error:
            return Reply(hand, refusal=str(error), cue="refuse")
        return Reply(Hand(), (meant,))

    def press(self, state: Board, seat: Seat | None, hand: Hand, command: str) -> Reply[Hand]:
        if seat is not None and command in ("piece:tower", "piece:small"):
            return Reply(replace(hand, piece=command.partition(":")[2], walker=None), cue="pick")
        if seat is not None and command == "end":
            try:
                RULES.verify(state, seat, Rest())
            except IllegalAction as error:
                return Reply(hand, refusal=str(error), cue="refuse")
            return Reply(Hand(), (Rest(),))
        return Reply(hand)

    def turn(self, state: Board, seat: Seat, hand: Hand, steps: int) -> Reply[Hand]:
        return Reply(hand)

    def walk(self, state: Board, seat: Seat, hand: Hand, dx: float, dy: float, up: int) -> Hand:
        x, y = hand.at or (1, 1)
        to = (x + round(dx), y + round(dy))
        return replace(hand, at=to if to in PLACES else (x, y))

    def spots(self, state: Board, seat: Seat, hand: Hand, poses: Mapping[str, Pose]) -> Sequence[Vec3]:
        if not hand.piece and hand.walker is None:
            return [self._top(state, one.at) for one in state.lookouts if one.seat == seat]
        return [self._top(state, at) for at in self._open(state, seat, hand)]

    def _open(self, state: Board, seat: Seat, hand: Hand) -> Iterator[Place]:
        legal = set(RULES.legal_actions(state, seat))
        for at in PLACES:
            if self._meant(state, seat, replace(hand, at=at)) in legal:
                yield at

    def _top(self, state: Board, at: Place) -> Vec3:
        return ((at[0] - 1) * PITCH_M, (at[1] - 1) * PITCH_M, state.height(at) * LEVEL_M)

    def check(self, state: Board, seat: Seat, hand: Hand, most: int) -> int:
        return 0

    def holding(self, state: Board, seat: Seat, hand: Hand) -> bool:
        return bool(hand.piece) or hand.walker is not None

    def aims(self, state: Board, seat: Seat, hand: Hand) -> bool:
        return self.holding(state, seat, hand) or any(one.seat == seat for one in state.lookouts)

    def drop(self, hand: Hand) -> Hand:
        return Hand(at=hand.at)

    def places(self, state: Board) -> Mapping[str, Pose]:
        return state.build().poses(BABYLON)

    def scene(self, state: Board, seat: Seat | None, hand: Hand, poses: Mapping[str, Pose]) -> SceneModel:
        build = state.build()
        places = build.poses(BABYLON)
        picked = None if hand.walker is None else state.on(hand.walker)
        pieces = tuple(
            Visual(
                piece.id,
                mesh_of(piece),
                poses.get(piece.id, places[piece.id]),
                0.0 if isinstance(piece, Noble) else tone_of(piece.id),
                "picked" if picked is not None and piece.id == picked.id else "none",
            )
            for piece in build.pieces()
        )
        ghosts: list[Ghost] = []
        if seat is not None and hand.piece == "tower":
            for at in self._open(state, seat, hand):
                x, y, z = self._top(state, at)
                ghosts.append(Ghost("tower", Pose((x, y, z + LEVEL_M / 2)), "legal" if at == hand.at else "slot"))
        return SceneModel(pieces, tuple(ghosts), table_reach=6)

    def hud(self, state: Board, hand: Hand, around: Surroundings) -> HudModel:
        over = RULES.is_over(state)
        name, acting = around.names[state.to_move], around.acting
        scores = RULES.result(state).scores
        mine = acting is not None and not around.reading
        cards = tuple(
            PlayerCard(
                seat,
                around.names[seat],
                colour,
                (("small", LOOKOUTS - sum(one.seat == seat for one in state.lookouts)),),
                scores[seat] or 0,
                not over and seat == state.to_move,
                around.details[seat] if around.details else "",
            )
            for seat, colour in enumerate(state.colours)
        )
        supply = tuple(
            Button(
                f"piece:{piece}",
                label,
                around.keys.get(f"piece:{piece}", ""),
                piece,
                mine,
                active=hand.piece == piece,
            )
            for piece, label in (("tower", "Towers"), ("small", "Lookouts"))
        )
        rest = Button("end", "Rest", around.keys.get("end", ""), "end", mine and self._may_rest(state, acting))
        thinking = not over and acting is None and not around.reading
        return HudModel(
            title="The game is over" if over else f"{name}'s turn",
            colour="" if over else state.colours[state.to_move],
            message=f"{name} is thinking …" if thinking else "",
            supply=() if over else supply,
            players=cards,
            ruler=tuple(
                RulerRow(level, None, level, tuple(_counts(state, level))) for level in range(1, max(state.heights) + 1)
            ),
            progress=(state.taken, 2 * state.options.turns, 2 * state.options.turns),
            progress_text=f"turn {state.taken + 1} of {2 * state.options.turns}",
            actions=() if around.reading else (rest,),
            log=around.log,
            reason=str(around.refusal),
            warnings=around.warnings,
        )

    def _may_rest(self, state: Board, seat: Seat | None) -> bool:
        return seat is not None and Rest() in set(RULES.legal_actions(state, seat))

    def line(self, event: Event, state: Board, names: Sequence[str]) -> str:
        return line(event, names)

    def takes_back(self, event: Event) -> bool:
        return False

    def cue(self, event: Event) -> str:
        return "swap" if isinstance(event, Walked) else "place"

    def gliding(self, event: Event, state: Board) -> Mapping[str, float]:
        return {event.id: LEVEL_M} if isinstance(event, Walked) else {}

    def focus(self, event: Event, state: Board) -> str | None:
        return event.id if isinstance(event, Walked) else None


def _counts(state: Board, level: int) -> Iterator[tuple[str, int]]:
    for seat, colour in enumerate(state.colours):
        standing = sum(one.seat == seat and state.height(one.at) == level for one in state.lookouts)
        if standing:
            yield colour, standing
