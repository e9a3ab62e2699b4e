"""The icons, white on nothing: 96 x 96, drawn to read at 20 pixels. One function a group, a shape an icon."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from manifold3d import Manifold

from assets import nobles
from assets.draw import (
    Point,
    Shape,
    arc,
    arrow_head,
    box,
    circle,
    common,
    cut,
    grown,
    line,
    mirrored,
    on_circle,
    outline,
    picture,
    polygon,
    unite,
)
from assets.png import png_bytes
from babylon3d.games.babylon import pieces

PEN = 0.17
"""Width of a line."""


def files(name: str) -> Iterator[tuple[str, bytes]]:
    """The icons, all or only the one called `name`."""
    for key, draw in sorted(_all().items()):
        if name in ("", key):
            alpha = np.round(picture(draw()) * 255).astype(np.uint8)
            white = np.full_like(alpha, 255)
            yield f"{key}.png", png_bytes(np.stack([white, white, white, alpha], axis=2))


def _all() -> dict[str, Callable[[], Shape]]:
    table: dict[str, Callable[[], Shape]] = {
        "tower": _tower, "bridge": _bridge,
        "large": lambda: _pawn(0.66, 0.86, 0.34), "small": lambda: _pawn(0.42, 0.66, 0.27),
        "undo": _undo, "redo": lambda: mirrored(_undo()), "slots": _slots, "special": _exchange, "end": _end,
        "turn": _rotate, "turn_back": lambda: mirrored(_rotate()), "menu": _menu, "pause": _pause, "help": _help,
        "camera": _camera, "home": _home, "save": lambda: _tray(down=True), "load": lambda: _tray(down=False),
        "play": _play, "fast": _fast, "slow": lambda: mirrored(_fast()),
        "step": _step, "step_back": lambda: mirrored(_step()), "first": lambda: mirrored(_last()), "last": _last,
        "replay": _replay, "stop": lambda: box((0, 0), (0.55, 0.55), 0.12),
        "trophy": _trophy, "sound": _sound, "sound_off": _sound_off, "check": _check, "cross": _cross,
        "forbidden": _forbidden, "warning": _warning, "bot": _bot, "human": _human, "settings": _settings,
        "clock": _clock, "hourglass": _hourglass, "back": lambda: mirrored(_next()), "next": _next,
        "up": lambda: line([(-0.5, -0.25), (0, 0.28), (0.5, -0.25)], 0.2),
        "down": lambda: line([(-0.5, 0.25), (0, -0.28), (0.5, 0.25)], 0.2),
        "plus": lambda: unite(line([(-0.6, 0), (0.6, 0)], PEN), line([(0, -0.6), (0, 0.6)], PEN)),
        "minus": lambda: line([(-0.6, 0), (0.6, 0)], PEN),
        "eye": _eye, "levels": _levels, "rules": _book, "quit": _quit, "dice": _dice, "flask": _flask,
        "players": _players, "edit": _pencil, "scores": _scores, "full_screen": _full_screen, "star": _star,
        "keyboard": _keyboard, "trash": _trash, "target": _target, "bolt": _bolt,
        "dot": lambda: circle((0, 0), 0.42),
    }  # fmt: skip
    for size in ("small", "large"):
        for colour in pieces.COLOURS:
            table[f"{size}_{colour}"] = lambda c=colour, s=size: _noble(c, s)  # type: ignore[misc]
    return table


# --- pieces


def _tower() -> Shape:
    door = unite(box((0, -0.34), (0.25, 0.30)), circle((0, -0.04), 0.25))
    slit = line([(-0.16, 0.47), (0.16, 0.47)], 0.12)
    return cut(box((0, 0), (0.7, 0.74), 0.12), door, slit)


def _bridge() -> Shape:
    arch = unite(box((0, -0.6), (0.27, 0.42)), circle((0, -0.18), 0.27))
    return cut(box((0, -0.02), (0.95, 0.36), 0.09), arch)


def _pawn(base: float, top: float, head: float) -> Shape:
    foot = -0.86
    neck = top - 2 * head + 0.06
    skirt = polygon(
        [(-base * 0.86, foot + 0.26), (base * 0.86, foot + 0.26), (base * 0.30, neck), (-base * 0.30, neck)], 0.02
    )
    parts = (
        box((0, foot + 0.1), (base, 0.1), 0.09),
        skirt,
        box((0, neck), (max(0.58 * base, head * 0.95), 0.065), 0.06),
        circle((0, top - head), head),
    )
    return unite(*parts)


def _noble(colour: str, size: str) -> Shape:
    """The noble's own outline, seen from the side."""
    solid: Manifold = nobles.noble(colour, size, True)
    scale = 1.76 / nobles.build_of("large").height
    foot = nobles.build_of(size).height / 2
    shapes = []
    for loop in solid.rotate([0, 0, 90]).rotate([-90, 0, 0]).project().simplify(0.05).to_polygons():
        shapes.append(polygon([(float(x) * scale, (float(y) + foot) * scale - 0.88) for x, y in loop], 0.012))
    return unite(*shapes)


