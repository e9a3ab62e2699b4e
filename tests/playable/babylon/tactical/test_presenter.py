"""The Tactical Game's presenter: where a click goes, why not, what is lit, what is said."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from babylon3d.core.geometry import Vec3
from babylon3d.games.babylon.pieces import BABYLON, LEVEL_M, PITCH_M
from babylon3d.games.babylon.tactical.model import (
    EndTurn,
    Exchange,
    Place,
    Placed,
    PutBack,
    Settled,
    TacticalOptions,
    TakeBack,
    TakenBack,
    TurnTower,
)
from babylon3d.games.babylon.tactical.state import TacticalState
from babylon3d.playable.babylon.tactical.hand import Hand, targets
from babylon3d.playable.babylon.tactical.presenter import TacticalPresenter
from babylon3d.playable.babylon.tactical.site import Site, ghost_part
from babylon3d.playable.babylon.tactical.words import plain
from babylon3d.present.model import Hit, SceneModel
from babylon3d.present.presenter import Chronicle, Surroundings
from tests.playable.babylon.tactical.positions import NAMES, RULES, after, bridge, new, noble, opened, played, tower

UP: Vec3 = (0.0, 0.0, 1.0)


def top_of(x: float, y: float, level: int, piece: str | None) -> Hit:
    """The cursor on a top face: cells and fractions of cells, the level of the piece."""
    return Hit(piece, (x * PITCH_M, y * PITCH_M, level * LEVEL_M), UP)


def side_of(x: float, y: float, level: int, piece: str, normal: Vec3) -> Hit:
    """The cursor on the middle of a side face."""
    px, py = x * PITCH_M + normal[0] * 0.0098, y * PITCH_M + normal[1] * 0.0098
    return Hit(piece, (px, py, (level - 0.5) * LEVEL_M), normal)


def id_at(s: TacticalState, x: int, y: int, level: int) -> str:
    return next(p.id for p in s.build.parts if (x, y, level) in BABYLON.cells(p))


class Table:
    """A presenter with one person's hand."""

    def __init__(self, state: TacticalState, **hand: object) -> None:
        self.presenter = TacticalPresenter()
        self.state = state
        self.hand = Hand(**hand)  # type: ignore[arg-type]

    @property
    def seat(self) -> int:
        return self.state.to_move

    def point(self, hit: Hit | None) -> None:
        self.hand = self.presenter.point(self.state, self.seat, self.hand, hit)

    def click(self, hit: Hit | None = None) -> tuple[object, ...]:
        """Click there; what the seat wants to do. It is done."""
        if hit is not None:
            self.point(hit)
        reply = self.presenter.click(self.state, self.seat, self.hand)
        self.hand = reply.hand
        self.state = after(self.state, *reply.actions)  # type: ignore[arg-type]
        return reply.actions or (reply.refusal,)

    def press(self, command: str) -> tuple[object, ...]:
        reply = self.presenter.press(self.state, self.seat, self.hand, command)
        self.hand = reply.hand
        self.state = after(self.state, *reply.actions)  # type: ignore[arg-type]
        return reply.actions or (reply.refusal,)

    def turn(self, steps: int = 1) -> None:
        self.hand = self.presenter.turn(self.state, self.seat, self.hand, steps).hand

    def scene(self) -> SceneModel:
        return self.presenter.scene(self.state, self.seat, self.hand, self.state.build.poses(BABYLON))

    def hud(self, **around: object):  # type: ignore[no-untyped-def]
        return self.presenter.hud(self.state, self.hand, Surroundings(NAMES, acting=self.seat, **around))  # type: ignore[arg-type]


def text(scene: SceneModel) -> list[str]:
    """What is lit and where ghosts are, one line each."""
    lit = [f"{v.id} {v.glow}" for v in scene.pieces if v.glow != "none"]
    cells = [
        f"{g.kind} {g.mesh} {g.pose.position[0] / PITCH_M:+.1f} {g.pose.position[1] / PITCH_M:+.1f} "
        f"{g.pose.position[2] / LEVEL_M + 0.5:.1f}"
        for g in scene.ghosts
    ]
    return lit + cells


