"""The one door to the texts of answers: from what the store knows of a place to what stands there."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.texts import kept
from reasonboard.ingest.texts.answer import Asked, ChangedError, Texts
from reasonboard.ingest.texts.text_file import TextFile, TextForm
from reasonboard.store import foreign

Value = TypeVar("Value")
SECONDS = 5.0
"""The longest that a page waits for a file with texts."""


def text_file(row: Mapping[str, Any], data: Path, store: Path) -> TextFile:
    """The file of a row of the table `text_file`, or its copy in the store; one of a bundled source is in `data`."""
    copy = kept.path_of(store, row["sha256"], row["reader"])
    is_kept = copy.is_file()
    path = copy if is_kept else data / row["path"]
    links = not Path(row["path"]).is_absolute()  # as the folder of bundled sources may have
    return TextFile(path, row["name"], row["sha256"], row["bytes"], is_kept, links)


def in_time(seconds: float, file: TextFile, read: Callable[[], Value]) -> Value:
    """What `read` returns of this file; raises ChangedError as it does, and where that takes longer.

    It takes long on a share that does not answer, and for the first time where a file has many gigabytes.
    """
    try:
        return foreign.within(seconds, file.path, read)
    except TimeoutError:
        wrong = f"The file was not read within {SECONDS:g} s. Try again in a moment."
        raise ChangedError(wrong) from None


def read(file: TextFile, reader: str, place: int, item: str, repeat: int) -> Texts:
    """The texts of an answer at its place; raises ChangedError, in one line, where they are not there."""
    try:
        with file.opened():
            return _form(reader).read(file, place, Asked(item, repeat))
    except ChangedError:
        raise
    except (IngestError, MemoryError, RecursionError, ValueError, KeyError, TypeError) as error:
        raise ChangedError("The answer cannot be read from its file.") from error


def place_in_words(file: TextFile, reader: str, place: int) -> str:
    """Where in its file an answer stands: 'line 213', 'row 212'; raises ChangedError as `read` does."""
    counted = _form(reader).place
    if counted == "row":
        return f"row {place:,}"
    if counted == "member":
        return f"member {place + 1:,} of the archive"
    if counted == "byte":
        return f"byte {place:,}"
    with file.opened():
        line = file.line(place)
    return f"line {line:,}" if line else f"byte {place:,}"


def _form(reader: str) -> TextForm:
    """Imported when an answer is read: a server that shows none needs no reader."""
    from reasonboard.ingest.readers.registry import TEXTS  # noqa: PLC0415

    return TEXTS[reader]
