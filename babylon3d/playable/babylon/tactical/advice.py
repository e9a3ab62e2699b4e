"""What helps whoever was refused: the reason as it is told, a place that works, what a noble would change."""

from __future__ import annotations

from dataclasses import replace

from babylon3d.core.prose import plural
from babylon3d.games.babylon.tactical.model import EndTurn, Place
from babylon3d.playable.babylon.tactical.hand import Hand, aim, fits_turned, held_piece, why_refused
from babylon3d.playable.babylon.tactical.site import NOBLES, Site
from babylon3d.playable.babylon.tactical.words import NAMES, plain
from babylon3d.present.keynames import key_label
from babylon3d.present.presenter import Reply, Surroundings


def told(site: Site, hand: Hand, around: Surroundings) -> str:
    """A refusal as it is shown, the same for what is pointed at and what was clicked, with what would do instead."""
    here = why_refused(site, hand)
    if here is None or str(around.refusal) not in ("", str(here)):
        return plain(around.refusal, site.state, around.names)
    turned = ". Turned, it would fit" if fits_turned(site, hand) else ""
    return f"{plain(here, site.state, around.names)}{turned}{_instead(site, hand, around.keys.get('works', ''))}"


def _instead(site: Site, hand: Hand, key: str) -> str:
    """Where the piece in the hand could go, or what could be placed instead of it."""
    piece = held_piece(site, hand)
    if piece is None:
        return ""
    if shown(site, hand) is not None:
        return f". {about_shown(site, hand)}"
    place = site.place_that_works(piece)
    shows = f"{key_label(key)} shows where" if key else "the place can be shown"
    if place is None:
        return ". Nothing more can be placed: end your turn" if site.why_not(EndTurn()) is None else ""
    if place.piece == piece:
        return f". There is a place that works: {shows}"
    return f". No {NAMES[piece]} can be placed now, but {_called(place)}: {shows}"


def _called(place: Place) -> str:
    return f"a {NAMES[place.piece]} on level {place.level}"


def show(site: Site, hand: Hand) -> Reply[Hand]:
    """Mark a place that works, near to what is pointed at, for the piece in the hand if there is one."""
    piece = held_piece(site, hand)
    meant = aim(site, hand).action
    place = site.place_that_works(piece, meant if isinstance(meant, Place) else None)
    if place is None:
        return Reply(replace(hand, shown=None), refusal=_nowhere(site), cue="refuse")
    axis = hand.axis if place.axis is None or piece != "bridge" else place.axis
    return Reply(replace(hand, shown=place, axis=axis), cue="pick")


def _nowhere(site: Site) -> str:
    if not site.placing:
        return "The placements are over (T6)" if site.special else "It is not your turn (T1)"
    error = site.why_not(EndTurn())
    return "Nothing more can be placed: end your turn" if error is None else "No turn of four pieces exists (T3)"


def shown(site: Site, hand: Hand) -> Place | None:
    """The place that is marked, as long as it works."""
    place = hand.shown
    return place if place is not None and site.placing and site.why_not(place) is None else None


def about_shown(site: Site, hand: Hand) -> str:
    """What is said of the marked place, "" if none is."""
    place = shown(site, hand)
    if place is None:
        return ""
    held = held_piece(site, hand)
    if held is None or held == place.piece:
        return f"{_called(place).capitalize()} would do where it is marked"
    return f"No {NAMES[held]} can be placed now; {_called(place)} would do where it is marked"


def foresight(site: Site, hand: Hand, names: tuple[str, ...]) -> str:
    """How a noble would change the score where it is pointed, before the click (T9)."""
    meant = aim(site, hand)
    if meant.refusal is not None or not isinstance(meant.action, Place) or meant.action.piece not in NOBLES:
        return ""
    level = meant.action.level
    changes = site.score_change(meant.action)
    told = [f"{_signed(by)} for {names[seat]}" for seat, by in changes]
    return f"{', '.join(told) if told else 'No points change'}: {_who_leads(site, meant.action, names)} level {level}"


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}"


def _who_leads(site: Site, place: Place, names: tuple[str, ...]) -> str:
    leader = site.leader_after(place)
    return "nobody would lead" if leader is None else f"{names[leader]} would lead"


def loose_line(site: Site) -> str:
    """Which pieces are not joined to the rest yet, "" if none is (B6)."""
    loose = site.loose
    if not loose:
        return ""
    are = "is" if len(loose) == 1 else "are"
    return f"{plural(len(loose), 'part')} of this turn {are} not joined to the rest yet (B6)"
