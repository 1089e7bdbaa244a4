"""Why a table is no table of results: correlations, settings, descriptions, nothing measured."""

import re

from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.readers.tables import left_out_rows
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.header_words import said
from reasonboard.ingest.readers.tables.oriented import Oriented
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.said import words_of

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
    if left_out_rows.are_all_summaries(grid):
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
