"""A snapshot's file: made of the bundled sources, of what was loaded before, and of an edit of that."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import duckdb

from reasonboard.ingest.bundled.answers import load_answers
from reasonboard.ingest.bundled.sources import load_source, source_files
from reasonboard.ingest.formats.errors import BrokenError
from reasonboard.ingest.formats.kept_reading import KeptReading, kept
from reasonboard.ingest.names.benchmark_names import name_loaded
from reasonboard.ingest.names.catalogue import CATALOGUE, load_catalogue, name_families
from reasonboard.ingest.scripts import sql, studies
from reasonboard.ingest.snapshot import answers, loaded_parts
from reasonboard.ingest.snapshot.loaded_parts import Change, Fill
from reasonboard.store.check import broken
from reasonboard.store.errors import REBUILD, StoreError
from reasonboard.store.folder import Origin
from reasonboard.store.reading import attached, literal

_NAMES = ("benchmark_words.py", "benchmark_names.py", "catalogue.py", "infer.py")
_WRITTEN = re.compile(
    r"\b(?:UPDATE|INSERT INTO|DELETE FROM|CREATE(?: OR REPLACE)? TABLE(?: IF NOT EXISTS)?) (\w+)"
)
MODEST: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "1500MB",
    "preserve_insertion_order": "false",
    "default_block_size": 65536,  # each table has blocks of its own, and most tables are small
}
"""What a build may take, so that one of 10^8 answers fits beside a running server; the rest goes to disk."""


@cache
def tables_digest() -> str:
    """A digest of the scripts that make the tables of a snapshot, of what names benchmarks, and of the engine."""
    digest = hashlib.sha256(duckdb.__version__.encode())
    paths = [*sql.SCRIPTS.values(), *(files("reasonboard.ingest.names") / name for name in _NAMES)]
    for path in sorted(paths, key=lambda path: path.name):
        digest.update(path.read_bytes())
    digest.update(sql.text("schema").encode())  # with the columns of the table of fields
    for name in (
        "takes.sql",
        "bundled.sql",
        "tables.sql",
        "pages.sql",
        "shared.sql",
        "compared.sql",
        "across.sql",
        "declared.sql",
        "shows.sql",
    ):
        digest.update(repr(studies.scripts(name)).encode())
    return digest.hexdigest()


def build(path: Path, data: Path, base: str, loaded: Fill | None, change: Change) -> Origin:
    """Write the snapshot of the sources in `data` to `path`, and new parts next to it (`answers.new_parts`).

    `loaded` fills the tables of what was loaded (see loaded_parts.py) before the change. `base` is the digest of what
    the snapshot follows from besides. Raises IngestError for a bad source, duckdb.Error if there is no room.
    """
    with unlogged(path) as connection:
        connection.begin()  # all tables and entries are one change, not one each
        make_bundled(connection, data)
        connection.commit()
        sql.run(connection, "changing")
        before = loaded(connection) if loaded else ()
        sql.run(connection, "part_begin")
        if loaded:
            answers.rewrite_poor(connection, path)
        if change.edit:
            # An edit compares the answers that it adds with these, and what is loaded then with this. One that takes
            # out what is damaged needs neither.
            if answers.are_sound(connection, path):
                answers.roll_up(connection, path)
            sql.run(connection, "loaded_digest")
            connection.execute(
                "INSERT INTO loaded_summary BY NAME SELECT key AS run, digest FROM run_digest"
            )
            change.edit(connection)
            connection.execute("DELETE FROM loaded_summary")  # the final rows follow
            answers.write(connection, path)
        load_answers(connection, data)
        answers.write(connection, path)
        answers.roll_up(connection, path)
        answers.close(connection, path)
        sql.run(connection, "part_end")
        made_parts = loaded_parts.write(connection, path, change.what, before)
        make_tables(connection, for_pages=True)
        connection.execute("CREATE TEMP TABLE touched_source AS SELECT id AS source FROM source")
        bring_together(connection)
        note_made(connection, every=True)
        sql.run(connection, "made_together", {"written": _written_together()})
        if change.after:
            change.after(connection)
        version = version_of(connection, base)
        connection.execute("CHECKPOINT")
        connection.execute(
            "INSERT INTO made_as SELECT ?, ?, ?, "
            "(SELECT count(*) FROM measurement) + (SELECT count(*) FROM missing_number)",
            [version, *size(connection)],
        )
        connection.execute("CHECKPOINT")
    return Origin(version, base, tables_digest(), *made_parts)


def make_bundled(connection: duckdb.DuckDBPyConnection, data: Path) -> None:
    """Make the tables, with the catalogue and the sources of the folder `data`."""
    sql.make_empty(connection)
    for name in CATALOGUE:
        load_catalogue(connection, data / "catalogue" / f"{name}.toml")
    for description in source_files(data):
        if description.suffix == ".toml" and description.parent == data:
            load_source(connection, description)


@contextmanager
def unlogged(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection that writes the database at `path` without a log of its changes: nobody reads it unfinished.

    The file has what was there at the last CHECKPOINT.
    """
    spilled: dict[str, str] = {"temp_directory": f"{path}.tmp"}
    with duckdb.connect(config=MODEST | spilled) as connection:
        connection.execute("SET enable_progress_bar = false")
        connection.execute(f"ATTACH {literal(str(path))} AS snapshot (RECOVERY_MODE NO_WAL_WRITES)")
        connection.execute("USE snapshot")
        yield connection


