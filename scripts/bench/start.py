"""From the command to the first answered page."""

import time
from pathlib import Path

from scripts.bench.results import Row, median
from scripts.bench.server import first_answer, starting


def starts(store: Path, rounds: int) -> list[Row]:
    """So many starts of `reasonboard serve` on a published store."""
    took = []
    for _ in range(rounds):
        started = time.perf_counter()
        with starting(store, workers=2) as (server, _):
            took.append(first_answer(server, started))
    return [
        Row(
            "start",
            "to the first page",
            0,
            {"starts": rounds, "p50 s": median(took), "max s": max(took)},
        )
    ]
