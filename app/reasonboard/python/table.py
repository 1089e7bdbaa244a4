"""The rows behind a view as the API writes them: typed columns, what they are, and where they come from."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import orjson

from reasonboard.export.rows import Column, of_database
from reasonboard.python.errors import BoardError

OTHER = "other"
"""The type of a column of lists, of structures and the like, which a query can have."""
_LAST = b"]}"


class Table(NamedTuple):
    columns: list[Column]
    values: dict[str, list[Any]]
    """Of each column, in the order of the rows; None for a missing one."""
    provenance: dict[str, Any]
    notices: list[str]
    """A sentence for each part of the address that is not offered."""


def read(chunks: Iterable[bytes]) -> Table:
    """A table from its JSON (export/rows.py), a row per line: only one line at a time is kept as text.

    Raises BoardError where it does not end as it should.
    """
    lines = _lines(chunks)
    line = next(lines, b"")
    try:
        head = orjson.loads(line + _LAST)
        columns = [Column(**column) for column in head["columns"]]
        values: dict[str, list[Any]] = {column.name: [] for column in columns}
        for line in lines:
            if line == _LAST:
                return Table(columns, values, head["provenance"], head["notices"])
            for name, value in orjson.loads(line.removesuffix(b",")).items():
                values[name].append(value)
    except orjson.JSONDecodeError:
        pass  # the answer was cut within a row
    raise BoardError("the answer ended before its last row (expected all rows; ask again)")


def of_query(
    described: Sequence[tuple[str, str]],
    lines: Sequence[tuple[Any, ...]],
    provenance: dict[str, Any],
) -> Table:
    """The rows of a query; each column is described by its name and DuckDB's type.

    Raises BoardError where two columns are called the same.
    """
    names = [name for name, _ in described]
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise BoardError(
            f"the query: two columns are called {twice[0]!r} (expected a name for each: AS)"
        )
    columns = [Column(name, _type(kind)) for name, kind in described]
    values = {
        name: [_plain_value(line[index]) for line in lines] for index, name in enumerate(names)
    }
    return Table(columns, values, provenance, [])


def _type(kind: str) -> str:
    if kind.startswith("DECIMAL"):
        return "number"
    is_text = kind == "VARCHAR" or kind.startswith("ENUM")
    kind_name = of_database(kind)
    return OTHER if kind_name == "string" and not is_text else kind_name


def _plain_value(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines that stand in the chunks, which may end within one; empty ones are left out."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        yield from filter(None, whole)
    if rest:
        yield rest