# --- moves


def _undo() -> Shape:
    bend = arc((0.08, -0.14), 0.46, -90, 90, PEN)
    tail = line([(-0.36, -0.60), (0.08, -0.60)], PEN)
    shaft = line([(-0.40, 0.32), (0.08, 0.32)], PEN)
    return unite(bend, tail, shaft, arrow_head((-0.82, 0.32), 180, 0.46))


def _slots() -> Shape:
    squares = [box((x, y), (0.29, 0.29), 0.09) for x, y in ((-0.42, 0.42), (0.42, 0.42), (-0.42, -0.42))]
    hollow = [cut(s, grown(s, -0.12)) for s in squares]
    return unite(*hollow, box((0.42, -0.42), (0.31, 0.31), 0.09))


def _exchange() -> Shape:
    upper = unite(line([(-0.7, 0.34), (0.40, 0.34)], PEN), arrow_head((0.84, 0.34), 0, 0.46))
    return unite(upper, upper[::-1, ::-1])


def _end() -> Shape:
    arrow = unite(line([(-0.8, 0), (0.1, 0)], PEN), arrow_head((0.5, 0), 0, 0.5))
    return unite(arrow, line([(0.74, -0.6), (0.74, 0.6)], PEN))


def _rotate() -> Shape:
    centre, radius = (0.0, -0.06), 0.6
    return unite(arc(centre, radius, -215, 68, PEN), arrow_head(on_circle(centre, radius + 0.02, 114), 182, 0.46))


# --- program


def _menu() -> Shape:
    return unite(*(line([(-0.62, y), (0.62, y)], PEN) for y in (0.46, 0.0, -0.46)))


def _pause() -> Shape:
    return unite(box((-0.3, 0), (0.16, 0.6), 0.08), box((0.3, 0), (0.16, 0.6), 0.08))


def _ring() -> Shape:
    return outline(circle((0, 0), 0.76), 0.15)


def _help() -> Shape:
    hook = arc((0, 0.19), 0.24, 165, -55, 0.15)
    stem = line([on_circle((0, 0.19), 0.24, -55), (0.0, -0.14), (0.0, -0.2)], 0.15)
    return unite(_ring(), hook, stem, circle((0, -0.44), 0.10))


def _camera() -> Shape:
    body = unite(
        box((0, -0.08), (0.84, 0.5), 0.14), polygon([(-0.34, 0.36), (0.34, 0.36), (0.22, 0.56), (-0.22, 0.56)], 0.05)
    )
    lens = circle((0, -0.08), 0.34)
    return unite(cut(body, lens, circle((0.6, 0.22), 0.08)), circle((0, -0.08), 0.2))


def _home() -> Shape:
    roof = line([(-0.78, 0.02), (0, 0.68), (0.78, 0.02)], PEN)
    walls = cut(
        polygon([(-0.5, -0.66), (0.5, -0.66), (0.5, 0.08), (0, 0.48), (-0.5, 0.08)], 0.03), box((0, -0.5), (0.15, 0.28))
    )
    return unite(roof, walls)


def _tray(down: bool) -> Shape:
    tray = line([(-0.74, -0.22), (-0.74, -0.66), (0.74, -0.66), (0.74, -0.22)], PEN)
    if down:
        arrow = unite(line([(0, 0.78), (0, 0.1)], PEN), arrow_head((0, -0.34), -90, 0.46))
    else:
        arrow = unite(line([(0, -0.3), (0, 0.3)], PEN), arrow_head((0, 0.8), 90, 0.46))
    return unite(tray, arrow)


def _triangle(x: float, half: float) -> Shape:
    return polygon([(x - half * 0.8, -half), (x + half * 0.8, 0), (x - half * 0.8, half)], 0.07)


def _play() -> Shape:
    return _triangle(0.08, 0.62)


def _fast() -> Shape:
    return unite(_triangle(-0.34, 0.48), _triangle(0.42, 0.48))


def _step() -> Shape:
    return unite(_triangle(-0.12, 0.54), box((0.58, 0), (0.11, 0.6), 0.07))


def _last() -> Shape:
    return unite(_triangle(-0.5, 0.42), _triangle(0.18, 0.42), box((0.74, 0), (0.09, 0.5), 0.06))


