"""Several people at once at one computer: mouse and keyboard for the first, a gamepad for each other one (F12)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from babylon3d.app.screen import Transition
from babylon3d.app.screens.fast.hold import Hold, hold_box
from babylon3d.app.screens.fast.pads import PadSeats, PadSteering
from babylon3d.app.screens.fast.parts import PartSight
from babylon3d.app.screens.fast.play import CORNER, FastPlayScreen
from babylon3d.app.screens.fast.split import split_hud
from babylon3d.app.services import Services
from babylon3d.core.actions import Seat
from babylon3d.core.prose import listed
from babylon3d.playable.babylon.fast import hud as fast_hud
from babylon3d.playable.babylon.fast.begin import FastSeated, begin, take_up
from babylon3d.playable.babylon.fast.scene import Landing
from babylon3d.playable.setup import GameSetup
from babylon3d.present.input import ScreenEvent
from babylon3d.present.model import Button
from babylon3d.present.pads import PadState


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
        self._parts = PartSight()
        super().__init__(setup, seated, clock, resumed=resumed, sight=self._parts)
        self._parts.seat_all(sorted(self.game.hands))
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
            self.hold = self._who_plays()
        super().enter(ctx)

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
        return f"{listed(self.game.names[seat] for seat in self._missing)} cannot play without a gamepad"

    # -- time --------------------------------------------------------------------------------------

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Gamepads first: one that is missing stops time."""
        pads = self.ctx.pads.read()
        missing = self._seats.assign(pads)
        if missing != self._missing:
            self._changed(missing)
        for seat, name in self._seats.of.items():
            self._by_pad(seat, pads[name], dt)
        self._parts.part()
        return super().tick(dt, events)

    def _changed(self, missing: tuple[Seat, ...]) -> None:
        """A gamepad was pulled out or plugged in."""
        pulled = [seat for seat in missing if seat not in self._missing]
        self._missing = missing
        if self.hold is not None and self.hold.title == "Building together":
            self.hold = self._who_plays()
        elif pulled:
            self.pause("")
            names = listed(self.game.names[seat] for seat in pulled)
            text = f"{names} had it. No time runs: plug it in again, or another one."
            self.hold = Hold("A gamepad is unplugged", text, blocked=self._lacking())
        elif self.hold is not None and self.hold.blocked:
            text = "The gamepad is there again." if not missing else self.hold.text
            self.hold = replace(self.hold, text=text, blocked=self._lacking())

    def _by_pad(self, seat: Seat, pad: PadState, dt: float) -> None:
        hand = self._pads[seat]
        if self.hold is not None:
            if hand.pressed(pad, "start", "a") and not self.hold.blocked:
                self.be_ready()
            return
        if hand.tick(self.state, pad, self._parts.panes[seat].view, dt):
            self.pause(f"{self.game.names[seat]} asked for a pause.")

    def be_ready(self) -> None:
        """Time runs once everybody who plays has a gamepad."""
        if self.hold is None or not self.hold.blocked:
            super().be_ready()

    # -- the picture -------------------------------------------------------------------------------

    def landings(self) -> Iterator[Landing]:
        """Everybody's."""
        for hand in self.game.hands.values():
            landing = hand.landing(self.state)
            if landing is not None:
                yield landing

    def lit(self) -> tuple[int, ...]:
        """All areas: everybody builds somewhere."""
        return tuple(range(self.state.areas))

    def show_hud(self, landing_reason: str) -> None:
        """A strip in each part instead of one HUD; the clock above all."""
        base = self.around("", self.warnings())
        huds = {}
        for side in self._parts.sides:
            hand = self.game.hands[side.seat]
            by_pad = side.seat in self._pads
            around = replace(base, seat=side.seat, refusal=hand.refusal, lowering=hand.setting, by_pad=by_pad)
            hud = fast_hud.hud(self.state, around)
            if by_pad:
                hud = replace(hud, supply=chosen(hud.supply, self._pads[side.seat].chosen))
            huds[side.seat] = replace(hud, actions=(*hud.actions, *CORNER))
        shown = (tuple(huds.items()), self.hold)
        if shown != self._split_shown:
            self._split_shown = shown
            self.shown, self.shown_hold = next(iter(huds.values())), self.hold
            sides = self._parts.sides
            dialog = hold_box(self.hold) if self.hold is not None else None
            self.ctx.ui.show(
                lambda width, height: split_hud(huds, sides, width, height), dialog=dialog, free_keys=dialog is None
            )
            self.ctx.redraw()


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
