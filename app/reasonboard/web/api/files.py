"""A view as a file, in any form, with where its numbers come from; and the rows behind it with their types."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from reasonboard.charts.marks import without_marks
from reasonboard.charts.theme import Figure, no_data_reason
from reasonboard.core import study_tables
from reasonboard.core.findings.intervals import ADDED
from reasonboard.core.provenance import KIND_WORDS, kinds_of
from reasonboard.core.study import COLUMNS, Study
from reasonboard.core.view import View
from reasonboard.export.forms import (
    CSV,
    FIGURE,
    IMAGES,
    JSON,
    LATEX,
    MARKDOWN,
    Form,
    Size,
    unlimited,
)
from reasonboard.export.latex import latex
from reasonboard.export.markdown import markdown
from reasonboard.export.parquet import parquet_chunks
from reasonboard.export.rows import Column, csv_lines, joined, json_chunks, of_database, type_of
from reasonboard.store import database, snapshots
from reasonboard.web.api.state import EmptyError, State
from reasonboard.web.components.cells import text_table
from reasonboard.web.images import service
from reasonboard.web.images.browser import Image
from reasonboard.web.images.service import TooLargeError
from reasonboard.web.links import pinned

Body = bytes | str | Iterator[str] | Iterator[bytes]
_CHUNK = 500
_LARGEST_FIGURE = 16 * 1024 * 1024
_OF_INTERVALS = dict(zip(ADDED, ("number", "number", "string"), strict=True))
_STATED = ("study", "view", "title", "filters", "kinds", "uncertainty", "source", "version")
"""What the provenance of a table has of the meta of its figure."""


class File(NamedTuple):
    body: Body
    name: str
    """Of letters, digits, dots, hyphens and underscores."""


def file_of(form: Form, state: State, prefix: str) -> File:
    """The view in the form; raises EmptyError, TooLargeError, and the errors of `service.image`."""
    pinned.pin(state.search)
    if form in IMAGES:
        made = _image(form, state)
        return File(made.content, made.name)
    name = f"{state.study.path}-{state.view.name}-{snapshots.snapshot().version}.{form.ending}"
    return File(_body(form, state, prefix), name)


def write_body(path: Path, body: Body) -> None:
    """Write the body piece by piece; the folder is made where it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.writelines(chunks(body))


def chunks(body: Body) -> Iterator[bytes]:
    """The body piece by piece."""
    for part in [body] if isinstance(body, bytes | str) else body:
        yield part.encode() if isinstance(part, str) else part


def _image(form: Form, state: State) -> Image:
    figure, size = _laid_out(state)
    reason = no_data_reason(figure)
    if reason:
        raise EmptyError(f"No image: {reason}")
    height = figure["layout"]["height"]
    return service.image(
        _figure_json(figure), height, state.search, form.ending, size, state.scheme
    )


def _laid_out(state: State) -> tuple[Figure, Size]:
    """The figure of an image: on paper with more panels side by side if it were higher than a page."""
    size = state.size
    for columns in range(state.columns, COLUMNS[-1] + 1):
        figure = without_marks(_figure(state._replace(columns=columns)))
        laid_out = size._replace(columns=columns) if size.inches else size
        if not laid_out.is_filled(figure["layout"]["height"]):
            break
    return figure, laid_out


def _body(form: Form, state: State, prefix: str) -> Body:
    if form is FIGURE:
        return _figure_json(without_marks(_figure(state)))
    if form is MARKDOWN or form is LATEX:
        write = markdown if form is MARKDOWN else latex
        table = text_table(_limited_rows(form, state))
        return write(provenance(state, prefix), table)
    columns, lines = _typed(state)
    if form is CSV:
        header = [tuple(column.name for column in columns)] if columns else []
        return _in_chunks(csv_lines(chain(header, lines)))
    about = provenance(state, prefix)
    if form is JSON:
        return json_chunks(about, state.notices, columns, lines)
    if not columns:
        raise EmptyError("No matching rows, so there are no columns to write.")
    return parquet_chunks(about, columns, lines)


def _limited_rows(form: Form, state: State) -> list[dict[str, Any]]:
    """The rows for a form with a limit; raises TooLargeError where there are more."""
    most = form.most or 0
    total = study_tables.count(state.study, state.view, state.values)
    if total > most:
        raise TooLargeError(
            f"This table has {total:,} rows; {form.label} allows {most:,} at most. Narrow the "
            f"filters, or use {unlimited()}."
        )
    return study_tables.page(state.study, state.view, state.values, 0, most)[0]


def _figure_json(figure: Figure) -> bytes:
    """The figure as JSON; raises TooLargeError."""
    content = orjson.dumps(figure)
    if len(content) > _LARGEST_FIGURE:
        raise TooLargeError(
            f"This chart has {len(content):,} bytes (limit: {_LARGEST_FIGURE:,}). Narrow the "
            f"filters, or get its rows as {unlimited()}."
        )
    return content


def _in_chunks(parts: Iterable[str]) -> Iterator[str]:
    """The parts joined, some hundreds at a time."""
    chunk: list[str] = []
    for part in parts:
        chunk.append(part)
        if len(chunk) == _CHUNK:
            yield "".join(chunk)
            chunk = []
    yield "".join(chunk)


def _typed(state: State) -> tuple[list[Column], Iterator[tuple[Any, ...]]]:
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
    meta = _figure(state)["layout"]["meta"]
    texts = {name: meta[name] for name in _STATED if isinstance(meta.get(name), str)}
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


def _figure(state: State) -> dict[str, Any]:
    """The chart of the view."""
    return state.study.answer(state.view, state.values, state.columns).figure


def _types_at_defaults(study: Study, view: View) -> dict[str, str]:
    """The types of the columns that a view derives at the defaults."""
    rows = study_tables.derived_rows(study, view, study.defaults()) if view.transform_rows else []
    return {name: type_of(row[name] for row in rows) for name in (rows[0] if rows else ())}
