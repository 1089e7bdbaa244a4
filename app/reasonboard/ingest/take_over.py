"""What was loaded before, into the tables of a new snapshot."""

from functools import partial
from pathlib import Path

import duckdb

from reasonboard.ingest import journal
from reasonboard.ingest.build import LOADED, Edit
from reasonboard.store import parts
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import StoreError
from reasonboard.store.folder import refuse_damaged
from reasonboard.store.journal import parts_of
from reasonboard.store.pointer import Entry
from reasonboard.store.reading import attach, tables

_CARRIED = (*LOADED, "remote_part")
"""The tables that go from one snapshot to the next: all else is made anew of the sources and of them."""


def loaded_in(store: Path, folder: Path, entry: Entry) -> Edit:
    """What fills the tables of what was loaded as a snapshot of the folder has them, whose parts the store has.

    The parts of its journal do. Where it has none, as that of an earlier release, or one is damaged, the snapshot does,
    and all is written as parts anew. Raises StoreError where that is not as it was written either.
    """
    written = pointers.journal_beside(folder / entry.side_file)
    if written is not None and not parts.problems(store, parts_of(written)):
        return partial(journal.read, store=store, journal=written)
    refuse_damaged(folder, entry)
    return partial(_carry_over, old=folder / entry.file)


def _carry_over(connection: duckdb.DuckDBPyConnection, old: Path) -> None:
    """Take over what was loaded from a snapshot; that of an earlier release has not every table, and answers in one.

    Raises StoreError where not every row arrives.
    """
    attach(connection, old)
    tables_there = tables(connection)
    for table in _CARRIED:
        if table in tables_there:
            connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM old.{table}")  # noqa: S608
            before, now = (_rows(connection, name) for name in (f"old.{table}", table))
            if before != now:
                raise StoreError(
                    f"{old}: {now} of {before} rows of {table} were taken over (expected all). Nothing was changed"
                )
    if "sample" in tables_there:
        connection.execute(
            "INSERT INTO sample BY NAME FROM old.sample WHERE run IN (SELECT key FROM loaded_run)"
        )
    connection.execute("DETACH old")


def _rows(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)  # noqa: S608
    return int(count)
