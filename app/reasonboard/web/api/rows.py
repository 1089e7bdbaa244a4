"""The rows behind a view with the types of their columns, and where they come from."""

from collections.abc import Iterator
from typing import Any

from reasonboard.core import study_tables
from reasonboard.core.findings.intervals import ADDED
from reasonboard.core.provenance import KIND_WORDS, kinds_of
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.export.rows import Column, joined, of_database, type_of
from reasonboard.store import database
from reasonboard.web.api.state import State

_OF_INTERVALS = dict(zip(ADDED, ("number", "number", "string"), strict=True))


def typed(state: State) -> tuple[list[Column], Iterator[tuple[Any, ...]]]:
    """The columns of the table behind a view, then its rows one by one.

    A type does not depend on what is filtered: it is that of the query, or where statistics made the column, that of
    the view or of all its values here and at the defaults.
    """
    study, view, values = state.study, state.view, state.values
    if view.transform_rows is None:
        lines = study_tables.lines(study, view, values)
        types = (
            _OF_INTERVALS
            | dict(view.column_types)
            | {
                name: of_database(type)
                for name, type in database.types(study.sql(view.table), values).items()
            }
        )
        return [Column(name, types[name]) for name in next(lines)], lines
    rows = study_tables.derived_rows(study, view, values)
    usual = _types_at_defaults(study, view)
    columns = [
        Column(
            name,
            view.column_types.get(name)
            or joined((type_of(row[name] for row in rows), usual.get(name, "unknown"))),
        )
        for name in (rows[0] if rows else usual or view.column_types)
    ]
    return columns, (tuple(row.values()) for row in rows)


def provenance(state: State, prefix: str) -> dict[str, str]:
    """What the view in this state is, and where the numbers of its table come from.

    The kinds are those of all rows, also of rows that the chart leaves out; the address has no host.
    """
    meta = figure(state)["layout"]["meta"]
    texts = {name: meta[name] for name in _PROVENANCE if isinstance(meta.get(name), str)}
    kinds = ", ".join(dict.fromkeys(KIND_WORDS[kind] for kind in _kinds(state)))
    texts |= {"kinds": kinds} if kinds else {}
    return texts | {"address": f"{prefix}{state.study.path}{state.search}"}


def _kinds(state: State) -> list[str]:
    """The kinds of all rows of the table, [] where it has none of their own."""
    study, view, values = state.study, state.view, state.values
    if view.transform_rows is not None:
        return kinds_of(study_tables.derived_rows(study, view, values))
    name = study.sql(view.table)
    has_kind = "kind" in database.types(name, values)
    return kinds_of(database.distinct(name, "kind", values)) if has_kind else []


def figure(state: State) -> dict[str, Any]:
    """The chart of the view."""
    return state.study.answer(state.view, state.values, state.columns).figure


def sample(study: Study, name: str) -> list[str]:
    """Some values that a control offers at the defaults."""
    control = next(control for control in study.controls if control.name == name)
    return [choice.value for choice in control.options(study.defaults()) if choice.value][:6]


def _types_at_defaults(study: Study, view: View) -> dict[str, str]:
    """The types of the columns that a view derives at the defaults."""
    rows = study_tables.derived_rows(study, view, study.defaults()) if view.transform_rows else []
    return {name: type_of(row[name] for row in rows) for name in (rows[0] if rows else ())}


_PROVENANCE = ("study", "view", "title", "filters", "kinds", "uncertainty", "source", "version")
