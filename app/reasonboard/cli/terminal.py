"""Lines for a terminal, on which no text of a file or a name acts; progress; exit codes; arguments of commands."""

import sys
import unicodedata
from pathlib import Path
from typing import Any, Self

import click

BAD_INPUT = 2
BAD_DATA = 3
FOLDER = click.Path(path_type=Path)

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode's categories of control characters, of signs that turn the direction of text, of halves of characters."""
_LONGEST = 1000
_START, _END = 650, 300


def printable(text: str) -> str:
    """The text with control characters as escapes: `\\x1b`, `\\n`, `\\u202e`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in _HIDDEN
        else character
        for character in text
    )


def message(text: str) -> str:
    """The text as one printable line of at most 1,000 characters, shortened in its middle."""
    if len(text) > _LONGEST:
        text = f"{text[:_START]} ... {text[-_END:]}"
    return printable(text)


class Progress:
    """Bars for a long command on a terminal; nothing is drawn if the standard error is none."""

    def __init__(self) -> None:
        self._bars: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def files(self, done: int, total: int) -> None:
        """Show how many files are read."""
        self._draw("Reading files", done, total)

    def steps(self, done: int, total: int, what: str) -> None:
        """Show how many steps of building the tables are done, and the one that runs."""
        self._draw(f"Building tables{': ' * bool(what)}{what}", done, total)

    def _draw(self, words: str, done: int, total: int) -> None:
        if not sys.stderr.isatty():
            return
        if self._bars is None:
            self._bars = _bars()
            self._bars.add_task("", total=total)
            self._bars.start()
        self._bars.update(
            0, description=printable(words), completed=done, total=total, refresh=True
        )
        if done >= total:
            self._end()

    def _end(self) -> None:
        if self._bars is not None:
            self._bars.stop()
            self._bars = None


def _bars() -> Any:
    from rich.console import Console  # noqa: PLC0415  (only on a terminal)
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn  # noqa: PLC0415
    from rich.progress import Progress as Bars  # noqa: PLC0415

    # Without a thread that refreshes: the readers are processes that are forked.
    return Bars(
        BarColumn(30),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    )
