"""Manifests of parts: read as they were written, and nothing else."""

import hashlib
from pathlib import Path

import pytest

from reasonboard.store import parts
from reasonboard.store.errors import DataError
from reasonboard.store.parts import Part, PartFile
from reasonboard.store.sealed import seal

DIGEST = "0123456789abcdef"
FILES = (
    PartFile(f"loaded_run-{DIGEST}", DIGEST * 4, 10, 2),
    PartFile(f"sample-{DIGEST}-0a1b2c3d", DIGEST * 4, 10, 500),
)


def test_a_manifest_is_read_as_it_was_written() -> None:
    part = Part("load", ("mine",), FILES)
    assert parts.parse(part.manifest().encode()) == part
    assert [file.table for file in part.files] == ["loaded_run", "sample"]
    assert part.rows == 2
    assert part.file_of("loaded_run") == FILES[0]
    assert part.file_of("text_file") is None


@pytest.mark.parametrize(
    "name", ["../../outside-0123456789abcdef", "loaded_run", "/etc/passwd", ""]
)
def test_a_manifest_names_no_file_outside_its_folder(name: str, tmp_path: Path) -> None:
    text = Part("load", (), (PartFile(name, DIGEST * 4, 10, 2),)).manifest()
    with pytest.raises(ValueError, match="TABLE-DIGEST"):
        parts.parse(text.encode())
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    parts.manifest_of(tmp_path, sha256).parent.mkdir()
    parts.manifest_of(tmp_path, sha256).write_text(text)
    with pytest.raises(DataError, match="no manifest of a part"):
        parts.read(tmp_path, sha256)


def test_what_is_no_manifest_is_refused() -> None:
    for content in ({}, {"what": "load", "loads": [], "files": [1]}, {"what": "load", "loads": []}):
        with pytest.raises((ValueError, KeyError, TypeError)):
            parts.parse(seal(content).encode())


def test_another_manifest_in_the_place_of_one_is_named(tmp_path: Path) -> None:
    text = Part("load", ("mine",), FILES).manifest()
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    path = parts.manifest_of(tmp_path, sha256)
    with pytest.raises(DataError, match=f"{path.name}: missing"):
        parts.read(tmp_path, sha256)
    path.parent.mkdir()
    path.write_text(text)
    assert parts.read(tmp_path, sha256).loads == ("mine",)
    path.write_text(Part("load", ("another",), FILES).manifest())
    with pytest.raises(DataError, match=f"{path.name}: damaged"):
        parts.read(tmp_path, sha256)
