"""Makes or reuses `.venv` in the checkout with what a lock lists. Plain Python 3.8, to start where much is missing."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "scripts" / "locks"
VENV = ROOT / ".venv"
LOG = VENV / "setup.log"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")

PYTHONS = ((3, 11), (3, 10))  # the same as `requires-python`, best first
SETS = ("product", "development")  # the second holds all of the first
ROOM_MB = {"product": 900, "development": 1400}  # about twice what is left on the disk in the end
# Which tests run by default, and how all of them are split: what needs the machine for itself comes last, one by one.
QUICK = "not window and not timing and not slow and not fuzz"
SIDE_BY_SIDE, ALONE = "not window and not timing", "window or timing"
EVERY_CORE = ("-n", "auto", "--dist", "worksteal")

# The command beside the Python of `.venv`; started through links, it follows them to find its Python.
STARTER = """#!/bin/sh
self=$0
while [ -L "$self" ]; do
    to=$(readlink "$self")
    case $to in /*) self=$to ;; *) self=$(dirname "$self")/$to ;; esac
done
exec "$(dirname "$self")/python" -I -m babylon3d "$@"
"""

# What pip says, and what a person can do about it; the first match counts.
TROUBLES = (
    (r"no space left on device|errno 28", "the disk is full: make {room} MB of room on it and start again"),
    (
        r"name resolution|newconnectionerror|network is unreachable|getaddrinfo|connection (?:refused|reset|timed out)"
        r"|connecttimeout|read timed out|proxyerror|max retries exceeded|remotedisconnected",
        "no network: the first start downloads the libraries; connect (or set HTTPS_PROXY) and start again",
    ),
    (
        r"from versions: none",
        "nothing was found to download: no network, or a library that is not made for this system ({venv}/setup.log)",
    ),
    (r"do not match the hashes", "a download differs from the lock (damaged, or a mirror changed it): start again"),
    (
        r"python\.h: no such file|visual c\+\+|command '\S*(?:cc|gcc|g\+\+|clang|cl\.exe)\S*' failed|unable to execute"
        r"|failed building wheel for pybullet|failed to build (?:.* )?pybullet",
        "pybullet is not ready-made for this system and building it needs a C++ compiler: {compiler}",
    ),
    (
        r"permission denied|errno 13|read-only file system",
        "cannot write to {venv}: give yourself the right to, or remove it",
    ),
)


class Missing(Exception):
    """Something this machine lacks; the text is one line that says what, and how to get it."""


def play(arguments: Sequence[str]) -> int:
    """Starts the game; options alone mean the command `play`, and every other command of babylon3d works as well."""
    command = list(arguments)
    if command and command[0].startswith("-") and command[0] not in ("-h", "--help", "--version"):
        command.insert(0, "play")
    lacking = missing_opengl() if not command or command[0] == "play" else None
    if lacking:
        print(f"babylon3d: {lacking} (going on with slow drawing)", file=sys.stderr)
    return _start("product", ["-I", "-m", "babylon3d", *command])


def test(arguments: Sequence[str]) -> int:
    """Runs pytest in the checkout: the quick tests, or all with `--all`; further arguments go to pytest as they are."""
    os.chdir(str(ROOT))
    further = [a for a in arguments if a != "--all"]
    pytest = ["-m", "pytest"]
    if "--all" not in arguments:
        return _start("development", [*pytest, "-m", QUICK, *(further or EVERY_CORE)])
    if further:
        return _start("development", [*pytest, *further])
    failed = _start("development", [*pytest, "-m", SIDE_BY_SIDE, *EVERY_CORE], stay=True)
    if failed in (2, 130):  # pytest's and the shell's word for: stopped from the keyboard
        return failed
    return _start("development", [*pytest, "-m", ALONE], stay=True) or failed


def _start(wanted: str, arguments: Sequence[str], stay: bool = False) -> int:
    """Sets up, then runs Python with the arguments; its exit code. On POSIX it becomes this process, unless to stay."""
    try:
        command = [str(environment(wanted)), *arguments]
    except Missing as error:
        return tell(error)
    except OSError as error:
        return tell(_barred(error))
    except KeyboardInterrupt:
        print("babylon3d: set-up stopped; the next start does it again", file=sys.stderr)
        return 130
    sys.stdout.flush()
    if not WINDOWS and not stay:
        try:
            os.execv(command[0], command)
        except OSError as error:
            return tell(_barred(error))
    with contextlib.suppress(KeyboardInterrupt):
        return subprocess.call(command)
    return 130


def environment(wanted: str) -> Path:
    """The Python of `.venv` with all that the lock `wanted` lists. Quick when nothing changed. Raises: Missing."""
    if not _is_ready(wanted):
        with _one_at_a_time():
            if not _is_ready(wanted):
                _set_up(wanted)
    return PYTHON


def tell(error: Missing) -> int:
    """Prints the one line on standard error; the exit code for it."""
    print(f"babylon3d: {error}", file=sys.stderr)
    return 2


def _barred(error: OSError) -> Missing:
    """The one line for a file of the checkout that this user may not read, enter or run."""
    where = error.filename or VENV
    said = error.strerror or str(error)
    return Missing(f"{where}: {said}; give yourself the right to, or copy the checkout and start it there")


def missing_opengl() -> str | None:
    """One line if this Linux has no OpenGL library, otherwise None."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        ctypes.CDLL("libGL.so.1")
    except OSError:
        return "no OpenGL library (libGL.so.1); get it with: " + _apt("libgl1 libgl1-mesa-dri", "Mesa's libGL")
    return None


def _is_ready(wanted: str) -> bool:
    """Whether the set-up was done with what is there now; what cannot be looked at is not ready."""
    try:
        return PYTHON.exists() and _stamp(wanted).read_text(encoding="utf-8") == _key(wanted)
    except (OSError, ValueError):  # a folder that may not be entered, a stamp that is no text
        return False


def _stamp(which: str) -> Path:
    return VENV / f"babylon3d-{which}.stamp"


def _key(which: str) -> str:
    """What must not have changed since the set-up: the lock, the place, and the Python behind the link in `.venv`."""
    lock = hashlib.sha256((LOCKS / f"{which}.txt").read_bytes()).hexdigest()
    return f"{lock}\n{ROOT}\n{os.path.realpath(str(PYTHON))}\n{STARTER}"


def _set_up(wanted: str) -> None:
    """Makes `.venv` where it is not whole, and installs. The stamps come last, so a set-up cut short is done again."""
    if not os.access(str(ROOT), os.W_OK):
        raise Missing(f"cannot write to {ROOT}: copy the folder to a place of your own and start it there")
    free_mb = shutil.disk_usage(str(ROOT)).free // 2**20
    if free_mb < ROOM_MB[wanted]:
        raise Missing(f"only {free_mb} MB free on the disk of {ROOT}: the set-up needs {ROOM_MB[wanted]} MB")
    base = None if _venv_is_whole() else _base_python()
    print(f"Setting up {VENV} (once; a minute or two, with a network) ...", file=sys.stderr, flush=True)
    try:
        for which in SETS:
            with contextlib.suppress(FileNotFoundError):
                _stamp(which).unlink()
        if base:
            _make_venv(base)
        _install(wanted)
        _link_checkout()
        for which in SETS[: SETS.index(wanted) + 1]:
            _stamp(which).write_text(_key(which), encoding="utf-8")
    except OSError as error:
        raise _explained(str(error), wanted) from error


def _venv_is_whole() -> bool:
    """Whether `.venv` holds a running Python of a right version with pip."""
    code = f"import sys; sys.exit(sys.version_info[:2] not in {PYTHONS!r})"
    python = str(PYTHON)
    return _succeeds([python, "-c", code]) and _succeeds([python, "-m", "pip", "--version"])


def _base_python() -> str:
    """A Python of a right version with venv: this one, or another on this machine. Raises: Missing."""
    base = sys.executable if sys.version_info[:2] in PYTHONS else _other_python()
    if not _succeeds([base, "-c", "import ensurepip, venv"]):
        version = _printed(base, "import sys; print('%d.%d' % sys.version_info[:2])")
        raise Missing(f"Python {version} has no venv module; get it with: " + _apt(f"python{version}-venv", "its venv"))
    return base


def _other_python() -> str:
    for major, minor in PYTHONS:
        found = shutil.which(f"python{major}.{minor}")
        if found and _succeeds([found, "-c", ""]):
            return found
    for major, minor in PYTHONS if shutil.which("py") else ():
        if _succeeds(["py", f"-{major}.{minor}", "-c", ""]):  # the launcher of Windows
            return _printed("py", "import sys; print(sys.executable)", f"-{major}.{minor}")
    raise Missing(
        f"needs Python 3.10 or 3.11, this is {sys.version_info[0]}.{sys.version_info[1]}; get 3.11 from python.org, "
        "your system's packages (python3.11 and python3.11-venv), or with: uv python install 3.11"
    )


def _make_venv(base: str) -> None:
    command = [base, "-m", "venv", "--clear", str(VENV)]
    made = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if made.returncode:
        raise _explained(made.stdout, "product")


def _install(wanted: str) -> None:
    """Installs a lock with pip, names each package as it comes, keeps all pip says in the log. Raises: Missing."""
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--no-user"]
    command += ["--require-hashes", "-r", str(LOCKS / f"{wanted}.txt")]
    said = []
    pip = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    with pip, LOG.open("w", encoding="utf-8") as log:
        for line in pip.stdout or ():
            log.write(line)
            said.append(line)
            if line.startswith("Collecting "):
                print("  " + line.split()[1], file=sys.stderr, flush=True)
    if pip.returncode:
        raise _explained("".join(said), wanted)


def _link_checkout() -> None:
    """Makes `import babylon3d` and `.venv/bin/babylon3d` use this checkout, by relative paths."""
    packages = Path(_printed(str(PYTHON), "import sysconfig; print(sysconfig.get_path('purelib'))"))
    (packages / "babylon3d-checkout.pth").write_text(os.path.relpath(ROOT, packages) + "\n", encoding="utf-8")
    if WINDOWS:
        (PYTHON.parent / "babylon3d.cmd").write_text('@"%~dp0python.exe" -I -m babylon3d %*\n', encoding="utf-8")
    else:
        starter = PYTHON.parent / "babylon3d"
        starter.write_text(STARTER, encoding="utf-8")
        starter.chmod(0o755)


def _explained(output: str, wanted: str) -> Missing:
    """The one line for what a tool printed when it failed."""
    for pattern, advice in TROUBLES:
        if re.search(pattern, output.lower()):
            return Missing(advice.format(room=ROOM_MB[wanted], venv=VENV, compiler=_compiler()))
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    last = (errors or lines or ["no word from the tool"])[-1]
    return Missing(f"the set-up failed: {last} (all of it: {LOG})")


def _compiler() -> str:
    if WINDOWS:
        return "install the Visual C++ Build Tools"
    if sys.platform == "darwin":
        return "xcode-select --install"
    return _apt("g++ python3-dev", "a C++ compiler and Python's headers")


def _apt(packages: str, otherwise: str) -> str:
    """How to get it: Debian's words, or in general where there is no apt."""
    return f"sudo apt install {packages}" if shutil.which("apt-get") else f"your system's packages ({otherwise})"


def _printed(python: str, code: str, *options: str) -> str:
    return subprocess.check_output([python, *options, "-c", code], text=True).strip()


def _succeeds(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


@contextlib.contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Lets a second start wait for a set-up that is under way (where the system can lock a file)."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (LOCKS / "product.txt").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
