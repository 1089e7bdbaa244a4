"""How much of each part is done: in full, by default, and in CI."""

from pathlib import Path
from typing import NamedTuple


class Counts(NamedTuple):
    """Counts and seconds of the parts."""

    kills: int
    flips: int
    requests: int
    files: int
    users: int
    user_seconds: float
    sequences: int
    worker_kills: int
    store_faults: int
    slow_sockets: int
    slow_seconds: float
    heavy_rows: int
    payloads: int
    leak_seconds: float
    backups: int


LONG = Counts(500, 500, 10_000, 5_000, 25, 600, 20, 12, 14, 200, 60, 1_000_000, 46, 4 * 3600, 60)
DEFAULT = Counts(150, 150, 3_000, 1_500, 25, 120, 10, 6, 7, 200, 30, 300_000, 46, 180, 15)
SHORT = Counts(6, 6, 60, 60, 4, 12, 1, 1, 1, 40, 5, 20_000, 3, 12, 1)


class Plan(NamedTuple):
    """What is to be done, and where."""

    folder: Path
    """Empty at first, and removed at the end."""
    seed: int
    counts: Counts
    lanes: int = 2
    """Items that are done at the same time."""
    index: int = -1
    """The only item that is done, -1 for all."""
