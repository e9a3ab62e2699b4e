"""What flat screens share: shown from their own data after every event, a heading, a way back."""

from __future__ import annotations

from collections.abc import Sequence

from babylon3d.app.screen import Pop, Transition
from babylon3d.app.services import Services
from babylon3d.present.input import KeyDown, MouseLeft, MouseMoved, Pressed, ScreenEvent
from babylon3d.render.ui.elements import (
    Backdrop,
    Button,
    ButtonStyle,
    Column,
    Dialog,
    Element,
    Panel,
    Place,
    Row,
    Scroll,
    Spacer,
    Stack,
    Text,
)

NARROW = 900.0
"""Logical width below which pages stack what else stands side by side."""


class Page:
    """A screen that is all widgets. Subclasses give `body` and `act`, and alter only themselves."""

    title = ""
    first_focus = ""
    busy = False

    def __init__(self) -> None:
        self._ctx: Services | None = None

    @property
    def ctx(self) -> Services:
        """What there is to work with, between `enter` and `leave`."""
        assert self._ctx is not None, "not entered"
        return self._ctx

    def enter(self, ctx: Services) -> None:
        """Be on show."""
        self._ctx = ctx
        self.refresh()

    def leave(self) -> None:
        """Be gone."""
        self._ctx = None

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Do what the events ask for; show what came of it."""
        for event in events:
            waits_for_key = bool(self.ctx.bound)
            transition = self.act(event)
            if transition is None and not waits_for_key and self._leads_back(event):
                transition = self.back()
            if transition is not None:
                return transition
        if any(not isinstance(event, (MouseMoved, MouseLeft)) for event in events):
            self.refresh()
        return None

    def _leads_back(self, event: ScreenEvent) -> bool:
        """Whether an event is the back button or its key."""
        if isinstance(event, KeyDown):
            return self.ctx.keys.command(event) == "menu"
        return event == Pressed("back")

    def refresh(self) -> None:
        """Show the page as it now is."""
        self.ctx.ui.show(self.body, dialog=self.dialog(), focus=self.first_focus)

    def act(self, event: ScreenEvent) -> Transition | None:
        """Do what one event asks for."""
        raise NotImplementedError

    def body(self, width: float, height: float) -> Element:
        """The page for a logical size."""
        raise NotImplementedError

    def dialog(self) -> Dialog | None:
        """What is asked on top of the page, if anything."""
        return None

    def back(self) -> Transition | None:
        """What Esc and the back button do."""
        return Pop()


def page(
    title: str,
    content: Element,
    width: float,
    height: float,
    *,
    footer: Sequence[Element] = (),
    wide: float = 880.0,
    back: str = "Back",
    scrolls: bool = True,
) -> Element:
    """A page's frame: a panel in the middle with heading, scrolling content, and buttons below.

    Without `scrolls` the content has scrolling parts of its own.
    """
    pad = 16.0 if width < NARROW else 28.0
    margin = 12.0 if width < NARROW else 28.0
    head = Row(
        children=(
            Text(text=title, style="heading", grow=1, shrink=True),
            Button(id="back", label=back, key="escape", style="quiet", icon="back"),
        )
    )
    parts: list[Element] = [head, Scroll(id=f"page {title}", child=content, grow=1) if scrolls else content]
    if footer:
        parts.append(Row(children=(Spacer(grow=1), *footer), gap=10))
    box = Panel(
        child=Column(children=tuple(parts), gap=16),
        style="panel",
        pad=pad,
        pad_y=pad - 6,
        width=min(wide, width - 2 * margin),
    )
    return Stack(children=(Backdrop(style="page"), page_limit(box, width)))


def page_limit(box: Panel, width: float) -> Panel:
    """A box in the middle of the window, clear of its edges."""
    return Panel(child=Place(child=box), style="clear", pad=12.0 if width < NARROW else 28.0)


def section(title: str, *children: Element) -> Element:
    """Some rows under a small heading."""
    return Column(children=(Text(text=title, style="smallstrong", colour="amber"), *children), gap=8)


def confirm(question: str, detail: str, yes: str, *, no: str = "Cancel", danger: bool = False) -> Dialog:
    """A dialog that asks: `dialog-yes`, which Enter presses, does what the question says, `dialog-no` nothing."""
    text = Column(
        children=(
            Text(text=question, style="subheading", wrap=True),
            Text(text=detail, style="body", colour="soft", wrap=True),
        ),
        gap=8,
    )
    return answered(text, yes=yes, no=no, danger=danger, max_width=460)


def answered(
    *parts: Element,
    yes: str,
    no: str = "Cancel",
    danger: bool = False,
    refusal: str = "",
    focus: str = "",
    width: float | None = None,
    max_width: float | None = None,
) -> Dialog:
    """A dialog with the two buttons of every dialog that asks, in their order: `dialog-no`, then `dialog-yes`.

    `refusal` says why it cannot be said yes to now.
    """
    style: ButtonStyle = "danger" if danger else "primary"
    buttons = Row(
        children=(
            Spacer(grow=1),
            Button(id="dialog-no", label=no, key="escape"),
            Button(id="dialog-yes", label=yes, style=style, enabled=not refusal, reason=refusal),
        ),
        gap=10,
    )
    return Dialog(
        child=Column(children=(*parts, buttons), gap=18),
        default="dialog-yes",
        cancel="dialog-no",
        focus=focus,
        width=width,
        max_width=max_width,
    )


def breakable(text: str) -> str:
    """Text whose long words, such as paths, may be broken into lines."""
    return " ".join(word[i : i + 40] for word in text.split(" ") for i in range(0, max(1, len(word)), 40))
