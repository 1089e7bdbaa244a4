"""A view as a file, in any form."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from reasonboard.charts.marks import without_marks
from reasonboard.charts.theme import Figure, no_data_reason
from reasonboard.core import study_tables
from reasonboard.core.study import COLUMNS
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
from reasonboard.export.rows import csv_lines, json_chunks
from reasonboard.store import snapshots
from reasonboard.web.api import rows
from reasonboard.web.api.state import EmptyError, State
from reasonboard.web.components.cells import text_table
from reasonboard.web.images import service
from reasonboard.web.images.browser import Image
from reasonboard.web.images.service import TooLargeError
from reasonboard.web.links import pinned

Body = bytes | str | Iterator[str] | Iterator[bytes]
_CHUNK = 500
_LARGEST_FIGURE = 16 * 1024 * 1024


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
        for part in [body] if isinstance(body, bytes | str) else body:
            file.write(part.encode() if isinstance(part, str) else part)


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
        figure = without_marks(rows.figure(state._replace(columns=columns)))
        laid_out = size._replace(columns=columns) if size.inches else size
        if not laid_out.is_filled(figure["layout"]["height"]):
            break
    return figure, laid_out


def _body(form: Form, state: State, prefix: str) -> Body:
    if form is FIGURE:
        return _figure_json(without_marks(rows.figure(state)))
    if form is MARKDOWN or form is LATEX:
        write = markdown if form is MARKDOWN else latex
        table = text_table(_limited_rows(form, state))
        return write(rows.provenance(state, prefix), table)
    columns, lines = rows.typed(state)
    if form is CSV:
        header = [tuple(column.name for column in columns)] if columns else []
        return _in_chunks(csv_lines(chain(header, lines)))
    provenance = rows.provenance(state, prefix)
    if form is JSON:
        return json_chunks(provenance, state.notices, columns, lines)
    if not columns:
        raise EmptyError("No matching rows, so there are no columns to write.")
    return parquet_chunks(provenance, columns, lines)


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
