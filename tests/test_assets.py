"""The made files under assets/: shapes agree with the set of pieces, pictures tile, sounds do not click."""

from __future__ import annotations

import random
import re
import struct
import subprocess
import sys
import wave
import zlib
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import trimesh

from babylon3d.games.babylon import pieces
from babylon3d.render.glb import MeshData, read_glb
from babylon3d.storage import asset
from tests.sampling import samples

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets"
NOBLES = [f"{size}_{colour}" for size in ("small", "large") for colour in pieces.COLOURS]
PIECES = ["tower", "bridge", *NOBLES]
Floats = npt.NDArray[np.float64]


@cache
def mesh_of(name: str) -> MeshData:
    return read_glb(asset(f"meshes/{name}.glb").read_bytes(), name)


def welded(name: str) -> trimesh.Trimesh:
    mesh = mesh_of(name)
    solid = trimesh.Trimesh(mesh.positions, mesh.triangles, process=False)
    solid.merge_vertices(merge_tex=True, merge_norm=True, digits_vertex=7)
    return solid


def spec_of(name: str) -> tuple[float, float, float]:
    return pieces.BABYLON.specs[name.partition("_")[0]].size


@cache
def depths(name: str, right: int, up: int, sign: int, pixels: int = 48) -> Floats:
    """How far each point of a face lies behind the bounding box, seen along the third axis; metres, inf where open.

    `right`, `up` are the axes across and up the picture, `sign` the side of the third axis looked at.
    """
    mesh = mesh_of(name)
    away = 3 - right - up
    low, high = mesh.positions.min(axis=0).astype(float), mesh.positions.max(axis=0).astype(float)
    side = (np.arange(pixels) + 0.5) / pixels
    x, y = np.meshgrid(low[right] + side * (high[right] - low[right]), low[up] + side * (high[up] - low[up]))
    front = np.full(x.shape, np.inf)
    for corner in mesh.positions[mesh.triangles].astype(float):
        (ax, bx, cx), (ay, by, cy) = corner[:, right], corner[:, up]
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        columns = slice(*np.searchsorted(x[0], (min(ax, bx, cx), max(ax, bx, cx))))
        rows = slice(*np.searchsorted(y[:, 0], (min(ay, by, cy), max(ay, by, cy))))
        px, py = x[rows, columns], y[rows, columns]
        if abs(area) < 1e-15 or px.size == 0:
            continue
        v = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area
        w = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area
        inside = (v >= 0) & (w >= 0) & (v + w <= 1)
        at = corner[0, away] + v * (corner[1, away] - corner[0, away]) + w * (corner[2, away] - corner[0, away])
        depth = high[away] - at if sign > 0 else at - low[away]
        front[rows, columns] = np.where(inside, np.minimum(front[rows, columns], depth), front[rows, columns])
    return front


# --- meshes


@pytest.mark.parametrize("name", PIECES)
def test_a_mesh_fills_its_pieces_bounding_box(name: str) -> None:
    half = np.array(spec_of(name)) / 2
    for mesh in (mesh_of(name), mesh_of(f"{name}_low")):
        assert np.allclose(mesh.positions.min(axis=0), -half, atol=1e-5)
        assert np.allclose(mesh.positions.max(axis=0), half, atol=1e-5)


@pytest.mark.parametrize("name", PIECES)
def test_a_mesh_is_closed_and_light_enough(name: str) -> None:
    for which, most in ((name, 2000), (f"{name}_low", 300)):
        solid = welded(which)
        assert len(mesh_of(which).triangles) < most
        assert solid.is_watertight
        assert solid.is_winding_consistent
        assert solid.volume > 0.3 * np.prod(spec_of(name)) * (1 if name in ("tower", "bridge") else 0.3)


@pytest.mark.parametrize("name", ["table", "ruler_segment", "ruler_cap"])
def test_the_table_and_the_ruler_are_closed(name: str) -> None:
    assert welded(name).is_watertight
    assert len(mesh_of(name).triangles) < 2000


