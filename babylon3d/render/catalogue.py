"""What each mesh is made of, which colour it has, and the shapes that stand for it when rays are cast."""

from __future__ import annotations

from typing import Literal

from babylon3d.core.build import PieceSet, Shape
from babylon3d.present.looks import PLAIN_HEAD, Outline, PieceLook, drawn
from babylon3d.present.palette import NORMAL, Rgb, colour_of
from babylon3d.render.materials import MEAN

Material = Literal["stone", "lacquer"]


class Catalogue:
    """The looks and shapes of a set of pieces. Meshes are called by kind, or by kind and colour."""

    def __init__(self, pieces: PieceSet, colour_blind: bool = False) -> None:
        self.pieces = drawn(pieces)
        self.colour_blind = colour_blind

    def kind(self, mesh: str) -> str:
        """The kind of piece a mesh shows. Raises: KeyError for a mesh that is none of the set's."""
        kind = mesh if mesh in self.pieces.specs else mesh.rpartition("_")[0]
        if kind not in self.pieces.specs:
            raise KeyError(mesh)
        return kind

    def look(self, mesh: str) -> PieceLook:
        """How a mesh's kind looks."""
        return self.pieces.looks.get(self.kind(mesh), PieceLook())

    def outline(self, mesh: str) -> Outline:
        """The turned outline of a mesh, its head by its colour."""
        return self.pieces.body + self.pieces.heads.get(mesh.rpartition("_")[2], PLAIN_HEAD)

    def shapes(self, mesh: str) -> tuple[Shape, ...]:
        """The boxes and cylinders of a mesh's kind, in the piece's frame."""
        return self.pieces.specs[self.kind(mesh)].shapes

    def size(self, mesh: str) -> tuple[float, float, float]:
        """The bounding box of a mesh's kind; metres."""
        return self.pieces.specs[self.kind(mesh)].size

    def material(self, mesh: str) -> Material:
        """What a mesh is made of."""
        return "stone" if self.kind(mesh) == mesh else "lacquer"

    def tint(self, mesh: str) -> Rgb:
        """The colour a mesh's material is multiplied with, linear."""
        if self.material(mesh) == "stone":
            return self.look(mesh).tint
        colour = mesh.rpartition("_")[2]
        return linear(colour_of(colour, self.colour_blind)) if colour in NORMAL else (0.5, 0.5, 0.5)

    def plain_tint(self, mesh: str) -> Rgb:
        """A mesh's colour for the fixed pipeline, which has no tone curve: sRGB."""
        tint = self.tint(mesh)
        if self.material(mesh) == "stone":
            tint = (tint[0] * MEAN["stone"][0], tint[1] * MEAN["stone"][1], tint[2] * MEAN["stone"][2])
        return (tint[0] ** 0.5, tint[1] ** 0.5, tint[2] ** 0.5)


def linear(rgb: Rgb) -> Rgb:
    """sRGB as light, by the square that the shaders use too."""
    return (rgb[0] ** 2, rgb[1] ** 2, rgb[2] ** 2)
