"""A bot that thinks in a process of its own, so that the window goes on living: begun anew if it ends, ended at once.

It says what the bot would say here, for its thought follows from the view alone: asked again after its process was
killed, it says the same. Only this program's own processes talk through the pipe.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from typing import Any

from babylon3d.core.actions import Seat
from babylon3d.players.bot import Think, Thought

MOST_VAIN = 3
"""So many times in a row a process is begun that ends without an answer; then the bot thinks here."""

Bot = Callable[[Seat, Random], Think]
"""A function of a module, for another process finds it by its name."""


class ApartMind:
    """The mind of one bot, in a process that begins with its first thought and waits between two of them."""

    def __init__(self, bot: Bot, seat: Seat, rng: Random) -> None:
        self._bot = bot
        self._seat = seat
        self._rng = rng
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def __call__(self, view: Any) -> Thought[Any]:
        """Think of a view: yields until the process has answered. Dropped before that, it ends the process."""
        answered = False
        try:
            for _ in range(MOST_VAIN):
                try:
                    answer = yield from self._asked(view)
                except (EOFError, OSError):
                    self.close()
                    continue
                answered = True
                return tuple(answer)
            answer = yield from self._here(view)
            return tuple(answer)
        finally:
            if not answered:
                self.close()

    def _asked(self, view: Any) -> Generator[None, None, Any]:
        """The answer of the process. Raises: EOFError, OSError if it ends before."""
        if self._process is None or self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs, self._bot, self._seat, self._rng), daemon=True)
            self._process.start()
            theirs.close()
            while not self._pipe.poll():
                yield
            self._pipe.recv()  # it listens: what it is sent now waits for nothing
        self._pipe.send(view)
        while not self._pipe.poll():
            yield
        return self._pipe.recv()

    def _here(self, view: Any) -> Thought[Any]:
        """The same thought in this process."""
        return self._bot(self._seat, _twin(self._rng))(view)

    def close(self) -> None:
        """End the process at once; another thought begins another one."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._pipe = None


def _twin(rng: Random) -> Random:
    """A generator that gives what this one would give."""
    twin = Random(0)
    twin.setstate(rng.getstate())
    return twin


def serve(pipe: Connection, bot: Bot, seat: Seat, rng: Random) -> None:
    """The process: answer every view with what the bot does, till the pipe is closed."""
    try:
        pipe.send(None)
        while True:
            view = pipe.recv()
            thought = bot(seat, _twin(rng))(view)
            try:
                while True:
                    next(thought)
            except StopIteration as finished:
                pipe.send(tuple(finished.value))
    except (EOFError, OSError, KeyboardInterrupt):
        return
