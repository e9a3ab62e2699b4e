"""Recipes as plain numbers, as records name them, and back again; what cannot be is refused by name."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from babylon3d.core.errors import BadText
from babylon3d.physics import mujoco_recipe
from babylon3d.physics.engines import ENGINES, Config, engine_of, version
from babylon3d.physics.world import OLD

Number = str | int | float | bool
C = TypeVar("C")

# Limits of what is simulated at all, by the last part of a number's name: outside them a step would never end, or
# would be none. All others are 0 to a million.
LIMITS: dict[str, tuple[float, float]] = {
    "length_scale": (0.01, 1_000.0),
    "step_s": (1e-5, 0.1),
    "iterations": (1, 10_000),
    "crowd_iterations": (1, 10_000),
    "most_iterations": (0, 10_000),
    "easing_iterations": (0, 10_000),
    "easing_s": (0.0, 60.0),
    "finest": (1, 100),
    "sink_m": (1e-6, 1.0),
    "mass_scale": (1e-6, 1e6),
    "contact_stiffness": (1.0, 1e12),
    "contact_breaking": (1e-6, 100.0),
    "friction_erp": (0.0, 1.0),
    "gravity": (0.0, 1_000.0),
    "table_friction": (0.0, 100.0),
    "half_m": (0.01, 1_000.0),
    "thickness_m": (1e-3, 10.0),
    "floor_m": (0.01, 1_000.0),
    "floor_half_m": (0.01, 1e5),
    "floor_thickness_m": (1e-3, 1e4),
    "time_s": (1e-3, 10.0),
    "line_iterations": (1, 10_000),
    "tolerance": (1e-15, 1.0),
    "friction_ratio": (0.01, 10_000.0),
    "softness": (2.0, 1_000.0),
    "give_least": (0.0, 1.0),
    "give_most": (0.0, 1.0),
    "give_width_m": (1e-9, 1.0),
}
OTHERS = (0.0, 1e6)


# What a record names beside the numbers.
ENGINE, VERSION = "engine", "engine_version"


def to_numbers(config: Config) -> dict[str, Number]:
    """Engine, its version here, and every number of a recipe, nested ones with a dot between: `table.half_m`."""
    engine = engine_of(config)
    return {ENGINE: engine, VERSION: version(engine), **dict(_flat(config, ""))}


def key_of(config: Config) -> str:
    """A short name of engine and recipe; two are equal if they simulate alike, whatever version of the engine."""
    numbers = {name: value for name, value in to_numbers(config).items() if name != VERSION}
    text = ";".join(f"{name}={numbers[name]!r}" for name in sorted(numbers))
    return f"{engine_of(config)} {hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _flat(config: Any, before: str) -> Iterator[tuple[str, Number]]:
    for field in fields(config):
        value = getattr(config, field.name)
        if is_dataclass(value):
            yield from _flat(value, f"{before}{field.name}.")
        else:
            yield before + field.name, value


def from_numbers(numbers: Mapping[str, Number], where: str = "$") -> Config:
    """The recipe that these numbers say; what is absent is as the first records meant it (commit 1fbbbb4).

    Raises: BadText at `where` for a number that is unknown, of another kind, or not simulated at all.
    """
    engine = numbers.get(ENGINE, "bullet")
    if engine not in ENGINES:
        raise BadText(f'the physics engine "{engine}" is not known', where, f"{' or '.join(ENGINES)} would do")
    precision = numbers.get("precision", "realtime")
    if not isinstance(precision, str) or precision not in OLD:
        raise BadText(f'the precision "{precision}" is not known', where, "realtime or accurate would do")
    base: Config = OLD[precision]
    if engine == "mujoco":
        base = mujoco_recipe.REALTIME if precision == "realtime" else mujoco_recipe.ACCURATE
    known = dict(_flat(base, ""))
    for name, value in numbers.items():
        if name in (ENGINE, VERSION):
            continue
        if name not in known:
            raise BadText(f'the recipe has no "{name}"', where, "a record of a newer version wants that version")
        _check(name, value, known[name], where)
    return _filled(base, numbers, "")


def _check(name: str, value: Number, like: Number, where: str) -> None:
    """Raises: BadText unless `value` is of the kind of `like` and within its limits."""
    if isinstance(like, str | bool) or isinstance(value, str | bool):
        if type(value) is not type(like):
            raise BadText(f"{name} is {value!r}", where, f"such as {like!r} would do")
        return
    low, high = LIMITS.get(name.rpartition(".")[2], OTHERS)
    if not math.isfinite(value) or not low <= value <= high:
        raise BadText(f"{name} is {value:g}", where, f"{low:g} to {high:g} would do")
    if isinstance(like, int) and value != int(value):
        raise BadText(f"{name} is {value:g}", where, "a whole number would do")


def _filled(config: C, numbers: Mapping[str, Number], before: str) -> C:
    """A recipe with these numbers in place of its own."""
    changed: dict[str, Any] = {}
    for field in fields(config):  # type: ignore[arg-type]
        name, value = before + field.name, getattr(config, field.name)
        if is_dataclass(value):
            changed[field.name] = _filled(value, numbers, name + ".")
        elif name in numbers:
            changed[field.name] = type(value)(numbers[name])
    return replace(config, **changed)  # type: ignore[type-var]
