"""The physics on PyBullet: the only module that imports it. Knows Bullet's traps, so that nobody else has to."""

from __future__ import annotations

import importlib
import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import TracebackType
from typing import Any

from babylon3d.core.build import Box, PartSpec
from babylon3d.core.geometry import Pose, Vec3, add, cross, norm, rotate, scale, sub
from babylon3d.core.lattice import components
from babylon3d.physics.extent import extent, near_pairs
from babylon3d.physics.grip import Hold
from babylon3d.physics.mass import inertia
from babylon3d.physics.rest import Calm
from babylon3d.physics.world import (
    FASTEST_M_S,
    REALTIME,
    STILL,
    Exploded,
    Kept,
    Motion,
    PhysicsConfig,
    PieceId,
    Snapshot,
    Touch,
)

# Bullet's own default, given back on closing: the setting is global to the process and cannot be read.
DEFAULT_CONTACT_BREAKING = 0.02
# `activationState` flags of changeDynamics.
ALLOW_SLEEP, FORBID_SLEEP, WAKE, SLEEP = 1, 2, 4, 8
# Who may sleep while others move is looked up this often.
GROUPS_S = 0.1
FEWEST_ITERATIONS = 10
# removeBody leaks about 1 kB; after so many removals the world is rebuilt when all sleep, which frees it.
TIDY_REMOVALS = 256
# How far around a piece its neighbours are woken, in metres.
REACH_M = 0.001
NO_SPEED: Vec3 = (0.0, 0.0, 0.0)


@dataclass(slots=True)
class _Body:
    """One piece in the world."""

    number: int
    spec: PartSpec
    inertia: Vec3
    asleep: bool = False
    calm: Calm = field(default_factory=Calm)
    pose: Pose = field(default_factory=lambda: Pose(NO_SPEED))
    """Where it was at the moment `seen`; read anew by `_pose` when time has passed."""
    seen: int = -1

    def rouse(self) -> None:
        """It counts as awake from now on."""
        self.asleep, self.calm = False, Calm()


@cache
def engine() -> Any:
    """The module pybullet, loaded when it is first needed (it prints a line on standard error, kept back here)."""
    try:
        kept = os.dup(2)
    except OSError:  # no standard error at all
        return importlib.import_module("pybullet")
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        return importlib.import_module("pybullet")
    finally:
        os.dup2(kept, 2)
        os.close(kept)


