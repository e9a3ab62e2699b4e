"""Nothing that a seat may not know reaches it, by any way; and a leak that is put in on purpose is found."""

from __future__ import annotations

from random import Random

import pytest

from babylon3d.playable.spec import GameSpec
from tests.contract.play import games, played, samples
from tests.contract.secrets import differences, pairs, seen_by_rules
from tests.contract.unseen import UNSEEN

SECRET = [spec for spec in games() if spec.secrets]
secret = pytest.mark.parametrize("spec", SECRET, ids=lambda spec: spec.id)

QUICK, WHOLE = 12, 500


def test_every_game_with_secrets_says_what_is_unseen() -> None:
    assert {spec.id for spec in SECRET} == set(UNSEEN)


def check_rules(spec: GameSpec, seed: int, most: int) -> int:
    """Views, events and what presenters make of them are the same bytes in twins; how many twins there were."""
    found = pairs(played(spec.id, seed), Random(seed), most)
    for seat, record, other in found:
        differ = differences(seen_by_rules(spec, record, seat), seen_by_rules(spec, other, seat))
        assert not differ, f"seed {seed}, {len(record.lines)} lines: seat {seat} learns something by {differ}"
    return len(found)


@secret
def test_twins_look_the_same_to_the_seat_that_cannot_tell_them_apart(spec: GameSpec) -> None:
    assert sum(check_rules(spec, seed, 4) for seed in range(QUICK)) > 4 * QUICK


@secret
@pytest.mark.fuzz
def test_twins_look_the_same_over_a_large_sample(spec: GameSpec) -> None:
    for seed in range(5000, 5000 + samples(WHOLE)):
        check_rules(spec, seed, 6)
