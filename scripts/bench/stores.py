"""Stores to measure on: the published sources alone, or with made-up measurements beside them.

They are kept, since the largest takes minutes to make, and made anew when what makes them changes.
"""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from reasonboard import config
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.snapshot.build import MODEST, tables_digest
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import database, snapshots

NAME = "made"
"""The load that the made-up measurements are."""
MADE_FILE = """INSERT INTO loaded_file BY NAME
    SELECT $file AS sha256, $file AS content, $file AS path, $file AS origin, 0 AS bytes,
        TIMESTAMP '2026-01-01' AS changed, 'made' AS loaded_as, changed AS loaded_at"""
"""Adds the file `$file` that made-up rows name as their source."""
_SCRIPT = Path(__file__).with_name("generated.sql")
_MODELS = Path(__file__).with_name("many_models.sql")
_SMALLEST = 9_000
"""So many measurements the script makes when it is asked for each once."""


def bundled(folder: Path) -> Path:
    """The store of the bundled sources, as a first `reasonboard serve` publishes it."""
    store = folder / "bundled"
    publish(config.read({}).data, store)
    return store


def generated(folder: Path, size: int) -> Path:
    """The store with about this number of made-up measurements."""
    times = max(1, round(size / _SMALLEST))
    return _make_store(folder / f"{size:.0e}-{digest(_SCRIPT)}", _SCRIPT, times=times)


def many_models(folder: Path) -> Path:
    """The store with the scores of 100 made-up models on 100 benchmarks."""
    return _make_store(folder / f"models-{digest(_MODELS)}", _MODELS)


def _make_store(store: Path, script: Path, **parameters: int) -> Path:
    """The store with what the script makes, loaded as any tidy Parquet file is."""
    done = store / "made"
    if not done.is_file():
        shutil.rmtree(store, ignore_errors=True)
        store.mkdir(parents=True)
        data, table = config.read({}).data, store / "made.parquet"
        _write(table, script, parameters)
        publish(data, store)
        load(data, store, [str(table)], name=NAME)
        table.unlink()
        done.touch()
    return store


@contextmanager
def used(store: Path) -> Iterator[None]:
    """This process answers from the store, too, as long as the block lasts."""
    snapshots.use(store)
    try:
        yield
    finally:
        database.close()


def digest(*scripts: Path) -> str:
    """What a made store follows from: the scripts that make it and those of the product's tables."""
    content = tables_digest().encode() + b"".join(script.read_bytes() for script in scripts)
    return hashlib.sha256(content).hexdigest()[:10]


def connected(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection that takes no more than a load does."""
    connection = duckdb.connect(str(path), config=MODEST)
    connection.execute("SET enable_progress_bar = false")
    return connection


def _write(table: Path, script: Path, parameters: dict[str, int]) -> None:
    building = table.with_suffix(".duckdb")
    with connected(building) as connection:
        connection.execute(f"COPY ({script.read_text()}) TO '{table}'", parameters or None)
    building.unlink()
