"""A backup has all that was loaded, and what is restored from it is what was backed up."""

import shutil
from pathlib import Path

import duckdb
import pytest

from reasonboard import config
from reasonboard.ingest.loading.load import remove
from reasonboard.ingest.snapshot import publish
from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.store import snapshots
from reasonboard.store.backup import backup
from reasonboard.store.errors import StoreError
from reasonboard.store.pointer import POINTER
from reasonboard.web.links.folder import Link, find, keep

pytestmark = pytest.mark.usefixtures("without_studies")

ROWS = "SELECT source, model, benchmark, value FROM result ORDER BY ALL"


def rows(store: Path) -> list[tuple[object, ...]]:
    with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
        return connection.execute(ROWS).fetchall()


@pytest.fixture
def linked(loaded: Path) -> Path:
    """The store with the loads a and b, and a short link."""
    link = Link("kv-cache", "grid", f"?data={snapshots.current(loaded).version}", [])
    keep(loaded, link, 10)
    return loaded


@pytest.mark.long
def test_what_is_restored_is_what_was_backed_up(linked: Path, data: Path, tmp_path: Path) -> None:
    before, link = rows(linked), next((linked / "links").iterdir())
    kept = tmp_path / "kept"
    backup(linked, kept)
    remove(data, linked, ["a"])
    link.unlink()
    assert rows(linked) != before
    publish.restore(data, linked, kept)
    assert rows(linked) == before
    assert find(linked, link.stem) is not None
    publish.rollback(data, linked)
    assert rows(linked) != before


def test_a_backup_is_a_store_whose_snapshot_is_not_built(
    linked: Path, data: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    version = backup(linked, kept).version
    assert not list(kept.glob("*.duckdb"))
    assert rebuild(data, kept).version == version
    assert rows(kept) == rows(linked)


def test_a_backup_goes_into_an_empty_store(linked: Path, data: Path, tmp_path: Path) -> None:
    backup(linked, tmp_path / "kept")
    publish.restore(data, tmp_path / "new", tmp_path / "kept")
    assert rows(tmp_path / "new") == rows(linked)


@pytest.mark.long
def test_a_backup_of_other_sources_keeps_what_was_loaded(
    linked: Path, data: Path, tmp_path: Path
) -> None:
    backup(linked, tmp_path / "kept")
    remove(data, linked, ["a"])
    csv = data / "caption-kv-cache.csv"
    csv.write_text(csv.read_text().replace("43.7", "43.8"))
    publish.restore(data, linked, tmp_path / "kept")
    assert any(row[0] == "a" for row in rows(linked))
    assert any(row[3] == 0.438 for row in rows(linked))


def test_a_damaged_backup_is_refused_and_the_store_stays(
    linked: Path, data: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    backup(linked, kept)
    shutil.rmtree(linked / "parts")  # else what is sound there is not copied
    file = next((kept / "parts").glob("loaded_run-*"))
    content = bytearray(file.read_bytes())
    content[90] ^= 1
    file.write_bytes(content)
    before = (linked / POINTER).read_bytes()
    with pytest.raises(StoreError, match="damaged"):
        publish.restore(data, linked, kept)
    assert (linked / POINTER).read_bytes() == before
    assert not list(linked.glob("building-*"))


@pytest.mark.parametrize("what", ["file", "folder", "store"])
def test_nothing_is_written_over(what: str, linked: Path, tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("of somebody")
    target = {"file": tmp_path / "a file", "folder": config.read({}).data, "store": linked}[what]
    with pytest.raises(StoreError, match="expected an absent or empty folder"):
        backup(linked, target)


def test_a_damaged_part_is_not_backed_up_and_nothing_is_left(linked: Path, tmp_path: Path) -> None:
    path = next((linked / "parts").glob("loaded_run-*"))
    path.write_bytes(path.read_bytes()[:70])
    with pytest.raises(StoreError, match="rebuild"):
        backup(linked, tmp_path / "kept")
    assert not [one for one in tmp_path.iterdir() if "kept" in one.name]


@pytest.mark.parametrize("name", ["there is none", "data"])
def test_what_is_no_backup_is_refused(name: str, linked: Path, data: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no backup"):
        publish.restore(data, linked, tmp_path / name)
