"""Tables of an SQLite database, read with nothing in it being run: no view, virtual table or computed column."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import LARGEST_LINE, File

_MAGIC = b"SQLite format 3\0"
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ}
_PLAIN = re.compile(r"CREATE\s+TABLE\b", re.IGNORECASE)
_COMPUTED = re.compile(r"\bAS\b", re.IGNORECASE)
"""Of a column that is computed: `step AS (length(...))`."""
_SCHEMA = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"


def columns(file: File, table: str) -> frozenset[str]:
    """The columns of a plain table; none where there is no such table, or no sound database."""
    if not file.head.startswith(_MAGIC):
        return frozenset()
    try:
        with _connect(file) as connection:
            plain = {
                name
                for name, sql in connection.execute(_SCHEMA)
                if isinstance(sql, str) and _PLAIN.match(sql) and not _COMPUTED.search(sql)
            }
            if table not in plain:
                return frozenset()
            cursor = connection.execute(f'SELECT * FROM "{table}" LIMIT 0')  # noqa: S608  (a name of ours)
            return frozenset(column[0] for column in cursor.description)
    except IngestError:
        return frozenset()


def rows(file: File, query: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
    """The answer to a query of ours; raises IngestError for a damaged file.

    No table has more rows than its file has bytes: a damaged one may lead in a circle.
    """
    log = file.path.with_name(f"{file.path.name}-wal")
    if log.is_file() and log.stat().st_size:
        wrong = f"{log.name} next to it is not empty: it is still being written"
        raise file.refused(wrong, "a closed database")
    with _connect(file) as connection:
        for count, row in enumerate(connection.execute(query, values)):
            if count > file.status.st_size:
                raise file.refused("its rows never end", "an undamaged file")
            yield row


@contextmanager
def _connect(file: File) -> Iterator[sqlite3.Connection]:
    """A connection that reads plain tables and does nothing else; it writes no file beside the database."""
    try:
        with (
            file.reached() as path,
            closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as connection,
        ):
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_LINE)
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA cell_size_check = ON")
            connection.execute("PRAGMA temp_store = MEMORY")
            connection.set_authorizer(_authorised)
            yield connection
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise file.refused(f"{error!s:.160}", "an undamaged database") from error


def _authorised(action: int, *_: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
