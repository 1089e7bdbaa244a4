"""The catalogue: the names of models, benchmarks and metrics, what is known of each, and families of models."""

from pathlib import Path
from typing import TypeVar

import duckdb
import msgspec
from msgspec import Struct

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.names import infer
from reasonboard.ingest.names.benchmark_words import spelling
from reasonboard.ingest.scripts import sql
from reasonboard.store.lack import lack_of
from reasonboard.store.shapes import ShapeError, shaped

CATALOGUE = ("benchmarks", "models", "metrics")
Shape = TypeVar("Shape")


class Benchmark(Struct, forbid_unknown_fields=True):
    name: str
    aliases: list[str] = []
    groups: list[str] = []
    exact: bool = False
    domain: str | None = None
    items: int | None = None
    chance_level: float | None = None
    aggregate: bool = False
    texts: str = "open"
    fields: list[str] = []


class Model(Struct, forbid_unknown_fields=True):
    name: str
    aliases: list[str] = []
    family: str | None = None
    params_b: float | None = None
    inferred: bool = False


class Metric(Struct, forbid_unknown_fields=True):
    name: str
    label: str
    unit: str
    higher_is_better: bool | None = None
    proportion: bool | None = None


class Entries(Struct, forbid_unknown_fields=True):
    """A file of the catalogue: each has the entries of one kind."""

    benchmark: list[Benchmark] = []
    model: list[Model] = []
    metric: list[Metric] = []


def load_catalogue(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Fill the table `benchmark`, `model` or `metric` from a TOML file of the catalogue."""
    for table, entries in msgspec.structs.asdict(read_toml(path, Entries)).items():
        for entry in entries:
            try:
                sql.run(connection, table, msgspec.structs.asdict(entry))
            except duckdb.Error as error:
                if lack_of(error):
                    raise
                reason = str(error).splitlines()[0]
                wrong = f"{path}: {entry.name:.80}: {reason} (expected each name once)"
                raise IngestError(wrong) from error


def read_toml(path: Path, shape: type[Shape]) -> Shape:
    """The content of a TOML file; raises IngestError naming the file and the place."""
    try:
        return shaped(File(path).toml, shape)
    except ShapeError as error:
        raise IngestError(f"{path}: {error}") from None


def name_families(connection: duckdb.DuckDBPyConnection) -> None:
    """Make `family_word`: the families in names of loaded models, their spellings, and their names in the catalogue."""
    rows = connection.execute("SELECT DISTINCT family FROM loaded_run WHERE family IS NOT NULL")
    words = [family for (family,) in rows.fetchall()]
    listed = _listed(connection) if words else {}
    spellings = [spelling(word) for word in words]
    names = [listed.get(word) for word in spellings]
    sql.run(connection, "family_word", {"words": words, "spellings": spellings, "names": names})


def _listed(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """The families of the catalogue, by their spellings and by those in the names of their models.

    A name of two families is left out.
    """
    found: dict[str, set[str]] = {}
    for name, aliases, family in sql.run(connection, "models_listed").fetchall():
        # An alias without a maker, such as `qwen-7b`, is the word of one source.
        whole = [name, *(alias for alias in aliases if "/" in alias)]
        for word in [family, *filter(None, map(infer.family, whole))]:
            found.setdefault(spelling(word), set()).add(family)
    return {word: min(families) for word, families in found.items() if len(families) == 1}
