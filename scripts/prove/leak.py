"""Hours of pages, exports, links and publishes: memory, threads, open files and temporary files stay flat."""

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from scripts.bench.results import median
from scripts.prove.callbacks import Callbacks, link_of, search_of
from scripts.prove.client import Reader
from scripts.prove.dashboard import Dashboard, Memory, dashboard, memory_of
from scripts.prove.history import EXPORT, SEARCH, History
from scripts.prove.lanes import commands_of, dice_of, running_beside
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Failure, Outcome
from scripts.prove.plan import Plan
from scripts.prove.stores import World, sources
from scripts.prove.users import Script, script_of, user

_USERS = 6
_SAMPLES = 200
_EVERY = 20.0
"""Seconds from one publish to the next."""
_MEGABYTES = 20.0
"""By so much the memory of a worker may grow over the second half, by the line that fits it best."""
_MORE = 3
"""So many more threads, descriptors or files the last quarter may have than the second, by their medians."""


class Sample(NamedTuple):
    """What all workers held at a time."""

    at: float
    workers: Mapping[int, Memory]
    files: int
    """In the store and in the folder for temporary files; short links are there to stay."""


def leak(plan: Plan) -> Iterator[Outcome]:
    """Read and publish for as long as planned, and measure meanwhile."""
    with commands_of(plan, "leak") as lanes:
        folder = plan.folder / "leak"
        world = World(lanes[0].commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        history = History(world)
        temporary = folder / "temporary"
        temporary.mkdir()
        with dashboard(world.store, world.data, more={"TMPDIR": str(temporary)}) as server:
            script = script_of(server, world.store)
            samples = _measured(plan, server, script, history, (world.store, temporary))
            server.check_log()
    yield from _outcomes(plan, samples, script)


def _measured(
    plan: Plan, server: Dashboard, script: Script, history: History, folders: Sequence[Path]
) -> list[Sample]:
    """Samples taken at equal distances while users read and the data change."""
    seconds = plan.counts.leak_seconds
    until = time.monotonic() + seconds
    ended = threading.Event()
    readers = [
        partial(user, server, script, dice_of(plan, "leak", number), until)
        for number in range(round(_USERS * plan.counts.leak_pace))
    ]
    samples: list[Sample] = []
    with running_beside([*readers, lambda: _publish(plan, server, history, until, ended)]):
        try:
            while time.monotonic() < until:
                time.sleep(seconds / _SAMPLES)
                workers = {worker: memory_of(worker) for worker in server.workers()}
                files = sum(
                    1 for folder in folders for path in folder.rglob("*") if path.suffix != ".link"
                )
                samples.append(Sample(time.monotonic(), workers, files))
        finally:
            ended.set()
    return samples


def _publish(
    plan: Plan, server: Dashboard, history: History, until: float, ended: threading.Event
) -> None:
    """Change the data again and again, and follow a link that was made before each change."""
    publishes = history.turns()
    number = 0
    while time.monotonic() < until and not ended.is_set():
        with Reader(server.port) as reader:
            body = Callbacks(reader).share("kv-cache", "grid", SEARCH)
            name = link_of(reader.callback(body).text())
            search = search_of(reader, name)
            publishes[number % len(publishes)]()
            reader.export(f"{EXPORT.partition('?')[0]}{search}")
        number += 1
        ended.wait(_EVERY / plan.counts.leak_pace)


def _outcomes(plan: Plan, samples: Sequence[Sample], script: Script) -> Iterator[Outcome]:
    minutes = _duration(plan)
    first, last = samples[0].workers, samples[-1].workers
    failures = [] if set(first) == set(last) else [Failure(-1, "a worker ended meanwhile")]
    half = samples[len(samples) // 2 :]
    growths = {
        worker: growth([s.at for s in half], [s.workers[worker].megabytes for s in half])
        for worker in last
        if all(worker in s.workers for s in half)
    }
    failures += [
        Failure(-1, f"worker {worker} grew by {megabytes:.1f} MB") for worker, megabytes in growths.items()
        if megabytes > _MEGABYTES
    ]  # fmt: skip
    expected = f"growth over the second half at most {_MEGABYTES:.0f} MB"
    now = ", ".join(f"{last[w].megabytes:.0f} MB, growth {g:+.1f} MB" for w, g in growths.items())
    yield Outcome(
        "leak",
        f"memory of each worker over {minutes}",
        _SAMPLES // 2,
        len(samples),
        expected,
        now,
        failures,
    )
    counts: dict[str, list[int]] = {
        "threads": [sum(m.threads for m in s.workers.values()) for s in samples],
        "descriptors": [sum(m.descriptors for m in s.workers.values()) for s in samples],
        "files": [s.files for s in samples],
    }
    quarter = len(samples) // 4
    changes = {
        name: median(values[-quarter:]) - median(values[quarter : 2 * quarter])
        for name, values in counts.items()
    }
    more = [
        Failure(-1, f"{name}: {change:+.0f}") for name, change in changes.items() if change > _MORE
    ]
    measured = ", ".join(f"{name} {change:+.0f}" for name, change in changes.items())
    expected = f"the last quarter has at most {_MORE} more than the second"
    yield Outcome(
        "leak",
        f"threads, descriptors, files over {minutes}",
        _SAMPLES // 2,
        len(samples),
        expected,
        measured,
        more,
    )
    errors = [Failure(-1, error) for error in script.log.errors]
    yield Outcome(
        "leak",
        "failed requests meanwhile",
        1,
        len(script.log.seconds),
        "0",
        f"{len(errors)}",
        errors,
    )


def _duration(plan: Plan) -> str:
    minutes = f"{plan.counts.leak_seconds / 60:.0f} min"
    pace = plan.counts.leak_pace
    return minutes if pace == 1 else f"{minutes} at {pace:g} times the pace"


def growth(times: Sequence[float], values: Sequence[float]) -> float:
    """By how much the line of least squares rises from the first time to the last, in the unit of the values."""
    count = len(times)
    middle, mean = sum(times) / count, sum(values) / count
    spread = sum((time - middle) ** 2 for time in times)
    slope = (
        sum((time - middle) * (value - mean) for time, value in zip(times, values, strict=True))
        / spread
    )
    return slope * (times[-1] - times[0])
