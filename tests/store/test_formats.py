"""What is sealed, manifests of parts, and the order in which files get their names."""

import hashlib
import json
import os
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load import remove
from reasonboard.ingest.snapshot import build, publish
from reasonboard.store import folder, parts, sealed, snapshots
from reasonboard.store.errors import DataError
from reasonboard.store.parts import Part, PartFile
from reasonboard.store.pointer import POINTER

COUNT = "SELECT count(*) FROM loaded_run"


def count(store: Path) -> int:
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        (runs,) = connection.execute(COUNT).fetchone() or (0,)
    return int(runs)


def test_the_content_is_on_the_disk_before_the_name_and_the_name_before_the_pointer(
    loaded: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, str]] = []
    fsync, replace = os.fsync, Path.replace

    def kind(path: str) -> str:
        name = Path(path).name
        for part in (POINTER, ".json", ".duckdb"):
            if name.endswith(part):
                return part
        return "folder"

    def synced(descriptor: int) -> None:
        done.append(("sync", kind(str(Path(f"/proc/self/fd/{descriptor}").readlink()))))
        fsync(descriptor)

    def replaced(path: Path, target: Path) -> Path:
        done.append(("rename", kind(str(target))))
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    monkeypatch.setattr(publish, "base_of", lambda _: "of other sources")
    publish.publish(data, loaded)
    assert done == [
        step
        for part in (".json", ".duckdb", POINTER)
        for step in (("sync", part), ("rename", part), ("sync", "folder"))
    ]


def test_a_number_is_never_used_again(loaded: Path, data: Path) -> None:
    newest = snapshots.current(loaded).path.name
    publish.rollback(data, loaded)
    pointer = folder.sound_pointer(loaded)
    assert pointer is not None
    building = loaded / "building-1.duckdb"
    building.write_bytes(b"another")
    folder.add(loaded, building, folder.Origin("0000000", "", "", (), ()), pointer.entries)
    numbers = [int(path.name.split("-")[1]) for path in loaded.glob("results-*.duckdb")]
    assert len(set(numbers)) == 3
    assert snapshots.current(loaded).path.name > newest


def test_what_was_sealed_is_read_and_nothing_else() -> None:
    content = {"file": "x", "number": 3, "before": [{"é": None}]}
    assert sealed.unseal(sealed.seal(content)) == content
    for wrong in ("", "5", "[]", "{}", json.dumps(content), sealed.seal(content).replace("3", "4")):
        with pytest.raises(ValueError, match=r"checksum|Expecting|not an object"):
            sealed.unseal(wrong)


def test_a_snapshot_that_was_never_pointed_to_is_removed_by_the_next_change(
    loaded: Path, data: Path
) -> None:
    for ending in ("duckdb", "json"):
        (loaded / f"results-1-0000000.{ending}").write_text("left by a command that was killed")
    publish.change(data, loaded, lambda _: None, dry_run=True)
    assert not list(loaded.glob("results-1-*"))
    assert count(loaded) == 2


@pytest.mark.long
def test_an_upgrade_that_refuses_what_was_loaded_says_how_to_take_it_out(
    loaded: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:  # a release that looked at fewer numbers
        earlier.setattr(build, "_refuse_broken", lambda _: None)
        publish.change(data, loaded, _spoil)
    monkeypatch.setattr(publish, "base_of", lambda _: "of the next release")
    with pytest.raises(IngestError, match=r"a\.csv: row 2: .*`reasonboard remove NAME`"):
        publish.publish(data, loaded)
    assert count(loaded) == 2
    remove(data, loaded, ["a"])
    publish.publish(data, loaded)
    assert count(loaded) == 1


def _spoil(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute("INSERT INTO changed_run FROM (SELECT key, loaded_as FROM loaded_run)")
    connection.execute("INSERT INTO loaded_measurement BY NAME FROM stated_measurement")
    connection.execute(
        "UPDATE loaded_measurement SET stderr = -1 WHERE run IN "
        "(SELECT key FROM loaded_run WHERE loaded_as = 'a')"
    )


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
            parts.parse(sealed.seal(content).encode())


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
