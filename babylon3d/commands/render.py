"""The command `render`: a picture of a build, or of how a record ends. Needs no display."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from babylon3d.commands.inputs import game_of, in_record, load_build_or_record
from babylon3d.core.build import Build, Part
from babylon3d.core.errors import BadText
from babylon3d.core.record import Record
from babylon3d.core.session import Session
from babylon3d.games.babylon.pieces import BABYLON

if TYPE_CHECKING:
    from babylon3d.present.model import SceneModel


def render(given: Namespace) -> int:
    """Draw the picture and save it."""
    found = load_build_or_record(given.file)
    model = scene_of(found) if isinstance(found, Build) else final_scene(found, given.file)
    path = given.output if given.output is not None else Path(given.file.stem + ".png")
    if path.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise BadText(f'"{path.suffix}" is no kind of picture that can be written', str(path), ".png or .jpg would do")
    draw(model, path, given.size, given.camera, given.quality)
    print(path)
    return 0


def final_scene(record: Record, path: Path) -> SceneModel:
    """What stands at the end of a record. Raises: BadText or CorruptFile where the rules and the record part."""
    from babylon3d.playable.babylon.fast import scene as fast_scene
    from babylon3d.playable.babylon.fast.story import Story

    spec = game_of(record, path)
    with in_record(path):
        if spec.realtime:
            story = Story(record)
            return fast_scene.scene(story.state(story.end), story.poses(story.end))
        build = Session.resume(spec.game, record).state.build
    assert isinstance(build, Build)
    return scene_of(build)


def scene_of(build: Build) -> SceneModel:
    """A build and nothing else, as a scene."""
    from babylon3d.playable.babylon.tactical.scene import mesh_of, tone_of
    from babylon3d.present.model import SceneModel, Visual

    at = build.poses(BABYLON)
    visuals = (
        Visual(piece.id, mesh_of(piece), at[piece.id], tone_of(piece.id) if isinstance(piece, Part) else 0.0)
        for piece in build.pieces()
    )
    return SceneModel(tuple(visuals))


def draw(
    model: SceneModel,
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
        scene = SceneView(window, BABYLON, quality)
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
