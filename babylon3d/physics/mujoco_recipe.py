"""Every number of a recipe for MuJoCo, and what was tried; knows no engine."""

from __future__ import annotations

from dataclasses import dataclass

from babylon3d.physics.world import GripConfig, Precision, Table

TABLE, GRIP = Table(), GripConfig()


@dataclass(frozen=True, slots=True)
class MujocoConfig:
    """Every number of a recipe for MuJoCo; units of the real world (metres, seconds, kilograms), nothing is scaled.

    The rest is fixed: `implicitfast`, elliptic cones, Newton, no margins, sleep by our own calm test.
    """

    precision: Precision = "realtime"
    step_s: float = 1 / 480
    finest: int = 3
    """While something is fast, sub-steps are split up to so many times, so that it sinks in by `sink_m` at most."""
    sink_m: float = 0.001
    few: int = 24
    """While no more pieces are awake, sub-steps are split `few_split` times: contacts are as much stiffer."""
    few_split: int = 2
    iterations: int = 100
    line_iterations: int = 50
    tolerance: float = 1e-8
    friction_ratio: float = 1.0
    """How much harder contacts are along than across (`impratio`)."""
    softness: float = 2.4
    """Contacts push back within so many sub-steps (`solref`)."""
    give_least: float = 0.99
    give_most: float = 0.999
    give_width_m: float = 1e-5
    """Between a touch and this depth contacts go from the least to the most of what they can (`solimp`)."""
    rolling_lever_m: float = 0.0002
    """Rolling resistance of round pieces as a lever arm: without any a lying noble rolls for ever."""
    easing_s: float = 0.5
    sleeping: bool = True
    gravity: float = 9.81
    table_friction: float = 0.5
    """Of table and floor; of two that touch the greater friction counts."""
    table: Table = TABLE
    hand: GripConfig = GRIP


# What was tried (100 parts and 15 nobles, columns of 25, levers, overhangs, a falling box): Euler diverges; conjugate
# gradients, pyramidal cones with a friction ratio of 10, a tolerance of 1e-6, `solimp` up to 0.9999 or a width of 1e-6,
# a dense Jacobian, and contacts of several points switched off are all worse; any margin pushes neighbours apart.
# Sub-steps whole for few pieces too, and gravity growing over 0.1 s: overhangs of 5 and 6 at 98 % fall, and 2 of 320
# levers 3 % off, turned by hundredths of a degree, are judged wrong (of a contact's eight corners MuJoCo keeps four,
# sometimes on one side). Split in two and over 0.5 s all are right, at 1.5 times the cost of few pieces.
REALTIME = MujocoConfig()
ACCURATE = MujocoConfig(precision="accurate", step_s=1 / 960, friction_ratio=10.0)
