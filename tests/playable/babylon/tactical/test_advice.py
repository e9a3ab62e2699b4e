"""What helps whoever is refused: the same words for pointing and clicking, a place that works, loose parts, names."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

from babylon3d.games.babylon.nobles import why_not_exchange
from babylon3d.games.babylon.pieces import COLOURS, PIECE_KINDS
from babylon3d.games.babylon.tactical.model import EndTurn, Exchange, Exchanged, Place, TacticalOptions, Unable
from babylon3d.games.babylon.tactical.scoring import score_table
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.playable.babylon.tactical.hand import Hand
from babylon3d.playable.babylon.tactical.presenter import TacticalPresenter
from babylon3d.playable.babylon.tactical.sheet import tactical_sheet
from babylon3d.present.model import HudModel
from babylon3d.present.palette import NORMAL
from babylon3d.present.presenter import Refused, Surroundings
from tests.playable.babylon.tactical.positions import NAMES, RULES, after, bridge, new, noble, opened, played, tower

KEYS = {"works": "p"}


def hud(s: TacticalState, hand: Hand, refusal: Refused = "") -> HudModel:
    return TacticalPresenter().hud(s, hand, Surroundings(NAMES, acting=s.to_move, keys=KEYS, refusal=refusal))


def at(place: Place, **more: object) -> Hand:
    """A hand whose cursor stands on a place."""
    return Hand(piece=place.piece, axis=place.axis or "x", cursor=place, **more)  # type: ignore[arg-type]


def glows(s: TacticalState) -> dict[str, str]:
    scene = TacticalPresenter().scene(s, s.to_move, Hand(), {})
    return {visual.id: visual.glow for visual in scene.pieces}


def test_pointing_and_clicking_give_the_same_words_and_a_way_out() -> None:
    s = after(new(), bridge(0, 0, 1))
    for place in (tower(9, 0, 1), bridge(9, 0, 1), tower(0, 0, 1), bridge(0, 9, 1, "y"), tower(0, 5, 3)):
        hand = at(place)
        reply = TacticalPresenter().click(s, 0, hand)
        assert reply.refusal and not reply.actions
        assert hud(s, hand).reason == hud(s, reply.hand, reply.refusal).reason
        assert hud(s, hand).reason.endswith("There is a place that works: P shows where")


def test_a_refusal_names_another_piece_where_the_one_in_the_hand_has_no_place() -> None:
    s = after(new(), tower(0, 0, 1))
    reason = hud(s, at(tower(0, 0, 2))).reason
    assert "no third piece could be placed (T2): in the first turn the parts stay on levels 1 and 2 (T4)" in reason


def test_another_refusal_is_told_as_it_is() -> None:
    s = after(new(), bridge(0, 0, 1))
    assert hud(s, at(tower(9, 0, 1)), "something else (B1)").reason == "Something else (B1)"


def test_a_place_that_works_is_marked_and_can_be_placed() -> None:
    presenter = TacticalPresenter()
    for seed, actions in ((1, 0), (2, 9), (3, 31), (4, 57), (5, 80)):
        s = played(seed, actions)
        if s.special or s.ended is not None:
            continue
        for piece in (None, *PIECE_KINDS):
            reply = presenter.press(s, s.to_move, Hand(piece=piece), "works")
            place = reply.hand.shown
            if place is None:
                assert len(s.placed) >= 4 and reply.refusal == "Nothing more can be placed: end your turn"
                continue
            scene = presenter.scene(s, s.to_move, reply.hand, {})
            assert [ghost.kind for ghost in scene.ghosts].count("shown") == 1
            said = presenter.hud(s, reply.hand, Surroundings(NAMES, acting=s.to_move)).message
            assert f"on level {place.level} would do where it is marked" in said
            beside = presenter.hud(
                s, replace(reply.hand, cursor=tower(40, 40, 3)), Surroundings(NAMES, acting=s.to_move, keys=KEYS)
            )
            assert "shows where" not in beside.reason
            after(s, place)


def test_a_marked_place_is_gone_after_a_placement_and_is_not_given_to_others() -> None:
    s = after(new(), bridge(0, 0, 1))
    shown = TacticalPresenter().press(s, 0, Hand(piece="tower"), "works").hand.shown
    assert shown is not None
    reply = TacticalPresenter().click(s, 0, at(shown, shown=shown))
    assert reply.actions == (shown,) and reply.hand.shown is None
    assert TacticalPresenter().drop(at(shown, shown=shown)).shown is None
    refused = TacticalPresenter().press(s, None, Hand(), "works")
    assert refused.hand.shown is None and "not your turn" in refused.refusal


def test_parts_that_are_not_joined_yet_are_marked_and_told_before_the_turn_ends() -> None:
    s = after(opened(), tower(0, 2, 1))
    loose = s.placed[-1]
    assert glows(s)[loose] == "loose"
    assert list(glows(s).values()).count("loose") == 1
    assert "1 part of this turn is not joined to the rest yet (B6)" in hud(s, Hand()).warnings
    s = after(s, tower(0, 2, 2), bridge(0, 1, 3, "y"))
    assert "loose" not in glows(s).values()
    assert not hud(s, Hand()).warnings


def test_what_a_noble_would_change_is_told_before_the_click_as_the_score_says() -> None:
    """T9: the points of everybody, from the rules' own scoring."""
    told = 0
    for seed in range(4):
        s = played(seed, 60 + 7 * seed)
        if s.special or s.ended is not None:
            continue
        before = score_table(s.build, {}).players
        for place in (p for p in RULES.legal_actions(s, s.to_move) if isinstance(p, Place)):
            said = hud(s, at(place)).foresight
            if place.piece not in ("large", "small"):
                assert not said
                continue
            now = score_table(after(s, place).build, {}).players
            for seat, name in zip(s.seats, NAMES, strict=True):
                was = before[seat.colour].total if seat.colour in before else 0
                by = (now[seat.colour].total if seat.colour in now else 0) - was
                sign = f"+{by} for {name}" if by > 0 else f"\N{MINUS SIGN}{-by} for {name}"
                assert (sign in said) == (by != 0)
                assert by == 0 or not said.startswith("No points change")
            assert said.endswith(f"level {place.level}")
            told += 1
    assert told > 10


