"""Draws the UI: one panda3d node for each thing drawn, kept from picture to picture as long as it does not change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from panda3d.core import (
    Filename,
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    GeomVertexFormat,
    GeomVertexWriter,
    NodePath,
    SamplerState,
    TextNode,
    Texture,
    TexturePool,
    TransparencyAttrib,
)

from babylon3d import storage
from babylon3d.core.errors import Unavailable
from babylon3d.core.prose import shown
from babylon3d.render.ui import shapes
from babylon3d.render.ui.boxes import Rect
from babylon3d.render.ui.fonts import Fonts, clamp_pages
from babylon3d.render.ui.looks import Drawn, Picture, Shape, Sign, Wash, Words
from babylon3d.render.ui.theme import FACES, Rgba, Surface, faded

_ALIGN = {"left": TextNode.A_left, "centre": TextNode.A_center, "right": TextNode.A_right}
FILE = "file:"
SHADOW: Rgba = (0.02, 0.01, 0.03, 0.55)


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing to draw with what part of it shows, logical pixels."""

    drawn: Drawn
    clip: Rect | None = None


class Painter:
    """Shows lists of pieces below a node whose units are pixels, x to the right, z upward from the top edge."""

    def __init__(self, parent: NodePath, fonts: Fonts) -> None:
        self.fonts = fonts
        self.root = parent.attach_new_node("ui")
        self.root.set_transparency(TransparencyAttrib.M_alpha)
        self.root.set_depth_test(False)
        self.root.set_depth_write(False)
        self.root.set_shader_off(10)
        self.root.set_light_off(10)
        self._kept: dict[tuple[Piece, int], NodePath] = {}
        self._textures: dict[tuple[object, ...], tuple[Texture, int, int]] = {}
        self._scale = 0.0
        self._size = (0, 0)

    @property
    def nodes(self) -> int:
        """How many things are drawn."""
        return len(self._kept)

    def paint(self, pieces: Iterable[Piece], scale: float, size: tuple[int, int]) -> bool:
        """Show these and nothing else, from back to front; whether anything changed. `size` is the window's, pixels."""
        if (scale, size) != (self._scale, self._size):
            self.clear()
            self._scale, self._size = scale, size
        wanted: dict[tuple[Piece, int], int] = {}
        for order, piece in enumerate(pieces):
            copy = 0
            while (piece, copy) in wanted:
                copy += 1
            wanted[piece, copy] = order
        changed = False
        for key in [key for key in self._kept if key not in wanted]:
            self._kept.pop(key).remove_node()
            changed = True
        for key, order in wanted.items():
            node = self._kept.get(key)
            if node is None:
                node = self._make(key[0])
                self._kept[key] = node
                changed = True
            if node.get_bin_draw_order() != order or not node.has_bin():
                node.set_bin("fixed", order)
                changed = True
        return changed

    def clear(self) -> None:
        """Draw nothing."""
        for node in self._kept.values():
            node.remove_node()
        self._kept.clear()

    def close(self) -> None:
        """Take everything away for good."""
        self.clear()
        self._textures.clear()
        self.root.remove_node()

    def _make(self, piece: Piece) -> NodePath:
        match piece.drawn:
            case Shape(rect=rect, surface=surface):
                node = self._shape(rect, surface)
            case Words():
                node = self._words(piece.drawn)
            case Picture(rect=rect, name=name, colour=colour):
                node = self._card(rect, icon(name), colour)
            case Sign(rect=rect, mark=mark, colour=colour):
                pixels = max(8, round(rect.height * self._scale))
                node = self._card(rect, self._texture(("mark", mark, pixels))[0], colour)
            case Wash(rect=rect, colours=colours):
                node = NodePath(wash(self._pixels(rect), colours))
            case _:
                raise TypeError(type(piece.drawn).__name__)
        node.reparent_to(self.root)
        if piece.clip is not None:
            left, top, right, bottom = self._pixels(piece.clip)
            width, height = self._size
            node.set_scissor(
                max(0.0, left / width),
                min(1.0, right / width),
                max(0.0, 1 - bottom / height),
                min(1.0, 1 - top / height),
            )
        return node

    def _pixels(self, rect: Rect) -> tuple[int, int, int, int]:
        """A rectangle's left, top, right, bottom in whole pixels."""
        s = self._scale
        left, top = round(rect.x * s), round(rect.y * s)
        return left, top, max(left + 1, round(rect.right * s)), max(top + 1, round(rect.bottom * s))

    def _texture(self, key: tuple[object, ...]) -> tuple[Texture, int, int]:
        found = self._textures.get(key)
        if found is None:
            match key:
                case ("fill", float(radius)):
                    found = (*shapes.rounded(radius), 0)
                case ("rim", float(radius), float(width)):
                    found = (*shapes.rim(radius, width), 0)
                case ("shadow", float(radius), float(blur)):
                    found = shapes.shadow(radius, blur)
                case ("mark", str(name), int(pixels)):
                    found = shapes.mark(name, pixels), 0, 0
                case _:
                    raise KeyError(key)
            self._textures[key] = found
        return found

    def _shape(self, rect: Rect, surface: Surface) -> NodePath:
        node = NodePath("shape")
        box = self._pixels(rect)
        half = min(box[2] - box[0], box[3] - box[1]) / 2
        radius = round(min(surface.radius * self._scale, half) * 2) / 2
        if surface.shadow:
            texture, margin, reach = self._texture(("shadow", radius, round(surface.shadow * self._scale * 2) / 2))
            down = reach // 4
            grown = (box[0] - reach, box[1] - reach + down, box[2] + reach, box[3] + reach + down)
            dark = faded(SHADOW, surface.top[3])
            node.attach_new_node(nine(grown, margin, texture, dark, dark)).set_texture(texture)
        if surface.top[3] or surface.bottom[3]:
            texture, margin, _ = self._texture(("fill", radius))
            node.attach_new_node(nine(box, margin, texture, surface.top, surface.bottom)).set_texture(texture)
        if surface.rim[3]:
            width = max(1.0, round(surface.rim_width * self._scale * 2) / 2)
            texture, margin, _ = self._texture(("rim", radius, width))
            node.attach_new_node(nine(box, margin, texture, surface.rim, faded(surface.rim, 0.75))).set_texture(texture)
        return node

    def _words(self, words: Words) -> NodePath:
        node = NodePath("words")
        rect, style = words.rect, words.style
        line = FACES[style].line
        x = rect.x + {"left": 0.0, "centre": rect.width / 2, "right": rect.width}[words.align]
        for number, text in enumerate(words.lines):
            if not text:
                continue
            label = TextNode("line")
            label.set_font(self.fonts.font(style))
            label.set_text(shown(text))
            label.set_text_color(*words.colour)
            label.set_align(_ALIGN[words.align])
            y = rect.y + number * line + self.fonts.baseline(style)
            left = x * self._scale
            if words.align == "centre":
                left -= (label.calc_width(text) * self.fonts.pixels(style)) % 2 / 2
            geometry = node.attach_new_node(label.generate())
            geometry.set_scale(self.fonts.pixels(style))
            geometry.set_pos(round(left), 0, -round(y * self._scale))
        clamp_pages(self.fonts.font(style))
        return node

    def _card(self, rect: Rect, texture: Texture | None, colour: Rgba) -> NodePath:
        if texture is None:
            return NodePath("missing")
        node = NodePath(nine(self._pixels(rect), 0, texture, colour, colour))
        node.set_texture(texture)
        return node


