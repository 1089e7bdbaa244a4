"""How long a load takes and how much memory, beside what DuckDB takes for the bare copy.

Each is measured in a process of its own, so that its memory is its own. All of it is made up.
"""

import json
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from reasonboard import config
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.readers.tables import reader as tables
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.ingest.staging.staging import Staging
from scripts.bench.results import Number, Row
from scripts.bench.stores import connected

Times = dict[str, Number]
STEPS = [0, *(2**power for power in range(10)), *range(1000, 17000, 1000)]
TASKS = 57


def loads(models: int, rows: int) -> list[Row]:
    """Result files of a number of models at every checkpoint, and a table of a number of rows."""
    from_files = _measure_alone(result_files, models)
    of_table = _measure_alone(table, rows)
    created, read = of_table["create table as s"], of_table["read s"]
    whole = _against(of_table["seconds"], created) | {"peak MB": of_table["peak MB"]}
    of_text, read_text = of_table["create table of csv s"], of_table["read csv s"]
    return [
        Row("load", f"{models * len(STEPS)} files of lm-evaluation-harness", 0, from_files),
        Row("load", "Parquet: CREATE TABLE AS", rows, _against(created, created)),
        Row("load", "  read into the tables", rows, _against(read, created)),
        Row("load", "  all that pages read", rows, whole),
        Row("load", "CSV: CREATE TABLE AS", rows, _against(of_text, of_text)),
        Row("load", "  read into the tables", rows, _against(read_text, of_text)),
    ]  # fmt: skip


def result_files(models: int) -> Times:
    """One load of a result file for each of these models and every checkpoint."""
    with tempfile.TemporaryDirectory() as folder:
        data, store = config.read({}).data, Path(folder) / "store"
        publish(data, store)
        for model in range(models):
            for step in STEPS:
                path = Path(folder) / "results" / f"lab-{model + 1}b_step{step}.json"
                path.parent.mkdir(exist_ok=True)
                path.write_text(json.dumps(_results(model, step)))
        started = time.perf_counter()
        load(data, store, [str(Path(folder) / "results")], name="bench")
        return _measured(started)


def table(rows: int) -> Times:
    """DuckDB's own copy of a tidy Parquet file, its rows in our tables, the whole load; and the same rows as CSV."""
    with tempfile.TemporaryDirectory() as folder:
        path, text = (Path(folder) / f"table{ending}" for ending in (".parquet", ".csv"))
        with connected(Path(folder) / "made.duckdb") as connection:
            connection.execute(
                f"""COPY (
                    SELECT 'lab/model-' || (i % 50 + 1) || 'b' AS model, 'bench_' || (i // 10000) AS benchmark,
                        (i // 50 % 200) * 1000 AS step, 'acc' AS metric, (hash(i) % 100000) / 100000 AS value,
                        0.01 AS stderr, 500 AS n, 'fraction' AS unit
                    FROM range({rows}) AS r(i)
                ) TO '{path}'"""  # noqa: S608
            )
            connection.execute(f"COPY (FROM '{path}') TO '{text}'")
        times = {
            "create table as s": _timed(lambda: _copied(path, Path(folder) / "copy.duckdb")),
            "read s": _timed(lambda: _read(path, Path(folder))),
            "create table of csv s": _timed(lambda: _copied(text, Path(folder) / "text.duckdb")),
            "read csv s": _timed(lambda: _read(text, Path(folder))),
        }
        data, store = config.read({}).data, Path(folder) / "store"
        publish(data, store)
        started = time.perf_counter()
        load(data, store, [str(path)], name="bench")
        return _measured(started) | times


def _results(model: int, step: int) -> dict[str, object]:
    tasks = {
        f"task_{task}": {"acc": (task + step % 97) / 200, "acc_stderr": 0.01, "acc_norm": 0.5, "acc_norm_stderr": 0.01}
        for task in range(TASKS)
    }  # fmt: skip
    arguments = f"pretrained=lab/lab-{model + 1}b,revision=step{step}"
    return {
        "results": tasks, "versions": dict.fromkeys(tasks, 0), "config": {"model": "hf", "model_args": arguments}
    }  # fmt: skip


def _copied(path: Path, to: Path) -> None:
    with connected(to) as connection:
        connection.execute(f"CREATE TABLE t AS FROM '{path}'")


def _read(path: Path, folder: Path) -> None:
    with connected(folder / f"read{path.suffix}.duckdb") as connection:
        for script in ("schema", "changing"):
            sql.run(connection, script)
        with Staging(folder, "bench", set()) as staging:
            file = File(path, room=staging.room)
            staging.add(file, tables.read(file))
            staging.finished().insert(connection)


def _against(seconds: Number, created: Number) -> Times:
    return {"seconds": seconds, "x CREATE TABLE AS": seconds / created}


def _timed(work: Callable[[], None]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _measured(started: float) -> Times:
    seconds = time.perf_counter() - started
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return {"seconds": seconds, "peak MB": most}


def _measure_alone(work: Callable[[int], Times], size: int) -> Times:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, size).result()
