"""The errors a user can cause; each message says what, where, and what would do."""

from __future__ import annotations

from babylon3d.core.prose import shown


class BabylonError(Exception):
    """Base of every error that is the user's or the file's, never ours.

    As text it is one line without control characters, whatever a file or another library put into it.
    """

    def __str__(self) -> str:
        return shown(super().__str__())


class BadText(BabylonError):
    """Text that is not in its format: a file, a command-line argument.

    `where` is a JSON path such as `$.parts[2].level`, a line number, or an option's name.
    """

    def __init__(self, message: str, where: str = "", hint: str = "") -> None:
        self.message, self.where, self.hint = message, where, hint
        parts = [f"{where}: {message}" if where else message]
        if hint:
            parts.append(hint)
        super().__init__("; ".join(parts))


class CorruptFile(BadText):
    """A file that once was whole: truncated, damaged, or changed after it was written."""


class IllegalAction(BabylonError):
    """An action the rules refuse. `ruling` is its number in the rulings, such as `B3`.

    A message about somebody says `{who}` where `who`, a seat's colour, belongs; screens put a person's name there.
    """

    def __init__(self, ruling: str, message: str, who: str = "") -> None:
        self.ruling, self.who = ruling, who
        self.unnamed = f"{message} ({ruling})"
        """The whole line with `{who}` still open."""
        self.message = message.replace("{who}", who) if who else message
        super().__init__(f"{self.message} ({ruling})")


class Unavailable(BabylonError):
    """Something of the machine is missing: a display, OpenGL, room on the disk."""
