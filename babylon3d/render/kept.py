"""The picture of what stands still, kept while something moves before it.

A software renderer draws some twenty moving pieces in a fraction of the time that the whole scene takes. So the scene
is drawn without them once, with its depth and how dark each of its points would be without the sun; every frame lays
it under what moves, the movers' shadows falling on it.
"""

from __future__ import annotations

from typing import Any

from panda3d.core import DepthTestAttrib, LMatrix4f, LVecBase2f, NodePath

from babylon3d.render.camera import Bounds, View
from babylon3d.render.masks import KEPT, MOVER_CASTERS
from babylon3d.render.materials import Materials, shader
from babylon3d.render.pictures import Picture, ray_matrix
from babylon3d.render.screen import WHOLE_SCREEN, card
from babylon3d.render.shadow import ShadowMap

MOVERS_PX = 1024


class Kept:
    """The kept picture, the movers' shadow map, and the card that brings both into another picture. Close it."""

    def __init__(
        self, engine: Any, host: Any, root: NodePath, materials: Materials, mask: int, size: tuple[int, int]
    ) -> None:
        """Raises: Unavailable if this machine cannot draw it."""
        self.stale = True
        self._picture = Picture(engine, host, root, mask, 0, size, sort=-12, name="kept")
        self._movers = ShadowMap(engine, host, root, MOVERS_PX, "movers")
        materials.keep(self._picture.camera.node())
        self._card = card(root, "kept", KEPT)
        self._card.set_bin("background", -1000)
        self._card.set_shader(shader("picture", "kept"))
        self._card.set_depth_write(True)
        self._card.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_always))
        self._card.set_shader_input("rect", WHOLE_SCREEN)
        self._card.set_shader_input("picture", self._picture.colour)
        self._card.set_shader_input("picture_depth", self._picture.depth)
        self._root = root
        root.set_shader_input("movers", self._movers.texture)
        self._seen: tuple[object, ...] = ()

    def move(self, movers: Bounds, blur_m: float) -> None:
        """The moving pieces are in this box now."""
        self._movers.cover(movers, blur_m, MOVER_CASTERS)
        self._card.set_shader_input("movers_blur", LVecBase2f(*self._movers.blur))
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
        to_sun = to_world * camera.get_mat() * self._movers.matrix
        self._card.set_shader_input("sun_from_picture", to_sun)

    def rest(self) -> None:
        """What was drawn is not drawn again when only input is taken in."""
        self._picture.draw_next(False)
        self._movers.drawing(False)

    def close(self) -> None:
        """Free buffers and the card."""
        self._card.remove_node()
        self._movers.close()
        self._picture.close()
