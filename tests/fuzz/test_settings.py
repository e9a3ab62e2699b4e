"""Settings with any values: what is loaded can be shown and used by every page, and everything else is told."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from babylon3d import storage
from babylon3d.app.keys import Keys, every_command, usable_keys
from babylon3d.app.screens.help import HelpScreen
from babylon3d.app.screens.settings_page import SettingsScreen
from babylon3d.app.screens.setup import SetupScreen
from babylon3d.core.codec import encode
from babylon3d.core.names import trouble_with_all
from babylon3d.playable.draft import fresh
from babylon3d.playable.registry import offered
from babylon3d.present.input import KeyDown
from babylon3d.render.quality import NAMES
from babylon3d.settings import FILE_NAME, FORMAT, LastSetup, Settings, load_settings
from tests.fuzz.mutate import ODD, spoilt_document
from tests.sampling import samples
from tests.ui.still import Stage

FIELDS = [field.name for field in msgspec.structs.fields(Settings) if field.name != "format"]


def odd_settings(rng: random.Random) -> bytes:
    """The usual settings, with odd values in some fields."""
    spec = rng.choice(offered())
    assert spec.form is not None
    seats = fresh(spec.id).playing
    last = LastSetup(spec.id, seats, msgspec.Raw(encode(spec.form.start())))
    whole: dict[str, Any] = json.loads(encode(Settings(keys={"end": "j", "menu": "m"}, last_setup=last)))
    if rng.random() < 0.5:
        return spoilt_document(json.dumps(whole).encode(), rng)
    for name in rng.sample(FIELDS, rng.randint(1, 4)):
        whole[name] = rng.choice(ODD)
    keys = {command.id: rng.choice(ODD) for command in rng.sample(every_command(), 3)}
    if rng.random() < 0.3:
        whole["keys"] = {key: value for key, value in keys.items() if isinstance(value, str)}
    return json.dumps({**whole, "format": FORMAT}).encode()


def check_any_settings(count: int, seed: int) -> None:
    rng = random.Random(seed)
    path = storage.user_dir("config") / FILE_NAME
    used = 0
    for number in range(count):
        path.write_bytes(odd_settings(rng))
        settings, said = load_settings(NAMES, usable_keys)
        where = f"settings {number} of seed {seed}: {settings} {said}"
        assert said.isprintable(), where
        assert settings.quality in NAMES, where
        assert load_settings(NAMES, usable_keys) in ((settings, ""), (settings, said)), where
        own = [Keys(settings.keys).key(command.id) for command in every_command() if command.id in settings.keys]
        assert len(set(own)) == len(own) == len(settings.keys), where
        used += settings != Settings()
        keys = Keys(settings.keys)
        for command in every_command():
            assert keys.label(command.id).isprintable(), where
            keys.refusal(command.id, "k")
        keys.command(KeyDown("j"))
        draft = fresh(last=settings.last_setup)
        assert trouble_with_all([seat.name for seat in draft.playing]) == (-1, ""), where
        assert draft.refusal().isprintable(), where
        if number % 10 == 0:
            stage = Stage(keys=settings.keys, last_setup=settings.last_setup)
            for screen in (SettingsScreen(), HelpScreen(), SetupScreen()):
                stage.open(screen)
                assert stage.ui.placed
        for left in path.parent.iterdir():
            left.unlink()
    assert used > count / 4


def test_any_settings_can_be_used() -> None:
    check_any_settings(120, seed=1)


@pytest.mark.fuzz
def test_many_more_settings_can_be_used() -> None:
    check_any_settings(samples(5000), seed=2)