def _replay() -> Shape:
    return unite(_rotate(), polygon([(-0.16, -0.32), (0.3, -0.04), (-0.16, 0.24)], 0.03))


def _trophy() -> Shape:
    cup = unite(box((0, 0.52), (0.44, 0.28), 0.03), common(circle((0, 0.26), 0.44), box((0, 0), (1, 0.28))))
    handles = [
        arc((s * 0.46, 0.42), 0.26, 90, -90, 0.12) if s > 0 else arc((-0.46, 0.42), 0.26, 90, 270, 0.12)
        for s in (1, -1)
    ]
    stem = unite(
        box((0, -0.36), (0.09, 0.24)), box((0, -0.62), (0.26, 0.08), 0.04), box((0, -0.76), (0.42, 0.08), 0.05)
    )
    return unite(cup, *handles, stem)


def _speaker() -> Shape:
    return unite(
        box((-0.68, 0), (0.18, 0.22), 0.05), polygon([(-0.62, -0.2), (-0.14, -0.58), (-0.14, 0.58), (-0.62, 0.2)], 0.04)
    )


def _sound() -> Shape:
    return unite(_speaker(), arc((-0.12, 0), 0.38, -42, 42, 0.14), arc((-0.12, 0), 0.74, -44, 44, 0.14))


def _sound_off() -> Shape:
    return unite(_speaker(), line([(0.2, -0.26), (0.72, 0.26)], 0.15), line([(0.2, 0.26), (0.72, -0.26)], 0.15))


def _check() -> Shape:
    return line([(-0.62, -0.02), (-0.2, -0.46), (0.64, 0.48)], 0.22)


def _cross() -> Shape:
    return unite(line([(-0.52, -0.52), (0.52, 0.52)], 0.21), line([(-0.52, 0.52), (0.52, -0.52)], 0.21))


def _forbidden() -> Shape:
    return unite(outline(circle((0, 0), 0.72), 0.19), line([(-0.5, 0.5), (0.5, -0.5)], 0.17))


def _warning() -> Shape:
    sign = polygon([(-0.72, -0.6), (0.72, -0.6), (0, 0.66)], 0.14)
    return cut(sign, line([(0, 0.28), (0, -0.12)], 0.15), circle((0, -0.42), 0.095))


def _bot() -> Shape:
    head = box((0, -0.12), (0.66, 0.5), 0.18)
    eyes = [circle((x, 0.0), 0.125) for x in (-0.27, 0.27)]
    mouth = line([(-0.2, -0.36), (0.2, -0.36)], 0.1)
    ears = [box((x, -0.1), (0.08, 0.2), 0.06) for x in (-0.84, 0.84)]
    return unite(cut(head, *eyes, mouth), *ears, line([(0, 0.3), (0, 0.62)], 0.11), circle((0, 0.7), 0.13))


def _bust(x: float, scale: float) -> Shape:
    shoulders = common(
        box((x, -0.56 * scale), (0.62 * scale, 0.3 * scale), 0.0),
        _ellipse((x, -0.86 * scale), 0.62 * scale, 0.74 * scale),
    )
    return unite(circle((x, 0.36 * scale), 0.34 * scale), shoulders)


def _ellipse(centre: Point, rx: float, ry: float) -> Shape:
    points = [
        (centre[0] + rx * math.cos(t), centre[1] + ry * math.sin(t))
        for t in np.linspace(0, 2 * math.pi, 48, endpoint=False)
    ]
    return polygon(points)


def _human() -> Shape:
    return _bust(0.0, 1.0)


def _players() -> Shape:
    front = _bust(-0.24, 0.86)
    return unite(front, cut(_bust(0.42, 0.72), grown(front, 0.12)))


def _settings() -> Shape:
    teeth = [
        polygon([on_circle((0, 0), r, 45 * k + d) for r, d in ((0.5, -15), (0.86, -10), (0.86, 10), (0.5, 15))], 0.02)
        for k in range(8)
    ]
    return cut(unite(circle((0, 0), 0.63), *teeth), circle((0, 0), 0.27))


def _clock() -> Shape:
    return unite(_ring(), line([(0, 0.44), (0, 0), (0.28, -0.2)], 0.15))


def _hourglass() -> Shape:
    glass = unite(
        polygon([(-0.4, 0.62), (0.4, 0.62), (0.0, 0.02)], 0.06),
        polygon([(-0.4, -0.62), (0.4, -0.62), (0.0, -0.02)], 0.06),
    )
    empty = polygon([(-0.2, 0.66), (0.2, 0.66), (0.2, 0.42), (-0.2, 0.42)])
    return unite(
        cut(glass, empty), line([(-0.54, 0.74), (0.54, 0.74)], 0.16), line([(-0.54, -0.74), (0.54, -0.74)], 0.16)
    )


