"""The Fast Game taught by doing: take, carry, set down, why a noble scores, what is knocked down, stop."""

from __future__ import annotations

import math
from collections.abc import Callable

from babylon3d.core.actions import Action, Seat
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.core.rules import HUMAN, SeatInfo
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.games.babylon.fast.state import FastState, Standing
from babylon3d.games.babylon.pieces import LEVEL_M, SMALL_WIDTH_M, WIDTH_M, PieceKind
from babylon3d.playable.lessons import NEXT, SCRIPTED, Click, Deed, Lesson, Press, Seen, Step
from babylon3d.present.model import Ghost, Hit

YOU, ADA = 0, 1
SHARED, OTHER = 0, 2
"""The learner's left area, shared with Ada, and the right one."""
UP = (0.0, 0.0, 1.0)
GAP = 10
"""A piece is let go this far above what it will stand on, 0.1 mm."""
HIGH = 1500
ASIDE_M = 0.085
"""How far from the middle Ada builds what she knocks down."""
RUN_M = 0.05
"""How far away her hand begins to sweep."""
CORNER_M = (WIDTH_M - SMALL_WIDTH_M) / 2 - 0.0004

THINGS: dict[PieceKind, str] = {
    "tower": "a tower",
    "bridge": "a bridge",
    "large": "a large noble",
    "small": "a small noble",
}


DONE = "You have said that you are done. Press {special} to build on."


def own(state: FastState, *kinds: PieceKind) -> list[Standing]:
    """The learner's pieces of these kinds in the shared area, the highest last."""
    mine = [piece for piece in state.standing if piece.seat == YOU and piece.kind in kinds and piece.area == SHARED]
    return sorted(mine, key=lambda piece: (piece.rest.position[2], piece.id))


def middle() -> Vec3:
    """The middle of the shared area in the world; metres."""
    return area_middle(3, SHARED)


def top_of(piece: Standing) -> Vec3:
    """The middle of a part's top in the world; metres."""
    (x, y, z), (mx, my, _) = piece.rest.position, middle()
    return (mx + x, my + y, z + LEVEL_M / 2)


def taking(kind: PieceKind, seen: Seen) -> tuple[Deed, ...]:
    """Take a piece, if another one or none is in the hand."""
    held = seen.state.seats[YOU].hand
    return () if held is not None and held.kind == kind else (Press(f"piece:{kind}"),)


def take_tower(seen: Seen) -> tuple[Deed, ...]:
    """Once the round has begun."""
    return taking("tower", seen) if seen.state.phase == "building" else ()


def put_down(seen: Seen) -> tuple[Deed, ...]:
    """A tower in the middle of the shared area."""
    x, y, _ = middle()
    ghost = Ghost("tower", Pose((x, y, LEVEL_M / 2)), "slot")
    return (*taking("tower", seen), Click(Hit(None, (x, y, 0.0), UP), ghost))


def on_top(kind: PieceKind) -> Callable[[Seen], tuple[Deed, ...]]:
    """A piece on the highest of the learner's towers."""

    def deeds(seen: Seen) -> tuple[Deed, ...]:
        towers = own(seen.state, "tower")
        if not towers:
            return put_down(seen)
        at = top_of(towers[-1])
        mesh = kind if kind == "tower" else f"{kind}_{seen.state.seats[YOU].colour}"
        height = LEVEL_M if kind == "tower" else 0.0
        ghost = Ghost(mesh, Pose((at[0], at[1], at[2] + height / 2)), "slot") if height else None
        return (*taking(kind, seen), Click(Hit(towers[-1].id, at, UP), ghost))

    return deeds


def holds_another(kind: PieceKind) -> Callable[[Seen], str]:
    """What is said of another piece in the hand, of an empty one, and of what came back or went elsewhere."""

    def wrong(seen: Seen) -> str:
        held = seen.state.seats[YOU].hand
        if seen.state.seats[YOU].done:
            return DONE
        if held is not None and held.kind != kind:
            return f"You hold {THINGS[held.kind]}. Press {{piece:{kind}}} for {THINGS[kind]}; the other one goes back."
        for happened in reversed(seen.events):
            if isinstance(happened, m.Returned):
                return "It could not stand there and came back to your hand. Point at the place that glows."
            if isinstance(happened, m.Placed) and any(
                piece.id == happened.piece and piece.seat == YOU for piece in seen.state.standing
            ):
                return (
                    f"It stands, but not there. Take {THINGS[kind]} again ({{piece:{kind}}}) for the place that glows."
                )
        if held is None and not seen.state.seats[YOU].judged and seen.events:
            return f"Your hand is empty: press {{piece:{kind}}} for {THINGS[kind]}."
        return ""

    return wrong


def nobles_turn(state: FastState) -> tuple[tuple[Seat, Action], ...]:
    """Ada sets a small noble on a corner of the learner's highest tower."""
    tower = own(state, "tower")[-1]
    x, y, z = tower.rest.position
    spot = (x + CORNER_M, y + CORNER_M, z + LEVEL_M / 2)
    return (*carried("small", spot),)


