"""The physics on MuJoCo. Knows its traps, so that nobody else has to; `mujoco_pool` knows the model."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import TracebackType

import numpy as np

from babylon3d.core.build import PartSpec
from babylon3d.core.geometry import Pose, Quat, Vec3, norm, quat_inverse, rotate, scale
from babylon3d.physics.extent import extent
from babylon3d.physics.grip import Hold
from babylon3d.physics.mass import inertia
from babylon3d.physics.mujoco_pool import Pool, engine
from babylon3d.physics.mujoco_recipe import REALTIME, MujocoConfig
from babylon3d.physics.rest import Calm
from babylon3d.physics.world import FASTEST_M_S, STILL, Exploded, Kept, Motion, PieceId, Snapshot, Touch

# How far around a piece its neighbours are woken, in metres.
REACH_M = 0.001
Pair = tuple[PieceId, PieceId | None]


@dataclass(slots=True)
class _Body:
    """One piece in the world; `slot` is None until the engine has it, and `pose` and `motion` are where it begins."""

    spec: PartSpec
    inertia: Vec3
    pose: Pose
    motion: Motion
    slot: int | None = None
    asleep: bool = False
    calm: Calm = field(default_factory=Calm)

    def rouse(self) -> None:
        """It counts as awake from now on."""
        self.asleep, self.calm = False, Calm()


class MujocoWorld:
    """A `PhysicsWorld` on MuJoCo. Use it with `with`, or `close` it."""

    def __init__(self, config: MujocoConfig | None = None) -> None:
        self._config = config if config is not None else REALTIME
        engine()
        self._gravity: Vec3 = (0.0, 0.0, -1.0)
        self._start()

    @property
    def config(self) -> MujocoConfig:
        """Its recipe."""
        return self._config

    def __enter__(self) -> MujocoWorld:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the model go; closing twice does nothing."""
        self._start()

    def _start(self) -> None:
        """An empty world."""
        self._bodies: dict[PieceId, _Body] = {}
        self._names: dict[int, PieceId] = {}
        self._holds: dict[PieceId, Hold] = {}
        self._pool: Pool | None = None
        self._kept: dict[Pair, Touch] = {}
        self._drowsy: list[PieceId] = []
        self._easing_s = self._eased_s = 0.0
        self._split, self._fastest_m_s = 1, 0.0

    # -- the pool --------------------------------------------------------------------------------

    def _engine_pool(self) -> Pool:
        """The pool with every piece in it: made anew, twice as large, when a kind has no free slot."""
        waiting = [body for body in self._bodies.values() if body.slot is None]
        if self._pool is None or waiting:
            wanted = Counter(body.spec for body in waiting)
            if self._pool is None or any(len(self._pool.free.get(s, ())) < n for s, n in wanted.items()):
                self._grow()
            else:
                for piece, body in self._bodies.items():
                    if body.slot is None:
                        self._enter(self._pool, piece, body)
        assert self._pool is not None
        return self._pool

    def _grow(self) -> None:
        """A new pool, sized by the pieces alone; what is in the old one goes on where and as it was."""
        old, kept = self._pool, []
        for piece, body in self._bodies.items():
            if old is not None and body.slot is not None:
                body.pose, body.motion = self._read(old, body.slot)
                kept.append((piece, body.slot, old.data.qacc_warmstart[6 * body.slot : 6 * body.slot + 6].copy()))
        counts = Counter(body.spec for body in self._bodies.values())
        specs = [spec for spec, count in counts.items() for _ in range(1 << (count - 1).bit_length())]
        exact = {}
        if old is not None:
            exact = {
                p: (old.data.qpos[7 * s : 7 * s + 7].copy(), old.data.qvel[6 * s : 6 * s + 6].copy())
                for p, s, _ in kept
            }
        self._pool = pool = Pool(self.config, specs)
        self._names = {}
        for piece, body in self._bodies.items():
            self._enter(pool, piece, body)
        for piece, _, warm in kept:
            slot = self._bodies[piece].slot or 0
            pool.data.qpos[7 * slot : 7 * slot + 7], pool.data.qvel[6 * slot : 6 * slot + 6] = exact[piece]
            pool.data.qacc_warmstart[6 * slot : 6 * slot + 6] = warm
        self._set_gravity(self._share())
        self._set_fineness(self._split)
        self._sleep_at_once(piece for piece, body in self._bodies.items() if body.asleep)

    def _enter(self, pool: Pool, piece: PieceId, body: _Body) -> None:
        """Give a piece its slot."""
        slot = body.slot = pool.take(body.spec, body.pose)
        self._names[slot] = piece
        self._set_motion(pool, slot, body.pose, body.motion)

    def _set_motion(self, pool: Pool, slot: int, pose: Pose, motion: Motion) -> None:
        """MuJoCo's speed is the origin's, and the turning is in the body's own frame."""
        self._fastest_m_s = max(self._fastest_m_s, norm(motion.linear))
        if motion != STILL:
            turning = rotate(quat_inverse(pose.quaternion), motion.angular)
            pool.data.qvel[6 * slot : 6 * slot + 6] = (*motion.linear, *turning)

    def _sleep_at_once(self, pieces: Iterable[PieceId]) -> None:
        """Put pieces to sleep where they are, and parked bodies with them; who touches an awake one stays awake."""
        pool = self._engine_pool() if self._pool is None else self._pool
        slots = [slot for piece in pieces if (slot := self._bodies[piece].slot) is not None]
        pool.sleep_at_once(slots)
        for slot in slots:
            body = self._bodies[self._names[slot]]
            body.asleep = bool(pool.data.tree_asleep[slot] >= 0)
            if not body.asleep:
                body.rouse()

    # -- pieces ----------------------------------------------------------------------------------

    def add(self, piece: PieceId, spec: PartSpec, pose: Pose, motion: Motion | None = None) -> None:
        """Put a piece into the world, awake. Raises: KeyError if the id is taken."""
        if piece in self._bodies:
            raise KeyError(f"a piece {piece!r} is in the world already")
        self._bodies[piece] = _Body(spec, inertia(spec), pose, motion if motion is not None else STILL)

    def remove(self, piece: PieceId) -> None:
        """Take a piece out and wake what touched it. Raises: KeyError."""
        if piece not in self._bodies:
            raise KeyError(piece)
        around = self._around(piece)
        body = self._bodies[piece]
        if self._pool is not None and body.slot is not None:
            self._rouse_with(self._pool, body.slot)
            self._pool.give(body.slot)
            del self._names[body.slot]
        del self._bodies[piece]
        self._holds.pop(piece, None)
        self._drowsy = [p for p in self._drowsy if p != piece]
        self._kept = {pair: touch for pair, touch in self._kept.items() if piece not in pair}
        self.wake(around)

    def move(self, piece: PieceId, pose: Pose, motion: Motion | None = None) -> None:
        """Put a piece elsewhere at once; it and what it touched or touches now wakes. Raises: KeyError."""
        before = self._around(piece)
        body, pool = self._bodies[piece], self._engine_pool()
        assert body.slot is not None
        self._rouse_with(pool, body.slot)
        pool.put(body.slot, pose)
        self._set_motion(pool, body.slot, pose, motion if motion is not None else STILL)
        self.wake([*before, piece, *self._around(piece)])

    def drive(self, piece: PieceId, target: Pose | None) -> None:
        """Carry a piece: every step a capped force pulls it to `target`; `None` lets go. Raises: KeyError."""
        body = self._bodies[piece]
        if target is None:
            if self._holds.pop(piece, None) is not None:
                pool = self._engine_pool()
                pool.data.xfrc_applied[(body.slot or 0) + 1] = 0.0
                body.rouse()
        elif piece in self._holds:
            self._holds[piece].target = target
        else:
            self._holds[piece] = Hold(self._pose(body), target)
            self.wake([piece])

    def lean(self, angle_deg: float, towards_deg: float = 0.0) -> None:
        """Tilt the table: gravity leans by an angle towards a direction (0 is x, 90 is y). Wakes everything."""
        angle, towards = math.radians(angle_deg), math.radians(towards_deg)
        side = math.sin(angle)
        self._gravity = (side * math.cos(towards), side * math.sin(towards), -math.cos(angle))
        self._set_gravity(self._share())
        self.wake(list(self._bodies))

    def ease_in(self, seconds: float | None = None) -> None:
        """Let gravity grow from nothing over this time, so that a build set down at once is not dropped apart."""
        self._easing_s, self._eased_s = self.config.easing_s if seconds is None else seconds, 0.0

    def _share(self) -> float:
        """How much of gravity there is by now."""
        return min(1.0, self._eased_s / self._easing_s) if self._eased_s < self._easing_s else 1.0

    def _set_gravity(self, share: float) -> None:
        if self._pool is not None:
            self._pool.model.opt.gravity[:] = scale(self._gravity, share * self.config.gravity)

    # -- time ------------------------------------------------------------------------------------

    def step(self, seconds: float = 1 / 60) -> None:
        """Advance by a whole number of sub-steps that covers `seconds`; nothing is computed if all sleep.

        Raises: Exploded when speeds have lost all measure.
        """
        awake = sum(not body.asleep for body in self._bodies.values())
        if not awake:
            return
        c, pool = self.config, self._engine_pool()
        steps = max(1, math.ceil(seconds / c.step_s - 1e-6))
        passing = steps * c.step_s
        fastest = self._fastest_m_s + c.gravity * passing
        split = min(c.finest, math.ceil(fastest * c.step_s / c.sink_m))
        self._set_fineness(max(1, split, c.few_split if awake <= c.few else 1))
        count = steps * self._split
        sleepers = [slot for p in self._drowsy if (slot := self._bodies[p].slot) is not None]
        self._drowsy = []
        last = 1 if sleepers or pool.restless else 0
        if self._holds or self._eased_s < self._easing_s:
            self._step_by_step(pool, count - last, count, passing)
        else:
            pool.step(count - last)
        if last:
            self._ease_and_pull(pool, count, count, passing)
            self._fall_asleep(pool, sleepers)
        for hold in self._holds.values():
            hold.last = hold.target
        self._note(pool, passing)

    def _step_by_step(self, pool: Pool, do: int, count: int, passing: float) -> None:
        """The first `do` of `count` sub-steps, with hands and growing gravity."""
        for i in range(do):
            self._ease_and_pull(pool, i + 1, count, passing)
            pool.step(1)

    def _ease_and_pull(self, pool: Pool, now: int, count: int, passing: float) -> None:
        """What changes from one sub-step to the next."""
        if self._eased_s < self._easing_s:
            self._eased_s += passing / count
            self._set_gravity(self._share())
        if self._holds and (now - 1) % self._split == 0:
            # As often as without splitting: the servo needs no more, and it is Python's work.
            self._pull(pool, min(1.0, (now - 1 + self._split) / count), passing)

    def _set_fineness(self, split: int) -> None:
        """Make sub-steps that many times shorter, and contacts as much stiffer."""
        self._split = split
        if self._pool is not None:
            self._pool.model.opt.timestep = self.config.step_s / split
            self._pool.model.geom_solref[:, 0] = self.config.softness * self.config.step_s / split

    def _pull(self, pool: Pool, share: float, seconds: float) -> None:
        """Let every hand act for one sub-step; it has gone a `share` of its way of this step."""
        for piece, hold in self._holds.items():
            body = self._bodies[piece]
            assert body.slot is not None
            pose, motion = self._read(pool, body.slot)
            gravity, hand = self.config.gravity, self.config.hand
            act = hold.act(hand, body.spec, body.inertia, gravity, pose, motion, share, seconds)
            pool.data.xfrc_applied[body.slot + 1] = (*act.force, *act.torque)

    def _fall_asleep(self, pool: Pool, slots: list[int]) -> None:
        """The last sub-step of a frame: what has been calm sleeps, as far as all that it touches may."""
        touches = self.touches()
        pool.sleep(slots)
        for slot in slots:
            self._bodies[self._names[slot]].asleep = bool(pool.data.tree_asleep[slot] >= 0)
        self._kept = {(t.a, t.b): t for t in touches if self._sleeps(t.a) and (t.b is None or self._sleeps(t.b))}

    def _sleeps(self, piece: PieceId) -> bool:
        return self._bodies[piece].asleep

    def _note(self, pool: Pool, seconds: float) -> None:
        """Who was woken by a touch, who is calm, who is fast, and whether the world still makes sense."""
        speeds = np.abs(pool.data.qvel).reshape(-1, 6)
        warned = [int(pool.data.warning[kind].number) for kind in _bad()]
        self._fastest_m_s = 0.0
        for piece, body in self._bodies.items():
            slot = body.slot
            assert slot is not None
            if pool.data.tree_asleep[slot] >= 0:
                continue
            if body.asleep:
                body.rouse()
            pose, motion = self._read(pool, slot)
            speed = norm(motion.linear)
            if any(warned) or not speed <= FASTEST_M_S or not np.isfinite(speeds[slot]).all():
                raise Exploded(piece)
            body.calm.note(pose.position, motion, seconds)
            self._fastest_m_s = max(self._fastest_m_s, speed)
        if self.config.sleeping and self._eased_s >= self._easing_s:
            self._drowsy = [
                p for p, b in self._bodies.items() if not b.asleep and b.calm.may_sleep and p not in self._holds
            ]

    # -- looking ---------------------------------------------------------------------------------

    def poses(self) -> Mapping[PieceId, Pose]:
        """Where every piece is, in order of adding; metres."""
        return {piece: self._pose(body) for piece, body in self._bodies.items()}

    def motions(self) -> Mapping[PieceId, Motion]:
        """How every piece moves, in order of adding."""
        return {piece: self._motion(body) for piece, body in self._bodies.items()}

    def touches(self) -> tuple[Touch, ...]:
        """The contacts of the last sub-step, ordered by ids; the points of a pair are summed. Sleepers keep theirs."""
        found: dict[Pair, Touch] = {}
        if self._pool is not None:
            data, model = self._pool.data, self._pool.model
            rows = data.contact.efc_address
            for (one, other), dist, at in zip(data.contact.geom, data.contact.dist, rows, strict=True):
                if at >= 0:
                    pair = self._pair(int(model.geom_bodyid[one]) - 1, int(model.geom_bodyid[other]) - 1)
                    if pair is not None:
                        before = found.get(pair, Touch(*pair, 0.0))
                        force = before.normal_n + float(data.efc_force[at])
                        found[pair] = Touch(*pair, force, max(before.depth_m, -float(dist)))
        for pair, touch in self._kept.items():
            if pair not in found and all(self._sleeps(p) for p in pair if p is not None):
                found[pair] = touch
        return tuple(found[pair] for pair in sorted(found, key=lambda p: (p[0], p[1] or "")))

    def _pair(self, one: int, other: int) -> Pair | None:
        """Two bodies by their pieces' ids, in order; None for what is no piece's any more."""
        names = sorted(self._names[slot] for slot in (one, other) if slot in self._names)
        if not names or (len(names) == 1 and min(one, other) >= 0):
            return None
        return names[0], names[1] if len(names) == 2 else None

    def contacts(self) -> frozenset[tuple[PieceId, PieceId]]:
        """The pairs of pieces in contact in the last sub-step, each with its ids in order; table and floor left out."""
        return frozenset((t.a, t.b) for t in self.touches() if t.b is not None)

    def awake(self) -> frozenset[PieceId]:
        """The pieces that are not asleep."""
        return frozenset(piece for piece, body in self._bodies.items() if not body.asleep)

    def at_rest(self, pieces: frozenset[PieceId] | None = None) -> bool:
        """Whether all (or the given) pieces have been under 10 mm/s and 0.5 rad/s for 0.5 s, or sleep."""
        asked = self._bodies.values() if pieces is None else [self._bodies[p] for p in sorted(pieces)]
        return all(body.asleep or body.calm.at_rest for body in asked)

    def wake(self, pieces: Iterable[PieceId]) -> None:
        """Wake these pieces, and what fell asleep together with them. Raises: KeyError."""
        for piece in pieces:
            body = self._bodies[piece]
            body.rouse()
            if self._pool is not None and body.slot is not None:
                self._rouse_with(self._pool, body.slot)

    def _rouse_with(self, pool: Pool, slot: int) -> None:
        """MuJoCo wakes all that fell asleep together; so do we."""
        for each in pool.together(slot):
            if each in self._names:
                self._bodies[self._names[each]].rouse()
        pool.nudge(slot)

    def lull(self, pieces: Iterable[PieceId] | None = None) -> None:
        """Put all (or the given) pieces to sleep where they are, their velocities gone. Raises: KeyError."""
        asked = [p for p in (self._bodies if pieces is None else pieces) if p not in self._holds]
        awake = [p for p in asked if not self._bodies[p].asleep]
        if awake:
            self._engine_pool()
            touches = self.touches()
            self._sleep_at_once(awake)
            self._kept |= {(t.a, t.b): t for t in touches}

    @property
    def bodies(self) -> int:
        """How many bodies the engine holds, parked ones, table and floor included."""
        return 0 if self._pool is None else int(self._pool.model.nbody)

    @property
    def shapes(self) -> int:
        """How many shapes the engine holds."""
        return 0 if self._pool is None else int(self._pool.model.ngeom)

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
            self._bodies[kept.piece].asleep = kept.asleep

    # -- between our frames and the engine's -----------------------------------------------------

    def _pose(self, body: _Body) -> Pose:
        return body.pose if body.slot is None or self._pool is None else self._read(self._pool, body.slot)[0]

    def _motion(self, body: _Body) -> Motion:
        return body.motion if body.slot is None or self._pool is None else self._read(self._pool, body.slot)[1]

    def _read(self, pool: Pool, slot: int) -> tuple[Pose, Motion]:
        """Where the slot is and how it moves; a sleeper's speed is exactly 0."""
        x, y, z, w, i, j, k = pool.data.qpos[7 * slot : 7 * slot + 7].tolist()
        length = math.sqrt(w * w + i * i + j * j + k * k)
        turned: Quat = (i / length, j / length, k / length, w / length)
        pose = Pose((x, y, z), turned)
        if pool.data.tree_asleep[slot] >= 0:
            return pose, STILL
        a, b, c, d, e, f = pool.data.qvel[6 * slot : 6 * slot + 6].tolist()
        return pose, Motion((a, b, c), rotate(turned, (d, e, f)))

    def _around(self, piece: PieceId) -> list[PieceId]:
        """The pieces whose boxes come within `REACH_M` of this one's, in order of adding."""
        here = self._bodies[piece]
        box = extent(here.spec.size, self._pose(here))
        return [
            other
            for other, body in self._bodies.items()
            if other != piece and box.near(extent(body.spec.size, self._pose(body)), REACH_M)
        ]


def _bad() -> list[int]:
    """The warnings after which MuJoCo would set a world back in silence."""
    kinds = engine().mjtWarning
    return [int(kind) for kind in (kinds.mjWARN_BADQPOS, kinds.mjWARN_BADQVEL, kinds.mjWARN_BADQACC)]
