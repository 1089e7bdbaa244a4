"""A load, a writer or a watcher that is killed leaves the old data or the new, never anything between."""

import multiprocessing
import os
import random
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.cli import main as cli
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.loading.report import Report
from reasonboard.ingest.snapshot.publish import publish, rollback
from reasonboard.ingest.watching.watching import Watch
from reasonboard.store import snapshots
from reasonboard.store.check import problems
from scripts.prove.running import FILES, Kill, chain, last_rows, look, stored_rows, write
from tests.ingest.in_process import read_here
from tests.states import many

pytestmark = pytest.mark.usefixtures("studies_made")

POINTS = many(2, 100)
RUNS = many(100, 1000)
"""What a load of more does longer, it does in the same order."""


def loading(table: str, store: str, data: str) -> None:
    """`reasonboard load` in a process of its own."""
    os.environ.update(REASONBOARD_STORE=store, REASONBOARD_DATA=data)
    raise SystemExit(cli.main(["load", table]))


@pytest.mark.long
def test_a_load_killed_at_any_moment_leaves_the_old_or_the_new_data(
    data: Path, small_store: Path, tmp_path: Path
) -> None:
    table = tmp_path / "t.csv"
    rows = [f"m-{n}b,B,{n},{n / RUNS},fraction" for n in range(RUNS)]
    table.write_text("\n".join(["model,benchmark,iteration,accuracy,unit", *rows]))
    store, whole_store = tmp_path / "killed", small_store
    old = snapshots.current(whole_store).version
    new = load(data, whole_store, [str(table)], dry_run=True).version
    assert old != new
    # Forked from one that has imported the command: the time of a process is that of its load.
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__, "reasonboard.cli.load"])
    whole = 0.0
    for _ in range(2):  # the first one starts the other that the rest are forked from
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(whole_store, store)
        process = processes.Process(target=loading, args=(str(table), str(store), str(data)))
        started = time.monotonic()
        process.start()
        process.join()
        whole = time.monotonic() - started
        assert process.exitcode == 0
        assert snapshots.current(store).version == new
    dice = random.Random(7)
    rollback(data, store)
    for _ in range(POINTS):
        # Whatever the last one left stands there: no build has cleaned up after it.
        process = processes.Process(target=loading, args=(str(table), str(store), str(data)))
        process.start()
        time.sleep(dice.uniform(0, 1) * whole)
        process.kill()
        process.join()
        assert snapshots.current(store).version in (old, new)
        assert publish(data, store) in (old, new)  # its file is as it was written
        if snapshots.current(store).version == new:
            rollback(data, store)
    assert load(data, store, [str(table)]).version == new
    assert [path for path in store.iterdir() if path.is_dir()] == [store / "parts"]
    assert not list(store.glob("building-*"))


KILLS = many(3, 50)
"""`make prove ARGS="--only running --long"` makes 200, of watchers that read in a process of their own."""


def watching(folder: str, store: str, data: str) -> None:
    """Load what is new, without a pause."""
    # A process of its own takes longer to start than to read them.
    pytest.MonkeyPatch().setattr("reasonboard.ingest.loading.load.read_isolated", read_here)

    def read(files: Sequence[File]) -> Report:
        return load(Path(data), Path(store), files, name="mine", running=True)

    watch = Watch(Path(store), {"mine": [folder]}, read, print)
    while True:
        look(watch)
        time.sleep(0.01)


@pytest.mark.long
def test_after_kills_of_writer_and_watcher_all_rows_are_there_once(
    data: Path, small_store: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "runs"
    folder.mkdir()
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__])

    def started(name: str, seed: int) -> Kill:
        if name == "writer":
            process = processes.Process(target=write, args=(folder, seed))
        else:
            arguments = (str(folder), str(small_store), str(data))
            process = processes.Process(target=watching, args=arguments)
        process.start()

        def kill() -> None:
            process.kill()
            process.join()

        return kill

    chain(KILLS, random.Random(11), 1.5, started)
    names = [str(path) for path in sorted(folder.iterdir())]
    load(data, small_store, names, name="mine", running=True)
    stored = stored_rows(small_store)
    assert stored == last_rows(folder)
    assert len(stored) > FILES
    environ = {"REASONBOARD_STORE": str(small_store), "REASONBOARD_DATA": str(data)}
    assert problems(config.read(environ).store) == []
