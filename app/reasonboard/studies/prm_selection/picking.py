"""Which mark of the charts a row of the page's table stands for."""

from reasonboard.core.control import Values
from reasonboard.core.study import Mark
from reasonboard.store.database import Row


def marks_of_row(row: Row, _values: Values) -> list[Mark]:
    """The mark that a row of sql/rows.sql stands for; without a number of samples that of its selector."""
    mark = {"panel": row["benchmark"], "selector": row["selector"]}
    return [mark | {"samples": row["training samples"]}, mark]
