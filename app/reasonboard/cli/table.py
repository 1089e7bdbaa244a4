"""A table for a person: columns that line up, as wide as the terminal."""

import shutil
import sys
import unicodedata
from collections.abc import Collection, Iterator, Sequence

from reasonboard.cli.terminal import printable

_GAP = "  "
_SHORTEST = 6
"""To how few characters a column is shortened."""


def print_table(
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Collection[str],
    shortened: Collection[str],
) -> None:
    """Print the columns that have any text, `numbers` at the right of their width.

    On a terminal, the columns in `shortened` become narrower until a row fits on a line, the widest first.
    """
    used = [place for place, _ in enumerate(names) if any(row[place] for row in rows)]
    table = [[printable(row[place]) for place in used] for row in (names, *rows)]
    widths = [max(map(_width, column)) for column in zip(*table, strict=True)]
    if sys.stdout.isatty():
        flexible = [place for place, one in enumerate(used) if names[one] in shortened]
        room = shutil.get_terminal_size().columns - len(_GAP) * (len(widths) - 1)
        while sum(widths) > room and any(widths[place] > _SHORTEST for place in flexible):
            widths[max(flexible, key=widths.__getitem__)] -= 1
    for row in table:
        cells = zip(row, widths, [names[place] in numbers for place in used], strict=True)
        print(_GAP.join(_padded(*cell) for cell in cells).rstrip())


def _padded(text: str, width: int, right: bool) -> str:
    """The text in this width."""
    shown = text if _width(text) <= width else f"{''.join(_beginning(text, width - 1))}…"
    blanks = " " * (width - _width(shown))
    return f"{blanks}{shown}" if right else f"{shown}{blanks}"


def _beginning(text: str, width: int) -> Iterator[str]:
    """The first characters that have room in this width."""
    for character in text:
        width -= _width(character)
        if width < 0:
            return
        yield character


def _width(text: str) -> int:
    """How many columns of a terminal the text takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1
        for one in text
    )
