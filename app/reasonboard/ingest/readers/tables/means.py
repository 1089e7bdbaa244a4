"""Columns that are means of the columns beside them."""

import re

from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.reading import Role

_CLOSE = 2
_FULL = 100


def is_mean(draft: Draft, index: int, parts: list[int]) -> bool:
    """Is a column the mean of others, to rounding, in every row that has all of them?"""
    noise = 1.01 * 10 ** -max(draft.content(index).decimals, 1)
    rows = 0
    for row in range(draft.table.rows):
        cells = [draft.content(each).cells[row] for each in (index, *parts)]
        numbers = [cell.value for cell in cells if isinstance(cell, Number)]
        if len(numbers) <= len(parts):
            continue
        whole = numbers.pop(0)
        rows += 1
        if abs(sum(numbers) / len(parts) - whole) > noise:
            return False
    return rows > 0


def is_between(draft: Draft, whole: int, parts: list[int]) -> bool:
    """Does a column lie between others, as a weighted mean of them does, in all of several rows?"""
    rows = 0
    if len(parts) <= _CLOSE:
        return False
    for row in range(draft.table.rows):
        cells = [draft.content(each).cells[row] for each in (*parts, whole)]
        numbers = [cell.value for cell in cells if isinstance(cell, Number)]
        if len(numbers) < len(cells):
            continue
        *others, mean = numbers
        rows += 1
        if not min(others) <= mean <= max(others) or max(others) > _FULL:
            return False
    return rows >= _CLOSE


def averages_of_some(draft: Draft) -> None:
    """Columns such as `Math Avg.` that are the mean of the columns beside them."""
    values = sorted(draft.of(Role.VALUE))
    for index in values:
        if not _AVERAGED.search(draft.said(index).words):
            continue
        others = [each for each in values if each != index]
        before, after = (
            [each for each in others if each < index],
            [each for each in others if each > index],
        )
        near = [before[-count:] for count in range(_CLOSE, len(before) + 1)]
        near += [after[:count] for count in range(_CLOSE, len(after) + 1)]
        if any(is_mean(draft, index, parts) for parts in near[:_MOST_PARTS]):
            draft.put(index, Role.AGGREGATE, "the mean of columns next to it")


_AVERAGED = re.compile(r"\b(?:avg|average|mean|overall)\b")
_MOST_PARTS = 60
