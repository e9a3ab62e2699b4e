"""Every registered game keeps what rules promise, over seeded random games that controllers play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from babylon3d.playable.spec import GameSpec
from tests.contract import promises
from tests.contract.play import MANY, Played, options_of, played
from tests.sampling import samples

QUICK: dict[str, int] = {"fast": 1, "tactical": 2, "practice": 3}
"""Games played in the quick suite, by the game's id; of others so many:"""
OTHERS = 12

WHOLE: dict[str, int] = {"fast": 20, "tactical": 200}
"""The same of the large sample, a tenth of which is taken unless all are asked for."""
ALL = 500


def quick(spec: GameSpec) -> list[Played]:
    """The games that every run of the tests looks at."""
    return [played(spec.id, seed) for seed in range(QUICK.get(spec.id, OTHERS))]


def moments(spec: GameSpec) -> int:
    """How many moments of a game are looked at: fewer where each is dear."""
    return 3 if spec.id in QUICK else 12


def check_all(game: Played) -> None:
    """Everything at once, for large samples."""
    rng = Random(game.seed)
    most = MANY if game.spec.id in QUICK else None
    for moment in game.closely(moments(game.spec)):
        promises.check_legal_actions(game, moment, rng, most)
        promises.check_view(game, moment, most)
        promises.check_strangers(game, moment, rng)
        promises.check_changes(game, moment)
    promises.check_events(game)
    promises.check_codec(game)
    promises.check_hashes(game)
    promises.check_replay(game, game.closely(3))
    promises.check_after_the_end(game)
    promises.check_result(game)


def test_legal_actions_are_those_that_the_rules_verify(spec: GameSpec) -> None:
    for game in quick(spec):
        rng = Random(game.seed)
        for moment in game.closely(moments(spec)):
            promises.check_legal_actions(game, moment, rng)


def test_a_view_is_enough_to_know_what_is_legal(spec: GameSpec) -> None:
    for game in quick(spec):
        for moment in game.closely(moments(spec)):
            promises.check_view(game, moment, MANY)


def test_a_seat_that_is_not_asked_changes_nothing(spec: GameSpec) -> None:
    for game in quick(spec)[:4]:
        for moment in game.closely(3):
            promises.check_strangers(game, moment, Random(game.seed))


def test_a_seat_changes_only_where_a_turn_begins(spec: GameSpec) -> None:
    changed = [promises.check_changes(game, moment) for game in quick(spec)[:4] for moment in game.closely(4)]
    assert any(changed) and not all(changed)


def test_records_are_played_again_to_the_same_states_and_the_same_result(spec: GameSpec) -> None:
    for game in quick(spec):
        promises.check_replay(game, game.closely(3))


@pytest.mark.parametrize(
    "check",
    [
        promises.check_events,
        promises.check_codec,
        promises.check_hashes,
        promises.check_after_the_end,
        promises.check_result,
    ],
)
def test_every_game_keeps(spec: GameSpec, check: Callable[[Played], None]) -> None:
    for game in quick(spec):
        check(game)


def test_the_number_of_players_is_asked(spec: GameSpec) -> None:
    promises.check_seats(spec, options_of(spec, Random(1)))


def test_the_same_seed_gives_the_same_game(spec: GameSpec) -> None:
    first = played(spec.id, 0).session.log.data()
    assert played.__wrapped__(spec.id, 0).session.log.data() == first


@pytest.mark.fuzz
def test_every_game_keeps_all_of_it_over_a_large_sample(spec: GameSpec) -> None:
    for seed in range(1000, 1000 + samples(WHOLE.get(spec.id, ALL))):
        check_all(played.__wrapped__(spec.id, seed))
