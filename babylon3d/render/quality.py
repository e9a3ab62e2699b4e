"""How well the scene is drawn: the rungs of the ladder, and who chooses among them by measuring. Pure numbers."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from babylon3d.core.errors import BadText


@dataclass(frozen=True, slots=True)
class Quality:
    """One rung: `samples` of anti-aliasing, `scale` of the picture's resolution, size and taps (1, 4, 6) of shadows.

    `shaders` False is the fixed pipeline with vertex colours and nothing else.
    """

    name: str
    samples: int = 4
    scale: float = 1.0
    shadow_px: int = 2048
    taps: int = 6
    fine: bool = True
    textures: bool = True
    occlusion: bool = True
    shaders: bool = True
    lit: bool = True
    """False only to measure what light costs."""
    refine: bool = False
    """Whether the picture is drawn again in full quality once all is still."""

    @property
    def shadows(self) -> bool:
        """Whether things throw shadows."""
        return self.shaders and self.shadow_px > 0

    def describe(self) -> str:
        """The rung in one line, for the log and the settings screen."""
        if not self.shaders:
            return f"{self.name}: plain colours, no shadows"
        parts = [
            f"{self.scale * 100:.0f} % resolution",
            f"{self.samples}x anti-aliasing" if self.samples else "no anti-aliasing",
            f"shadows {self.shadow_px} px, {self.taps} taps" if self.shadows else "no shadows",
            "fine meshes" if self.fine else "simple meshes",
            "textures" if self.textures else "no textures",
            *(["full quality at rest"] if self.refine else []),
        ]
        return f"{self.name}: " + ", ".join(parts)


LADDER: tuple[Quality, ...] = (
    Quality("high"),
    Quality("medium", samples=0, taps=4, scale=0.8, fine=False, refine=True),
    Quality("low", samples=0, taps=4, scale=0.6, fine=False, refine=True),
    Quality("lower", samples=0, taps=4, scale=0.45, fine=False, refine=True),
    Quality("lowest", samples=0, taps=4, scale=0.33, fine=False, refine=True),
    Quality("flat", samples=0, scale=0.5, shadow_px=0, fine=False, textures=False, occlusion=False),
)
"""Best first, where there are shaders."""

CHOICE = LADDER[:-1]
"""What the program chooses from by itself: all that look well when nothing moves."""

PLAIN = Quality("plain", samples=0, shadow_px=0, fine=False, textures=False, occlusion=False, shaders=False)
"""Without shaders: p3tinydisplay, or an OpenGL older than 3.3."""


def fallbacks(wanted: Quality) -> tuple[Quality, ...]:
    """What to draw by, in this order, should a machine not be able to draw by `wanted`: no shadows, no shaders."""
    below = [wanted]
    if wanted.shadows:
        below.append(LADDER[-1])
    if wanted.shaders:
        below.append(PLAIN)
    return tuple(below)


NAMES: tuple[str, ...] = ("auto", *(q.name for q in LADDER), PLAIN.name)


def by_name(name: str) -> Quality:
    """The rung of that name. Raises: BadText for a name that is none."""
    for quality in (*LADDER, PLAIN):
        if quality.name == name:
            return quality
    raise BadText(f'"{name}" is no quality', "--quality", f"choose one of {', '.join(NAMES)}")


class Governor:
    """Steps down while frames are slow, and up again only where there is ample room; never to and fro.

    `rung` indexes the ladder. A rung that was too slow is tried again after a calm, and then after twice as long a one
    each time that it was too slow again.
    """

    WINDOW = 9
    """Frames that are measured before anything is decided."""
    SKIP = 2
    """Frames left out after a change: shaders are compiled and textures loaded in them."""
    CALM = 12
    """Decisions in a row that found frames quick before a rung that was too slow is tried again."""
    ROOM = 0.8
    """Quick are frames of this share of the target: with many pieces a better rung costs a quarter more at most."""

    def __init__(self, start: int = 0, target_s: float = 0.027, ladder: tuple[Quality, ...] = CHOICE) -> None:
        self.ladder = ladder
        self.rung = start
        self.target_s = target_s
        self._too_slow = -1
        self._calm = 0
        self._patience = self.CALM
        self._retried = -1
        self._times: list[float] = []
        self._skip = self.SKIP

    @property
    def quality(self) -> Quality:
        """The rung stood on."""
        return self.ladder[self.rung]

    def measured(self, seconds: float) -> bool:
        """Hear what a frame cost; tell whether the rung changed."""
        if self._skip:
            self._skip -= 1
            return False
        self._times.append(seconds)
        if len(self._times) < self.WINDOW:
            return False
        median = statistics.median(self._times)
        self._times.clear()
        if median > self.target_s:
            self._calm = 0
            if self.rung + 1 == len(self.ladder):
                return False
            self._too_slow = max(self._too_slow, self.rung)
            if self._retried == self.rung:
                self._patience *= 2
            return self._move(self.rung + (2 if median > 3 * self.target_s else 1))
        return self._quick_enough(median)

    def forget(self) -> None:
        """The window has another size now: what was too slow may be tried again."""
        self._too_slow, self._retried, self._patience = -1, -1, self.CALM
        self._times.clear()

    def _quick_enough(self, median: float) -> bool:
        """Go up if there is ample room: at once to a rung never tried, after a calm to one that was too slow."""
        if median > self.ROOM * self.target_s or self.rung == 0:
            self._calm = 0
            return False
        self._calm += 1
        if self.rung - 1 > self._too_slow:
            return median < self.target_s / 3 and self._move(self.rung - 1)
        if self._calm < self._patience:
            return False
        self._retried = self.rung - 1
        return self._move(self.rung - 1)

    def _move(self, rung: int) -> bool:
        self.rung = min(rung, len(self.ladder) - 1)
        self._calm = 0
        self._skip = self.SKIP
        return True