def test_the_totals_say_why_they_begin_below_nothing() -> None:
    shown = hud(new(), Hand())
    assert {card.total for card in shown.players} == {-6}
    assert shown.totals_note == "\N{MINUS SIGN}1 for each bridge not placed (T9)"


# -- names -------------------------------------------------------------------------------------------

COLOUR = re.compile(rf"\b({'|'.join(NORMAL)})\b", re.IGNORECASE)


def words(shown: HudModel) -> Iterator[str]:
    yield from (shown.title, shown.message, shown.reason, shown.foresight, shown.progress_text, shown.note)
    yield from (shown.totals_note, *shown.warnings, *shown.log)
    for button in (*shown.supply, *shown.actions):
        yield from (button.label, button.reason, button.tooltip)
    for card in shown.players:
        yield from (card.name, card.detail, card.total_text)


def some_actions(s: TacticalState, rng: random.Random) -> Iterator[object]:
    """Legal and illegal ones of every kind."""
    nobles = [n.id for n in s.build.nobles]
    yield from (EndTurn(), Unable())
    for _ in range(12 if len(nobles) > 1 else 0):
        yield Exchange((rng.choice(nobles), rng.choice(nobles)))
    for part in s.build.parts:
        x, y, level = part.cell
        for kind in PIECE_KINDS:
            yield Place(kind, x, y, level + (rng.random() < 0.3), axis="x" if kind == "bridge" else None)


def test_people_are_called_by_their_names_and_nothing_by_a_colour() -> None:
    """Outcomes, refusals, log lines, cards and sheets; seats' own colours and all others of the palette."""
    presenter, rng, told = TacticalPresenter(), random.Random(5), 0
    options = TacticalOptions(expert=True, take_back=True)
    for seed in range(2):
        for actions in (3, 61, 500):
            s = played(seed, actions, options)
            texts = list(words(hud(s, Hand())))
            for action in some_actions(s, rng):
                refusal = RULES.why_not(s, s.to_move, action)  # type: ignore[arg-type]
                if refusal is not None:
                    texts += words(hud(s, Hand(), refusal))
                if isinstance(action, Place):
                    texts += words(hud(s, at(action)))
            for seat in range(3):
                texts += words(hud(s, Hand(), RULES.why_not(s, seat, EndTurn()) or ""))
            nobles = [n.id for n in s.build.nobles]
            if len(nobles) > 1:
                texts.append(presenter.line(Exchanged(0, (nobles[0], nobles[-1])), s, NAMES))
            if s.ended is not None:
                sheet = tactical_sheet(s, s.ended, NAMES)
                texts += (sheet.verdict, sheet.reason, str(sheet))
                texts[-1] = texts[-1].replace(str(sheet.colours), "")
            for text in texts:
                assert not COLOUR.search(text), text
                told += bool(text)
    assert told > 300


def test_whoever_cannot_place_four_pieces_is_named() -> None:
    s = new()
    ended = RULES.apply(s, 0, Unable())
    assert f"{COLOURS[0]} cannot place" in ended.state.ended.reason  # type: ignore[union-attr]
    assert hud(ended.state, Hand()).message == "Ann cannot place 4 pieces"
    line = TacticalPresenter().line(ended.events[-1], ended.state, NAMES)
    assert line == "The game is over: Ann cannot place 4 pieces"
    sheet = tactical_sheet(ended.state, ended.state.ended, NAMES)  # type: ignore[arg-type]
    assert "Ann cannot place 4 pieces (T3)" in str(sheet)


def test_both_nobles_of_one_player_are_that_players() -> None:
    s = after(opened(), noble("small", 4, 0, 2), noble("small", 0, 0, 2))
    one, other = (n.id for n in s.build.nobles)
    refusal = why_not_exchange(s.building, (one, other), s.capacity, expert=False)
    assert refusal is not None
    assert hud(s, Hand(), refusal).reason == "Both are Ann's, the exchange would change nothing (T6)"
