"""The commands that print rows of the data: `names` and `query`."""

from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import click
import duckdb

from reasonboard import config
from reasonboard.cli import output
from reasonboard.store import database, snapshots
from reasonboard.store.connections import answered
from reasonboard.store.lack import lack_of
from reasonboard.store.undisturbed import in_store

_BATCH = 1000
"""Rows that are fetched at a time, and the most that a table shows."""
_BESIDE = 3
"""The most rows that are shown side by side if their columns have no room."""


@click.command()
@output.form_options
def names(form: str | None) -> None:
    """List model and benchmark names, in your files and on pages.

    \b
    Examples:
      reasonboard names
      reasonboard load results/ --aliases names.toml   # correct some of them
    """
    _print_rows(database.text("studies/data/names"), form)


@click.command()
@click.argument("sql")
@output.form_options
def query(sql: str, form: str | None) -> None:
    """Run a SELECT on the stored results.

    `result` has all numbers; `DESCRIBE result` lists its columns.

    \b
    Examples:
      reasonboard query "SELECT model, benchmark, value FROM result LIMIT 20"
      reasonboard query "FROM result" --csv > results.csv
    """
    _print_rows(sql, form)


def _print_rows(sql: str, form: str | None) -> None:
    """Print the rows of a SELECT in this form."""
    store = config.read().store
    try:
        with ExitStack() as connections:
            cursor, first = in_store(store, lambda: _begin(sql, store, connections))
            names = [column[0] for column in cursor.description or ()]
            form = output.form_of(form)
            if form == "table":
                _print_table(names, first, is_cut=bool(len(first) == _BATCH and cursor.fetchone()))
            else:
                output.print_rows(form, names, _all_rows(cursor, first))
    except duckdb.Error as error:
        reason = lack_of(error) or " ".join(str(error).split())
        raise click.ClickException(f"query: {reason}") from None


def _begin(
    sql: str, store: Path, connections: ExitStack
) -> tuple[duckdb.DuckDBPyConnection, list[tuple[Any, ...]]]:
    """Run a query on the current snapshot: its cursor, and the first rows."""
    path = snapshots.current(store).path
    cursor = connections.enter_context(answered(sql, path))
    return cursor, cursor.fetchmany(_BATCH)


def _all_rows(
    cursor: duckdb.DuckDBPyConnection, rows: list[tuple[Any, ...]]
) -> Iterator[tuple[Any, ...]]:
    while rows:
        yield from rows
        rows = cursor.fetchmany(_BATCH)


def _print_table(names: list[str], rows: list[tuple[Any, ...]], *, is_cut: bool) -> None:
    """Print a table; a few rows side by side if the terminal is too narrow for their columns."""
    texts = [list(map(output.cell_text, row)) for row in rows]
    columns = [
        output.Column(name, right=_is_number(rows, place), shortens=True, order=place)
        for place, name in enumerate(names)
    ]
    if not rows:
        output.print_lines([f"No rows. Columns: {', '.join(names)}."])
    elif len(rows) <= _BESIDE and not output.fits(columns, texts):
        titles = [f"row {number}" for number in range(1, len(rows) + 1)]
        beside = [output.Column("column"), *(output.Column(one, shortens=True) for one in titles)]
        output.print_table(beside, list(zip(names, *texts, strict=True)))
    else:
        output.print_table(columns, texts)
    if is_cut:
        output.print_lines([f"These are the first {_BATCH:,} rows. --csv prints all."], "dim")


def _is_number(rows: list[tuple[Any, ...]], place: int) -> bool:
    """Has the column numbers alone?"""
    kinds = {type(row[place]) for row in islice(rows, _BATCH)} - {type(None)}
    return bool(kinds) and kinds <= {int, float, Decimal}
