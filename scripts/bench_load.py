"""How long a load takes and how much memory: `make bench`.

Prints, for files, for a large table and for answers, seconds, the ratio to DuckDB's own CREATE TABLE
AS on the same file where there is one, and the highest resident memory. All of it is made up.
"""

import argparse
import json
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from pathlib import Path

import duckdb

from app import config
from app.ingest.build import MODEST
from app.ingest.files import File
from app.ingest.load import load
from app.ingest.publish import publish
from app.ingest.readers import tables
from app.ingest.staging import Staging

Result = dict[str, float]
STEPS = [0, *(2**power for power in range(10)), *range(1000, 17000, 1000)]
TASKS = 57


def main() -> None:
    """Measure every kind of load in a process of its own and print a line for each."""
    parser = argparse.ArgumentParser(description="Time and memory of loads.")
    parser.add_argument("--rows", type=float, default=1e7, help="of the table")
    parser.add_argument("--samples", type=float, default=1e8, help="answers")
    options = parser.parse_args()
    print(f"{'load':42} {'seconds':>8} {'x CREATE TABLE AS':>18} {'peak MB':>8}")
    _print("432 result files of lm-evaluation-harness", _alone(result_files, 16))
    large = _alone(table, int(options.rows))
    created = large["create table as"]
    _print(
        f"Parquet, {options.rows:.0e} numbers: CREATE TABLE AS", {"seconds": created, "ratio": 1}
    )
    _print(
        "  read into the tables",
        large | {"seconds": large["read"], "ratio": large["read"] / created},
    )
    _print("  whole load with all that pages read", large | {"ratio": large["seconds"] / created})
    _print(f"roll-ups of {options.samples:.0e} answers", _alone(samples, int(options.samples)))


def result_files(models: int) -> Result:
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


def table(rows: int) -> Result:
    """A tidy Parquet file: DuckDB's own copy of it, its rows in our tables, and the whole load."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.parquet"
        with _connected(Path(folder) / "made.duckdb") as connection:
            connection.execute(
                f"""COPY (
                    SELECT 'lab/model-' || (i % 50 + 1) || 'b' AS model, 'bench_' || (i // 10000) AS benchmark,
                        (i // 50 % 200) * 1000 AS step, 'acc' AS metric, (hash(i) % 100000) / 100000 AS value,
                        0.01 AS stderr, 500 AS n, 'fraction' AS unit
                    FROM range({rows}) AS r(i)
                ) TO '{path}'"""  # noqa: S608
            )
        created = _timed(lambda: _copied(path, Path(folder) / "copy.duckdb"))
        read = _timed(lambda: _read(path, Path(folder)))
        data, store = config.read({}).data, Path(folder) / "store"
        publish(data, store)
        started = time.perf_counter()
        load(data, store, [str(path)], name="bench")
        return _measured(started) | {"create table as": created, "read": read}


def samples(count: int) -> Result:
    """The roll-ups of so many answers, 16 to an item, under the memory limit of a build."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _connected(Path(folder) / "samples.duckdb") as connection,
    ):
        scripts = files("app.ingest")
        connection.execute((scripts / "schema.sql").read_text())
        connection.execute(
            f"""INSERT INTO sample
                SELECT 'run' || (i // 2000000), 'sha', 'bench' || (i // 200000 % 10), 'acc',
                    'item-' || (i // 16 % 12500), i % 16, hash(i) % 2, 100, hash(i) % 8000, 'stop'
                FROM range({count}) AS r(i)"""  # noqa: S608
        )
        started = time.perf_counter()
        connection.execute((scripts / "samples.sql").read_text())
        return _measured(started)


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
    with _connected(to) as connection:
        connection.execute(f"CREATE TABLE t AS FROM '{path}'")


def _read(path: Path, folder: Path) -> None:
    with _connected(folder / "read.duckdb") as connection:
        connection.execute((files("app.ingest") / "schema.sql").read_text())
        with Staging(folder, "bench", set()) as staging:
            staging.add(File(path), tables.read(File(path)))
            staging.insert(connection)


def _connected(path: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(str(path), config=MODEST)
    connection.execute("SET enable_progress_bar = false")
    return connection


def _timed(work: Callable[[], None]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _measured(started: float) -> Result:
    seconds = time.perf_counter() - started
    return {
        "seconds": seconds,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
    }


def _alone(work: Callable[[int], Result], size: int) -> Result:
    """In a process of its own, so that its memory is its own."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, size).result()


def _print(what: str, result: Result) -> None:
    ratio = f"{result['ratio']:18.1f}" if "ratio" in result else " " * 18
    peak = f"{result['peak']:8.0f}" if "peak" in result else ""
    print(f"{what:42} {result['seconds']:8.1f} {ratio} {peak}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
