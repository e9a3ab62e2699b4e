"""The command `babylon3d`: reads the command line, runs one command, turns every refusal into one line and a code."""

from __future__ import annotations

import contextlib
import gc
import io
import logging
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from typing import TextIO

from babylon3d.commands.arguments import parser
from babylon3d.core.errors import BabylonError
from babylon3d.core.prose import shown
from babylon3d.storage import advice

DONE, NO, BAD, INTERRUPTED, OURS = 0, 1, 2, 130, 70
"""Exit codes: done; done and the answer is no; bad input; interrupted; a fault of the program."""

DEBUG_VARIABLE = "BABYLON3D_DEBUG"
"""Set to anything, it shows the program's log and where a fault of the program is."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; nothing but SystemExit of `--help` and bad usage is ever raised."""
    _prepare_log()
    # Our linear algebra is small: threads for it only cost, a third of the menu's start by waiting busily.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "play")
    try:
        # Loading modules makes much and drops nothing: the collector would go over it all again and again.
        gc.disable()
        try:
            chosen = _read(given)
            command = import_module(f"babylon3d.commands.{chosen.module}")
        finally:
            gc.enable()
        code = int(getattr(command, chosen.command)(chosen))
        sys.stdout.flush()
        return code
    except BabylonError as error:
        return refuse(str(error), BAD)
    except BrokenPipeError:
        _forget(sys.stdout)
        return BAD
    except OSError as error:
        _forget(sys.stdout)
        return refuse(f"{error.filename or 'cannot write the answer'}: {advice(error)}", BAD)
    except KeyboardInterrupt:
        return refuse("interrupted", INTERRUPTED)
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        what = f"{type(error).__name__}: {error}"
        return refuse(f"a fault of the program ({what}); {DEBUG_VARIABLE}=1 shows where, please report it", OURS)


def _read(words: list[str]) -> Namespace:
    """The command line. Raises: SystemExit after help or bad usage; OSError if what was asked for cannot be written."""
    try:
        return parser().parse_args(words)
    except SystemExit as left:
        if left.code:
            _say("")
        else:
            sys.stdout.flush()
        raise


def _say(text: str) -> None:
    """Write to standard error, if it takes any."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _forget(sys.stderr)


def _forget(stream: TextIO) -> None:
    """Let what could not be written go: python would try again at its end, complain, and exit with its own code."""
    with contextlib.suppress(OSError, ValueError):
        descriptor = os.open(os.devnull, os.O_WRONLY)
        if descriptor != stream.fileno():
            os.dup2(descriptor, stream.fileno())
            os.close(descriptor)


def _prepare_log() -> None:
    """Keep the program's log silent, or on standard error when someone looks for a fault."""
    log = logging.getLogger("babylon3d")
    if os.environ.get(DEBUG_VARIABLE):
        logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    elif not log.handlers:
        log.addHandler(logging.NullHandler())


def refuse(message: str, code: int) -> int:
    """Say one line on standard error, if it takes any, and give the exit code."""
    _say(f"babylon3d: {shown(message)}\n")
    return code
