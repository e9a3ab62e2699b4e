"""Several people at once at one computer: mouse and keyboard for the first, a gamepad for each other one (F12)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from babylon3d.app.screen import Transition
from babylon3d.app.screens.fast.framing import ELEVATION_DEG
from babylon3d.app.screens.fast.hold import Hold, hold_box
from babylon3d.app.screens.fast.pads import PadSeats, PadSteering
from babylon3d.app.screens.fast.play import CORNER, FastPlayScreen
from babylon3d.app.screens.fast.reach import Eyes
from babylon3d.app.screens.fast.split import Side, arrangement, split_hud
from babylon3d.app.services import Services
from babylon3d.core.actions import Seat
from babylon3d.core.geometry import Vec3, rotate, yaw_quat
from babylon3d.games.babylon.fast.areas import seat_side_deg
from babylon3d.playable.babylon.fast import hud as fast_hud
from babylon3d.playable.babylon.fast import scene as fast_scene
from babylon3d.playable.babylon.fast.begin import FastSeated, begin, take_up
from babylon3d.playable.babylon.fast.scene import Landing
from babylon3d.playable.setup import GameSetup
from babylon3d.present.input import ScreenEvent
from babylon3d.present.model import Button, Hit
from babylon3d.present.pads import PadState
from babylon3d.render.camera import Bounds, View, fitted
from babylon3d.render.panes import Eye, Pane
from babylon3d.render.picking import Ray, pick
from babylon3d.render.scene import SceneView

LOOK_HEIGHT_M = 0.10
FILL = 0.96


class PartEyes(NamedTuple):
    """What a person sees through a part of the window."""

    scene: SceneView
    eye: Eye

    def ray(self, x_px: float, y_px: float) -> Ray:
        """The ray through a pixel of the window."""
        return self.eye.ray(x_px, y_px)

    def pick(self, x_px: float, y_px: float, skip: frozenset[str] = frozenset()) -> Hit | None:
        """What lies under a pixel of the window, some pieces left out."""
        return pick(self.scene.model, self.ray(x_px, y_px), self.scene.catalogue.shapes, skip)

    def pixel_of(self, point: Vec3) -> tuple[float, float] | None:
        """Where a point of the world is in the window; None behind the eye."""
        return self.eye.pixel_of(point)


class FastTogetherScreen(FastPlayScreen):
    """A match of several people, each with a part of the window. A gamepad that is pulled out stops time."""

    def __init__(
        self,
        setup: GameSetup,
        seated: FastSeated | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        resumed: bool = False,
    ) -> None:
        """A match, as of `FastPlayScreen`."""
        super().__init__(setup, seated, clock, resumed=resumed)
        others = sorted(self.game.hands)[1:]
        self._seats = PadSeats(others)
        self._pads = {seat: PadSteering(self.game.hands[seat]) for seat in others}
        self._missing: tuple[Seat, ...] = tuple(others)
        self._met = False
        self._split_shown: object = None

    def enter(self, ctx: Services) -> None:
        """Part the window; ask for the gamepads when people sit down."""
        self._split_shown = None
        if not self._met:
            self._met = True
            self._missing = self._seats.assign(ctx.pads.read())
            self._hold = self._who_plays()
        super().enter(ctx)
        self._part()

    def leave(self) -> None:
        """Give the window back to one view."""
        self._scene.split(())
        super().leave()

    def _who_plays(self) -> Hold:
        """Who has what in the hand, and what is missing."""
        names = self.game.names
        first, *others = sorted(self.game.hands)
        lines = [f"{names[first]} has mouse and keyboard."]
        number = 1
        for seat in others:
            if seat in self._missing:
                lines.append(f"{names[seat]} needs a gamepad: plug one in.")
            else:
                lines.append(f"{names[seat]} has gamepad {number}.")
                number += 1
        lines.append("Stick: move · triggers: lift · A: take and let go · X, Y: choose · shoulders: turn · B: put back")
        return Hold("Building together", "\n".join(lines), button="All are ready", blocked=self._lacking())

    def _lacking(self) -> str:
        """Who has no gamepad, as a reason; empty if all have one."""
        if not self._missing:
            return ""
        return f"{' and '.join(self.game.names[seat] for seat in self._missing)} cannot play without a gamepad"

    # -- the parts of the window -------------------------------------------------------------------

    @property
    def _sides(self) -> tuple[Side, ...]:
        width, height = self._ctx.ui.size
        return arrangement(tuple(sorted(self.game.hands)), width, height)

    @property
    def _panes(self) -> dict[Seat, Pane]:
        """Each person's part and view."""
        window = self._ctx.window.size
        found = {}
        for side in self._sides:
            pane = Pane(side.rect, View())
            view = self._view_of(side.seat, pane.aspect(window[0] / window[1]))
            found[side.seat] = Pane(side.rect, view)
        return found

    def _view_of(self, seat: Seat, aspect: float) -> View:
        """A person's two areas, from the own side of the table."""
        areas, side = self.state.areas, seat_side_deg(self.state.areas, seat)
        low, high = fast_scene.overview(areas, self.state.areas_of(seat), side, LOOK_HEIGHT_M)
        view = fitted(Bounds(low, high), aspect, 0.0, ELEVATION_DEG, FILL)
        return replace(view, focus=rotate(yaw_quat(side), view.focus), azimuth_deg=side)

    def _part(self) -> None:
        self._shown_panes = self._panes
        self._scene.split(tuple(self._shown_panes.values()))

    @property
    def _eyes(self) -> Eyes:
        """The mouse sees through its person's part of the window."""
        assert self.seat is not None
        return PartEyes(self._scene, Eye(self._panes[self.seat], self._ctx.window.size))

    @property
    def _view(self) -> View:
        """How the person at the mouse looks at the table."""
        assert self.seat is not None
        return self._panes[self.seat].view

    def _look(self, where: str, at_once: bool = False) -> None:
        """Each part shows both areas of its person, always."""
        self._where = "both"

    # -- time --------------------------------------------------------------------------------------

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Gamepads first: one that is missing stops time."""
        pads = self._ctx.pads.read()
        missing = self._seats.assign(pads)
        if missing != self._missing:
            self._changed(missing)
        for seat, name in self._seats.of.items():
            self._by_pad(seat, pads[name], dt)
        if self._panes != self._shown_panes:
            self._part()
        return super().tick(dt, events)

    def _changed(self, missing: tuple[Seat, ...]) -> None:
        """A gamepad was pulled out or plugged in."""
        pulled = [seat for seat in missing if seat not in self._missing]
        self._missing = missing
        if self._hold is not None and self._hold.title == "Building together":
            self._hold = self._who_plays()
        elif pulled:
            self._pause("")
            names = " and ".join(self.game.names[seat] for seat in pulled)
            text = f"{names} had it. No time runs: plug it in again, or another one."
            self._hold = Hold("A gamepad is unplugged", text, blocked=self._lacking())
        elif self._hold is not None and self._hold.blocked:
            text = "The gamepad is there again." if not missing else self._hold.text
            self._hold = replace(self._hold, text=text, blocked=self._lacking())

    def _by_pad(self, seat: Seat, pad: PadState, dt: float) -> None:
        hand = self._pads[seat]
        if self._hold is not None:
            if hand.pressed(pad, "start", "a") and not self._hold.blocked:
                self._ready()
            return
        if hand.tick(self.state, pad, self._panes[seat].view, dt):
            self._pause(f"{self.game.names[seat]} asked for a pause.")

    def _ready(self) -> None:
        if self._hold is None or not self._hold.blocked:
            super()._ready()

    # -- the picture -------------------------------------------------------------------------------

    def _landings(self) -> Iterator[Landing]:
        """Everybody's."""
        for hand in self.game.hands.values():
            landing = hand.landing(self.state)
            if landing is not None:
                yield landing

    def _lit(self) -> tuple[int, ...]:
        return tuple(range(self.state.areas))

    def _show_hud(self, landing_reason: str) -> None:
        """A strip in each part instead of one HUD; the clock above all."""
        base = self._around("", self._warnings())
        huds = {}
        for side in self._sides:
            hand = self.game.hands[side.seat]
            by_pad = side.seat in self._pads
            around = replace(base, seat=side.seat, refusal=hand.refusal, lowering=hand.setting, by_pad=by_pad)
            hud = fast_hud.hud(self.state, around)
            if by_pad:
                hud = replace(hud, supply=chosen(hud.supply, self._pads[side.seat].chosen))
            huds[side.seat] = replace(hud, actions=(*hud.actions, *CORNER))
        shown = (tuple(huds.items()), self._hold)
        if shown != self._split_shown:
            self._split_shown = shown
            self._shown, self._shown_hold = next(iter(huds.values())), self._hold
            sides = self._sides
            dialog = hold_box(self._hold) if self._hold is not None else None
            self._ctx.ui.show(
                lambda width, height: split_hud(huds, sides, width, height), dialog=dialog, free_keys=dialog is None
            )
            self._ctx.redraw()


def chosen(supply: Sequence[Button], kind: str) -> tuple[Button, ...]:
    """The supply with the kind that a gamepad would take brought out."""
    return tuple(replace(button, active=button.active or button.id == f"piece:{kind}", key="") for button in supply)


def play(setup: GameSetup) -> FastPlayScreen:
    """The play screen for a new match's way of play."""
    return _kind(setup)(setup, begin(setup))


def resume(record: Path) -> FastPlayScreen:
    """The play screen of a match taken up from its record. Raises: BadText, CorruptFile, Unavailable."""
    seated = take_up(record)
    return _kind(seated.setup)(seated.setup, seated, resumed=True)


def _kind(setup: GameSetup) -> type[FastPlayScreen]:
    return FastTogetherScreen if setup.options.way == "together" else FastPlayScreen
