"""The catalogue: the names of models, benchmarks and metrics, and what is known of each."""

from pathlib import Path
from typing import Any

import duckdb

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.scripts import sql
from reasonboard.store.lack import lack_of

CATALOGUE = ("benchmarks", "models", "metrics")

_DEFAULTS: dict[str, dict[str, Any]] = {
    "benchmark": {
        "aliases": [],
        "groups": [],
        "exact": False,
        "domain": None,
        "items": None,
        "chance_level": None,
        "aggregate": False,
        "texts": "open",
        "fields": [],
    },
    "model": {"aliases": [], "family": None, "params_b": None, "inferred": False},
    "metric": {"higher_is_better": None, "proportion": None},
}


def load_catalogue(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Fill the tables `benchmark`, `model` and `metric` from the folder's TOML files."""
    for table in _DEFAULTS:
        _load(connection, folder, table)


def load_benchmarks(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Fill the table `benchmark` alone."""
    _load(connection, folder, "benchmark")


def _load(connection: duckdb.DuckDBPyConnection, folder: Path, table: str) -> None:
    path = folder / f"{table}s.toml"
    for entry in read_toml(path).get(table, []):
        try:
            sql.run(connection, table, _DEFAULTS[table] | entry)
        except duckdb.Error as error:
            if lack_of(error):
                raise
            reason = str(error).splitlines()[0]
            raise IngestError(
                f"{path}: {entry.get('name', entry)!s:.80}: {reason} "
                "(expected an entry as the others, each name once)"
            ) from error


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file; raises IngestError naming the file and the place."""
    return File(path).toml
