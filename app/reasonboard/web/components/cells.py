"""Values as a reader sees them: numbers in the unit that they say, missing as a dash and never as 0."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from reasonboard.core.provenance import KIND_WORDS
from reasonboard.export.texts import TextTable

Row = dict[str, Any]

_OF_UNIT = {"value", "stderr", "low", "high", "seed sd", "possible below", "possible above"}
"""The columns that hold numbers in the unit of their row."""
_LONG = 120
"""Characters from which on a text has a wide column on paper."""


def columns_with_values(rows: Sequence[Row]) -> list[str]:
    """The columns that say something of these rows; the unit is written with the numbers."""
    names = rows[0] if rows else {}
    return [name for name in names if name != "unit" and any(row[name] is not None for row in rows)]


def numeric(rows: Sequence[Row], name: str) -> bool:
    """Does the column hold numbers?"""
    return any(isinstance(row[name], int | float) for row in rows)


def value(number: float | None, unit: str | None) -> str:
    """A number as a reader sees it: fractions in percent, missing as a dash, never as 0."""
    if number is None:
        return "–"
    if unit == "fraction":
        return f"{number * 100:.2f}".rstrip("0").rstrip(".") + "%"
    return f"{number:,.4g}" if abs(number) < 1000 else f"{number:,.0f}"  # noqa: PLR2004


def cell(row: Row, name: str) -> str:
    """The value of a row in a column, in words: a number in its unit, a kind by its name, '–' for none."""
    raw: Any = row[name]
    if name in _OF_UNIT:
        return value(raw, row.get("unit"))
    if name == "date" and raw is not None:
        return day(str(raw))
    if name == "kind":
        return KIND_WORDS.get(raw, str(raw))
    if isinstance(raw, float):
        return f"{raw:.6g}"
    return "–" if raw is None else str(raw)


def day(text: str) -> str:
    """A date of ISO 8601 as a reader sees it: '2026-11-06 03:06' in UTC, '2026-11-06' at midnight; else the text."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return text
    time = time.astimezone(UTC) if time.tzinfo else time
    return time.strftime("%Y-%m-%d %H:%M").removesuffix(" 00:00")


def is_long(text: str) -> bool:
    """Does the text need a wide column on paper? (assets/paper.css, assets/standalone.css)"""
    return len(text) >= _LONG


def text_table(rows: Sequence[Row]) -> TextTable:
    """The columns with values as a reader sees them."""
    columns = {name: numeric(rows, name) for name in columns_with_values(rows)}
    return TextTable(list(columns.items()), [[cell(row, name) for name in columns] for row in rows])