# -- where a click goes ------------------------------------------------------------------------------


def test_the_top_of_a_tower_means_on_it() -> None:
    s = opened()
    table = Table(s, piece="tower")
    assert table.click(top_of(0, 0, 2, id_at(s, 0, 0, 2))) == (Place("tower", 0, 0, 3),)


def test_a_cell_of_a_bridge_means_on_that_cell() -> None:
    s = opened()
    table = Table(s, piece="tower")
    assert table.click(top_of(-2.4, 0.3, 3, id_at(s, -2, 0, 3))) == (Place("tower", -2, 0, 4),)


def test_a_side_means_the_top_of_its_column() -> None:
    s = opened()
    table = Table(s, piece="tower")
    table.point(side_of(0, 0, 2, id_at(s, 0, 0, 2), (0.0, -1.0, 0.0)))
    (ghost,) = text(table.scene())
    assert ghost.endswith("tower +0.0 +0.0 3.0")


def test_a_side_below_a_bridge_means_the_top_of_the_bridge() -> None:
    s = opened()
    table = Table(s, piece="tower")
    assert table.click(side_of(-1, 0, 2, id_at(s, -1, 0, 2), (0.0, -1.0, 0.0))) == (Place("tower", -1, 0, 4),)


def test_near_a_place_that_would_do_the_nearest_one_is_meant() -> None:
    s = opened()
    table = Table(s, piece="small")
    for reach, refused in ((0.0, True), (0.021, False)):
        table.point(replace(top_of(3.45, 0, 3, id_at(s, 3, 0, 3)), reach_m=reach))
        assert bool(table.hud().reason) == refused
    assert table.click() == (Place("small", 4, 0, 2),)


def test_the_table_means_level_one() -> None:
    table = Table(new(), piece="tower")
    assert table.click(top_of(3.2, -1.6, 0, None)) == (Place("tower", 3, -2, 1),)


def test_a_bridge_takes_the_slot_whose_middle_is_nearest_to_the_cursor() -> None:
    s = after(opened(), tower(-1, 0, 4), tower(1, 0, 4))
    for x, middle in ((-0.8, 0), (0.8, 0)):
        table = Table(s, piece="bridge")
        on = id_at(s, round(x), 0, 4)
        table.point(top_of(x, 0, 4, on))
        assert table.presenter.click(s, 0, table.hand).actions == (Place("bridge", middle, 0, 5, axis="x"),)


def test_a_bridge_over_a_gap_goes_to_the_level_that_spans_it() -> None:
    s = after(opened(), tower(-1, 0, 4), tower(1, 0, 4))
    table = Table(s, piece="bridge")
    assert table.click(top_of(0, 0, 2, id_at(s, 0, 0, 2))) == (Place("bridge", 0, 0, 5, axis="x"),)


def test_a_noble_goes_to_the_tower_that_is_hit_on_whatever_face() -> None:
    s = opened()
    for hit in (top_of(4, 0, 2, id_at(s, 4, 0, 2)), side_of(4, 0, 2, id_at(s, 4, 0, 2), (0.0, -1.0, 0.0))):
        assert Table(s, piece="small").click(hit) == (Place("small", 4, 0, 2),)


def test_a_noble_that_is_hit_means_its_tower() -> None:
    s = after(opened(), noble("small", 4, 0, 2), tower(0, 0, 3), tower(0, 0, 4), tower(0, 0, 5), EndTurn())
    table = Table(s, piece="small")
    assert table.click(top_of(4, 0, 2.9, s.build.nobles[0].id)) == (Place("small", 4, 0, 2),)


