"""Many readers at once: changes a second, times, memory, and whether any answer shows replaced data."""

import json
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from reasonboard import config
from reasonboard.core.study import Study
from reasonboard.ingest.loading.load import load
from reasonboard.store import database, snapshots
from scripts.bench.client import VERSION, Seen, Visit
from scripts.bench.results import Number, Row, median, percentile
from scripts.bench.server import Server, served
from scripts.bench.states import body, callback_of, distinct, start

CONNECTIONS = 16
_PATIENCE = 120
"""Seconds in which the states are new."""
_FRESH = 2.0
"""Seconds after a publish from which every answer shows it."""


class Crowd(NamedTuple):
    """Readers of a server of two workers, each with a change every 2 s."""

    readers: int
    publishes_every: float = 0
    """Seconds from one publish of a number to the next; 0 for none."""

    def __str__(self) -> str:
        publishes = f", a publish every {self.publishes_every:.0f} s"
        return f"{self.readers} readers{publishes if self.publishes_every else ''}"


CROWDS = (Crowd(25), Crowd(25, 15), Crowd(25, 1), Crowd(200))
_CHANGE_EVERY = 2.0


def throughput(
    store: Path, pages: Sequence[Study], size: int, states: int, seconds: float
) -> list[Row]:
    """Changes over all pages at once, each to another state: all once, when they are new; then for some seconds
    one after the other and again; then the memory of the worker."""
    with served(store, workers=1) as server:
        before = server.peak_memory()
        bodies, version = requests(store, server, pages, states)
        visit = Visit(server.port, version, bodies, CONNECTIONS, _PATIENCE, len(bodies))
        new, used_new = _measured(server, visit)
        again, used_again = _measured(server, visit._replace(seconds=seconds, most=1_000_000))
        peak = server.peak_memory()
    values: dict[str, Number] = {
        "states": len(bodies),
        "requests": len(again),
        "requests/s": _rate(again),
        "p50 ms": _milliseconds(again, 50),
        "p99 ms": _milliseconds(again, 99),
        "CPU ms": used_again,
        "new/s": _rate(new),
        "new p50 ms": _milliseconds(new, 50),
        "new CPU ms": used_new,
    }
    memory = {"MB at start": before, "MB at most": peak}
    return [
        Row("one worker, 16 connections", "all pages", size, values),
        Row("peak memory", "one worker", size, memory),
    ]


def crowd(
    store: Path, pages: Sequence[Study], size: int, states: int, seconds: float, what: Crowd
) -> Row:
    """Readers who change something every 2 s, while one number more is published now and then, into a copy."""
    with _copied(store, needed=what.publishes_every > 0) as used, served(used, 2) as server:
        bodies, version = requests(used, server, pages, states)
        published = [(0.0, version)]
        visit = Visit(server.port, version, bodies, what.readers, seconds, every=_CHANGE_EVERY)
        with _publishing(used, min(what.publishes_every, seconds / 3), published):
            seen, processor = _measured(server, visit)
        peak = server.peak_memory()
    return Row("a crowd", str(what), size, {
        "answers": len(seen),
        "p50 ms": _milliseconds(seen, 50),
        "p95 ms": _milliseconds(seen, 95),
        "p99 ms": _milliseconds(seen, 99),
        "CPU ms": processor,
        "publishes": len(published) - 1,
        "stale": len(stale(seen, published)),
        "refused": sum(answer.refused for answer in seen),
        "MB at most": peak,
    })  # fmt: skip


def stale(seen: Sequence[Seen], published: Sequence[tuple[float, str]]) -> list[Seen]:
    """The answers that show data which others had replaced for some time when they were asked for.

    `published` has the versions with the time when each was there. An answer that names none changed nothing.
    """
    order = {version: number for number, (_, version) in enumerate(published)}

    def least(answer: Seen) -> int:
        return max(n for n, (at, _) in enumerate(published) if at <= max(0, answer.sent - _FRESH))

    # One that is not in the order was published when the readers had gone home, or just now.
    return [
        answer
        for answer in seen
        if answer.version and order.get(answer.version, len(order)) < least(answer)
    ]


def requests(
    store: Path, server: Server, pages: Sequence[Study], states: int
) -> tuple[list[str], str]:
    """Requests for different states, the pages by turns, and the version of the data."""
    version = snapshots.use(store).version
    dependencies = json.loads(server.get("_dash-dependencies"))
    each = -(-states // len(pages))
    of_pages = [
        [
            json.dumps(body(study, callback_of(study, dependencies), start(study), values)).replace(
                f'"{version}"', f'"{VERSION}"'
            )
            for values in distinct(study, each)
        ]
        for study in pages
    ]
    database.close()
    return [request for group in zip_longest(*of_pages) for request in group if request], version


def _measured(server: Server, visit: Visit) -> tuple[list[Seen], float]:
    """The answers, and the ms of processor that the workers used for each. Raises OSError if one failed."""
    before = server.processor_seconds()
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(visit._asdict(), file)
        file.flush()
        command = [sys.executable, "-m", "scripts.bench.client", file.name]
        client = subprocess.run(command, capture_output=True, text=True, check=True)
    answers = json.loads(client.stdout)
    if answers["errors"]:
        raise OSError(f"{len(answers['errors'])} failed, the first: {answers['errors'][0]}")
    seen = [Seen(*answer) for answer in answers["seen"]]
    used = server.processor_seconds() - before
    return seen, 1000 * used / max(1, len(seen))


@contextmanager
def _publishing(store: Path, every: float, published: list[tuple[float, str]]) -> Iterator[None]:
    """Inside the block one number more is loaded again and again; `published` gets each version."""
    if not every:
        yield
        return
    ended = threading.Event()

    def publish() -> None:
        due = time.monotonic() + every
        while not ended.wait(max(0.0, due - time.monotonic())):
            due = max(due + every, time.monotonic())
            version = _one_number_more(store, len(published))
            published.append((time.monotonic(), version))

    thread = threading.Thread(target=publish)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _one_number_more(store: Path, count: int) -> str:
    """Load it as the command does; the version then."""
    path = store.with_name("more.csv")
    path.write_text(
        "model,benchmark,metric,iteration,value,unit\n"
        f"lab/crowd-7b,MATH500,accuracy,{count},0.5,fraction\n"
    )
    return load(config.read({}).data, store, [str(path)], name="crowd").version


@contextmanager
def _copied(store: Path, *, needed: bool) -> Iterator[Path]:
    if not needed:
        yield store
        return
    with tempfile.TemporaryDirectory(dir=store.parent) as folder:
        yield Path(shutil.copytree(store, Path(folder) / "store"))


def _milliseconds(seen: Sequence[Seen], percent: int) -> float:
    times = [answer.took * 1000 for answer in seen]
    return median(times) if percent == 50 else percentile(times, percent)  # noqa: PLR2004


def _rate(seen: Sequence[Seen]) -> float:
    """Answers per second, from the first that was asked for to the last that came."""
    if not seen:
        return 0.0
    first = min(answer.sent for answer in seen)
    last = max(answer.sent + answer.took for answer in seen)
    return len(seen) / (last - first)