@pytest.mark.parametrize("name", PIECES)
def test_occlusion_is_baked_into_the_vertex_colours(name: str) -> None:
    mesh = mesh_of(name)
    grey = mesh.colours[:, 0]
    assert np.array_equal(mesh.colours[:, 1], grey)
    assert np.array_equal(mesh.colours[:, 2], grey)
    assert (mesh.colours[:, 3] == 1).all()
    assert len(np.unique(grey)) > 40
    top = mesh.positions[:, 2] > 0.45 * spec_of(name)[2]
    foot = mesh.positions[:, 2] < -0.49999 * spec_of(name)[2]
    assert grey[top].max() > 0.95
    assert np.median(grey[foot]) < 0.5


def test_the_towers_openings_are_dark_and_its_walls_are_not() -> None:
    mesh = mesh_of("tower")
    half = pieces.WIDTH_M / 2
    x, y, z = mesh.positions.T
    deep = (np.abs(x) < half - 0.004) & (np.abs(y) < half - 0.004) & (np.abs(z) < pieces.LEVEL_M / 2 - 0.003)
    wall = (x > half - 1e-6) & (z > 0)
    assert deep.sum() > 30
    assert np.median(mesh.colours[deep, 0]) < 0.45
    assert np.median(mesh.colours[wall, 0]) > 0.9


@pytest.mark.parametrize("name", ["tower", "bridge"])
def test_flat_faces_are_flat_and_bevels_round(name: str) -> None:
    mesh = mesh_of(name)
    half = np.array(spec_of(name)) / 2
    for axis in range(3):
        face = mesh.positions[:, axis] > half[axis] - 1e-6
        assert face.sum() > 10
        assert mesh.normals[face, axis].min() > 0.999
    outer = np.abs(np.abs(mesh.positions) - half) < 0.045 * pieces.PITCH_M
    on_edge = (outer.sum(axis=1) == 2) & ((np.abs(mesh.normals) > 0.3) & (np.abs(mesh.normals) < 0.95)).any(axis=1)
    assert on_edge.sum() > 30


def test_stone_grain_has_one_scale_everywhere() -> None:
    for name in ("tower", "bridge"):
        mesh = mesh_of(name)
        corner, uv = mesh.positions[mesh.triangles].astype(float), mesh.uvs[mesh.triangles].astype(float)
        area = np.linalg.norm(np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), axis=1)
        u, v = uv[:, 1] - uv[:, 0], uv[:, 2] - uv[:, 0]
        ratio = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) * 0.048**2 / area
        seen = area > 1e-9
        assert ratio[seen].max() < 1.05
        assert ratio[seen].min() > 0.5


def test_the_bridges_centre_of_mass_is_the_pieces() -> None:
    # The formula has neither bevels nor carved bands; they move the centre by 5 micrometres.
    for name in ("bridge", "bridge_low"):
        centre = welded(name).center_mass
        assert centre[2] + pieces.LEVEL_M / 2 == pytest.approx(pieces.bridge_com_height_m(), abs=2e-5)
        assert np.abs(centre[:2]).max() < 1e-6


def test_the_bridges_arch_is_the_pieces() -> None:
    mesh = mesh_of("bridge")
    inner = mesh.positions[(np.abs(mesh.positions[:, 1]) < 0.008) & (np.abs(mesh.positions[:, 0]) < 0.0103)]
    inner = inner[np.abs(inner[:, 2]) < 0.0099]
    assert inner[:, 2].max() == pytest.approx(pieces.ARCH_HEIGHT_M - pieces.LEVEL_M / 2, abs=1e-5)
    assert np.abs(inner[:, 0]).max() == pytest.approx(pieces.ARCH_WIDTH_M / 2, abs=1e-5)
    front = depths("bridge", 0, 2, -1)
    assert np.isinf(front).mean() == pytest.approx(0.202, abs=0.01), "one looks through the arch"


def test_at_turn_0_the_doorway_faces_minus_y_and_is_the_largest_opening() -> None:
    for name in ("tower", "tower_low"):
        views = [depths(name, right, 2, sign) for right, sign in ((0, -1), (1, 1), (0, 1), (1, -1))]
        open_ = [float((view > 0.002).mean()) for view in views]
        assert open_[0] > 1.3 * max(open_[1:])


