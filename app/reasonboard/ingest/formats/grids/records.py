"""Tables with a record after the other: JSON lines, and Parquet. They may be of any size."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from reasonboard.ingest.formats import parquet
from reasonboard.ingest.formats.bulk import quoted
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.delimited import FIRST_CELLS, FIRST_ROWS, LARGE
from reasonboard.ingest.formats.grids.grid import Deciding, Grid, filled
from reasonboard.ingest.formats.grids.nested import Path, Record, exploded, grid_of
from reasonboard.ingest.formats.grids.shape import MOST_COLUMNS

ENDINGS = frozenset({".jsonl", ".ndjson", ".parquet"})
_FILLING = 20
"""Rows of a Parquet file for a column that is empty in the first ones."""
_Records = Callable[[], Iterator[tuple[str, Mapping[str, Any]]]]


def grids(file: File) -> Iterator[Grid]:
    """The table of the file. The columns are those of all its rows, also of a large file."""
    is_parquet = file.path.suffix.lower() == ".parquet"
    records: _Records = partial(_of_parquet if is_parquet else _of_lines, file)
    is_large = file.status.st_size > LARGE
    if is_parquet and not is_large:
        is_large = next(parquet.rows(file, "SELECT count(*) FROM {}"))[0] > FIRST_ROWS
    names: dict[Path, None] = {}
    deciding = Deciding(FIRST_ROWS, FIRST_CELLS)
    first: list[Record] = []
    for place, record in records():
        for cells in exploded(record):
            if not cells.keys() <= names.keys():
                names |= dict.fromkeys(cells)
            columns = [name for name, cell in cells.items() if filled(cell)]
            if not is_large or deciding.takes(columns):
                first.append(((), cells, place))
        if len(names) > MOST_COLUMNS:
            raise file.refused(f"more than {MOST_COLUMNS} columns by {place}", "no more")
        if is_parquet and is_large and len(first) >= FIRST_ROWS:
            first += _filling(file, first)
            break  # its columns are the same in every row
    if not first or len(names) < 2:  # noqa: PLR2004  (one column is no table)
        return
    grid = grid_of(file, list(names), first)
    yield replace(grid, again=partial(_again, records, list(names))) if is_large else grid


def _again(records: _Records, names: list[Path]) -> Iterator[tuple[str, tuple[object, ...]]]:
    for place, record in records():
        for cells in exploded(record):
            yield place, tuple(cells.get(name) for name in names)


def _filling(file: File, first: list[Record]) -> Iterator[Record]:
    """Rows of a Parquet file that fill the columns which are empty in the first ones."""
    names = list(parquet.columns(file))
    seen = {name[0] for _, cells, _ in first for name, cell in cells.items() if filled(cell)}
    for name in names:
        if name in seen:
            continue
        query = (
            f"SELECT *, file_row_number FROM {{}} WHERE {quoted(name)} IS NOT NULL LIMIT {_FILLING}"  # noqa: S608
        )
        for *row, number in parquet.rows(file, query):
            for cells in exploded(dict(zip(names, row, strict=True))):
                yield (), cells, f"row {number + 1}"


def _of_lines(file: File) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for line, row in file.rows():
        yield f"line {line}", row


def _of_parquet(file: File) -> Iterator[tuple[str, Mapping[str, Any]]]:
    names = list(parquet.columns(file))
    for number, row in enumerate(parquet.rows(file, "FROM {}"), 1):
        yield f"row {number}", dict(zip(names, row, strict=True))
