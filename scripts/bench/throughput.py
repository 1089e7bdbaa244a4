"""How many changes a second one worker answers, and what memory it took."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from reasonboard.core.study import Study
from reasonboard.store import database, snapshots
from scripts.bench.results import Row, median, percentile
from scripts.bench.server import Server, served
from scripts.bench.states import body, callback_of, distinct, start

CONNECTIONS = 16
_PATIENCE = 120
"""Seconds in which the states are new."""


def throughput(
    store: Path, pages: Sequence[Study], size: int, states: int, seconds: float
) -> list[Row]:
    """Changes over all pages at once, each to another of so many states: all once, when they are new; then for
    so many seconds one after the other and again; then the memory of the worker."""
    with served(store, workers=1) as server:
        before = server.peak_memory()
        sent = _bodies(store, server, pages, states)
        new = _request_all(server, sent, _PATIENCE, len(sent))
        answers = _request_all(server, sent, seconds)
        peak = server.peak_memory()
    times = [took * 1000 for _, _, took in answers]
    values: dict[str, float | int] = {
        "states": len(sent),
        "requests": len(answers),
        "requests/s": _rate(answers),
        "p50 ms": median(times),
        "p99 ms": percentile(times, 99),
        "new/s": _rate(new),
        "new p50 ms": median([took * 1000 for _, _, took in new]),
    }
    memory = {"MB at start": before, "MB at most": peak}
    return [
        Row("one worker, 16 connections", "all pages", size, values),
        Row("peak memory", "one worker", size, memory),
    ]


def _bodies(
    store: Path, server: Server, pages: Sequence[Study], states: int
) -> list[dict[str, Any]]:
    """Requests for different states, the pages by turns."""
    snapshots.use(store)
    dependencies = json.loads(server.get("_dash-dependencies"))
    each = -(-states // len(pages))
    of_pages = [
        [
            body(study, callback_of(study, dependencies), start(study), values)
            for values in distinct(study, each)
        ]
        for study in pages
    ]
    database.close()
    return [request for group in zip_longest(*of_pages) for request in group if request]


def _request_all(
    server: Server, sent: list[dict[str, Any]], seconds: float, most: int = 1_000_000
) -> list[tuple[int, float, float]]:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(sent, file)
        file.flush()
        command = [sys.executable, "-m", "scripts.bench.client", str(server.port), file.name]
        client = subprocess.run(
            [*command, str(seconds), str(CONNECTIONS), str(most)],
            capture_output=True,
            text=True,
            check=True,
        )
    return [(number, sent, took) for number, sent, took in json.loads(client.stdout)]


def _rate(answers: list[tuple[int, float, float]]) -> float:
    """Answers per second, from the first that was asked for to the last that came."""
    if not answers:
        return 0.0
    first = min(start for _, start, _ in answers)
    last = max(start + took for _, start, took in answers)
    return len(answers) / (last - first)
