"""The play screen of any turn-based game: hands to the sitting, the sitting to scene and HUD."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from babylon3d.app.screen import Push, Replace, Transition
from babylon3d.app.screens.camera_controls import CameraControls, in_sight
from babylon3d.app.screens.corner import corner
from babylon3d.app.screens.lesson import Tutoring
from babylon3d.app.screens.sheet_frame import UNASKED_S
from babylon3d.app.screens.turns.hand_over import hand_over
from babylon3d.app.screens.turns.log_page import LogScreen
from babylon3d.app.screens.turns.views import VIEWS
from babylon3d.app.services import Services
from babylon3d.core.actions import Event, Seat
from babylon3d.playable.begin import Seated, begin, sit_down, take_up, who_began, with_controllers
from babylon3d.playable.coach import Coach
from babylon3d.playable.registry import recorded
from babylon3d.playable.setup import Finished, GameSetup
from babylon3d.playable.sitting import Sitting
from babylon3d.present.input import (
    Changed,
    Dragged,
    FocusLost,
    KeyDown,
    MouseDown,
    MouseLeft,
    MouseMoved,
    MouseUp,
    Pressed,
    ScreenEvent,
    Wheel,
)
from babylon3d.present.model import Button, Ghost, HudModel, SceneModel
from babylon3d.render.camera import Bounds
from babylon3d.render.scene import SceneView, world_bounds

BANNER_S = 1.6
"""How long it is announced that another person has the mouse, unless they do something sooner."""

CLEAR_S = 1.0
"""For so long after a piece was placed, nothing is announced over the table."""

LOOK_S = 1.2
"""How long the finished building is shown before the scoring sheet."""

SPOTS = 4
"""How many places to click the status tells."""

CORNER = corner("Menu", "menu")


class PlayScreen:
    """A game being played. It is left for the pause menu and entered again; the game itself is in the sitting."""

    def __init__(self, setup: GameSetup, seated: Seated | None = None, coach: Coach | None = None) -> None:
        """A new game; `seated` is one that is on the table already, `coach` goes with a learner through it."""
        seated = seated or begin(setup)
        self.sitting: Sitting = seated.sitting
        self._setup = seated.setup
        self._pieces = seated.pieces
        self._tutoring = None if coach is None else Tutoring(coach)
        self._own = recorded(seated.setup.game).keys
        self._seated = seated
        self._looked_at_end = 0.0
        self._banner_s = 0.0
        self._since_s = CLEAR_S
        self._last_seat: Seat | None = None
        self._asked: Seat | None = None
        self._mouse: tuple[float, float] | None = None
        self._by_keys = False
        self._at_ruler = ""
        self._dragged = ""
        self._framed = False
        self._placing: Seat | None = None
        self._point_anew = False
        self._marked: tuple[Ghost, ...] = ()
        self._hands = CameraControls()
        self._drawn: SceneModel | None = None
        self._shown: HudModel | None = None
        self._seen: tuple[object, ...] | None = None

    @classmethod
    def resume(cls, record: Path) -> PlayScreen:
        """A game taken up from its record. Raises: BadText, CorruptFile."""
        seated = take_up(record)
        return cls(seated.setup, seated)

    @classmethod
    def taught(cls, coach: Coach) -> PlayScreen:
        """A lesson, at the step that the coach wants. Raises: Unavailable."""
        seated = sit_down(coach)
        return cls(seated.setup, seated, coach)

    @property
    def _record(self) -> Path | None:
        return self._seated.record

    # -- the stack ---------------------------------------------------------------------------------

    def enter(self, ctx: Services) -> None:
        """Set the table up and show it."""
        self._ctx = ctx
        self._scene: SceneView = ctx.scene_for(self._pieces)
        self.sitting.speed = ctx.settings.animation_speed
        self.sitting.bot_pace = ctx.settings.bot_pace
        self.sitting.open()
        self._mouse = None
        self._dragged = ""
        self._shown = self._drawn = self._seen = None
        self._show()
        if not self._framed:
            self._hands.frame(self._scene, ctx.ui.middle(), at_once=True)
            self._framed = True
            self._placing = self.sitting.seat

    def leave(self) -> None:
        """Give the physics back; the auto-save has every action."""
        self.sitting.close()

    @property
    def busy(self) -> bool:
        """Whether something moves or a bot is at work."""
        waits = self._banner_s > 0 or self._since_s < CLEAR_S
        return self.sitting.busy or self._scene.camera.moving or waits or self.sitting.finished

    # -- a tick ------------------------------------------------------------------------------------

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Hands, then time, then the picture."""
        for event in events:
            transition = self._take(event)
            if transition is not None:
                return transition
        self._banner_s = max(0.0, self._banner_s - dt)
        self._since_s += dt
        happened = self.sitting.tick(dt)
        self._heard(happened)
        if self._tutoring is not None:
            view = self._scene.camera.view
            if self._tutoring.attend(self._ctx, self.sitting, happened, view):
                self._hands.taken = False  # what happens next is followed again
        self._announce()
        self._show()
        self._keep_in_sight()
        if self._point_anew and not self.sitting.busy and not self._scene.camera.moving:
            self._point_anew = False
            self._point_again()
            if not self._would_do():
                self.sitting.point(None)  # a mouse that has stood still since a click is refused nothing
        self._scene.update(dt)
        if self.sitting.finished:
            self._looked_at_end += dt
            if self.sitting.instant or self._looked_at_end > LOOK_S:
                return Replace(self._ctx.screens.results(self._finished()))
        return None

    def _finished(self) -> Finished:
        session = self.sitting.session
        setup = with_controllers(self._setup, session.controllers)
        return Finished(setup, session.state, session.result(), self._record, who_began(session.log))

    def _heard(self, happened: Sequence[Event]) -> None:
        """Sounds, and the camera after the building."""
        for event in happened:
            cue = self.sitting.presenter.cue(event)
            if cue:
                self._ctx.sound.play(cue)
        if not happened:
            return
        if any(self.sitting.presenter.focus(event, self.sitting.view) is not None for event in happened):
            self._since_s = self._banner_s = 0.0  # what is placed now is seen
        if not self._by_keys:
            self.sitting.forget()
        seat = self.sitting.seat
        if seat != self._placing:
            self._hands.taken = False  # a pan counts until the next turn
        elif seat is not None:
            self._point_anew = True  # the view stays under a hand that places
            return
        self._placing = seat
        if not self._hands.taken and self.sitting.waiting_for is None:
            self._show()
            self._frame()

    def _frame(self, also: Sequence[Bounds] = ()) -> None:
        """Bring the whole building into view, and boxes beside it."""
        at_once = self.sitting.instant or self._ctx.settings.reduced_motion
        self._hands.frame(self._scene, self._ctx.ui.middle(), at_once, also=also)
        self._ctx.redraw()

    def _keep_in_sight(self) -> None:
        """In a turn at the mouse the view moves only where a place out of sight was built on, or is marked."""
        sitting, scene = self.sitting, self._scene
        if sitting.seat is None or sitting.busy or self._dragged or scene.camera.moving:
            return
        marked = sitting.marked()
        if not self._point_anew and marked == self._marked:
            return
        self._marked = marked
        if self._hands.taken or self._by_keys:
            return
        model = scene.model
        boxes = [world_bounds(ghost.pose, scene.catalogue, ghost.mesh) for ghost in marked]
        for piece in model.pieces:
            low, (x, y, z) = world_bounds(piece.pose, scene.catalogue, piece.mesh)
            boxes.append(Bounds(low, (x, y, z + model.level_m)))  # with room for a piece on it
        if not in_sight(scene, self._ctx.ui.middle(), boxes):
            self._frame(boxes)

    def _announce(self) -> None:
        """A banner when the mouse passes from one person to another, where it is not handed over anyway."""
        seat = self.sitting.seat
        if seat is None or seat == self._last_seat or self.sitting.guarded:
            return
        if self._last_seat is not None and not self.sitting.instant:
            if self._since_s < CLEAR_S:
                return  # what was placed is seen first
            self._banner_s = BANNER_S
            self._ctx.sound.play("offer")
        self._last_seat = seat

    # -- the picture -------------------------------------------------------------------------------

    def _show(self) -> None:
        """Bring scene and HUD up to date, if anything they show has changed."""
        sitting = self.sitting
        tutoring = self._tutoring
        taught = None if tutoring is None else tutoring.coach.version
        seen = (*sitting.seen(), self._banner_s > 0, self._at_ruler, self._ctx.settings.keys, taught)
        if seen == self._seen:
            return
        self._seen = seen
        model = self.sitting.scene()
        if tutoring is not None:
            model = tutoring.coach.scene(model, sitting.view, sitting.hand)
        if model != self._drawn:
            self._drawn = model
            if self._scene.sync(model):
                self._ctx.redraw()
        if sitting.waiting_for is not None:
            self._ask(sitting.waiting_for)
            return
        warning = self._seated.warning
        hud = self.sitting.hud(self._ctx.keys.by_id(), (warning,) if warning else ())
        said = f"The whole log: all that was done, and where ({self._ctx.keys.label('log')})"
        log = Button("log", "The log", icon="edit", tooltip=said)
        hud = replace(hud, actions=(*hud.actions, log, *CORNER), views=VIEWS)
        if tutoring is not None:
            hud = tutoring.hud(self._ctx, hud, sitting.view, sitting.hand)
        if self._banner_s > 0:
            hud = replace(hud, banner=hud.title, banner_at=0.0)
        if self._at_ruler and not hud.reason:
            hud = replace(hud, foresight=self._at_ruler)
        if hud != self._shown:
            self._shown = hud
            self._ctx.ui.show_hud(hud)
            self._ctx.redraw()

    def _ask(self, seat: Seat) -> None:
        """Hide the table behind the question whether the next person is there; the camera says nothing either."""
        if self._asked != seat:
            self._asked = seat
            self._dragged = ""  # who had a button down is not at the mouse any more
            self._hands.release()
            self._hands.frame(self._scene, self._ctx.ui.middle(), at_once=True)
            self._ctx.sound.play("offer")
            self._ctx.ui.hush(UNASKED_S)
        self._shown = None
        sitter = self.sitting.sitters[seat]
        self._ctx.ui.show(lambda width, height: hand_over(sitter.name, sitter.colour, width), focus="take over")
        self._ctx.redraw()

    def status(self) -> dict[str, object]:
        """What a test wants to know: who is to act, and where on the table a click does something."""
        sitting = self.sitting
        taught = self._tutoring
        lesson = None if taught is None else taught.status(sitting.view, sitting.hand, self._scene.pixel_of)
        return {
            "lesson": lesson,
            "seat": sitting.seat,
            "waiting_for": sitting.waiting_for,
            "busy": sitting.busy or self._scene.camera.moving or self._banner_s > 0,
            "holding": sitting.holding(),
            "hand": repr(sitting.presenter.point(sitting.view, sitting.seat, sitting.hand, None)),
            "over": sitting.session.over,
            "lines": len(sitting.session.log),
            "refusal": str(sitting.refusal),
            "spots": [] if sitting.busy or self._scene.camera.moving else self._spots(),
        }

    def _spots(self) -> list[tuple[int, int]]:
        """Pixels of the table where a click would do something legal now, at most `SPOTS`."""
        seat = self.sitting.seat
        if seat is None or not self.sitting.aims():
            return []
        left, top, right, bottom = self._ctx.ui.middle()
        presenter, view, hand = self.sitting.presenter, self.sitting.view, self.sitting.hand
        found: list[tuple[int, int]] = []
        for point in presenter.spots(view, seat, hand, self.sitting.poses()):
            pixel = self._scene.pixel_of(point)
            if pixel is None or not (left < pixel[0] < right and top < pixel[1] < bottom):
                continue
            x, y = round(pixel[0]), round(pixel[1])
            reply = presenter.click(view, seat, presenter.point(view, seat, hand, self._scene.pick(x, y)))
            if reply.actions or reply.cue == "pick":
                found.append((x, y))
            if len(found) == SPOTS:
                break
        return found

    # -- hands -------------------------------------------------------------------------------------

    def _take(self, event: ScreenEvent) -> Transition | None:
        """One thing that hands did."""
        if self.sitting.waiting_for is not None:
            return self._while_waiting(event)
        if isinstance(event, KeyDown | Pressed | Dragged | MouseDown):
            self._banner_s = 0.0  # the words wait for nobody, and are in nobody's way
            if self.sitting.seat is not None:
                self._last_seat = self.sitting.seat  # who acts need not be told
        match event:
            case Pressed("menu"):
                return self._pause()
            case Pressed():
                return self._command(event.id)
            case Changed("levels", value):
                self.sitting.press(f"fade:{round(float(value))}")
            case FocusLost():
                self._dragged = ""
                self._hands.other(event)
            case Dragged():
                self._drag(event.id)
            case MouseUp("left") if self._dragged:
                self._let_go()
            case KeyDown():
                return self._key(event)
            case MouseMoved():
                self._moved(event)
            case MouseLeft():
                self._mouse = None
                self._at_ruler = ""
                self.sitting.point(None)
            case MouseDown():
                self._down(event)
            case MouseUp():
                self._hands.release()
            case Wheel():
                self._wheel(event)
            case _:
                self._hands.other(event)
        return None

    def _while_waiting(self, event: ScreenEvent) -> Transition | None:
        """Only who takes over counts, and the ways out."""
        match event:
            case Pressed("take over"):
                self.sitting.take_over()
                self._asked = self._mouse = None
                self._hands.taken = False
                self._ctx.ui.clear()
                self._show()
                self._hands.frame(self._scene, self._ctx.ui.middle(), at_once=True)
            case Pressed("menu" | "help" as command):
                return self._command(command)
            case KeyDown(repeat=False) if self._ctx.keys.command(event) in ("menu", "help"):
                return self._command(self._ctx.keys.command(event))
            case _:
                pass
        return None

    def _drag(self, id_: str) -> None:
        """A piece is pulled out of the supply; it is in the hand until the button comes up."""
        self._dragged = id_
        self.sitting.drop()
        self._sound(self.sitting.press(id_))

    def _let_go(self) -> None:
        """Place what was dragged here; off the table it goes back, where it may not stand it stays in the hand."""
        self._dragged = ""
        if self._mouse is None or self.sitting.seat is None or not self.sitting.holding():
            self.sitting.drop()
            return
        self.sitting.point(self._scene.pick(*self._mouse))
        self._sound(self.sitting.click())

    def _moved(self, event: MouseMoved) -> None:
        if self._hands.drag(self._scene.camera, event.x, event.y, self._ctx.window.size[1]):
            self._ctx.redraw()
            return
        self._mouse = (event.x, event.y)
        self._by_keys = False
        self._at_ruler = "" if self.sitting.holding() else self._scene.on_ruler(event.x, event.y)
        self.sitting.point(self._scene.pick(event.x, event.y))

    def _would_do(self) -> bool:
        """Whether a click would do something where the mouse points."""
        sitting = self.sitting
        if sitting.seat is None:
            return False
        reply = sitting.presenter.click(sitting.view, sitting.seat, sitting.hand)
        return bool(reply.actions) or reply.cue == "pick"

    def _point_again(self) -> None:
        """What lies under a mouse that stands still, after something else changed."""
        if self._mouse is not None:
            refusal = self.sitting.refusal
            self.sitting.point(self._scene.pick(*self._mouse))
            self.sitting.refusal = refusal

    def _down(self, event: MouseDown) -> None:
        self._mouse = (event.x, event.y)
        idle = not self.sitting.aims()
        if event.button != "left" or (idle and event.clicks == 1):
            self._hands.grab(event)
            return
        if idle:
            hit = self._scene.pick(event.x, event.y)
            if hit is not None:
                self._hands.taken = True
                self._scene.camera.look_at(hit.point)
            return
        if event.clicks == 2:
            return  # a placed piece stays placed: the second half of a double click must not place another one
        self._by_keys = False
        self.sitting.point(self._scene.pick(event.x, event.y))
        self._sound(self.sitting.click())

    def _wheel(self, event: Wheel) -> None:
        if self.sitting.holding() and not event.modifiers.control:
            cue = self.sitting.turn(event.steps)
            if cue:
                self._sound(cue)
                return
        hit = self._scene.pick(event.x, event.y)
        self._hands.zoom(self._scene.camera, event.steps, None if hit is None else hit.point)

    def _key(self, event: KeyDown) -> Transition | None:
        command = self._ctx.keys.command(event, self._own) or ("place" if event.key == "enter" else "")
        if event.repeat and not command.startswith(("cursor:", "orbit:", "zoom:")):
            return None
        return self._command(command)

    def _command(self, command: str) -> Transition | None:
        """What a key or a button asks for."""
        kind, _, way = command.partition(":")
        match kind:
            case "menu":
                if self.sitting.holding():
                    self.sitting.drop()
                    return None
                return self._pause()
            case "lesson" if self._tutoring is not None:
                return self._tutoring.command(self._ctx, command)
            case "put_away":
                self.sitting.drop()
            case "help":
                return Push(self._ctx.screens.help(self._setup.game))
            case "log":
                return Push(LogScreen(self.sitting.chronicle, self._scene.model, self._pieces))
            case "photo":
                return Push(self._ctx.screens.photo(self._record))
            case "turn":
                self._sound(self.sitting.turn(1))
            case "place" if self.sitting.watching:
                self.sitting.skip()
            case "place":
                self._sound(self.sitting.click())
            case "cursor":
                self._by_keys = True
                dx, dy, up = self._hands.direction(self._scene.camera, way)
                self.sitting.walk(dx, dy, up)
            case "orbit" | "zoom":
                self._hands.by_key(self._scene.camera, kind, way)
            case "view":
                at_once = self._ctx.settings.reduced_motion
                self._hands.show_from(self._scene, self._ctx.ui.middle(), way, at_once)
            case "home":
                self._hands.taken = False
                self._frame()
            case "":
                pass
            case _:
                self._sound(self.sitting.press(command))
                if not self._by_keys:
                    self._point_again()
        return None

    def _pause(self) -> Transition:
        """The pause menu; what is in the hand stays in it."""
        seats = None if self._tutoring else self.sitting
        return Push(self._ctx.screens.pause(self._record, seats, self._setup.game))

    def _sound(self, cue: str) -> None:
        if cue:
            self._ctx.sound.play(cue)
