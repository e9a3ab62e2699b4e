"""The physics a game may ask for: add, drive, step, look. Knows a `PieceSet`, never a game or a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from babylon3d.core.build import PartSpec
from babylon3d.core.errors import BabylonError
from babylon3d.core.geometry import Pose, Vec3

PieceId = str
# Nothing of a table game is this fast: whatever falls from the highest place of a file (1 km) is slower.
FASTEST_M_S = 200.0
Precision = Literal["realtime", "accurate"]


class Exploded(BabylonError):
    """The world has lost all measure: a piece is faster than anything can be, or nowhere. Rebuild it."""

    def __init__(self, piece: PieceId) -> None:
        self.piece = piece
        super().__init__(f'the physics lost hold of "{piece}"; the world must be built anew')


@dataclass(frozen=True, slots=True)
class Table:
    """Where pieces can lie: a square table top at height 0 with edges, and a floor below it; metres."""

    half_m: float = 0.5
    thickness_m: float = 0.04
    floor_m: float = 0.7
    floor_half_m: float = 10.0
    """How far the floor reaches to every side."""
    floor_thickness_m: float = 1.0


@dataclass(frozen=True, slots=True)
class GripConfig:
    """How strong the grip is of a hand that carries a piece (`PhysicsWorld.drive`)."""

    time_s: float = 1 / 30
    """The servo asks for the velocity that closes the gap in this time, plus the target's own velocity."""
    weights: float = 15.0
    """The largest force, in weights of the carried piece; the torque is capped alike over half its longest side."""
    speed_m_s: float = 1.0
    turn_rad_s: float = 10.0


# A pose may be a kilometre away, and what falls there lands as well; thick, since it is fast by then.
FLOOR_HALF_M, FLOOR_THICKNESS_M = 2_000.0, 100.0
# Finding the contacts of a sub-step takes as long as so many iterations (measured).
FINDING_CONTACTS = 22


@dataclass(frozen=True, slots=True)
class PhysicsConfig:
    """Every number of a physics recipe; units of the real world (metres, seconds, kilograms), before scaling.

    The defaults are the `realtime` of the first records (commit 1fbbbb4), which name no other.

    `contact_stiffness` and `contact_damping` are a body's at each contact point (scaled world), whatever its mass.
    """

    precision: Precision = "realtime"
    length_scale: float = 10.0
    step_s: float = 1 / 480
    iterations: int = 50
    crowd: int = 120
    """With more pieces awake than this, `crowd_iterations` have to do, so that time keeps up."""
    crowd_iterations: int = 40
    finest: int = 6
    """While something is fast, sub-steps are split up to so many times, so that it sinks in by `sink_m` at most."""
    sink_m: float = 0.001
    most_iterations: int = 0
    """With few pieces awake up to so many iterations are done, as far as `work` goes; 0 for `iterations` alone."""
    work: float = 0.0
    """Pieces awake times iterations (and the cost of finding contacts, as iterations) that a sub-step may take."""
    residual: float = 0.0
    """The solver stops early once no contact changed a speed by more than this (m/s, scaled) in a pass."""
    easing_s: float = 0.1
    """How long gravity takes to grow when a build is set down at once."""
    easing_iterations: int = 0
    """At least so many iterations until then: what stands is decided while the first loads are found."""
    mass_scale: float = 1.0
    """Masses and forces times this in the engine: the motion is the same, but contacts have their measure."""
    contact_stiffness: float = 4e4
    contact_damping: float = 62.0
    contact_breaking: float = 0.02
    friction_erp: float = 0.1
    """Share of a sideways slip below the friction limit that is taken back each sub-step ("friction anchor")."""
    rolling_lever_m: float = 0.0002
    """Rolling resistance of round pieces as a lever arm: without any a lying noble rolls for ever."""
    sleeping: bool = True
    gravity: float = 9.81
    table_friction: float = 0.5
    """Of table and floor; each body is given the square root of its friction, as Bullet multiplies them."""
    table: Table = Table()
    hand: GripConfig = GripConfig()

    def iterations_for(self, awake: int) -> int:
        """Solver iterations of a whole sub-step with so many pieces awake."""
        least = self.crowd_iterations if awake > self.crowd else self.iterations
        return max(least, min(self.most_iterations, int(min(self.work / max(1, awake), 1e6)) - FINDING_CONTACTS))