def test_all_four_turns_of_a_tower_look_different() -> None:
    # Each as seen from outside, upright: the views towards +y, -x, -y, +x, mirrored where the axis runs left.
    for name in ("tower", "tower_low"):
        views = [depths(name, 0, 2, -1), depths(name, 1, 2, 1), depths(name, 0, 2, 1)[:, ::-1]]
        views.append(depths(name, 1, 2, -1)[:, ::-1])
        for one, other in combinations([np.minimum(view, 0.01) for view in views], 2):
            assert (np.abs(one - other) > 0.001).mean() > 0.03


def test_the_slit_on_top_runs_from_the_middle_towards_minus_y() -> None:
    for name in ("tower", "tower_low"):
        top = depths(name, 0, 1, 1)
        rows, columns = np.nonzero(top[3:-3, 3:-3] > 0.002)
        y = (rows + 3.5) / top.shape[0] * pieces.WIDTH_M - pieces.WIDTH_M / 2
        x = (columns + 3.5) / top.shape[1] * pieces.WIDTH_M - pieces.WIDTH_M / 2
        assert -0.001 < y.max() <= 0.0003
        assert -pieces.WIDTH_M / 2 < y.min() < -0.006
        assert np.abs(x).max() < 0.0015


@pytest.mark.parametrize("size", ["small", "large"])
@pytest.mark.parametrize("suffix", ["", "_low"])
def test_all_five_heads_are_told_apart_by_shape(size: str, suffix: str) -> None:
    def outline(colour: str) -> npt.NDArray[np.bool_]:
        return np.isfinite(depths(f"{size}_{colour}{suffix}", 0, 2, -1, 96))[62:]

    for one, other in combinations(pieces.COLOURS, 2):
        a, b = outline(one), outline(other)
        assert (a & b).sum() / (a | b).sum() < 0.82, (one, other)


@pytest.mark.parametrize("name", PIECES)
def test_the_coarse_mesh_has_the_same_outline(name: str) -> None:
    for right, up, sign in ((0, 2, -1), (1, 2, 1)):
        fine, coarse = (np.isfinite(depths(n, right, up, sign)) for n in (name, f"{name}_low"))
        assert (fine & coarse).sum() / (fine | coarse).sum() > 0.85


def test_ruler_segments_stack_one_level_high() -> None:
    segment, cap = mesh_of("ruler_segment").positions, mesh_of("ruler_cap").positions
    assert segment[:, 2].min() == cap[:, 2].min() == 0
    assert segment[:, 2].max() == pytest.approx(pieces.LEVEL_M)
    ends = [segment[np.abs(segment[:, 2] - z) < 1e-7][:, :2] for z in (0.0, pieces.LEVEL_M)]
    ends.append(cap[np.abs(cap[:, 2]) < 1e-7][:, :2])
    boxes = [(end.min(axis=0), end.max(axis=0)) for end in ends]
    for low, high in boxes[1:]:
        assert np.allclose(low, boxes[0][0], atol=1e-6)
        assert np.allclose(high, boxes[0][1], atol=1e-6)


# --- pictures


