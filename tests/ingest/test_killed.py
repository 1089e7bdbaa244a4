"""A load that is killed leaves the old data or the new, never anything between."""

import multiprocessing
import os
import random
import shutil
import time
from pathlib import Path

import pytest

from reasonboard.cli import main as cli
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.snapshot.publish import publish, rollback
from reasonboard.store import snapshots
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
