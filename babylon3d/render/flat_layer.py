"""The flat screen elements in a picture of their own, drawn anew only when one of them changed.

Some two hundred small things with alpha cost a software renderer more than the whole scene. So they are drawn into
memory, as light with alpha already multiplied in, and laid over the window by a few cards, where there is anything.
When some of them changed, only the rectangle around those is drawn anew: a clock that ticks should cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from panda3d.core import (
    BoundingBox,
    Camera,
    CardMaker,
    ColorBlendAttrib,
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsOutput,
    GraphicsPipe,
    NodePath,
    OrthographicLens,
    SamplerState,
    Texture,
    WindowProperties,
)

from babylon3d.render.window import Window

TILE_PX = 32
"""The window is covered in tiles of this size."""

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom; tiles or pixels."""

_ADD = ColorBlendAttrib.M_add
_ONE, _REST = ColorBlendAttrib.O_one, ColorBlendAttrib.O_one_minus_incoming_alpha
_INTO_LAYER = ColorBlendAttrib.make(_ADD, ColorBlendAttrib.O_incoming_alpha, _REST, _ADD, _ONE, _REST)
_ONTO_WINDOW = ColorBlendAttrib.make(_ADD, _ONE, _REST)


class FlatLayer:
    """Everything below `root` (units are pixels, x to the right, z up from the top edge) over a window. Close it.

    Where the window cannot draw into memory, `root` is the window's own flat scene.
    """

    def __init__(self, window: Window) -> None:
        self.root: NodePath = window.base.pixel2d
        self.drawn = 0
        """How often the layer was drawn."""
        self.part: Rect = (0, 0, 0, 0)
        """The pixels that were drawn last."""
        self._window = window
        self._wanted = True
        self._buffer = self._open() if window.has_shaders else None
        if self._buffer is None:
            return
        self._top = NodePath("flat layer")
        self._top.set_depth_test(False)
        self._top.set_depth_write(False)
        self._top.set_attrib(_INTO_LAYER, 10)
        self.root = self._top.attach_new_node("pixels")
        self.root.set_pos(-1, 0, 1)
        lens = OrthographicLens()
        lens.set_film_size(2, 2)
        lens.set_near_far(-1000, 1000)
        self._eye = Camera("flat layer", lens)
        region = self._buffer.make_display_region()
        region.set_camera(self._top.attach_new_node(self._eye))
        self._wipe()
        self._drawn: dict[int, tuple[int, Rect]] = {}
        self._cards = self._show()
        self._covered: tuple[Rect, ...] = ()
        self._fit()
        window.before_frame.append(self._before_frame)
        window.after_frame.append(self._after_frame)

    def _open(self) -> GraphicsOutput | None:
        """A buffer of the window's size with nothing in it, or None."""
        properties = FrameBufferProperties()
        properties.set_rgba_bits(8, 8, 8, 8)
        host = self._window.base.win
        self._texture = Texture("flat layer")
        self._texture.set_minfilter(SamplerState.FT_nearest)
        self._texture.set_magfilter(SamplerState.FT_nearest)
        buffer = GraphicsEngine.get_global_ptr().make_output(
            host.get_pipe(),
            "flat layer",
            -5,
            properties,
            WindowProperties.size(*self._window.size),
            GraphicsPipe.BF_refuse_window | GraphicsPipe.BF_resizeable,
            host.get_gsg(),
            host,
        )
        if buffer is not None:
            buffer.add_render_texture(self._texture, GraphicsOutput.RTM_bind_or_copy, GraphicsOutput.RTP_color)
            buffer.set_clear_color_active(False)
            buffer.set_active(False)
        return buffer

    def _wipe(self) -> None:
        """Have what was there taken away before anything is drawn."""
        maker = CardMaker("wipe")
        maker.set_frame(-1, 1, -1, 1)
        card = self._top.attach_new_node(maker.generate())
        card.set_attrib(ColorBlendAttrib.make_off(), 20)
        card.set_color((0, 0, 0, 0), 20)
        card.set_bin("background", 0)

    def _show(self) -> NodePath:
        """What holds the cards over the window."""
        cards: NodePath = self._window.render2d.attach_new_node("flat layer")
        cards.set_texture(self._texture)
        cards.set_attrib(_ONTO_WINDOW)
        cards.set_depth_test(False)
        cards.set_depth_write(False)
        cards.set_bin("fixed", 0)
        return cards

    def _narrow(self, now: dict[int, tuple[int, Rect]]) -> bool:
        """Draw only where things came or went since the last time; whether there is such a place."""
        was, self._drawn = self._drawn, now
        width, height = self._size
        changed = [box for key, (_, box) in (*was.items(), *now.items()) if (key in was) != (key in now)]
        if not was or _in_order(was, now) != _in_order(now, was):
            changed = [(0, 0, width, height)]
        changed = [box for box in changed if box[0] < box[2] and box[1] < box[3]]
        left, top = (max(0, min((box[k] for box in changed), default=0)) for k in (0, 1))
        right, bottom = (
            min(most, max((box[k] for box in changed), default=0)) for k, most in ((2, width), (3, height))
        )
        if left >= right or top >= bottom:
            return False
        self.part = left, top, right, bottom
        x, u, z, v = left / width, right / width, 1 - bottom / height, 1 - top / height
        self._top.set_scissor(x, u, z, v)
        self._eye.set_cull_bounds(BoundingBox((2 * x - 1, -2000, 2 * z - 1), (2 * u - 1, 2000, 2 * v - 1)))
        return True

    def _cover(self) -> None:
        """Lay cards over all tiles with something in them."""
        width, height = self._size
        covered = tuple(tiled((box for _, box in self._drawn.values()), width, height))
        if covered == self._covered:
            return
        self._covered = covered
        self._cards.node().remove_all_children()
        for left, top, right, bottom in covered:
            x, u = left / width, right / width
            z, v = 1 - bottom / height, 1 - top / height
            maker = CardMaker("card")
            maker.set_frame(2 * x - 1, 2 * u - 1, 2 * z - 1, 2 * v - 1)
            maker.set_uv_range((x, z), (u, v))
            self._cards.attach_new_node(maker.generate())

    def _things(self) -> dict[int, tuple[int, Rect]]:
        """What is to be drawn: when, and the pixels in which it is."""
        found: dict[int, tuple[int, Rect]] = {}
        for group in self.root.children:
            for node in group.children:
                box = node.get_python_tag("box")
                if box is None:
                    bounds = node.get_tight_bounds(self.root)
                    box = (0, 0, 0, 0)
                    if bounds is not None:
                        low, high = bounds
                        box = (int(low.x) - 1, int(-high.z) - 1, int(high.x) + 2, int(-low.z) + 2)
                    node.set_python_tag("box", box)
                found[node.get_key()] = (node.get_bin_draw_order(), box)
        return found

    def _fit(self) -> None:
        self._size = width, height = self._window.size
        self.root.set_scale(2.0 / width, 1.0, 2.0 / height)
        self._covered = ()
        self._drawn = {}
        self._wanted = True

    def redraw(self) -> None:
        """Something in it changed: draw it with the next frame."""
        self._wanted = True
        self._window.request_frame()

    def _before_frame(self) -> None:
        assert self._buffer is not None
        if self._window.size != self._size:
            self._buffer.set_size(*self._window.size)
            self._fit()
        wanted = self._wanted and self._narrow(self._things())
        if wanted:
            self._cover()
        self._buffer.set_active(wanted)
        self.drawn += wanted
        self._wanted = False

    def _after_frame(self) -> None:
        """It is not drawn again when only input is taken in."""
        assert self._buffer is not None
        self._buffer.set_active(False)

    def close(self) -> None:
        """Free the buffer and take the card off the window; twice is harmless."""
        if self._buffer is None:
            return
        self._window.before_frame.remove(self._before_frame)
        self._window.after_frame.remove(self._after_frame)
        self._cards.remove_node()
        self._top.remove_node()
        GraphicsEngine.get_global_ptr().remove_window(self._buffer)
        self._buffer = None


