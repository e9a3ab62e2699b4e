"""The play screen of the Fast Game: hands in real time, the mouse that passes, pauses in which no time runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from babylon3d.app.screen import Push, Transition
from babylon3d.app.screens.corner import corner
from babylon3d.app.screens.fast import reach
from babylon3d.app.screens.fast.ending import Ending
from babylon3d.app.screens.fast.framing import WORK
from babylon3d.app.screens.fast.hold import Hold, at_the_mouse, hold_box
from babylon3d.app.screens.fast.pace import Pace
from babylon3d.app.screens.fast.reach import Reach
from babylon3d.app.screens.fast.round import RoundScreen
from babylon3d.app.screens.fast.sight import Sight
from babylon3d.app.screens.fast.status import status_of
from babylon3d.app.services import Services
from babylon3d.core.actions import Seat
from babylon3d.games.babylon.fast import model as m
from babylon3d.games.babylon.fast.state import FastState
from babylon3d.playable.babylon.fast import hud as fast_hud
from babylon3d.playable.babylon.fast import scene as fast_scene
from babylon3d.playable.babylon.fast import words as fast_words
from babylon3d.playable.babylon.fast.begin import FastSeated, begin
from babylon3d.playable.babylon.fast.game import Happened
from babylon3d.playable.babylon.fast.hand import HandController
from babylon3d.playable.babylon.fast.scene import Landing
from babylon3d.playable.babylon.look import PIECES
from babylon3d.playable.setup import GameSetup
from babylon3d.present.input import (
    FocusLost,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseLeft,
    MouseMoved,
    MouseUp,
    Pressed,
    ScreenEvent,
    Wheel,
)
from babylon3d.present.model import Glow, HudModel, SceneModel
from babylon3d.render.scene import SceneView

HUD_TICKS = 6
REASON_TICKS = 18
"""A hand must be still this long before it is told why a piece would not stand there."""
REFUSAL_TICKS, CLICK_PX = 180, 4.0

CORNER = corner("Pause", "pause")


class FastPlayScreen:
    """A match being played. It is left for other screens and entered again; time stands still meanwhile."""

    def __init__(
        self,
        setup: GameSetup,
        seated: FastSeated | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        resumed: bool = False,
        sight: Sight | None = None,
    ) -> None:
        """A match; `seated` is one that is on the table already, `resumed` one that goes on, `sight` how it is seen."""
        self.seated = seated or begin(setup)
        self.game = self.seated.game
        self._clock = clock
        self.sight = sight or Sight()
        self._reach = Reach()
        self.pace = Pace()
        self.hold: Hold | None = None
        self._looked: Seat | None = None
        self.since_hud = HUD_TICKS
        self._unseen_s = 0.0
        self._still_ticks = self._refusal_ticks = 0
        self._last_wish: tuple[float, ...] = ()
        self._counted = 0
        self._ending = Ending(len(self.state.scores))
        self._hover = ""
        self.drawn: SceneModel | None = None
        self.shown: HudModel | None = None
        self.shown_hold: Hold | None = None
        if resumed:
            self.hold = Hold("The game goes on", "Everything stands as it stood.")
        self._hand_over()

    # -- the stack ---------------------------------------------------------------------------------

    def enter(self, ctx: Services) -> None:
        """Show the table as it stands."""
        self.ctx = ctx
        self.scene: SceneView = ctx.scene_for(PIECES)
        self.shown = self.drawn = None
        self._reach.release()
        self.pace.forget()
        self.sight.open(ctx, self.scene, self.state, self.seat)
        self._show()
        self.sight.begin(self.state, self.seat)

    def leave(self) -> None:
        """Time stands still; the auto-save has everything."""
        self._reach.release()
        self.sight.leave()
        self.game.session.log.flush()

    def close(self) -> None:
        """The match is left for good: end its physics."""
        self.seated.close()

    @property
    def busy(self) -> bool:
        """Whether time runs."""
        return self.hold is None or self.scene.busy

    # -- who sits here -----------------------------------------------------------------------------

    @property
    def state(self) -> FastState:
        """The match as it stands."""
        return self.game.state

    @property
    def seat(self) -> Seat | None:
        """The person at the mouse; None if only bots play."""
        mouse = self.state.mouse
        if mouse is not None and mouse in self.game.hands:
            return mouse
        people = sorted(self.game.hands)
        if not people:
            return None
        return self._looked if self._looked in people else people[0]

    @property
    def hand(self) -> HandController | None:
        """The hand of the person at the mouse."""
        return None if self.seat is None else self.game.hands[self.seat]

    def _hand_over(self) -> None:
        """Ask for the person to whom the mouse passes (F12); no time runs until that person is ready."""
        seat = self.state.mouse
        if seat is None or seat not in self.game.hands or self.state.phase not in ("countdown", "building"):
            return
        if (self._looked == seat or self.state.seats[seat].skips) and self.state.phase == "building":
            return
        self._looked = seat
        player = self.state.seats[seat]
        self.hold = at_the_mouse(player.name, player.colour, self.state.options.slice_s)

    # -- a tick ------------------------------------------------------------------------------------

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Hands, then time, then the picture."""
        for event in events:
            transition = self.take(event)
            if transition is not None:
                return transition
        told = any(not isinstance(event, MouseMoved) for event in events)
        self.since_hud = HUD_TICKS if told else self.since_hud + 1
        self.hold = self._ending.says(self.state, self.hold, dt, events)
        if self.hold is None:
            if self._ending.shows(self.state):
                return self.sheet()
            self.pass_time(dt)
        self._wait_still(self.hand)
        self.game.smooth.tick()
        self._unseen_s += dt
        if not self.ctx.catching_up:
            self._show()
            self.scene.update(self._unseen_s)
            self._unseen_s = 0.0
        return None

    def sheet(self) -> Transition:
        """What follows a round that has been scored."""
        return Push(RoundScreen(self.seated))

    def pass_time(self, dt: float) -> None:
        """A tick of the match, unless this picture has had its share or the physics lags behind."""
        due = self.pace.due(self.ctx.window.polls)
        if self.hand is not None:
            self._reach.steer(self.sight.view, self.hand, dt)
        if due and self.game.ready and self.state.phase != "over":
            self.heard(self.game.tick())
        self.pace.seen(self._clock(), self.game.ticks)

    def heard(self, happened: Happened) -> None:
        """Sounds, the mouse that passes, a new piece in the hand."""
        seat, hand = self.seat, self.hand
        mine = frozenset() if seat is None else frozenset((seat,))
        for cue in fast_words.cues(happened.outcomes, happened.events, happened.before, mine):
            self.ctx.sound.play(cue)
        if self.game.countdown and self.game.countdown != self._counted:
            self.ctx.sound.play("tick")
        self._counted = self.game.countdown
        if any(not isinstance(event, m.HandMoved) for event in happened.events):
            self.since_hud = HUD_TICKS
        taken = any(isinstance(e, m.HandChanged) and e.seat == seat and e.piece for e in happened.events)
        if hand is not None and taken and not any(isinstance(o, m.Returned) for o in happened.outcomes):
            self._reach.fresh(self.sight.eyes, hand, self.state)  # what comes back hangs till it is moved (F2)
        if happened.has(m.MousePassed) or happened.has(m.RoundPrepared):
            self._reach.release()
            before = self._looked
            self._hand_over()
            if self._looked != before or happened.has(m.RoundPrepared):
                self.sight.look(self.state, seat, WORK)
        elif hand is not None and hand.kind is None:
            self.sight.follow(self.state, seat)  # never under a hand that places
        if hand is not None and hand.refusal:
            self._refusal_ticks += 1
            if self._refusal_ticks > REFUSAL_TICKS:
                hand.refusal, self._refusal_ticks = "", 0

    # -- the picture -------------------------------------------------------------------------------

    def _show(self) -> None:
        """Bring scene and HUD up to date."""
        landings = () if self.hold is not None else tuple(self.landings())
        glows: Mapping[str, Glow] = {self._hover: "hover"} if self._hover else {}
        poses = self.game.smooth.poses()
        model = self.pictured(fast_scene.scene(self.state, poses, landings, lit=self.lit(), glows=glows))
        if model != self.drawn:
            self.drawn = model
            if self.scene.sync(model):
                self.ctx.redraw()
        if self.since_hud >= HUD_TICKS or self.shown is None or self.hold != self.shown_hold:
            self.since_hud = 0
            reasons = {landing.seat: landing.reason for landing in landings}
            self.show_hud("" if self.seat is None else reasons.get(self.seat, ""))

    def pictured(self, model: SceneModel) -> SceneModel:
        """The scene with what a variant adds to it."""
        return model

    def told(self, hud: HudModel) -> HudModel:
        """The HUD with what a variant says otherwise."""
        return hud

    def landings(self) -> Iterator[Landing]:
        """Where the pieces carried at this screen would land."""
        landing = None if self.hand is None else self.hand.landing(self.state)
        if landing is not None:
            yield landing

    def lit(self) -> tuple[int, ...]:
        """The areas to bring out: one's own."""
        return () if self.seat is None else self.state.areas_of(self.seat)

    def _wait_still(self, hand: HandController | None) -> None:
        """Count how long the hand has wanted to be where it is."""
        wish = () if hand is None else hand.wish
        self._still_ticks = self._still_ticks + 1 if wish == self._last_wish else 0
        self._last_wish = wish

    def show_hud(self, landing_reason: str) -> None:
        """Bring the HUD up to date; the reason is why the held piece would not stand."""
        hand = self.hand
        refusal = hand.refusal if hand is not None else ""
        still = self._still_ticks > REASON_TICKS and hand is not None and not hand.setting
        if still and hand is not None and hand.kind is not None and not refusal:
            if landing_reason:
                refusal = f"It would come back: {landing_reason} (F3)"
            elif hand.place.beyond:
                refusal = "Out of reach: it goes to the edge of your cloth (F1)"
        around = self.around(refusal, self.warnings())
        hud = fast_hud.hud(self.state, around)
        hud = self.told(replace(hud, actions=(*hud.actions, *CORNER)))
        if self.hold is not None and self.state.phase == "countdown":
            hud = replace(hud, message="", banner="")  # nothing counts yet: what is waited for is said over the table
        if hud != self.shown or self.hold != self.shown_hold:
            self.shown, self.shown_hold = hud, self.hold
            dialog = hold_box(self.hold) if self.hold is not None else None
            self.ctx.ui.show_hud(hud, dialog=dialog)
            self.ctx.redraw()

    def around(self, refusal: str, warnings: tuple[str, ...]) -> fast_hud.Around:
        """What the HUD is told beside the state."""
        hand = self.hand
        keys = self.ctx.keys.by_id()
        keys.update({own: keys[other] for own, other in reach.ALIASES.items()})
        return fast_hud.Around(
            seat=self.seat,
            names=self.game.names,
            details=self.game.details,
            log=self.game.lines,
            keys=keys,
            refusal=refusal,
            warnings=warnings,
            slow=self.pace.complaint,
            countdown=self.game.countdown,
            slice_left=self.game.slice_left,
            liftable=bool(self._hover),
            lowering=hand is not None and hand.setting,
            unagreed=self.game.unagreed,
        )

    def warnings(self) -> tuple[str, ...]:
        """What is wrong with the saving."""
        sink = "" if self.seated.sink is None else self.seated.sink.fault
        faults = [f"{fault}; the game goes on" for fault in (self.game.session.log.fault, sink) if fault]
        return tuple(text for text in (self.seated.warning, *faults) if text)

    # -- hands -------------------------------------------------------------------------------------

    def take(self, event: ScreenEvent) -> Transition | None:
        """One thing that hands did."""
        if self.hold is not None:
            return self._while_held(event)
        match event:
            case Pressed():
                return self.command(event.id)
            case KeyDown():
                return self._key(event)
            case KeyUp():
                self._reach.key_up(event)
            case MouseMoved():
                self._moved(event)
            case MouseLeft():
                self._reach.mouse = None
            case MouseDown():
                self._down(event)
            case MouseUp():
                if self.sight.controls.dragging:
                    self.sight.controls.release()
                    self._clicked(event)
            case Wheel():
                self._wheel(event)
            case FocusLost():
                self._reach.release()
                self.sight.controls.release()
                self.pause("The window lost the keyboard.")
            case _:
                pass
        return None

    def pause(self, why: str) -> None:
        """Stop time, and say why."""
        self.hold = Hold("Pause", why)
        self.pace.forget()

    def _while_held(self, event: ScreenEvent) -> Transition | None:
        """No time runs: only being ready counts, or the menu."""
        match event:
            case Pressed("go on"):
                self.be_ready()
            case KeyDown(key="space" | "enter", repeat=False):
                self.be_ready()
            case KeyDown() if self.ctx.keys.command(event) == "menu":
                return Push(self.ctx.screens.pause(self.seated.record, of=self.seated.setup.game))
            case MouseMoved():
                self._reach.mouse = (event.x, event.y)
            case _:
                pass
        return None

    def be_ready(self) -> None:
        """Whoever is to play is ready: time runs. What was held down before is not, whether its coming up was seen."""
        self.hold = None
        self._reach.release()
        self.sight.controls.release()
        self.pace.forget()
        self.sight.look(self.state, self.seat, self.sight.where)

    def _moved(self, event: MouseMoved) -> None:
        if self.sight.controls.drag(self.scene.camera, event.x, event.y, self.ctx.window.size[1]):
            self._reach.mouse = (event.x, event.y)
            self.ctx.redraw()
            return
        if self.hand is not None:
            self._reach.moved(self.sight.eyes, self.hand, self.state, event.x, event.y)
        self._hover = self._liftable(event.x, event.y)

    def _liftable(self, x: float, y: float) -> str:
        """The own small noble under the cursor that may be taken back (F7)."""
        if self.seat is None or self.state.seats[self.seat].hand is not None:
            return ""
        return reach.liftable(self.state, self.seat, self.sight.eyes.pick(x, y))

    def _down(self, event: MouseDown) -> None:
        hand = self.hand
        if event.button != "left" or hand is None:
            self.sight.controls.grab(event)
            return
        if hand.kind is not None:
            self._moved(MouseMoved(event.x, event.y))
            hand.let_go(self.state)
            return
        self._hover = self._liftable(event.x, event.y)
        if self._hover:
            hand.do(m.Lift(self._hover))
            self._hover = ""
        elif event.clicks == 2:
            hit, hand.refusal = self.scene.pick(event.x, event.y), ""
            if hit is not None:
                self.scene.camera.look_at(hit.point)
        else:
            self.sight.controls.grab(event)

    def _clicked(self, event: MouseUp) -> None:
        """A click with an empty hand, not a drag: say why what it met stays where it is."""
        hand = self.hand
        if hand is not None and event.button == "left" and self.sight.controls.dragged_px < CLICK_PX:
            hand.refusal = reach.why_it_stays(self.state, hand.seat, self.sight.eyes.pick(event.x, event.y))
            self._refusal_ticks = 0

    def _wheel(self, event: Wheel) -> None:
        hand = self.hand
        if hand is not None and hand.kind is not None and not event.modifiers.control:
            self._reach.wheel(hand, event)
            return
        hit = self.scene.pick(event.x, event.y)
        self.sight.controls.zoom(self.scene.camera, event.steps, None if hit is None else hit.point)

    def _key(self, event: KeyDown) -> Transition | None:
        keys = self.ctx.keys
        command = keys.command(event) or ("place" if event.key == "enter" else "")
        if self._reach.key_down(event, command):
            return None
        if event.repeat and not command.startswith(("orbit:", "zoom:")):
            return None
        return self.command({other: own for own, other in reach.ALIASES.items()}.get(command, command))

    def command(self, command: str) -> Transition | None:
        """What a key or a button asks for."""
        kind, _, way = command.partition(":")
        hand = self.hand
        match kind:
            case "menu":
                if hand is not None and hand.drop():
                    return None
                return Push(self.ctx.screens.pause(self.seated.record, of=self.seated.setup.game))
            case "help":
                return Push(self.ctx.screens.help(self.seated.setup.game))
            case "photo":
                return Push(self.ctx.screens.photo(self.seated.record))
            case "view":
                self.sight.look(self.state, self.seat, way)
            case "home":
                self.sight.look(self.state, self.seat, "both")
            case "orbit" | "zoom":
                self.sight.controls.by_key(self.scene.camera, kind, way)
            case "skip":
                self.game.skip(self.seat)
            case _ if hand is not None:
                self._refusal_ticks = 0
                reach.obey(hand, self.state, kind, way)
            case _:
                pass
        return None

    def status(self) -> dict[str, object]:
        """What a test with a real mouse wants to know."""
        return status_of(self.game, self.seat, self.sight.eyes, on_hold=self.hold is not None)
