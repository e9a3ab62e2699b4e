"""Reads a mesh from a binary glTF 2.0 file into plain arrays; knows the format, not the renderer."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from babylon3d.core.errors import BadText, CorruptFile

Float32s = npt.NDArray[np.float32]

_COMPONENTS: dict[int, str] = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS: dict[str, int] = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
_JSON, _BIN = 0x4E4F534A, 0x004E4942
_TRIANGLES = 4
_LIMIT_BYTES = 20_000_000
_LIMIT_M = 1000

# glTF's frame is y up; ours is z up.
_Z_UP = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class MeshData:
    """One mesh. Metres, z up.

    `positions`, `normals` (N, 3); `uvs` (N, 2), v up from the picture's lower edge;
    `colours` (N, 4) from 0 to 1, rgb holding the baked occlusion;
    `triangles` (M, 3), counter-clockwise seen from outside.
    """

    name: str
    positions: Float32s
    normals: Float32s
    uvs: Float32s
    colours: Float32s
    triangles: npt.NDArray[np.uint32]


def read_glb(data: bytes, where: str = "glb") -> MeshData:
    """Read the one mesh of a .glb file; `where` names the file in errors.

    Raises: CorruptFile if the container is cut or its sizes disagree; BadText if it is whole but not what we draw
    (one node with one mesh of one triangle primitive with POSITION, NORMAL, TEXCOORD_0 and COLOR_0).
    """
    return _Reader(data, where).mesh()


class _Reader:
    """The parsed container, and how to take arrays out of it."""

    def __init__(self, data: bytes, where: str) -> None:
        self.where = where
        self.json, self.binary = self._chunks(data)
        version = self.get(self.json, "asset", dict, "$").get("version")
        if version != "2.0":
            raise self.bad(f"glTF version {version!r} is not 2.0", "$.asset.version")

    def bad(self, message: str, path: str = "") -> BadText:
        """The error for a file that is whole but unusable."""
        return BadText(message, f"{self.where} {path}".strip(), "make it again with scripts/build_assets.py")

    def cut(self, message: str) -> CorruptFile:
        """The error for a damaged file."""
        return CorruptFile(message, self.where, "make it again with scripts/build_assets.py")

    def _chunks(self, data: bytes) -> tuple[dict[str, Any], bytes]:
        if len(data) < 20 or data[:4] != b"glTF":
            raise self.bad("not a binary glTF file (it does not begin with 'glTF')")
        if len(data) > _LIMIT_BYTES:
            raise self.bad(f"{len(data)} bytes are more than the {_LIMIT_BYTES} a mesh may have")
        version, length = struct.unpack_from("<II", data, 4)
        if version != 2:
            raise self.bad(f"container version {version} is not 2")
        if length != len(data):
            raise self.cut(f"the header says {length} bytes, the file has {len(data)}")
        chunks: list[tuple[int, bytes]] = []
        at = 12
        while at < length:
            if at + 8 > length:
                raise self.cut("a chunk's header is cut off")
            size, kind = struct.unpack_from("<II", data, at)
            if at + 8 + size > length:
                raise self.cut(f"a chunk of {size} bytes at {at} runs past the end")
            chunks.append((kind, data[at + 8 : at + 8 + size]))
            at += 8 + size
        if [kind for kind, _ in chunks[:2]] != [_JSON, _BIN]:
            raise self.bad("the first two chunks are not JSON and BIN")
        try:
            document = msgspec.json.decode(chunks[0][1])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self.cut(f"its JSON cannot be read: {error}") from error
        if not isinstance(document, dict):
            raise self.bad("its JSON is not an object", "$")
        return document, chunks[1][1]

    def get(self, holder: dict[str, Any], key: str, kind: type, path: str) -> Any:
        """A field that must be there with the given type."""
        value = holder.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.bad(f"field `{key}` should be of type {kind.__name__}, it is {_shown(value)}", path)
        return value

    def item(self, key: str, index: Any) -> tuple[dict[str, Any], str]:
        """Element `index` of one of the document's lists, and its path."""
        items = self.get(self.json, key, list, "$")
        path = f"$.{key}[{_shown(index)}]"
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(items):
            raise self.bad(f"there is no such element; the list has {len(items)}", path)
        if not isinstance(items[index], dict):
            raise self.bad("should be an object", path)
        return items[index], path

    def array(self, index: Any, kind: str, components: tuple[int, ...]) -> npt.NDArray[Any]:
        """The values of one accessor, (count,) or (count, width); normalised integers become 0 to 1."""
        accessor, path = self.item("accessors", index)
        component, count = accessor.get("componentType"), self.get(accessor, "count", int, path)
        if accessor.get("type") != kind or component not in components:
            raise self.bad(f"should be {kind} of component type {components}", path)
        if "sparse" in accessor:
            raise self.bad("sparse accessors are not read", path)
        view, view_path = self.item("bufferViews", accessor.get("bufferView"))
        if view.get("buffer") != 0 or "byteStride" in view:
            raise self.bad("should be a packed view of buffer 0", view_path)
        dtype, width = np.dtype(_COMPONENTS[component]), _WIDTHS[kind]
        start = view.get("byteOffset", 0)
        inner, length = accessor.get("byteOffset", 0), self.get(view, "byteLength", int, view_path)
        size = count * width * dtype.itemsize
        if not all(isinstance(n, int) and n >= 0 for n in (start, inner, length, count)):
            raise self.bad("offsets, lengths and counts should be whole numbers from 0", path)
        if inner + size > length or start + length > len(self.binary):
            raise self.cut(f"{path} wants {size} bytes, more than there are")
        values = np.frombuffer(self.binary, dtype, count * width, start + inner)
        if dtype.kind == "f" and not np.isfinite(values).all():
            raise self.bad("holds numbers that are not finite", path)
        if accessor.get("normalized") and dtype.kind == "u":
            values = values.astype(np.float32) / np.float32(np.iinfo(dtype).max)
        return values if kind == "SCALAR" else values.reshape(count, width)

    def mesh(self) -> MeshData:
        """The file's mesh in our frame."""
        node, transform = self._node()
        mesh, path = self.item("meshes", node.get("mesh"))
        primitives = self.get(mesh, "primitives", list, path)
        if len(primitives) != 1 or not isinstance(primitives[0], dict):
            raise self.bad("should have exactly one primitive", path)
        primitive, path = primitives[0], f"{path}.primitives[0]"
        if primitive.get("mode", _TRIANGLES) != _TRIANGLES:
            raise self.bad("should hold triangles (mode 4)", path)
        attributes = self.get(primitive, "attributes", dict, path)
        positions = self.array(attributes.get("POSITION"), "VEC3", (5126,)) @ transform[:3, :3].T + transform[:3, 3]
        normals = self.array(attributes.get("NORMAL"), "VEC3", (5126,)) @ np.linalg.inv(transform[:3, :3])
        uvs = self.array(attributes.get("TEXCOORD_0"), "VEC2", (5126,))
        colours = self._colours(attributes.get("COLOR_0"))
        triangles = self.array(primitive.get("indices"), "SCALAR", (5121, 5123, 5125)).astype(np.uint32)
        count = len(positions)
        if not len(normals) == len(uvs) == len(colours) == count:
            raise self.bad("its attributes differ in length", path)
        if count == 0 or len(triangles) == 0 or len(triangles) % 3 or triangles.max(initial=0) >= count:
            raise self.bad(f"its {len(triangles)} indices do not make triangles of {count} vertices", path)
        if np.abs(positions).max() > _LIMIT_M:
            raise self.bad(f"a vertex lies more than {_LIMIT_M} m away", path)
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        if lengths.min() < 1e-6:
            raise self.bad("a normal has no length", path)
        return MeshData(
            name=str(mesh.get("name", "")),
            positions=positions.astype(np.float32),
            normals=(normals / lengths).astype(np.float32),
            uvs=np.stack([uvs[:, 0], 1 - uvs[:, 1]], axis=1).astype(np.float32),
            colours=colours,
            triangles=triangles.reshape(-1, 3),
        )

    def _colours(self, index: Any) -> Float32s:
        accessor, path = self.item("accessors", index)
        if accessor.get("componentType") != 5126 and not accessor.get("normalized"):
            raise self.bad("whole-number colours should be marked as normalised", path)
        kind = "VEC3" if accessor.get("type") == "VEC3" else "VEC4"
        values = self.array(index, kind, (5121, 5123, 5126)).astype(np.float32)
        if kind == "VEC3":
            values = np.concatenate([values, np.ones((len(values), 1), np.float32)], axis=1)
        return values

    def _node(self) -> tuple[dict[str, Any], npt.NDArray[np.float64]]:
        """The one node with a mesh, and the matrix from its vertices to our frame."""
        nodes = self.get(self.json, "nodes", list, "$")
        if len(nodes) != 1:
            raise self.bad(f"should have exactly one node, it has {len(nodes)}", "$.nodes")
        node, path = self.item("nodes", 0)
        matrix = node.get("matrix", np.eye(4).reshape(-1).tolist())
        if "rotation" in node or "translation" in node or "scale" in node:
            raise self.bad("should be placed by `matrix` only", path)
        if not isinstance(matrix, list) or len(matrix) != 16 or not all(_is_number(n) for n in matrix):
            raise self.bad("`matrix` should be 16 numbers, none beyond a million", path)
        placed = np.array(matrix, dtype=np.float64).reshape(4, 4).T
        if abs(np.linalg.det(placed[:3, :3])) < 1e-9:
            raise self.bad("`matrix` cannot be inverted", path)
        return node, _Z_UP @ placed


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 1e6


def _shown(value: object) -> str:
    """A value as an error quotes it: short."""
    text = "missing" if value is None else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
