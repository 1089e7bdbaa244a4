"""The documents of `store/documents.py` in files that are loaded: what is wrong with one raises IngestError."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from reasonboard.ingest.formats.errors import CommentError, IngestError
from reasonboard.store import documents
from reasonboard.store.documents import DocumentError


def parse_json(text: str, name: str, line: int = 1, *, finite: bool = False) -> Any:
    """A JSON text that begins in that line of the file; raises IngestError with line and column.

    With `finite` also for NaN, Infinity and numbers as large as 1e999.
    """
    with _refused():
        return documents.parse_json(text, name, line, finite=finite)


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """A TOML text; raises IngestError with line and column."""
    with _refused():
        return documents.parse_toml(text, name)


def objects_in(values: Any) -> list[dict[str, Any]]:
    """The objects of a list; none in the place of anything else: for what may be left out."""
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []


@contextmanager
def _refused() -> Iterator[None]:
    try:
        yield
    except documents.CommentError as error:
        raise CommentError(str(error)) from error
    except DocumentError as error:
        raise IngestError(str(error)) from error
