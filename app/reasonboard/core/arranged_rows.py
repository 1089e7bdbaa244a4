"""Rows in memory as a reader has arranged them: by the same rules as the database (store/arrangement.py)."""

from typing import Any

from reasonboard.store.arrangement import Arrangement, Labels, texts_with_label
from reasonboard.store.database import Row, Rows


def arranged_rows(rows: Rows, arrangement: Arrangement, labels: Labels) -> Rows:
    """The rows that contain the text, sorted by the column; a column that they lack sorts nothing."""
    if arrangement.search:
        matching_texts = {
            name: texts_with_label(column_labels, arrangement.search)
            for name, column_labels in labels.items()
        }
        rows = [row for row in rows if _contains(row, arrangement.search.lower(), matching_texts)]
    name = arrangement.column
    if not rows or name not in rows[0]:
        return rows
    valued_rows = [row for row in rows if row[name] is not None]
    missing = [row for row in rows if row[name] is None]
    return (
        sorted(valued_rows, key=lambda row: _key(row[name]), reverse=arrangement.descending)
        + missing
    )


def _contains(row: Row, search: str, listed: dict[str, list[str]]) -> bool:
    return any(
        isinstance(cell, str) and (search in cell.lower() or cell in listed.get(name, ()))
        for name, cell in row.items()
    )


def _key(cell: Any) -> Any:
    return cell.lower() if isinstance(cell, str) else cell
