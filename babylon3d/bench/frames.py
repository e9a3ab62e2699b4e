"""Measures what drawing costs: the rows of `bench` about frames. Every ratio is taken within one run, interleaved."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace

from babylon3d.bench.rows import Row, row
from babylon3d.core.build import PieceSet
from babylon3d.present.model import SceneModel
from babylon3d.render.quality import by_name
from babylon3d.render.scene import SceneView
from babylon3d.render.window import Kind, Window

LIT_BAR, FRAME_BAR_MS, IDLE_BAR = 2.5, 33.0, 0.05
TICK_S = 1 / 60
IDLE_S = 1 / 25
"""How often the program looks for input when nothing happens (`app.loop`)."""


def lit_over_unlit(model: SceneModel, pieces: PieceSet, rounds: int = 5, frames: int = 5) -> Row:
    """A frame in full quality, its shadow map still, over a frame of the same scene unlit; 1280x720."""
    lit = by_name("high")
    unlit = replace(lit, name="unlit", lit=False, shadow_px=0, occlusion=False)
    times: dict[str, list[float]] = {lit.name: [], unlit.name: []}
    with Window("offscreen", (1280, 720), backend="opengl") as window:
        for _ in range(rounds):
            for chosen in (lit, unlit):
                scene = SceneView(window, pieces, chosen)
                scene.sync(model)
                scene.fit()
                window.render_frame()
                window.render_frame()
                times[chosen.name].append(statistics.median(_frame(scene) for _ in range(frames)))
                scene.close()
        renderer = window.renderer
    value = statistics.median(a / b for a, b in zip(times[lit.name], times[unlit.name], strict=True))
    milliseconds = [1000 * statistics.median(t) for t in times.values()]
    how = (
        f"{len(model.pieces)} pieces, {lit.describe()}; {milliseconds[0]:.0f} ms over {milliseconds[1]:.0f} ms, "
        f"median of {rounds} interleaved rounds of {frames} frames; {renderer}"
    )
    return row("frame, lit over unlit", value, "ratio", LIT_BAR, how)


def _frame(scene: SceneView) -> float:
    """Draw the scene once, its shadow map as it is; seconds."""
    scene.stage.redraw()
    started = time.perf_counter()
    scene.window.render_frame()
    return time.perf_counter() - started


def frame_by_itself(model: SceneModel, pieces: PieceSet, frames: int = 60) -> Row:
    """A frame at the quality the program has picked by itself, the camera circling; 1280x720."""
    with Window("offscreen", (1280, 720), backend="opengl") as window:
        scene = SceneView(window, pieces, "auto")
        scene.sync(model)
        scene.fit()
        for _ in range(6 * frames):
            before = scene.quality
            for _ in range(30):
                scene.frame_took(_circle(scene))
            if scene.quality == before:
                break
        times = []
        for _ in range(frames):
            times.append(_circle(scene))
            scene.frame_took(times[-1])
        how = f"{len(model.pieces)} pieces, {scene.describe_quality()}; median of {frames} frames of a circling camera"
        scene.close()
    return row("frame, quality by itself", 1000 * statistics.median(times), "ms", FRAME_BAR_MS, how)


def _circle(scene: SceneView) -> float:
    """Turn the camera a little and draw; seconds."""
    scene.camera.orbit(6.0, 0.0)
    scene.camera.finish()
    started = time.perf_counter()
    scene.stage.look(scene.camera.view)
    scene.window.render_frame()
    return time.perf_counter() - started


def idle_table(model: SceneModel, pieces: PieceSet, seconds: float = 5.0, kind: Kind = "offscreen") -> Row:
    """How much of a core the table takes when nobody does anything, its picture developed."""
    with Window(kind, (1280, 720)) as window:
        scene = SceneView(window, pieces, "auto")
        scene.sync(model)
        scene.fit()
        for _ in range(120):
            idle_step(window, scene, TICK_S)
        drawn = scene.stage.drawn
        wall, used = time.perf_counter(), time.process_time()
        while time.perf_counter() - wall < seconds:
            idle_step(window, scene, IDLE_S)
            time.sleep(IDLE_S)
        share = (time.process_time() - used) / (time.perf_counter() - wall)
        how = f"processor time over {seconds:g} s in a {kind}, {scene.stage.drawn - drawn} pictures drawn in them"
        scene.close()
    return row("idle table", share, "share of a core", IDLE_BAR, how)


def idle_step(window: Window, scene: SceneView, dt: float) -> None:
    """What the program does in a tick in which nothing happens."""
    window.poll()
    scene.update(dt)
    if window.needs_frame:
        window.render_frame()
