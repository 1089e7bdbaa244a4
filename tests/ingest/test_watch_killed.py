"""Writers and watchers that are killed: no row is lost, torn or there twice."""

import multiprocessing
import random
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.loading.report import Report
from reasonboard.ingest.watching.watching import Watch
from reasonboard.store.check import problems
from scripts.prove.running import FILES, Kill, chain, last_rows, look, stored_rows, write
from tests.ingest.in_process import read_here
from tests.states import many

pytestmark = pytest.mark.usefixtures("studies_made")

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
