"""The Fast Game's flat side: the clock, the supply, the areas' points as they stand, stop and done with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from babylon3d.core.actions import Action, Seat
from babylon3d.core.errors import IllegalAction
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.ending import patience
from babylon3d.games.babylon.fast.rules import FastRules
from babylon3d.games.babylon.fast.scoring import noble_scores, score_round
from babylon3d.games.babylon.fast.state import FastState, RoundScore, SeatState
from babylon3d.games.babylon.fast.supplies import count
from babylon3d.games.babylon.pieces import PIECE_KINDS
from babylon3d.playable.babylon.fast.awaited import area_title, awaited, touched, unagreed
from babylon3d.playable.babylon.fast.words import LABELS, NAMES, capital, clock_text, counted
from babylon3d.present.model import AreaRow, Button, HudModel, PlayerCard

LOG_LINES = 30
HURRY_S = 10
SHOWN_PATIENCE_S = 15
"""The clock shows so many last seconds of those that nothing was placed in (F15)."""
RULES = FastRules()


@dataclass(frozen=True, slots=True)
class Around:
    """What is not in the state: who sits at this screen, what was said, keys, what the hand points at."""

    seat: Seat | None
    names: tuple[str, ...]
    details: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    refusal: str = ""
    warnings: tuple[str, ...] = ()
    countdown: int = 0
    slice_left: int | None = None
    liftable: bool = False
    lowering: bool = False
    by_pad: bool = False
    slow: str = ""
    """How slowly time runs, if it does."""
    unagreed: tuple[str, ...] = ()
    """The people still in the round who have not agreed to skip the rest."""
    reading: bool = False


def hud(state: FastState, around: Around) -> HudModel:
    """Everything flat on the play screen."""
    seat = around.seat
    player = None if seat is None else state.seats[seat]
    clock, hurry = clock_of(state, seat, around)
    return HudModel(
        title=_title(state, player),
        colour="" if player is None else player.colour,
        message=_message(state, around),
        supply=() if player is None or seat is None else tuple(_supply(state, seat, player, around)),
        players=tuple(_players(state, around)),
        progress_text=around.slow or _round_text(state),
        actions=() if around.reading else tuple(_actions(state, around)),
        log=around.log[-LOG_LINES:],
        reason=capital(around.refusal),
        warnings=around.warnings,
        areas=tuple(_areas(state, seat)),
        clock=clock,
        hurry=hurry,
        note="" if player is None or seat is None else _note(state, seat, player),
        banner="" if around.reading else _banner(state, around),
    )


def clock_of(state: FastState, seat: Seat | None, around: Around) -> tuple[str, bool]:
    """The clock's text, and whether it is nearly out (F8, F12)."""
    limit = state.options.stop_watch_s
    if state.phase == "countdown":
        return (str(around.countdown) if around.countdown else "", False)
    gone = state.seconds
    if state.mouse is not None and limit:
        gone = state.seats[state.mouse if seat is None else seat].seconds
    text = clock_text(limit - gone if limit else gone)
    hurry = bool(limit) and limit - gone <= HURRY_S
    if around.slice_left is not None and state.phase == "building":
        text += f" · {max(0, around.slice_left)} s"
        hurry = hurry or around.slice_left <= 3
    left = patience(state) - state.quiet
    if state.phase == "building" and patience(state) and left <= SHOWN_PATIENCE_S:
        return f"{text} · ends in {max(0, left)} s", True
    return text, hurry


def _banner(state: FastState, around: Around) -> str:
    """3-2-1, and "Stop!" while what was let go comes to rest."""
    if state.phase == "countdown" and around.countdown:
        return str(around.countdown)
    return "Stop!" if state.phase == "settling" else ""


def _title(state: FastState, player: SeatState | None) -> str:
    if player is None:
        return f"Round {state.round}"
    return player.name


def _round_text(state: FastState) -> str:
    wins = state.options.wins
    return f"Round {state.round}" + ("" if wins == 1 else f" · first to {wins} wins")


