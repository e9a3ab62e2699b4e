"""Open a file: a folder, a name, and what lies there; a record, a build or a position."""

from __future__ import annotations

from babylon3d.app.opening import screen_of, usual_folder
from babylon3d.app.screen import Push, Transition
from babylon3d.app.screens.file_list import FOLDER_LIMIT, NAME_LIMIT, file_list
from babylon3d.app.screens.page import Page, breakable, page, section
from babylon3d.core.errors import BabylonError
from babylon3d.playable import file_choice
from babylon3d.playable.opening import SUFFIXES, opened
from babylon3d.present.input import Changed, Pressed, ScreenEvent
from babylon3d.render.ui.elements import Button, Column, Element, Text, TextInput

USUAL = "game.jsonl"


class OpenFileScreen(Page):
    """Choose the file, then open it. What goes wrong is told in one line, and nothing typed is lost."""

    first_focus = "folder"

    def __init__(self) -> None:
        super().__init__()
        self.file = self.problem = ""
        try:
            self.folder = str(usual_folder())
        except BabylonError as error:
            self.folder, self.problem = "~", str(error)

    def act(self, event: ScreenEvent) -> Transition | None:
        """Type, choose from the list, open."""
        match event:
            case Changed("folder", str(text)):
                self.folder, self.problem = text, ""
            case Changed("file", str(text)):
                self.file, self.problem = text, ""
            case Pressed(id_) if id_.startswith("file:"):
                there = file_choice.offered(self.folder, SUFFIXES)
                number = int(id_[5:])
                if number < len(there):  # one may just have gone
                    self.file, self.problem = there[number].name, ""
            case Pressed("start"):
                return self._open()
            case _:
                pass
        return None

    def _open(self) -> Transition | None:
        self.problem = ""
        try:
            path = file_choice.file_of(self.folder, self.file, SUFFIXES, USUAL)
            return Push(screen_of(opened(path), self.ctx.screens))
        except BabylonError as error:
            self.problem = str(error)
            return None

    def body(self, width: float, height: float) -> Element:
        """Folder, name, the problem if there is one, and the files that lie there."""
        said = (
            "A record goes on where it was left, or is watched if the game is over. A position is played on "
            "from, a build is shown on the table."
        )
        parts = [
            Text(text=said, colour="soft", wrap=True),
            section("Folder", TextInput(id="folder", value=self.folder, limit=FOLDER_LIMIT, placeholder="~")),
            section("File", TextInput(id="file", value=self.file, limit=NAME_LIMIT, placeholder=USUAL)),
        ]
        if self.problem:
            said = f"{self.problem[:1].upper()}{self.problem[1:]}"
            parts.append(Text(text=breakable(said), style="small", colour="bad", wrap=True))
        there = file_choice.offered(self.folder, SUFFIXES)
        none = "There is no record, build or position in this folder: their names end in .jsonl or .json."
        parts.append(section("Files there", file_list(there, self.file, none)))
        go = Button(
            id="start",
            label="Open",
            style="primary",
            icon="load",
            key="ctrl+enter",
            enabled=bool(self.file.strip()),
            reason="choose a file first",
        )
        content = Column(children=tuple(parts), gap=14)
        return page("Open a file", content, width, height, footer=(go,), wide=720.0)
