"""Photo mode: what is hidden, what is put back, and that the photo and its record are saved."""

from __future__ import annotations

import time
from datetime import datetime, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from babylon3d.app.photos import Photographer, Shot, bare, take
from babylon3d.app.screens.pause import PauseScreen
from babylon3d.app.screens.photo import PhotoScreen
from babylon3d.core.errors import Unavailable
from babylon3d.core.geometry import Pose, yaw_quat
from babylon3d.present.input import Changed
from babylon3d.present.model import Footprint, Ghost, Plumb, Ruler, SceneModel, Visual
from babylon3d.render.camera import View
from babylon3d.storage import user_dir
from tests.ui import games
from tests.ui.still import Stage

AT = Pose((0.0, 0.0, 0.01), yaw_quat(0.0))
MODEL = SceneModel(
    (Visual("t1", "tower", AT, glow="fresh"),),
    (Ghost("tower", AT, "legal"),),
    Ruler((0.1, 0.0, 0.0)),
    2,
    plumbs=(Plumb((0.0, 0.0, 0.1), (0.0, 0.0, 0.0)),),
    footprints=(Footprint(AT, (0.01, 0.01)),),
)
NOW = datetime(2030, 5, 17, 20, 30, tzinfo=timezone.utc)


def test_everything_that_only_helps_is_hidden() -> None:
    assert bare(MODEL) == SceneModel((Visual("t1", "tower", AT),))


@pytest.fixture
def scene() -> Any:
    """A scene that remembers what it shows and from where."""

    class Scene(SimpleNamespace):
        def sync(self, model: SceneModel) -> bool:
            self.model = model
            return True

    camera = SimpleNamespace(view=View(), orbit=lambda dx, dy: None)
    camera.set_view = lambda view, at_once=False: setattr(camera, "view", view)
    return Scene(
        model=MODEL,
        camera=camera,
        busy=False,
        catalogue=SimpleNamespace(pieces=SimpleNamespace(name="babylon")),
        stage=SimpleNamespace(look=lambda view: None, drawn=0),
        update=lambda dt: False,
        pick=lambda x, y: None,
        close=lambda: None,
    )


def test_the_table_is_put_back_as_it_was(scene: Any) -> None:
    stage = Stage()
    stage.ctx.scene = scene
    stage.open(PauseScreen(games.leave_autosave()))
    before = scene.camera.view
    stage.key("f9")
    assert isinstance(stage.top, PhotoScreen) and scene.model == bare(MODEL)
    scene.camera.view = View(distance=9.0)
    stage.click("hide")
    assert not stage.ids() and not stage.texts()
    stage.key("x")
    assert "save" in stage.ids()
    stage.key("escape")
    assert isinstance(stage.top, PauseScreen) and scene.model is MODEL and scene.camera.view == before
    assert not stage.loop.faults


def test_a_photo_of_the_chosen_size_is_asked_for_and_told(scene: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Shot] = []
    answers: list[Path | Exception] = [user_dir("pictures") / "a.png", Unavailable("no room")]

    class Quick(Photographer):
        busy = False  # type: ignore[assignment]

        def begin(self, shot: Shot, folder: Path, now: datetime) -> None:
            assert folder == user_dir("pictures")
            asked.append(shot)

        def done(self) -> Path | None:
            if len(asked) + len(answers) == 2:
                return None
            answer = answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer

    monkeypatch.setattr("babylon3d.app.screens.photo.Photographer", Quick)
    record = games.leave_autosave()
    stage = Stage()
    stage.ctx.scene = scene
    stage.open(PhotoScreen(record))
    stage.do(Changed("photo size", "4k"))
    stage.click("save")
    stage.do()
    assert asked[0] == Shot(bare(MODEL), "babylon", scene.camera.view, (3840, 2160), False, record)
    assert stage.shows("Photo saved with its record")
    stage.do(Changed("photo size", "window"))
    stage.click("save")
    stage.do()
    assert asked[1].size == (1280, 720) and stage.shows("No photo was saved: no room")


def test_what_goes_wrong_with_a_photo_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("babylon3d.render.photo.photograph", lambda *given: b"png")
    shot = Shot(bare(MODEL), "babylon", View(), (160, 90), False, tmp_path / "gone.jsonl")
    problem = take(shot, tmp_path / "a.png")
    assert "no such file" in problem and "\n" not in problem
    assert "cannot save" in take(shot, tmp_path / "no" / "a.png")


@pytest.mark.slow
def test_a_photo_is_drawn_in_a_process_with_its_record_beside_it(tmp_path: Path) -> None:
    record = games.leave_autosave()
    photographer = Photographer()
    view = View(distance=0.4)
    found = None
    try:
        photographer.begin(Shot(bare(MODEL), "babylon", view, (160, 90), False, record), tmp_path, NOW)
        assert photographer.busy
        end = time.monotonic() + 60
        while found is None and time.monotonic() < end:
            found = photographer.done()
            time.sleep(0.02)
    finally:
        photographer.close()
    assert found is not None and not photographer.busy
    data = found.read_bytes()
    assert data.startswith(b"\x89PNG") and data[16:24].hex() == "000000a00000005a"
    assert found.with_suffix(".jsonl").read_bytes() == record.read_bytes()