def make_tables(connection: duckdb.DuckDBPyConnection, *, for_pages: bool) -> None:
    """Make of what is loaded, and of the bundled sources, what each source has for itself.

    With `for_pages` also the views and macros that pages read, and what follows from the bundled sources alone. Raises
    BrokenError for a number that no snapshot may hold.
    """
    make_facts(connection)
    _refuse_broken(connection)  # the scripts that follow compute with the numbers
    sql.run(connection, "events")
    sql.run(connection, "bounds")
    sql.run(connection, "cells")
    sql.run(connection, "cell_values")
    sql.run(connection, "identity")
    studies.make_tables(connection)
    if for_pages:
        sql.run(connection, "item_answers")
        studies.run_each(connection, "pages.sql")
        studies.run_each(connection, "bundled.sql")
    _make_declared(connection, "SELECT path FROM declared_study")


def bring_together(connection: duckdb.DuckDBPyConnection) -> None:
    """Make what the `touched_source` have together with all others."""
    (is_compared,) = sql.run(connection, "comparable").fetchone() or (False,)
    sql.run(connection, "disagreement")
    if is_compared:
        sql.run(connection, "compared")
        studies.run_each(connection, "compared.sql")
        sql.run(connection, "disagreements")
    studies.run_each(connection, "across.sql")
    changed = "SELECT name AS path FROM changed_entry WHERE of_table = 'declared_study'"
    _make_declared(connection, changed)


def note_made(connection: duckdb.DuckDBPyConnection, *, every: bool) -> None:
    """Record that this publish changed the rows of the touched sources, or of `every` source."""
    sql.run(connection, "source_made", {"every": every, "made": uuid4().hex})


def _written_together() -> list[str]:
    """The tables in which a publish can change the rows of a source that it does not touch."""
    together = [*studies.scripts("across.sql").values(), *studies.scripts("declared.sql").values()]
    together += [sql.text("disagreement"), sql.text("disagreements")]
    return sorted({name for script in together for name in _WRITTEN.findall(script)})


def _make_declared(connection: duckdb.DuckDBPyConnection, paths: str) -> None:
    """Make the marks of the declared studies with the paths that this SQL gives; only planning it takes a while."""
    connection.execute(f"CREATE OR REPLACE TEMP TABLE declared_anew AS {paths}")
    if sql.row_count(connection, "declared_anew"):
        studies.run_each(connection, "declared.sql")


def version_of(connection: duckdb.DuckDBPyConnection, base: str) -> str:
    """Seven hexadecimal digits of the digest of all that a snapshot follows from."""
    return hashlib.sha256(f"{base} {loaded_text(connection)}".encode()).hexdigest()[:7]


def size(connection: duckdb.DuckDBPyConnection) -> tuple[int, int]:
    """The bytes of the database, and how many measurements and items of answers it has."""
    return connection.execute(
        "SELECT total_blocks * block_size, (SELECT count(*) FROM measurement) + (SELECT count(*) FROM item_score) "
        "FROM pragma_database_size() WHERE database_name = current_database()"
    ).fetchone() or (0, 0)


def loaded_text(connection: duckdb.DuckDBPyConnection) -> str:
    """A text that changes with the loaded runs, their numbers and the aliases."""
    row = sql.run(connection, "loaded_version").fetchone()
    return str(row[0]) if row else ""


def make_facts(connection: duckdb.DuckDBPyConnection) -> None:
    """Make sources, runs and measurements of what was loaded."""
    sql.run(connection, "model_names")
    name_loaded(connection)
    name_families(connection)
    sql.run(connection, "setting_facts")
    sql.run(connection, "loaded_runs")
    studies.choose_runs(connection)
    sql.run(connection, "apart")
    sql.run(connection, "loaded_digest")
    sql.run(connection, "loaded")
    sql.run(connection, "answered")
    sql.run(connection, "task_configuration")


class LoadedFiles(NamedTuple):
    """The files that a snapshot was loaded from."""

    digests: AbstractSet[tuple[str, str]] = frozenset()
    """Of each file, and of what was read of it."""
    readings: Sequence[KeptReading] = ()
    """How its tables were read, the newest last."""


def files_of(path: Path, *, latest: bool = False) -> LoadedFiles:
    """The files that a snapshot was loaded from; with `latest` the digests that each had when it was loaded last.

    Raises StoreError where it cannot be read.
    """
    try:
        with attached(path) as connection:
            rows = sql.run(connection, "loaded_files").fetchall()
    except duckdb.Error as error:
        raise StoreError(
            f"{path}: not readable ({str(error).splitlines()[0]}). {REBUILD}"
        ) from error
    newest = {file: (sha256, content) for file, sha256, content, _ in rows}
    digests = newest.values() if latest else ((sha256, content) for _, sha256, content, _ in rows)
    return LoadedFiles(set(digests), [kept(*reading) for *_, reading in rows if reading])


def _refuse_broken(connection: duckdb.DuckDBPyConnection) -> None:
    """Raises BrokenError with the place of the first number that no snapshot may hold."""
    for violation in broken(connection):
        raise BrokenError(
            f"{violation.file}: {violation.locator}: {violation.example} is among the {violation.invariant} "
            f"(expected none: {violation.times} found)"
        )