def test_the_tower_that_is_lit_is_the_one_that_gets_the_noble() -> None:
    s = opened()
    table = Table(s, piece="small")
    table.point(side_of(4, 0, 2, id_at(s, 4, 0, 2), (0.0, -1.0, 0.0)))
    lit = id_at(s, 4, 0, 2)
    assert f"{lit} hover" in text(table.scene())
    table.click()
    assert table.state.build.nobles[0].on == lit


def test_towers_turn_by_quarters_and_bridges_between_their_axes() -> None:
    s = opened()
    table = Table(s, piece="tower")
    table.turn(-1)
    assert table.click(top_of(0, 0, 2, id_at(s, 0, 0, 2))) == (Place("tower", 0, 0, 3, 270),)
    table = Table(new(), piece="bridge")
    table.turn()
    assert table.click(top_of(0, 0, 0, None)) == (Place("bridge", 0, 0, 1, axis="y"),)
    table = Table(new(), piece="bridge")
    table.turn(2)
    assert table.hand.axis == "x"


# -- why not -----------------------------------------------------------------------------------------


def test_an_illegal_place_is_a_red_ghost_with_its_ruling_and_a_click_does_nothing() -> None:
    s = opened()
    table = Table(s, piece="small")
    table.point(top_of(2, 0, 3, id_at(s, 2, 0, 3)))
    assert [line for line in text(table.scene()) if line.startswith("illegal small_red")]
    assert "(B7)" in table.hud().reason
    assert "(B7)" in str(table.click()[0])
    assert table.state is s


def test_a_bridge_that_would_fit_when_turned_says_so() -> None:
    s = after(opened(), tower(4, 2, 1), tower(4, 2, 2))
    table = Table(s, piece="bridge", axis="x")
    table.point(top_of(4, 2, 2, id_at(s, 4, 2, 2)))
    assert "Turned, it would fit" in table.hud().reason


def test_the_first_turn_says_what_it_asks_for_beyond_the_others() -> None:
    first = Table(new())
    assert "levels 1 and 2 only (T4)" in first.hud().message
    s = after(new(), bridge(0, 0, 1), tower(-1, 0, 2), tower(1, 0, 2), tower(0, 0, 2), EndTurn())
    assert "cover a new cell (T4)" in Table(s).hud().message
    s = after(s, tower(0, 0, 3), tower(1, 0, 3))
    table = Table(s, piece="tower")
    table.point(top_of(1, 0, 3, id_at(s, 1, 0, 3)))
    assert "(T2)" in table.hud().reason and "cover a new cell (T4)" in table.hud().reason
    s = after(new(), bridge(0, 0, 1), tower(-1, 0, 2), tower(1, 0, 2), tower(0, 0, 2), EndTurn(), bridge(3, 0, 1))
    assert "T4" not in Table(s).hud().message
    assert "T4" not in Table(opened()).hud().message


@pytest.mark.parametrize(
    ("command", "ruling"), [("end", "T1"), ("special", "T6"), ("undo", "T11"), ("piece:large", "")]
)
def test_every_refusal_of_a_button_has_its_reason(command: str, ruling: str) -> None:
    table = Table(opened())
    done = table.press(command)
    assert (f"({ruling})" in str(done[0])) == bool(ruling)


def test_nobles_are_refused_in_the_first_round() -> None:
    table = Table(new())
    assert "(T4)" in str(table.press("piece:small")[0])
    button = next(b for b in table.hud().supply if b.id == "piece:small")
    assert not button.enabled
    assert "T4" in button.reason


def test_buttons_are_grey_with_the_reason_that_a_press_would_give() -> None:
    table = Table(opened())
    for button in table.hud().actions:
        if not button.enabled:
            assert button.reason == plain(str(table.press(button.id)[0]), table.state, NAMES)
            assert button.reason[:1].isupper()


