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
        mark_values = {name: str(value) for name, value in mark.items() if value is not None}
        if len(mark_values) == len(mark) and is_picked(
            mark_values, study.changed(values, mark_values)
        ):
            return mark_values
    return {}


def toggled(study: Study, mark_values: dict[str, str], before: Values) -> dict[str, str]:
    """The values that a click on a mark sets: a click on the selected mark clears its optional controls."""
    if any(before.get(name) != value for name, value in mark_values.items()):
        return mark_values
    return mark_values | {
        control.name: ""
        for control in study.controls
        if control.optional and control.name in mark_values
    }


def is_picked(mark_values: Mapping[str, str], values: Values) -> bool:
    """Do the values name this mark?"""
    return all(values.get(name) == value for name, value in mark_values.items())
