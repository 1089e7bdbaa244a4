"""Writers and watchers that are killed: no row is lost, torn or there twice."""

import json
import multiprocessing
import os
import random
import time
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.ingest.load import Report, load
from reasonboard.ingest.watching import Watch
from reasonboard.store import snapshots
from reasonboard.store.check import problems
from reasonboard.store.connections import connect
from tests.ingest.in_process import read_here
from tests.states import many

pytestmark = pytest.mark.usefixtures("studies_made")

KILLS = many(3, 200)
FILES = 3
_STARTS = '{"model"'


def writing(folder: str, seed: int) -> None:
    """Log one step after the other to some files, each row in two pieces, from a step that may be there already."""
    dice = random.Random(seed)
    paths = [Path(folder) / f"{name}.jsonl" for name in range(FILES)]
    steps = [path.read_bytes().count(b"\n") if path.exists() else 0 for path in paths]
    opened = [os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY) for path in paths]
    step = max(0, max(steps) - dice.randrange(4))
    while True:
        for number, file in enumerate(opened):
            value = round(dice.uniform(0, 100), 3)
            row = {"model": f"m-{number}b", "benchmark": "B", "iteration": step, "value": value}
            line = json.dumps(row | {"unit": "percent"}).encode() + b"\n"
            half = dice.randrange(len(line))
            os.write(file, line[:half])
            time.sleep(0.002)
            os.write(file, line[half:])
        step += 1
        time.sleep(0.02)


def watching(folder: str, store: str, data: str) -> None:
    """Load what is new, without a pause."""
    # A process of its own takes longer to start than to read them.
    pytest.MonkeyPatch().setattr("reasonboard.ingest.load.read_isolated", read_here)

    def read(names: Sequence[str]) -> Report:
        return load(Path(data), Path(store), names, name="mine", running=True)

    watch = Watch(Path(store), "mine", [folder], read, print)
    while True:
        watch._gate.opens = 0
        watch.look()
        time.sleep(0.01)


def logged(folder: Path) -> list[tuple[str, int, float]]:
    """Model, step and percent of the last whole row of each step."""
    rows = {}
    for path in folder.iterdir():
        for line in path.read_text().split("\n")[:-1]:
            begin = line.rfind(_STARTS)  # behind what a kill left
            if begin >= 0:
                row = json.loads(line[begin:])
                rows[row["model"], row["iteration"]] = row["value"]
    return sorted((*place, value) for place, value in rows.items())


def test_after_kills_of_writer_and_watcher_all_rows_are_there_once(
    data: Path, small_store: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "runs"
    folder.mkdir()
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__])

    def started(name: str, seed: int) -> BaseProcess:
        if name == "writer":
            process = processes.Process(target=writing, args=(str(folder), seed))
        else:
            arguments = (str(folder), str(small_store), str(data))
            process = processes.Process(target=watching, args=arguments)
        process.start()
        return process

    running = {name: started(name, 0) for name in ("writer", "watcher")}
    dice = random.Random(11)
    for seed in range(1, KILLS + 1):
        time.sleep(dice.uniform(0.1, 1.5))
        name = dice.choice(("writer", "watcher"))
        running[name].kill()
        running[name].join()
        running[name] = started(name, seed)
    for process in running.values():
        process.kill()
        process.join()
    names = [str(path) for path in sorted(folder.iterdir())]
    load(data, small_store, names, name="mine", running=True)
    with connect(snapshots.current(small_store).path) as connection:
        stored = connection.execute(
            "SELECT model, iteration, round(100 * value, 6) FROM result WHERE source = 'mine' ORDER BY ALL"
        ).fetchall()
    assert stored == logged(folder)
    assert len(stored) > FILES
    environ = {"REASONBOARD_STORE": str(small_store), "REASONBOARD_DATA": str(data)}
    assert problems(config.read(environ)) == []
