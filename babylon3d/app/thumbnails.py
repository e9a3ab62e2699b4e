"""Small pictures of saved games: drawn once by a process of their own, kept in the cache, never waited for."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import multiprocessing
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from babylon3d import __version__
from babylon3d.core.errors import BabylonError, Unavailable
from babylon3d.core.prose import shown
from babylon3d.playable.saves import SavedGame
from babylon3d.storage import newest_first, save_atomic, user_dir

log = logging.getLogger(__name__)

SIZE = (288, 180)
ASPECT = SIZE[0] / SIZE[1]
DRAWN, TOLD = ".jpg", ".txt"
"""What a picture's file ends in, and that of a damaged game, which says in a line what is wrong."""
MOST_KEPT = 3_000
AFTER_TICKS = 15
"""The page is there first."""
MOST_VAIN = 3
"""So often in a row the process is begun anew that ends without having drawn anything."""
NICE = 10


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of a game's picture: its file, empty while there is none, and what is wrong with the game."""

    picture: str = ""
    problem: str = ""


class Thumbnails:
    """The pictures of the games on show. It is ticked; whoever made it closes it."""

    def __init__(self) -> None:
        self._cards: dict[Path, Card] = {}
        """By where the picture is kept."""
        self._places: dict[SavedGame, Path | None] = {}
        self._wanted: tuple[SavedGame, ...] = ()
        self._asked: Path | None = None
        self._ticks = self._vain = 0
        self._pipe: Connection | None = None
        self._process: Any = None

    def want(self, games: Sequence[SavedGame]) -> None:
        """Say which games are on show: theirs are drawn next, in this order."""
        self._wanted = tuple(game for game in games if game.kept is None and game.game and not game.problem)

    def of(self, game: SavedGame) -> Card:
        """What there is of a game."""
        place = self._place(game)
        return Card() if place is None else self._card(place)

    def tick(self) -> bool:
        """Hear what was drawn and ask for the next one; whether there is anything new to show."""
        self._ticks += 1
        news = self._hear()
        if self._asked is None and self._ticks > AFTER_TICKS and self._vain < MOST_VAIN:
            wanted = ((game, self._place(game)) for game in self._wanted)
            missing = next(((g, p) for g, p in wanted if p is not None and p not in self._cards), None)
            if missing is not None:
                self._ask(*missing)
        return news

    @property
    def drawing(self) -> bool:
        """Whether an answer is awaited."""
        return self._asked is not None

    def close(self) -> None:
        """End the process; what it has drawn is kept."""
        self._end()

    def _place(self, game: SavedGame) -> Path | None:
        """Where a game's picture is kept; another one whenever its record changes. None without a folder for them."""
        if game not in self._places:
            place = None
            if game.kept is None:
                with contextlib.suppress(Unavailable):
                    said = f"{game.path}\0{game.when.timestamp()}\0{__version__}"
                    place = user_dir("cache") / hashlib.sha256(said.encode(errors="surrogateescape")).hexdigest()[:32]
            self._places[game] = place
        return self._places[game]

    def _card(self, place: Path) -> Card:
        """What is known; files are looked for once."""
        card = self._cards.get(place)
        if card is not None:
            return card
        card = Card()
        with contextlib.suppress(OSError):
            if place.with_suffix(DRAWN).is_file():
                card = Card(str(place.with_suffix(DRAWN)))
            elif place.with_suffix(TOLD).is_file():
                card = Card(problem=shown(place.with_suffix(TOLD).read_text(encoding="utf-8", errors="replace")[:300]))
        if card != Card():
            self._cards[place] = card
        return card

    # -- the process -------------------------------------------------------------------------------

    def _ask(self, game: SavedGame, place: Path) -> None:
        if self._card(place) != Card():
            return
        try:
            if self._pipe is None:
                self._begin()
            assert self._pipe is not None
            self._pipe.send((str(game.path), str(place)))
        except OSError as error:
            log.warning("thumbnails: %s", error)
            self._vain += 1
            self._end()
            return
        self._asked = place

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), daemon=True)
        process.start()
        self._process = process
        theirs.close()

    def _hear(self) -> bool:
        if self._pipe is None or self._asked is None:
            return False
        try:
            if not self._pipe.poll():
                return False
            picture, problem = self._pipe.recv()
            self._vain = 0
        except (EOFError, OSError):
            picture = problem = ""  # it died of this game, which keeps its plain card
            self._vain += 1
            self._end()
        self._cards[self._asked] = Card(picture, problem)
        self._asked = None
        return True

    def _end(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._pipe = self._process = None


def serve(pipe: Connection) -> None:
    """The process: for each record's path and place an answer, (picture's path, what is wrong), till the pipe ends."""
    from babylon3d.render.thumbnails import Drawing

    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)
    os.environ.setdefault("LP_NUM_THREADS", "1")
    tidy()
    drawing = Drawing(SIZE)
    try:
        while True:
            record, place = pipe.recv()
            pipe.send(answer(drawing, Path(record), Path(place)))
    except (EOFError, OSError, KeyboardInterrupt):
        return
    finally:
        drawing.close()


def answer(drawing: Any, record: Path, place: Path) -> tuple[str, str]:
    """Draw the last scene of a record and keep it; the picture's path, or what is wrong with the record."""
    from babylon3d.playable.last_scene import last_scene
    from babylon3d.playable.records import load_usable

    try:
        spec, found = load_usable(record)
        model = last_scene(spec, found)
    except Unavailable:
        return "", ""
    except BabylonError as error:
        problem = shown(str(error))
        if record.exists():
            with contextlib.suppress(BabylonError):
                save_atomic(place.with_suffix(TOLD), problem.encode())
        return "", problem
    try:
        picture = place.with_suffix(DRAWN)
        bare = replace(model, ruler=None, ghosts=(), plumbs=(), footprints=())
        save_atomic(picture, drawing.of(bare, spec.pieces))
    except BabylonError as error:
        log.warning("no thumbnail: %s", error)
        return "", ""
    return str(picture), ""


def tidy() -> None:
    """Delete the oldest pictures beyond those that are kept."""
    with contextlib.suppress(BabylonError):
        for suffix in (DRAWN, TOLD):
            for path in newest_first(user_dir("cache"), suffix)[MOST_KEPT:]:
                with contextlib.suppress(OSError):
                    path.unlink()
