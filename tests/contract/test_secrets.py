"""Nothing that a seat may not know reaches it, by any way; and a leak that is put in on purpose is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from babylon3d.core.actions import Event, Seat
from babylon3d.core.record import Record
from babylon3d.playable.records import load_usable
from babylon3d.playable.sitting import Sitting
from babylon3d.playable.spec import GameSpec
from babylon3d.playable.told import Told
from tests.contract.play import games, played
from tests.contract.secrets import Channels, differences, pairs, seen_by_rules
from tests.contract.table import hand_over, kept, watched
from tests.contract.unseen import UNSEEN
from tests.sampling import samples
from tests.toys.hidden.model import Quarry
from tests.toys.hidden.rules import QuarryRules
from tests.toys.hidden.spec import SPEC as QUARRY

SECRET = [spec for spec in games() if spec.secrets]
secret = pytest.mark.parametrize("spec", SECRET, ids=lambda spec: spec.id)

QUICK, WHOLE = 10, 500

Look = Callable[[GameSpec, Record, "Seat | None"], Channels]
LOOKS: dict[str, Look] = {
    "rules": seen_by_rules,
    "table": watched,
    "hand-over": lambda spec, record, _: hand_over(spec, record),
    "file": kept,
}
looks = pytest.mark.parametrize("look", LOOKS)


def learnt(spec: GameSpec, seed: int, look: str, most: int) -> tuple[dict[str, str], int]:
    """The channels by which a seat can tell twins apart in a random game, and how many twins there were."""
    found: dict[str, str] = {}
    count = 0
    for seat, record, other in pairs(played(spec.id, seed), Random(seed), most):
        count += 1
        found |= differences(LOOKS[look](spec, record, seat), LOOKS[look](spec, other, seat))
    return found, count


def test_every_game_with_secrets_says_what_is_unseen() -> None:
    assert {spec.id for spec in SECRET} == set(UNSEEN)


@secret
@looks
def test_twins_look_the_same_to_the_seat_that_cannot_tell_them_apart(spec: GameSpec, look: str) -> None:
    twins = 0
    for seed in range(QUICK):
        found, count = learnt(spec, seed, look, 3)
        assert not found, f"seed {seed}: told apart by {found}"
        twins += count
    assert twins > 3 * QUICK


@secret
@looks
@pytest.mark.fuzz
def test_twins_look_the_same_over_a_large_sample(spec: GameSpec, look: str) -> None:
    for seed in range(5000, 5000 + samples(WHOLE)):
        found, _ = learnt(spec, seed, look, 4)
        played.cache_clear()
        assert not found, f"seed {seed}: told apart by {found}"


# -- leaks put in on purpose -----------------------------------------------------------------------------------------

Leak = Callable[[pytest.MonkeyPatch], None]


def whole_events(rules: Any, events: tuple[Event, ...], viewer: object) -> tuple[Event, ...]:
    """Events as they are, whoever listens."""
    return tuple(events)


def log_leaks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("babylon3d.playable.told.seen_by", whole_events)


def glide_leaks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("babylon3d.playable.sitting.seen_by", whole_events)


def hud_leaks(patch: pytest.MonkeyPatch) -> None:
    def hud(self: Sitting, keys: Any, warnings: tuple[str, ...] = ()) -> Any:
        seen = told_hud(self, keys, warnings)
        return replace(seen, note=str(self.session.state.faces[-1:]))

    told_hud = Sitting.hud
    patch.setattr(Sitting, "hud", hud)


def scene_leaks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Sitting, "view", property(lambda self: self.session.state))


def replay_leaks_events(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("babylon3d.playable.tape.seen_by", whole_events)


def replay_leaks_states(patch: pytest.MonkeyPatch) -> None:
    class Open(QuarryRules):
        def view(self, s: Quarry, seat: Seat | None) -> Quarry:
            return s

    def opened(path: Path) -> tuple[GameSpec, Record]:
        return replace(QUARRY, game=replace(QUARRY.game, rules=Open())), load_usable(path)[1]

    patch.setattr("babylon3d.playable.tape.load_usable", opened)


def preview_leaks(patch: pytest.MonkeyPatch) -> None:
    from babylon3d.playable.last_scene import last_scene

    patch.setattr("tests.contract.table.last_scene", lambda spec, record: last_scene(spec, record, True))


def list_leaks(patch: pytest.MonkeyPatch) -> None:
    from babylon3d.core.record import read_record
    from babylon3d.playable.saves import read_saved

    def titled(path: Any, place: Any) -> Any:
        return replace(read_saved(path, place), title=f"game {read_record(path.read_bytes()).header.seed}")

    patch.setattr("tests.contract.table.read_saved", titled)


def command_leaks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("babylon3d.commands.games._seed", lambda spec, record: record.header.seed)


def last_log_leaks(patch: pytest.MonkeyPatch) -> None:
    """Everybody reads the log of the last seat."""
    patch.setattr(Told, "of", lambda self, viewer: list(self._logs.values())[-1])


def hand_over_leaks_scene(patch: pytest.MonkeyPatch) -> None:
    def scene(self: Sitting) -> Any:
        return self.presenter.scene(self.session.state, self.seat, self.hand, self.poses())

    patch.setattr(Sitting, "scene", scene)


def view_shows(what: str) -> Leak:
    """The game's own view shows one thing too many."""

    def leak(patch: pytest.MonkeyPatch) -> None:
        honest = QuarryRules.view

        def view(self: QuarryRules, s: Quarry, seat: Seat | None) -> Quarry:
            seen = honest(self, s, seat)
            other = [card for i, hand in enumerate(s.hands) if i != seat for card in hand][:1]
            shown = {"a hand": other, "the top card": s.pile[:1], "what was put aside": s.aside[-1:]}[what]
            faces = tuple(s.faces[i] if i in shown else face for i, face in enumerate(seen.faces))
            return replace(seen, faces=faces)

        patch.setattr(QuarryRules, "view", view)

    return leak