def carried(kind: PieceKind, to: Vec3) -> tuple[tuple[Seat, Action], ...]:
    """Ada takes a piece, carries it over a place of the shared area, sets it down; metres from its middle."""
    x, y, z = (round(value * 1e4) for value in to)
    doings: tuple[Action, ...] = (
        m.MoveHand(SHARED, x, y, HIGH),
        m.Grab(kind),
        m.MoveHand(SHARED, x, y, z + 200),
        m.MoveHand(SHARED, x, y, z + GAP),
        m.LetGo(),
    )
    return tuple((ADA, doing) for doing in doings)


def knocking(state: FastState) -> tuple[tuple[Seat, Action], ...]:
    """Ada puts a tower far from the learner's, and sweeps it over with the next one in her hand."""
    x, y, _ = own(state, "tower")[-1].rest.position
    far = math.hypot(x, y)
    away = (-x / far, -y / far) if far > 0.01 else (0.0, 1.0)
    spot = (away[0] * ASIDE_M, away[1] * ASIDE_M)
    across = (-away[1], away[0])
    start, goal = (tuple(round((spot[i] + across[i] * by) * 1e4) for i in (0, 1)) for by in (-RUN_M, RUN_M * 0.4))
    sweep: tuple[Action, ...] = (
        m.MoveHand(SHARED, start[0], start[1], HIGH),
        m.Grab("tower"),
        m.MoveHand(SHARED, start[0], start[1], 90),
        m.MoveHand(SHARED, goal[0], goal[1], 90),
        m.MoveHand(SHARED, goal[0], goal[1], HIGH),
        m.PutAway(),
    )
    return (*carried("tower", (*spot, 0.0)), *((ADA, doing) for doing in sweep))


STEPS = (
    Step(
        words="All build at once, in the area on their left and on their right. "
        "Take a tower: click Towers at the left, or press {piece:tower}.",
        deeds=take_tower,
        done=lambda seen: (held := seen.state.seats[YOU].hand) is not None and held.kind == "tower",
        otherwise="Press {piece:tower}, or click Towers at the left, to take a tower.",
        wrong=holds_another("tower"),
        slips=(Press("piece:bridge"),),
    ),
    Step(
        words="A ghost shows where it will stand. Point at the middle of the lit cloth where it glows, and click: "
        "your hand carries it there and sets it down.",
        deeds=put_down,
        done=lambda seen: bool(own(seen.state, "tower")),
        otherwise="Point at the place that glows and click.",
        wrong=holds_another("tower"),
        slips=(Press("put_away"),),
    ),
    Step(
        words="Take another tower ({piece:tower}) and set it on top: point at the top of the first one and click.",
        deeds=on_top("tower"),
        done=lambda seen: any(piece.rest.level >= 2 for piece in own(seen.state, "tower")),
        otherwise="The second tower goes on top of your first one.",
        wrong=holds_another("tower"),
        slips=(Press("piece:small"),),
    ),
    Step(
        words="Ada builds here too: she has set a noble on your tower. "
        "Take a small noble ({piece:small}) and set it beside hers.",
        deeds=on_top("small"),
        done=lambda seen: any(piece.rest.level >= 2 for piece in own(seen.state, "small")),
        otherwise="Your small noble goes on top of your own tower, beside Ada's.",
        wrong=holds_another("small"),
        before=nobles_turn,
        slips=(Press("piece:tower"),),
    ),
    Step(
        words="Your noble scores 2, its level: it is your only one on its tower, no other large one is there, and "
        "another colour stands on the same building. Of your two areas only the weaker one counts. Press Go on.",
        deeds=lambda seen: (Press(NEXT),),
        done=lambda seen: seen.read,
        otherwise="Read, then press Go on.",
        wrong=lambda seen: "" if seen.state.seats[YOU].hand is None else "Later: press Go on first.",
        slips=(Press("piece:tower"),),
    ),
    Step(
        words="Ada has swept a part over: what is knocked down costs her a point. Who fells another player's noble is "
        "out of the round. Your own hand goes round what stands. Press Go on.",
        deeds=lambda seen: (Press(NEXT),),
        done=lambda seen: seen.read,
        otherwise="Read, then press Go on.",
        wrong=lambda seen: "" if seen.state.seats[YOU].hand is None else "Later: press Go on first.",
        before=knocking,
        slips=(Press("piece:tower"),),
    ),
    Step(
        words="All your nobles are placed, so you may call stop: press {end}. Then the round ends and is scored.",
        deeds=lambda seen: (
            *(() if seen.state.seats[YOU].hand is None else (Press("put_away"),)),
            Press("stop"),
        ),
        done=lambda seen: seen.state.phase not in ("countdown", "building"),
        otherwise="Press {end}, or click Stop.",
        wrong=lambda seen: (
            ""
            if seen.state.seats[YOU].hand is None
            else "Put the piece back with {put_away}, then call stop with {end}."
        ),
        slips=(Press("piece:bridge"),),
    ),
)

FAST_LESSON = Lesson(
    id="first round",
    title="Your first round",
    detail="Take, carry, set down, why a noble scores, knocked down, stop",
    seats=(
        SeatInfo("Learner", "red", HUMAN),
        SeatInfo("Ada", "yellow", SCRIPTED),
        SeatInfo("Ben", "green", SCRIPTED),
    ),
    options=m.FastOptions(large=0, small=1),
    steps=STEPS,
    farewell="That is a round. In a game everybody has more nobles and no turns: build high, keep your hands off what "
    "others have built, and mind your weaker side.",
    person=YOU,
)