def icon(name: str) -> Texture | None:
    """A picture of assets/icons, or of assets/pieces or rules where the name says so; None where it is missing.

    A name that begins with `FILE` goes on with the path of a picture of the user's.
    """
    try:
        if name.startswith(FILE):
            path = Path(name[len(FILE) :])
            if not path.is_file():
                return None
        elif name.startswith("rules/"):
            path = storage.asset(f"{name}.jpg")
        else:
            path = storage.asset(f"{name}.png" if name.startswith("pieces/") else f"icons/{name}.png")
    except Unavailable:
        return None
    texture: Texture | None = TexturePool.load_texture(Filename.from_os_specific(str(path)))
    if texture is None:
        return None
    if texture.has_ram_image():  # not yet on the graphics card
        texture.generate_ram_mipmap_images()
    texture.set_wrap_u(SamplerState.WM_clamp)
    texture.set_wrap_v(SamplerState.WM_clamp)
    texture.set_minfilter(SamplerState.FT_linear_mipmap_linear)
    texture.set_magfilter(SamplerState.FT_linear)
    return texture


def nine(box: tuple[int, int, int, int], margin: int, texture: Texture, top: Rgba, bottom: Rgba) -> GeomNode:
    """A rectangle of which the texture's corners keep their size; `box` is left, top, right, bottom in pixels."""
    left, upper, right, lower = box
    across = min(margin, (right - left) / 2)
    down = min(margin, (lower - upper) / 2)
    xs = (left, left + across, right - across, right)
    ys = (upper, upper + down, lower - down, lower)
    u = across / texture.get_x_size()
    v = down / texture.get_y_size()
    if margin == 0:
        xs, ys, us, vs = (left, right), (upper, lower), (0.0, 1.0), (1.0, 0.0)  # type: ignore[assignment]
    else:
        us, vs = (0.0, u, 1 - u, 1.0), (1.0, 1 - v, v, 0.0)  # type: ignore[assignment]
    shades = [
        tuple(a + (b - a) * (y - upper) / max(1, lower - upper) for a, b in zip(top, bottom, strict=True)) for y in ys
    ]
    data = GeomVertexData("nine", GeomVertexFormat.get_v3c4t2(), Geom.UH_static)
    data.set_num_rows(len(xs) * len(ys))
    vertex, colour, uv = (GeomVertexWriter(data, name) for name in ("vertex", "color", "texcoord"))
    for y, v_at, shade in zip(ys, vs, shades, strict=True):
        for x, u_at in zip(xs, us, strict=True):
            vertex.add_data3(x, 0, -y)
            colour.add_data4(*shade)
            uv.add_data2(u_at, v_at)
    return _mesh(data, len(xs), len(ys))


def wash(box: tuple[int, int, int, int], colours: Sequence[Rgba]) -> GeomNode:
    """A rectangle with a colour at each corner: top left, top right, bottom left, bottom right."""
    left, upper, right, lower = box
    data = GeomVertexData("wash", GeomVertexFormat.get_v3c4(), Geom.UH_static)
    data.set_num_rows(4)
    vertex, colour = GeomVertexWriter(data, "vertex"), GeomVertexWriter(data, "color")
    for (x, y), shade in zip(((left, upper), (right, upper), (left, lower), (right, lower)), colours, strict=True):
        vertex.add_data3(x, 0, -y)
        colour.add_data4(*shade)
    return _mesh(data, 2, 2)


def _mesh(data: GeomVertexData, columns: int, rows: int) -> GeomNode:
    triangles = GeomTriangles(Geom.UH_static)
    for r in range(rows - 1):
        for c in range(columns - 1):
            a = r * columns + c
            triangles.add_vertices(a, a + columns, a + 1)
            triangles.add_vertices(a + 1, a + columns, a + columns + 1)
    geometry = Geom(data)
    geometry.add_primitive(triangles)
    node = GeomNode("mesh")
    node.add_geom(geometry)
    return node
