"""Bits of panda3d's draw mask: which camera sees what."""

from __future__ import annotations

from panda3d.core import NodePath

CASTERS = 1 << 4
"""The sun when all is still: what throws shadows."""
MOVING_CASTERS = 1 << 10
"""The sun while things move: the same in few triangles."""
QUICK = 1 << 5
"""The picture that is drawn while things move."""
ROUGH = 1 << 11
"""The same where it has so few pixels that few triangles will do."""
MOVER_CASTERS = 1 << 12
"""The sun that sees only what moves."""
STILL_CASTERS = 1 << 13
"""The sun that sees only what stands still while other things move."""
QUICK_MOVERS, ROUGH_MOVERS = 1 << 14, 1 << 15
"""What moves, in the quick picture and in the rough one."""
KEPT = 1 << 16
"""The card that lays the kept picture of what stands still under what moves."""
FINE = 1 << 6
"""The picture that is developed when all is still."""
OVER_QUICK, OVER_FINE = 1 << 7, 1 << 8
"""What is drawn over the one and over the other."""
SCREEN = 1 << 9
"""The card that shows a picture in the window."""
PICTURES = QUICK | ROUGH | FINE
OVER = OVER_QUICK | OVER_FINE

_ALL = 0x7FFFFFFF


def show_only(node: NodePath, mask: int) -> None:
    """Let a node be seen by these cameras and no others."""
    node.show(_ALL)
    node.hide(_ALL & ~mask)
