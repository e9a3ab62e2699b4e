"""Where the scene is drawn: the picture in memory, its camera, the sun and sky, and the card that shows it."""

from __future__ import annotations

import math

from panda3d.core import (
    AmbientLight,
    CardMaker,
    DepthTestAttrib,
    DirectionalLight,
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsOutput,
    GraphicsPipe,
    LMatrix4f,
    LVector3f,
    LVector4f,
    NodePath,
    PerspectiveLens,
    Texture,
    WindowProperties,
)

from babylon3d.core.geometry import norm
from babylon3d.render.camera import FAR_M, FIELD_OF_VIEW_DEG, NEAR_M, Bounds, View
from babylon3d.render.materials import SHADOW_BLUR_M, Materials, shader
from babylon3d.render.occlusion import Field, to_texture
from babylon3d.render.quality import Quality
from babylon3d.render.shadow import CASTERS, SUN, ShadowMap
from babylon3d.render.window import Window

SUN_LIGHT = (1.55, 1.22, 0.86)
SKY_LIGHT = (0.50, 0.56, 0.72)
GROUND_LIGHT = (0.42, 0.28, 0.19)
BACKGROUND = (0.23, 0.20, 0.27, 1.0)

EYE = 1 << 5
"""The bit of the draw mask of what the viewer sees."""


