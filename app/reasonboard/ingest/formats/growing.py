"""Files that a tool still writes to: what of them can be read, and is it still there?"""

import io
import os
import re
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from reasonboard.store import foreign
from reasonboard.store.documents import DocumentError, parse_json

_OF_LINES = {".jsonl", ".ndjson", ".csv", ".tsv", ".log", ".out", ".err", ".txt"}
_EVENTS = "tfevents"
_BLOCK = 64 * 1024
_MOST_OPEN = 20
"""Braces of a cut row that are looked through for the next one."""


class FirstBytes(io.RawIOBase):
    """The first bytes of an open file: what is added behind them meanwhile is not seen."""

    def __init__(self, opened: io.BufferedIOBase, size: int) -> None:
        super().__init__()
        self._opened, self._left = opened, size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview[int]") -> int:  # type: ignore[override]
        """Fill the buffer as far as there are bytes left; how many these are."""
        content = self._opened.read(min(len(buffer), self._left))
        self._left -= len(content)
        buffer[: len(content)] = content
        return len(content)


def has_lines(path: Path) -> bool:
    """Does a tool add whole lines to such a file? MLflow's metrics are called as it likes."""
    if _EVENTS in path.name:
        return False
    return path.suffix.lower() in _OF_LINES or any(
        folder.name == "metrics" and (folder.parent / "meta.yaml").is_file()
        for folder in path.parents
    )


def is_added_to(path: Path) -> bool:
    """Does a tool only add to such a file, so that its beginning stays as it is?"""
    return has_lines(path) or _EVENTS in path.name


def row_after_cut(text: str) -> dict[str, Any] | None:
    """The object at the end of a line that begins with what a killed tool left of another one; None without one."""
    for brace in islice(re.compile("{").finditer(text, 1), _MOST_OPEN):
        with suppress(DocumentError):
            row: dict[str, Any] = parse_json(text[brace.start() :], "")
            return row
    return None


def whole_lines(path: Path, size: int) -> int:
    """How many of the first `size` bytes end with a whole line. Raises OSError."""
    with foreign.opened(path) as opened:
        end = size
        while end > 0:
            begin = max(0, end - _BLOCK)
            opened.seek(begin, os.SEEK_SET)
            last = opened.read(end - begin).rfind(b"\n")
            if last >= 0:
                return begin + last + 1
            end = begin
    return 0