def test_refusals_speak_of_what_is_seen() -> None:
    s = after(opened(), noble("small", 4, 0, 2))
    assert plain("the noble n1 stands at (-7, -9) on level 10 (B5)", s, NAMES) == "Ann's noble stands there (B5)"
    assert plain("(1, 2) on level 3 is under the arch of b1 and must stay empty (B3)", s, NAMES) == (
        "This place is under the arch of a bridge and must stay empty (B3)"
    )
    assert plain("t99 is unknown", s, NAMES) == "T99 is unknown"


# -- the turn ----------------------------------------------------------------------------------------


def test_the_counter_and_the_supply_follow_the_turn() -> None:
    table = Table(opened())
    assert table.hud().progress_text == "0 of 4–5 placed"
    before = {b.id: b.count for b in table.hud().supply}
    table.press("piece:tower")
    table.click(top_of(0, 0, 2, id_at(table.state, 0, 0, 2)))
    assert table.hud().progress_text == "1 of 4–5 placed"
    assert {b.id: b.count for b in table.hud().supply}["piece:tower"] == (before["piece:tower"] or 0) - 1
    assert table.hand.piece == "tower"


def test_the_hand_is_empty_after_the_last_piece_of_its_kind() -> None:
    s = opened(TacticalOptions(large=1, small=1))
    table = Table(s, piece="large")
    table.click(top_of(4, 0, 2, id_at(s, 4, 0, 2)))
    assert table.hand.piece is None


def test_a_piece_that_is_taken_again_is_put_back() -> None:
    table = Table(opened())
    table.press("piece:tower")
    table.press("piece:tower")
    assert table.hand.piece is None


def test_take_back_is_offered_by_the_house_rule_only() -> None:
    assert "undo" not in [b.id for b in Table(opened()).hud().actions]
    table = Table(opened(TacticalOptions(take_back=True)))
    assert not next(b for b in table.hud().actions if b.id == "undo").enabled
    table.press("piece:tower")
    table.click(top_of(0, 0, 2, id_at(table.state, 0, 0, 2)))
    assert table.press("undo") == (TakeBack(),)


def test_the_majority_table_and_the_totals_are_the_rules_own() -> None:
    for seed in range(3):
        s = played(seed, 60)
        table = Table(s)
        score = RULES.score(s)
        hud = table.hud()
        assert {card.colour: card.total for card in hud.players} == {c: p.total for c, p in score.players.items()}
        rows = {row.level: (row.leader, row.counts) for row in hud.ruler}
        for row in score.rows:
            assert rows[row.level][0] == row.leader
            assert dict(rows[row.level][1]) == dict(row.counts)


def test_slots_are_shown_all_at_once_and_are_the_rules_own() -> None:
    s = opened()
    table = Table(s, piece="tower", show_slots=True)
    shown = {g.pose.position for g in table.scene().ghosts if g.kind == "slot"}
    high = {p for p in RULES.placements(s, "tower") if p.level > 1}
    assert len([p for p in shown if p[2] > LEVEL_M]) == len(high)


def test_a_nobles_places_are_marked_as_large_as_a_tower() -> None:
    s = opened()
    table = Table(s, piece="small", show_slots=True)
    shown = {(g.mesh, g.pose.position) for g in table.scene().ghosts if g.kind == "slot"}
    tops = {
        BABYLON.lattice_pose(ghost_part(tower(p.x, p.y, p.level + 1))).position for p in RULES.placements(s, "small")
    }
    assert tops and shown == {("tower", top) for top in tops}


def test_a_piece_that_goes_nowhere_says_so_where_its_places_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    s = opened()
    assert "Click where" in Table(s, piece="small", show_slots=True).hud().message
    monkeypatch.setattr(Site, "refused", lambda *_: True)  # all are found to be dead ends (T2)
    assert "no place for a small noble now · try another" in Table(s, piece="small", show_slots=True).hud().message
    assert "no place for a bridge lying this way now · wheel" in Table(s, piece="bridge", show_slots=True).hud().message
    assert "Click where" in Table(s, piece="small").hud().message


