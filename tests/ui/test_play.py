"""The play screen and the replay viewer in the real program without a display: hands, hand-over, pause, end."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from babylon3d.app.loop import Loop
from babylon3d.app.main import open_services
from babylon3d.app.screen import Pop, Push, Reset
from babylon3d.app.screens.camera_controls import in_sight
from babylon3d.app.screens.pause import PauseScreen
from babylon3d.app.screens.rules_page import RulesScreen
from babylon3d.app.screens.turns.play import BANNER_S, CLEAR_S, PlayScreen
from babylon3d.app.screens.turns.replay import ReplayScreen
from babylon3d.app.screens.turns.results import ResultsScreen
from babylon3d.app.services import Services
from babylon3d.app.stack import Stack
from babylon3d.core.actions import Action, Event
from babylon3d.core.rules import SeatInfo
from babylon3d.games.babylon.tactical.model import Placed, TacticalOptions, TurnEnded
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.babylon.tactical.hand import Hand
from babylon3d.playable.begin import begin
from babylon3d.playable.setup import GameSetup
from babylon3d.players.bot import Thought
from babylon3d.present.input import (
    Changed,
    KeyDown,
    Modifiers,
    MouseDown,
    MouseMoved,
    MouseUp,
    Pressed,
    ScreenEvent,
    Wheel,
)
from babylon3d.render.camera import Bounds
from babylon3d.render.scene import world_bounds
from babylon3d.render.ui.elements import Panel, Text
from babylon3d.settings import Settings
from tests.ui.games import record_of

SIZE = (800, 600)


@pytest.fixture(scope="module")
def services() -> Iterator[Services]:
    ctx = open_services(Settings(quality="flat"), kind="offscreen", size=SIZE)
    yield ctx
    ctx.close()


class Desk:
    """The program with a screen on top of the menu."""

    def __init__(self, ctx: Services) -> None:
        self.ctx = ctx
        self.stack = Stack(ctx)
        self.loop = Loop(ctx, self.stack)
        self.stack.change(Reset(ctx.screens.menu()))

    def ticks(self, count: int, *events: ScreenEvent) -> None:
        for number in range(count):
            self.loop.tick(events if number == 0 else ())
            assert not self.loop.faults, self.loop.faults[0]

    def do(self, *events: ScreenEvent) -> None:
        self.ticks(1, *events)

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.do(KeyDown(key))

    def click(self, x: float, y: float) -> None:
        self.do(MouseMoved(x, y))
        self.do(MouseDown("left", x, y))
        self.do(MouseUp("left", x, y))

    def settle(self, screen: PlayScreen, limit: int = 900) -> None:
        for _ in range(limit):
            if not screen.sitting.busy and not self.ctx.scene.camera.moving:  # type: ignore[union-attr]
                return
            self.ticks(1)
        raise AssertionError("it never rests")

    def hand(self, screen: PlayScreen) -> Hand:
        assert isinstance(screen.sitting.hand, Hand)
        return screen.sitting.hand


def setup(*controllers: str, seed: int = 4) -> GameSetup:
    names = ("Ann", "Bo", "Cid", "Dora", "Eve")
    colours = ("red", "yellow", "green", "blue", "violet")
    seats = tuple(SeatInfo(n, c, k) for n, c, k in zip(names, colours, controllers, strict=False))
    return GameSetup("tactical", seats, TacticalOptions(large=1, small=1), seed)


@pytest.fixture
def desk(services: Services) -> Iterator[Desk]:
    services.settings = Settings(quality="flat")
    made = Desk(services)
    yield made
    made.stack.abandon()


@pytest.fixture
def screen(desk: Desk) -> PlayScreen:
    made = PlayScreen(setup("human", "human", "human"))
    desk.stack.change(Push(made))
    desk.ticks(2)
    return made


def announced(desk: Desk) -> str:
    """What stands large over the table."""
    body, dialog, _ = desk.ctx.ui.placed
    assert not dialog, "nothing but the words is in the way"
    texts = [placed.element for placed in body if isinstance(placed.element, Text)]
    return next((text.text for text in texts if text.style == "heading" and text.colour == "amber"), "")


def covering(desk: Desk, piece: str) -> list[str]:
    """What lies over the middle of a piece on the table, beside the panels that are always there."""
    scene = desk.ctx.scene
    assert scene is not None
    pose = next(visual.pose for visual in scene.model.pieces if visual.id == piece)
    pixel = scene.pixel_of(pose.position)
    body, dialog, above = desk.ctx.ui.placed
    if pixel is None:
        return ["it is out of the picture"]
    x, y = (at / desk.ctx.ui.scale for at in pixel)
    lies = [p for p in (*body, *dialog, *above) if isinstance(p.element, Panel) and p.element.style != "clear"]
    left, top, right, _ = (at / desk.ctx.ui.scale for at in desk.ctx.ui.middle())
    over = [p for p in lies if p.shown.holds(x, y)]
    return [p.path for p in over if left <= p.shown.x and top <= p.shown.y and p.shown.right <= right + 1]


def planned(thought: Thought[Action]) -> Action:
    """What a bot would do next."""
    while True:
        try:
            next(thought)
        except StopIteration as finished:
            return finished.value[0]


def open_turn(desk: Desk, screen: PlayScreen) -> None:
    """Ann places a bridge and three towers on it, by the keyboard alone."""
    for key in ("2", "1", "1", "1"):
        if screen.sitting.holding():
            desk.keys("escape")
        before = len(screen.sitting.session.state.placed)
        desk.keys(key, "arrow_up")
        for step in ("page_up", "arrow_left", "page_up", "arrow_right", "page_up", "arrow_right", "page_up"):
            desk.keys("space")
            desk.ticks(2)
            if len(screen.sitting.session.state.placed) > before:
                break
            desk.keys(step)
        assert len(screen.sitting.session.state.placed) == before + 1
        desk.settle(screen)


def test_a_turn_by_the_keyboard_alone_and_the_hand_over(desk: Desk, screen: PlayScreen) -> None:
    open_turn(desk, screen)
    assert screen.sitting.seat == 0
    desk.keys("e")
    desk.ticks(3)
    assert screen.sitting.seat == 1
    assert screen.busy
    desk.ticks(round(CLEAR_S * 60))
    assert announced(desk) == "Bo's turn"
    desk.keys("1")
    assert desk.hand(screen).piece == "tower", "words that wait for nobody are in nobody's way"
    desk.ticks(2)
    assert announced(desk) == ""


def test_no_card_covers_what_was_placed_within_its_first_second(desk: Desk, screen: PlayScreen) -> None:
    since, tick = 0, screen.sitting.tick

    def counted(dt: float) -> tuple[Event, ...]:
        nonlocal since
        happened = tick(dt)
        since = 0 if any(isinstance(event, Placed) for event in happened) else since + 1
        return happened

    screen.sitting.tick = counted  # type: ignore[method-assign, assignment]
    open_turn(desk, screen)
    desk.keys("e")
    told = []
    for _ in range(90):
        told.append((since, announced(desk)))
        desk.ticks(1)
    assert all(not card for frames, card in told if frames < 59)
    assert told[0][0] < 59
    assert told[-1][1] == "Bo's turn"


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["slow", "normal", "fast", "at once"])
def test_ten_turns_of_others_are_seen_at_each_pace(desk: Desk, pace: str) -> None:
    desk.ctx.settings = Settings(quality="flat", bot_pace=pace)
    players = setup("human", "bot:easy", "human", "bot:easy", "bot:easy")
    made = PlayScreen(players, begin(players, nature="ideal"))
    desk.stack.change(Push(made))
    sitting = made.sitting
    tick, minds = sitting.tick, {seat: next(iter(sitting._minds.values()))(seat) for seat in (0, 2)}
    placed: dict[str, int] = {}
    frame = turns = cards = 0

    def heard(dt: float) -> tuple[Event, ...]:
        nonlocal turns
        happened = tick(dt)
        others = (event for event in happened if isinstance(event, Placed) and event.seat not in minds)
        placed.update({event.id: frame for event in others})
        turns += sum(isinstance(event, TurnEnded) and event.seat not in minds for event in happened)
        return happened

    sitting.tick = heard  # type: ignore[method-assign, assignment]
    while turns < 10 and not sitting.session.over:
        if sitting.seat is not None and (made._banner_s or made._last_seat == sitting.seat):
            sitting.people[sitting.seat].do(planned(minds[sitting.seat](sitting.view)))
        desk.ticks(1)
        frame += 1
        cards += bool(announced(desk))
        for piece, since in placed.items():
            if frame - since < 60:
                assert not covering(desk, piece), (frame, piece)
    assert turns == 10
    assert cards


def test_what_people_place_stays_in_sight_with_room_for_a_piece_on_it(desk: Desk) -> None:
    players = setup("human", "bot:easy", "human")
    made = PlayScreen(players, begin(players, nature="ideal"))
    desk.stack.change(Push(made))
    desk.ticks(2)
    sitting, scene = made.sitting, desk.ctx.scene
    assert scene is not None
    mind = next(iter(sitting._minds.values()))
    minds = {0: mind(0), 2: mind(2)}
    moved = placed = 0
    while placed < 24 and not sitting.session.over:
        if sitting.seat is None:
            desk.ticks(1)
            continue
        desk.settle(made)
        goal = scene.camera.goal
        seat, pieces = sitting.seat, len(scene.model.pieces)
        sitting.people[seat].do(planned(minds[seat](sitting.view)))
        desk.ticks(2)
        if sitting.seat != seat:
            continue
        desk.settle(made)
        boxes = [world_bounds(v.pose, scene.catalogue, v.mesh) for v in scene.model.pieces]
        assert in_sight(scene, desk.ctx.ui.middle(), [Bounds(b.low, (*b.high[:2], b.high[2] + 0.02)) for b in boxes])
        placed += len(scene.model.pieces) - pieces
        moved += scene.camera.goal != goal
    assert 0 < moved < placed / 2, "it follows, and otherwise stays under the hand"


def test_a_view_that_was_taken_stays(desk: Desk, screen: PlayScreen) -> None:
    camera = desk.ctx.scene.camera  # type: ignore[union-attr]
    desk.do(MouseDown("right", 400, 300), MouseMoved(460, 300), MouseUp("right", 460, 300))
    camera.zoom(12)
    camera.finish()
    before = camera.goal
    desk.keys("1")
    desk.click(*screen.status()["spots"][0])  # type: ignore[index]
    desk.settle(screen)
    assert len(screen.sitting.session.state.placed) == 1
    assert camera.goal == before


def test_all_places_of_a_hint_are_in_sight(desk: Desk) -> None:
    players = replace(setup("human", "human", "human"), options=TacticalOptions(large=1, small=1, hints=True))
    made = PlayScreen(players, begin(players, nature="ideal"))
    desk.stack.change(Push(made))
    desk.ticks(2)
    scene, hinting = desk.ctx.scene, made.sitting.hinting
    assert scene is not None and hinting is not None
    scene.camera.zoom(14)
    scene.camera.finish()
    made._command("hint")
    for _ in range(3000):
        desk.ticks(1)
        if not hinting.busy:
            break
    desk.ticks(1)
    desk.settle(made)
    marked = made.sitting.marked()
    assert len(marked) >= 4
    boxes = [world_bounds(ghost.pose, scene.catalogue, ghost.mesh) for ghost in marked]
    assert in_sight(scene, desk.ctx.ui.middle(), boxes)


def test_words_between_turns_stop_nothing(desk: Desk, screen: PlayScreen) -> None:
    open_turn(desk, screen)
    desk.keys("1", "e")
    desk.ticks(3)
    assert screen.sitting.seat == 1
    assert not desk.hand(screen).piece, "nobody takes over what another held"
    desk.ticks(round(CLEAR_S * 60))
    assert announced(desk)
    x, y = desk.ctx.ui.centre_of("piece:tower") or (0.0, 0.0)
    desk.click(x, y)
    assert desk.hand(screen).piece == "tower"
    assert not announced(desk)


def test_the_hand_over_goes_on_by_itself(desk: Desk, screen: PlayScreen) -> None:
    open_turn(desk, screen)
    desk.keys("e")
    desk.ticks(round((BANNER_S + CLEAR_S) * 60) + 10)
    assert announced(desk) == ""


def test_escape_puts_the_piece_back_first_and_pauses_then(desk: Desk, screen: PlayScreen) -> None:
    desk.keys("1")
    assert desk.hand(screen).piece == "tower"
    desk.keys("escape")
    assert desk.hand(screen).piece is None
    assert desk.stack.top is screen
    desk.keys("escape")
    assert isinstance(desk.stack.top, PauseScreen)
    desk.keys("escape")
    assert desk.stack.top is screen


def test_the_key_for_putting_back_does_so(desk: Desk, screen: PlayScreen) -> None:
    desk.keys("1")
    assert desk.hand(screen).piece == "tower"
    desk.keys("q", "q")
    assert desk.hand(screen).piece is None
    assert desk.stack.top is screen


def test_the_wheel_zooms_with_an_empty_hand_and_turns_what_is_held(desk: Desk, screen: PlayScreen) -> None:
    camera = desk.ctx.scene.camera  # type: ignore[union-attr]
    middle = (SIZE[0] / 2, SIZE[1] / 2)
    before = camera.goal.distance
    desk.do(Wheel(1, *middle))
    assert camera.goal.distance < before
    desk.keys("1")
    before = camera.goal.distance
    desk.do(Wheel(1, *middle))
    assert camera.goal.distance == before
    assert desk.hand(screen).turn == 90
    desk.do(Wheel(1, *middle, Modifiers(control=True)))
    assert camera.goal.distance < before
    assert desk.hand(screen).turn == 90


def test_a_right_drag_orbits_and_places_nothing(desk: Desk, screen: PlayScreen) -> None:
    desk.keys("1")
    camera = desk.ctx.scene.camera  # type: ignore[union-attr]
    before = camera.goal.azimuth_deg
    desk.do(MouseDown("right", 400, 300), MouseMoved(460, 300), MouseUp("right", 460, 300))
    assert camera.goal.azimuth_deg != before
    assert not screen.sitting.session.state.placed
    desk.keys("home")
    assert camera.goal.azimuth_deg % 360 == pytest.approx(before % 360)


def test_a_click_where_the_program_says_places_a_piece(desk: Desk, screen: PlayScreen) -> None:
    desk.keys("2")
    desk.settle(screen)
    spots = screen.status()["spots"]
    assert isinstance(spots, list) and spots
    desk.click(*spots[0])
    desk.ticks(2)
    assert screen.sitting.session.state.placed == ("b1",)
    assert desk.hand(screen).hit is None, "no red ghost in the piece that was just placed"


def test_a_double_click_places_one_piece_only(desk: Desk, screen: PlayScreen) -> None:
    desk.keys("1")
    desk.settle(screen)
    spots = screen.status()["spots"]
    assert isinstance(spots, list) and spots
    x, y = spots[0]
    desk.do(MouseMoved(x, y))
    for clicks in (1, 2):
        desk.do(MouseDown("left", x, y, clicks=clicks))
        desk.do(MouseUp("left", x, y))
    desk.ticks(3)
    assert len(screen.sitting.session.state.placed) == 1


def test_a_button_of_the_hud_does_what_its_key_does(desk: Desk, screen: PlayScreen) -> None:
    desk.do(Pressed("piece:bridge"))
    assert desk.hand(screen).piece == "bridge"
    desk.do(Pressed("slots"))
    assert desk.hand(screen).show_slots
    desk.keys("h")
    assert not desk.hand(screen).show_slots


def test_a_changed_key_counts(desk: Desk, screen: PlayScreen) -> None:
    desk.ctx.settings = Settings(quality="flat", keys={"piece:tower": "9"})
    desk.ticks(2)
    desk.keys("9")
    assert desk.hand(screen).piece == "tower"


def test_a_disabled_button_says_why(desk: Desk, screen: PlayScreen) -> None:
    desk.keys("4")
    desk.ticks(2)
    widget = desk.ctx.ui.interaction.widget("piece:small")
    assert widget is not None
    assert not widget.enabled
    assert "(T4)" in widget.reason
    assert desk.hand(screen).piece is None


def test_left_and_entered_again_everything_stands_as_it_was(desk: Desk, screen: PlayScreen) -> None:
    open_turn(desk, screen)
    state = screen.sitting.session.state
    poses = dict(screen.sitting.poses())
    for _ in range(2):
        desk.keys("escape")
        desk.ticks(3)
        desk.stack.change(Pop())
        desk.ticks(3)
        assert desk.stack.top is screen
    assert screen.sitting.session.state is state
    for piece, pose in screen.sitting.poses().items():
        assert pose.position == pytest.approx(poses[piece].position, abs=5e-4)


def test_bots_play_in_the_window_and_the_game_ends_on_the_scoring_sheet(desk: Desk) -> None:
    desk.ctx.settings = Settings(quality="flat", animation_speed=20.0)
    screen = PlayScreen(setup("bot:easy", "bot:easy", "bot:easy"))
    desk.stack.change(Push(screen))
    for _ in range(1500):
        desk.ticks(1)
        if isinstance(desk.stack.top, ResultsScreen):
            break
    assert isinstance(desk.stack.top, ResultsScreen)


def sized(desk: Desk, width: int, height: int) -> None:
    """Give the window another size."""
    desk.ctx.window.resize(width, height)
    desk.ctx.ui.fit((width, height), 1.0)
    if desk.ctx.scene is not None:
        desk.ctx.scene.resized()
    desk.ticks(2)


def finished(desk: Desk) -> ResultsScreen:
    """The sheet of a game that bots have played."""
    desk.ctx.settings = Settings(quality="flat", animation_speed=20.0)
    players = setup("bot:easy", "bot:easy", "bot:easy")
    desk.stack.change(Push(PlayScreen(players, begin(players, nature="ideal"))))
    for _ in range(1500):
        desk.ticks(1)
        if isinstance(desk.stack.top, ResultsScreen):
            desk.ticks(30)
            return desk.stack.top
    raise AssertionError("the game does not end")


def test_a_replay_ends_with_who_won_and_leads_to_the_sheet_and_back(desk: Desk) -> None:
    sheet = finished(desk)
    desk.keys("w")
    viewer = desk.stack.top
    assert isinstance(viewer, ReplayScreen)
    texts = [p.element.text for p in desk.ctx.ui.placed[0] if isinstance(p.element, Text)]
    assert sheet.sheet.verdict not in texts
    desk.keys("end")
    texts = [p.element.text for p in desk.ctx.ui.placed[0] if isinstance(p.element, Text)]
    assert sheet.sheet.verdict in texts and sheet.sheet.reason in texts
    desk.keys("t")
    again = desk.stack.top
    assert isinstance(again, ResultsScreen) and again is not sheet
    assert again.sheet == sheet.sheet
    assert again._again() == sheet._again()
    desk.keys("escape")
    assert desk.stack.top is viewer and viewer.at == viewer.last
    desk.keys("escape")
    assert desk.stack.top is sheet


def test_the_levels_slider_fades_what_is_above_in_play_and_replay(desk: Desk, record: Path) -> None:
    scene = desk.ctx.scene
    assert scene is not None
    desk.ticks(2)
    desk.do(Changed("levels", 1.0))
    desk.ticks(2)
    assert scene.model.fade_above == 1
    desk.do(Changed("levels", 2.0))
    desk.ticks(2)
    assert scene.model.fade_above is None, "all of it is shown"
    desk.stack.change(Push(ReplayScreen(record)))
    desk.keys("end", "[")
    desk.ticks(2)
    assert scene.model.fade_above == 1
    desk.keys("]")
    desk.ticks(2)
    assert scene.model.fade_above is None
    desk.do(Changed("levels", 0.0))
    desk.ticks(2)
    assert scene.model.fade_above == 0


def test_buttons_lead_to_views_from_all_sides_and_the_first_one(desk: Desk, record: Path) -> None:
    scene = desk.ctx.scene
    assert scene is not None
    desk.keys("home")
    for screen in (desk.stack.top, ReplayScreen(record)):
        if screen is not desk.stack.top:
            desk.stack.change(Push(screen))
        desk.ticks(2)
        home = scene.camera.goal
        for eighth in range(1, 9):
            desk.do(Pressed("view:left"))
            assert scene.camera.goal.azimuth_deg == pytest.approx(home.azimuth_deg + 45 * eighth)
        desk.do(Pressed("view:right"))
        assert scene.camera.goal.azimuth_deg == pytest.approx(home.azimuth_deg + 315)
        desk.do(Pressed("view:above"))
        assert scene.camera.goal.elevation_deg > 70
        desk.do(Pressed("view:home"))
        goal = scene.camera.goal
        assert goal.elevation_deg == pytest.approx(home.elevation_deg)
        assert (goal.azimuth_deg - home.azimuth_deg) % 360 == pytest.approx(0.0, abs=1e-6)


def test_an_unfinished_replay_has_no_sheet(desk: Desk, record: Path) -> None:
    desk.stack.change(Push(ReplayScreen(record)))
    desk.keys("end", "t")
    assert isinstance(desk.stack.top, ReplayScreen)
    assert desk.ctx.ui.centre_of("sheet") is None


def test_in_a_wide_window_the_sheet_leaves_the_building_in_view(desk: Desk) -> None:
    ctx = desk.ctx
    finished(desk)
    sized(desk, 1280, 720)
    scene = ctx.scene
    assert scene is not None
    while scene.camera.moving:
        desk.ticks(1)
    panels = [p.shown for p in ctx.ui.placed[0] if isinstance(p.element, Panel) and p.element.style != "clear"]
    assert panels
    for visual in scene.model.pieces:
        pixel = scene.pixel_of(visual.pose.position)
        assert pixel is not None and 0 < pixel[0] < 1280 and 0 < pixel[1] < 720, visual.id
        assert not any(panel.holds(*pixel) for panel in panels), visual.id
    turned = scene.camera.goal.azimuth_deg
    desk.do(MouseDown("right", 200, 400))
    desk.do(MouseMoved(260, 400))
    desk.do(MouseUp("right", 260, 400))
    assert scene.camera.goal.azimuth_deg != turned
    sized(desk, *SIZE)


def test_an_idle_table_is_not_drawn_again(desk: Desk, screen: PlayScreen) -> None:
    open_turn(desk, screen)
    desk.ticks(30)
    desk.loop.draw()
    desk.ctx.window.needs_frame = False
    desk.ticks(30)
    assert not desk.ctx.window.needs_frame
    assert not screen.busy


def test_reduced_motion_reaches_the_camera_of_every_scene(desk: Desk, screen: PlayScreen) -> None:
    ctx = desk.ctx

    def glides() -> bool:
        assert ctx.scene is not None
        camera = ctx.scene.camera
        camera.set_view(replace(camera.goal, azimuth_deg=camera.goal.azimuth_deg + 90.0), at_once=False)
        desk.ticks(1)
        return camera.view.azimuth_deg != camera.goal.azimuth_deg

    def changed(**settings: bool) -> None:
        """Alter settings on a screen over this one, as people do."""
        desk.stack.change(Push(ctx.screens.settings()))
        ctx.change(**settings)
        desk.ticks(1)
        desk.stack.change(Pop())
        desk.settle(screen)

    desk.settle(screen)
    assert glides()
    changed(reduced_motion=True)
    assert not glides(), "it is heard by the scene that stands"
    changed(colour_blind=True)
    assert not glides(), "and by the same in other colours"
    changed(colour_blind=False)
    desk.stack.change(Push(ctx.screens.settings()))
    assert ctx.scene_for(copy(PIECES)).camera.reduced_motion, "and by a new one"
    desk.stack.change(Pop())
    changed(reduced_motion=False)
    assert glides()


# -- the replay viewer -------------------------------------------------------------------------------


@pytest.fixture
def record(desk: Desk, screen: PlayScreen) -> Path:
    open_turn(desk, screen)
    desk.keys("e")
    assert screen._record is not None
    return screen._record


def test_a_replay_is_stepped_played_and_scrubbed(desk: Desk, record: Path) -> None:
    viewer = ReplayScreen(record)
    desk.stack.change(Push(viewer))
    last = len(viewer.tape.moments) - 1
    assert viewer.at == 0
    desk.keys("arrow_right", "arrow_right", "arrow_left")
    assert viewer.at == 1
    desk.keys("end")
    assert viewer.at == last
    desk.keys("home", "page_down")
    assert viewer.at == viewer.tape.turns[1]
    desk.keys("page_up")
    assert viewer.at == 0
    desk.do(Changed("scrub", 2.0))
    assert viewer.at == 2
    desk.do(Changed("speed", "8.0"))
    desk.keys("space")
    assert viewer.busy
    desk.ticks(200)
    assert viewer.at == last
    assert not viewer.playing
    desk.ticks(60)
    poses = viewer.tape.presenter.places(viewer.tape.moments[last].state)
    assert {v.id: v.pose for v in desk.ctx.scene.model.pieces} == poses  # type: ignore[union-attr]
    desk.keys("escape")
    assert not isinstance(desk.stack.top, ReplayScreen)


@pytest.mark.parametrize("way", ["menu", "help"])
def test_reading_the_rules_costs_neither_the_view_nor_the_piece_in_the_hand(
    desk: Desk, screen: PlayScreen, way: str
) -> None:
    desk.keys("1")
    desk.do(MouseMoved(390, 330))
    desk.do(KeyDown("a"))
    desk.settle(screen)
    hand, view = desk.hand(screen), screen._scene.camera.view
    assert hand.piece == "tower"
    desk.do(Pressed(way))
    assert desk.stack.top is not screen
    desk.do(Pressed("rules"))
    desk.ticks(3)
    assert isinstance(desk.stack.top, RulesScreen) and desk.stack.top.of == "tactical"
    desk.do(Pressed("back"))
    desk.do(Pressed("back"))
    desk.ticks(3)
    assert desk.stack.top is screen and screen._scene.camera.view == view
    assert (desk.hand(screen).piece, desk.hand(screen).turn, desk.hand(screen).axis) == ("tower", hand.turn, hand.axis)


def test_a_piece_is_dragged_from_the_supply_and_placed_where_it_is_let_go(desk: Desk, screen: PlayScreen) -> None:
    found = desk.ctx.ui.interaction.find("piece:tower")
    assert found is not None
    scale = desk.ctx.ui.scale
    x, y = (found.rect.x + 8) * scale, (found.rect.y + 8) * scale
    desk.keys("1")
    spot = screen.status()["spots"][0]  # type: ignore[index]
    for there, placed in (((x + 2, y + 2), 0), (spot, 1)):
        desk.do(MouseMoved(x, y), MouseDown("left", x, y))
        desk.do(MouseMoved(*spot))
        assert desk.hand(screen).piece == "tower"
        desk.do(MouseMoved(*there))
        desk.do(MouseUp("left", *there))
        desk.ticks(2)
        assert len(screen.sitting.session.state.placed) == placed
        assert placed or desk.hand(screen).piece is None, "over the panels it goes back"


def test_a_replay_marks_the_pieces_of_its_moment(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(record_of(("Ann", "Bo", "Cid"), 30))
    replay = ReplayScreen(path)
    desk.stack.change(Push(replay))
    scene = desk.ctx.scene
    assert scene is not None
    placed = 0
    for at, moment in enumerate(replay.tape.moments):
        replay.go(at)
        desk.ticks(1)
        new = {event.id for event in moment.events if isinstance(event, Placed)}
        placed += len(new)
        assert new <= {visual.id for visual in scene.model.pieces if visual.glow == "fresh"}
    assert placed > 10


def test_pointing_at_the_ruler_tells_what_it_is(desk: Desk, screen: PlayScreen) -> None:
    open_turn(desk, screen)
    desk.settle(screen)
    desk.keys("q")
    scene = desk.ctx.scene
    assert scene is not None
    at = scene.pixel_of(scene.boxes(scene.camera.view.azimuth_deg)[1][1].centre)
    assert at is not None

    def told() -> bool:
        texts = [p.element.text for p in desk.ctx.ui.placed[0] if isinstance(p.element, Text)]
        return any("who leads it" in text for text in texts)

    desk.do(MouseMoved(*at))
    assert told()
    desk.do(MouseMoved(400, 300))
    assert not told()
