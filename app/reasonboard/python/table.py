"""The rows behind a view: typed columns as the API writes them, their meaning, their source; and as a frame."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from reasonboard.export.rows import Column, of_database
from reasonboard.python.errors import BoardError

if TYPE_CHECKING:
    import pandas as pd

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


_DTYPES = {"integer": "Int64", "number": "Float64", "boolean": "boolean"}
_TIMES = ("date", "datetime")
_TEXTS = frozenset({
    "locator", "item", "settings", "interval", "over", "written as", "missing for the others", "shown in", "inferred",
    "aliases", "file", "benchmark in the file", "benchmark_written",
})  # fmt: skip
"""Columns of texts that name nothing by which rows are grouped."""


def frame(table: Table) -> "pd.DataFrame":
    """The columns of a table with the dtypes of their types, and what is known of all of them in `attrs`.

    Whole numbers are Int64, others Float64, truths boolean, each with missing values; names are categories in the
    order in which they first stand, days and times datetime64. No dtype depends on what is filtered.
    """
    import pandas as pd  # noqa: PLC0415  (half a second, and nobody else needs it)

    made = pd.DataFrame(
        {column.name: _array(column, table.values[column.name]) for column in table.columns},
        columns=[column.name for column in table.columns],
    )
    made.attrs = dict(table.provenance)
    return made


def _array(column: Column, values: list[Any]) -> Any:
    import pandas as pd  # noqa: PLC0415

    if column.type in _DTYPES:
        return pd.array(values, dtype=_DTYPES[column.type])
    if column.type in _TIMES:
        return pd.to_datetime(values, format="ISO8601")
    if column.type == OTHER:
        return pd.Series(values, dtype=object)
    if column.type == "unknown" or column.name in _TEXTS:
        return pd.array(values, dtype="str")
    names = dict.fromkeys(value for value in values if value is not None)
    return pd.Categorical(values, categories=list(names))
