"""Which mark of the charts a row of the page's table stands for."""

from reasonboard.core.control import Values
from reasonboard.core.study import Mark
from reasonboard.store.database import Row


def marks_of_row(row: Row, _values: Values) -> list[Mark]:
    """The mark that a row of sql/rows.sql stands for: a checkpoint is its step, where that is known."""
    checkpoint = row["progress"] if row["step"] is None else row["step"]
    return [{"panel": row["benchmark"], "size": row["model"], "checkpoint": checkpoint}]
