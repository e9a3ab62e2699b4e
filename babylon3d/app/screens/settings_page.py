"""The settings: picture, sound, hands, keys. Each takes effect at once and is kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from babylon3d.app.exports import folder_problem
from babylon3d.app.keys import FIXED, Keys, every_command
from babylon3d.app.screen import Transition
from babylon3d.app.screens.page import NARROW, Page, page, section
from babylon3d.app.screens.settings_files import files_section
from babylon3d.physics.engines import ENGINES, TITLES, installed
from babylon3d.playable.registry import every_card
from babylon3d.present.commands import GROUPS, Command
from babylon3d.present.input import Changed, KeyDown, Pressed, ScreenEvent
from babylon3d.present.keynames import key_text
from babylon3d.render.quality import NAMES
from babylon3d.render.ui.elements import (
    Button,
    Choice,
    Column,
    Dialog,
    Element,
    Grid,
    MarkBox,
    Panel,
    Row,
    Scroll,
    Slider,
    Spacer,
    Text,
    Toggle,
)

BOT_PACES = (("slow", "Slow"), ("normal", "Normal"), ("fast", "Fast"), ("at once", "At once"))
SPEEDS: tuple[tuple[str, str], ...] = (("0.5", "Slow"), ("1", "Normal"), ("2.5", "Fast"), ("20", "At once"))
MODIFIER_KEYS = frozenset(
    ("shift", "lshift", "rshift", "control", "lcontrol", "rcontrol", "alt", "lalt", "ralt", "meta", "lmeta", "rmeta")
)


class SettingsScreen(Page):
    """All settings on one page."""

    first_focus = "quality"

    def __init__(self) -> None:
        super().__init__()
        self._scale: float | None = None
        self._conflict = ""
        self._folder: str | None = None

    def leave(self) -> None:
        """Take over what was not yet; no key is waited for any longer."""
        self._apply_scale()
        self.ctx.bound = ""
        super().leave()

    def tick(self, dt: float, events: Sequence[ScreenEvent]) -> Transition | None:
        """Take over the scale when its slider is let go: the page must not move under the cursor."""
        transition = super().tick(dt, events)
        if transition is None and self._scale is not None and not self.ctx.ui.interaction.pressed:
            self._apply_scale()
            self.refresh()
        return transition

    def _apply_scale(self) -> None:
        if self._scale is not None:
            self.ctx.change(ui_scale=self._scale)
            self._scale = None

    def act(self, event: ScreenEvent) -> Transition | None:
        """Alter what a widget stands for."""
        if self.ctx.bound:
            if event == Pressed("dialog-no"):
                self.ctx.bound = ""
            if isinstance(event, KeyDown) and event.key not in MODIFIER_KEYS:
                self._bind(event)
            return None
        match event:
            case Changed(id_, value):
                self._change(id_, value)
            case Pressed("keys:usual"):
                self.ctx.change(keys={})
            case Pressed(id_) if id_.startswith("key:"):
                self.ctx.bound, self._conflict = id_[4:], ""
            case _:
                pass
        return None

    def _change(self, id_: str, value: bool | float | str) -> None:
        match id_:
            case "ui_scale":
                self._scale = float(value)
            case "animation_speed":
                self.ctx.change(animation_speed=float(value))
            case "export_folder":
                self._folder = str(value)
                if not folder_problem(self._folder):
                    self.ctx.change(export_folder=self._folder.strip())
            case "volume":
                self.ctx.change(volume=float(value))
                if not self.ctx.ui.interaction.pressed:
                    self.ctx.sound.play("place")
            case (
                "quality"
                | "engine"
                | "bot_pace"
                | "full_screen"
                | "reduced_motion"
                | "colour_blind"
                | "sound"
                | "swap_mouse"
                | "auto_saves"
            ):
                self.ctx.change(**{id_: value})
            case _:
                pass

    def _bind(self, event: KeyDown) -> None:
        """Give the command that is being bound the key that was pressed, unless another has it."""
        text = key_text(event)
        if event.key == "escape":
            self.ctx.bound = ""
            return
        refusal = self.ctx.keys.refusal(self.ctx.bound, text)
        if refusal:
            self._conflict = refusal[:1].upper() + refusal[1:]
            return
        self.ctx.change(keys=dict(self.ctx.keys.with_key(self.ctx.bound, text).changed))
        self.ctx.bound = ""

    # ---- what is seen

    def body(self, width: float, height: float) -> Element:
        """Picture and the rest on the left, keys on the right, or below where room is short."""
        narrow = width < NARROW
        settings = self.ctx.settings
        files = files_section(settings, settings.export_folder if self._folder is None else self._folder)
        parts = (self._picture(narrow), self._motion(narrow), self._sound(), self._physics(), self._mouse(), files)
        left = Column(children=parts, gap=20)
        keys = self._keys()
        if narrow:
            content: Element = Column(children=(left, keys), gap=22)
        else:
            columns = (Scroll(id="settings", child=left), Scroll(id="keys", child=keys))
            content = Row(children=columns, gap=32, equal=True, across="fill", grow=1)
        return page("Settings", content, width, height, wide=1080, scrolls=narrow)

    def _picture(self, narrow: bool) -> Element:
        settings = self.ctx.settings
        scale = settings.ui_scale if self._scale is None else self._scale
        qualities = tuple((name, name.capitalize()) for name in NAMES)
        scene = self.ctx.scene
        drawn = scene.describe_quality() if scene is not None else ""
        colours = dict.fromkeys(colour for card in every_card() for colour in card.colours)
        marks = Row(children=tuple(MarkBox(colour=colour, size=20) for colour in colours), gap=6)
        return section(
            "Picture",
            _labelled("Quality", Choice(id="quality", options=qualities, value=settings.quality, width=190)),
            Text(text=drawn, style="small", colour="faint", wrap=True),
            _labelled(
                "Size of texts and buttons",
                Slider(
                    id="ui_scale",
                    value=scale,
                    low=0.75,
                    high=2.0,
                    step=0.05,
                    text=f"{scale * 100:.0f} %",
                    width=170 if narrow else 190,
                    tooltip="As large as the window has room for",
                ),
            ),
            Toggle(id="full_screen", label="Full screen", value=settings.full_screen),
            Toggle(id="colour_blind", label="Colours that everybody can tell apart", value=settings.colour_blind),
            Panel(child=marks, style="clear", pad=8, pad_y=0),
        )

    def _motion(self, narrow: bool) -> Element:
        settings = self.ctx.settings
        speed = min(SPEEDS, key=lambda s: abs(float(s[0]) - settings.animation_speed))[0]
        return section(
            "Motion",
            _labelled("Speed", Choice(id="animation_speed", options=SPEEDS, value=speed)),
            _labelled("Bots place", Choice(id="bot_pace", options=BOT_PACES, value=settings.bot_pace)),
            Toggle(
                id="reduced_motion",
                label="Reduced motion: nothing glides or turns by itself",
                value=settings.reduced_motion,
            ),
        )

    def _sound(self) -> Element:
        settings = self.ctx.settings
        silent = "" if self.ctx.sound.available else "no sound device was found"
        parts: list[Element] = [
            Toggle(id="sound", label="Sound", value=settings.sound),
            _labelled(
                "Volume",
                Slider(
                    id="volume",
                    value=settings.volume,
                    low=0.0,
                    high=1.0,
                    step=0.05,
                    text=f"{settings.volume * 100:.0f} %",
                    width=190,
                    enabled=settings.sound,
                    reason="sound is off",
                ),
            ),
        ]
        if silent:
            parts.append(
                Text(text="No sound device was found: the game is silent.", style="small", colour="faint", wrap=True)
            )
        return section("Sound", *parts)

    def _physics(self) -> Element:
        engines = tuple((engine, TITLES[engine]) for engine in ENGINES if installed(engine))
        choice = Choice(
            id="engine",
            options=(("auto", "Auto"), *engines),
            value=self.ctx.settings.engine,
            width=190,
            tooltip="Counts for what is begun from now on",
        )
        return section("Physics", _labelled("Engine", choice))

    def _mouse(self) -> Element:
        return section(
            "Mouse",
            Toggle(id="swap_mouse", label="Swap the left and right buttons", value=self.ctx.settings.swap_mouse),
        )

    def _keys(self) -> Element:
        keys = self.ctx.keys
        parts: list[Element] = []
        for group in GROUPS:
            parts.append(Text(text=group, style="small", colour="faint"))
            parts.append(_key_rows(keys, (c for c in every_command() if c.group == group)))
        parts.append(
            Row(
                children=(
                    Button(
                        id="keys:usual",
                        label="The usual keys again",
                        icon="undo",
                        enabled=bool(keys.changed),
                        reason="every key is the usual one",
                    ),
                )
            )
        )
        return section("Keys", *parts)

    def dialog(self) -> Dialog | None:
        """While a key is waited for."""
        if not self.ctx.bound:
            return None
        command = next(c for c in every_command() if c.id == self.ctx.bound)
        parts: list[Element] = [
            Text(text=command.label, style="subheading", align="centre", wrap=True),
            Text(text="Press the new key, or Esc to leave it as it is.", colour="soft", align="centre", wrap=True),
        ]
        if self._conflict:
            parts.append(Text(text=self._conflict, style="strong", colour="bad", align="centre", wrap=True))
        leave = Button(id="dialog-no", label="Leave it as it is", key="escape")
        parts.append(Row(children=(Spacer(grow=1), leave, Spacer(grow=1))))
        column = Column(children=tuple(parts), gap=10)
        return Dialog(child=column, pad=28, max_width=420, min_width=300, cancel="dialog-no", raw_keys=True)


def _labelled(label: str, widget: Element) -> Element:
    """A widget with its name on the left."""
    name = Text(text=label, wrap=True, grow=1)
    return Panel(child=Row(children=(name, widget), gap=14), style="clear", pad=8, pad_y=0)


def _key_rows(keys: Keys, commands: Iterable[Command]) -> Element:
    """What each key does, and a button to change it."""
    rows = []
    for command in commands:
        fixed = command.id in FIXED
        button = Button(
            id=f"key:{command.id}",
            label=keys.label(command.id),
            style="tab",
            enabled=not fixed,
            reason="this key always leads back and stays as it is" if fixed else "",
            tooltip="Change this key",
            active=command.id in keys.changed,
            min_width=86,
        )
        rows.append((Text(text=command.label, wrap=True), button))
    return Grid(rows=tuple(rows), weights=(1, 0), gap=12, row_gap=2)
