"""The sample builds: legal and connected by both readings of the rules, within the box, and standing by physics."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babylon3d.formats import build_json, read_build
from babylon3d.games.babylon.legality import violations
from babylon3d.games.babylon.pieces import BABYLON, BOX_BRIDGES, BOX_TOWERS, LARGE_NOBLES, SMALL_NOBLES
from babylon3d.storage import asset
from scripts.build_presets import PRESETS
from tests.oracle import building

FOLDER = asset("presets")
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


def read(name: str) -> bytes:
    return Path(FOLDER, f"{name}.json").read_bytes()


def test_there_are_at_least_six_and_each_is_what_its_script_composes() -> None:
    assert len(NAMES) >= 6 and sorted(PRESETS) == NAMES
    for name in NAMES:
        assert read(name) == build_json(PRESETS[name]()), f"{name}: run scripts/build_presets.py"


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_legal_and_connected(name: str) -> None:
    build = read_build(read(name), name)
    assert violations(build, "tactical", 4) == ()
    assert len(build.buildings(BABYLON)) == 1
    document = json.loads(read(name))
    assert building.violations(document, 4) == set() and building.connected(document)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_can_be_built_from_one_box(name: str) -> None:
    build = read_build(read(name), name)
    kinds = [part.kind for part in build.parts]
    assert kinds.count("tower") <= BOX_TOWERS and kinds.count("bridge") <= BOX_BRIDGES
    for colour in building.COLOURS:
        sizes = [noble.size for noble in build.nobles if noble.colour == colour]
        assert sizes.count("large") <= LARGE_NOBLES and sizes.count("small") <= SMALL_NOBLES
    assert build.nobles


def test_the_city_has_100_parts_and_15_nobles() -> None:
    build = read_build(read("city"))
    assert (len(build.parts), len(build.nobles)) == (100, 15)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_sample_stands_by_physics(name: str) -> None:
    from babylon3d.physics.settle import settle

    for seed in range(2):
        found = settle(read_build(read(name), name), BABYLON, seed=seed)
        assert found.stands, (found.fallen, found.rest_time_s)
