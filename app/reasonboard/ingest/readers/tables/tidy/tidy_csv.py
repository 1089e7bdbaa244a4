"""Large tidy tables with commas: DuckDB parses them, where all is as plain as the reader of rows would take it."""

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import duckdb

from reasonboard.ingest.formats import parquet
from reasonboard.ingest.formats.bulk import Bulk, literal, quoted
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import LARGEST_JSON, File
from reasonboard.ingest.readers.tables.tidy import possible_settings, tidy_parquet
from reasonboard.ingest.readers.tables.tidy.columns import TEXTS, WHOLES, Columns
from reasonboard.ingest.readers.tables.tidy.description import Description
from reasonboard.ingest.scripts import sql

LARGE = 1_000_000
"""Bytes from which a table is worth a copy."""
_CHUNK = 2**20
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_WHOLE = r"[+-]?\d{1,15}(?:\.0*)?"
_VALUE = rf"{_NUMBER}|(?i:nan|-?inf|-?infinity|n/a|na|-|none|null)"
_SPACE = r"[\x00-\x20\x7f-\x{a0}\x{1680}\x{2000}-\x{200f}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]"


def is_large(file: File) -> bool:
    """Is it worth a copy, and is there room for one? One that is still written is read line by line."""
    return file.room is not None and not file.running and file.status.st_size >= LARGE


def bulk(
    file: File, header: list[str], columns: Columns, description: Description, separator: str
) -> Bulk | None:
    """The whole large table; None where it has anything that has to be looked at row by row.

    Raises IngestError for the first row that cannot be stored of a table that is too large for that.
    """
    try:
        table = _copied(file, header, columns, description, separator)
        if table and file.room:
            table = replace(table, missing=parquet.check(table, file.room.goes_on))
            deque(table.runs, maxlen=0)  # each of them is understood
    except IngestError:
        if file.status.st_size > LARGEST_JSON:
            raise
        return None  # the reader of rows says it in more words
    return table


def _copied(
    file: File, header: list[str], columns: Columns, description: Description, separator: str
) -> Bulk | None:
    """The table as a copy in Parquet; None where a cell or a line is not plain."""
    typed = all(
        isinstance(constant, str) == (name in TEXTS) for name, constant in columns.constants.items()
    )
    if description.decimal != "." or not typed or not tidy_parquet.has_only_numbers(columns):
        return None
    lines = _plain_lines(file)
    if file.room is None or lines is None:
        return None
    copy = file.room.folder / f"table-{file.sha256[:16]}.parquet"
    kept = {*columns.column_of.values(), *columns.settings, *columns.extra}
    used = [name for name in header if name in kept]
    with file.reached() as path, parquet.open_file(file) as connection:
        try:
            _copy(connection, path, copy, header, used, separator)
        except duckdb.InvalidInputException:
            return None
        file.room.goes_on()
        (rows,) = connection.execute(f"SELECT count(*) FROM {_read(copy)}").fetchone() or (0,)  # noqa: S608
        if rows != lines - 1 or _odd(connection, copy, columns.column_of):
            return None
    unread = possible_settings.of_text(file, header, columns.left, separator)
    return tidy_parquet.read_whole(file, columns, description, _column, unread, copy, first=2)


def _plain_lines(file: File) -> int | None:
    """How many lines it has; None where they do not all end alike, or it has a NUL."""
    lines = returns = both = 0
    last = b""
    with file.opened() as opened:
        while chunk := opened.read(_CHUNK):
            if b"\0" in chunk:
                return None
            lines += chunk.count(b"\n")
            returns += chunk.count(b"\r")
            both += chunk.count(b"\r\n") + (last == b"\r" and chunk[:1] == b"\n")
            last = chunk[-1:]
    return None if returns != both or both not in (0, lines) else lines + (last != b"\n")


def _copy(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    copy: Path,
    header: list[str],
    used: list[str],
    separator: str,
) -> None:
    """Write the used columns as texts, in the order of the lines."""
    kinds = ", ".join(f"'c{index}': 'VARCHAR'" for index in range(len(header)))
    chosen = ", ".join(f"c{header.index(name)} AS {quoted(name)}" for name in used)
    source = (
        f"read_csv({literal(sql.path_literal(path))}, auto_detect = false, header = false, skip = 1, "
        f"delim = {literal(separator)}, quote = '\"', escape = '\"', strict_mode = true, columns = {{{kinds}}})"
    )
    connection.execute(f"COPY (SELECT {chosen} FROM {source}) TO {literal(str(copy))}")  # noqa: S608


def _odd(connection: duckdb.DuckDBPyConnection, copy: Path, column_of: Mapping[str, str]) -> bool:
    """Is there a cell that the reader of rows would clean, or read in another way than DuckDB?"""
    for name, column in column_of.items():
        text = quoted(column)
        if name in TEXTS:
            odd = f"regexp_matches({text}, '^{_SPACE}|{_SPACE}$')"
        elif name in tidy_parquet.MEASURED:
            spelled = {"value": _VALUE}.get(name, _WHOLE if name in WHOLES else _NUMBER)
            odd = f"NOT regexp_full_match({text}, '{spelled}')"
        else:
            continue  # of a run: it is converted as in any row
        if connection.execute(f"SELECT 1 FROM {_read(copy)} WHERE {odd} LIMIT 1").fetchone():  # noqa: S608
            return True
    return False


def _read(copy: Path) -> str:
    return f"read_parquet({literal(sql.path_literal(copy))})"


def _column(name: str, column: str) -> str:
    """SQL for a field, of a cell that is not odd."""
    text = f"file.{quoted(column)}"
    if name in TEXTS:
        return f"nullif({text}, '')"
    return f"try_cast({text} AS DOUBLE)" + ("::BIGINT" if name in WHOLES else "")