# What was tried, each with 0.2 mm and 0.5 degrees of jitter: drift in mm, and the cost of a frame with 115 pieces awake
# over that of `realtime`, from the two measured parts of it (finding contacts takes as long as 22 solver iterations):
# - 1/480 s x 50, stiffness 3e4, no friction anchors: a dense building creeps 1 to 1.5 mm in 3 s and never stops, and
#   only sleep hides it. With anchors (contact points remember where they stuck; `friction_erp` 0.05 to 0.8 alike) it
#   moves by 0.08 mm and stays. They do nothing for single columns and cost nothing.
# - stiffness 2e4: columns of 30 fall; 3e4: they lean 2 to 5 mm; 4e4: 0.8 mm; 5e4: 0.5 mm, but nearer to where
#   it turns bad; 1e5 and more: 50 iterations do not converge any more, columns of 20 sway by 1 to 4 mm.
# - 1/480 x 20 or 30 iterations: 0.6 or 0.72 of the cost, good for buildings, but columns of 10 drift 4 or 0.1 mm and
#   the lever is 5 % off. 1/240 x 50: 0.5 of the cost, columns of 20 drift 4 mm.
# - 1/480 x 40: 0.86 of the cost, the full box as good (0.05 mm), but columns of 20 drift 0.3 mm: for crowds only. With
#   30 iterations, or steps of 1/360 s, the column of 20 in the full box falls.
# - 1/960 x 25, stiffness 1e5, damping 100: 1.3 of the cost, columns of 30 drift 0.4 mm and 40 stand: the next thing
#   to take when machines are faster. 1/1920 x 10 with the same: as good, 1.8 of the cost (finding contacts).
# - a residual threshold instead of a fixed number of iterations, split impulse, cone friction, separating-axis
#   contacts, contact breaking at 0.002 or 0.1: no difference worth having.
# - `accurate` at 1/1920 x 20, stiffness 3e5: 98 % of a harmonic overhang of 6 falls; 1/960 x 100 is right up to 6.
# - Bullet's own sleeping (threshold 3 for 2 s) froze a column of 35 that was falling, 34 mm out: see rest.py.
# - A lever 3.8 % over its limit stood in half of 8 arrangements: 50 iterations from nothing do not find the loads of a
#   building near balance, and where they err depends on the order of pairs. Alone, each makes it right within: no
#   friction anchors 4 %, 200 iterations 1 %, gravity growing over 0.3 s 3.6 %, over 1 s 0.3 %. Contact breaking,
#   stiffness, scale and sleep make no difference; Bullet's exact solver (Dantzig) is worse at 85 times the cost. So:
#   few awake pieces get as many iterations as take the time of 42, the residual ends them early (columns of 20: 0.7
#   of the cost), and gravity grows over 0.5 s with 100 iterations. Right within 0.1 %, overhangs of 2 to 6 at 98 %.
# - `accurate` with stiffness 1e5: of 320 levers 1.5 % off, turned by hundredths of a degree, two are judged wrong; with
#   2e5 and 400 iterations while gravity grows none is, and columns of 25 drift 0.009 mm.
WIDE = Table(floor_half_m=FLOOR_HALF_M, floor_thickness_m=FLOOR_THICKNESS_M)
REALTIME = PhysicsConfig(
    most_iterations=200,
    work=3000.0,
    residual=1e-5,
    easing_s=0.5,
    easing_iterations=100,
    table=WIDE,
)
ACCURATE = PhysicsConfig(
    precision="accurate",
    step_s=1 / 960,
    iterations=100,
    crowd_iterations=100,
    most_iterations=400,
    work=7320.0,
    residual=1e-6,
    easing_s=0.5,
    easing_iterations=400,
    contact_stiffness=2e5,
    contact_damping=140.0,
    table=WIDE,
)


# The recipes of the first records (commit 1fbbbb4), which do not name every number.
OLD: dict[str, PhysicsConfig] = {
    "realtime": PhysicsConfig(),
    "accurate": PhysicsConfig(
        precision="accurate",
        step_s=1 / 960,
        iterations=100,
        crowd_iterations=100,
        contact_stiffness=1e5,
        contact_damping=100.0,
    ),
}


