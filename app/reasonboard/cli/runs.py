"""The command `runs`: what is loaded, a row for each evaluation and each training."""

import csv
import json
import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import click

from reasonboard import config
from reasonboard.cli.chosen import Listed, RunList, choosing, listed, of_options
from reasonboard.cli.table import print_table
from reasonboard.cli.terminal import message, printable
from reasonboard.store import pushed

_SCORES = 2
"""How many benchmarks a row of the table names."""
_COLUMNS = (
    "date", "model", "load", "steps", "benchmarks", "newest scores", "build", "seed", "repeat", "answers", "status",
    "run",
)  # fmt: skip
_NUMBERS = {"steps", "benchmarks", "answers"}
_SHORTENED = {"model", "load", "newest scores", "build"}


@click.command()
@choosing
@click.option("--each", is_flag=True, help="A row for each run: the steps of a training apart.")
@click.option("--csv", "form", flag_value="csv", help="All columns as CSV.")
@click.option("--json", "form", flag_value="json", help="All columns as JSON.")
def runs(form: str | None, each: bool, **options: Any) -> None:
    """List the loaded runs, the newest first.

    A training is one row, with the scores of its last step. Pushed rows that are set aside are named on the standard
    error.
    """
    store = config.read().store
    found = listed(store, of_options(**options), each=each)
    if form == "json":
        print(json.dumps(found.rows, default=_time_text, indent=2))
    elif form == "csv":
        _print_csv(found)
    else:
        print_runs(found.rows)
        if not found.rows:
            print("No run is loaded, or none is chosen.", file=sys.stderr)
    for name, aside in pushed.asides(store).items():
        for line in aside.lines(name):
            print(message(f"reasonboard: {line}"), file=sys.stderr)


def print_runs(rows: Sequence[Listed]) -> None:
    """Print the runs as a table for a person, without repeats where all have one."""
    if len({row["repeat"] for row in rows}) == 1:
        rows = [row | {"repeat": None} for row in rows]
    print_table(_COLUMNS, [_cells(row) for row in rows], _NUMBERS, _SHORTENED)
    if any(_is_of_file(row) for row in rows):
        print(
            "* the time of the file, which states no date that can be read, or one in the future",
            file=sys.stderr,
        )


def _cells(row: Listed) -> Sequence[str]:
    """The cells of a row of the table, in the order of `_COLUMNS`."""
    first, last = row["first step"], row["last step"]
    return (
        f"{row['date']:%Y-%m-%d %H:%M}{'*' * _is_of_file(row)}",
        row["model"],
        row["load"],
        "" if last is None else str(last) if first == last else f"{first} to {last}",
        str(len(row["benchmarks"])),
        "  ".join(map(_score_text, row["scores"][:_SCORES])),
        row["build"] or "",
        row["seed"] or "",
        row["repeat"] or "",
        f"{row['answers']:,}" if row["answers"] else "",
        row["status"] or "",
        row["run"] if row["runs"] == 1 else f"{row['runs']} runs",
    )


def _is_of_file(row: Listed) -> bool:
    return bool(row["date from"] != "stated")


def _score_text(score: dict[str, Any]) -> str:
    """A benchmark with its score, a share in percent."""
    value = score["value"]
    number = f"{100 * value:.1f}" if score["unit"] == "fraction" else f"{value:.4g} {score['unit']}"
    return f"{score['benchmark']} {number}"


def _print_csv(found: RunList) -> None:
    """Print all columns; on a terminal without control characters."""
    shown = printable if sys.stdout.isatty() else str
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(found.columns)
    for row in found.rows:
        writer.writerow([shown(_csv_text(value)) for value in row.values()])


def _csv_text(value: object) -> str:
    """The text of a cell; several names or scores are divided by semicolons."""
    if isinstance(value, list):
        return "; ".join(_score_text(one) if isinstance(one, dict) else str(one) for one in value)
    if isinstance(value, datetime):
        return _time_text(value)
    return "" if value is None else str(value)


def _time_text(time: datetime) -> str:
    """A time in UTC as ISO 8601."""
    return f"{time.isoformat(timespec='seconds')}Z"
