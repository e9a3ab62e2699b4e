"""Shaders, textures and the render states made of them: stone, wood, lacquer, flat colour."""

from __future__ import annotations

from typing import Any, Literal

from panda3d.core import (
    Filename,
    NodePath,
    PNMImage,
    SamplerState,
    Shader,
    StringStream,
    Texture,
)

from babylon3d.core.errors import Unavailable
from babylon3d.render.quality import Quality
from babylon3d.storage import asset

Surface = Literal["stone", "wood", "lacquer"]

EXPOSURE = 0.86
SHADOW_OFFSET_M = 0.00035
SHADOW_BLUR_M = 0.0016
"""Radius of the soft edge of shadows, at the outer taps."""


def texture(name: str, repeat: bool = True) -> Texture:
    """A texture from the assets, mip-mapped. Raises: Unavailable."""
    path = asset(f"textures/{name}")
    image = PNMImage()
    if not image.read(StringStream(path.read_bytes()), path.name):
        raise Unavailable(f"{path} is not a picture that can be read; install babylon3d again")
    made = Texture(name)
    made.load(image)
    wrap = SamplerState.WM_repeat if repeat else SamplerState.WM_clamp
    made.set_wrap_u(wrap)
    made.set_wrap_v(wrap)
    made.set_minfilter(SamplerState.FT_linear_mipmap_linear)
    made.set_magfilter(SamplerState.FT_linear)
    return made


def shader(name: str, fragment: str | None = None, **defines: float | int | str | bool) -> Shader:
    """The shader of assets/shaders with `#define`s put before it (True: defined, False: left out).

    Raises: Unavailable if a file is missing.
    """
    head = "#version 330\n" + "".join(
        f"#define {key} {'' if value is True else value}\n" for key, value in defines.items() if value is not False
    )
    vertex_text = asset(f"shaders/{name}.vert").read_text(encoding="utf-8")
    fragment_text = asset(f"shaders/{fragment or name}.frag").read_text(encoding="utf-8")
    return Shader.make(Shader.SL_GLSL, head + vertex_text, head + fragment_text)


class Materials:
    """Puts surfaces on nodes, by one quality. The light itself is input of the scene's root (`Stage`)."""

    def __init__(self, quality: Quality, shadow_reach_m: float = 0.6) -> None:
        self.quality = quality
        self._textures: dict[str, Texture] = {}
        self._shaders: dict[str, Shader] = {}
        self._reach = shadow_reach_m
        if quality.shaders:
            for surface in ("stone", "wood", "lacquer"):
                self._shaders[surface] = self._solid(surface)
            self._shaders["flat"] = shader("flat")
            self._shaders["flat-textured"] = shader("flat", TEXTURED=True)
        if quality.textures:
            self._textures = {"stone": texture("stone.png"), "wood": texture("wood.png")}

    def _solid(self, surface: str) -> Shader:
        quality = self.quality
        return shader(
            "solid",
            SHADOWS=quality.shadows,
            OCCLUSION=quality.occlusion,
            TEXTURED=quality.textures and surface != "lacquer",
            LACQUER=surface == "lacquer",
            TAPS=quality.taps,
            EXPOSURE=EXPOSURE,
            SHADOW_OFFSET=SHADOW_OFFSET_M,
            INNER=0.75,
        )

    def put(self, node: NodePath, surface: Surface) -> None:
        """Make a node of stone, wood or lacquer."""
        if not self.quality.shaders:
            return
        node.set_shader(self._shaders[surface])
        if surface in self._textures:
            node.set_shader_input("grain", self._textures[surface])

    def put_flat(self, node: NodePath, textured: bool = False) -> None:
        """Give a node a colour of its own that no light changes."""
        if self.quality.shaders:
            node.set_shader(self._shaders["flat-textured" if textured else "flat"])
            node.set_shader_input("swell", 0.0)
        else:
            node.set_light_off(10)

    @property
    def is_plain(self) -> bool:
        """Whether there are no shaders."""
        return not self.quality.shaders


def picture_name(path: Any) -> Filename:
    """A path as panda3d wants it."""
    return Filename.from_os_specific(str(path))
