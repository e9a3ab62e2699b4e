"""The end of a round: each noble's points or what it failed, the totals, who won; then the match as it stands."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.app.screen import Pop, Push, Reset, Transition
from babylon3d.app.screens.sheet_frame import UnaskedSheet, no_record, play_again, sheet_frame, taken_up, verdict, watch
from babylon3d.core.actions import Seat
from babylon3d.core.prose import listed, plural
from babylon3d.games.babylon.fast.state import FastState, NobleScore, RoundScore
from babylon3d.playable.babylon.fast.begin import FastSeated
from babylon3d.playable.babylon.fast.seats import FastSeats
from babylon3d.playable.babylon.fast.words import CONDITIONS
from babylon3d.present.input import Pressed, ScreenEvent
from babylon3d.render.ui.elements import (
    Button,
    Column,
    Element,
    Grid,
    Icon,
    MarkBox,
    Panel,
    Row,
    Spacer,
    Text,
)

NARROW = 760.0
MINUS = "\N{MINUS SIGN}"


class RoundScreen(UnaskedSheet):
    """The sheet of the round that was scored last, over the play screen. Time stands still."""

    @property
    def first_focus(self) -> str:  # type: ignore[override]
        """The usual way on."""
        return "again" if self.over else "next"

    def __init__(self, seated: FastSeated) -> None:
        super().__init__()
        self._seated = seated
        self.state: FastState = seated.game.state
        self.score: RoundScore = self.state.scores[-1]
        self._seats = FastSeats(seated)
        self._controllers = seated.game.session.controllers
        self._kinds = {piece.id: piece.kind for piece in self.state.standing}

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.phase == "over"

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """As any page; once seats have changed the match goes on from its record, with who sits there now."""
        record = self._seated.record
        if record is not None and self._seated.game.session.controllers != self._controllers:
            return taken_up(self.ctx, record)
        return super().tick(dt, events)

    def act(self, event: ScreenEvent) -> Transition | None:
        """On to the next round, or away."""
        screens = self.ctx.screens
        match event:
            case Pressed("again") if self.over:
                return play_again(self.ctx, self._seated.setup)
            case Pressed("new") if self.over:
                return Reset(screens.new_game())
            case Pressed("seats") if self._may_change:
                return Push(screens.seats(self._seats))
            case Pressed("next") if not self.over:
                self._seated.game.next_round()
                return Pop()
            case Pressed("watch") if self._seated.record is not None:
                if self._seated.sink is not None:
                    self._seated.sink.settle()
                return watch(self.ctx, self._seated.record)
            case Pressed("leave"):
                return Reset(screens.menu())
            case _:
                pass
        return None

    def back(self) -> Transition | None:
        """Esc leads to the pause menu while the match goes on, and home after it."""
        if self.over:
            return Reset(self.ctx.screens.menu())
        return Push(
            self.ctx.screens.pause(
                self._seated.record, self._seats if self._may_change else None, self._seated.setup.game
            )
        )

    @property
    def _may_change(self) -> bool:
        """Whether seats may change here: the match goes on, and there is a record to take it up from."""
        return not self.over and self._seated.record is not None

    # ---- what is seen

    def body(self, width: float, height: float) -> Element:
        """Who won, a row per player, every noble by area, the ways on."""
        narrow = width < NARROW
        content = Column(children=(self._players(narrow), self._areas(narrow)), gap=16)
        reason = no_record(self._seated.record)
        buttons = (
            Button(
                id="watch",
                label="Watch",
                icon="replay",
                enabled=not reason,
                reason=reason,
                key="w",
                tooltip="Watch the round again, in slow motion if you like",
            ),
            Button(id="leave", label="Menu", icon="home", key="m", show_key=not narrow),
            *self._ways(reason),
        )
        pad = 16.0 if narrow else 28.0
        return sheet_frame("round sheet", self._head(), content, buttons, width, wide=1000.0, pad=pad)

    def _ways(self, reason: str) -> tuple[Button, Button]:
        """The two ways on."""
        if self.over:
            tip = "The same players once more"
            return (
                Button(id="new", label="New game", icon="plus", key="n", tooltip="Choose game, players and options"),
                Button(id="again", label="Again", icon="play", style="primary", key="a", tooltip=tip),
            )
        tip = "Who is played by a person and who by a bot"
        return (
            Button(id="seats", label="Seats", icon="players", key="p", enabled=not reason, reason=reason, tooltip=tip),
            Button(id="next", label="Next round", icon="next", style="primary", key="g"),
        )

    def _names(self, seats: tuple[Seat, ...]) -> str:
        return listed(self.state.seats[seat].name for seat in seats)

    def _head(self) -> Element:
        ended = self.state.ended
        winners = ended.winners if self.over and ended is not None else self.score.winners
        if self.over:
            said = f"{self._names(winners)} {'win' if len(winners) > 1 else 'wins'} the match"
            detail = f"{plural(self.state.options.wins, 'round')} won · {self.state.stopped_why}{self._tie_break()}"
        elif winners:
            said = f"{self._names(winners)} {'win' if len(winners) > 1 else 'wins'} round {self.state.round}"
            detail = self.state.stopped_why + self._tie_break()
        else:
            said, detail = f"Nobody wins round {self.state.round}", "Every player is out"
        return verdict(said, detail[:1].upper() + detail[1:], [self.state.seats[seat].colour for seat in winners])

    def _tie_break(self) -> str:
        """What decided among players with the best total (F10); empty if the total did."""
        if not self.score.winners:
            return ""
        best = max(s.final for s in self.score.seats if s.final is not None)
        tied = sum(s.final == best for s in self.score.seats)
        return " · a tie, won with fewer pieces unplaced (F10)" if tied > len(self.score.winners) else ""

    def _players(self, narrow: bool) -> Element:
        """The round and the match, a row per player."""
        titles = ("", "Left", "Right", "Smaller", "Pile", "Round", "Wins", "Aside", "Unplaced")
        head = tuple(Text(text=t, style="small", colour="soft", align="centre", shrink=True) for t in titles)
        rows: list[tuple[Element, ...]] = [head]
        for seat, player in enumerate(self.state.seats):
            scored = self.score.seats[seat]
            won = seat in self.score.winners
            name = Row(
                children=(MarkBox(colour=player.colour, size=20), Text(text=player.name, style="strong", shrink=True)),
                gap=8,
            )
            final = "out" if scored.final is None else signed(scored.final)
            rows.append(
                (
                    name,
                    _number(scored.left),
                    _number(scored.right),
                    _number(min(scored.left, scored.right)),
                    _number(-scored.pile),
                    Text(text=final, style="figure", colour="amber" if won else "text", align="centre"),
                    _wins(player.wins, self.state.options.wins),
                    _number(player.set_aside),
                    _number(scored.unplaced),
                )
            )
        keep = (0, 1, 2, 4, 5, 6, 8) if narrow else tuple(range(len(titles)))
        kept = tuple(tuple(row[i] for i in keep) for row in rows)
        grid = Grid(rows=kept, weights=(2.0, *(1.0 for _ in keep[1:])), gap=8, row_gap=4, pad=6, stripes=True)
        return Panel(child=grid, style="well", pad=10, pad_y=8)

    def _areas(self, narrow: bool) -> Element:
        """Every noble with its points or the condition it failed, area by area."""
        boxes = tuple(self._area(area) for area in range(self.state.areas))
        if narrow:
            return Column(children=boxes, gap=10)
        pairs = [boxes[i : i + 3] for i in range(0, len(boxes), 3)]
        return Column(children=tuple(Row(children=pair, gap=10, equal=True, across="start") for pair in pairs), gap=10)

    def _area(self, area: int) -> Element:
        n = self.state.areas
        seats = (area,) if n == 1 else (area, (area + 1) % n)
        nobles = [noble for noble in self.score.nobles if noble.area == area]
        nobles.sort(key=lambda noble: (noble.colour, -noble.points))
        names = tuple(
            Row(
                children=(
                    MarkBox(colour=self.state.seats[s].colour, size=16),
                    Text(text=self.state.seats[s].name, style="smallstrong", shrink=True),
                ),
                gap=6,
            )
            for s in seats
        )
        rows: tuple[Element, ...] = tuple(self._noble(noble) for noble in nobles)
        if not rows:
            rows = (Text(text="No noble stands here", style="small", colour="faint"),)
        heading = Row(children=(*names, Spacer(grow=1)), gap=14)
        return Panel(child=Column(children=(heading, *rows), gap=3), style="row", pad=10, pad_y=8)

    def _noble(self, noble: NobleScore) -> Element:
        kind = self._kinds.get(noble.id, "small")
        icon = Icon(name=f"{kind}_{noble.colour}", size=20, colour=noble.colour)
        if noble.failed is not None:
            why = Text(text=CONDITIONS[noble.failed], style="small", colour="soft", shrink=True, grow=1)
            return Row(children=(icon, why, Text(text="0", style="strong", colour="faint")), gap=8)
        level = noble.points // 2 if noble.doubled else noble.points
        text = f"level {level}" + (", doubled" if noble.doubled else "")
        what = Text(text=text, style="small", shrink=True, grow=1)
        return Row(children=(icon, what, Text(text=str(noble.points), style="strong", colour="amber")), gap=8)


def signed(n: int) -> str:
    """A number with a true minus sign."""
    return str(n) if n >= 0 else f"{MINUS}{-n}"


def _number(n: int) -> Element:
    return Text(text=signed(n), style="strong" if n else "body", colour="text" if n else "faint", align="centre")


def _wins(wins: int, goal: int) -> Element:
    """A star per round won, as many faint ones as are missing."""
    if goal > 5:
        return Text(text=f"{wins} of {goal}", style="strong", align="centre")
    stars = tuple(Icon(name="star", size=16, colour="amber" if i < wins else "faint") for i in range(goal))
    return Row(children=stars, gap=1, along="centre")
