"""The seats of a match between two rounds: a change is logged at once, and the match then taken up from its record."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.core.rules import HUMAN, SeatInfo
from babylon3d.playable.babylon.fast.begin import FastSeated
from babylon3d.playable.babylon.fast.form import FastForm
from babylon3d.playable.registry import game
from babylon3d.playable.seats import Sitter
from babylon3d.playable.told import new_decider


class FastSeats:
    """Who decides for each seat of a match whose round has been scored."""

    seats_change = "A change takes effect before the next round."

    def __init__(self, seated: FastSeated) -> None:
        self._seated = seated
        self._session = seated.game.session

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Every seat; nothing waits, for it is changed at once."""
        seats = zip(self._session.header.seats, self._session.controllers, strict=True)
        return tuple(Sitter(info.name, info.colour, now, now) for info, now in seats)

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots that there are."""
        return tuple(game(self._session.game.id).bots)

    def refuses_seats(self, controllers: Sequence[str]) -> str:
        """Why these cannot play this way at one computer (F12); one who stays when the others left may go on."""
        options = self._seated.setup.options
        if options.way == "together" and sum(controller == HUMAN for controller in controllers) == 1:
            return ""
        seats = zip(self._session.header.seats, controllers, strict=True)
        return FastForm().refusal(options, [SeatInfo(info.name, info.colour, who) for info, who in seats])

    def plan_seats(self, controllers: Sequence[str]) -> None:
        """Log what changes, and have it written."""
        play = self._seated.game
        for seat, controller in enumerate(controllers):
            if controller != self._session.controllers[seat]:
                self._session.seat(seat, controller, play.ticks)
                play.lines += (new_decider(play.names[seat], controller),)
        self._session.log.flush()
        if self._seated.sink is not None:
            self._seated.sink.settle()
