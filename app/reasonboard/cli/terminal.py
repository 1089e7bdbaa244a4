"""Lines for a terminal, on which no text of a file or a name acts; exit codes; arguments that commands share."""

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
