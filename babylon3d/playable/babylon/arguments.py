"""The options of the command line that the family's games share."""

from __future__ import annotations

from babylon3d.playable.arguments import Argument

EXPERT = Argument("--expert", "expert", "the expert variant", commands=("simulate", "play"))
NOBLES: tuple[Argument, ...] = (
    Argument("--large", "large", "large nobles per player", "whole", 0, 9),
    Argument("--small", "small", "small nobles per player", "whole", 0, 9),
)
