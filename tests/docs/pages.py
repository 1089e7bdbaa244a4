"""The pages, and what is in them."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
_BLOCK = re.compile(r"(?:^`([\w.-]+)`:\n\n)?^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = ("reasonboard", ".venv/bin/reasonboard")


class Block(NamedTuple):
    """A block of code."""

    name: str
    """The file that it is, named in a line of its own above; '' if none."""
    language: str
    text: str


class Line(NamedTuple):
    """A line of a block of commands."""

    words: list[str]
    """Those of the command `reasonboard`, without its name."""
    comment: str


def blocks(page: Path) -> list[Block]:
    """All blocks of code of a page."""
    return [Block(*parts) for parts in _BLOCK.findall(page.read_text())]


def commands(block: Block) -> Iterator[Line]:
    """The lines of a block that run `reasonboard`."""
    for line in block.text.splitlines() if block.language == "sh" else ():
        words = shlex.split(line, comments=True)
        if words and words[0] in COMMAND:
            yield Line(words[1:], line.partition(" # ")[2])


def table(page: Path, first: str, at: int = 0) -> list[list[str]]:
    """The rows of a table whose header begins with this cell, of several that do the one at this place."""
    tables = page.read_text().split(f"\n| {first} |")[1:]
    rows = tables[at].partition("\n\n")[0].split("\n")[2:]
    return [re.split(r" ?\| ?", row.removeprefix("| ").removesuffix(" |")) for row in rows]


def code(cell: str) -> list[str]:
    """What a cell has between backticks."""
    return re.findall(r"`([^`]+)`", cell)
