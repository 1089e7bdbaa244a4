"""Readers take no lock: while they read, a writer publishes and removes what it no longer needs."""

from collections.abc import Callable
from pathlib import Path
from threading import Timer

import pytest

from reasonboard.cli import main as cli
from reasonboard.ingest.loading import load as loads
from reasonboard.ingest.snapshot import publish
from reasonboard.python.local import Local
from reasonboard.store import backup, pointer, snapshots
from reasonboard.store.check import problems
from reasonboard.store.errors import BusyError, StoreError
from reasonboard.store.folder import writing
from reasonboard.store.pointer import KEPT, POINTER
from reasonboard.store.undisturbed import in_store, undisturbed
from reasonboard.web.loads import settings_of_studies
from tests.states import many
from tests.store.conftest import table

pytestmark = pytest.mark.usefixtures("without_studies")

READERS: dict[str, Callable[[Path, Path], object]] = {
    "check": lambda store, _: problems(store),
    "backup": lambda store, folder: backup.backup(store, folder / "kept").version,
    "query": lambda _store, _folder: cli.main(["query", "SELECT count(*) FROM result"]),
    "runs": lambda _store, _folder: cli.main(["runs"]),
    "hold": lambda store, _: snapshots.hold(store).version,
    "loaded": lambda store, _: publish.loaded_files(store),
    "shown": lambda store, _: loads._loads_of(store, "", []),
    "settings": lambda store, _: settings_of_studies(store),
}


@pytest.fixture
def disturb(
    loaded: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], None]:
    """After it is called: as soon as the pointer is read, as many snapshots are published as are kept."""
    monkeypatch.setenv("REASONBOARD_STORE", str(loaded))
    monkeypatch.setenv("REASONBOARD_DATA", str(data))
    read, names = pointer.read, list[str]()

    def read_then_publish(store: Path) -> pointer.Pointer | None:
        found = read(store)
        published, names[:] = list(names), []
        for name in published:
            loads.load(data, loaded, [table(tmp_path, name)], name=name)
        return found

    monkeypatch.setattr(pointer, "read", read_then_publish)
    return lambda: names.extend("cdefg"[:KEPT])


@pytest.mark.parametrize("reader", many(["query"], [*READERS]))
def test_who_reads_what_a_writer_removes_begins_again(
    loaded: Path,
    disturb: Callable[[], None],
    tmp_path: Path,
    reader: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = set(loaded.glob("results-*.duckdb"))
    disturb()
    found = READERS[reader](loaded, tmp_path)
    assert not before & set(loaded.glob("results-*.duckdb"))
    assert "rebuild" not in "".join(capsys.readouterr())
    assert found in ([], 0) or reader not in ("check", "query", "runs")


@pytest.mark.long
def test_a_board_in_python_begins_again(loaded: Path, disturb: Callable[[], None]) -> None:
    board = Local(loaded)
    before = board.query("SELECT 1 AS n FROM result", {}).values
    disturb()
    assert len(board.query("SELECT 1 AS n FROM result", {}).values["n"]) > len(before["n"])


@pytest.mark.long
def test_a_long_export_ends_though_its_snapshot_is_removed(
    loaded: Path, disturb: Callable[[], None]
) -> None:
    path = snapshots.hold(loaded).path
    disturb()
    pointer.read(loaded)
    assert not path.exists()
    with snapshots.dedicated_connection() as connection:
        assert connection.execute("SELECT count(*) > 0 FROM result").fetchone() == (True,)
    snapshots.close()


def test_damage_is_told_at_once_and_endless_change_in_the_end(tmp_path: Path) -> None:
    tries, numbers = [], iter(range(1000))

    def read() -> None:
        tries.append(1)
        raise StoreError("damaged")

    with pytest.raises(StoreError, match="damaged"):
        undisturbed("store", lambda: b"same", read)
    assert len(tries) == 1
    with pytest.raises(BusyError, match="Try again"):
        undisturbed("store", lambda: str(next(numbers)).encode(), read)
    assert not in_store(tmp_path, lambda: pointer.read(tmp_path))


def test_the_first_publish_is_waited_for(loaded: Path, tmp_path: Path) -> None:
    """Between the name of the first snapshot and the pointer the store looks as if that were lost."""
    aside = (loaded / POINTER).rename(tmp_path / POINTER)
    with pytest.raises(StoreError, match="rebuild"):
        problems(loaded)
    with writing(loaded):
        publisher = Timer(0.2, lambda: aside.rename(loaded / POINTER))
        publisher.start()
        assert problems(loaded) == []
        publisher.join()


@pytest.mark.long
def test_a_server_takes_up_the_newest_without_a_warning(
    loaded: Path,
    data: Path,
    disturb: Callable[[], None],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    snapshots.use(loaded)
    loads.load(data, loaded, [table(tmp_path, "next")], name="next")  # is named, then removed
    disturb()
    snapshots._State.looked = 0
    snapshots.refresh()
    assert snapshots.snapshot() == snapshots.current(loaded)
    assert not caplog.records
    snapshots.close()
