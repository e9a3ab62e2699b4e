"""The file formats that people and other programs rely on: strict readers with JSON paths, and their writers."""

from babylon3d.formats.build import BUILD_FORMAT, build_json, overlap, read_build, refuse_overlap

__all__ = ["BUILD_FORMAT", "build_json", "overlap", "read_build", "refuse_overlap"]