def _message(state: FastState, around: Around) -> str:
    """What may be done now, in one line."""
    seat = around.seat
    player = None if seat is None else state.seats[seat]
    waits = awaited(state, seat)
    if around.reading:
        return ""
    match state.phase:
        case "countdown":
            return f"Get ready: the {'run' if state.solo else 'round'} begins in a moment"
        case "settling":
            return f"Stop! {waits}" if waits else "Stop! What was let go comes to rest"
        case "scored" | "over":
            return "The round is over"
        case _:
            pass
    if player is None or seat is None:
        return waits or "The bots build"
    if player.out:
        return "You felled another player's noble: out of this round (F4)"
    if player.skips:
        return unagreed(around.unagreed)
    if state.mouse is not None and state.seats[state.mouse] is not player:
        return f"{state.seats[state.mouse].name} has the mouse"
    if player.hand is not None:
        if seat in state.touching:
            return touched(state, seat)
        if around.lowering:
            return f"Setting the {NAMES[player.hand.kind]} down"
        if around.by_pad:
            return "A lets go · triggers lift and lower · shoulders turn · B puts back"
        return "Click lets go · wheel lifts and lowers · R turns"
    if player.waits and waits and any(held.id in state.unsettled for held in player.judged):
        return waits
    if player.waits:
        return f"Wait: your {NAMES[player.judged[-1].kind]} is being judged" if player.judged else "Wait a moment"
    if around.liftable:
        return "Click takes your small noble back (F7)"
    if player.done and around.by_pad:
        return "A takes a piece · B agrees to skip the rest"
    if player.done:
        return "You are done; take a piece to go on building"
    if around.by_pad:
        return "A takes a piece · X and Y choose · Back: done"
    return "Take a piece: keys 1 to 4, or the pictures"


def grab_refusal(state: FastState, seat: Seat, kind: str) -> str:
    """Why a kind of piece cannot be taken now; empty if it can. A held piece would be put back first."""
    player = state.seats[seat]
    if state.phase != "building":
        return "the round has not begun" if state.phase == "countdown" else "the round has stopped"
    if player.out:
        return "you are out of this round (F4)"
    if state.mouse is not None and state.mouse != seat:
        return f"{state.seats[state.mouse].name} has the mouse (F12)"
    if player.waits:
        return "wait until the piece you let go of has come to rest (F2)"
    if count(player.supply, kind) == 0:  # type: ignore[arg-type]
        return f"no {NAMES[kind]} is left in your supply"
    return ""


def _supply(state: FastState, seat: Seat, player: SeatState, around: Around) -> Iterator[Button]:
    for kind in PIECE_KINDS:
        left = count(player.supply, kind)
        refusal = "" if around.reading else grab_refusal(state, seat, kind)
        yield Button(
            id=f"piece:{kind}",
            label=LABELS[kind],
            key=around.keys.get(f"piece:{kind}", ""),
            icon=kind,
            enabled=not refusal and not around.reading,
            reason=capital(refusal),
            tooltip=f"Take a {NAMES[kind]}: {left} left",
            active=player.hand is not None and player.hand.kind == kind,
            count=left,
        )


def _note(state: FastState, seat: Seat, player: SeatState) -> str:
    """The pile and what is set aside; while somebody waits for it, what moves in the own areas."""
    waits = awaited(state, seat) if state.phase == "building" and not player.waits and player.hand is None else ""
    parts = [waits] if waits else []
    parts += [f"Pile: {counted(len(player.pile), 'part')}" if player.pile else ""]
    if player.set_aside:
        parts.append(f"{counted(player.set_aside, 'large noble')} set aside")
    return " · ".join(part for part in parts if part)


