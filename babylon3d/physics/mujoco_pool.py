"""MuJoCo's model as a pool: bodies of each kind are made once, parked below the floor, and taken when wanted.

The only module but `mujoco_world` that knows MuJoCo. A slot is a body with one free joint: slot i has the body i + 1,
the tree i, `qpos[7 i:7 i + 7]` and `qvel[6 i:6 i + 6]`.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Sequence
from functools import cache
from typing import Any

from babylon3d.core.build import Box, PartSpec
from babylon3d.core.errors import Unavailable
from babylon3d.core.geometry import Pose, Vec3
from babylon3d.physics.mass import inertia
from babylon3d.physics.mujoco_recipe import MujocoConfig

log = logging.getLogger(__name__)

PARKED_M = -50.0
"""Below the floor's surface there is nothing to meet; parked bodies touch nothing anyhow."""
PARKED_APART_M = 0.2
READY = -1
"""In `tree_asleep`: a tree that sleeps as soon as its whole island may."""
ANY_SPEED = 1e30
# What a set of contacts may take; the system gives it page by page.
ARENA = "256M"


@cache
def engine() -> Any:
    """The module mujoco. Raises: Unavailable, in one line, if it is missing, too old, or does not load."""
    try:
        found = importlib.import_module("mujoco")
    except (ImportError, OSError) as error:
        said = " ".join(str(error).split())
        raise Unavailable(f"the physics engine MuJoCo does not load ({said})") from None
    if not hasattr(found.mjtEnableBit, "mjENBL_SLEEP"):
        raise Unavailable(f"MuJoCo {found.__version__} is too old, bodies cannot sleep; 4.0 would do")
    # Without somebody who hears them, warnings are written into a file wherever the program was started.
    found.set_mju_user_warning(_heard)
    return found


def _heard(text: str) -> None:
    """A warning of MuJoCo; the world reads their numbers itself."""
    log.info("MuJoCo: %s", text)


