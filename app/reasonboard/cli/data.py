"""The commands that print what is loaded: `runs`, `names` and `query`."""

import csv
import sys

import click
import duckdb

from reasonboard import config
from reasonboard.cli.terminal import message, printable
from reasonboard.store import database, pushed, snapshots
from reasonboard.store.connections import answered


@click.command()
def runs() -> None:
    """List the loaded runs as CSV.

    Pushed rows that are set aside are named on the standard error.
    """
    _print_rows(database.text("studies/data/loaded"))
    for name, aside in pushed.asides(config.read().store).items():
        for line in aside.lines(name):
            print(message(f"reasonboard: {line}"), file=sys.stderr)


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
    try:
        with answered(sql, snapshots.current(config.read().store).path) as cursor:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            to_person = sys.stdout.isatty()
            names = [column[0] for column in cursor.description or ()]
            writer.writerow([printable(name) for name in names] if to_person else names)
            while rows := cursor.fetchmany(1000):
                writer.writerows([map(_cell_text, row) for row in rows] if to_person else rows)
            sys.stdout.flush()
    except duckdb.Error as error:
        raise click.ClickException(f"the query: {' '.join(str(error).split())}") from None


def _cell_text(cell: object) -> object:
    return printable(cell) if isinstance(cell, str) else cell
