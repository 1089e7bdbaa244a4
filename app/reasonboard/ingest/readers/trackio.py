"""Trackio: the SQLite database of a project, and the Parquet file that it exports of it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

from reasonboard.ingest.formats import parquet, sqlite_tables
from reasonboard.ingest.formats.errors import ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.common import consoles, node, run_names, scalars
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.store.documents import parse_json
from reasonboard.store.reading import literal

TOOL = "trackio"
_NEEDED = {"timestamp", "run_name", "step"}
_TABLE = _NEEDED | {"metrics"}
_OWN = {"id", "timestamp", "run_name", "step", "project_name", "run_id", "log_id", "space_id"}
_MOST_RUNS = 10_000


def recognizes(file: File) -> bool:
    """Has it a table of metrics by run and step, or the columns of its export?"""
    exported = parquet.columns(file).keys()
    if exported:
        return exported >= _NEEDED and not {"model", "benchmark"} & exported
    return sqlite_tables.columns(file, "metrics") >= _TABLE


def read(file: File) -> Iterator[Found]:
    """Each run at each step; of a number that was logged twice at a step the last.

    The settings stand in the database only. Raises Skip for the export beside its database, and for a
    project without runs.
    """
    stored = not parquet.columns(file)
    database = None if stored else file.beside(f"{file.path.stem}.db")
    if database and recognizes(database):
        raise ReadWith(database)
    names = _runs(file, stored=stored)
    if not names:
        raise Skip("a project without runs")
    for name in names:
        config = _config(file, name) if stored else {}
        run = run_names.run(TOOL, file, node.name(file, name, "a run"), config)
        logged = _stored if stored else _exported
        yield from scalars.by_step(file, run, partial(logged, file, name))


def _runs(file: File, *, stored: bool) -> list[Any]:
    query = "SELECT DISTINCT run_name FROM {} ORDER BY run_name"
    of_database = sqlite_tables.rows(file, query.format("metrics"))
    names = [name for (name,) in (of_database if stored else parquet.rows(file, query))]
    if len(names) > _MOST_RUNS:
        raise file.refused(f"{len(names)} runs", f"at most {_MOST_RUNS}")
    return names


def _config(file: File, name: str) -> dict[str, Any]:
    """The configuration of a run, without the keys of Trackio; {} if the project keeps none."""
    if not sqlite_tables.columns(file, "configs") >= {"run_name", "config"}:
        return {}
    query = "SELECT config FROM configs WHERE run_name = ?"
    for (config,) in sqlite_tables.rows(file, query, [name]):
        stated = _document(file, config, f"the configuration of {name[:40]!r}")
        return {key: value for key, value in stated.items() if not key.startswith("_")}
    return {}


def _stored(file: File, name: str) -> scalars.Logged:
    query = "SELECT step, metrics, timestamp FROM metrics WHERE run_name = ? ORDER BY id"
    started: datetime | None = None
    for number, (raw, text, logged_at) in enumerate(sqlite_tables.rows(file, query, [name]), 1):
        where = f"{name[:40]!r}, row {number}"
        step = Node(file, raw, f"{where}: step").step()
        metrics = _document(file, text, where)
        # What JSON cannot say is a text there: "NaN", "Infinity".
        values = {
            tag: (consoles.number(value) if isinstance(value, str) else value, f"{where}: {tag}")
            for tag, value in metrics.items()
        }
        clock = _clock(logged_at)
        started = started or clock
        yield number, step, _hours(started, clock, f"{where}: timestamp") | values, []


def _exported(file: File, name: str) -> scalars.Logged:
    """Not every row has every metric: an empty cell is no number at all."""
    names = list(parquet.columns(file))
    query = f"FROM {{}} WHERE run_name = {literal(name)} ORDER BY timestamp, step"
    started: datetime | None = None
    for number, cells in enumerate(parquet.rows(file, query), 1):
        row = dict(zip(names, cells, strict=True))
        where = f"{name[:40]!r}, row {number}"
        step = Node(file, row["step"], f"{where}: step").step()
        values = {
            tag: (raw, f"{where}: {tag}")
            for tag, raw in row.items()
            if raw is not None and tag not in _OWN
        }
        clock = _clock(row["timestamp"])
        started = started or clock
        yield number, step, _hours(started, clock, f"{where}: timestamp") | values, []


def _clock(stated: object) -> datetime | None:
    """When a row was logged; None where that is no time."""
    try:
        time = datetime.fromisoformat(str(stated))
    except ValueError:
        return None
    return time.replace(tzinfo=time.tzinfo or UTC)


def _hours(
    started: datetime | None, clock: datetime | None, where: str
) -> dict[str, tuple[float, str]]:
    """The time from the first step to this row; {} where it is not known."""
    if started is None or clock is None or clock < started:
        return {}
    return {scalars.HOURS: (scalars.hours((clock - started).total_seconds()), where)}


def _document(file: File, raw: Any, where: str) -> dict[str, Any]:
    """The JSON object of a cell, which is text or, as orjson writes it, bytes."""
    text = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw
    if not isinstance(text, str):
        raise Node(file, raw, where).refused("JSON")
    return Node(file, parse_json(text, f"{file.name}: {where}"), where).mapping()


READER = Reader("trackio", recognizes, read)
