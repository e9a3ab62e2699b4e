"""Every registered game is shown whole and told in plain words, and its hands play by the rules."""

from __future__ import annotations

from random import Random

import pytest

from babylon3d.playable.begin import told
from babylon3d.playable.last_scene import last_scene
from babylon3d.playable.registry import every_game
from babylon3d.playable.spec import GameSpec
from tests.contract import pictures
from tests.contract.play import games, played
from tests.contract.promises import record_of
from tests.contract.scorers import SCORERS, check_score
from tests.sampling import samples

IN_TURNS = [spec for spec in games() if not spec.at_once]
SCORED = [spec for spec in games() if spec.id in SCORERS]
DEAR = frozenset({"tactical", "fast"})

in_turns = pytest.mark.parametrize("spec", IN_TURNS, ids=lambda spec: spec.id)
scored = pytest.mark.parametrize("spec", SCORED, ids=lambda spec: spec.id)


def seeds(spec: GameSpec) -> range:
    """The games that every run of the tests looks at."""
    return range(1 if spec.id in DEAR else 6)


def few(spec: GameSpec) -> range:
    """The games whose ends are looked at."""
    return range(4 if spec.id in DEAR else 12)


@in_turns
def test_every_seat_and_a_spectator_see_and_hear_every_state(spec: GameSpec) -> None:
    for seed in seeds(spec):
        pictures.check_pictures(played(spec.id, seed), 6)


@in_turns
def test_hands_do_what_is_legal_or_are_refused_in_words(spec: GameSpec) -> None:
    done = sum(pictures.check_hands(played(spec.id, seed), 3, Random(seed)) for seed in seeds(spec))
    assert done, "nothing ever came of it"


@in_turns
def test_the_sheet_says_what_the_result_says(spec: GameSpec) -> None:
    for seed in few(spec):
        pictures.check_sheet(played(spec.id, seed))


@scored
def test_a_second_scorer_finds_the_same_scores(spec: GameSpec) -> None:
    for seed in few(spec):
        check_score(played(spec.id, seed))


def test_the_end_of_every_record_is_a_picture(spec: GameSpec) -> None:
    game = played(spec.id, 0)
    for reveal in (False, True):
        pictures.check_scene(spec, last_scene(spec, record_of(game), reveal))


def test_the_rules_are_told_in_chapters(spec: GameSpec) -> None:
    pictures.check_words(spec.text)
    assert spec.text and all(chapter.rules for chapter in spec.text)
    assert any(rule.ruling for chapter in spec.text for rule in chapter.rules)


def test_what_a_game_is_described_by_fits_together(spec: GameSpec) -> None:
    least, most = spec.seats
    assert 1 <= least <= most <= len(spec.colours) and len(set(spec.colours)) == len(spec.colours)
    assert spec.nature_names and (spec.presenter is None) == spec.at_once
    assert set(spec.usual_bots) <= set(spec.bots)
    assert spec.id == spec.game.id and sum(other.id == spec.id for other in every_game()) == 1
    pictures.check_words((spec.id, spec.title, spec.heading))
    assert spec.form is None or spec.bots, "what is set up for several can be played against bots"


@in_turns
@pytest.mark.fuzz
def test_pictures_hands_and_sheets_over_a_large_sample(spec: GameSpec) -> None:
    for seed in range(2000, 2000 + samples(60 if spec.id in DEAR else 300)):
        game = played.__wrapped__(spec.id, seed)
        pictures.check_pictures(game, 8)
        pictures.check_hands(game, 3, Random(seed))
        pictures.check_sheet(game)
        assert told(spec, record_of(game)).lines


@scored
@pytest.mark.fuzz
def test_scores_over_a_large_sample(spec: GameSpec) -> None:
    for seed in range(3000, 3000 + samples(200 if spec.id in DEAR else 500)):
        check_score(played.__wrapped__(spec.id, seed))