def _players(state: FastState, around: Around) -> Iterator[PlayerCard]:
    score = shown_score(state)
    for i, player in enumerate(state.seats):
        supply = tuple((kind, count(player.supply, kind)) for kind in PIECE_KINDS)
        facts = [around.details[i] if around.details else ""]
        if player.pile:
            facts.append(f"pile {len(player.pile)}")
        if player.skips and not player.out:
            facts.append("skips the rest")
        elif player.done and not player.out:
            facts.append("done")
        if i in state.touching:
            facts.append("touches what moves")
        final = score.seats[i].final
        yield PlayerCard(
            seat=i,
            name=player.name,
            colour=player.colour,
            supply=supply,
            total=0 if final is None else final,
            acting=i == around.seat,
            detail=" · ".join(fact for fact in facts if fact) if not player.out else "out of this round",
            total_text="out" if final is None else "",
        )


def shown_score(state: FastState) -> RoundScore:
    """The round's scores: final ones once it is scored, provisional while it is built."""
    return state.scores[-1] if state.phase in ("scored", "over") and state.scores else score_round(state)


def _areas(state: FastState, seat: Seat | None) -> Iterator[AreaRow]:
    """What each player's nobles score in each area as it stands (F9)."""
    nobles = noble_scores(state.standing, state.areas, expert=state.options.expert, solo=state.solo)
    order = range(state.areas) if seat is None else _own_first(state, seat)
    for area in order:
        seats = (area,) if state.solo else (area, (area + 1) % state.areas)
        points = tuple(
            (colour, sum(noble.points for noble in nobles if noble.area == area and noble.colour == colour))
            for colour in (state.seats[s].colour for s in seats)
        )
        yield AreaRow(area_title(state, seat, area), points, seat is not None and area in state.areas_of(seat))


def _own_first(state: FastState, seat: Seat) -> list[int]:
    own = list(state.areas_of(seat))
    return own + [area for area in range(state.areas) if area not in own]


def _actions(state: FastState, around: Around) -> Iterator[Button]:
    keys, seat = around.keys, around.seat
    if seat is not None and not state.solo:
        yield Button("view:left", "Left", keys.get("view:left", ""), "back", tooltip="Look at your left area")
        yield Button("home", "Both", keys.get("home", ""), "eye", tooltip="Look at both of your areas")
        yield Button("view:right", "Right", keys.get("view:right", ""), "next", tooltip="Look at your right area")
    player = None if seat is None else state.seats[seat]
    if player is None or player.out:
        if state.phase == "building" and not state.solo and not around.unagreed:
            tooltip = "Simulate the rest of the round at once, to the same result"
            yield Button("skip", "Skip rest", around.keys.get("skip", ""), "fast", tooltip=tooltip)
        return
    if player.hand is not None:
        yield _button(state, around, m.PutAway(), "put_away", "Put back", "undo", "Put the piece back into your supply")
        yield _button(state, around, m.LetGo(), "place", "Let go", "down", "Set the piece down where its ghost stands")
        return
    done = m.Done(no=player.done)
    label = "Build on" if player.done else "I am done"
    said = "Say that you build no further; you may change your mind"
    yield _button(state, around, done, "done", label, "check", said, player.done)
    skip = player.skips or RULES.why_not(state, around.seat or 0, m.Skip()) is None
    if skip:
        said = "Agree that the rest is simulated at once, to the same result; you give up stop, going on and F7"
        yield replace(_button(state, around, m.Skip(), "skip", "Skip rest", "fast", said, player.skips), quiet=True)
    if not skip or RULES.why_not(state, around.seat or 0, m.CallStop()) is None:
        yield _button(state, around, m.CallStop(), "stop", "Stop!", "stop", "End the round: all your nobles are placed")


def _button(
    state: FastState,
    around: Around,
    action: Action,
    id_: str,
    label: str,
    icon: str,
    tooltip: str,
    active: bool = False,
) -> Button:
    assert around.seat is not None
    error: IllegalAction | None = RULES.why_not(state, around.seat, action)
    return Button(
        id=id_,
        label=label,
        key=around.keys.get(id_, ""),
        icon=icon,
        enabled=error is None,
        reason=capital(str(error)) if error is not None else "",
        tooltip=tooltip,
        active=active,
    )
