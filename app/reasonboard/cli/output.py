"""How commands print rows: as a table on a terminal, as CSV in a pipe, and as CSV or JSON when asked."""

import csv
import json
import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar

import click

from reasonboard.cli.terminal import printable

T = TypeVar("T")
_GAP = 2
_SHORT = 12
"""How few characters a column is shortened to before columns are left out, the remaining ones to twice as many."""
_SHORTEST = 6
_NAMED = 8
"""How many columns without room are named."""
_NO_STYLES: Mapping[str, str] = {}


class Column(NamedTuple):
    """A column of a table on a terminal."""

    name: str
    right: bool = False
    """Do numbers end at its right side?"""
    shortens: bool = False
    """May its texts lose their middle?"""
    order: int = 0
    """On a narrow terminal the columns with the largest number are left out first; those with 0 stay."""
    styles: Mapping[str, str] = _NO_STYLES
    """The styles of some of its texts."""
    wraps: bool = False
    """Do its texts go on in the next line where others are shortened?"""


def form_options(command: Callable[..., T]) -> Callable[..., T]:
    """Add the options --csv and --json to a command, as the argument `form`."""
    for option in (
        click.option("--json", "form", flag_value="json", help="Print all columns as JSON."),
        click.option(
            "--csv", "form", flag_value="csv",
            help="Print all columns as CSV (the default in a pipe or a file).",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def form_of(asked: str | None) -> str:
    """'table', 'csv' or 'json': what was asked for, else by where the output goes."""
    return asked or ("table" if sys.stdout.isatty() else "csv")


def print_rows(form: str, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print rows as 'csv' or 'json'."""
    (print_json if form == "json" else print_csv)(names, rows)


def print_csv(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print rows as CSV, on a terminal without control characters."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    if sys.stdout.isatty():
        names = list(map(printable, names))
        rows = (
            [printable(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
        )
    writer.writerow(names)
    writer.writerows(rows)


def print_json(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print rows as a JSON list with an object for each."""
    between = "["
    for row in rows:
        values = map(_json_value, row)
        print(between + json.dumps(dict(zip(names, values, strict=True)), indent=2), end="")
        between = ",\n"
    print("[]" if between == "[" else "]")


def _json_value(value: Any) -> Any:
    """The value as JSON has it: times as ISO 8601 in UTC, no number as null."""
    match value:
        case None | bool() | int() | str():
            return value
        case float() | Decimal():
            return float(value) if math.isfinite(value) else None
        case datetime():
            return time_text(value)
        case list() | tuple():
            return [_json_value(one) for one in value]
        case dict():
            return {str(name): _json_value(one) for name, one in value.items()}
    return str(value)


def time_text(time: datetime) -> str:
    """A time in UTC as ISO 8601."""
    return f"{time.isoformat(timespec='seconds')}{'' if time.tzinfo else 'Z'}"


def cell_text(value: Any) -> str:
    """A value as a table shows it: six digits of a number."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case float():
            return f"{value:.6g}"
        case list() | tuple():
            return ", ".join(map(cell_text, value))
        case dict():
            return ", ".join(f"{name}: {cell_text(one)}" for name, one in value.items())
    return str(value)


def print_table(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], *, is_last_bold: bool = False
) -> None:
    """Print the columns that have any text as a table that is at most as wide as the terminal.

    A line below it names the columns that had no room.
    """
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415  (only on a terminal)
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    used = [place for place, _ in enumerate(columns) if any(row[place] for row in rows)]
    texts = [[printable(row[place]) for place in used] for row in rows]
    columns = [columns[place] for place in used]
    console = _console()
    widths = _widths(columns, texts, console.width)
    table = Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, _GAP - 1, 0, 0),
        header_style="bold", border_style="dim",
    )  # fmt: skip
    shown = [place for place, width in enumerate(widths) if width]
    for place in shown:
        column = columns[place]
        table.add_column(
            Text(shortened(printable(column.name), widths[place])),
            justify="right" if column.right else "left", width=widths[place], no_wrap=not column.wraps,
        )  # fmt: skip
    for number, row in enumerate(texts, 1):
        style = "bold" if is_last_bold and number == len(texts) else ""
        cells = [
            Text(
                row[place] if columns[place].wraps else shortened(row[place], widths[place]),
                columns[place].styles.get(row[place], ""),
            )
            for place in shown
        ]
        table.add_row(*cells, style=style)
    console.print(table)
    if left := [printable(columns[place].name) for place, width in enumerate(widths) if not width]:
        more = f" and {len(left) - _NAMED} more" if len(left) > _NAMED else ""
        words = f"Not shown at this width: {', '.join(left[:_NAMED])}{more}. --csv has all columns."
        console.print(Text(words, "dim"))


def print_lines(lines: Iterable[str], style: str = "") -> None:
    """Print sentences on a terminal, wrapped between words."""
    from rich.text import Text  # noqa: PLC0415  (only on a terminal)

    console = _console()
    for line in lines:
        console.print(Text(printable(line), style))


def _console() -> Any:
    from rich.console import Console  # noqa: PLC0415  (only on a terminal)

    return Console(markup=False, emoji=False, highlight=False)


def fits(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> bool:
    """Has the terminal room for all these columns?"""
    return all(_widths(columns, rows, _console().width))


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """The width of each column; 0 for one that is left out."""
    from rich.cells import cell_len  # noqa: PLC0415  (only on a terminal)

    widths = [
        max(cell_len(text) for text in (column.name, *(row[place] for row in rows)))
        for place, column in enumerate(columns)
    ]
    least = [
        min(width, max(cell_len(column.name), _SHORT if column.order else 2 * _SHORT))
        if column.shortens
        else width
        for column, width in zip(columns, widths, strict=True)
    ]
    order = sorted(range(len(columns)), key=lambda place: (columns[place].order, place))
    while _needed(least) > room and columns[order[-1]].order:
        place = order.pop()
        widths[place] = least[place] = 0
    shortest = [
        min(width, _SHORTEST) if column.shortens else width
        for column, width in zip(columns, widths, strict=True)
    ]
    for limits in (least, shortest):
        while _needed(widths) > room and widths != limits:
            widest = max(range(len(widths)), key=lambda place: widths[place] - limits[place])
            widths[widest] -= 1
    return widths


def _needed(widths: Sequence[int]) -> int:
    """How wide a table with these columns is; one of width 0 is left out."""
    return sum(widths) + _GAP * (sum(map(bool, widths)) - 1)


def shortened(text: str, width: int) -> str:
    """The text with … for its middle if it is wider."""
    from rich.cells import cell_len  # noqa: PLC0415  (only on a terminal)

    if cell_len(text) <= width:
        return text
    end = (width - 1) // 2
    return f"{_beginning(text, width - 1 - end)}…{_beginning(text[::-1], end)[::-1]}"


def _beginning(text: str, width: int) -> str:
    """The first characters that have room in this width."""
    from rich.cells import cell_len  # noqa: PLC0415  (only on a terminal)

    room = width
    for place, character in enumerate(text):
        room -= cell_len(character)
        if room < 0:
            return text[:place]
    return text
