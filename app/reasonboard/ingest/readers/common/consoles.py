"""What a program printed on a terminal: its lines without colors and without progress bars before them."""

import ast
import math
import re
import warnings
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File

_ENDINGS = {"", ".log", ".txt", ".out", ".err"}
_COLORS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,4})?")
_WRAPPED = re.compile(r"(?:np|numpy|torch)?\.?\w{3,10}\(([^()]*)\)")
_ODD = {
    "nan": math.nan, "inf": math.inf, "-inf": -math.inf, "infinity": math.inf, "-infinity": -math.inf,
}  # fmt: skip
_LONGEST_NUMBER = 64
_MOST_LINES = 100_000
"""How far a first line of interest is looked for: a trainer prints its whole configuration before it."""


def may_be(file: File) -> bool:
    """Has it the ending of a plain text that a program printed?"""
    return file.path.suffix in _ENDINGS


def lines(file: File) -> Iterator[tuple[int, str]]:
    """Number and text of every line; a bar that was drawn over itself is as many texts with one number."""
    for number, text in file.lines():
        for piece in text.split("\r"):
            bare = _COLORS.sub("", piece).strip()
            if bare:
                yield number, bare


def has_line(file: File, is_wanted: Callable[[str], bool]) -> bool:
    """Is there such a line in a plain text file? False, not an error, for a file of another kind."""
    if not may_be(file) or b"\0" in file.head:
        return False
    try:
        return any(is_wanted(text) for _, text in islice(lines(file), _MOST_LINES))
    except IngestError:
        return False


def literal(text: str) -> Any:
    """A value that Python printed; None for a text that is none."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def number(text: str) -> float | str:
    """What Python printed as a number, `np.float64(0.49)` and `nan` too; the text where it is none."""
    bare = text.strip()
    if len(bare) > _LONGEST_NUMBER:
        return text
    if wrapped := _WRAPPED.fullmatch(bare):
        bare = wrapped[1].strip()
    if bare.lower() in _ODD:
        return _ODD[bare.lower()]
    return float(bare) if _NUMBER.fullmatch(bare) else text