# -- the special move --------------------------------------------------------------------------------


def special(options: TacticalOptions = TacticalOptions()) -> TacticalState:
    """Red small on level 2 (n1) and large on 2 (n2), yellow small on level 3 (n3); Cid has placed four towers."""
    s = opened(options)
    s = after(s, noble("small", 4, 0, 2), noble("large", -4, 0, 2), tower(0, 0, 3), tower(0, 0, 4), EndTurn())
    s = after(s, tower(2, 0, 4), noble("small", 2, 0, 4), tower(0, 0, 5), tower(0, 0, 6), EndTurn())
    s = after(s, tower(0, 0, 7), tower(0, 0, 8), tower(0, 0, 9), tower(0, 0, 10), EndTurn())
    assert s.special
    return s


def on_noble(s: TacticalState, name: str) -> Hit:
    x, y, z = s.build.poses(BABYLON)[name].position
    return Hit(name, (x, y, z), UP)


def test_two_clicks_switch_two_nobles() -> None:
    s = special()
    table = Table(s)
    table.click(on_noble(s, "n1"))
    assert table.hand.chosen == "n1"
    assert "n1 picked" in text(table.scene())
    assert "n3 choice" in text(table.scene())
    assert table.click(on_noble(s, "n3")) == (Exchange(("n1", "n3")),)


def test_a_noble_without_a_partner_says_why() -> None:
    s = special()
    table = Table(s)
    assert "(T6)" in str(table.click(on_noble(s, "n2"))[0])
    assert table.hand.chosen is None


def test_the_chosen_noble_is_let_go_by_a_second_click() -> None:
    s = special()
    table = Table(s)
    table.click(on_noble(s, "n1"))
    table.click(on_noble(s, "n1"))
    assert table.hand.chosen is None


def test_nobles_of_different_sizes_are_not_switched() -> None:
    s = special()
    table = Table(s)
    table.click(on_noble(s, "n1"))
    assert "same size" in str(table.click(on_noble(s, "n2"))[0])


def test_experts_turn_a_tower_by_clicking_it_either_way() -> None:
    s = special(TacticalOptions(expert=True))
    top = id_at(s, 0, 0, 10)
    table = Table(s)
    assert table.click(side_of(0, 0, 10, top, (1.0, 0.0, 0.0))) == (TurnTower(top),)
    table = Table(s)
    table.turn()
    assert "two nobles" in table.hud().message and "turn it clockwise" in table.hud().message
    assert table.click(side_of(0, 0, 10, top, (1.0, 0.0, 0.0))) == (TurnTower(top, clockwise=True),)


def test_nobody_is_asked_to_switch_nobles_where_there_are_none() -> None:
    s = new(TacticalOptions(expert=True))
    s = after(s, bridge(0, 0, 1), tower(-1, 0, 2), tower(1, 0, 2), tower(0, 0, 2), EndTurn())
    assert s.special and Table(s).hud().message.startswith("Special move: click a tower to turn it counter-clockwise")


def test_a_tower_that_carries_a_part_is_not_turned() -> None:
    s = special(TacticalOptions(expert=True))
    table = Table(s)
    assert "(T7)" in str(table.click(side_of(0, 0, 9, id_at(s, 0, 0, 9), (1.0, 0.0, 0.0)))[0])


def test_the_special_move_needs_a_turn_without_nobles() -> None:
    s = after(opened(), noble("small", 4, 0, 2), tower(0, 0, 3), tower(0, 0, 4), tower(0, 0, 5))
    assert "(T6)" in str(Table(s).press("special")[0])


def test_the_end_button_ends_the_turn_and_declines_the_special_move() -> None:
    table = Table(special())
    assert table.press("end") == (EndTurn(),)
    assert table.state.to_move == 0


