"""A file with the texts of answers: it is read in pieces, and only if it is the one that was loaded."""

import json
import os
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from typing import Any

import zstandard

from reasonboard.ingest.texts import kept
from reasonboard.ingest.texts.answer import GONE, Asked, ChangedError, Texts
from reasonboard.store import foreign
from reasonboard.store.sealed import digest_of

_FIRST = 64 * 1024
_GROWTH = 8
LARGEST = 256 * 1024 * 1024
"""In bytes: the longest value that is read, which may be all that stands at a place."""
_COUNTED = 64 * 1024 * 1024
"""Bytes in which lines are counted."""


@dataclass(slots=True)
class TextFile:
    """What the store knows of a file with texts."""

    path: Path
    name: str
    sha256: str
    size: int
    kept: bool = False
    """Is it a copy in the store? Nobody but us writes there."""
    links: bool = False
    """May its path lead to a link?"""
    _opened: BufferedReader | None = field(default=None, repr=False)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Let it be read within the block.

        Raises ChangedError, before the block or after it, where it is gone or is not the one that was loaded.
        """
        if self.kept:
            yield
            return
        with self._failing(), foreign.opened(self.path, links=self.links) as self._opened:
            self._check(self._opened)
            yield
            self._check(self._opened)  # so nobody wrote to it while it was read

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise ChangedError("The file it was loaded from is gone.") from None
        except (OSError, zstandard.ZstdError, struct.error) as error:
            reason = getattr(error, "strerror", None) or "it is damaged"
            raise ChangedError(f"The file cannot be read: {reason}.") from error

    def _check(self, opened: BufferedReader) -> None:
        size = os.fstat(opened.fileno()).st_size
        if size != self.size or digest_of(opened) != self.sha256:
            raise ChangedError("The file has changed since it was loaded.")

    @property
    def reached(self) -> Path:
        """A path by which a library opens this very file within the block of `opened`."""
        return foreign.reached(self._opened) if self._opened else self.path

    def read(self, begin: int, size: int) -> bytes:
        """At most `size` bytes from the byte `begin` on."""
        with self._failing():
            if self._opened is None:
                return kept.read(self.path, begin, size)
            self._opened.seek(begin)
            return self._opened.read(size)

    def line(self, begin: int) -> int | None:
        """The number of the line that begins at this byte, counted from 1; None where counting would take long."""
        return self.read(0, begin).count(b"\n") + 1 if begin <= _COUNTED else None

    def value(self, begin: int) -> Any:
        """The JSON value that begins at this byte; raises ChangedError where there is none."""
        size = _FIRST
        while True:
            raw = self.read(begin, size)
            text = raw.decode("utf-8", "ignore").lstrip("\ufeff")
            try:
                return json.JSONDecoder().raw_decode(text)[0]
            except (ValueError, RecursionError):
                if len(raw) < size or size >= LARGEST:
                    raise ChangedError(GONE) from None
            size = min(size * _GROWTH, LARGEST)

    def row(self, begin: int) -> dict[str, Any]:
        """The JSON object that begins at this byte."""
        value = self.value(begin)
        if not isinstance(value, dict):
            raise ChangedError(GONE)
        return value


@dataclass(frozen=True, slots=True)
class TextForm:
    """How the texts of one answer are read at its place, which is a whole number."""

    read: Callable[[TextFile, int, Asked], Texts]
    place: str = "byte"
    """What the number counts from 0: a byte, the byte of a line, a row, or a member of an archive."""


def objects(texts: Callable[[Mapping[str, Any], Asked], Texts], place: str = "line") -> TextForm:
    """A JSON object for each answer or item: `texts` reads the one that begins at a byte."""
    return TextForm(lambda file, begin, asked: texts(file.row(begin), asked).split(), place)
