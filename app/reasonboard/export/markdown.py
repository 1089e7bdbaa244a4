"""Rows as a table in GitHub's Markdown."""

import re
from collections.abc import Mapping

from reasonboard.export.texts import TextTable, one_line

_ACTIVE = re.compile(r"([\\`*_{}\[\]|~#$!])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def markdown(provenance: Mapping[str, str], table: TextTable) -> str:
    """The title, the table, and under it what its rows are and where they come from."""
    lines = [
        _line([name for name, _ in table.columns]),
        f"| {' | '.join('---:' if is_number else '---' for _, is_number in table.columns)} |",
        *map(_line, table.rows),
    ]
    about = [
        f"{label}: {escaped(provenance[key])}  " for key, label in _LINES if provenance.get(key)
    ]
    return "\n".join(
        [
            f"**{escaped(provenance['title'])}**",
            "",
            *(lines if table.rows else ["No matching rows."]),
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
    ("kinds", "Data"),
    ("uncertainty", "Uncertainty"),
    ("source", "Source"),
    ("version", "Version"),
    ("address", "View"),
)


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"