# -- never what the rules refuse ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_whatever_hands_do_only_legal_actions_come_of_it(seed: int) -> None:
    rng = random.Random(seed)
    options = TacticalOptions(expert=bool(seed % 2), take_back=True, open_exchange=seed > 1)
    s = played(seed, 30 + 10 * seed, options)
    table = Table(s)
    acted = 0
    for _ in range(250):
        if table.state.ended is not None:
            break
        pieces = [*table.state.build.pieces()]
        piece = rng.choice([None, *(p.id for p in pieces)])
        x, y, z = table.state.build.poses(BABYLON)[piece].position if piece else (rng.gauss(0, 0.1), 0.02, 0.0)
        normal = rng.choice([UP, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, -1.0)])
        before = table.state
        match rng.randrange(5):
            case 0 | 1:
                table.click(Hit(piece, (x, y, z), normal))  # `after` verifies every action
            case 2:
                table.turn(rng.choice((-3, -1, 1, 2)))
            case 3:
                table.press(rng.choice(("piece:tower", "piece:bridge", "piece:large", "piece:small", "slots")))
            case _:
                table.press(rng.choice(("end", "special", "undo", "fade:up", "fade:down")))
        acted += table.state is not before
        table.scene()
        table.hud()
    assert acted > 5


# -- by keyboard alone -------------------------------------------------------------------------------

WAYS = ((1.0, 0.0, 0), (-1.0, 0.0, 0), (0.0, 1.0, 0), (0.0, -1.0, 0), (0.0, 0.0, 1), (0.0, 0.0, -1))


@pytest.mark.parametrize("piece", ["tower", "bridge", "small"])
@pytest.mark.parametrize("seed", range(3))
def test_the_keyboards_cursor_reaches_every_slot(piece: str, seed: int) -> None:
    s = played(seed, 60)
    presenter = TacticalPresenter()
    seat = s.to_move
    start = presenter.walk(s, seat, Hand(piece=piece), 1.0, 0.0, 0)  # type: ignore[arg-type]
    wanted = set(targets(Site(s, seat), start))
    seen = {start.cursor}
    edge = [start]
    while edge:
        hand = edge.pop()
        for dx, dy, up in WAYS:
            there = presenter.walk(s, seat, hand, dx, dy, up)
            if there.cursor not in seen:
                seen.add(there.cursor)
                edge.append(there)
    assert seen >= wanted


# -- words -------------------------------------------------------------------------------------------


def test_the_log_is_in_plain_words_and_forgets_what_was_taken_back() -> None:
    presenter = TacticalPresenter()
    s = opened(TacticalOptions(take_back=True))
    chronicle = Chronicle(NAMES)
    step = RULES.apply(s, 0, tower(0, 0, 3))
    chronicle = chronicle.after(presenter, step.events, step.state)
    assert chronicle.lines == ("Ann placed a tower on level 3",)
    back = RULES.apply(step.state, 0, TakeBack())
    assert isinstance(back.events[0], TakenBack)
    assert chronicle.after(presenter, back.events, back.state).lines == ()


def test_lines_of_nobles_falls_and_turns() -> None:
    s = after(opened(), noble("large", 4, 0, 2))
    presenter = TacticalPresenter()
    assert presenter.line(Placed(0, "n1"), s, NAMES) == "Ann put a large noble on level 2"
    assert presenter.line(PutBack(("n1",)), s, NAMES) == "1 piece fell and was put back (T10)"
    fallen = RULES.resolve(s, Settled(("n1", "t1")))
    assert presenter.line(fallen.events[0], fallen.state, NAMES) == "2 pieces fell and were put back (T10)"
    step = RULES.apply(special(), 2, Exchange(("n1", "n3")))
    lines = Chronicle(NAMES).after(presenter, step.events, step.state).lines
    assert lines == ("Cid switched two small nobles: Ann's to level 4, Bo's to level 2", "Ann's turn")
