"""The command `render`: a picture of a build, of a position, or of how a record ends. Needs no display."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from babylon3d.commands.inputs import in_record, load_drawable
from babylon3d.core.build import PieceSet
from babylon3d.core.errors import BadText
from babylon3d.core.prose import shown
from babylon3d.core.record import Record
from babylon3d.playable.last_scene import last_scene
from babylon3d.playable.spec import GameSpec
from babylon3d.present.model import SceneModel


def render(given: Namespace) -> int:
    """Draw the picture and save it."""
    found = load_drawable(given.file)
    match found:
        case (GameSpec() as spec, Record() as record):
            with in_record(given.file):
                model = last_scene(spec, record, given.reveal)
            pieces = spec.pieces
        case (SceneModel() as model, PieceSet() as pieces):
            pass
        case _:
            raise TypeError(type(found).__name__)
    path = given.output if given.output is not None else Path(given.file.stem + ".png")
    if path.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise BadText(f'"{path.suffix}" is no kind of picture that can be written', str(path), ".png or .jpg would do")
    draw(model, pieces, path, given.size, given.camera, given.quality)
    print(shown(str(path)))
    return 0


def draw(
    model: SceneModel,
    pieces: PieceSet,
    path: Path,
    size: tuple[int, int] = (1280, 720),
    camera: tuple[float, float, float] | None = None,
    quality: str = "high",
) -> None:
    """Draw a scene into a picture file.

    `camera` is azimuth and elevation in degrees and the distance from the pieces' middle in metres; None shows all.
    Raises: Unavailable if nothing here can draw or the file cannot be written; BadText for an unknown quality.
    """
    from babylon3d.render.camera import View
    from babylon3d.render.quality import NAMES
    from babylon3d.render.scene import SceneView
    from babylon3d.render.window import Window

    if quality not in NAMES:
        raise BadText(f'"{quality}" is not known', "--quality", f"{', '.join(NAMES)} would do")
    with Window("offscreen", size) as window:
        scene = SceneView(window, pieces, quality)
        scene.sync(model)
        scene.fit()
        if camera is not None:
            azimuth, elevation, distance = camera
            scene.camera.set_view(View(scene.bounds.centre, azimuth, elevation, distance))
            scene.stage.look(scene.camera.view)
        try:
            scene.screenshot(path)
        finally:
            scene.close()
