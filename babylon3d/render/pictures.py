"""A picture of the scene in memory: colour and depth, drawn whole or strip by strip."""

from __future__ import annotations

import math
from typing import Any

from panda3d.core import (
    Camera,
    FrameBufferProperties,
    GraphicsOutput,
    GraphicsPipe,
    LMatrix4f,
    LVecBase4f,
    LVector3f,
    NodePath,
    PerspectiveLens,
    PNMImage,
    SamplerState,
    StringStream,
    Texture,
    WindowProperties,
)

from babylon3d.core.errors import Unavailable
from babylon3d.render.camera import FAR_M, FIELD_OF_VIEW_DEG, NEAR_M, View

Rect = tuple[float, float, float, float]
"""Left, right, bottom, top; 0 to 1."""

WHOLE: Rect = (0.0, 1.0, 0.0, 1.0)


def aim(camera: NodePath, view: View, aspect: float, rect: Rect = WHOLE, near_m: float = NEAR_M) -> None:
    """Put a camera where a view says, its lens showing a part of the picture."""
    left, right, bottom, top = rect
    tall = 2 * math.tan(math.radians(FIELD_OF_VIEW_DEG / 2))
    wide = tall * aspect
    lens = camera.node().get_lens()
    lens.set_focal_length(1.0)
    lens.set_film_size(wide * (right - left), tall * (top - bottom))
    lens.set_film_offset(wide * ((left + right) / 2 - 0.5), tall * ((bottom + top) / 2 - 0.5))
    lens.set_near_far(near_m, FAR_M)
    camera.set_pos(*view.eye)
    camera.look_at(*view.focus)


def ray_matrix(view: View, aspect: float, rect: Rect = WHOLE) -> LMatrix4f:
    """From the corners of a part of the picture, -1 to 1, to directions in the world."""
    tall = math.tan(math.radians(FIELD_OF_VIEW_DEG / 2))
    left, right, bottom, top = rect
    across = LVector3f(*view.right) * tall * aspect
    up = LVector3f(*view.up) * tall
    ahead = across * (left + right - 1) + up * (bottom + top - 1) - LVector3f(*view.outward)
    return LMatrix4f(*(across * (right - left)), 0, *(up * (top - bottom)), 0, *ahead, 0, 0, 0, 0, 1)


def new_camera(name: str, root: NodePath, mask: int) -> NodePath:
    """A camera in a scene that sees what its mask says."""
    camera = Camera(name, PerspectiveLens())
    camera.set_camera_mask(mask)
    return root.attach_new_node(camera)


def encoded(image: PNMImage, suffix: str = ".png") -> bytes:
    """A picture as the bytes of a file of the kind that ends so. Raises: Unavailable if it cannot be made."""
    stream = StringStream()
    if not image.write(stream, "picture" + suffix):
        raise Unavailable("the picture could not be made")
    data: bytes = stream.get_data()
    return data


class Picture:
    """One picture, its camera and its buffer; `mask` says which versions of things it shows."""

    def __init__(
        self,
        engine: Any,
        host: Any,
        root: NodePath,
        mask: int,
        samples: int,
        size: tuple[int, int],
        sort: int = -10,
        name: str = "picture",
    ) -> None:
        """`sort` orders it among the pictures of a frame. Raises: Unavailable if it cannot be made."""
        self.colour = _texture("picture")
        self.depth = _texture("picture depth")
        self.depth.set_format(Texture.F_depth_component24)
        self.depth.set_minfilter(SamplerState.FT_nearest)
        self.depth.set_magfilter(SamplerState.FT_nearest)
        self._engine = engine
        properties = FrameBufferProperties()
        properties.set_rgba_bits(8, 8, 8, 8)
        properties.set_depth_bits(24)
        properties.set_multisamples(samples)
        flags = GraphicsPipe.BF_refuse_window | GraphicsPipe.BF_resizeable
        buffer = engine.make_output(
            host.get_pipe(),
            name,
            sort,
            properties,
            WindowProperties.size(*size),
            flags,
            host.get_gsg(),
            host,
        )
        if buffer is None:
            raise Unavailable("a picture in memory cannot be made by this OpenGL")
        self._buffer = buffer
        self._buffer.add_render_texture(self.colour, GraphicsOutput.RTM_bind_or_copy, GraphicsOutput.RTP_color)
        self._buffer.add_render_texture(self.depth, GraphicsOutput.RTM_bind_or_copy, GraphicsOutput.RTP_depth)
        self._buffer.set_clear_color_active(False)
        self._buffer.set_clear_depth_active(False)
        self._buffer.set_active(False)
        self.camera = new_camera("viewer", root, mask)
        self._region = self._buffer.make_display_region()
        self._region.set_camera(self.camera)
        self._region.set_clear_depth_active(True)
        self._region.set_clear_color_active(True)
        self._region.set_clear_color((0, 0, 0, 0))
        self.size = size

    def resize(self, size: tuple[int, int]) -> None:
        """Give the picture another size in pixels."""
        if size != self.size:
            self.size = size
            self._buffer.set_size(*size)

    def see(self, mask: int) -> None:
        """Show other versions of things from now on."""
        self.camera.node().set_camera_mask(mask)

    def aim(self, view: View, aspect: float, rect: Rect = WHOLE) -> None:
        """Look at a part of what a view shows."""
        aim(self.camera, view, aspect, rect)
        self._region.set_dimensions(LVecBase4f(*rect))

    def aim_at(self, view: View, aspect: float, rect: Rect) -> None:
        """Show all of a view in a part of the picture."""
        aim(self.camera, view, aspect)
        self._region.set_dimensions(LVecBase4f(*rect))

    def draw_next(self, wanted: bool) -> None:
        """Whether the next frame draws it."""
        self._buffer.set_active(wanted)

    def image(self) -> PNMImage:
        """What was drawn last, with alpha. Raises: Unavailable if it cannot be read back."""
        image = PNMImage()
        gsg = self._buffer.get_gsg()
        if not self._engine.extract_texture_data(self.colour, gsg) or not self.colour.store(image):
            raise Unavailable("the picture could not be read back")
        self.colour.clear_ram_image()
        return image

    def close(self) -> None:
        """Free the buffer."""
        self.camera.remove_node()
        self._engine.remove_window(self._buffer)


def _texture(name: str) -> Texture:
    made = Texture(name)
    made.set_wrap_u(SamplerState.WM_clamp)
    made.set_wrap_v(SamplerState.WM_clamp)
    made.set_minfilter(SamplerState.FT_linear)
    made.set_magfilter(SamplerState.FT_linear)
    return made
