"""Help: what mouse and keys do, with the user's own keys."""

from __future__ import annotations

from babylon3d.app.keys import every_command
from babylon3d.app.screen import Pop, Push, Transition
from babylon3d.app.screens.page import NARROW, Page, page, section
from babylon3d.present.commands import GROUPS, Group
from babylon3d.present.input import KeyDown, Pressed, ScreenEvent
from babylon3d.render.ui.compose import key_cap
from babylon3d.render.ui.elements import Button, Column, Element, Grid, Row, Text

MOUSE: tuple[tuple[str, str], ...] = (
    ("Left click", "Take a piece from your supply, place it or let it go, choose a noble or a tower"),
    ("Left drag", "Out of the supply: place the piece where the button comes up"),
    ("Right drag", "Turn the view around the building"),
    ("Middle drag", "Move the view"),
    ("Double click", "Look at what is under the cursor"),
    ("Wheel", "Nearer and farther; turns a piece in the hand; lifts and lowers it where all build at once"),
    ("Shift + wheel", "Lift and lower finely"),
    ("Ctrl + wheel", "Nearer and farther, always"),
)

EVERYWHERE: tuple[tuple[str, str], ...] = (
    ("tab", "Go to the next button; with Shift to the one before"),
    ("enter", "Press the button; in a dialog, do what it is for"),
    ("ctrl+a", "In a text: select everything; by word with Ctrl, with Shift select"),
    ("ctrl+c", "In a text: copy; cut with Ctrl+X, paste with Ctrl+V"),
    ("t", "On a sheet: look at the table, and back"),
)

REPLAYS: tuple[tuple[str, str], ...] = (
    ("space", "Play and pause"),
    ("arrow_right", "On by a little; the left arrow goes back"),
    ("page_down", "On to what comes next: a turn, a fall, a noble; Page Up goes back"),
    (".", "Where all build at once: on to the next piece; , goes back"),
    ("b", "In a run of a drill: the best run beside it"),
)


class HelpScreen(Page):
    """Keys and mouse at a glance."""

    first_focus = "back"

    def __init__(self, of: str = "") -> None:
        """Over a game that is named, or over none."""
        super().__init__()
        self._of = of

    def act(self, event: ScreenEvent) -> Transition | None:
        """Open the rules; F1 closes the help again."""
        match event:
            case Pressed("rules"):
                return Push(self.ctx.screens.rules(self._of))
            case Pressed("keys"):
                return Push(self.ctx.screens.settings())
            case KeyDown() if self.ctx.keys.command(event) == "help":
                return Pop()
            case _:
                return None

    def body(self, width: float, height: float) -> Element:
        """Two columns where there is room."""
        mouse = section("Mouse", _table([(Text(text=how, style="strong"), what) for how, what in MOUSE]))
        everywhere = section("Everywhere", _table([(key_cap(key), what) for key, what in EVERYWHERE]))
        replays = section("Replays", _table([(key_cap(key), what) for key, what in REPLAYS]))
        groups = [self._group(group) for group in GROUPS]
        if width < NARROW:
            content: Element = Column(children=(mouse, everywhere, *groups, replays), gap=20)
        else:
            left = Column(children=(mouse, everywhere, groups[1], groups[3]), gap=20)
            right = Column(children=(groups[0], groups[2], replays), gap=20)
            content = Row(children=(left, right), gap=36, equal=True, across="start")
        footer = (
            Button(id="keys", label="Change keys", icon="keyboard"),
            Button(id="rules", label="Rules of the game", icon="rules"),
        )
        return page("Help", content, width, height, footer=footer, wide=1040)

    def _group(self, group: Group) -> Element:
        keys = self.ctx.keys
        rows = [(key_cap(keys.key(c.id)), c.label) for c in every_command() if c.group == group]
        return section(group, _table(rows))


def _table(rows: list[tuple[Element, str]]) -> Element:
    """What to do on the left, what it does on the right."""
    cells = tuple(
        (Row(children=(how,), along="start"), Text(text=what, colour="soft", wrap=True)) for how, what in rows
    )
    return Grid(rows=cells, weights=(0, 1), gap=14, row_gap=7)