def _next() -> Shape:
    return line([(-0.22, -0.52), (0.3, 0), (-0.22, 0.52)], 0.2)


def _eye() -> Shape:
    lens = common(circle((0, -0.52), 1.02), circle((0, 0.52), 1.02))
    return unite(cut(lens, grown(lens, -0.15)), circle((0, 0), 0.22))


def _levels() -> Shape:
    layer = polygon([(-0.78, 0), (0, 0.36), (0.78, 0), (0, -0.36)], 0.03)
    rows = [np.roll(layer, -int(dy * layer.shape[0] / 2), axis=0) for dy in (0.36, 0.0, -0.36)]
    top = rows[0]
    return unite(top, cut(rows[1], grown(rows[0], 0.11)), cut(rows[2], grown(rows[1], 0.11), grown(rows[0], 0.11)))


def _book() -> Shape:
    page = polygon([(-0.82, 0.5), (-0.4, 0.58), (-0.08, 0.44), (-0.08, -0.54), (-0.4, -0.40), (-0.82, -0.48)], 0.04)
    lines = [line([(-0.66, y), (-0.42, y + 0.03), (-0.26, y - 0.02)], 0.08) for y in (0.24, 0.02, -0.2)]
    half = cut(page, *lines)
    return unite(half, mirrored(half))


def _quit() -> Shape:
    door = line([(0.1, 0.7), (-0.7, 0.7), (-0.7, -0.7), (0.1, -0.7)], PEN)
    return unite(door, line([(-0.22, 0), (0.4, 0)], PEN), arrow_head((0.84, 0), 0, 0.46))


def _dice() -> Shape:
    pips = [circle((x * 0.34, y * 0.34), 0.125) for x, y in ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1))]
    return cut(box((0, 0), (0.72, 0.72), 0.18), *pips)


def _flask() -> Shape:
    neck = [(-0.18, 0.66), (-0.18, 0.2), (-0.62, -0.62), (0.62, -0.62), (0.18, 0.2), (0.18, 0.66)]
    body = polygon(neck, 0.1)
    empty = common(grown(body, -0.15), box((0, 0.5), (1, 0.62)))
    return unite(cut(body, empty), line([(-0.32, 0.74), (0.32, 0.74)], 0.15))


def _pencil() -> Shape:
    shaft = polygon([(-0.5, -0.28), (0.36, 0.58), (0.58, 0.36), (-0.28, -0.5)], 0.05)
    tip = polygon([(-0.62, -0.38), (-0.38, -0.62), (-0.76, -0.76)], 0.04)
    return unite(cut(shaft, line([(0.16, 0.56), (0.56, 0.16)], 0.07)), tip)


def _scores() -> Shape:
    bars = ((-0.56, 0.42), (0.0, 0.78), (0.56, 0.58))
    return unite(*(box((x, -0.74 + h * 0.9), (0.19, h * 0.9), 0.06) for x, h in bars))


def _full_screen() -> Shape:
    corner = line([(0.26, 0.68), (0.68, 0.68), (0.68, 0.26)], PEN)
    right = unite(corner, corner[::-1, :])
    return unite(right, mirrored(right))


def _star() -> Shape:
    return polygon([on_circle((0, -0.04), 0.8 if k % 2 == 0 else 0.36, 90 + 36 * k) for k in range(10)], 0.05)


def _keyboard() -> Shape:
    keys = [box((x, y), (0.085, 0.085), 0.03) for y in (0.22, -0.02) for x in (-0.58, -0.29, 0.0, 0.29, 0.58)]
    return cut(box((0, 0), (0.88, 0.54), 0.14), *keys, box((0, -0.28), (0.42, 0.075), 0.03))


def _trash() -> Shape:
    bin_ = polygon([(-0.5, 0.36), (0.5, 0.36), (0.4, -0.74), (-0.4, -0.74)], 0.06)
    ribs = [line([(x, 0.16), (x * 0.85, -0.56)], 0.1) for x in (-0.22, 0.0, 0.22)]
    lid = unite(line([(-0.66, 0.56), (0.66, 0.56)], 0.15), line([(-0.2, 0.76), (0.2, 0.76)], 0.13))
    return unite(cut(bin_, *ribs), lid)


def _target() -> Shape:
    return unite(_ring(), outline(circle((0, 0), 0.42), 0.14), circle((0, 0), 0.15))


def _bolt() -> Shape:
    return polygon([(0.18, 0.8), (-0.5, -0.1), (-0.06, -0.1), (-0.2, -0.8), (0.5, 0.16), (0.06, 0.16)], 0.05)