def pixels_of(path: Path) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """A PNG of ours: (height, width, channels) and the palette ((0, 3) without one); filters 0, 1 and 2 only."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks: dict[bytes, bytes] = {}
    at = 8
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        chunks[kind] = data[at + 8 : at + 8 + size]
        at += 12 + size
    width, height, depth, colour = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    channels = {2: 3, 3: 1, 6: 4}[colour]
    assert depth == 8
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + width * channels)
    out = np.zeros((height, width, channels), np.uint8)
    for y, row in enumerate(rows):
        values = row[1:].reshape(width, channels)
        match row[0]:
            case 0:
                out[y] = values
            case 1:
                out[y] = np.cumsum(values, axis=0, dtype=np.uint8)
            case 2:
                out[y] = values + out[y - 1]
            case _:
                raise AssertionError(f"filter {row[0]}")
    return out, np.frombuffer(chunks.get(b"PLTE", b""), np.uint8).reshape(-1, 3)


@pytest.mark.parametrize(("name", "least"), [("stone", 512), ("wood", 1024)])
def test_a_texture_tiles_without_a_seam(name: str, least: int) -> None:
    index, palette = pixels_of(ASSETS / "textures" / f"{name}.png")
    assert min(index.shape[:2]) >= least
    grey = palette[index[..., 0]].astype(float).mean(axis=2)
    for axis in (0, 1):
        lines = np.moveaxis(grey, axis, 0)
        steps = np.abs(np.diff(lines, axis=0)).mean(axis=1)
        wrap = np.abs(lines[0] - lines[-1]).mean()
        assert wrap <= steps.max()
    assert grey.std() > 4


def test_the_textures_are_small_stone_and_wood_are_warm_and_the_cloth_is_cool() -> None:
    files = sorted((ASSETS / "textures").glob("*.png"))
    assert sum(f.stat().st_size for f in files) < 3_000_000
    means = {}
    for name in ("stone", "wood", "cloth"):
        index, palette = pixels_of(ASSETS / "textures" / f"{name}.png")
        means[name] = palette[index[..., 0]].astype(float).reshape(-1, 3).mean(axis=0)
    for name in ("stone", "wood"):
        red, green, blue = means[name]
        assert red > green > blue, name
    red, green, blue = means["cloth"]
    assert red < green < blue
    assert {file.stem for file in files} == {*means, "room"}


def test_icons_are_white_distinct_and_keep_off_the_border() -> None:
    files = sorted((ASSETS / "icons").glob("*.png"))
    wanted = {"tower", "bridge", "large", "small", "undo", "end", "special", "turn", "menu", "pause", "help", "camera"}
    wanted |= {"save", "play", "step", "fast", "trophy", "sound", "sound_off", "check", "cross", "forbidden", "warning"}
    wanted |= {"bot", "human", "settings", "clock", *NOBLES}
    assert wanted <= {f.stem for f in files}
    alphas = {}
    for file in files:
        picture, _ = pixels_of(file)
        assert picture.shape == (96, 96, 4)
        assert (picture[..., :3] == 255).all()
        alpha = picture[..., 3].astype(int)
        assert max(alpha[0].max(), alpha[-1].max(), alpha[:, 0].max(), alpha[:, -1].max()) == 0, file.stem
        assert 0.03 < (alpha > 128).mean() < 0.75, file.stem
        alphas[file.stem] = alpha
    for one, other in combinations(sorted(alphas), 2):
        assert np.abs(alphas[one] - alphas[other]).mean() > 1.5, (one, other)


def test_every_icon_that_the_screens_name_is_there() -> None:
    named = set()
    for layer in ("app", "present", "render"):
        for file in (ROOT / "babylon3d" / layer).rglob("*.py"):
            named |= set(re.findall(r"\b(?:icon=|Icon\(name=)\"([a-z_]+)\"", file.read_text(encoding="utf-8")))
    assert len(named) > 10
    assert sorted(named - {p.stem for p in (ASSETS / "icons").glob("*.png")}) == []


# --- fonts


def characters(font: bytes) -> set[int]:
    """The characters of a TrueType or OpenType font, from its table of segments (`cmap` format 4)."""
    tables = {
        font[12 + 16 * i : 16 + 16 * i]: struct.unpack_from(">II", font, 20 + 16 * i)[0]
        for i in range(struct.unpack_from(">H", font, 4)[0])
    }
    cmap = tables[b"cmap"]
    found: set[int] = set()
    for i in range(struct.unpack_from(">H", font, cmap + 2)[0]):
        start = cmap + struct.unpack_from(">I", font, cmap + 8 + 8 * i)[0]
        if struct.unpack_from(">H", font, start)[0] != 4:
            continue
        n = struct.unpack_from(">H", font, start + 6)[0] // 2
        ends = struct.unpack_from(f">{n}H", font, start + 14)
        begins = struct.unpack_from(f">{n}H", font, start + 16 + 2 * n)
        for begin, end in zip(begins, ends, strict=True):
            found.update(range(begin, end + 1))
    return found


def test_the_text_fonts_have_every_character_the_screens_need() -> None:
    needed = {chr(c) for c in (*range(0x20, 0x7F), *range(0xA1, 0x17F)) if c != 0xAD} | set("–—‘’“”•…←↑→↓−×≤≥✓▲▶")
    for name in ("SourceSansPro-Regular.otf", "SourceSansPro-Semibold.otf"):
        assert needed <= {chr(c) for c in characters((ASSETS / "fonts" / name).read_bytes())}


def test_the_title_font_has_plain_text_and_every_font_its_licence() -> None:
    have = characters((ASSETS / "fonts" / "Marcellus-Regular.ttf").read_bytes())
    assert set(range(0x20, 0x7F)) | {ord(c) for c in "äöüßéèñåøç–—’−×"} <= have
    for licence in ("OFL-Marcellus.txt", "OFL-SourceSansPro.txt"):
        assert "SIL Open Font License, Version 1.1" in (ASSETS / "fonts" / licence).read_text(encoding="utf-8")
    files = list((ASSETS / "fonts").iterdir())
    assert sum(f.stat().st_size for f in files) < 1_500_000


# --- sounds


SOUNDS = sorted(p.stem for p in (ASSETS / "sounds").glob("*.wav"))


def test_all_sounds_are_there() -> None:
    wanted = {"pick", "place", "place_2", "place_3", "noble", "fall", "refuse", "click", "end", "over"}
    assert wanted <= set(SOUNDS)


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_short_whole_and_silent_at_both_ends(name: str) -> None:
    with wave.open(str(ASSETS / "sounds" / f"{name}.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 44100)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32767
    seconds = len(samples) / 44100
    assert seconds < (3.0 if name == "over" else 1.0)
    assert 0.2 < np.abs(samples).max() < 0.8
    assert abs(samples.mean()) < 0.002
    assert abs(samples[0]) < 0.001
    assert np.abs(samples[-200:]).max() < 0.004
    loud = np.nonzero(np.abs(samples) > 0.1 * np.abs(samples).max())[0]
    assert loud[0] < 0.06 * 44100, "it is heard at once"


# --- making them


def farthest(one: Floats, other: Floats, rows: int = 200) -> float:
    """How far the row of `one` that is farthest from every row of `other` lies from them."""
    worst = 0.0
    for start in range(0, len(one), rows):
        apart = np.abs(one[start : start + rows, None, :] - other[None, :, :]).max(axis=2)
        worst = max(worst, float(apart.min(axis=1).max()))
    return worst


def _corners(mesh: MeshData) -> Floats:
    """Everything about each corner in one row; a micrometre counts as much as a thousandth of a direction.

    So do 6 % of its occlusion: a ray that grazes an edge hits it on one processor and misses it on another, which
    makes 1 to 4 % at one corner in a hundred.
    """
    parts = (mesh.positions * 1e3, mesh.normals, mesh.uvs, mesh.colours / 60)
    return np.concatenate([np.asarray(part, np.float64) for part in parts], axis=1)


def _area(mesh: MeshData) -> float:
    a, b, c = (np.asarray(mesh.positions[mesh.triangles[:, i]], np.float64) for i in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def mesh_difference(one: MeshData, other: MeshData) -> str:
    """What differs between two meshes beyond what processors round differently; empty for nothing."""
    if len(one.triangles) != len(other.triangles):
        return f"{len(one.triangles)} triangles, not {len(other.triangles)}"
    if abs(_area(one) / _area(other) - 1) > 1e-5:
        return "its surface is of another size"
    if abs(one.colours.mean() - other.colours.mean()) > 2e-3:
        return "its occlusion is another"
    apart = max(farthest(_corners(one), _corners(other)), farthest(_corners(other), _corners(one)))
    return f"a corner differs by {apart:.2g}" if apart > 1e-3 else ""


def difference(made: Path, kept: Path) -> str:
    """What differs between two files of one kind beyond what processors round differently; empty for nothing.

    Corners of meshes and triangles may come in another order, a colour may be off by one or two, a sample by two.
    """
    match made.suffix:
        case ".glb":
            one, other = (read_glb(path.read_bytes(), path.name) for path in (made, kept))
            return mesh_difference(one, other)
        case ".png":
            first, second = (_colours(path) for path in (made, kept))
            if first.shape != second.shape:
                return f"it measures {first.shape}, not {second.shape}"
            apart = int(np.abs(first - second).max())
            return f"a colour differs by {apart}" if apart > 2 else ""
        case ".wav":
            first, second = (_samples(path) for path in (made, kept))
            if first.shape != second.shape:
                return f"{len(first)} samples, not {len(second)}"
            apart = int(np.abs(first - second).max())
            return f"a sample differs by {apart}" if apart > 2 else ""
        case other_kind:
            raise AssertionError(f"nothing is known of {other_kind}")


def _colours(path: Path) -> npt.NDArray[np.int32]:
    picture, palette = pixels_of(path)
    return (palette[picture[..., 0]] if len(palette) else picture).astype(np.int32)


def _samples(path: Path) -> npt.NDArray[np.int32]:
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.int32)


def _rebuilt(out: Path, only: str) -> list[Path]:
    command = [sys.executable, str(ROOT / "scripts" / "build_assets.py"), "--only", only, "--out", str(out)]
    subprocess.run(command, check=True, capture_output=True, timeout=500)
    return sorted(p.relative_to(out) for p in out.rglob("*.*"))


def test_a_few_cheap_files_are_made_again_as_they_are(tmp_path: Path) -> None:
    made = _rebuilt(tmp_path, "meshes/tower_low,meshes/small_red_low,meshes/ruler_segment,icons/check,sounds/place")
    assert len(made) == 5
    for path in made:
        assert difference(tmp_path / path, ASSETS / path) == "", path


@pytest.mark.slow
def test_what_is_kept_is_made_again_as_it_is(tmp_path: Path) -> None:
    kept = sorted(
        path.relative_to(ASSETS)
        for group in ("meshes", "textures", "icons", "sounds")
        for path in (ASSETS / group).iterdir()
    )
    some = sorted(random.Random(1).sample(kept, samples(len(kept))))
    made = _rebuilt(tmp_path, ",".join(str(path.with_suffix("")) for path in some))
    assert made == some
    found = {str(path): difference(tmp_path / path, ASSETS / path) for path in made}
    assert {path: what for path, what in found.items() if what} == {}


def test_what_is_made_otherwise_is_found(tmp_path: Path) -> None:
    kept = ASSETS / "meshes" / "tower_low.glb"
    assert difference(kept, kept) == ""
    assert "corner" in difference(ASSETS / "meshes/small_red_low.glb", ASSETS / "meshes/small_blue_low.glb") or (
        "triangles" in difference(ASSETS / "meshes/small_red_low.glb", ASSETS / "meshes/small_blue_low.glb")
    )
    assert "triangles" in difference(ASSETS / "meshes/tower.glb", kept)
    assert difference(ASSETS / "icons/check.png", ASSETS / "icons/cross.png")
    assert difference(ASSETS / "sounds/place.wav", ASSETS / "sounds/fall.wav")
    mesh = read_glb(kept.read_bytes(), "tower")
    corners = _corners(mesh)
    corners[0, 0] += 0.01  # ten micrometres
    assert farthest(corners, _corners(mesh)) > 1e-3
    ray, darker = mesh.colours.copy(), mesh.colours * 0.99
    ray[0, :3] = abs(ray[0, :3] - 0.04)
    assert mesh_difference(replace(mesh, colours=ray), mesh) == ""
    assert "occlusion" in mesh_difference(replace(mesh, colours=darker), mesh)


def test_an_unknown_name_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "build_assets.py"), "--out", str(tmp_path), "--only"]
    for only in ("meshes/castle", "paintings"):
        done = subprocess.run([*command, only], capture_output=True, text=True, timeout=100, check=False)
        assert done.returncode == 2
        assert only.partition("/")[2] in done.stderr
