"""The history of a W&B run as Parquet, as its artifact `wandb-history` and exports of the API have it."""

import math
import re
from collections.abc import Iterator
from functools import partial

from reasonboard.ingest.formats import parquet
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import scalars
from reasonboard.ingest.readers.common.node import Node

_OWN = "_step"
_PASSED = "_runtime"
"""The seconds since the start."""
_CLOCKS = {"_timestamp", _PASSED}
_ARTIFACT = re.compile(r"artifacts|run-\w+-history[:\-_]v\d+|(?:offline-)?run-\d{8}_\d{6}-\w+")
_OWN_COUNT = "Step is W&B's own count, which may not be the trainer's"


def recognizes(file: File) -> bool:
    """Has it W&B's count of steps and a clock of W&B among its columns?"""
    names = parquet.columns(file).keys()
    return _OWN in names and bool(names & _CLOCKS)


def read(file: File, tool: str, trainers: tuple[str, ...]) -> Iterator[Found]:
    """The run at each step: by the first of `trainers` that is a column, else by W&B's own count.

    Rows without the trainer's step are left out and counted, as W&B leaves them out of a chart by it.
    """
    names = list(parquet.columns(file))
    by = next((trainer for trainer in trainers if trainer in names), _OWN)
    run = Run(
        tool=tool,
        model="",
        place=[folder for folder in places.folders(file) if not _ARTIFACT.fullmatch(folder)],
        hints=places.hints(file),
    )
    without = sum(1 for _, row in _rows(file, names) if row[by] is None)
    notes = [_OWN_COUNT] if by == _OWN else []
    notes += [f"rows without {by}: {without}, left out"] if without else []
    return scalars.by_step(file, run, partial(_logged, file, names, by), notes)


def _rows(file: File, names: list[str]) -> Iterator[tuple[int, dict[str, object]]]:
    for number, row in enumerate(parquet.rows(file, "FROM {}"), 1):
        yield number, dict(zip(names, row, strict=True))


def _logged(file: File, names: list[str], by: str) -> scalars.Logged:
    """An empty cell is no number at all: not every row has every metric."""
    for number, row in _rows(file, names):
        if row[by] is None:
            continue
        step = Node(file, row[by], f"row {number}: {by}").step()
        values = {
            tag: (raw, f"row {number}: {tag}")
            for tag, raw in row.items()
            if raw is not None and not tag.startswith("_")
        }
        passed = row.get(_PASSED)
        if values and isinstance(passed, int | float) and math.isfinite(passed) and passed >= 0:
            values.setdefault(scalars.HOURS, (scalars.hours(passed), f"row {number}: {_PASSED}"))
        yield number, step, values, []
