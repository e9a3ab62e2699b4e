"""The sun's shadow map: drawn anew only when something moved."""

from __future__ import annotations

from typing import Any

from panda3d.core import (
    Camera,
    ColorWriteAttrib,
    CullFaceAttrib,
    FrameBufferProperties,
    GraphicsOutput,
    GraphicsPipe,
    LMatrix4f,
    LPoint3,
    LVector3,
    NodePath,
    OrthographicLens,
    RenderState,
    SamplerState,
    ShaderAttrib,
    Texture,
    WindowProperties,
)

from babylon3d.core.errors import Unavailable
from babylon3d.core.geometry import Vec3, norm
from babylon3d.render.camera import Bounds
from babylon3d.render.masks import CASTERS
from babylon3d.render.materials import shader

BIAS_M = 0.0003
"""How much nearer to the sun a surface counts than it is, against self-shadowing; metres."""

SUN: Vec3 = (0.73, -0.24, 0.62)
"""Where the sun stands, seen from the table."""


class ShadowMap:
    """A depth picture from the sun that covers a box; `drawn` counts how often it was drawn."""

    def __init__(self, engine: Any, host: Any, root: NodePath, size_px: int, name: str = "shadow") -> None:
        self.size_px = size_px
        self.drawn = 0
        self.wanted = True
        self._engine = engine
        self.texture = Texture("shadow map")
        self.texture.set_format(Texture.F_depth_component24)
        self.texture.set_minfilter(SamplerState.FT_shadow)
        self.texture.set_magfilter(SamplerState.FT_shadow)
        self.texture.set_wrap_u(SamplerState.WM_border_color)
        self.texture.set_wrap_v(SamplerState.WM_border_color)
        self.texture.set_border_color((1, 1, 1, 1))
        properties = FrameBufferProperties()
        properties.set_depth_bits(24)
        flags = GraphicsPipe.BF_refuse_window | GraphicsPipe.BF_resizeable
        buffer = engine.make_output(
            host.get_pipe(),
            name,
            -20,
            properties,
            WindowProperties.size(size_px, size_px),
            flags,
            host.get_gsg(),
            host,
        )
        if buffer is None:
            raise Unavailable("a shadow map cannot be made by this OpenGL")
        self._buffer = buffer
        self._buffer.add_render_texture(self.texture, GraphicsOutput.RTM_bind_or_copy, GraphicsOutput.RTP_depth)
        self._buffer.set_clear_color_active(False)
        self._buffer.set_active(False)
        self._lens = OrthographicLens()
        camera = Camera("sun", self._lens)
        camera.set_camera_mask(CASTERS)
        state = RenderState.make(
            ShaderAttrib.make(shader("shadow", "shadow", instanced=True), 100),
            ColorWriteAttrib.make(ColorWriteAttrib.C_off),
            CullFaceAttrib.make(CullFaceAttrib.M_cull_clockwise),
        )
        camera.set_initial_state(state)
        self._camera = root.attach_new_node(camera)
        self._buffer.make_display_region().set_camera(self._camera)
        self.blur = (0.001, 0.001)
        self.matrix = LMatrix4f.ident_mat()
        self.turn = LMatrix4f.ident_mat()
        self.steepness = (1.0, 1.0)

    def cover(self, bounds: Bounds, blur_m: float, casters: int = CASTERS) -> None:
        """Fit the map to a box and draw it at the next frame, of these casters.

        Other casters than `CASTERS` have few triangles; for them half the resolution has to do.
        """
        size = self.size_px if casters == CASTERS else self.size_px // 2
        self._camera.node().set_camera_mask(casters)
        if self._buffer.get_x_size() != size:
            self._buffer.set_size(size, size)
        length = norm(SUN)
        to_sun = LVector3(*SUN) / length
        middle = LPoint3(*bounds.centre)
        self._camera.set_pos(middle + to_sun * 2.0)
        self._camera.look_at(middle, LVector3(0, 0, 1))
        to_camera = self._camera.get_transform(self._camera.get_parent()).get_inverse().get_mat()
        corners = [
            to_camera.xform_point(LPoint3(x, y, z))
            for x in (bounds.low[0], bounds.high[0])
            for y in (bounds.low[1], bounds.high[1])
            for z in (bounds.low[2], bounds.high[2])
        ]
        wide = max(abs(c[0]) for c in corners) + 0.006
        tall = max(abs(c[2]) for c in corners) + 0.006
        self._lens.set_film_size(2 * wide, 2 * tall)
        near, far = min(c[1] for c in corners) - 0.02, max(c[1] for c in corners) + 0.02
        self._lens.set_near_far(near, far)
        bias = BIAS_M / (far - near)
        half = LMatrix4f(0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0.5, 0.5, 0.5 - bias, 1)
        self.matrix = to_camera * self._lens.get_projection_mat() * half
        self.turn = LMatrix4f(to_camera)
        self.turn.set_row(3, (0, 0, 0, 1))
        self.steepness = (2 * wide / (far - near), 2 * tall / (far - near))
        self.blur = (blur_m / (2 * wide), blur_m / (2 * tall))
        self.wanted = True

    def drawing(self, active: bool) -> None:
        """Whether the next frame draws the map."""
        self._buffer.set_active(active)
        self.drawn += active
        self.wanted = self.wanted and not active

    def close(self) -> None:
        """Free the buffer."""
        self._camera.remove_node()
        self._engine.remove_window(self._buffer)
