"""Twenty files that grow for half an hour under `reasonboard watch`: its memory and its store stay flat."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from reasonboard.store.pointer import KEPT
from scripts.bench.results import median
from scripts.prove.dashboard import memory_of
from scripts.prove.lanes import commands_of
from scripts.prove.launcher import PUBLISH
from scripts.prove.leak import growth
from scripts.prove.outcome import Failure, Outcome, expect
from scripts.prove.plan import Plan
from scripts.prove.running import last_rows, stored_rows
from scripts.prove.stores import World, sources
from tests.serving import COMMAND

FILES = 20
_SAMPLES = 200
_PAUSE = 2.0
"""Seconds between two rows of a file."""
_MEGABYTES = 20.0
"""By so much the memory of `watch` may grow over the second half, by the line that fits it best."""
_PATIENCE = 120.0
"""Seconds within which the last rows have to be loaded."""


class Sample(NamedTuple):
    """What there was at a time."""

    at: float
    megabytes: float
    """Of the process that watches."""
    snapshots: int
    """Files of snapshots in the store; one more while the next is made."""


def growing(plan: Plan) -> Iterator[Outcome]:
    """Add a row to each file every two seconds for as long as planned, and measure meanwhile."""
    seconds = plan.counts.growing_seconds
    with commands_of(plan._replace(lanes=1), "growing") as lanes:
        folder = plan.folder / "growing"
        world = World(lanes[0].commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        runs = folder / "runs"
        runs.mkdir()
        with _watching(world, runs) as process:
            samples = _grown(runs, world.store, process, seconds)
            rows = _loaded(runs, world.store)
        expect(world.do("check").strip() == "No problems found.", "check is not sound afterwards")
    yield from _outcomes(samples, seconds, rows)


@contextmanager
def _watching(world: World, runs: Path) -> Iterator[int]:
    """`reasonboard watch` on the folder as long as the block lasts; ended as by Ctrl-C."""
    settings = {"REASONBOARD_STORE": str(world.store), "REASONBOARD_DATA": str(world.data)}
    command = [COMMAND, "watch", str(runs), "--name", "mine"]
    with (
        (runs.parent / "watch.log").open("w") as log,
        subprocess.Popen(
            command, env=os.environ | settings, stdout=log, stderr=log, start_new_session=True
        ) as process,
    ):
        try:
            yield process.pid
        finally:
            process.send_signal(signal.SIGINT)
            code = process.wait(_PATIENCE)
    expect(code == 0, f"`watch` ended with exit code {code} (expected 0)")


def _grown(runs: Path, store: Path, process: int, seconds: float) -> list[Sample]:
    """Samples at equal distances while all files grow."""
    begin = time.monotonic()
    samples: list[Sample] = []
    step = 0
    while (passed := time.monotonic() - begin) < seconds:
        for number in range(FILES):
            row = {"model": f"m-{number}b", "benchmark": "B", "iteration": step, "value": step % 97}
            with (runs / f"{number}.jsonl").open("a") as file:
                file.write(json.dumps(row | {"unit": "percent"}) + "\n")
        step += 1
        if passed >= len(samples) * seconds / _SAMPLES:
            snapshots = len(list(store.glob("results-*.duckdb")))
            samples.append(Sample(passed, memory_of(process).megabytes, snapshots))
        time.sleep(min(_PAUSE, seconds / _SAMPLES))
    return samples


def _loaded(runs: Path, store: Path) -> int:
    """How many rows were written; raises Wrong where they are not the loaded ones in the end."""
    written = last_rows(runs)
    until = time.monotonic() + _PATIENCE
    while (stored := stored_rows(store)) != written and time.monotonic() < until:
        time.sleep(1)
    expect(stored == written, f"{len(stored)} rows are loaded, of {len(written)} written")
    return len(written)


def _outcomes(samples: Sequence[Sample], seconds: float, rows: int) -> Iterator[Outcome]:
    half = samples[len(samples) // 2 :]
    more = growth([s.at for s in half], [s.megabytes for s in half])
    what = f"{seconds / 60:.0f} min" if seconds >= 60 else f"{seconds:.0f} s"  # noqa: PLR2004
    grew = [Failure(-1, f"it grew by {more:.1f} MB")] if more > _MEGABYTES else []
    yield Outcome(
        "growing",
        f"memory of `watch` over {what} with {FILES} files that grow, {rows:,} rows",
        1,
        len(samples),
        f"growth over the second half at most {_MEGABYTES:.0f} MB",
        f"{median([s.megabytes for s in half]):.0f} MB, growth {more:+.1f} MB",
        grew,
    )
    most = max(s.snapshots for s in samples)
    usual = median([float(s.snapshots) for s in half])
    many = [Failure(-1, f"{most} snapshots")] if most > KEPT + 1 or usual > KEPT else []
    yield Outcome(
        "growing",
        f"snapshots in the store in these {what}",
        1,
        len(samples),
        f"{KEPT}, and one more while the next is made",
        f"{usual:.0f}, at most {most}",
        many,
    )
