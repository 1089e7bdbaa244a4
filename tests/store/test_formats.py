"""Stores of earlier releases go on, and keep what they have until the new is sound."""

import json
import os
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest import build, publish, take_over
from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.load import load, remove
from reasonboard.store import folder, sealed, snapshots
from reasonboard.store.errors import StoreError
from reasonboard.store.pointer import POINTER

COUNT = "SELECT count(*) FROM loaded_run"


def count(store: Path) -> int:
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        (runs,) = connection.execute(COUNT).fetchone() or (0,)
    return int(runs)


@pytest.fixture
def first_format(loaded: Path) -> Path:
    """The same as an earlier release wrote it: names without numbers, no side files, no checksum."""
    pointer = json.loads((loaded / POINTER).read_text())

    def old(entry: dict[str, str]) -> dict[str, str]:
        name = f"results-{entry['version']}.duckdb"
        (loaded / entry["file"]).rename(loaded / name)
        kept = ("version", "sha256", "made", "base", "tables")
        return {"file": name} | {key: entry[key] for key in kept}

    written = old(pointer) | {"before": [old(one) for one in pointer["before"]]}
    for side_file in loaded.glob("results-*.json"):
        side_file.unlink()
    (loaded / POINTER).write_text(json.dumps(written) + "\n")
    return loaded


def test_the_first_format_is_read_and_written_anew_with_a_checksum(
    first_format: Path, data: Path
) -> None:
    version = snapshots.current(first_format).version
    assert count(first_format) == 2
    assert publish.publish(data, first_format) == version
    assert "checksum" in json.loads((first_format / POINTER).read_text())
    assert len(list(first_format.glob("results-*.json"))) == 3
    assert count(first_format) == 2
    publish.rollback(first_format)
    assert count(first_format) == 1


def test_a_load_goes_on_from_the_first_format(
    first_format: Path, data: Path, tmp_path: Path
) -> None:
    path = tmp_path / "c.csv"
    path.write_text("model,benchmark,iteration,accuracy,unit\nlab/c,MATH500,1,0.5,fraction\n")
    load(data, first_format, [str(path)])
    assert count(first_format) == 3


def test_an_upgrade_that_does_not_take_over_every_row_leaves_the_old(
    loaded: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (loaded / POINTER).read_bytes()
    for side_file in loaded.glob("results-*.json"):
        side_file.unlink()  # an earlier release wrote no journal
    monkeypatch.setattr(publish, "_base", lambda _: "of the next release")
    monkeypatch.setattr(take_over, "_rows", lambda _, table: 7 if table.startswith("old.") else 6)
    with pytest.raises(StoreError, match="6 of 7 rows"):
        publish.publish(data, loaded)
    assert (loaded / POINTER).read_bytes() == before
    assert count(loaded) == 2


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
    monkeypatch.setattr(publish, "_base", lambda _: "of other sources")
    publish.publish(data, loaded)
    assert done == [
        step
        for part in (".json", ".duckdb", POINTER)
        for step in (("sync", part), ("rename", part), ("sync", "folder"))
    ]


def test_a_number_is_never_used_again(loaded: Path, data: Path) -> None:
    newest = snapshots.current(loaded).path.name
    publish.rollback(loaded)
    pointer = folder.sound_pointer(loaded)
    assert pointer is not None
    building = loaded / "building-1.duckdb"
    building.write_bytes(b"another")
    folder.add(loaded, building, folder.Origin("0000000", "", ""), pointer)
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
    monkeypatch.setattr(publish, "_base", lambda _: "of the next release")
    with pytest.raises(IngestError, match=r"a\.csv: row 2: .*`reasonboard remove NAME`"):
        publish.publish(data, loaded)
    assert count(loaded) == 2
    remove(data, loaded, ["a"])
    publish.publish(data, loaded)
    assert count(loaded) == 1


def _spoil(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute("INSERT INTO changed_run FROM (SELECT key, loaded_as FROM loaded_run)")
    connection.execute(
        "UPDATE loaded_measurement SET stderr = -1 WHERE run IN "
        "(SELECT key FROM loaded_run WHERE loaded_as = 'a')"
    )
