"""Where files are: the program's own assets, the user's folders, saving so that nothing is ever half written."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from pathlib import Path, PurePosixPath
from typing import Literal

import platformdirs

from babylon3d.core.errors import BadText, Unavailable

Place = Literal["config", "data", "saves", "autosave", "pictures", "cache"]

# Limits of the file formats, in bytes.
MAX_FILE_BYTES = 5_000_000
MAX_RECORD_BYTES = 100_000_000

HOME_VARIABLE = "BABYLON3D_HOME"

_PACKAGE = Path(__file__).resolve().parent
_ADVICE = {
    errno.ENOSPC: "the disk is full; make room on it or choose another place",
    errno.EDQUOT: "your share of the disk is full; make room in it or choose another place",
    errno.EACCES: "no right to write there; choose another place or ask for the right",
    errno.EPERM: "no right to write there; choose another place or ask for the right",
    errno.EROFS: "that disk is read-only; choose another place",
    errno.ENOENT: "its folder is not there; make it or choose another place",
    errno.ENOTDIR: "a part of that path is a file, not a folder; choose another place",
    errno.EISDIR: "that is a folder; add a file's name",
    errno.ENAMETOOLONG: "that name is too long; choose a shorter one",
}


def asset(name: str) -> Path:
    """The path of a file or folder that came with the program, such as `meshes/tower.glb`.

    Looks in the installed package, then in the checkout. Raises: Unavailable with the name if neither has it.
    """
    parts = PurePosixPath(name).parts
    if not parts or ".." in parts or PurePosixPath(name).is_absolute():
        raise Unavailable(f'"{name}" is not the name of an asset; names look like meshes/tower.glb')
    for root in (_PACKAGE, _PACKAGE.parent):
        path = os.path.join(root, "assets", *parts)
        if os.path.exists(path):
            return Path(path)
    raise Unavailable(
        f"assets/{name} is missing from this installation of babylon3d in {_PACKAGE}; install it again "
        "(in a checkout: git checkout -- assets)"
    )


def user_dir(place: Place) -> Path:
    """The user's folder for settings, saved games, pictures ...; made when it is not there.

    The variable BABYLON3D_HOME puts all of them below one folder. Raises: Unavailable if it cannot be made.
    """
    path = _user_path(place)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(
            f"cannot make the folder {path}: {advice(error)}; the variable {HOME_VARIABLE} can name one"
        ) from None
    return path


def _user_path(place: Place) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return _known(Path(os.path.expanduser(home)), home).absolute() / place
    return _known(_platform_path(place), "~")


def _known(path: Path, given: str) -> Path:
    """A path whose "~" was found. Raises: Unavailable if nobody knows whose home that is."""
    if path.parts[:1] and path.parts[0].startswith("~"):
        raise Unavailable(f'whose home "{given}" is cannot be told; the variable {HOME_VARIABLE} can name a folder')
    return path


def _platform_path(place: Place) -> Path:
    match place:
        case "config":
            return platformdirs.user_config_path("babylon3d", appauthor=False)
        case "data":
            return platformdirs.user_data_path("babylon3d", appauthor=False)
        case "saves" | "autosave":
            return platformdirs.user_data_path("babylon3d", appauthor=False) / place
        case "pictures":
            return platformdirs.user_pictures_path() / "babylon3d"
        case "cache":
            return platformdirs.user_cache_path("babylon3d", appauthor=False)
    raise AssertionError(place)


def newest_first(folder: Path, suffix: str | tuple[str, ...]) -> tuple[Path, ...]:
    """The files of a folder that end in a suffix, the last written first; none if the folder cannot be read."""
    found: list[tuple[int, str, Path]] = []
    paths: list[Path] = []
    with contextlib.suppress(OSError):
        paths += folder.iterdir()
    for path in paths:
        with contextlib.suppress(OSError):  # another program may have removed it
            if path.name.endswith(suffix) and not path.name.startswith(".") and path.is_file():
                found.append((-path.stat().st_mtime_ns, path.name, path))
    return tuple(path for _, _, path in sorted(found))


def unused(folder: Path, stem: str, suffix: str) -> Path:
    """A path in a folder that no file has: the stem, else with the first number from 2 on that is free."""
    path = folder / f"{stem}{suffix}"
    number = 2
    while path.exists():
        path = folder / f"{stem} {number}{suffix}"
        number += 1
    return path


def save_atomic(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: a temporary file beside it, fsync, rename, fsync of the folder.

    Whatever goes wrong, the file that was there stays as it was. A pipe or device is written to as it is.
    Raises: Unavailable that says what, where, why and what would do.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # /dev/stdout and the like must not be replaced by a file
            return
        target = Path(os.path.realpath(path))
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        _replace(target, data)
    except OSError as error:
        raise Unavailable(f"cannot save {path}: {advice(error)}") from None


def verify_savable(path: Path) -> None:
    """Check what can be known of a place before the work that is saved there. Raises: Unavailable as `save_atomic`."""
    try:
        number = 0
        if path.is_dir():
            number = errno.EISDIR
        elif not path.exists():
            folder = Path(os.path.realpath(path)).parent
            folder.stat()
            number = errno.ENOTDIR if not folder.is_dir() else 0 if os.access(folder, os.W_OK) else errno.EACCES
        if number:
            raise OSError(number, os.strerror(number))
    except OSError as error:
        raise Unavailable(f"cannot save {path}: {advice(error)}") from None


def _replace(target: Path, data: bytes) -> None:
    """Put `data` in the place of a regular file, or of none."""
    temporary = target.with_name(f".{target.name[:50]}.{os.getpid()}.tmp")  # 255 bytes with letters of four
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, on the systems and disks that can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def load_bytes(path: Path, limit: int = MAX_FILE_BYTES) -> bytes:
    """A file's bytes, at most `limit` of them. Raises: BadText with the path if it is missing, unreadable or larger."""
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        raise BadText("no such file", str(path), "check the name and the folder") from None
    except IsADirectoryError:
        raise BadText("is a folder", str(path), "name a file in it") from None
    except PermissionError:
        raise BadText("may not be read", str(path), "ask its owner for the right to") from None
    except OSError as error:
        raise BadText(f"cannot be read ({error.strerror or error})", str(path), "try a copy of it") from None
    if len(data) > limit:
        raise BadText(f"larger than {limit // 1_000_000} MB", str(path), "no file of this kind is")
    return data


def set_aside(path: Path, *companions: str) -> Path | None:
    """Rename a damaged file to `….damaged`, so that nothing is lost; its new path, or None if that failed.

    One that was set aside before is kept. `companions` are endings of files beside it that go with it.
    """
    try:
        aside = unused(path.parent, path.name, ".damaged")
        os.replace(path, aside)
    except OSError:
        return None
    for ending in companions:
        with contextlib.suppress(OSError):
            os.replace(f"{path}{ending}", f"{aside}{ending}")
    return aside


def advice(error: OSError) -> str:
    """What is wrong with a place that cannot be written, and what would do."""
    return _ADVICE.get(error.errno or 0, error.strerror or str(error))
