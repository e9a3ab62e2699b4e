"""What a screen shows of a game, as plain data: a scene in 3D and a HUD. Presenters make it, render draws it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from babylon3d.core.geometry import Pose, Vec3

Glow = Literal["none", "hover", "picked", "choice", "fresh", "unsettled", "loose"]
GhostKind = Literal["legal", "illegal", "slot", "shown"]


@dataclass(frozen=True, slots=True)
class Visual:
    """One piece in the scene. `mesh` names a file in assets/meshes; `tone` varies its brightness by some per cent."""

    id: str
    mesh: str
    pose: Pose
    tone: float = 0.0
    glow: Glow = "none"
    alpha: float = 1.0
    level: int = 0
    """The level it counts to, for the slider that fades what is above; 0 is never faded."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A piece that is not there: where one would go (legal, illegal), could go (slot), or would do (shown)."""

    mesh: str
    pose: Pose
    kind: GhostKind


@dataclass(frozen=True, slots=True)
class Plumb:
    """A plumb line from under a carried piece to where it would land; metres."""

    top: Vec3
    foot: Vec3
    kind: GhostKind = "legal"


@dataclass(frozen=True, slots=True)
class Footprint:
    """The frame around where a piece's foot will stand, on what will carry it: the foot's middle, `half` its sides."""

    pose: Pose
    half: tuple[float, float]
    kind: GhostKind = "legal"


@dataclass(frozen=True, slots=True)
class Cloth:
    """A round cloth on the table under a place to build. Half of its rim, towards `sides`' directions, has each colour.

    `radius_m` in metres; a direction is an angle in degrees, counter-clockwise from +x seen from above. `lit` brings
    it out.
    """

    middle: Vec3
    radius_m: float
    sides: tuple[tuple[str, float], ...] = ()
    lit: bool = False


@dataclass(frozen=True, slots=True)
class RulerRow:
    """One level: who leads (`None`: nobody), the points the leader scores, and each colour's nobles on it."""

    level: int
    leader: str | None
    points: int
    counts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Ruler:
    """The measuring board at the side of the building as it is seen, one row a level from 1 up.

    It keeps clear of `columns`, the middles in plan of all that stands (metres), and `head` says what it is.
    """

    rows: tuple[RulerRow, ...] = ()
    columns: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    head: str = "Levels"
    words: str = ""
    """Said of it when it is pointed at."""


@dataclass(frozen=True, slots=True)
class SceneModel:
    """Everything in 3D. `fade_above`: pieces on higher levels are drawn faintly and cannot be picked.

    `table_reach` is in cells of `pitch_m`, levels are `level_m` high (metres).
    """

    pieces: tuple[Visual, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    ruler: Ruler | None = None
    fade_above: int | None = None
    focus: Vec3 = (0.0, 0.0, 0.0)
    table_reach: int = 20
    pitch_m: float = 0.02
    level_m: float = 0.02
    cloths: tuple[Cloth, ...] = ()
    plumbs: tuple[Plumb, ...] = ()
    footprints: tuple[Footprint, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """What lies under the cursor: a piece's id (`None`: the table), the point and the outward normal; metres.

    `reach_m` is what some pixels span there: so far from the point the nearest place that would do is looked for.
    """

    piece: str | None
    point: Vec3
    normal: Vec3
    reach_m: float = 0.0


@dataclass(frozen=True, slots=True)
class Button:
    """A thing to press: `reason` says why it is disabled, and is shown as the tooltip then."""

    id: str
    label: str
    key: str = ""
    icon: str = ""
    enabled: bool = True
    reason: str = ""
    tooltip: str = ""
    active: bool = False
    count: int | None = None
    quiet: bool = False
    """Never shown as the thing to do next."""
    wanted: bool = False
    """Brought out by a lesson: this is what to press now."""
    drags: bool = False
    """Whether it can also be dragged into the scene."""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """One player in the HUD. `supply` is (kind, count) in the set's order."""

    seat: int
    name: str
    colour: str
    supply: tuple[tuple[str, int], ...]
    total: int
    acting: bool = False
    detail: str = ""
    total_text: str = ""
    """Written instead of the total, such as for a player who is out."""


@dataclass(frozen=True, slots=True)
class AreaRow:
    """One of several places to build: what it is called, and the points of each colour in it, or a text."""

    title: str
    points: tuple[tuple[str, int], ...] = ()
    lit: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A lesson's words over a game: what to do, what is said of something else, (steps done, steps), its buttons."""

    title: str
    words: str
    said: str = ""
    steps: tuple[int, int] = (0, 0)
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True)
class HudModel:
    """Everything flat on the play screen, in its fixed places.

    Top: `title`, `message`; left: `supply` buttons of the acting player, `players`; right: `ruler`, totals from
    `players`; bottom: `progress`, `actions`, `log`. `reason` is the refusal shown at the ghost, `foresight` what would
    come of what is pointed at if it is not refused.
    """

    title: str = ""
    colour: str = ""
    message: str = ""
    supply: tuple[Button, ...] = ()
    players: tuple[PlayerCard, ...] = ()
    ruler: tuple[RulerRow, ...] = ()
    ruler_title: str = "Levels"
    progress: tuple[int, int, int] = (0, 0, 0)
    """(placed, at least, at most)."""
    progress_text: str = ""
    actions: tuple[Button, ...] = ()
    log: tuple[str, ...] = ()
    reason: str = ""
    foresight: str = ""
    warnings: tuple[str, ...] = field(default_factory=tuple)
    areas: tuple[AreaRow, ...] = ()
    """Shown in the ruler's place by games with several places to build, or with marks to beat."""
    areas_title: str = "Areas"
    clock: str = ""
    """The time that is left or has gone by, in the top bar."""
    hurry: bool = False
    """Whether the clock is nearly out."""
    banner: str = ""
    """A word or a number large over the table."""
    banner_at: float = 0.42
    """How far down it stands, as a share of the table's part of the window."""
    note: str = ""
    """One line under the supply."""
    lesson: LessonCard | None = None
    """Under the top bar, while a lesson is given."""
    views: tuple[Button, ...] = ()
    """The ways to look at the table, as small buttons."""
    levels: tuple[int, int] | None = None
    """(the highest level that is shown, the highest there is), for the slider that fades what is above."""
    totals_note: str = ""
    """One line under the totals, such as why they begin below nothing."""
