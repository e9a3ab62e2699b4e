"""Where the scene is drawn: the sun and sky, the pictures in memory, and the window that shows them.

What stands on the table is drawn into a picture only when it or the view changed. Ghosts and glows are drawn over the
finished picture, so they cost little. On slow machines the picture is drawn quickly while things move, and developed
again in full quality, strip by strip, when all is still.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from panda3d.core import (
    AmbientLight,
    DepthTestAttrib,
    DirectionalLight,
    GraphicsEngine,
    LMatrix4f,
    LVecBase2f,
    LVector3f,
    LVector4f,
    NodePath,
    PNMImage,
    SamplerState,
    Texture,
)

from babylon3d.core.errors import Unavailable
from babylon3d.core.geometry import norm
from babylon3d.render.camera import FIELD_OF_VIEW_DEG, NEAR_M, Bounds, View
from babylon3d.render.kept import Kept
from babylon3d.render.masks import (
    CASTERS,
    FINE,
    KEPT,
    MOVING_CASTERS,
    OVER_FINE,
    OVER_QUICK,
    PICTURES,
    QUICK,
    QUICK_MOVERS,
    ROUGH,
    ROUGH_MOVERS,
    SCREEN,
    STILL_CASTERS,
    show_only,
)
from babylon3d.render.materials import SHADOW_BLUR_M, Materials, shader, texture
from babylon3d.render.occlusion import Field, to_texture
from babylon3d.render.panes import Pane, PaneCameras
from babylon3d.render.picture_card import PictureCard, card
from babylon3d.render.pictures import WHOLE, Picture, Rect, aim, ray_matrix
from babylon3d.render.quality import Quality
from babylon3d.render.shadow import SUN, ShadowMap
from babylon3d.render.window import Window

SUN_LIGHT = (2.06, 1.66, 1.18)
SKY_LIGHT = (0.36, 0.42, 0.56)
GROUND_LIGHT = (0.25, 0.20, 0.16)
BACKGROUND = (0.17, 0.145, 0.14, 1.0)
REST_S = 0.2
"""How long all must be still before the picture is developed."""
STRIPS = 24
ROUGH_PX, TOWER_M = 30.0, 0.02
"""Pieces are drawn in few triangles while a tower in the middle of the picture is less wide than so many pixels."""
NOWHERE = Bounds((-0.05, -0.05, 0.0), (0.05, 0.05, 0.05))


class Stage:
    """The scene's root and how it comes onto the window, by one quality."""

    def __init__(self, window: Window, quality: Quality) -> None:
        """Open what the quality needs. Raises: Unavailable if this machine has not got it."""
        self.window = window
        self.quality = quality
        self.root = NodePath("world")
        self.materials = Materials(quality, 0.5 if window.backend == "tinydisplay" else 1.0)
        self.view = View()
        self.shadow: ShadowMap | None = None
        self.drawn = 0
        """How often the picture was drawn."""
        self.narrow: Callable[[View, float, Rect | None], None] | None = None
        """Called before a strip is drawn, to leave out what is not in it; with None after the last."""
        self.looked: Callable[[View], None] | None = None
        """Called when the view changed, for what turns to it."""
        self._wanted = True
        self._still_s = 0.0
        self._strip = 0
        self._strip_poll = -1
        self._screen: PictureCard | None = None
        self.panes: tuple[Pane, ...] = ()
        self._pane_cameras: PaneCameras | None = None
        self._engine = GraphicsEngine.get_global_ptr()
        self._quick: Picture | None = None
        self._kept: Kept | None = None
        self._moving = False
        self._fine: Picture | None = None
        self._field = Texture("occlusion")
        self._camera = window.base.cam
        self._camera.reparent_to(self.root)
        try:
            if quality.shaders:
                self._light_by_shader()
                self._open_pictures()
            else:
                self._light_by_lamps()
        except Unavailable:
            self.close()
            raise
        self._camera.node().set_active(True)
        window.before_frame.append(self._before_frame)
        window.after_frame.append(self._after_frame)

    def _light_by_shader(self) -> None:
        root = self.root
        length = norm(SUN)
        root.set_shader_input("sun_direction", LVector3f(*(c / length for c in SUN)))
        root.set_shader_input("sun_light", LVector3f(*SUN_LIGHT))
        root.set_shader_input("sky_light", LVector3f(*SKY_LIGHT))
        root.set_shader_input("ground_light", LVector3f(*GROUND_LIGHT))
        root.set_shader_input("eye", LVector3f(0, 0, 1))
        root.set_shader_input("pool_middle", LVecBase2f(0, 0))
        if self.quality.shadows:
            self.shadow = ShadowMap(self._engine, self.window.base.win, root, self.quality.shadow_px)
            root.set_shader_input("shadow_map", self.shadow.texture)
        self.cast_shadows(None)
        self.set_field(Field.open())
        self._sky = card(root, "sky", PICTURES)
        self._sky.set_shader(shader("sky", "sky"))
        room = texture("room.png")
        room.set_wrap_u(SamplerState.WM_clamp)
        room.set_wrap_v(SamplerState.WM_clamp)
        room.set_minfilter(SamplerState.FT_linear)
        self._sky.set_shader_input("room", room)
        self._sky.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_less_equal))
        self._sky.set_bin("fixed", 30)

    def _light_by_lamps(self) -> None:
        sun = DirectionalLight("sun")
        sun.set_color((0.95, 0.82, 0.62, 1))
        sun.set_direction((-SUN[0], -SUN[1], -SUN[2]))
        around = AmbientLight("around")
        around.set_color((0.45, 0.43, 0.47, 1))
        for light in (sun, around):
            self.root.set_light(self.root.attach_new_node(light))
        self._camera.node().set_camera_mask(QUICK | OVER_QUICK)
        self.window.base.win.set_clear_color_active(True)
        self.window.base.win.set_clear_color(BACKGROUND)

    def _open_pictures(self) -> None:
        """The pictures in memory, and the card that shows one of them in the window."""
        host, quality = self.window.base.win, self.quality
        self._quick = Picture(self._engine, host, self.root, QUICK, quality.samples, self._quick_size())
        if quality.refine:
            self._fine = Picture(self._engine, host, self.root, FINE, 4, self.window.size)
            self.materials.refine(self._fine.camera.node())
            self.materials.move(self._quick.camera.node())
            self._kept = Kept(self._engine, host, self.root, self.materials, QUICK, self._quick_size())
        self._screen = PictureCard(self.root)
        self._show(self._quick)
        host.set_clear_color_active(False)

    def _quick_size(self) -> tuple[int, int]:
        width, height = self.window.size
        scale = self.quality.scale
        return max(1, round(width * scale)), max(1, round(height * scale))

    def _quick_masks(self, views: Sequence[View]) -> tuple[int, int]:
        """What the quick picture of these views shows of what stands still and of what moves: few triangles may do."""
        if not self.quality.refine:
            return QUICK, QUICK_MOVERS
        tall = 2 * math.tan(math.radians(FIELD_OF_VIEW_DEG / 2)) * min(view.distance for view in views)
        is_rough = self._quick_size()[1] * TOWER_M / tall < ROUGH_PX
        return (ROUGH, ROUGH_MOVERS) if is_rough else (QUICK, QUICK_MOVERS)

    def _show(self, picture: Picture) -> None:
        """Have the window show a picture."""
        self._shown = picture
        if self._screen is not None:
            self._screen.show(picture)
        over = OVER_QUICK if picture is self._quick else OVER_FINE
        self._camera.node().set_camera_mask(SCREEN if self.panes else SCREEN | over)

    def rescale(self, quality: Quality) -> bool:
        """Go over to a rung that differs in resolution alone; tell whether it does."""
        if replace(quality, name="", scale=1.0) != replace(self.quality, name="", scale=1.0):
            return False
        self.quality = quality
        self.redraw()
        return True

    def redraw(self, movers_only: bool = False) -> None:
        """Have the picture drawn with the next frame: something in it changed."""
        if self._kept is not None and not movers_only:
            self._kept.stale = True
        self._wanted = True
        self._still_s = 0.0
        self._strip = 0
        self.window.request_frame()

    def redraw_over(self, over: Bounds | None) -> None:
        """What is drawn over the picture changed; say what box holds all of it, if there is anything."""
        self.window.request_frame()
        if self._screen is not None:
            self._screen.cover(over)

    def _before_frame(self) -> None:
        if self._pane_cameras is not None:
            self._pane_cameras.aim(self.panes, self.window.aspect)
        if self._quick is not None:
            if self._quick.size != self._quick_size():
                self._quick.resize(self._quick_size())
                if self._fine is not None:
                    self._fine.resize(self.window.size)
                self.redraw()
            if self._wanted and self.panes:
                self._draw_panes(self._quick)
            elif self._wanted:
                self._draw_quick(self._quick)
            self._quick.draw_next(self._wanted and not self.panes)
        if self._screen is not None:
            self._screen.aim(self.view, self.window.aspect)
        if self.shadow is not None:
            self.shadow.drawing(self.shadow.wanted)
        self.drawn += self._wanted
        self._wanted = False

    def _draw_quick(self, picture: Picture) -> None:
        """Have the next frame draw the picture: all of it, or what moves over what is kept of the rest."""
        still, moving = self._quick_masks([self.view])
        picture.aim(self.view, self.window.aspect)
        self.materials.see_apart(picture.camera.node(), self._moving)
        if self._kept is not None and self._moving:
            picture.see(KEPT | moving)
            self._kept.draw_next(self.view, self.window.aspect, picture.size, still, self._sky)
        else:
            picture.see(still | moving)
            self._sky.set_shader_input("ray_matrix", ray_matrix(self.view, self.window.aspect))
        self._show(picture)

    def _after_frame(self) -> None:
        """What was drawn is not drawn again when only input is taken in."""
        if self._quick is not None:
            self._quick.draw_next(False)
        if self._kept is not None:
            self._kept.rest()
        if self.shadow is not None:
            self.shadow.drawing(False)

    @property
    def developed(self) -> bool:
        """Whether the picture is as good as it gets."""
        return self._fine is None or bool(self.panes) or (self._strip >= STRIPS and not self._wanted)

    def develop(self, dt: float) -> None:
        """Let `dt` seconds pass in which nothing changed: draw the next strip in full quality if it is time."""
        if self.developed or self._wanted:
            return
        self._still_s += dt
        # One strip between two looks at the input, however many ticks have to be made up for.
        if self._still_s >= REST_S and self._strip_poll != self.window.polls:
            self._strip_poll = self.window.polls
            # Whole rows of pixels, or the strips would not meet.
            height = self.window.size[1]
            top, bottom = (height - round(i * height / STRIPS) for i in (self._strip, self._strip + 1))
            if bottom < top:
                self._draw_fine((0.0, 1.0, bottom / height, top / height))
            self._strip += 1
            if self._strip == STRIPS:
                self._finish()

    def develop_at_once(self) -> None:
        """Draw the picture in full quality now (pictures to keep)."""
        if self._wanted:
            self.window.render_frame()
        if not self.developed:
            self._draw_fine(WHOLE)
            self._strip = STRIPS
            self._finish()

    def _draw_fine(self, rect: Rect) -> None:
        if self._fine is None:
            return
        if self.narrow is not None:
            self.narrow(self.view, self.window.aspect, rect)
        self._fine.aim(self.view, self.window.aspect, rect)
        self._sky.set_shader_input("ray_matrix", ray_matrix(self.view, self.window.aspect, rect))
        self._fine.draw_next(True)
        self.window.render_hidden()
        self._fine.draw_next(False)

    def _finish(self) -> None:
        if self._fine is not None:
            if self.narrow is not None:
                self.narrow(self.view, self.window.aspect, None)
            self._show(self._fine)
            self.window.request_frame()

    def set_backdrop(self, visible: bool) -> None:
        """Show or leave out the sky; without it the picture is clear where nothing stands."""
        if self.quality.shaders:
            show_only(self._sky, PICTURES if visible else 0)
            self.redraw()

    def picture(self) -> PNMImage:
        """The scene alone as drawn last, with alpha. Raises: Unavailable where it is drawn into the window itself."""
        if self._quick is None:
            raise Unavailable("pictures with alpha need OpenGL with shaders")
        return self._shown.image()

    def part(self, panes: Sequence[Pane]) -> None:
        """Part the window among several views; none gives it back to the one view."""
        before, self.panes = self.panes, tuple(panes)
        if len(before) != len(self.panes):
            if self._pane_cameras is not None:
                self._pane_cameras.close()
                self._pane_cameras = None
            if self.panes:
                self._pane_cameras = PaneCameras(self.window.base.win, self.root, self.panes, self._quick is not None)
            if self._quick is None:
                self._camera.node().set_active(not self.panes)
            else:
                self._show(self._quick)
        if before != self.panes:
            self.redraw()

    def _draw_panes(self, picture: Picture) -> None:
        """Draw each view into its part of the picture, one after the other."""
        self.materials.see_apart(picture.camera.node(), False)
        still, moving = self._quick_masks([pane.view for pane in self.panes])
        picture.see(still | moving)
        for pane in self.panes:
            aspect = pane.aspect(self.window.aspect)
            picture.aim_at(pane.view, aspect, pane.rect)
            self._sky.set_shader_input("ray_matrix", ray_matrix(pane.view, aspect))
            self.root.set_shader_input("eye", LVector3f(*pane.view.eye))
            if self.shadow is not None:
                self.shadow.drawing(self.shadow.wanted)
            picture.draw_next(True)
            self.window.render_hidden()
        self._show(picture)

    def look(self, view: View) -> None:
        """Put the camera where a view says."""
        self.view = view
        # A software depth buffer is coarse: it gets no more range than the view needs.
        near = NEAR_M if self.quality.shaders else max(NEAR_M, 0.15 * view.distance)
        aim(self._camera, view, self.window.aspect, near_m=near)
        if self.quality.shaders:
            self.root.set_shader_input("eye", LVector3f(*view.eye))
        if self.looked is not None:
            self.looked(view)
        self.redraw()

    def cast_shadows(self, bounds: Bounds | None, coarse: bool = False) -> None:
        """Something that throws a shadow moved: fit the map to `bounds`, draw it and the scene; `coarse` is quicker."""
        self._moving = False
        self._cast(bounds, MOVING_CASTERS if coarse else CASTERS)
        self.redraw()

    @property
    def keeps(self) -> bool:
        """Whether the picture of what stands still can be kept while other things move."""
        return self._kept is not None and self.shadow is not None and not self.panes

    def cast_over(self, still: Bounds | None, movers: Sequence[Bounds], changed: bool) -> None:
        """Something in the boxes `movers` moves over what is in `still`; say whether the latter has `changed` too."""
        assert self._kept is not None
        changed |= not self._moving
        self._moving = True
        self._kept.move(movers, SHADOW_BLUR_M)
        if changed:
            self._cast(still, STILL_CASTERS)
        self.redraw(movers_only=not changed)

    def _cast(self, bounds: Bounds | None, casters: int) -> None:
        """Fit the sun's map to a box and have it drawn."""
        if self.shadow is not None:
            self.shadow.cover(bounds or NOWHERE, SHADOW_BLUR_M, casters)
            self.root.set_shader_input("sun_matrix", LMatrix4f(self.shadow.matrix))
            middle = (bounds or NOWHERE).centre
            self.root.set_shader_input("pool_middle", LVecBase2f(middle[0], middle[1]))
            self.root.set_shader_input("sun_turn", LMatrix4f(self.shadow.turn))
            self.root.set_shader_input("sun_steepness", LVecBase2f(*self.shadow.steepness))
            self.root.set_shader_input("shadow_blur", LVecBase2f(*self.shadow.blur))

    def set_field(self, field: Field) -> None:
        """Say how much sky is hidden where."""
        if not self.quality.occlusion:
            return
        to_texture(field, self._field)
        self.root.set_shader_input("occlusion_field", self._field)
        self.root.set_shader_input("occlusion_low", LVector4f(*field.low, 0.006))
        self.root.set_shader_input("occlusion_scale", LVector3f(*(1 / s for s in field.size)))
        self.redraw()

    def close(self) -> None:
        """Free buffers and nodes."""
        if self._pane_cameras is not None:
            self._pane_cameras.close()
            self._pane_cameras = None
        if self._before_frame in self.window.before_frame:
            self.window.before_frame.remove(self._before_frame)
            self.window.after_frame.remove(self._after_frame)
        self._camera.node().set_active(False)
        self._camera.detach_node()
        if self.shadow is not None:
            self.shadow.close()
        for picture in (self._quick, self._fine, self._kept):
            if picture is not None:
                picture.close()
        self._quick = self._fine = self._kept = self._screen = None
        self.narrow = self.looked = None
        self.root.remove_node()
        self.window.request_frame()
