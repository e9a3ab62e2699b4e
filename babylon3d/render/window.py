"""Opens what is drawn on: a window, or a picture in memory where there is no display. Owns ShowBase."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from types import TracebackType
from typing import Any, Literal

from direct.showbase.ShowBase import ShowBase
from panda3d.core import (
    ConfigPageManager,
    ConfigVariableBool,
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsPipe,
    GraphicsPipeSelection,
    GraphicsWindow,
    MouseWatcher,
    NodePath,
    PGTop,
    PNMImage,
    RenderState,
    TransformState,
    WindowProperties,
    loadPrcFileData,
)

from babylon3d.core.errors import Unavailable
from babylon3d.render.lost_display import WindowWatch

log = logging.getLogger(__name__)

Kind = Literal["window", "offscreen"]
Backend = Literal["opengl", "tinydisplay"]

CLOSE_EVENT = "babylon3d-close-asked"
ATTEMPTS = 2
WATCH_POLLS = 25
"""Polls after which it is asked whether the window is still there."""
REFRESH_POLLS = 100
"""Once in so many looks a window is shown anew: where nothing composes windows, one that lay over it leaves a hole."""
RESIZED_EVENT = "babylon3d-resized"

_PAGE = "babylon3d"
_SETTINGS = """
load-display pandagl
gl-version 3 3
model-cache-dir
notify-level error
notify-level-display fatal
notify-level-device fatal
notify-level-glgsg error
print-pipe-types false
sync-video true
auto-flip true
framebuffer-multisample false
multisamples 0
textures-power-2 none
x-init-mouse false
support-threads false
default-directnotify-level error
want-render2dp false
loader-support-entry-points false
text-minfilter linear_mipmap_linear
text-magfilter linear
"""


class _Base(ShowBase):
    """ShowBase without its sound: `render.sound` has one of its own."""

    def createBaseAudioManagers(self) -> None:  # noqa: N802 - ShowBase's name
        """Make none."""


class Window:
    """A window or an offscreen picture, with ShowBase behind it. Close it, or use it in a `with`.

    `backend` is what draws: OpenGL (in hardware or by llvmpipe) or panda3d's own software renderer without shaders.
    Drawing is asked for: `request_frame()` marks that something changed, `needs_frame` tells, `render_frame()` draws;
    `poll()` only looks for input, and costs next to nothing.
    """

    def __init__(
        self,
        kind: Kind = "window",
        size: tuple[int, int] = (1280, 720),
        title: str = "babylon3d",
        backend: Backend | None = None,
        fullscreen: bool = False,
        threads: int | None = None,
    ) -> None:
        """Open it. `backend` None takes the best that works; `threads` limits the software renderer's.

        Raises: Unavailable if nothing can be opened.
        """
        _settle_settings()
        if threads is not None:
            os.environ.setdefault("LP_NUM_THREADS", str(threads))
        self.kind: Kind = kind
        self.needs_frame = True
        self.frames = 0
        self.polls = 0
        self.before_frame: list[Callable[[], None]] = []
        self.after_frame: list[Callable[[], None]] = []
        self._closed = self._gone = False
        self._engine = GraphicsEngine.get_global_ptr()
        self.base = _Base(fStartDirect=False, windowType="none")
        try:
            self.backend: Backend = self._open(size, title, backend, fullscreen)
        except BaseException:
            self.base.destroy()
            raise
        if isinstance(self.base.win, GraphicsWindow):
            self.base.win.set_close_request_event(CLOSE_EVENT)
        self._watch = WindowWatch(self._handle())
        self._start()
        gsg = self.base.win.get_gsg()
        self.renderer: str = gsg.get_driver_renderer() or "panda3d software"
        if self.is_software:
            # So that the time of a frame is all of it.
            ConfigVariableBool("gl-finish").set_value(True)
        log.info("drawing by %s (%s) into %s", self.backend, self.renderer, kind)

    def _open(self, size: tuple[int, int], title: str, backend: Backend | None, fullscreen: bool) -> Backend:
        """Try what there is, best first."""
        modules: list[tuple[str, Backend]] = []
        if self.kind == "window":
            modules = [("pandagl", "opengl"), ("p3tinydisplay", "tinydisplay")]
        else:
            modules = [("p3headlessgl", "opengl"), ("p3tinydisplay", "tinydisplay")]
        tried = []
        for module, name in modules:
            if backend not in (None, name):
                continue
            # A window system that has just closed a window may refuse the first time.
            if any(self._open_with(module, size, title, fullscreen) for _ in range(ATTEMPTS)):
                return name
            tried.append(module)
            log.warning("%s cannot open a %s here", module, self.kind)
        what = "no display or no window" if self.kind == "window" else "no picture in memory"
        raise Unavailable(f"{what} could be opened (tried {', '.join(tried) or backend}); is a display running?")

    def _open_with(self, module: str, size: tuple[int, int], title: str, fullscreen: bool) -> bool:
        pipe = GraphicsPipeSelection.get_global_ptr().make_module_pipe(module)
        if pipe is None:
            return False
        # Windows need their display until they are freed, which Python does when it likes: so it is never freed.
        pipe.ref()
        properties = WindowProperties()
        properties.set_size(*size)
        properties.set_title(title)
        if fullscreen:
            properties.set_fullscreen(True)
            if pipe.get_display_width():
                properties.set_size(pipe.get_display_width(), pipe.get_display_height())
        buffer = FrameBufferProperties()
        buffer.set_rgba_bits(8, 8, 8, 0)
        buffer.set_depth_bits(24 if module != "p3tinydisplay" else 16)
        buffer.set_back_buffers(1 if self.kind == "window" else 0)
        if self.kind == "offscreen":
            if not self._open_offscreen(pipe, buffer, properties):
                return False
        else:
            try:
                self.base.openMainWindow(props=properties, fbprops=buffer, pipe=pipe, type="onscreen")
            except Exception as error:  # ShowBase raises plain Exception
                log.info("%s: %s", module, error)
                return False
        gsg = self.base.win.get_gsg()
        if module != "p3tinydisplay" and (gsg is None or gsg.get_driver_shader_version_major() < 0):
            return False
        return bool(gsg)

    def _open_offscreen(self, pipe: Any, buffer: FrameBufferProperties, properties: WindowProperties) -> bool:
        """What ShowBase's openMainWindow does, for a picture in memory that can be resized."""
        flags = GraphicsPipe.BF_refuse_window | GraphicsPipe.BF_resizeable | GraphicsPipe.BF_fb_props_optional
        out = self._engine.make_output(pipe, "picture", 0, buffer, properties, flags)
        if out is None:
            return False
        self._engine.open_windows()
        if not out.is_valid():
            self._engine.remove_window(out)
            return False
        base = self.base
        base.win = out
        base.winList.append(out)
        base.makeCamera(out)
        base.makeCamera2d(out)
        return True

    def _start(self) -> None:
        """Take ShowBase's own drawing out of its tasks; this object draws."""
        base = self.base
        base.restart()
        for task in ("igLoop", "collisionLoop", "audioLoop"):
            base.taskMgr.remove(task)
        base.camNode.set_active(False)
        base.disableMouse()
        if base.mouseWatcherNode is None:
            base.mouseWatcher = NodePath(MouseWatcher("mouse"))
            base.mouseWatcherNode = base.mouseWatcher.node()
            top = base.aspect2d.node()
            if isinstance(top, PGTop):
                top.set_mouse_watcher(base.mouseWatcherNode)
        base.accept("window-event", self._window_event)
        self._fit()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the drawing area, pixels."""
        win = self.base.win
        return max(1, win.get_x_size()), max(1, win.get_y_size())

    @property
    def aspect(self) -> float:
        """Width over height."""
        width, height = self.size
        return width / height

    @property
    def render2d(self) -> NodePath:
        """The flat scene over the picture, x and z from -1 to 1."""
        return self.base.render2d

    @property
    def aspect2d(self) -> NodePath:
        """The flat scene in which a unit is the same in both directions."""
        return self.base.aspect2d

    @property
    def is_software(self) -> bool:
        """Whether the processor draws, not a graphics card."""
        name = self.renderer.lower()
        return self.backend == "tinydisplay" or any(n in name for n in ("llvmpipe", "softpipe", "swrast"))

    @property
    def has_shaders(self) -> bool:
        """Whether it understands GLSL 3.30."""
        gsg = self.base.win.get_gsg()
        version = (gsg.get_driver_shader_version_major(), gsg.get_driver_shader_version_minor())
        return self.backend == "opengl" and version >= (3, 30)

    def mouse(self) -> tuple[float, float] | None:
        """Where the cursor is, in pixels from the top left; None outside the window."""
        watcher = self.base.mouseWatcherNode
        if not watcher.has_mouse():
            return None
        width, height = self.size
        return (watcher.get_mouse_x() + 1) / 2 * width, (1 - watcher.get_mouse_y()) / 2 * height

    def request_frame(self) -> None:
        """Something on the screen has changed: draw at the next chance."""
        self.needs_frame = True

    def poll(self) -> None:
        """Take in what hands and the window system did, without drawing."""
        self.render_hidden()
        self.polls += 1
        if self.kind == "window" and self.polls % REFRESH_POLLS == 0:
            self.needs_frame = True
        self.base.taskMgr.step()

    def render_hidden(self) -> None:
        """Draw pictures in memory only, and take in input; the window stays as it is."""
        self.base.win.set_active(False)
        self._engine.render_frame()
        self.base.win.set_active(True)

    def render_frame(self) -> None:
        """Draw one picture now."""
        for prepare in self.before_frame:
            prepare()
        self.base.win.set_active(True)
        self._engine.render_frame()
        for tidy in self.after_frame:
            tidy()
        # Panda3D keeps the states of nodes that are gone, and with them their textures, until this is called; its own
        # task does so too, but only where somebody polls.
        TransformState.garbage_collect()
        RenderState.garbage_collect()
        self.needs_frame = False
        self.frames += 1

    def _handle(self) -> int:
        """The window system's number of the window; 0 for a picture in memory."""
        win = self.base.win
        handle = win.get_window_handle() if isinstance(win, GraphicsWindow) else None
        return 0 if handle is None else int(handle.get_int_handle())

    @property
    def lost(self) -> bool:
        """Whether another program has destroyed the window; asked of the window system now and then."""
        if self.polls % WATCH_POLLS == 0:
            self._gone = not self._watch.is_there
        return self._gone

    def resize(self, width: int, height: int) -> None:
        """Ask for another size of the drawing area; a window manager may take its time."""
        if self.kind == "window":
            properties = WindowProperties()
            properties.set_size(width, height)
            self.base.win.request_properties(properties)
            self.poll()
        else:
            self.base.win.set_size(width, height)
            self._window_event(self.base.win)

    def set_fullscreen(self, fullscreen: bool, size: tuple[int, int] = (1280, 720)) -> None:
        """Fill the screen, or go back to a window of a size."""
        if self.kind != "window":
            return
        properties = WindowProperties()
        properties.set_fullscreen(fullscreen)
        pipe = self.base.pipe if self.base.pipe else self.base.win.get_pipe()
        width, height = pipe.get_display_width(), pipe.get_display_height()
        properties.set_size(*((width, height) if fullscreen and width else size))
        self.base.win.request_properties(properties)
        self.poll()

    def screenshot(self) -> PNMImage:
        """The picture drawn last. Raises: Unavailable if it cannot be read back."""
        image = PNMImage()
        if not self.base.win.get_screenshot(image):
            raise Unavailable("the picture could not be read from the window")
        image.remove_alpha()
        return image

    def _window_event(self, win: Any) -> None:
        """Follow the window's size; anything else that happened to it may need drawing too."""
        if win != self.base.win:
            return
        if self.kind == "window":
            self.base.windowEvent(win)
        if self.size != self._size:
            self._fit()
            self.base.messenger.send(RESIZED_EVENT, [self._size])
        self.request_frame()

    def _fit(self) -> None:
        """Give the flat scenes the window's proportions."""
        self._size = width, height = self.size
        self.base.adjustWindowAspectRatio(width / height)
        self.base.pixel2d.set_scale(2.0 / width, 1.0, 2.0 / height)

    def close(self) -> None:
        """Close it and free what it held; twice is harmless."""
        if self._closed:
            return
        self._closed = True
        self.before_frame.clear()
        self.after_frame.clear()
        self._watch.close()
        self.base.destroy()
        self._engine.render_frame()

    def __enter__(self) -> Window:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _settle_settings() -> None:
    """Give panda3d its settings, once in a process, before anything is opened."""
    pages = ConfigPageManager.get_global_ptr()
    if all(pages.get_explicit_page(i).get_name() != _PAGE for i in range(pages.get_num_explicit_pages())):
        loadPrcFileData(_PAGE, _SETTINGS)
