"""Large plain tables of text, copied to Parquet by the database, if it reads each cell as it is read row by row."""

from pathlib import Path

import duckdb

from reasonboard.ingest.formats import parquet
from reasonboard.ingest.formats.bulk import quoted
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.delimited import ENDINGS
from reasonboard.ingest.formats.separated import header, separator_of
from reasonboard.ingest.readers.tables.found import OF_RUN, REALS, WHOLES
from reasonboard.ingest.readers.tables.oriented import Oriented
from reasonboard.ingest.readers.tables.reading import LOST, Column, Role, TableReading
from reasonboard.ingest.scripts import sql
from reasonboard.store.reading import literal

_CHUNK = 2**20
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?"
_WHOLE = r"[+-]?\d{1,15}(?:\.0*)?"
_VALUE = rf"{_NUMBER}|(?i:nan|-?inf|-?infinity)"
_SPACE = r"[\x00-\x20\x7f-\x{a0}\x{1680}\x{2000}-\x{200f}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]"
_NUMBERS = {Role.VALUE: _VALUE, Role.STDERR: _NUMBER, Role.N: _WHOLE, Role.REPEATS: _WHOLE}


def may_copy(file: File, reading: TableReading, head: Oriented) -> bool:
    """Is it one table of text below a header in its first line, and is there room for a copy?

    One that is still written is read line by line.
    """
    is_text = file.path.suffix.lower() in ENDINGS and file.room is not None and not file.running
    if not is_text or head.places[0] != "line 2":
        return False
    return len(header(file, separator_of(file))) == len(reading.columns)


def copied(file: File, reading: TableReading) -> Path | None:
    """The copy of a table whose rows are all in one line; None where a cell or a line is not plain."""
    lines = _plain_lines(file)
    if file.room is None or lines is None:
        return None
    copy = file.room.folder / f"table-{file.sha256[:16]}.parquet"
    kinds = ", ".join(f"'c{index}': 'VARCHAR'" for index in range(len(reading.columns)))
    chosen = ", ".join(
        f"c{index} AS {quoted(column.header)}"
        for index, column in enumerate(reading.columns)
        if column.role not in LOST
    )
    with file.reached() as path, parquet.open_file(file) as connection:
        source = (
            f"read_csv({literal(sql.path_literal(path))}, auto_detect = false, header = false, skip = 1, "
            f"delim = {literal(separator_of(file))}, quote = '\"', escape = '\"', strict_mode = true, "
            f"columns = {{{kinds}}})"
        )
        try:
            connection.execute(f"COPY (SELECT {chosen} FROM {source}) TO {literal(str(copy))}")  # noqa: S608
        except duckdb.InvalidInputException:
            return None
        file.room.goes_on()
        (rows,) = connection.execute(f"SELECT count(*) FROM {_read(copy)}").fetchone() or (0,)  # noqa: S608
        is_odd = any(_is_odd(connection, copy, column) for column in reading.columns)
        return None if rows != lines - 1 or is_odd else copy


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


def _is_odd(connection: duckdb.DuckDBPyConnection, copy: Path, column: Column) -> bool:
    """Has it a cell that is cleaned row by row, or read in another way than by the database?"""
    if column.role in LOST or (column.role is Role.FIELD and column.name in OF_RUN):
        return False  # of a run: it is converted as in any row
    text = quoted(column.header)
    spelled = _NUMBERS.get(column.role, "")
    if column.role is Role.FIELD:
        spelled = _WHOLE if column.name in WHOLES else _NUMBER if column.name in REALS else ""
    odd = (
        f"NOT regexp_full_match({text}, '{spelled}')"
        if spelled
        else f"regexp_matches({text}, '^{_SPACE}|{_SPACE}$')"
    )
    query = f"SELECT 1 FROM {_read(copy)} WHERE {odd} LIMIT 1"  # noqa: S608
    return connection.execute(query).fetchone() is not None


def _read(copy: Path) -> str:
    return f"read_parquet({literal(sql.path_literal(copy))})"
