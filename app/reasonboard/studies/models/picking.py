"""Which mark of the charts a row of the page's table stands for."""

from reasonboard.core.control import Values
from reasonboard.core.study import Mark
from reasonboard.store.database import Row


def marks_of_row(row: Row, values: Values) -> list[Mark]:
    """The mark that a row of sql/rows.sql stands for: its run as B, unless that is A."""
    mark = {"panel": row["benchmark"]}
    return [mark if row["run"] == values["a"] else mark | {"b": row["run"]}]
