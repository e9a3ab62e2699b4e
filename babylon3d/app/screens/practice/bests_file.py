"""The file that bests are exported to, or taken in from: a folder, a name, and what lies there already."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from babylon3d.app.screen import Pop, Transition
from babylon3d.app.screens.file_list import FOLDER_LIMIT, NAME_LIMIT, file_list
from babylon3d.app.screens.page import Page, breakable, confirm, page, section
from babylon3d.app.services import Services
from babylon3d.core.errors import BabylonError
from babylon3d.core.prose import plural, shown
from babylon3d.playable.babylon.practice import exchange
from babylon3d.playable.babylon.practice.run import open_bests
from babylon3d.present.input import Changed, Pressed, ScreenEvent
from babylon3d.render.ui.elements import Button, Column, Dialog, Element, Text, TextInput
from babylon3d.storage import user_dir


class BestsFileScreen(Page):
    """Choose the file, then export or import. What goes wrong is told in one line, and nothing typed is lost."""

    def __init__(self, way: Literal["export", "import"]) -> None:
        super().__init__()
        self.way = way
        self.first_focus = "file" if way == "export" else "folder"
        self.problem = ""
        self.file = exchange.USUAL if way == "export" else ""
        self._replacing: Path | None = None
        self._fresh = True
        try:
            self.folder = str(user_dir("saves"))
        except BabylonError as error:
            self.folder, self.problem = "~", str(error)
        self._offer()

    def enter(self, ctx: Services) -> None:
        """Begin in the folder that was chosen for exports."""
        chosen = ctx.settings.export_folder
        if chosen and self._fresh:
            self.folder = chosen
            self._offer()
        self._fresh = False
        super().enter(ctx)

    def _offer(self) -> None:
        """What is imported is usually the newest file there."""
        if self.way == "import" and (there := exchange.offered(self.folder)):
            self.file = there[0].name

    # -- what is done ------------------------------------------------------------------------------

    def act(self, event: ScreenEvent) -> Transition | None:
        """Type, choose from the list, do it."""
        match event:
            case Changed("folder", str(text)):
                self.folder, self.problem = text, ""
            case Changed("file", str(text)):
                self.file, self.problem = text, ""
            case Pressed(id_) if id_.startswith("file:"):
                self.file, self.problem = exchange.offered(self.folder)[int(id_[5:])].name, ""
            case Pressed("start"):
                return self._go()
            case Pressed("dialog-yes") if self._replacing is not None:
                path, self._replacing = self._replacing, None
                return self._export(path)
            case Pressed("dialog-no"):
                self._replacing = None
            case _:
                pass
        return None

    def back(self) -> Transition | None:
        """Esc closes the question first."""
        if self._replacing is not None:
            self._replacing = None
            return None
        return super().back()

    def _go(self) -> Transition | None:
        self.problem = ""
        try:
            path = exchange.file_of(self.folder, self.file)
        except BabylonError as error:
            self.problem = str(error)
            return None
        if self.way == "import":
            return self._import(path)
        if os.path.lexists(path):
            self._replacing = path
            return None
        return self._export(path)

    def _export(self, path: Path) -> Transition | None:
        try:
            with open_bests() as bests:
                count = bests.export(path)
        except BabylonError as error:
            self.problem = str(error)
            return None
        self.ctx.toast(f"{plural(count, 'best run')} kept in {shown(str(path))}", "save")
        return Pop()

    def _import(self, path: Path) -> Transition | None:
        try:
            with open_bests() as bests:
                kept, refused = bests.take_in(path)
        except BabylonError as error:
            self.problem = str(error)
            return None
        self.ctx.toast(exchange.taken_in(kept, refused), "warning" if refused else "load")
        return Pop()

    # -- what is seen ------------------------------------------------------------------------------

    def dialog(self) -> Dialog | None:
        """Whether a file that is there is really to be replaced."""
        if self._replacing is None:
            return None
        name = shown(self._replacing.name)
        return confirm("Replace this file?", f'"{name}" is there already; it is replaced as a whole.', "Replace")

    def body(self, width: float, height: float) -> Element:
        """Folder, name, the problem if there is one, and the files that lie there."""
        export = self.way == "export"
        said = (
            "The best run of every drill goes into one file, with the records that prove them."
            if export
            else "Every record of the file is recomputed before it counts."
        )
        parts = [
            Text(text=said, colour="soft", wrap=True),
            section("Folder", TextInput(id="folder", value=self.folder, limit=FOLDER_LIMIT, placeholder="~")),
            section("File", TextInput(id="file", value=self.file, limit=NAME_LIMIT, placeholder=exchange.USUAL)),
        ]
        if self.problem:
            said = f"{self.problem[:1].upper()}{self.problem[1:]}"
            parts.append(Text(text=breakable(said), style="small", colour="bad", wrap=True))
        there = file_list(exchange.offered(self.folder), self.file, "There is no zip file in this folder.")
        parts.append(section("Files there", there))
        title = "Export bests" if export else "Import bests"
        go = Button(
            id="start",
            label="Export" if export else "Import",
            style="primary",
            icon="save" if export else "load",
            key="ctrl+enter",
            enabled=bool(self.file.strip()),
            reason="choose a file first",
        )
        content = Column(children=tuple(parts), gap=14)
        return page(title, content, width, height, footer=(go,), wide=720.0)
