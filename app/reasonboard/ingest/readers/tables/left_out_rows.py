"""Rows that are no results of their own: averages over the others, differences, the header once more."""

import re
from collections.abc import Sequence
from dataclasses import replace

from reasonboard.ingest.formats.cells import cell as cells
from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.readers.tables.header_words import said
from reasonboard.ingest.readers.tables.known_names import is_model
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.said import words_of
from reasonboard.ingest.readers.tables.vocabulary import listed

_FEWEST = 2
_DELTAS = "Δ∆δ"
_DELTA = re.compile(
    r"[Δ∆δ]|^(?:delta|gain|improvement|difference|diff|change|impr|vs|relative|absolute)\b"
)

_NO_RESULT = re.compile(
    "|".join(
        word
        for each in listed("role")
        if each["role"] == Role.AGGREGATE
        for word in re.findall("[a-z]{2,}", " ".join(each["words"]))
    )
    + f"|{_DELTA.pattern}"
)
"""A word that averages or differences are called by: most rows have none, and need not be understood."""


def without(grid: Grid) -> tuple[Grid, list[str]]:
    """The grid without such rows, and a note for each kind of them."""
    labels = _labels(grid)
    keys = _keys(grid)
    kinds: dict[int, str] = {}
    for row, raw in enumerate(grid.rows):
        is_summary = any(_is_statistic(raw[index]) for index in keys)
        if kind := _kind(grid, raw, labels) or "summary" * is_summary:
            kinds[row] = kind
    kept = [row for row in range(len(grid.rows)) if row not in kinds]
    if not kinds or not kept:
        return grid, []
    notes = [
        _note(grid, [row for row, each in kinds.items() if each == kind], kind)
        for kind in dict.fromkeys(kinds.values())
        if kind != "header"
    ]
    rows, places = [grid.rows[row] for row in kept], [grid.places[row] for row in kept]
    sections = tuple(grid.sections[row] for row in kept) if grid.sections else ()
    return replace(grid, rows=rows, places=places, sections=sections), notes


def are_all_summaries(grid: Grid) -> bool:
    """Is each row a statistic of others, as `DataFrame.describe()` writes them?"""
    firsts = [str(row[0] or "").strip().lower() for row in grid.rows if row]
    words = sum(first in _STATISTICS for first in firsts)
    are_all = all(each in _STATISTICS or _QUANTILE.fullmatch(each) for each in firsts)
    return words >= _FEWEST and are_all


_STATISTICS = frozenset(listed("rows", "statistics"))
_QUANTILE = re.compile(r"[pq]\d{1,2}|\d{1,2}(?:\.\d)?%")


def _keys(grid: Grid) -> list[int]:
    """Columns whose cells name rows: seeds and the like, with a word among them."""
    columns = enumerate(zip(*grid.rows, strict=True))
    return [index for index, cells in columns if any(map(_is_statistic, set(cells)))]


def _is_statistic(cell: object) -> bool:
    return isinstance(cell, str) and cell.strip().lower() in _STATISTICS


def _labels(grid: Grid) -> list[int]:
    """The first columns of texts, and the column of benchmarks."""
    found: list[int] = []
    for index, levels in enumerate(grid.headers):
        if len(found) >= _FEWEST and said(levels).role is not Role.BENCHMARK:
            continue
        texts = [row[index] for row in grid.rows if isinstance(row[index], str)]
        words = sum(not isinstance(cells.parse(text, grid.decimal), Number) for text in texts)
        if words > len(grid.rows) / 2:
            found.append(index)
    return found


def _kind(grid: Grid, raw: Sequence[object], labels: list[int]) -> str:
    last = next((levels[-1] for levels in grid.headers[:1] if levels), "")
    if str(raw[0] or "").strip().lower() == last.strip().lower() and _is_header(grid, raw):
        return "header"
    for label in labels:
        written = str(raw[label] or "").strip()
        is_word = written.isascii() and written[:1].isalpha()
        if is_word and not _NO_RESULT.search(written.lower()):
            return ""
        text = cells.name(written)
        words = words_of(text)
        told = said((text,)).role if words else None
        is_key = label == labels[0] or said(grid.headers[label]).role is Role.BENCHMARK
        if told is Role.AGGREGATE and is_key:
            return "average"
        if _DELTA.search(written.lower()) and _is_difference(grid, raw, written, text):
            return "difference"
        if words:
            return ""
    return ""


def _is_header(grid: Grid, raw: Sequence[object]) -> bool:
    """Does a row say the header again?"""
    header = [(levels[-1] if levels else "").strip().lower() for levels in grid.headers]
    return any(header) and [str(each or "").strip().lower() for each in raw] == header


def _is_difference(grid: Grid, raw: Sequence[object], written: str, text: str) -> bool:
    """Is a row with a word for a difference in its name one, and no model that is called so?"""
    if is_model(text) and written.lower()[:1] not in _DELTAS:
        return False
    numbers = [cells.parse(each, grid.decimal) for each in raw]
    signed = any(isinstance(cell, Number) and cell.signed for cell in numbers)
    return signed or _DELTA.match(written.lower()) is not None


def _note(grid: Grid, rows: list[int], kind: str) -> str:
    names = [
        next((str(each) for each in grid.rows[row] if isinstance(each, str) and each.strip()), "")
        for row in rows
    ]
    shown = ", ".join(repr(name) for name in dict.fromkeys(names[:2]))
    return f"left out: {shown} ({kind})"
