"""Queries of pages on the roll-ups of many answers."""

import shutil
import time
from pathlib import Path
from typing import Any

import duckdb

from reasonboard import config
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.snapshot import answers
from reasonboard.ingest.snapshot.build import bring_together, make_bundled, make_tables
from reasonboard.store import database
from reasonboard.store.connections import connect
from scripts.bench.results import Row, median, p95
from scripts.bench.stores import MADE_FILE, connected, digest

ITEMS = 12_500
REPEATS = 16
_OF_RUN = 2_000_000
_ROUNDS = 30


def rollups(folder: Path, count: int) -> list[Row]:
    """A row per query, each asked of another run or pair of runs in turn."""
    store, built = _make_store(folder, count)
    with connect(store) as connection:
        made = "SELECT id FROM run WHERE source = 'made' ORDER BY id"
        runs = [str(run) for (run,) in connection.execute(made).fetchall()]
        key = {"benchmark": "made-0", "metric": "acc"}
        pairs = [
            {"run_a": run, "run_b": runs[(index + 1) % len(runs)]} for index, run in enumerate(runs)
        ]
        of_benchmark = {"source": ["made"], "metric": "main", "panel": "made-0"}
        queries: dict[str, tuple[str, list[dict[str, Any]]]] = {
            "items of two runs": ("core/items", [key | pair for pair in pairs]),
            "pass@k of a run": ("core/passes", [key | {"run": run} for run in runs]),
            "all loaded runs": ("studies/data/loaded", [{}]),
            "accuracy by tokens": (
                "studies/test_time/frontier",
                [{"source": ["made"], "metric": "main", "cost": "tokens"}],
            ),
            "attempts of a benchmark": ("studies/test_time/passes", [of_benchmark]),
            "lengths of a benchmark": ("studies/test_time/bins", [of_benchmark]),
            "cut-off answers of a benchmark": ("studies/test_time/cut_off", [of_benchmark]),
        }
        rows = [
            Row(
                "query on roll-ups",
                what,
                count,
                _timed(connection, database.text(name), parameters),
            )
            for what, (name, parameters) in queries.items()
        ]
    return [*rows, Row("roll-ups made", "seconds", count, built)] if built else rows


def fields(folder: Path, count: int, rounds: int) -> Row:
    """What a level and a subject of each problem cost the roll-ups of so many answers, by turns without and with."""
    seconds: dict[bool, list[float]] = {False: [], True: []}
    for turn in range(2 * rounds):
        has_fields = turn % 2 == 1
        building = folder / "fields.building"
        seconds[has_fields].append(_build(building, count, has_fields=has_fields))
        building.unlink()
        shutil.rmtree(answers.new_parts(building))
    without, with_fields = median(seconds[False]), median(seconds[True])
    numbers = {"without s": without, "with s": with_fields, "x without": with_fields / without}
    return Row("roll-ups made", "with fields of problems", count, numbers)


def _make_store(folder: Path, count: int) -> tuple[Path, dict[str, float | int]]:
    """The snapshot of `count` answers, 16 to an item, and the time of its roll-ups; {} if it existed already."""
    store = folder / f"answers-{count:.0e}-{digest(Path(__file__))}.duckdb"
    if store.is_file():
        return store, {}
    folder.mkdir(parents=True, exist_ok=True)
    building = store.with_suffix(".building")
    built: dict[str, float | int] = {"seconds": _build(building, count)}
    building.replace(store)
    shutil.rmtree(answers.new_parts(building))
    return store, built


def _build(building: Path, count: int, *, has_fields: bool = False) -> float:
    """Make a snapshot of `count` answers at this path: the seconds from the answers to its tables."""
    shutil.rmtree(building, ignore_errors=True)
    building.unlink(missing_ok=True)
    with connected(building) as connection:
        make_bundled(connection, config.read({}).data)
        sql.run(connection, "changing")
        _answers(connection, count, has_fields=has_fields)
        started = time.perf_counter()
        answers.write(connection, building)
        answers.roll_up(connection, building)
        make_tables(connection, for_pages=True)
        sql.run(connection, "part_begin")
        sql.run(connection, "part_end")
        connection.execute("CREATE TEMP TABLE touched_source AS SELECT id AS source FROM source")
        bring_together(connection)
        return time.perf_counter() - started


def _runs(count: int) -> int:
    return max(2, -(-count // _OF_RUN))


def _answers(connection: duckdb.DuckDBPyConnection, count: int, *, has_fields: bool) -> None:
    each = count // _runs(count)
    item = f"(i % {each} // {REPEATS} % {ITEMS})"
    item_fields = (
        f"""'{{"level": "' || ({item} % 5) || '", "subject": "' || ({item} % 7) || '"}}'"""
    )
    connection.execute(MADE_FILE, {"file": "sha"})
    connection.execute(
        f"""INSERT INTO loaded_run BY NAME
            SELECT 'run-' || i AS key, 'made' AS loaded_as, 'made' AS tool, 'made-' || i || 'b' AS raw_model,
                raw_model AS model, i AS seed, false AS of_run, [] AS inferred
            FROM range({_runs(count)}) AS r(i)"""  # noqa: S608
    )
    connection.execute(
        f"""INSERT INTO sample BY NAME
            SELECT 'run-' || (i // {each}) AS run, 'sha' AS sha256,
                'made-' || (i % {each} // {REPEATS} // {ITEMS} % 10) AS benchmark, 'acc' AS metric,
                'item-' || {item} AS item, i % {REPEATS} AS repeat, hash(i) % 2 AS score,
                100 AS tokens_in, hash(i) % 8000 AS tokens_out, 'stop' AS finish,
                {item_fields if has_fields else "NULL"} AS item_fields
            FROM range({each * _runs(count)}) AS r(i)"""  # noqa: S608
    )


def _timed(
    connection: duckdb.DuckDBPyConnection, text: str, parameters: list[dict[str, Any]]
) -> dict[str, float | int]:
    times, most = [], 0
    for number in range(_ROUNDS):
        started = time.perf_counter()
        rows = connection.execute(text, parameters[number % len(parameters)] or None).fetchall()
        times.append((time.perf_counter() - started) * 1000)
        most = max(most, len(rows))
    return {
        "rows": most,
        "first ms": times[0],
        "p50 ms": median(times[1:]),
        "p95 ms": p95(times[1:]),
    }