def recipe(precision: Precision) -> PhysicsConfig:
    """The measured settings of that name."""
    return REALTIME if precision == "realtime" else ACCURATE


@dataclass(frozen=True, slots=True)
class Touch:
    """Two pieces in contact during a step; `None` stands for the table or the floor.

    `normal_n` is the whole normal force in newtons, `depth_m` how far they overlap at the deepest point in metres.
    """

    a: PieceId
    b: PieceId | None
    normal_n: float
    depth_m: float = 0.0


class Motion(NamedTuple):
    """A piece's velocities: metres a second (of its bounding box's middle) and radians a second, world frame."""

    linear: Vec3 = (0.0, 0.0, 0.0)
    angular: Vec3 = (0.0, 0.0, 0.0)


STILL = Motion()


@dataclass(frozen=True, slots=True)
class Kept:
    """One piece of a snapshot."""

    piece: PieceId
    spec: PartSpec
    pose: Pose
    motion: Motion = STILL
    asleep: bool = False


Snapshot = tuple[Kept, ...]
"""Everything a world can be rebuilt from, in order of adding. Warm starts and hands are not in it."""


class PhysicsWorld(Protocol):
    """A world of rigid pieces on a table. Poses are of the bounding box's middle, real metres, z up."""

    def add(self, piece: PieceId, spec: PartSpec, pose: Pose, motion: Motion | None = None) -> None:
        """Put a piece into the world, awake. Raises: KeyError if the id is taken."""

    def remove(self, piece: PieceId) -> None:
        """Take a piece out and wake what touched it. Raises: KeyError."""

    def move(self, piece: PieceId, pose: Pose, motion: Motion | None = None) -> None:
        """Put a piece elsewhere at once; it and what it touched or touches now wakes. Raises: KeyError."""

    def drive(self, piece: PieceId, target: Pose | None) -> None:
        """Carry a piece: every step a capped force pulls it to `target`; `None` lets go. Raises: KeyError."""

    def lean(self, angle_deg: float, towards_deg: float = 0.0) -> None:
        """Tilt the table: gravity leans by an angle towards a direction (0 is x, 90 is y). Wakes everything."""

    def ease_in(self, seconds: float | None = None) -> None:
        """Let gravity grow over this time (None: the recipe's), so that a build set down at once is not dropped apart.

        Pieces that just touch would fall freely for a sub-step until they are found to touch.
        """

    def step(self, seconds: float = 1 / 60) -> None:
        """Advance by a whole number of sub-steps that covers `seconds`."""

    def touches(self) -> tuple[Touch, ...]:
        """The contacts of the last sub-step, ordered by ids."""

    def contacts(self) -> frozenset[tuple[PieceId, PieceId]]:
        """The pairs of pieces in contact in the last sub-step, each with its ids in order; table and floor left out."""

    def poses(self) -> Mapping[PieceId, Pose]:
        """Where every piece is, in order of adding."""

    def motions(self) -> Mapping[PieceId, Motion]:
        """How every piece moves, in order of adding."""

    def awake(self) -> frozenset[PieceId]:
        """The pieces that are not asleep."""

    def wake(self, pieces: Iterable[PieceId]) -> None:
        """Wake these pieces (what they touch follows in the next steps). Raises: KeyError."""

    def lull(self, pieces: Iterable[PieceId] | None = None) -> None:
        """Put all (or the given) pieces to sleep where they are, their velocities gone. Raises: KeyError."""

    def at_rest(self, pieces: frozenset[PieceId] | None = None) -> bool:
        """Whether all (or the given) pieces have been under 10 mm/s and 0.5 rad/s for 0.5 s."""

    def snapshot(self) -> Snapshot:
        """What `rebuild` needs: kinds, poses, velocities and who sleeps."""

    def rebuild(self, snapshot: Snapshot) -> None:
        """Start anew from a snapshot; two rebuilds from one go on bitwise equal. The lean of the table stays."""

    def close(self) -> None:
        """Give everything back; the world is unusable afterwards."""
