"""Which columns that a table has and nobody reads could be settings of its runs, by a sample of their values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from reasonboard.ingest.formats import parquet, separated
from reasonboard.ingest.formats.bulk import quoted
from reasonboard.ingest.formats.extra_settings import LONGEST_NAME, MOST, is_name
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Unread
from reasonboard.ingest.formats.secrets import looks_secret

_MOST_VALUES = 1000
_ROWS = 10_000
"""Rows that are looked at: all of a table that has no more."""
_EACH = 100
"""After them every n-th row is."""
_PLACES = 8
_CHUNK = 64 * 1024
"""Bytes that are looked at in each of these places of a large file of text."""


class PossibleSettings:
    """The values of the columns that nobody reads, as far as they are short and few."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = columns
        named = [name for name in columns if is_name(name)]
        self._values: dict[str, set[Any]] = {name: set() for name in named[:MOST]}

    def passing(
        self, rows: Iterable[tuple[int, Mapping[str, Any]]]
    ) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """The numbered rows as they come, some of them looked at."""
        for count, (line, raw) in enumerate(rows):
            if count < _ROWS or count % _EACH == 0:
                self.see(raw)
            yield line, raw

    def see(self, raw: Mapping[str, Any]) -> None:
        """Look at the values of one row."""
        for name in list(self._values):
            value = raw.get(name)
            if value is None or value == "":
                continue
            values = self._values[name]
            text = str(value)
            values.add(text)
            if len(text) > LONGEST_NAME or len(values) > _MOST_VALUES or looks_secret(name, text):
                del self._values[name]

    def unread(self) -> Unread:
        """All columns, those that could be settings, and those of them with two values or more."""
        possible = tuple(name for name, values in self._values.items() if values)
        varying = tuple(name for name in possible if len(self._values[name]) > 1)
        return Unread(self._columns, possible, varying)


def of_parquet(file: File, columns: Sequence[str]) -> Unread:
    """The same of a table in Parquet, by some 10,000 of its rows from anywhere."""
    possible = PossibleSettings(columns)
    names = [name for name in columns if is_name(name)][:MOST]
    if names:
        ((count,),) = parquet.rows(file, "SELECT count(*) FROM {}")
        listed = ", ".join(map(quoted, names))
        chosen = f"hash(file_row_number) % {max(1, count // _ROWS)} = 0"
        for row in parquet.rows(file, f"SELECT {listed} FROM {{}} WHERE {chosen}"):  # noqa: S608
            possible.see(dict(zip(names, row, strict=True)))
    return possible.unread()


def of_text(file: File, header: Sequence[str], columns: Sequence[str], separator: str) -> Unread:
    """The same of a large table of text, by the whole lines in some places of it."""
    possible = PossibleSettings(columns)
    if columns:
        for line in _some_lines(file):
            cells = separated.cells(line, separator)
            if len(cells) == len(header):
                possible.see(dict(zip(header, cells, strict=True)))
    return possible.unread()


def _some_lines(file: File) -> Iterator[bytes]:
    """The whole lines in some places of a file, from its beginning to its end."""
    with file.opened() as opened:
        for index in range(_PLACES):
            opened.seek(index * file.status.st_size // _PLACES)
            yield from opened.read(_CHUNK).split(b"\n")[1:-1]