def events_say(kind: str) -> Leak:
    """The game's own events say one thing too many."""

    def leak(patch: pytest.MonkeyPatch) -> None:
        honest = QuarryRules.seen

        def seen(self: QuarryRules, event: Event, seat: Seat | None) -> Event | None:
            return event if type(event).__name__ == kind else honest(self, event, seat)

        patch.setattr(QuarryRules, "seen", seen)

    return leak


LEAKS: list[tuple[str, str, Leak]] = [
    ("table", "log", log_leaks),
    ("file", "log", log_leaks),
    ("file", "log", last_log_leaks),
    ("table", "glide", glide_leaks),
    ("table", "events", glide_leaks),
    ("table", "HUD", hud_leaks),
    ("hand-over", "HUD", hud_leaks),
    ("table", "scene", scene_leaks),
    ("hand-over", "scene", hand_over_leaks_scene),
    ("file", "replay", replay_leaks_events),
    ("file", "replay", replay_leaks_states),
    ("file", "preview", preview_leaks),
    ("file", "preview", list_leaks),
    ("file", "command", command_leaks),
    *(("rules", "view", view_shows(what)) for what in ("a hand", "the top card", "what was put aside")),
    *(("rules", "events", events_say(kind)) for kind in ("Dealt", "Drawn", "Tucked")),
    *(("rules", "log", events_say(kind)) for kind in ("Dealt", "Drawn", "Tucked")),
    ("rules", "glide", events_say("Drawn")),
    ("rules", "scene", view_shows("a hand")),
]


@pytest.mark.parametrize(("look", "channel", "leak"), LEAKS)
def test_a_leak_is_found(look: str, channel: str, leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    twins = [played(QUARRY.id, seed) for seed in range(QUICK)]
    with monkeypatch.context() as patch:
        leak(patch)
        noticed = (game.seed for game in twins if channel in learnt(QUARRY, game.seed, look, 4)[0])
        seed = next(noticed, None)
    assert seed is not None, f"nothing was noticed in {channel}"
    found, _ = learnt(QUARRY, seed, look, 4)
    assert not found, f"without the leak something is: {found}"
