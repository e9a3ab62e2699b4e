"""Which physics engine: the one place that makes a world from a recipe, and knows which engines this machine has."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from types import TracebackType
from typing import Literal, Protocol

from babylon3d.core.errors import Unavailable
from babylon3d.physics import mujoco_recipe
from babylon3d.physics.mujoco_recipe import MujocoConfig
from babylon3d.physics.world import PhysicsConfig, PhysicsWorld, Precision
from babylon3d.physics.world import recipe as bullet_recipe

Engine = Literal["bullet", "mujoco"]
Config = PhysicsConfig | MujocoConfig
ENGINES: tuple[Engine, ...] = ("bullet", "mujoco")
"""In order of preference: the first that is there is the default."""
PACKAGES: dict[Engine, str] = {"bullet": "pybullet", "mujoco": "mujoco-core"}
MODULES: dict[Engine, str] = {"bullet": "pybullet", "mujoco": "mujoco"}
TITLES: dict[Engine, str] = {"bullet": "PyBullet", "mujoco": "MuJoCo"}


class EngineWorld(PhysicsWorld, Protocol):
    """A world on an engine: it has a recipe, and is closed at the end of `with`."""

    @property
    def config(self) -> Config:
        """Its recipe."""

    @property
    def bodies(self) -> int:
        """How many bodies the engine holds."""

    @property
    def shapes(self) -> int:
        """How many shapes the engine holds."""

    def __enter__(self) -> EngineWorld: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def installed(engine: Engine) -> bool:
    """Whether its package can be found (it is not loaded yet)."""
    return importlib.util.find_spec(MODULES[engine]) is not None


def version(engine: Engine) -> str:
    """The version of its package, "" if it is not installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as package_version  # late: it loads much that a start does not need

    try:
        return package_version(PACKAGES[engine])
    except PackageNotFoundError:
        return ""


@cache
def trouble(engine: Engine) -> str:
    """Why an engine cannot be used here, in one line; "" if it can. Loads it."""
    if not installed(engine):
        return f"the physics engine {TITLES[engine]} is not installed; pip install {PACKAGES[engine]} would do"
    try:
        _load(engine)()
    except Unavailable as error:
        return str(error)
    except (ImportError, OSError) as error:
        return f"the physics engine {TITLES[engine]} does not load ({' '.join(str(error).split())})"
    return ""


def _load(engine: Engine) -> Callable[[], object]:
    """What loads an engine."""
    match engine:
        case "bullet":
            from babylon3d.physics.bullet import engine as load
        case "mujoco":
            from babylon3d.physics.mujoco_pool import engine as load
    return load


def available() -> tuple[Engine, ...]:
    """The engines that this machine has, the default first."""
    return tuple(engine for engine in ENGINES if not trouble(engine))


_preferred: list[Engine] = []
"""The one that this process takes where nobody names one; none for the first there is."""


def prefer(engine: Engine | None) -> str:
    """Take an engine where nobody names one (None: the first there is); a line where it is not there, else ""."""
    _preferred.clear()
    said = "" if engine is None else trouble(engine)
    if engine is not None and not said:
        _preferred.append(engine)
    return said


def chosen(wanted: Engine | None = None) -> Engine:
    """The engine to use: the one that is wanted, else the preferred one, else the first there is.

    Raises: Unavailable, in one line.
    """
    if wanted is None:
        if _preferred:
            return _preferred[0]
        for engine in ENGINES:
            if not trouble(engine):
                return engine
        raise Unavailable("; ".join(trouble(engine) for engine in ENGINES))
    said = trouble(wanted)
    if said:
        others = [engine for engine in ENGINES if engine != wanted and not trouble(engine)]
        raise Unavailable(said + "".join(f"; --engine {other} is there" for other in others))
    return wanted


def engine_of(config: Config) -> Engine:
    """The engine that a recipe is for."""
    return "mujoco" if isinstance(config, MujocoConfig) else "bullet"


def recipe(precision: Precision, engine: Engine | None = None) -> Config:
    """The measured settings of that name, for an engine (None: the default). Raises: Unavailable."""
    if chosen(engine) == "bullet":
        return bullet_recipe(precision)
    return mujoco_recipe.REALTIME if precision == "realtime" else mujoco_recipe.ACCURATE


def world(config: Config) -> EngineWorld:
    """An empty world by a recipe, on its engine. Raises: Unavailable, in one line."""
    chosen(engine_of(config))
    if isinstance(config, MujocoConfig):
        from babylon3d.physics.mujoco_world import MujocoWorld

        return MujocoWorld(config)
    from babylon3d.physics.bullet import BulletWorld

    return BulletWorld(config)
