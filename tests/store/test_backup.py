"""A backup is a whole store in a folder, and what is restored from it is what was backed up."""

from pathlib import Path

import duckdb
import pytest

from app import config, snapshots
from app.config import POINTER
from app.ingest import publish
from app.ingest.load import load, remove
from app.links.folder import find, keep
from app.links.link import Link
from app.store.backup import backup
from app.store.errors import StoreError

ROWS = "SELECT source, model, benchmark, value FROM result ORDER BY ALL"


def rows(store: Path) -> list[tuple[object, ...]]:
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        return connection.execute(ROWS).fetchall()


@pytest.fixture
def loaded(data: Path, small_store: Path, tmp_path: Path) -> Path:
    """A store with a load `mine` and a short link."""
    path = tmp_path / "mine.csv"
    path.write_text("model,benchmark,iteration,accuracy,unit\nlab/a,MATH500,1,0.5,fraction\n")
    load(data, small_store, [str(path)], name="mine")
    link = Link("kv-cache", "grid", {}, snapshots.current(small_store).version, "2026-01-01", [])
    keep(small_store, link, 10)
    return small_store


def test_what_is_restored_is_what_was_backed_up(loaded: Path, data: Path, tmp_path: Path) -> None:
    before, link = rows(loaded), next((loaded / "links").iterdir())
    kept = tmp_path / "kept"
    backup(loaded, kept)
    remove(data, loaded, ["mine"])
    link.unlink()
    assert rows(loaded) != before
    publish.restore(data, loaded, kept)
    assert rows(loaded) == before
    assert find(loaded, link.stem) is not None
    publish.rollback(loaded)
    assert rows(loaded) != before


def test_a_backup_is_a_store_that_can_be_served(loaded: Path, data: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    version = backup(loaded, kept).version
    assert publish.publish(data, kept) == version
    assert rows(kept) == rows(loaded)


def test_a_backup_goes_into_an_empty_store(loaded: Path, data: Path, tmp_path: Path) -> None:
    backup(loaded, tmp_path / "kept")
    publish.restore(data, tmp_path / "new", tmp_path / "kept")
    assert rows(tmp_path / "new") == rows(loaded)


def test_a_backup_of_other_sources_keeps_what_was_loaded(
    loaded: Path, data: Path, tmp_path: Path
) -> None:
    backup(loaded, tmp_path / "kept")
    remove(data, loaded, ["mine"])
    csv = data / "caption-kv-cache.csv"
    csv.write_text(csv.read_text().replace("43.7", "43.8"))
    publish.restore(data, loaded, tmp_path / "kept")
    assert any(row[0] == "mine" for row in rows(loaded))
    assert any(row[3] == 0.438 for row in rows(loaded))


def test_a_damaged_backup_is_refused_and_the_store_stays(
    loaded: Path, data: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    backup(loaded, kept)
    (file,) = kept.glob("*.duckdb")
    content = bytearray(file.read_bytes())
    content[90_000] ^= 1
    file.write_bytes(content)
    before = (loaded / POINTER).read_bytes()
    with pytest.raises(StoreError, match="damaged"):
        publish.restore(data, loaded, kept)
    assert (loaded / POINTER).read_bytes() == before
    assert not list(loaded.glob("building-*"))


@pytest.mark.parametrize("what", ["file", "folder", "store"])
def test_nothing_is_written_over(what: str, loaded: Path, tmp_path: Path) -> None:
    target = {"file": tmp_path / "mine.csv", "folder": config.read({}).data, "store": loaded}[what]
    with pytest.raises(StoreError, match="expected an absent or empty folder"):
        backup(loaded, target)


def test_a_damaged_snapshot_is_not_backed_up_and_nothing_is_left(
    loaded: Path, tmp_path: Path
) -> None:
    path = snapshots.current(loaded).path
    path.write_bytes(path.read_bytes()[:70_000])
    with pytest.raises(StoreError, match="repair"):
        backup(loaded, tmp_path / "kept")
    assert not [one for one in tmp_path.iterdir() if "kept" in one.name]


@pytest.mark.parametrize("name", ["there is none", "data"])
def test_what_is_no_backup_is_refused(name: str, loaded: Path, data: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no backup"):
        publish.restore(data, loaded, tmp_path / name)
