"""Recipes as numbers: there and back, old records' own, and what cannot be simulated."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from babylon3d.core.errors import BadText
from babylon3d.physics import mujoco_recipe
from babylon3d.physics.engines import Config, engine_of, version
from babylon3d.physics.recipes import Number, from_numbers, to_numbers
from babylon3d.physics.world import ACCURATE, OLD, REALTIME, Table

RECIPES = [
    REALTIME,
    ACCURATE,
    *OLD.values(),
    replace(REALTIME, table=Table(half_m=0.7)),
    mujoco_recipe.REALTIME,
    mujoco_recipe.ACCURATE,
    replace(mujoco_recipe.REALTIME, softness=3.0),
]


@pytest.mark.parametrize("config", RECIPES)
def test_a_recipe_comes_back_from_its_numbers(config: Config) -> None:
    numbers = to_numbers(config)
    assert numbers["engine"] == engine_of(config) and numbers["engine_version"] == version(engine_of(config))
    assert numbers["table.half_m"] == config.table.half_m and numbers["hand.weights"] == config.hand.weights
    assert from_numbers(numbers) == config


def test_what_an_old_header_does_not_name_is_as_it_was_then() -> None:
    """The header of commit 1fbbbb4 names the flat numbers only."""
    named = ("precision", "length_scale", "step_s", "iterations", "crowd", "crowd_iterations", "finest", "sink_m",
             "contact_stiffness", "contact_damping", "contact_breaking", "friction_erp", "rolling_lever_m", "sleeping",
             "gravity", "table_friction")  # fmt: skip
    for precision, iterations in (("realtime", 50), ("accurate", 100)):
        old = {name: to_numbers(OLD[precision])[name] for name in named}
        assert from_numbers(old) == OLD[precision] == from_numbers({"precision": precision})
        assert OLD[precision].iterations == iterations and OLD[precision].most_iterations == 0
    assert from_numbers({}) == OLD["realtime"]
    assert from_numbers({"gravity": 1}).gravity == 1.0


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ({"gravity": 1e300}, "gravity is 1e+300"),
        ({"step_s": 0}, "step_s is 0"),
        ({"step_s": math.nan}, "step_s is nan"),
        ({"iterations": 2.5}, "a whole number would do"),
        ({"iterations": True}, "iterations is True"),
        ({"sleeping": 1}, "sleeping is 1"),
        ({"precision": "rough"}, "realtime or accurate would do"),
        ({"magic": 3}, 'no "magic"'),
        ({"engine": "wheel"}, "bullet or mujoco would do"),
        ({"engine": "mujoco", "contact_stiffness": 4e4}, 'no "contact_stiffness"'),
        ({"engine": "mujoco", "softness": 0.5}, "softness is 0.5"),
        ({"table.half_m": -1}, "table.half_m is -1"),
        ({"hand.weights": "strong"}, "hand.weights is 'strong'"),
    ],
)
def test_numbers_that_cannot_be_are_refused_by_name(numbers: dict[str, Number], said: str) -> None:
    with pytest.raises(BadText) as refused:
        from_numbers(numbers, "line 1")
    assert said in str(refused.value) and str(refused.value).startswith("line 1: ")
