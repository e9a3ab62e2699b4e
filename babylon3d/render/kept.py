"""The picture of what stands still, kept while something moves before it.

A software renderer draws some twenty moving pieces in a fraction of the time that the whole scene takes. So the scene
is drawn without them once, with its depth and how dark each of its points would be without the sun; every frame lays
it under what moves, the movers' shadows falling on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from panda3d.core import DepthTestAttrib, LMatrix4f, LVecBase2f, LVecBase4f, NodePath

from babylon3d.render.camera import Bounds, View
from babylon3d.render.masks import KEPT, MOVER_CASTERS
from babylon3d.render.materials import Materials, shader
from babylon3d.render.occlusion import bounds_of
from babylon3d.render.picture_card import WHOLE_SCREEN, ScreenRect, card, rect_of
from babylon3d.render.pictures import Picture, ray_matrix
from babylon3d.render.shadow import SUN, ShadowMap

MOVERS_PX = 1024


class Kept:
    """The kept picture, the movers' shadow map, and the cards that bring both into another picture. Close it."""

    def __init__(
        self, engine: Any, host: Any, root: NodePath, materials: Materials, mask: int, size: tuple[int, int]
    ) -> None:
        """Raises: Unavailable if this machine cannot draw it."""
        self.stale = True
        self._picture = Picture(engine, host, root, mask, 0, size, sort=-12, name="kept")
        self._movers = ShadowMap(engine, host, root, MOVERS_PX, "movers")
        materials.keep(self._picture.camera.node())
        self._root = root
        root.set_shader_input("movers", self._movers.texture)
        self._cards = root.attach_new_node("kept")
        self._cards.set_shader_input("picture", self._picture.colour)
        self._cards.set_shader_input("picture_depth", self._picture.depth)
        whole = card(self._cards, "kept", KEPT)
        whole.set_bin("background", -1000)
        whole.set_shader(shader("picture", "kept"))
        whole.set_shader_input("rect", LVecBase4f(*WHOLE_SCREEN))
        whole.set_depth_write(True)
        whole.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_always))
        self._shaded = shader("picture", "kept", defines={"SHADED": True})
        self._shades: list[NodePath] = []
        self._boxes: list[Bounds] = []
        self._seen: tuple[object, ...] = ()

    def move(self, movers: Sequence[Bounds], blur_m: float) -> None:
        """The moving pieces are in these boxes now."""
        around = bounds_of(movers)
        assert around is not None
        self._movers.cover(around, blur_m, MOVER_CASTERS)
        self._boxes = [shadow_of(box) for box in movers]
        self._cards.set_shader_input("movers_blur", LVecBase2f(*self._movers.blur))
        self._root.set_shader_input("movers_matrix", LMatrix4f(self._movers.matrix))

    def draw_next(self, view: View, aspect: float, size: tuple[int, int], mask: int, sky: NodePath) -> None:
        """Have the next frame lay it under the movers as a view sees them, and draw it anew if need be."""
        self._picture.resize(size)
        self._picture.see(mask)
        wanted = self.stale or self._seen != (view, aspect, size, mask)
        if wanted:
            self._picture.aim(view, aspect)
            sky.set_shader_input("ray_matrix", ray_matrix(view, aspect))
            self._seen = (view, aspect, size, mask)
            self.stale = False
        self._picture.draw_next(wanted)
        self._movers.drawing(self._movers.wanted)
        camera = self._picture.camera
        to_world = LMatrix4f(camera.node().get_lens().get_projection_mat())
        to_world.invert_in_place()
        self._cards.set_shader_input("sun_from_picture", to_world * camera.get_mat() * self._movers.matrix)
        self._shade(list(few([rect_of(box, view, aspect) for box in self._boxes])))

    def _shade(self, rects: Sequence[ScreenRect]) -> None:
        """Look for the movers' shadows in these parts of the picture."""
        while len(self._shades) < len(rects):
            made = card(self._cards, "shade", KEPT)
            made.set_bin("background", -999)
            made.set_shader(self._shaded)
            self._shades.append(made)
        while len(self._shades) > len(rects):
            self._shades.pop().remove_node()
        for made, rect in zip(self._shades, rects, strict=True):
            made.set_shader_input("rect", LVecBase4f(*rect))

    def rest(self) -> None:
        """What was drawn is not drawn again when only input is taken in."""
        self._picture.draw_next(False)
        self._movers.drawing(False)

    def close(self) -> None:
        """Free buffers and cards."""
        self._cards.remove_node()
        self._movers.close()
        self._picture.close()


def shadow_of(box: Bounds) -> Bounds:
    """The box around a box and all of its shadow down to the table."""
    low, high = box
    reach = max(high[2], 0.0) / SUN[2]
    dx, dy = -SUN[0] * reach, -SUN[1] * reach
    return Bounds(
        (low[0] + min(dx, 0.0), low[1] + min(dy, 0.0), min(low[2], 0.0)),
        (high[0] + max(dx, 0.0), high[1] + max(dy, 0.0), high[2]),
    )


def few(rects: Sequence[ScreenRect]) -> Iterator[ScreenRect]:
    """These parts of the screen, or one around them all should they cover more together."""
    around = (
        min(r[0] for r in rects),
        min(r[1] for r in rects),
        max(r[2] for r in rects),
        max(r[3] for r in rects),
    )
    if sum(map(_area, rects)) < _area(around):
        yield from (rect for rect in rects if _area(rect) > 0.0)
    elif _area(around) > 0.0:
        yield around


def _area(rect: ScreenRect) -> float:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])
