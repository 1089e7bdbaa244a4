"""Rows as a table in GitHub's Markdown."""

import re
from collections.abc import Mapping

from reasonboard.export.cells import Row, cell, columns_with_values, numeric, one_line

_ACTIVE = re.compile(r"([\\`*_{}\[\]|~#$!])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def markdown(provenance: Mapping[str, str], rows: list[Row]) -> str:
    """The title, the rows as a table, and under it what they are and where they come from."""
    names = columns_with_values(rows)
    lines = [
        _line(names),
        _line_of_rules(names, rows),
        *(_line([cell(row, name) for name in names]) for row in rows),
    ]
    about = [
        f"{label}: {escaped(provenance[key])}  " for key, label in _LINES if provenance.get(key)
    ]
    return "\n".join(
        [
            f"**{escaped(provenance['title'])}**",
            "",
            *(lines if rows else ["No rows for this choice."]),
            "",
            *about,
            "",
        ]
    )


def escaped(text: str) -> str:
    """The text on one line, as Markdown and HTML show it literally."""
    safe = _ACTIVE.sub(r"\\\1", one_line(text))
    return "".join(_ENTITIES.get(sign, sign) for sign in safe)


_LINES = (
    ("filters", "Filters"),
    ("kinds", "Kinds of number"),
    ("uncertainty", "Uncertainty"),
    ("source", "Source"),
    ("version", "Version"),
    ("address", "View"),
)


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"


def _line_of_rules(names: list[str], rows: list[Row]) -> str:
    return "| " + " | ".join("---:" if numeric(rows, name) else "---" for name in names) + " |"
