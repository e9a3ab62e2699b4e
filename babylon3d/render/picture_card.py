"""The card that shows a picture in the window, with the picture's depth where something is drawn over it."""

from __future__ import annotations

from panda3d.core import (
    CardMaker,
    ColorWriteAttrib,
    DepthTestAttrib,
    LVecBase4f,
    NodePath,
    OmniBoundingVolume,
)

from babylon3d.render.camera import NEAR_M, Bounds, View
from babylon3d.render.masks import SCREEN, show_only
from babylon3d.render.materials import shader
from babylon3d.render.pictures import Picture

ScreenRect = tuple[float, float, float, float]
"""Left, bottom, right, top; -1 to 1."""
WHOLE_SCREEN: ScreenRect = (-1.0, -1.0, 1.0, 1.0)
MARGIN = 0.01
"""How much wider than what is drawn over the picture the part with depth is, as a share of half the window."""


def card(root: NodePath, name: str, mask: int) -> NodePath:
    """A card over the whole picture, without depth."""
    maker = CardMaker(name)
    maker.set_frame_fullscreen_quad()
    made = root.attach_new_node(maker.generate())
    made.node().set_bounds(OmniBoundingVolume())
    made.node().set_final(True)
    made.set_depth_write(False)
    made.set_depth_test(False)
    show_only(made, mask)
    return made


def rect_of(bounds: Bounds, view: View, aspect: float) -> ScreenRect:
    """The part of the screen where a box of the world is seen.

    All of the screen if some of the box is behind the eye or as good as there.
    """
    low, high = bounds
    corners = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    xs, ys = [], []
    for corner in corners:
        seen = view.project(corner, aspect)
        if seen is None or seen[2] < NEAR_M:
            return WHOLE_SCREEN
        xs.append(seen[0])
        ys.append(seen[1])
    left, bottom, right, top = (
        max(-1.0, min(1.0, edge)) for edge in (min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN)
    )
    return left, bottom, right, top


class PictureCard:
    """The window's background: a picture of the scene, and its depth behind what is drawn over it.

    To copy depth costs a software renderer more than the picture itself; so only the part that matters is.
    """

    def __init__(self, root: NodePath) -> None:
        self._over: Bounds | None = None
        self._picture = card(root, "screen", SCREEN)
        self._picture.set_bin("background", -1000)
        self._picture.set_shader(shader("picture", "picture"))
        self._picture.set_shader_input("rect", LVecBase4f(*WHOLE_SCREEN))
        self._depth = card(root, "screen depth", SCREEN)
        self._depth.set_bin("background", -999)
        self._depth.set_shader(shader("picture", "picture_depth"))
        self._depth.set_shader_input("rect", LVecBase4f(*WHOLE_SCREEN))
        self._depth.set_depth_write(True)
        self._depth.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_always))
        self._depth.set_attrib(ColorWriteAttrib.make(ColorWriteAttrib.C_off))
        self._depth.stash()

    def show(self, picture: Picture) -> None:
        """Show this picture from now on."""
        self._picture.set_shader_input("picture", picture.colour)
        self._depth.set_shader_input("picture_depth", picture.depth)

    def cover(self, over: Bounds | None) -> None:
        """Say what box of the world holds all that is drawn over the picture; None: there is nothing."""
        self._over = over
        if over is None:
            self._depth.stash()
        else:
            self._depth.unstash()

    def aim(self, view: View, aspect: float) -> None:
        """The picture shows what this view does."""
        if self._over is not None:
            self._depth.set_shader_input("rect", LVecBase4f(*rect_of(self._over, view, aspect)))
