"""The tables behind the views of a study: how an address arranges them, their pages and their lines."""

from collections.abc import Callable, Iterator
from typing import Any

from reasonboard.core import table_state
from reasonboard.core.control import Values
from reasonboard.core.findings.intervals import ADDED, lines_with_intervals, nothing, with_intervals
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.core.study import Study
from reasonboard.core.table_state import TableState
from reasonboard.core.view import View
from reasonboard.store import database
from reasonboard.store.arrangement import Arrangement, Labels, texts_with_label
from reasonboard.store.database import Row, Rows

_WORDS = {"kind": KIND_WORDS}
"""What readers see in a table, and so search for."""


def states_of(study: Study, values: Values) -> dict[str, TableState]:
    """How the tables of the page are arranged, by the names of their views; those that are not are left out."""
    views = {view.name for view in study.views}
    return table_state.decode(values.get(table_state.PARAMETER), views)[0]


def state_of(study: Study, view: View, values: Values) -> TableState:
    """How the table of this view is arranged."""
    return states_of(study, values).get(view.name, TableState())


def with_first_pages(study: Study, before: Values, values: Values) -> Values:
    """The values with the first page of each table whose rows are others than before."""
    changed = {name for name in values if values[name] != before.get(name)}
    views = {view.name: view for view in study.views}
    states = {
        name: state._replace(page=1) if inputs(study, views[name]) & changed else state
        for name, state in states_of(study, values).items()
    }
    return values | {table_state.PARAMETER: table_state.encode(states)}


def inputs(study: Study, view: View) -> frozenset[str]:
    """The controls that the table behind the view depends on."""
    names = {control.name for control in study.controls}
    filters = view.post_filters if view.transform_rows else ()
    parameters = database.parameters_of(study.sql(view.table))
    return frozenset({*parameters, *filters, *view.table_options} & names)


def page(study: Study, view: View, values: Values, first: int, size: int) -> tuple[Rows, int]:
    """Rows `first` to `first + size` of the table behind a view as it is arranged, and how many there are."""
    arrangement = state_of(study, view, values).arrangement
    if view.transform_rows:
        rows = derived_rows(study, view, values)
        return rows[first : first + size], len(rows)
    name = study.sql(view.table)
    if view.row_offsets_query and arrangement == Arrangement():
        offsets = study.sql(view.row_offsets_query)
        rows, total = database.placed_page(name, offsets, values, first, size)
    elif view.table_total and not arrangement.search:
        total = count(study, view, values)
        rows = database.some(name, values, first, size, arrangement) if total else []
    else:
        rows, total = database.page(name, values, first, size, arrangement, _WORDS, view.searched)
    return with_intervals(rows, _proportions(), _more(study, view, values)), total


def _more(study: Study, view: View, values: Values) -> Callable[[Row], Row]:
    """The columns that the chart's rows add to a row of its table."""
    return view.more_columns(study.view_rows(view, values)) if view.more_columns else nothing


def derived_rows(study: Study, view: View, values: Values) -> Rows:
    """The rows of a table with statistics: those of its query, filtered, with the columns that are added; as the
    table is arranged.
    """
    rows = study.chosen_rows(view, view.table, values)
    if view.transform_rows:
        rows = view.transform_rows(rows, **{name: values[name] for name in view.table_options})
    return arranged_rows(rows, state_of(study, view, values).arrangement, _WORDS)


def sorts_by(view: View, rows: Rows) -> list[str]:
    """The columns by which the table with these rows can be sorted: what is added to a page is none."""
    names = list(rows[0]) if rows else []
    added = {*ADDED, *view.column_types}
    return names if view.transform_rows else [name for name in names if name not in added]


def count(study: Study, view: View, values: Values) -> int:
    """The number of rows of the table behind a view; of those that are found where it is searched."""
    if view.transform_rows:
        return len(derived_rows(study, view, values))
    arrangement = state_of(study, view, values).arrangement
    if view.table_total and not arrangement.search:
        return view.table_total(study.view_rows(view, values), values)
    return database.count(study.sql(view.table), values, arrangement, _WORDS, view.searched)


def lines(study: Study, view: View, values: Values) -> Iterator[tuple[Any, ...]]:
    """The column names of the table behind a view, then every row, as the table is arranged."""
    if view.transform_rows is None:
        arrangement = state_of(study, view, values).arrangement
        rows = database.stream(study.sql(view.table), values, arrangement, _WORDS, view.searched)
        return lines_with_intervals(rows, _proportions(), _more(study, view, values))
    derived = derived_rows(study, view, values)
    return iter([tuple(derived[0]), *(tuple(row.values()) for row in derived)] if derived else [])


def _proportions() -> frozenset[str]:
    """The metrics that are shares of right answers."""
    return frozenset(row["name"] for row in database.query("core/proportions"))


def arranged_rows(rows: Rows, arrangement: Arrangement, labels: Labels) -> Rows:
    """The rows that contain the text, sorted by the column; a column that they lack sorts nothing."""
    if arrangement.search:
        matching_texts = {
            name: texts_with_label(column_labels, arrangement.search)
            for name, column_labels in labels.items()
        }
        rows = [row for row in rows if _contains(row, arrangement.search.lower(), matching_texts)]
    name = arrangement.column
    if not rows or name not in rows[0]:
        return rows

    def key(row: Row) -> Any:
        cell = row[name]
        return cell.lower() if isinstance(cell, str) else cell

    valued_rows = [row for row in rows if row[name] is not None]
    missing = [row for row in rows if row[name] is None]
    return sorted(valued_rows, key=key, reverse=arrangement.descending) + missing


def _contains(row: Row, search: str, listed: dict[str, list[str]]) -> bool:
    return any(
        isinstance(cell, str) and (search in cell.lower() or cell in listed.get(name, ()))
        for name, cell in row.items()
    )
