"""Which mark of the charts a row of the page's table stands for."""

from reasonboard.core.control import Values
from reasonboard.core.study import Mark
from reasonboard.store.database import Row


def marks_of_row(row: Row, _values: Values) -> list[Mark]:
    """The marks that a row of sql/rows.sql can stand for: its heatmap names the method where there are several."""
    panel = f"{row['model']} · {row['benchmark']}"
    window, ratio = (
        -1 if row[axis] is None else row[axis] for axis in ("local window", "ratio kept")
    )
    setting = {"window": window, "ratio": ratio}
    return [{"panel": panel, **setting}, {"panel": f"{panel} · {row['method']}", **setting}]
