"""Shaders and textures, and the surfaces made of them: stone, wood, lacquer, glass, flat colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from panda3d.core import (
    Camera,
    ColorWriteAttrib,
    GeomNode,
    NodePath,
    PNMImage,
    RenderState,
    SamplerState,
    Shader,
    ShaderAttrib,
    StringStream,
    Texture,
    TransparencyAttrib,
)

from babylon3d.core.errors import Unavailable
from babylon3d.present.palette import Rgb
from babylon3d.render.png import read_palette
from babylon3d.render.quality import Quality
from babylon3d.render.swarm import CHUNK, Swarm
from babylon3d.storage import asset

Surface = Literal["stone", "wood", "cloth", "felt", "lacquer", "ghost", "outline"]

SOLIDS: tuple[Surface, ...] = ("stone", "wood", "cloth", "felt", "lacquer")
TABLES: tuple[str, ...] = ("wood", "cloth", "felt")
"""What lies flat under everything: lit by the pool of light, darkened a pixel at a time."""
CONTACTS = (("contact-noble", 0.0042), ("contact-part", 0.016))
"""Shades at the feet of things, and how far they reach; metres."""
TAG = "surface"
BEST_TAPS = 6
EXPOSURE = 0.80
MEAN: dict[str, Rgb] = {
    "stone": (0.72, 0.57, 0.34),
    "wood": (0.072, 0.044, 0.029),
    "cloth": (0.049, 0.073, 0.101),
    "felt": (1.0, 1.0, 1.0),
}
"""The mean colours of the textures, linear: what there is without them."""
SHADOW_OFFSET_M = 0.00035
SHADOW_BLUR_M = 0.0016
"""Radius of the soft edge of shadows, at the outer taps."""


def texture(name: str, smooth: bool = True) -> Texture:
    """A repeating, mip-mapped texture from the assets, its levels blended if `smooth`. Raises: Unavailable."""
    path = asset(f"textures/{name}")
    data = path.read_bytes()
    pixels = read_palette(data, str(path))
    made = Texture(name)
    if pixels is not None:
        made.setup_2d_texture(pixels.width, pixels.height, Texture.T_unsigned_byte, Texture.F_rgba)
        made.set_ram_image(pixels.bgra)
    else:
        image = PNMImage()
        if not image.read(StringStream(data), path.name):
            raise Unavailable(f"{path} is not a picture that can be read; install babylon3d again")
        made.load(image)
    made.generate_ram_mipmap_images()  # a software renderer would take ten times as long for them
    made.set_wrap_u(SamplerState.WM_repeat)
    made.set_wrap_v(SamplerState.WM_repeat)
    made.set_minfilter(SamplerState.FT_linear_mipmap_linear if smooth else SamplerState.FT_linear_mipmap_nearest)
    made.set_magfilter(SamplerState.FT_linear)
    return made


def shader(
    vertex: str, fragment: str, instanced: bool = False, defines: dict[str, float | int | str | bool] | None = None
) -> Shader:
    """A shader of assets/shaders with `#define`s put before it (True: defined, False: left out).

    Raises: Unavailable if a file is missing.
    """
    head = "#version 330\n" + "".join(
        f"#define {key} {'' if value is True else value}\n"
        for key, value in (defines or {}).items()
        if value is not False
    )
    before_vertex = head
    if instanced:
        before_vertex += f"#define INSTANCES {CHUNK}\n" + _text("instanced.glsl")
    return Shader.make(Shader.SL_GLSL, before_vertex + _text(f"{vertex}.vert"), head + _text(f"{fragment}.frag"))


@cache
def _text(name: str) -> str:
    return asset(f"shaders/{name}").read_text(encoding="utf-8")


class Materials:
    """Puts surfaces on nodes, by one quality. The light itself is input of the scene's root (`Stage`)."""

    def __init__(self, quality: Quality, power: float = 1.0) -> None:
        """`power` is what colours of nodes are raised to: p3tinydisplay multiplies with them twice."""
        self.quality = quality
        self._power = power
        self._textures: dict[str, Texture] = {}
        self._shaders: dict[str, Shader] = {}
        if not quality.shaders:
            return
        for surface in SOLIDS:
            self._shaders[surface] = self._solid(surface, quality.taps)
        for name, reach in CONTACTS:
            self._shaders[name] = shader("contact", "contact", True, {"REACH": reach})
        self._shaders["ghost"] = shader("ghost", "ghost", instanced=True)
        self._shaders["outline"] = shader("ghost", "ghost", instanced=True, defines={"OUTLINE": True})
        self._shaders["flat"] = shader("flat", "flat")
        self._shaders["flat-textured"] = shader("flat", "flat", defines={"TEXTURED": True})
        self._shaders["slot"] = shader("flat", "slot")
        if quality.textures:
            # Rungs that draw twice are for software renderers, where one mip level is half the work of two.
            smooth = not quality.refine
            self._textures = {surface: texture(f"{surface}.png", smooth) for surface in ("stone", "wood", "cloth")}

    def refine(self, camera: Camera) -> None:
        """Let a camera see the solid surfaces with the best shadows."""
        self._show_apart(camera, BEST_TAPS)
        self.see_apart(camera, True)

    def see_apart(self, camera: Camera, apart: bool) -> None:
        """Whether a camera sees the surfaces in a manner of its own, or as they are."""
        camera.set_tag_state_key(TAG if apart else "")

    def keep(self, camera: Camera) -> None:
        """Let a camera see the solid surfaces with, as alpha, what is left of their light without the sun."""
        self._show_apart(camera, self.quality.taps, kept=True)
        self.see_apart(camera, True)

    def move(self, camera: Camera) -> None:
        """Let a camera see the solid surfaces in the shadows of what stands still and of what moves (`see_apart`)."""
        self._show_apart(camera, self.quality.taps, moves=True)

    def _show_apart(self, camera: Camera, taps: int, kept: bool = False, moves: bool = False) -> None:
        """Give a camera a manner of its own to see the solid surfaces in."""
        for surface in SOLIDS:
            attribute = ShaderAttrib.make(self._solid(surface, taps, kept, moves), 50)
            camera.set_tag_state(surface, RenderState.make(attribute))

    def _solid(self, surface: str, taps: int, kept: bool = False, moves: bool = False) -> Shader:
        quality = self.quality
        return shader(
            "solid",
            "solid",
            instanced=True,
            defines={
                "SHADOWS": quality.shadows,
                "OCCLUSION": quality.occlusion,
                # A table has too few vertices for its occlusion; pieces have enough.
                "FINE_OCCLUSION": quality.occlusion and surface in TABLES,
                "TEXTURED": quality.textures and surface in ("stone", "wood", "cloth"),
                "UNLIT": not quality.lit,
                "POOL": surface in TABLES,
                "STONE": surface == "stone",
                "BORDER": surface == "cloth",
                "ALBEDO": "vec3({}, {}, {})".format(*MEAN.get(surface, (1.0, 1.0, 1.0))),
                "LACQUER": surface == "lacquer",
                "TAPS": taps,
                "KEPT": kept,
                "MOVERS": moves,
                "EXPOSURE": EXPOSURE,
                "SHADOW_OFFSET": SHADOW_OFFSET_M,
            },
        )

    def put(self, node: NodePath, surface: Surface) -> None:
        """Make what a swarm draws below a node of a surface."""
        if not self.quality.shaders:
            return
        node.set_shader(self._shaders[surface])
        node.set_tag(TAG, surface)
        if surface in self._textures:
            node.set_shader_input("grain", self._textures[surface])

    def put_contact(self, node: NodePath, name: str) -> None:
        """Make what a swarm draws below a node a shade on what lies under it."""
        node.set_shader(self._shaders[name])
        node.set_transparency(TransparencyAttrib.M_alpha)
        node.set_depth_write(False)
        # Opacity holds what the sun's share of the light is.
        colours = ColorWriteAttrib.C_red | ColorWriteAttrib.C_green | ColorWriteAttrib.C_blue
        node.set_attrib(ColorWriteAttrib.make(colours))
        node.set_bin("fixed", 25)

    def swarm(self, parent: NodePath, looks: Sequence[tuple[GeomNode, int]]) -> Swarm:
        """An empty swarm below a node, drawn by what there is."""
        return Swarm(parent, looks, self.quality.shaders, self._power)

    def tint(self, node: NodePath, rgba: tuple[float, float, float, float]) -> None:
        """Multiply a node's colours."""
        red, green, blue, alpha = rgba
        node.set_color_scale(red**self._power, green**self._power, blue**self._power, alpha)

    def put_flat(self, node: NodePath, kind: Literal["flat", "flat-textured", "slot"] = "flat") -> None:
        """Give a node a colour of its own that no light changes."""
        if self.quality.shaders:
            node.set_shader(self._shaders[kind])
        else:
            node.set_light_off(10)
