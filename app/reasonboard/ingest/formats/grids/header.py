"""The header of a table: how many rows it has, and what they say of each column."""

import re
from collections.abc import Sequence
from itertools import groupby

from reasonboard.ingest.formats.cells.cell import parse
from reasonboard.ingest.formats.cells.numbers import Interval, Number
from reasonboard.ingest.formats.grids.grid import Row, Rows, filled

_MOST_HEADER_ROWS = 3
LOOKED_AT = 200
"""Rows by which a header is told from data."""
_LABELS = frozenset(
    word
    for line in (
        "agent algorithm approach benchmark benchmarks bits budget category checkpoint config",
        "configuration context dataset datasets effort epoch id index iteration k layer",
        "layers length level llm method methods metric metrics model models n name policy",
        "ratio run runs seed setting size split step steps strategy subset system task tasks",
        "temperature type variant window",
    )
    for word in line.split()
)
"""Words in the header over the first columns of a table whose other columns are headed by numbers."""
_UNIT_WORD = re.compile(
    r"[([]?\s*(?:%|\$|s|ms|tok/s|tokens?|[KMGT]i?B|pp|↑|↓|\(?[↑↓]\)?|steps?|hours?|h|min)\s*[)\]]?",
    re.IGNORECASE,
)


def is_number(cell: object, decimal: str) -> bool:
    """Is it a number? One with a suffix, as `4K` or `7B`, may be a name."""
    return isinstance(parse(cell, decimal), Number | Interval)


def count_rows(table: Rows, rows: Sequence[Row], decimal: str) -> int:
    """How many rows are the header; 0 if the first one has values already."""
    if table.no_more:
        return min(table.at_least, len(rows))
    if not table.at_least and not _begins_with_header(rows, decimal):
        return 0
    count = max(1, table.at_least)
    while count < min(_MOST_HEADER_ROWS, len(rows) - 1) and _goes_on(rows, count, decimal, table):
        count += 1
    return count


def _begins_with_header(rows: Sequence[Row], decimal: str) -> bool:
    """Are there no values of the columns in the first row? Numbers in it may be an axis: 4K, 8K, 16K."""
    first, body = rows[0].cells, rows[1 : LOOKED_AT + 1]
    numbers = [at for at, cell in enumerate(first) if is_number(cell, decimal)]
    if not numbers:
        return True
    names = [at for at, cell in enumerate(first) if filled(cell) and at not in numbers]
    if not body or not _is_axis([first[at] for at in numbers], decimal):
        return False
    if any(row.cells[at] == first[at] for row in body for at in names):
        return False
    texts = [str(first[at]) for at in names]
    words = {word for text in texts for word in re.split(r"[^a-z]+", text.lower())}
    signs = any(sign in text for text in texts for sign in "@\\/")
    return not texts or bool(words & _LABELS) or signs


def _is_axis(texts: Sequence[object], decimal: str) -> bool:
    """Do these numbers rise or fall, each another, as lengths, ratios or k do?"""
    values = [parsed.value for text in texts if isinstance(parsed := parse(text, decimal), Number)]
    rising = sorted(set(values))
    return len(values) == len(texts) and values in (rising, rising[::-1])


def _goes_on(rows: Sequence[Row], count: int, decimal: str, table: Rows) -> bool:
    """Is the next row one more row of the header?"""
    above, row, body = rows[:count], rows[count], rows[count + 1 : count + 1 + LOOKED_AT]
    shown = [at for at, cell in enumerate(row.cells) if filled(cell)]
    if any(not isinstance(parse(row.cells[at], decimal), str) for at in shown):
        return False
    if shown == [0] and count > 1:  # the name of the index, as pandas writes it
        return all(not filled(upper.cells[0]) for upper in above)
    values = _value_columns(body, decimal)
    heading = values & set(shown)
    if not heading or all(_UNIT_WORD.fullmatch(str(row.cells[at])) for at in heading):
        return bool(heading)
    names = [str(cell) for cell in above[-1].cells]
    has_gaps = "" in names or len(set(names)) < len(names) or bool(above[-1].spans)
    unnamed = {at for at in values if not names[at]}
    is_second = count == 1 or table.exact
    return is_second and (has_gaps or not filled(row.cells[0])) and set(shown) >= unnamed


def _value_columns(body: Sequence[Row], decimal: str) -> set[int]:
    """Columns with numbers in most of their cells."""
    found = set()
    for at in range(len(body[0].cells) if body else 0):
        column = [parse(row.cells[at], decimal) for row in body if filled(row.cells[at])]
        numbers = sum(isinstance(cell, Number | Interval) for cell in column)
        texts = sum(isinstance(cell, str) for cell in column)
        if numbers and numbers >= texts:
            found.add(at)
    return found


def names_of_columns(
    rows: Sequence[Row], width: int, *, exact: bool
) -> tuple[tuple[str, ...], ...]:
    """The header texts of each column, outer to inner; an upper one is that of the columns to its right, too."""
    levels = []
    for number, row in enumerate(rows):
        level = [text_of(cell) for cell in row.cells]
        is_last = number == len(rows) - 1
        for at in range(width):
            lower = any(filled(below.cells[at]) for below in rows[number + 1 :])
            if level[at] or is_last or not lower or at == 0:
                continue
            spans = row.spans.items()
            covering = [first for first, many in spans if first < at < first + many]
            if covering or not exact:
                level[at] = level[covering[0] if covering else at - 1]
        levels.append(level)
    columns = zip(*levels, strict=True) if levels else [()] * width
    return tuple(tuple(text for text, _ in groupby(filter(None, each))) for each in columns)


def text_of(cell: object) -> str:
    """A cell of a header as a text in one line."""
    return "" if cell is None else " ".join(str(cell).split())
