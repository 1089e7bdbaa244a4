"""Frames of pandas, which only this module imports, when it makes the first frame."""

from typing import TYPE_CHECKING, Any

from reasonboard.export.rows import Column
from reasonboard.python.table import OTHER, Table

if TYPE_CHECKING:
    import pandas as pd

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
