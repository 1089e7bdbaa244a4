"""The commands that print rows of the data as CSV: `names` and `query`."""

import csv
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
import duckdb

from reasonboard import config
from reasonboard.cli.terminal import printable
from reasonboard.store import database, snapshots
from reasonboard.store.connections import answered
from reasonboard.store.lack import lack_of
from reasonboard.store.undisturbed import in_store

_BATCH = 1000


@click.command()
def names() -> None:
    """List what files call benchmarks and models, and their names, as CSV.

    `load --aliases` gives them others.
    """
    _print_rows(database.text("studies/data/names"))


@click.command()
@click.argument("sql")
def query(sql: str) -> None:
    """Print the rows of a SELECT on the data as CSV.

    For instance "SELECT study, count(*) FROM result GROUP BY study".
    """
    _print_rows(sql)


def _print_rows(sql: str) -> None:
    """Print the rows of a SELECT as CSV; on a terminal without control characters."""
    store = config.read().store
    try:
        with ExitStack() as connections:
            cursor, rows = in_store(store, lambda: _begin(sql, store, connections))
            writer = csv.writer(sys.stdout, lineterminator="\n")
            to_person = sys.stdout.isatty()
            names = [column[0] for column in cursor.description or ()]
            writer.writerow([printable(name) for name in names] if to_person else names)
            while rows:
                writer.writerows([map(_cell_text, row) for row in rows] if to_person else rows)
                rows = cursor.fetchmany(_BATCH)
            sys.stdout.flush()
    except duckdb.Error as error:
        reason = lack_of(error) or " ".join(str(error).split())
        raise click.ClickException(f"the query: {reason}") from None


def _begin(
    sql: str, store: Path, connections: ExitStack
) -> tuple[duckdb.DuckDBPyConnection, list[tuple[Any, ...]]]:
    """Run a query on the current snapshot: its cursor, and the first rows."""
    path = snapshots.current(store).path
    cursor = connections.enter_context(answered(sql, path))
    return cursor, cursor.fetchmany(_BATCH)


def _cell_text(cell: object) -> object:
    return printable(cell) if isinstance(cell, str) else cell
