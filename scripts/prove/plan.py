"""How much of each part is done: in full, by default, and in CI."""

from pathlib import Path
from typing import NamedTuple


class Counts(NamedTuple):
    """Counts and seconds of the parts."""

    kills: int
    commands: int
    """So many of the commands are killed."""
    flips: int
    requests: int
    files: int
    users: int
    user_seconds: float
    crowd: int
    """Users at once, more than the server can answer, while data are published one after the other."""
    crowd_seconds: float
    sequences: int
    worker_kills: int
    store_faults: int
    slow_sockets: int
    slow_seconds: float
    heavy_rows: int
    """Measurements of the store of heavy exports; 0: there are no heavy exports."""
    late: float
    """An answer is late after this number of seconds."""
    payloads: int
    leak_seconds: float
    backups: int
    running_kills: int
    """Of writers and watchers, in chains of 10."""
    growing_seconds: float
    """How long files grow under one `watch`."""
    pushing_runs: int
    pushing_seconds: float
    """How long these runs push rows to a server."""
    swaps: int
    """Pages of answers whose file is swapped meanwhile."""
    leak_pace: float = 1
    """The factor for the number of users and publishes of the leak test."""


LONG = Counts(
    kills=500, commands=6, flips=500, requests=10_000, files=5_000, users=25, user_seconds=600, sequences=20,
    crowd=200, crowd_seconds=60,
    worker_kills=12, store_faults=14, slow_sockets=200, slow_seconds=60, heavy_rows=1_000_000, late=1, payloads=46,
    leak_seconds=4 * 3600, backups=60, running_kills=200, growing_seconds=1800, pushing_runs=50, pushing_seconds=120,
    swaps=500,
)  # fmt: skip
DEFAULT = LONG._replace(
    kills=150, flips=150, requests=3_000, files=1_000, user_seconds=120, sequences=10, worker_kills=6, store_faults=7,
    slow_seconds=30, heavy_rows=300_000, leak_seconds=180, backups=15, running_kills=60, growing_seconds=120,
)  # fmt: skip
SHORT = Counts(
    kills=2, commands=2, flips=2, requests=30, files=12, users=3, user_seconds=6, sequences=2, worker_kills=1,
    crowd=60, crowd_seconds=6,
    store_faults=1, slow_sockets=40, slow_seconds=2, heavy_rows=0, late=10, payloads=2, leak_seconds=8, backups=1,
    running_kills=3, growing_seconds=8, pushing_runs=5, pushing_seconds=9,
    swaps=40,
)  # fmt: skip


class Plan(NamedTuple):
    """What is to be done, and where."""

    folder: Path
    """Empty at first, and removed at the end."""
    seed: int
    counts: Counts
    lanes: int = 2
    """Items that are done at the same time."""
    item: int = -1
    """The index of the only item that is done, -1 for all."""