class BulletWorld:
    """A `PhysicsWorld` on PyBullet, in its own client. Use it with `with`, or `close` it."""

    def __init__(self, config: PhysicsConfig | None = None) -> None:
        self._config = config if config is not None else REALTIME
        self._engine = engine()
        self._gravity: Vec3 = (0.0, 0.0, -1.0)
        self._client: int = self._engine.connect(self._engine.DIRECT)
        self._start()

    @property
    def config(self) -> PhysicsConfig:
        """Its recipe."""
        return self._config

    def __enter__(self) -> BulletWorld:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the client and the process-wide contact setting back; closing twice does nothing."""
        if self._client >= 0:
            self._set_contact_breaking(DEFAULT_CONTACT_BREAKING)
            self._engine.disconnect(physicsClientId=self._client)
            self._client = -1

    # -- setting up ------------------------------------------------------------------------------

    def _start(self) -> None:
        """An empty world: engine settings, table and floor."""
        c = self.config
        self._holds: dict[PieceId, Hold] = {}
        self._bodies: dict[PieceId, _Body] = {}
        self._names: dict[int, PieceId] = {}
        self._shapes: dict[tuple[object, ...], int] = {}
        self._since_groups = 0.0
        self._moment = 0
        self._engine.resetSimulation(physicsClientId=self._client)
        self._easing_s = self._eased_s = 0.0
        self._set_gravity()
        self._fineness, self._fastest_m_s, self._removed = (0, 0), 0.0, 0
        self._set_fineness(1, self.config.iterations)
        self._engine.setPhysicsEngineParameter(
            warmStartingFactor=1.0,
            solverResidualThreshold=c.residual**2,
            frictionERP=c.friction_erp,
            deterministicOverlappingPairs=1,
            physicsClientId=self._client,
        )
        t = c.table
        self._fixed((t.half_m, t.half_m, t.thickness_m / 2), -t.thickness_m / 2)
        low = t.floor_thickness_m / 2
        self._fixed((t.floor_half_m, t.floor_half_m, low), -t.floor_m - low)

    def _fixed(self, half: Vec3, height_m: float) -> None:
        """A box that never moves, with its middle at that height; a PartSpec's friction is met by `sqrt`."""
        k = self.config.length_scale
        shape = self._engine.createCollisionShape(
            self._engine.GEOM_BOX, halfExtents=scale(half, k), physicsClientId=self._client
        )
        number = self._engine.createMultiBody(
            0, shape, -1, (0, 0, height_m * k), useMaximalCoordinates=1, physicsClientId=self._client
        )
        self._engine.changeDynamics(
            number,
            -1,
            lateralFriction=math.sqrt(self.config.table_friction),
            restitution=0,
            rollingFriction=0,
            spinningFriction=0,
            physicsClientId=self._client,
        )

    def _set_gravity(self, share: float = 1.0) -> None:
        pull = scale(self._gravity, share * self.config.gravity * self.config.length_scale)
        self._engine.setGravity(*pull, physicsClientId=self._client)

    def _set_fineness(self, split: int, iterations: int) -> None:
        """Make sub-steps that many times shorter, with as many solver iterations a second (10 a step at least)."""
        if (split, iterations) != self._fineness:
            self._fineness = split, iterations
            self._engine.setPhysicsEngineParameter(
                fixedTimeStep=self.config.step_s / split,
                numSolverIterations=max(FEWEST_ITERATIONS, math.ceil(iterations / split)),
                physicsClientId=self._client,
            )

    def _set_contact_breaking(self, value: float) -> None:
        self._engine.setPhysicsEngineParameter(contactBreakingThreshold=value, physicsClientId=self._client)

    def _shape(self, spec: PartSpec) -> int:
        """The collision shape of a kind, made once; its origin is the centre of mass."""
        key = (spec.shapes, spec.com)
        if key not in self._shapes:
            k = self.config.length_scale
            boxes = [isinstance(s, Box) for s in spec.shapes]
            self._shapes[key] = self._engine.createCollisionShapeArray(
                shapeTypes=[self._engine.GEOM_BOX if b else self._engine.GEOM_CYLINDER for b in boxes],
                halfExtents=[scale(s.half, k) if isinstance(s, Box) else NO_SPEED for s in spec.shapes],
                radii=[0.0 if isinstance(s, Box) else s.radius * k for s in spec.shapes],
                lengths=[0.0 if isinstance(s, Box) else s.height * k for s in spec.shapes],
                collisionFramePositions=[scale(sub(s.centre, spec.com), k) for s in spec.shapes],
                physicsClientId=self._client,
            )
        return self._shapes[key]

    # -- pieces ----------------------------------------------------------------------------------

    def add(self, piece: PieceId, spec: PartSpec, pose: Pose, motion: Motion | None = None) -> None:
        """Put a piece into the world, awake. Raises: KeyError if the id is taken."""
        if piece in self._bodies:
            raise KeyError(f"a piece {piece!r} is in the world already")
        c, moments = self.config, inertia(spec)
        # Bullet multiplies it by the other body's friction.
        rolling = c.rolling_lever_m * c.length_scale / math.sqrt(c.table_friction)
        number: int = self._engine.createMultiBody(
            spec.mass_kg * c.mass_scale,
            self._shape(spec),
            -1,
            self._to_engine(spec, pose),
            pose.quaternion,
            useMaximalCoordinates=1,
            physicsClientId=self._client,
        )
        self._change(
            number,
            mass=spec.mass_kg * c.mass_scale,
            localInertiaDiagonal=scale(moments, c.mass_scale * c.length_scale**2),
            lateralFriction=math.sqrt(spec.friction),
            frictionAnchor=c.friction_erp > 0,
            restitution=0,
            rollingFriction=0 if all(isinstance(s, Box) for s in spec.shapes) else rolling,
            spinningFriction=0,
            linearDamping=0,
            angularDamping=0,
            contactStiffness=c.contact_stiffness,
            contactDamping=c.contact_damping,
        )
        # With a threshold of 0 Bullet puts nothing to sleep of its own (it would freeze slow falls); `_rest` does.
        self._change(number, sleepThreshold=0, activationState=ALLOW_SLEEP)
        self._bodies[piece] = _Body(number, spec, moments)
        self._names[number] = piece
        if motion is not None:
            self._set_motion(piece, pose, motion)

    def remove(self, piece: PieceId) -> None:
        """Take a piece out and wake what touched it. Raises: KeyError."""
        if piece not in self._bodies:
            raise KeyError(piece)
        self._removed += 1
        if self._removed >= TIDY_REMOVALS and not self._holds and not self.awake() - {piece}:
            self.rebuild(self.snapshot())
        around = self._around(piece)
        body = self._bodies.pop(piece)
        self._holds.pop(piece, None)
        del self._names[body.number]
        self._engine.removeBody(body.number, physicsClientId=self._client)
        self.wake(around)

    def move(self, piece: PieceId, pose: Pose, motion: Motion | None = None) -> None:
        """Put a piece elsewhere at once; it and what it touched or touches now wakes. Raises: KeyError."""
        before = self._around(piece)
        body = self._bodies[piece]
        self._engine.resetBasePositionAndOrientation(
            body.number, self._to_engine(body.spec, pose), pose.quaternion, physicsClientId=self._client
        )
        body.seen = -1
        self._set_motion(piece, pose, motion if motion is not None else STILL)
        self.wake([*before, piece, *self._around(piece)])

    def drive(self, piece: PieceId, target: Pose | None) -> None:
        """Carry a piece: every step a capped force pulls it to `target`; `None` lets go. Raises: KeyError."""
        body = self._bodies[piece]
        if target is None:
            if self._holds.pop(piece, None) is not None:
                self._change(body.number, activationState=ALLOW_SLEEP)
                self._change(body.number, activationState=WAKE)
                body.rouse()
        elif piece in self._holds:
            self._holds[piece].target = target
        else:
            self._holds[piece] = Hold(self._pose(body), target)
            body.rouse()
            self._change(body.number, activationState=FORBID_SLEEP)

    def lean(self, angle_deg: float, towards_deg: float = 0.0) -> None:
        """Tilt the table: gravity leans by an angle towards a direction (0 is x, 90 is y). Wakes everything."""
        angle, towards = math.radians(angle_deg), math.radians(towards_deg)
        side = math.sin(angle)
        self._gravity = (side * math.cos(towards), side * math.sin(towards), -math.cos(angle))
        # Bullet gives a new gravity to those alone that are awake.
        self.wake(list(self._bodies))
        self._set_gravity()

    def ease_in(self, seconds: float | None = None) -> None:
        """Let gravity grow from nothing over this time, so that a build set down at once is not dropped apart."""
        self._easing_s, self._eased_s = self.config.easing_s if seconds is None else seconds, 0.0

    # -- time ------------------------------------------------------------------------------------

    def step(self, seconds: float = 1 / 60) -> None:
        """Advance by a whole number of sub-steps that covers `seconds`; nothing is computed if all sleep."""
        awake = sum(not body.asleep for body in self._bodies.values())
        if not awake:
            return
        c = self.config
        steps = max(1, math.ceil(seconds / c.step_s - 1e-6))
        passing = steps * c.step_s
        fastest = self._fastest_m_s + c.gravity * passing
        split = min(c.finest, math.ceil(fastest * c.step_s / c.sink_m))
        easing = self._eased_s < self._easing_s
        self._set_fineness(split, max(c.iterations_for(awake), c.easing_iterations if easing else 0))
        count = steps * split
        self._set_contact_breaking(c.contact_breaking)
        for i in range(count):
            if self._eased_s < self._easing_s:
                self._eased_s += c.step_s / split
                self._set_gravity(min(1.0, self._eased_s / self._easing_s))
            if self._holds:
                self._pull((i + 1) / count, passing)
            self._engine.stepSimulation(physicsClientId=self._client)
            self._moment += 1
        for hold in self._holds.values():
            hold.last = hold.target
        self._note(passing)
        if c.sleeping and self._eased_s >= self._easing_s:
            self._rest(passing)

    def _pull(self, share: float, seconds: float) -> None:
        """Let every hand act for one sub-step; it has gone a `share` of its way of this step."""
        k, heavy, gravity = self.config.length_scale, self.config.mass_scale, self.config.gravity
        for piece, hold in self._holds.items():
            body = self._bodies[piece]
            pose, motion = self._pose(body), self._motion(body)
            act = hold.act(self.config.hand, body.spec, body.inertia, gravity, pose, motion, share, seconds)
            at, _ = self._engine.getBasePositionAndOrientation(body.number, physicsClientId=self._client)
            self._engine.applyExternalForce(
                body.number, -1, scale(act.force, k * heavy), at, self._engine.WORLD_FRAME, physicsClientId=self._client
            )
            self._engine.applyExternalTorque(
                body.number,
                -1,
                scale(act.torque, k * k * heavy),
                self._engine.WORLD_FRAME,
                physicsClientId=self._client,
            )

    def _note(self, seconds: float) -> None:
        """Who was woken by a touch (Bullet keeps the velocities of sleepers at exactly 0), who is calm, who is fast."""
        self._fastest_m_s = 0.0
        for body in self._bodies.values():
            if body.asleep and self._velocities(body) != (NO_SPEED, NO_SPEED):
                body.rouse()
            if not body.asleep:
                motion = self._motion(body)
                body.calm.note(self._pose(body).position, motion, seconds)
                speed = norm(motion.linear)
                if not speed <= FASTEST_M_S:
                    raise Exploded(self._names[body.number])
                self._fastest_m_s = max(self._fastest_m_s, speed)

    def _rest(self, seconds: float) -> None:
        """Put to sleep what has come to rest: whole groups only, else the others of a group wake them.

        Bullet groups bodies whose boxes, each widened by the contact-breaking threshold, overlap.
        """
        drowsy = [p for p, b in self._bodies.items() if not b.asleep and b.calm.may_sleep and p not in self._holds]
        self._since_groups += seconds
        if len(drowsy) == len(self.awake()):
            self.lull(drowsy)
        elif drowsy and self._since_groups >= GROUPS_S:
            self._since_groups = 0.0
            can = frozenset(drowsy)
            extents = {p: extent(b.spec.size, self._pose(b)) for p, b in self._bodies.items()}
            reach = 2 * self.config.contact_breaking / self.config.length_scale + REACH_M
            for group in components(list(self._bodies), near_pairs(extents, reach)):
                if all(p in can or self._bodies[p].asleep for p in group):
                    self.lull(p for p in group if p in can)

    # -- looking ---------------------------------------------------------------------------------

    def poses(self) -> Mapping[PieceId, Pose]:
        """Where every piece is, in order of adding; metres."""
        return {piece: self._pose(body) for piece, body in self._bodies.items()}

    def motions(self) -> Mapping[PieceId, Motion]:
        """How every piece moves, in order of adding."""
        return {piece: self._motion(body) for piece, body in self._bodies.items()}

    def touches(self) -> tuple[Touch, ...]:
        """The contacts of the last sub-step, ordered by ids; the points of a pair are summed."""
        found: dict[tuple[PieceId, PieceId | None], tuple[float, float]] = {}
        k = self.config.length_scale
        newtons = 1 / (k * self.config.mass_scale)
        for point in self._engine.getContactPoints(physicsClientId=self._client):
            names = sorted(self._names[n] for n in (point[1], point[2]) if n in self._names)
            pair = (names[0], names[1] if len(names) == 2 else None)
            force, depth = found.get(pair, (0.0, 0.0))
            found[pair] = (force + point[9] * newtons, max(depth, -point[8] / k))
        return tuple(Touch(a, b, *found[a, b]) for a, b in sorted(found, key=lambda p: (p[0], p[1] or "")))

    def contacts(self) -> frozenset[tuple[PieceId, PieceId]]:
        """The pairs of pieces in contact in the last sub-step, each with its ids in order; table and floor left out."""
        pairs = {(point[1], point[2]) for point in self._engine.getContactPoints(physicsClientId=self._client)}
        names = self._names
        named = ((names[a], names[b]) for a, b in pairs if a in names and b in names)
        return frozenset((a, b) if a < b else (b, a) for a, b in named)

    def awake(self) -> frozenset[PieceId]:
        """The pieces that are not asleep."""
        return frozenset(piece for piece, body in self._bodies.items() if not body.asleep)

    def at_rest(self, pieces: frozenset[PieceId] | None = None) -> bool:
        """Whether all (or the given) pieces have been under 10 mm/s and 0.5 rad/s for 0.5 s, or sleep."""
        asked = self._bodies.values() if pieces is None else [self._bodies[p] for p in sorted(pieces)]
        return all(body.asleep or body.calm.at_rest for body in asked)

    def wake(self, pieces: Iterable[PieceId]) -> None:
        """Wake these pieces (what they touch follows in the next steps). Raises: KeyError."""
        for piece in pieces:
            body = self._bodies[piece]
            body.rouse()
            if piece not in self._holds:
                self._change(body.number, activationState=WAKE)

    def lull(self, pieces: Iterable[PieceId] | None = None) -> None:
        """Put all (or the given) pieces to sleep where they are, their velocities gone. Raises: KeyError."""
        for piece in list(self._bodies if pieces is None else pieces):
            body = self._bodies[piece]
            if piece not in self._holds:
                self._engine.resetBaseVelocity(body.number, NO_SPEED, NO_SPEED, physicsClientId=self._client)
                self._change(body.number, activationState=SLEEP)
                body.asleep = True

    @property
    def bodies(self) -> int:
        """How many bodies the engine holds: pieces, table and floor."""
        return int(self._engine.getNumBodies(physicsClientId=self._client))

    @property
    def shapes(self) -> int:
        """How many collision shapes of pieces were made: one a kind."""
        return len(self._shapes)

    # -- undo ------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """What `rebuild` needs: kinds, poses, velocities and who sleeps. Hands are not in it."""
        return tuple(
            Kept(piece, body.spec, self._pose(body), self._motion(body), body.asleep)
            for piece, body in self._bodies.items()
        )

    def rebuild(self, snapshot: Snapshot) -> None:
        """Start anew from a snapshot; two rebuilds from one go on bitwise equal. The lean of the table stays."""
        self._start()
        for kept in snapshot:
            self.add(kept.piece, kept.spec, kept.pose, None if kept.motion == STILL else kept.motion)
        self.lull(kept.piece for kept in snapshot if kept.asleep)

    # -- between the real world and the engine's -------------------------------------------------

    def _change(self, number: int, **settings: object) -> None:
        self._engine.changeDynamics(number, -1, physicsClientId=self._client, **settings)

    def _to_engine(self, spec: PartSpec, pose: Pose) -> Vec3:
        """Where the centre of mass is in the engine."""
        return scale(add(pose.position, rotate(pose.quaternion, spec.com)), self.config.length_scale)

    def _pose(self, body: _Body) -> Pose:
        if body.seen != self._moment:
            at, turned = self._engine.getBasePositionAndOrientation(body.number, physicsClientId=self._client)
            middle = scale(at, 1 / self.config.length_scale)
            if body.spec.com != NO_SPEED:
                middle = sub(middle, rotate(turned, body.spec.com))
            body.pose, body.seen = Pose(middle, turned), self._moment
        return body.pose

    def _velocities(self, body: _Body) -> tuple[Vec3, Vec3]:
        """Linear, of the centre of mass, and angular; the engine's."""
        found: tuple[Vec3, Vec3] = self._engine.getBaseVelocity(body.number, physicsClientId=self._client)
        return found

    def _motion(self, body: _Body) -> Motion:
        linear, angular = self._velocities(body)
        real = scale(linear, 1 / self.config.length_scale)
        if body.spec.com == NO_SPEED:
            return Motion(real, angular)
        arm = rotate(self._pose(body).quaternion, body.spec.com)
        return Motion(sub(real, cross(angular, arm)), angular)

    def _set_motion(self, piece: PieceId, pose: Pose, motion: Motion) -> None:
        body = self._bodies[piece]
        self._fastest_m_s = max(self._fastest_m_s, norm(motion.linear))
        arm = rotate(pose.quaternion, body.spec.com)
        linear = scale(add(motion.linear, cross(motion.angular, arm)), self.config.length_scale)
        self._engine.resetBaseVelocity(body.number, linear, motion.angular, physicsClientId=self._client)

    def _around(self, piece: PieceId) -> list[PieceId]:
        """The pieces whose boxes come within `REACH_M` of this one's, in order of adding."""
        here = self._bodies[piece]
        box = extent(here.spec.size, self._pose(here))
        return [
            other
            for other, body in self._bodies.items()
            if other != piece and box.near(extent(body.spec.size, self._pose(body)), REACH_M)
        ]
