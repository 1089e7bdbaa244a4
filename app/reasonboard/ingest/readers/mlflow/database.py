"""MLflow's database: `mlflow.db`, in SQLite."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from reasonboard.ingest.formats import sqlite_tables
from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Run
from reasonboard.ingest.readers.common import scalars
from reasonboard.ingest.readers.common.node import Node

_NEEDED = {
    "runs": {"run_uuid", "name", "status", "start_time", "lifecycle_stage"},
    "metrics": {"run_uuid", "key", "value", "step", "is_nan"},
    "params": {"run_uuid", "key", "value"},
}
_RUNS = (
    "SELECT run_uuid, name, status, start_time FROM runs WHERE lifecycle_stage = 'active' "
    "ORDER BY start_time, run_uuid"
)
_METRICS = (
    "SELECT step, key, value, is_nan FROM metrics WHERE run_uuid = ? ORDER BY timestamp, step"
)
_PARAMS = "SELECT key, value FROM params WHERE run_uuid = ?"
_TAG = "SELECT value FROM tags WHERE run_uuid = ? AND key = ?"
_MOST_RUNS = 10_000
_INFINITE = 1.7e308
"""What MLflow stores for an infinite number is larger."""


def recognizes(file: File) -> bool:
    """Has it MLflow's tables of runs, metrics and parameters?"""
    return all(sqlite_tables.columns(file, table) >= needed for table, needed in _NEEDED.items())


def read(
    file: File,
    run_of: Callable[[File, dict[str, Any], dict[str, Any], str], Run],
    tag_of: Callable[[str], str],
    history_tag: str,
) -> Iterator[Found]:
    """Each run that was not deleted at each step; `run_of` makes it of what is stated, `tag_of` names a metric.

    `history_tag` is the tag that names the models which a run logged.

    Raises Skip for a database without such runs, or without any of their metrics.
    """
    runs = list(sqlite_tables.rows(file, _RUNS))
    if len(runs) > _MOST_RUNS:
        raise file.refused(f"{len(runs)} runs", f"at most {_MOST_RUNS}")
    nothing = True
    for key, name, status, began in runs:
        logged = partial(_logged, file, key, tag_of)
        if next(logged(), None) is None:
            continue
        nothing = False
        params = {str(key): value for key, value in sqlite_tables.rows(file, _PARAMS, [key])}
        stated = {"run_id": key, "run_name": name, "status": status, "start_time": began}
        run = run_of(file, stated, params, _tag(file, key, history_tag))
        yield from scalars.by_step(file, run, logged)
    if nothing:
        raise Skip("no run with metrics")


def _tag(file: File, run: str, name: str) -> str:
    """A tag of a run; '' if it has no such tag."""
    if not sqlite_tables.columns(file, "tags") >= {"run_uuid", "key", "value"}:
        return ""
    values = [value for (value,) in sqlite_tables.rows(file, _TAG, [run, name])]
    return str(values[0]) if values else ""


def _logged(file: File, run: str, tag_of: Callable[[str], str]) -> scalars.Logged:
    """One number in a row; NaN and Infinity are stored as other numbers, the former with a mark."""
    for number, (raw, key, value, is_nan) in enumerate(
        sqlite_tables.rows(file, _METRICS, [run]), 1
    ):
        where = f"run {str(run)[:8]}, row {number}"
        step = Node(file, raw, f"{where}: step").step()
        tag = Node(file, key, f"{where}: key").name()
        shown = math.nan if is_nan else _finite(value)
        yield number, step, {tag_of(tag): (shown, f"{where}: {tag}")}, []


def _finite(value: Any) -> Any:
    is_infinite = isinstance(value, float) and abs(value) > _INFINITE
    return math.copysign(math.inf, value) if is_infinite else value
