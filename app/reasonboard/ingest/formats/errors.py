"""Why something could not be taken in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reasonboard.store import documents

if TYPE_CHECKING:
    from reasonboard.ingest.formats.files import File


IngestError = documents.DocumentError
"""What is wrong where, and what was expected: one line, `FILE:LINE:COLUMN: wrong (expected)`."""
CommentError = documents.CommentError
"""That a JSON document has comments, as files of settings have, and where the first is."""


class ContradictionError(IngestError):
    """That files have other numbers or answers for a run than each other, or than an earlier load."""

    def __init__(self, found: Sequence[tuple[Sequence[str], str]]) -> None:
        """`found` has names of files, some of earlier loads, with a line that begins with the first of them."""
        super().__init__(found[0][1])
        self.reasons: dict[str, str] = {}
        """What is wrong, by the name of a file."""
        for names, line in found:
            reason = line.removeprefix(f"{names[0]}: ")
            self.reasons = dict.fromkeys(names, reason) | self.reasons


class NothingReadError(IngestError):
    """That no file of a load says anything: one line, or several if the files are wrong in several ways."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class BrokenError(IngestError):
    """A number that no snapshot may hold, and where it stands."""


class Skip(Exception):  # noqa: N818  (nothing is wrong: the file just adds nothing)
    """Why a file of a known tool adds nothing by itself: a few words."""


class ReadWith(Skip):
    """The same of a file that is read with another one: that file, where it is known, and what it is called."""

    def __init__(self, main: File | None, name: str = "") -> None:
        super().__init__(f"read with {name or (main.name if main else '')}")
        self.main = main


def read_with(main: File | None, otherwise: str, name: str = "") -> Skip:
    """Why a file adds nothing by itself: the name of the file it is read with, else what is missing."""
    return ReadWith(main, name) if main else Skip(otherwise)
