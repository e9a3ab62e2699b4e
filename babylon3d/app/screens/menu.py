"""The main menu: its buttons over a sample build that slowly turns."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import replace

from babylon3d import storage
from babylon3d.app.screen import Push, Quit, Transition
from babylon3d.app.screens.page import Page
from babylon3d.app.services import Services
from babylon3d.core.build import Build
from babylon3d.core.errors import BabylonError
from babylon3d.core.geometry import add, scale
from babylon3d.formats.build import read_build
from babylon3d.playable.card import GameCard
from babylon3d.playable.progress import learning_began
from babylon3d.playable.registry import every_card
from babylon3d.playable.saves import SavedGame, any_saved, last_unfinished
from babylon3d.present.input import Pressed, Resized, ScreenEvent
from babylon3d.present.showcase import middle_of, showcase
from babylon3d.render.camera import FIELD_OF_VIEW_DEG, View
from babylon3d.render.ui.elements import Backdrop, Button, Column, Element, Panel, Place, Row, Spacer, Stack, Text

log = logging.getLogger(__name__)

TURN_DEG_PER_S = 2.4
TURN_FOR_S = 90.0
"""After so long without input the build stands still, and the computer rests."""
TICKS_A_PICTURE = 2
"""Ticks between two pictures of the turning build."""
BUTTON_WIDTH = 330.0
DISTANCE_M, BUILD_WIDTH_M = 0.60, 0.25
"""How far off the sample build is looked at, at least, and how wide it is with some room."""
WIDE = 760.0
TALL = 600.0


class MenuScreen(Page):
    """The main menu. `message` is said once on entering."""

    first_focus = "continue"

    def __init__(self, message: str = "") -> None:
        super().__init__()
        self._message = message
        self._entries = {card.id: card.entry for card in every_card() if card.entry is not None}
        self._sample = next(card for card in every_card() if card.sample)
        self._last: SavedGame | None = None
        self._first_time = False
        self._view = View()
        self._since_input_s = 0.0
        self._ticks = 0

    def enter(self, ctx: Services) -> None:
        """Find the last game, set up the sample build, show the buttons."""
        self._last = last_unfinished()
        self._first_time = self._last is None and not learning_began() and not any_saved()
        self.first_focus = "continue" if self._last is not None else "learn" if self._first_time else "new"
        self._since_input_s = 0.0
        super().enter(ctx)
        self._set_scene()
        if self._message:
            ctx.toast(self._message, "warning")
            self._message = ""

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether the build is turning. Where the processor draws it stands still: sharper, and the computer rests."""
        if self._ctx is None or self.ctx.settings.reduced_motion or self.ctx.window.is_software:
            return False
        return self._since_input_s < TURN_FOR_S

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Turn the build a little; do what the buttons ask for."""
        self._since_input_s = 0.0 if events else self._since_input_s + dt
        transition = super().tick(dt, events)
        if transition is None and any(isinstance(event, Resized) for event in events):
            self._look()
        if transition is None and self.busy:
            self._ticks += 1
            if self._ticks % TICKS_A_PICTURE == 0:
                azimuth = self._view.azimuth_deg + TURN_DEG_PER_S * dt * TICKS_A_PICTURE
                self._view = replace(self._view, azimuth_deg=azimuth)
                self._look()
        if transition is None:
            self.ctx.scene_for(self._sample.pieces).update(dt)
        return transition

    def back(self) -> Transition | None:
        """Esc does nothing here: the program is ended by its button, or by closing the window."""
        return None

    def act(self, event: ScreenEvent) -> Transition | None:
        """Open what was chosen."""
        if not isinstance(event, Pressed):
            return None
        screens = self.ctx.screens
        match event.id:
            case "continue" if self._last is not None:
                try:
                    return Push(screens.resume(self._last.path))
                except BabylonError as error:
                    self.ctx.toast(f"The game cannot be taken up again: {error}", "warning")
                    return None
            case "new":
                return Push(screens.new_game())
            case id_ if id_ in self._entries:
                return Push(screens.entered(id_))
            case "learn":
                return Push(screens.learn())
            case "load":
                return Push(screens.load())
            case "replays":
                return Push(screens.replays())
            case "settings":
                return Push(screens.settings())
            case "rules":
                return Push(screens.rules())
            case "help":
                return Push(screens.help())
            case "quit":
                return Quit()
            case _:
                return None

    # ---- what is seen

    def body(self, width: float, height: float) -> Element:
        """Title and buttons on the left, the build on the right."""
        tall = height >= TALL
        parts: list[Element] = [
            Text(text="Babylon 3D", style="title" if tall else "heading"),
            Text(text="Build the city together. Rule it alone.", colour="sand", wrap=True),
            Spacer(height=22 if tall else 4),
        ]
        button_width = min(BUTTON_WIDTH, width - 48)
        last = self._last
        if last is not None:
            names = ", ".join(seat.name for seat in last.seats)
            parts.append(
                Button(
                    id="continue",
                    label="Continue",
                    detail=f"{last.progress.capitalize()} · {names}",
                    style="primary",
                    icon="play",
                    align="left",
                    key="c",
                )
            )
        if self._first_time:
            parts.append(
                Button(
                    id="learn",
                    label="Learn",
                    detail="New here? Your first turn in a minute",
                    style="primary",
                    icon="star",
                    align="left",
                    key="e",
                )
            )
        style = "normal" if last is not None or self._first_time else "primary"
        new = Button(id="new", label="New game", style=style, icon="plus", align="left", key="n")  # type: ignore[arg-type]
        entries = tuple(
            Button(id=id_, label=entry.label, icon=entry.icon, align="left", key=entry.key)
            for id_, entry in self._entries.items()
        )
        parts.append(Row(children=(new, *entries), gap=10, equal=True))
        pairs: tuple[tuple[tuple[str, str, str, str], ...], ...] = (
            (("load", "Load", "load", "l"), ("replays", "Replays", "replay", "w")),
            (("rules", "Rules", "rules", "r"), ("help", "Help", "help", "f1")),
            (("settings", "Settings", "settings", "s"), ("quit", "Quit", "quit", "q")),
        )
        if not self._first_time:
            learn = ("learn", "Learn", "star", "e")
            pairs = ((learn, pairs[1][0]), pairs[0], (pairs[1][1], pairs[2][0]), (pairs[2][1],))
        for pair in pairs:
            buttons = tuple(
                Button(id=id_, label=label, icon=icon, align="left", key=key) for id_, label, icon, key in pair
            )
            parts.append(Row(children=buttons, gap=10, equal=True))
        column = Column(children=tuple(parts), gap=10 if tall else 8, width=button_width)
        left = Panel(child=column, style="clear", pad=margin(width), pad_y=16)
        return Stack(children=(Backdrop(style="menu"), Place(child=left, x=0.0, y=0.5)))

    def _set_scene(self) -> None:
        build, pieces = sample(self._sample), self._sample.pieces
        scene = self.ctx.scene_for(self._sample.pieces)
        scene.sync(showcase(build, pieces))
        middle = middle_of(build, pieces)
        self._view = View(middle, -52.0, 19.0, DISTANCE_M)
        self._look()

    def _look(self) -> None:
        """Look at the build so that it stands in the middle of what the buttons leave free."""
        scene = self.ctx.scene_for(self._sample.pieces)
        width, _ = self.ctx.ui.size
        pixels_wide, pixels_high = self.ctx.window.size
        taken = min(0.75, (margin(width) + BUTTON_WIDTH) / width)
        across = 2 * math.tan(math.radians(FIELD_OF_VIEW_DEG / 2)) * pixels_wide / pixels_high
        distance = max(DISTANCE_M, BUILD_WIDTH_M / ((1 - taken) * across))
        aside = taken / 2 * distance * across
        focus = add(self._view.focus, scale(self._view.right, -aside))
        scene.camera.set_view(replace(self._view, focus=focus, distance=distance))
        scene.stage.look(scene.camera.view)


def margin(width: float) -> float:
    """Room to the left of the buttons, logical pixels."""
    return 24.0 if width < WIDE else 72.0


def sample(card: GameCard) -> Build:
    """The build behind the menu; an empty one where the file is missing or damaged."""
    try:
        return read_build(storage.load_bytes(storage.asset(card.sample)), card.sample)
    except BabylonError as error:
        log.warning("no sample build: %s", error)
        return Build(card.pieces.name)