class Pool:
    """A compiled model and its state, with a slot for each of `specs`; all are parked at first."""

    def __init__(self, config: MujocoConfig, specs: Sequence[PartSpec]) -> None:
        self.specs = tuple(specs)
        self._engine = engine()
        self.model: Any = self._engine.MjModel.from_xml_string(_xml(config, specs))
        self.model.opt.disableflags |= int(self._engine.mjtDisableBit.mjDSBL_AUTORESET)
        self.data: Any = self._engine.MjData(self.model)
        self.free: dict[PartSpec, list[int]] = {}
        self.restless = True
        """Whether a parked slot may be awake."""
        for slot in reversed(range(len(self.specs))):
            self.free.setdefault(self.specs[slot], []).append(slot)
            self._collide(slot, False)
            self._stand(slot, self._parked(slot))

    def take(self, spec: PartSpec, pose: Pose) -> int:
        """A slot of that kind, standing there and awake, its velocity 0."""
        slot = self.free[spec].pop()
        self._collide(slot, True)
        self.put(slot, pose)
        return slot

    def give(self, slot: int) -> None:
        """Park a slot again."""
        self.free[self.specs[slot]].append(slot)
        self._collide(slot, False)
        self.put(slot, self._parked(slot))
        self.restless = True

    def put(self, slot: int, pose: Pose) -> None:
        """Stand a slot somewhere, its velocity (nearly) 0: MuJoCo wakes only what has some."""
        self._stand(slot, pose)
        self.data.qvel[6 * slot : 6 * slot + 6] = 0.0
        self.data.qacc_warmstart[6 * slot : 6 * slot + 6] = 0.0
        self.data.xfrc_applied[slot + 1] = 0.0
        self.nudge(slot)

    def nudge(self, slot: int) -> None:
        """Wake a slot in the next step, with all that fell asleep together with it."""
        if self.data.tree_asleep[slot] >= 0 and not self.data.qvel[6 * slot : 6 * slot + 6].any():
            self.data.qvel[6 * slot + 2] = 1e-12

    def together(self, slot: int) -> list[int]:
        """The slots that fell asleep together with this one, itself included; none if it is awake."""
        asleep, found = self.data.tree_asleep, []
        while asleep[slot] >= 0 and slot not in found:
            found.append(slot)
            slot = int(asleep[slot])
        return found

    def step(self, count: int) -> None:
        """Let so many sub-steps pass."""
        if count:
            self._engine.mj_step(self.model, self.data, count)

    def sleep(self, slots: Sequence[int]) -> None:
        """One sub-step in which these slots and parked ones fall asleep, where all that touch one another may."""
        awake = [slot for slot in (*slots, *self._parked_awake()) if self.data.tree_asleep[slot] < 0]
        self.restless = False
        self.data.tree_asleep[awake] = READY
        self.model.opt.sleep_tolerance = ANY_SPEED
        self._engine.mj_step(self.model, self.data)
        self.model.opt.sleep_tolerance = 0.0

    def sleep_at_once(self, slots: Sequence[int]) -> None:
        """As `sleep`, without any time passing for the others or anything having moved."""
        d = self.data
        if any(d.tree_asleep[slot] >= 0 for slot in slots):
            # Nudged since the last step: until it is awake, MuJoCo has it where it was.
            self._engine.mj_forward(self.model, d)
        before = [field.copy() for field in (d.qpos, d.qvel, d.qacc_warmstart)]
        time = d.time
        for slot in slots:
            d.qvel[6 * slot : 6 * slot + 6] = 0.0
        self.sleep(slots)
        asleep = d.tree_asleep >= 0
        for field in before[1:]:
            field.reshape(-1, 6)[asleep] = 0.0
        d.qpos[:], d.qvel[:], d.qacc_warmstart[:] = before
        d.time = time

    def _parked_awake(self) -> list[int]:
        """The free slots that do not sleep yet."""
        if not self.restless:
            return []
        return [slot for slots in self.free.values() for slot in slots if self.data.tree_asleep[slot] < 0]

    def _collide(self, slot: int, on: bool) -> None:
        first, count = self.model.body_geomadr[slot + 1], self.model.body_geomnum[slot + 1]
        self.model.geom_contype[first : first + count] = int(on)
        self.model.geom_conaffinity[first : first + count] = int(on)

    def _stand(self, slot: int, pose: Pose) -> None:
        x, y, z, w = pose.quaternion
        self.data.qpos[7 * slot : 7 * slot + 7] = (*pose.position, w, x, y, z)

    def _parked(self, slot: int) -> Pose:
        return Pose((PARKED_APART_M * (slot % 30), PARKED_APART_M * (slot // 30), PARKED_M))


def _numbers(*values: float) -> str:
    return " ".join(repr(float(value)) for value in values)


def _xml(c: MujocoConfig, specs: Sequence[PartSpec]) -> str:
    """The model as MuJoCo reads it."""
    t = c.table
    give = _numbers(c.give_least, c.give_most, c.give_width_m)
    options = (
        f'timestep="{c.step_s!r}" integrator="implicitfast" cone="elliptic" solver="Newton" '
        f'iterations="{c.iterations}" ls_iterations="{c.line_iterations}" tolerance="{c.tolerance!r}" '
        f'impratio="{c.friction_ratio!r}" sleep_tolerance="0" gravity="{_numbers(0, 0, -c.gravity)}"'
    )
    return (
        '<mujoco><compiler autolimits="false" angle="radian"/>'
        f'<option {options}><flag {"sleep=" + chr(34) + "enable" + chr(34)}/></option><size memory="{ARENA}"/>'
        f'<default><geom friction="{_numbers(c.table_friction, 0, 0)}" condim="3" margin="0" '
        f'solref="{_numbers(c.softness * c.step_s, 1)}" solimp="{give}"/></default><worldbody>'
        f'<geom type="box" size="{_numbers(t.half_m, t.half_m, t.thickness_m / 2)}" '
        f'pos="{_numbers(0, 0, -t.thickness_m / 2)}"/>'
        f'<geom type="plane" size="1 1 1" pos="{_numbers(0, 0, -t.floor_m)}"/>'
        + "".join(_body(c, spec) for spec in specs)
        + "</worldbody></mujoco>"
    )


def _body(c: MujocoConfig, spec: PartSpec) -> str:
    """One piece: its frame at the middle of its box, as ours, and the centre of mass where it is."""
    moments: Vec3 = inertia(spec)
    parts = [
        f'<body sleep="allowed"><freejoint/><inertial pos="{_numbers(*spec.com)}" mass="{spec.mass_kg!r}" '
        f'diaginertia="{_numbers(*moments)}"/>'
    ]
    for shape in spec.shapes:
        at = f'pos="{_numbers(*shape.centre)}"'
        if isinstance(shape, Box):
            parts.append(
                f'<geom type="box" {at} size="{_numbers(*shape.half)}" friction="{_numbers(spec.friction, 0, 0)}"/>'
            )
        else:
            rough = _numbers(spec.friction, 0, c.rolling_lever_m)
            size = _numbers(shape.radius, shape.height / 2)
            parts.append(f'<geom type="cylinder" {at} size="{size}" condim="6" friction="{rough}"/>')
    return "".join(parts) + "</body>"
