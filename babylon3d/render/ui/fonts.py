"""The fonts in the sizes the UI needs: rasterised at the very pixels they are shown at, so that text is crisp."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from panda3d.core import DynamicTextFont, Filename, SamplerState, TextFont, TextNode, TextProperties

from babylon3d import storage
from babylon3d.core.errors import Unavailable
from babylon3d.core.prose import shown
from babylon3d.render.ui.theme import FACES

ROLES = {
    "title": "Marcellus-Regular.ttf",
    "bold": "SourceSansPro-Semibold.otf",
    "body": "SourceSansPro-Regular.otf",
}


class Fonts:
    """Fonts by role and pixel size, at one scale at a time. Measures text, too."""

    def __init__(self, scale: float = 1.0) -> None:
        self._fonts: dict[tuple[str, int], TextFont] = {}
        self._widths: dict[tuple[str, str], float] = {}
        self.scale = scale

    def set_scale(self, scale: float) -> None:
        """Use another number of pixels per logical pixel."""
        if scale != self.scale:
            self.scale = scale
            self._widths.clear()

    def pixels(self, style: str) -> int:
        """The size of a text style in whole pixels."""
        return max(8, round(FACES[style].size * self.scale))

    def font(self, style: str) -> TextFont:
        """The font of a text style, rasterised for its size in pixels."""
        role, pixels = FACES[style].font, self.pixels(style)
        found = self._fonts.get((role, pixels))
        if found is None:
            found = load(role, pixels)
            self._fonts[role, pixels] = found
        return found

    def width(self, text: str, style: str) -> float:
        """The width of a line of text, logical pixels."""
        known = self._widths.get((text, style))
        if known is None:
            node = TextNode("measure")
            node.set_font(self.font(style))
            known = node.calc_width(shown(text)) * self.pixels(style) / self.scale
            self._widths[text, style] = known
        return known

    def baseline(self, style: str) -> float:
        """How far the baseline lies under the top of a line, logical pixels: capitals stand in the line's middle."""
        pixels = self.pixels(style) / self.scale
        return FACES[style].line / 2 + 0.335 * pixels


@lru_cache(maxsize=64)
def load(role: str, pixels: int) -> TextFont:
    """The font of a role at a size, kept with its glyphs; Panda3D's own where the assets are missing."""
    try:
        path: Path | None = storage.asset(f"fonts/{ROLES[role]}")
    except Unavailable:
        path = None
    if path is None:
        return TextProperties.get_default_font()
    font = DynamicTextFont(Filename.from_os_specific(str(path)))
    font.set_pixels_per_unit(pixels)
    font.set_scale_factor(1)
    font.set_page_size(512, 512)
    font.set_native_antialias(True)
    font.set_minfilter(font.get_magfilter())
    return font


def clamp_pages(font: TextFont) -> None:
    """Let the glyphs at the edge of a font's pages end there.

    Panda3D gives a page a border that is clear, but OpenGL's core profile takes it for ink: a bar beside the glyph.
    """
    if isinstance(font, DynamicTextFont):
        for number in range(font.get_num_pages()):
            page = font.get_page(number)
            if page.get_wrap_u() != SamplerState.WM_clamp:
                page.set_wrap_u(SamplerState.WM_clamp)
                page.set_wrap_v(SamplerState.WM_clamp)
