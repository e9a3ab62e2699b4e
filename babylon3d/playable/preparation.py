"""What a game may have built or chosen before play: a document, its checks, and how hands alter it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from babylon3d.playable.setup import GameSetup
from babylon3d.present.model import Button, Hit, SceneModel

D = TypeVar("D")


class Preparation(Protocol[D]):
    """A document made before play that yields the game's options. Documents are frozen; nothing here draws."""

    title: str
    """What the screen is called, such as "Build the structure"."""

    def start(self, setup: GameSetup) -> D:
        """A document to begin with that may be played as it is: what bots and `simulate` take."""

    def scene(self, document: D, hit: Hit | None) -> SceneModel:
        """The document in 3D, with what the cursor is over."""

    def message(self, document: D) -> str:
        """What may be done now, in one line."""

    def buttons(self, document: D) -> Sequence[Button]:
        """The ways to alter it beside clicking; their ids come back in `press`."""

    def click(self, document: D, hit: Hit) -> D:
        """The document after a click; the same where nothing is to be clicked."""

    def press(self, document: D, command: str) -> D:
        """The document after a button or its key; the same for a command that is not its own."""

    def refusal(self, document: D) -> str:
        """Why play cannot begin with it; empty if it can."""

    def prepared(self, setup: GameSetup, document: D) -> GameSetup:
        """The set-up with the options that the document yields."""
