"""What is no result: tables of correlations, settings, descriptions; rows of averages and differences."""

import re
from collections.abc import Sequence
from dataclasses import replace

from reasonboard.ingest.formats.cells import cell as cells
from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.header_words import said
from reasonboard.ingest.readers.tables.known_names import is_model
from reasonboard.ingest.readers.tables.oriented import Oriented
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.said import words_of
from reasonboard.ingest.readers.tables.vocabulary import listed

MOST_COLUMNS = 400
_MOST = 0.5
_P_VALUES = re.compile(r"\bp[ _-]?val(?:ue)?s?\b|\bsignificance\b", re.IGNORECASE)
_CONFUSED = re.compile(r"\b(?:predicted|pred|actual|true|gold|confusion)\b", re.IGNORECASE)
_RELATED = re.compile(
    r"\b(?:correlations?|corr|cov(?:ariance)?|distances?|similarit(?:y|ies)|confusion|cosine)\b",
    re.IGNORECASE,
)
_KEYS = re.compile(
    r"(?:hyper ?)?param(?:eter)?s?(?: name)?|options?|arguments?|flags?|keys?|fields?|hyperparams?|settings?|"
    r"config(?:uration)? (?:key|name)|property|attribute|component|item"
)
_FEWEST = 2
_MOST_WORDS = 10
_PAIRS = 3


def why(grid: Grid, table: Oriented, around: str) -> str:
    """Why the grid holds no results, as far as its form says it; '' if it may hold some."""
    if not grid.rows:
        return "a header without rows"
    if len(grid.headers) > MOST_COLUMNS:
        advice = "take those with results out into a table of their own"
        return f"{len(grid.headers):,} columns (expected at most {MOST_COLUMNS}): {advice}"
    if not any(content.numbers or content.is_truth for content in table.contents):
        return _nothing(table)
    if _numbers_words(grid):
        return "words with their numbers, as those of a tokenizer: no table of results"
    if _are_all_summaries(grid):
        return "only means, spreads and counts of other rows: take the table that they were made of"
    return _compares(grid) or _relates(table, around) or _settings(grid, table)


def _numbers_words(grid: Grid) -> bool:
    """Has each of many columns a whole number of its own in one row, without a gap between the numbers?"""
    if len(grid.rows) != 1:
        return False
    whole = [value for value in grid.rows[0] if type(value) is int]
    is_long = len(whole) > _MOST_WORDS
    return is_long and max(whole) - min(whole) == len({*whole}) - 1 == len(whole) - 1


def _compares(grid: Grid) -> str:
    """Rows and columns that have the same names, or say what was predicted and what is true."""
    heads = [(levels[-1] if levels else "").strip().lower() for levels in grid.headers][1:]
    first = [str(row[0] or "").strip().lower() for row in grid.rows]
    same = len(set(first) & set(heads))
    if len(first) > 1 and same >= max(_FEWEST, _MOST * max(len(first), len(heads))):
        return (
            "rows and columns have the same names: it compares them with each other (correlations, a confusion matrix, "
            "p values), and is no table of results"
        )
    confused = sum(1 for head in heads if _CONFUSED.match(words_of(head)))
    is_true = any(_CONFUSED.match(words_of(name)) for name in (*first, *(grid.headers[0] or ())))
    if confused >= max(_FEWEST, _MOST * len(heads)) and is_true:
        return "a confusion matrix, no table of results"
    return ""


def _relates(table: Oriented, around: str) -> str:
    if not _all_within_one(table):
        return ""
    if _RELATED.search(around):
        return "correlations or distances, no table of results"
    return "p values, no table of results" if _P_VALUES.search(around) else ""


def _settings(grid: Grid, table: Oriented) -> str:
    key = said(grid.headers[0])
    pairs = len(grid.headers) <= _PAIRS and any(each.role is Role.VALUE for each in table.said)
    if _KEYS.fullmatch(key.words) and pairs:
        return f"settings and their values ({key.header!r}), no table of results"
    return ""


def _nothing(table: Oriented) -> str:
    words = [text for content in table.contents[1:] for text in content.distinct]
    if all(content.is_text for content in table.contents if content.filled) and words:
        return "no number in it: a table of texts"
    return "no number in it: every score is still missing"


def _all_within_one(table: Oriented) -> bool:
    numbers = [number for content in table.contents for number in content.numbers]
    return bool(numbers) and all(-1 <= cell.value <= 1 for cell in numbers)


def of_roles(draft: Draft) -> str:
    """Why no column holds results, by their roles; '' if one may."""
    if draft.of(Role.VALUE, Role.SCORE) or (draft.of(Role.CORRECT) and draft.of(Role.N)):
        return ""
    columns = zip(draft.table.said, draft.table.contents, strict=True)
    left = [told.header for told, content in columns if content.is_numeric and told.header]
    if not left:
        return "no results in it: no column has scores"
    *others, last = map(repr, left[:3])
    if not others:
        return f"no results in it: {last} is no metric or benchmark that is known"
    named = f"{', '.join(others)} and {last}"
    return f"no results in it: {named} are no known metrics or benchmarks"


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


def leave_out(grid: Grid) -> tuple[Grid, list[str]]:
    """The grid without averages, differences and repeated headers, and a note for each kind of them."""
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


def _are_all_summaries(grid: Grid) -> bool:
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