def _in_order(things: dict[int, tuple[int, Rect]], others: dict[int, tuple[int, Rect]]) -> list[int]:
    """The keys of those that are among the others too, from back to front."""
    return sorted((key for key in things if key in others), key=lambda key: things[key][0])


def tiled(boxes: Iterable[Rect], width: int, height: int) -> Iterator[Rect]:
    """Rectangles of whole tiles, none over another, that cover boxes on a window of that size; all in pixels."""
    columns, rows = -(-width // TILE_PX), -(-height // TILE_PX)
    marks = [bytearray(columns) for _ in range(rows)]
    for left, top, right, bottom in boxes:
        first, last = max(0, left // TILE_PX), min(columns, -(-right // TILE_PX))
        if first < last:
            for row in range(max(0, top // TILE_PX), min(rows, -(-bottom // TILE_PX))):
                marks[row][first:last] = b"\1" * (last - first)
    begun: dict[tuple[int, int], int] = {}
    for row in range(rows + 1):
        runs = set(_runs(marks[row])) if row < rows else set()
        for run in sorted(begun.keys() - runs):
            yield run[0] * TILE_PX, begun.pop(run) * TILE_PX, min(width, run[1] * TILE_PX), min(height, row * TILE_PX)
        for run in runs:
            begun.setdefault(run, row)


def _runs(marks: bytearray) -> Iterator[tuple[int, int]]:
    """From where to where marks stand side by side."""
    start = marks.find(1)
    while start >= 0:
        end = marks.find(0, start)
        end = len(marks) if end < 0 else end
        yield start, end
        start = marks.find(1, end)
