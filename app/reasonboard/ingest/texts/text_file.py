"""A file with the texts of answers: it is read in pieces, and only if it is the one that was loaded."""

import hashlib
import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import zstandard

from reasonboard.ingest.texts import kept
from reasonboard.ingest.texts.answer import ChangedError

_FIRST = 64 * 1024
_GROWTH = 8
LARGEST = 256 * 1024 * 1024
"""In bytes: the longest value that is read, which may be all that stands at a place."""
_HASHED = 64 * 1024 * 1024
"""A file that was touched since is compared by its content up to this size."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """What the store knows of a file with texts."""

    path: Path
    name: str
    sha256: str
    size: int
    changed: int
    """In nanoseconds since 1970."""
    kept: bool = False
    """Is it a copy in the store? Nobody but us writes there."""

    def check(self) -> None:
        """Raises ChangedError where the file is gone or is not the one that was loaded."""
        if self.kept:
            return
        try:
            status = self.path.stat()
        except OSError:
            raise ChangedError("The file is not where it was loaded from.") from None
        if not self.path.is_file():
            raise ChangedError("There is no file anymore where it was loaded from.")
        if status.st_size != self.size:
            raise ChangedError("The file has changed since it was loaded.")
        if status.st_mtime_ns != self.changed and not self._same_content():
            raise ChangedError("The file has changed since it was loaded.")

    def _same_content(self) -> bool:
        """Has a file that was copied or touched the content that was loaded? A large one is taken at its size."""
        if self.size > _HASHED:
            return True
        with self.path.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest() == self.sha256

    def read(self, begin: int, size: int) -> bytes:
        """At most `size` bytes from the byte `begin` on."""
        try:
            if self.kept:
                return kept.read(self.path, begin, size)
            with self.path.open("rb") as opened:
                opened.seek(begin)
                return opened.read(size)
        except (OSError, zstandard.ZstdError, struct.error) as error:
            reason = getattr(error, "strerror", None) or "it is damaged"
            raise ChangedError(f"The file cannot be read: {reason}.") from error

    def line(self, begin: int) -> int | None:
        """The number of the line that begins at this byte, counted from 1; None where counting would take long."""
        return self.read(0, begin).count(b"\n") + 1 if begin <= _HASHED else None

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
                    raise ChangedError(
                        "There is no answer anymore where it was loaded from."
                    ) from None
            size = min(size * _GROWTH, LARGEST)

    def row(self, begin: int) -> dict[str, Any]:
        """The JSON object that begins at this byte."""
        value = self.value(begin)
        if not isinstance(value, dict):
            raise ChangedError("There is no answer anymore where it was loaded from.")
        return value
