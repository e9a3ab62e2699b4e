"""A bar and what was measured against it; the machine that it was measured on, and the memory that a process has."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from babylon3d import __version__

PACKAGES = ("panda3d", "pybullet", "numpy", "msgspec", "catanatron", "mujoco-core")


@dataclass(frozen=True, slots=True)
class Row:
    """One bar: `value` in `unit` must keep to `bar`; `ok` is None where it was not measured, and `how` says why."""

    name: str
    value: float | None
    unit: str
    bar: float
    ok: bool | None
    how: str


def row(name: str, value: float, unit: str, bar: float, how: str) -> Row:
    """A measured row, whose value must not be over its bar."""
    return Row(name, value, unit, bar, value <= bar, how)


def machine() -> dict[str, Any]:
    """What the numbers were measured on."""
    found: dict[str, Any] = {
        "babylon3d": __version__,
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def _processor() -> str:
    """The processor's name as the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor()


def memory_mb() -> float:
    """The memory that this process has now, in megabytes; the most it has had where the system tells only that."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1_000_000 if platform.system() == "Darwin" else 1_000)
