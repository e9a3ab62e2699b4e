"""What the Fast Game's play screen tells a test, or an assistive program, beside its texts and buttons."""

from __future__ import annotations

from babylon3d.app.screens.fast.reach import Eyes
from babylon3d.core.actions import Seat
from babylon3d.games.babylon.fast.areas import area_middle
from babylon3d.playable.babylon.fast.game import FastGame


def status_of(game: FastGame, seat: Seat | None, eyes: Eyes, *, on_hold: bool) -> dict[str, object]:
    """The round, the hand of the person at the mouse, and where the cursor has to be for it to be over each area."""
    state = game.state
    player = None if seat is None else state.seats[seat]
    height = 0.0 if seat is None else game.hands[seat].pose.position[2]
    landing = None if seat is None else game.hands[seat].landing(state)
    middles = [area_middle(state.areas, area) for area in range(state.areas)]
    seen = [eyes.pixel_of((x, y, 0.0)) for x, y, _ in middles]
    return {
        "phase": state.phase,
        "round": state.round,
        "ticks": game.ticks,
        "holds": None if player is None or player.hand is None else player.hand.kind,
        "waits": bool(player is not None and player.judged),
        "pile": 0 if player is None else len(player.pile),
        "mine": [] if seat is None else [piece.kind for piece in state.standing if piece.seat == seat],
        "hold_by": {str(i): player.hand.kind for i, player in enumerate(state.seats) if player.hand is not None},
        "placed_by": {str(i): sum(p.seat == i for p in state.standing) for i in range(len(state.seats))},
        "height_mm": round(height * 1000),
        "drop_mm": None if landing is None else round((height - landing.pose.position[2]) * 1000),
        "would_stand": landing is not None and not landing.reason,
        "areas": seen,
        "line": game.lines[-1] if game.lines else "",
        "on_hold": on_hold,
    }
