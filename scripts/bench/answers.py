"""Many answers: those to one problem, in the store or where REASONBOARD_ANSWERS says; one run more; a rebuild."""

import hashlib
import multiprocessing
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import duckdb

from reasonboard import config
from reasonboard.ingest.snapshot.publish import change, publish
from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.store import pointer
from reasonboard.store.answers import address_of
from reasonboard.store.connections import connect_with_answers
from reasonboard.web.item.address import Address
from reasonboard.web.item.answers import answers
from scripts.bench.results import Number, Row, median, p95
from scripts.bench.server import high_water
from scripts.bench.stores import MADE_FILE, connected, digest, used

_PART = "answers to one problem"
_OF_RUN = 2_000_000
_MORE = 600_000
_BENCHMARKS = 10
_REPEATS = 16
_ROUNDS = 20
_LOADS = 3


def answers_of_items(folder: Path, count: int) -> list[Row]:
    """Problems of runs: the first of each file, which is then read whole once for its checksum, and others."""
    place = os.environ.get("REASONBOARD_ANSWERS", "")
    name = hashlib.sha256(place.encode()).hexdigest()[:6]
    store = folder / f"answers-{count:.0e}-{name}-{digest(Path(__file__))}"
    os.environ["REASONBOARD_STORE"] = str(store)  # the place is that of this store
    address = address_of(store)
    where = address.scheme if address else "store"
    runs = max(2, count // _OF_RUN)
    if not (store / "made").is_file():
        publish(config.read({}).data, store)
        for run in range(runs):
            _load(store, run, _made(store, run, count // runs))
        (store / "made").touch()
    with used(store):
        read = min(runs, _ROUNDS)
        items = count // runs // _BENCHMARKS // _REPEATS
        first = [_timed(run, 0, items) for run in range(read)]
        later = [_timed(number % read, 1 + number, items) for number in range(_ROUNDS)]
    rows = [
        Row(_PART, f"{where}: one, first of a file", count, _summary(first)),
        Row(_PART, f"{where}: one, later", count, _summary(later)),
        Row(_PART, f"{where}: keys and counts", count, _keys(store)),
    ]
    return rows if address else [*rows, *_changes(store, count, runs)]


def _changes(store: Path, count: int, runs: int) -> list[Row]:
    """A rebuild of a copy of the store, then loads of one run more; each in a process of its own."""
    with tempfile.TemporaryDirectory(dir=store.parent) as folder:
        copy = shutil.copytree(store, Path(folder) / "store")
        os.environ["REASONBOARD_STORE"] = str(copy)
        rebuilt = _measured_alone(_rebuild, copy)
        made = [_made(copy, runs + number, _MORE) for number in range(_LOADS)]
        more = [
            _measured_alone(_load, copy, runs + number, made[number]) for number in range(_LOADS)
        ]
    return [
        Row("many answers", "rebuild", count, rebuilt),
        Row(
            "many answers",
            "600,000 more, p50",
            count,
            {name: median([load[name] for load in more]) for name in more[0]},
        ),
    ]


def _rebuild(store: Path) -> None:
    rebuild(config.read({}).data, store)


def _measured_alone(work: Callable[..., None], *arguments: object) -> dict[str, Number]:
    """Seconds, seconds of the processor and peak memory of this work in a new process."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_measured, work, *arguments).result()


def _measured(work: Callable[..., None], *arguments: object) -> dict[str, Number]:
    started, used_before = time.perf_counter(), time.process_time()
    work(*arguments)
    return {
        "seconds": time.perf_counter() - started,
        "processor s": time.process_time() - used_before,
        "peak MB": high_water(os.getpid()),
    }


def _made(store: Path, run: int, count: int) -> Path:
    """A file in the store with made-up answers of a run: 16 to each problem of ten benchmarks."""
    path = store / f"answers-{run}.parquet"
    with connected(store / "made.duckdb") as connection:
        connection.execute(
            f"""COPY (
                SELECT $run AS run, $file AS sha256, 'made-' || i // $each AS benchmark, 'acc' AS metric,
                    'item-' || i % $each // $repeats AS item, i % $repeats AS repeat, hash(i, $run) % 2 AS score,
                    100 AS tokens_in, hash(i, $run) % 8000 AS tokens_out, 'stop' AS finish
                FROM range($answers) AS r(i)
            ) TO '{path}'""",  # noqa: S608
            {
                "run": f"run-{run}", "file": f"file-{run}", "each": count // _BENCHMARKS, "repeats": _REPEATS,
                "answers": count,
            },
        )  # fmt: skip
    (store / "made.duckdb").unlink()
    return path


def _load(store: Path, run: int, answers: Path) -> None:
    """Add a run with the answers of this file, which goes."""

    def edit(connection: duckdb.DuckDBPyConnection) -> None:
        values = {"run": f"run-{run}", "file": f"file-{run}", "model": f"made-{run + 1}b"}
        connection.execute(MADE_FILE, {"file": values["file"]})
        connection.execute(
            """INSERT INTO loaded_run BY NAME
               SELECT $run AS key, 'made' AS loaded_as, 'made' AS tool, $model AS raw_model, raw_model AS model,
                   [] AS inferred, false AS of_run""",
            {"run": values["run"], "model": values["model"]},
        )
        connection.execute("INSERT INTO changed_run VALUES ($run, 'made')", {"run": values["run"]})
        connection.execute(f"INSERT INTO sample BY NAME FROM '{answers}'")

    change(config.read({}).data, store, edit)
    answers.unlink()


def _timed(run: int, number: int, items: int) -> float:
    """Milliseconds for the answers of a run to one of so many problems, by the function of the page."""
    benchmark, item = f"made-{number % _BENCHMARKS}", f"item-{number * 617 % items}"
    address = Address(a=f"made/made-{run + 1}b", benchmark=benchmark, item=item)
    started = time.perf_counter()
    found = answers(address, config.read({}))
    taken = (time.perf_counter() - started) * 1000
    if found.damaged or not found.answers:
        raise ValueError(f"{address}: {list(found.damaged) or 'no answer'}")
    return taken


def _keys(store: Path) -> dict[str, Number]:
    """What has to be equal wherever they are: counts, and a digest of all keys and scores."""
    current = pointer.read(store)
    if current is None:
        raise ValueError(f"{store}: no snapshot")
    started = time.perf_counter()
    with connect_with_answers(store / current.current.file) as connection:
        rows, runs, key = connection.execute(
            """SELECT count(*), count(DISTINCT run),
                   bit_xor(hash(run, benchmark, metric, item, repeat, score)) % 1000000000
               FROM sample"""
        ).fetchone() or (0, 0, 0)
    return {"answers": rows, "runs": runs, "digest": key, "s": time.perf_counter() - started}


def _summary(times: list[float]) -> dict[str, Number]:
    return {"n": len(times), "p50 ms": median(times), "p95 ms": p95(times), "max ms": max(times)}
