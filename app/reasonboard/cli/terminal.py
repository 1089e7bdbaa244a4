"""Lines for a terminal, on which no text of a file or a name acts; progress; exit codes; arguments of commands."""

import sys
import unicodedata
from pathlib import Path

import click

BAD_INPUT = 2
BAD_DATA = 3
FOLDER = click.Path(path_type=Path)

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode's categories of control characters, of signs that turn the direction of text, of halves of characters."""
_LONGEST = 1000
_START, _END = 650, 300
_BAR = 30
_WORDS = 48


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


def progress(done: int, total: int) -> None:
    """Draw how many of all files are read, on one line of the terminal."""
    _draw(done, total, f"{done} of {total} files")


def building(done: int, total: int, what: str) -> None:
    """Draw how many steps of making the snapshot are done, and what is made now, on one line of the terminal."""
    _draw(done, total, f"{done} of {total} steps{': ' * bool(what)}{what}")


def _draw(done: int, total: int, words: str) -> None:
    bar = "█" * (_BAR * done // total)
    print(
        f"\r{bar:░<{_BAR}} {words:<{_WORDS}}",
        end="\n" if done == total else "",
        file=sys.stderr,
        flush=True,
    )