class Stage:
    """The scene's root, drawn only when `redraw` was asked, into a picture of its own beside the flat elements."""

    def __init__(self, window: Window, quality: Quality) -> None:
        self.window = window
        self.quality = quality
        self.root = NodePath("scene")
        self.materials = Materials(quality)
        self.shadow: ShadowMap | None = None
        self.drawn = 0
        self._wanted = True
        self._engine = GraphicsEngine.get_global_ptr()
        self._buffer: GraphicsOutput | None = None
        self._card: NodePath | None = None
        self._sky: NodePath | None = None
        self._field = Texture("occlusion")
        self._camera = window.base.cam
        self._camera.reparent_to(self.root)
        self._lens = PerspectiveLens()
        self._lens.set_near_far(NEAR_M, FAR_M)
        self._camera.node().set_lens(self._lens)
        self._camera.node().set_camera_mask(EYE)
        if quality.shaders:
            self._light_by_shader()
            self._open_buffer()
        else:
            self._light_by_lamps()
        window.before_frame.append(self._before_frame)

    def _light_by_shader(self) -> None:
        root = self.root
        length = norm(SUN)
        root.set_shader_input("sun_direction", LVector3f(*(c / length for c in SUN)))
        root.set_shader_input("sun_light", LVector3f(*SUN_LIGHT))
        root.set_shader_input("sky_light", LVector3f(*SKY_LIGHT))
        root.set_shader_input("ground_light", LVector3f(*GROUND_LIGHT))
        root.set_shader_input("glow", LVector4f(0, 0, 0, 0))
        root.set_shader_input("eye", LVector3f(0, 0, 1))
        if self.quality.shadows:
            self.shadow = ShadowMap(self._engine, self.window.base.win, root, self.quality.shadow_px)
            root.set_shader_input("shadow_map", self.shadow.texture)
        self.set_field(Field.open())
        sky = CardMaker("sky")
        sky.set_frame_fullscreen_quad()
        self._sky = self.root.attach_new_node(sky.generate())
        self._sky.set_shader(shader("sky"))
        self._sky.set_shader_input("ray_matrix", LMatrix4f.ident_mat())
        self._sky.set_bin("background", 10)
        self._sky.set_depth_write(False)
        self._sky.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_less_equal))
        self._sky.node().set_bounds_type(0)
        self._sky.node().set_final(True)
        self._sky.hide(CASTERS)

    def _light_by_lamps(self) -> None:
        sun = DirectionalLight("sun")
        sun.set_color((0.95, 0.82, 0.62, 1))
        sun.set_direction((-SUN[0], -SUN[1], -SUN[2]))
        around = AmbientLight("around")
        around.set_color((0.45, 0.43, 0.47, 1))
        for light in (sun, around):
            self.root.set_light(self.root.attach_new_node(light))
        self.root.set_color_off()
        self._camera.node().set_active(True)
        self.window.base.win.set_clear_color(BACKGROUND)

    def _open_buffer(self) -> None:
        """The picture in memory, and the card that shows it in the window."""
        picture = Texture("picture")
        picture.set_wrap_u(Texture.WM_clamp)
        picture.set_wrap_v(Texture.WM_clamp)
        properties = FrameBufferProperties()
        properties.set_rgba_bits(8, 8, 8, 8)
        properties.set_depth_bits(24)
        properties.set_multisamples(self.quality.samples)
        host = self.window.base.win
        flags = GraphicsPipe.BF_refuse_window | GraphicsPipe.BF_resizeable
        self._buffer = self._engine.make_output(
            host.get_pipe(),
            "scene",
            -10,
            properties,
            WindowProperties.size(*self._picture_size()),
            flags,
            host.get_gsg(),
            host,
        )
        self._buffer.add_render_texture(picture, GraphicsOutput.RTM_bind_or_copy, GraphicsOutput.RTP_color)
        self._buffer.set_clear_color(BACKGROUND)
        region = self._buffer.make_display_region()
        region.set_camera(self._camera)
        self._camera.node().set_active(True)
        for region in self.window.base.win.get_display_regions():
            if region.get_camera() == self._camera:
                region.set_active(False)
        card = CardMaker("picture")
        card.set_frame_fullscreen_quad()
        self._card = self.window.render2d.attach_new_node(card.generate())
        self._card.set_shader(shader("picture"))
        self._card.set_shader_input("picture", picture)
        self._card.set_bin("background", -1000)
        self.window.base.win.set_clear_color_active(False)

    def _picture_size(self) -> tuple[int, int]:
        width, height = self.window.size
        scale = self.quality.scale
        return max(1, round(width * scale)), max(1, round(height * scale))

    def redraw(self) -> None:
        """Have the scene drawn with the next frame."""
        self._wanted = True
        self.window.request_frame()

    def _before_frame(self) -> None:
        if self._buffer is not None:
            size = self._picture_size()
            if (self._buffer.get_x_size(), self._buffer.get_y_size()) != size:
                self._buffer.set_size(*size)
                self._wanted = True
            self._buffer.set_active(self._wanted)
        if self.shadow is not None:
            self.shadow.prepare()
        self.drawn += self._wanted
        self._wanted = False

    def look(self, view: View) -> None:
        """Put the camera where a view says."""
        aspect = self.window.aspect
        across = math.degrees(2 * math.atan(math.tan(math.radians(FIELD_OF_VIEW_DEG / 2)) * aspect))
        self._lens.set_fov(across, FIELD_OF_VIEW_DEG)
        self._camera.set_pos(*view.eye)
        self._camera.look_at(*view.focus)
        if self.quality.shaders:
            self.root.set_shader_input("eye", LVector3f(*view.eye))
            tall = math.tan(math.radians(FIELD_OF_VIEW_DEG / 2))
            right = LVector3f(*view.right) * tall * aspect
            up = LVector3f(*view.up) * tall
            ahead = -LVector3f(*view.outward)
            if self._sky is not None:
                matrix = LMatrix4f(*right, 0, *up, 0, *ahead, 0, 0, 0, 0, 1)
                self._sky.set_shader_input("ray_matrix", matrix)
        self.redraw()

    def cast_shadows(self, bounds: Bounds | None) -> None:
        """Something that throws a shadow moved: fit the map to `bounds`, draw it and the scene."""
        if self.shadow is not None:
            self.shadow.cover(bounds or Bounds((-0.05, -0.05, 0.0), (0.05, 0.05, 0.05)), SHADOW_BLUR_M)
            self.root.set_shader_input("sun_matrix", LMatrix4f(self.shadow.matrix))
            self.root.set_shader_input("shadow_blur", LVector4f(*self.shadow.blur, 0, 0).xy)
        self.redraw()

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
        if self._before_frame in self.window.before_frame:
            self.window.before_frame.remove(self._before_frame)
        self._camera.node().set_active(False)
        self._camera.detach_node()
        if self.shadow is not None:
            self.shadow.close()
        if self._buffer is not None:
            self._engine.remove_window(self._buffer)
            self._buffer = None
        if self._card is not None:
            self._card.remove_node()
        self.root.remove_node()
        self.window.request_frame()
