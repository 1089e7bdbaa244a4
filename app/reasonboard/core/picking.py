"""What picking a mark sets, in a chart or by the row of a table that stands for it."""

from collections.abc import Mapping

from reasonboard.core.control import Values
from reasonboard.core.study import Mark, MarksOfRow, Study
from reasonboard.core.view import View
from reasonboard.store.database import Row


def by_columns(**columns: str) -> MarksOfRow:
    """The marks of a table whose columns hold the values of the controls with these names."""

    def marks(row: Row, _values: Values) -> list[Mark]:
        return [{control: row.get(column) for control, column in columns.items()}]

    return marks


def mark_of_row(study: Study, view: View, row: Row, values: Values) -> dict[str, str]:
    """The values of the controls that pick the mark of a row of the view's table; {} where no chart has that mark."""
    marks = study.row_marks.get(view.table)
    for mark in marks(row, values) if marks else ():
        chosen = {name: str(value) for name, value in mark.items() if value is not None}
        if len(chosen) == len(mark) and is_picked(chosen, study.changed(values, chosen)):
            return chosen
    return {}


def toggled(study: Study, chosen: dict[str, str], before: Values) -> dict[str, str]:
    """What picking a mark sets; the mark that is picked already clears its optional controls."""
    if any(before.get(name) != value for name, value in chosen.items()):
        return chosen
    return chosen | {
        control.name: ""
        for control in study.controls
        if control.optional and control.name in chosen
    }


def is_picked(chosen: Mapping[str, str], values: Values) -> bool:
    """Do the values name this mark?"""
    return all(values.get(name) == value for name, value in chosen.items())
