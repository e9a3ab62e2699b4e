"""What screens work with: window, UI, scene, sound, settings, keys. One object, made by `app.main`."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from babylon3d.app.keys import Keys
from babylon3d.app.screen import Screens
from babylon3d.core.build import PieceSet
from babylon3d.core.errors import BabylonError
from babylon3d.physics.engines import ENGINES, prefer
from babylon3d.present.pads import NoPads, PadSource
from babylon3d.render.flat_layer import FlatLayer
from babylon3d.render.sound import Sound
from babylon3d.render.ui.inputs import Inputs
from babylon3d.render.ui.ui import Ui
from babylon3d.render.window import Window
from babylon3d.settings import Settings, save_settings

if TYPE_CHECKING:
    from babylon3d.render.scene import SceneView

log = logging.getLogger(__name__)

WINDOWED = (1280, 720)


@dataclass(slots=True)
class Services:
    """The program's parts, for screens. `change` alters settings and lets every part follow."""

    window: Window
    ui: Ui
    inputs: Inputs
    sound: Sound
    settings: Settings
    screens: Screens
    scene: SceneView | None = None
    pads: PadSource = field(default_factory=NoPads)
    bound: str = ""
    """The command whose new key is being waited for: the loop then leaves every key to the screen."""
    quality: str = ""
    """A quality asked for on the command line: for this run only, until another is chosen in the settings."""
    layer: FlatLayer | None = None
    """What the UI is drawn into."""
    catching_up: bool = False
    """Whether further ticks follow before the next picture: what this one changes need not be shown."""
    _pieces: PieceSet | None = field(default=None)

    @property
    def keys(self) -> Keys:
        """Which key does what."""
        return Keys(self.settings.keys)

    def scene_for(self, pieces: PieceSet) -> SceneView:
        """The 3D scene for a set of pieces; the one there is, if it is of that set."""
        if self.scene is None or self._pieces is not pieces:
            from babylon3d.render.scene import SceneView

            self._close_scene()
            self.scene = SceneView(
                self.window, pieces, self.quality or self.settings.quality, self.settings.colour_blind
            )
            self._pieces = pieces
        self.scene.camera.reduced_motion = self.settings.reduced_motion
        return self.scene

    def redraw(self) -> None:
        """Something on the screen has changed: draw at the next chance."""
        self.window.request_frame()

    def toast(self, text: str, icon: str = "") -> None:
        """Say something in passing."""
        self.ui.toast(text, icon)

    def change(self, **changes: Any) -> None:
        """Alter settings, keep them, and let window, scene, sound and UI follow. A full disk is told by a toast."""
        before, self.settings = self.settings, msgspec.structs.replace(self.settings, **changes)
        self._follow(before, self.settings)
        try:
            save_settings(self.settings)
        except BabylonError as error:
            log.warning("%s", error)
            self.toast(f"The settings could not be kept: {error}")

    def _follow(self, before: Settings, now: Settings) -> None:
        if now.quality != before.quality:
            self.quality = ""
            if self.scene is not None:
                self.scene.set_quality(now.quality)
        if now.colour_blind != before.colour_blind:
            self.ui.colour_blind = now.colour_blind
            self._remake_scene()
        if self.scene is not None:
            self.scene.camera.reduced_motion = now.reduced_motion
        if now.full_screen != before.full_screen:
            self.window.set_fullscreen(now.full_screen, WINDOWED)
        if now.ui_scale != before.ui_scale:
            self.ui.fit(self.window.size, now.ui_scale)
        if now.engine != before.engine:
            self.use_engine(now.engine)
        self.sound.set_volume(now.volume, on=now.sound)
        self.inputs.swap_mouse = now.swap_mouse
        self.redraw()

    def use_engine(self, wanted: str) -> None:
        """Simulate what is begun from now on with that engine; where it is not there, say so and take the other."""
        said = prefer(next((engine for engine in ENGINES if engine == wanted), None))
        if said:
            self.toast(f"{said[:1].upper()}{said[1:]}; another one is used", "warning")

    def _remake_scene(self) -> None:
        """The scene anew, with other colours, showing what it showed from where it was seen."""
        if self.scene is None or self._pieces is None:
            return
        model, pieces, camera = self.scene.model, self._pieces, self.scene.camera
        self._close_scene()
        scene = self.scene_for(pieces)
        scene.sync(model)
        scene.camera = camera
        scene.stage.look(camera.view)

    def _close_scene(self) -> None:
        if self.scene is not None:
            self.scene.close()
            self.scene = None

    def close(self) -> None:
        """Close every part, the window last."""
        self._close_scene()
        self.inputs.close()
        self.ui.close()
        if self.layer is not None:
            self.layer.close()
        self.sound.close()
        self.window.close()
