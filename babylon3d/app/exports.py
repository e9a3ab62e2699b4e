"""Where what is exported goes: the folder that was chosen in the settings, else the usual one."""

from __future__ import annotations

from pathlib import Path

from babylon3d.core.errors import BadText
from babylon3d.playable.file_choice import folder_of
from babylon3d.settings import Settings
from babylon3d.storage import Place, user_dir


def export_folder(settings: Settings, usual: Place) -> Path:
    """The folder for exports. Raises: BadText where the chosen one is not there any more; Unavailable."""
    return folder_of(settings.export_folder) if settings.export_folder.strip() else user_dir(usual)


def folder_problem(text: str) -> str:
    """What is wrong with a folder that is typed for exports; empty if it can be used, or none is named."""
    if not text.strip():
        return ""
    try:
        folder_of(text)
    except BadText as error:
        said = str(error)
        return f"{said[:1].upper()}{said[1:]}"
    return ""
