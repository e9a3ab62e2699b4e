"""Which engine: what is there, what is said where one is missing, too old or does not load, and the default."""

from __future__ import annotations

import importlib
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from babylon3d.core.errors import Unavailable
from babylon3d.physics import engines, mujoco_pool
from babylon3d.physics.engines import ENGINES, available, chosen, engine_of, recipe, world

pytest.importorskip("mujoco", reason="MuJoCo 4 wants Python 3.11")


@pytest.fixture(autouse=True)
def anew() -> Any:
    """What was found out about engines is found out anew, before and after."""

    def forget() -> None:
        engines.trouble.cache_clear()

    forget()
    yield
    forget()


def test_both_are_here_and_the_first_is_the_default() -> None:
    assert available() == ENGINES == ("bullet", "mujoco")
    assert chosen() == "bullet" and chosen("mujoco") == "mujoco"
    for engine in ENGINES:
        assert engine_of(recipe("accurate", engine)) == engine
        with world(recipe("realtime", engine)) as made:
            assert engine_of(made.config) == engine and made.poses() == {}


def without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(engines.importlib.util, "find_spec", lambda name: None if name in missing else found(name))


def test_one_that_is_not_installed_is_said_in_a_line_and_the_other_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pybullet")
    assert chosen() == "mujoco" and available() == ("mujoco",)
    with pytest.raises(Unavailable) as refused:
        chosen("bullet")
    assert str(refused.value) == (
        "the physics engine PyBullet is not installed; pip install pybullet would do; --engine mujoco is there"
    )
    with pytest.raises(Unavailable, match="PyBullet"):
        world(recipe("realtime", "bullet"))


def test_none_at_all_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pybullet", "mujoco")
    with pytest.raises(Unavailable) as refused:
        chosen()
    assert "PyBullet" in str(refused.value) and "MuJoCo" in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("module", "said"),
    [
        (ImportError("libGL.so.1:\ncannot open"), "does not load (libGL.so.1: cannot open)"),
        (OSError("no such library"), "does not load (no such library)"),
        (SimpleNamespace(__version__="2.3", mjtEnableBit=object()), "MuJoCo 2.3 is too old"),
    ],
)
def test_one_that_does_not_load_or_is_too_old_is_said_in_a_line(
    monkeypatch: pytest.MonkeyPatch, module: Any, said: str
) -> None:
    def load(name: str) -> Any:
        if isinstance(module, Exception):
            raise module
        return module

    mujoco_pool.engine.cache_clear()
    monkeypatch.setattr(mujoco_pool.importlib, "import_module", load)
    with pytest.raises(Unavailable) as refused:
        chosen("mujoco")
    assert said in str(refused.value) and "--engine bullet is there" in str(refused.value)
    assert chosen() == "bullet"
    mujoco_pool.engine.cache_clear()


def test_an_engine_is_loaded_only_when_a_world_is_made() -> None:
    code = (
        "import sys; from babylon3d.physics import engines, recipes;"
        "assert not {'mujoco', 'pybullet'} & set(sys.modules);"
        "engines.world(engines.recipe('realtime', 'mujoco')).close();"
        "assert 'mujoco' in sys.modules and 'pybullet' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "" and done.stderr == ""
