"""The structure of a table: title rows, header rows, sections, cells that hold for the rows below, and its width."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from reasonboard.ingest.formats.cells.cell import Missing, decimal_of, parse
from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.grids.grid import Grid, Row, Rows, filled
from reasonboard.ingest.formats.grids.header import (
    LOOKED_AT,
    count_rows,
    is_number,
    names_of_columns,
    text_of,
)  # fmt: skip

MOST_COLUMNS = 3000
_MOST_TITLES = 10
_RULE = re.compile(r"[-=:_]{3,}")


def grid(table: Rows) -> Grid | None:
    """The table with its structure; None if nothing is in it. A row with other cells than the header is named in it.

    Raises IngestError if all rows are so.
    """
    rows = [row for row in table.rows if any(map(filled, row.cells)) and not _is_rule(row)]
    if not rows or max(map(_filled_width, rows)) < 2:  # noqa: PLR2004  (a text in one column is no table)
        return None
    titles = _take_titles(rows, table)
    decimal = decimal_of(cell for row in rows for cell in row.cells)
    decimal = decimal or ("" if table.comma_may_be_decimal else ".")
    width = _width(table, rows, decimal)
    wrong = [text for row in rows if (text := _fit(table, row, width))]
    rows = [row for row in rows if len(row.cells) == width]
    if wrong and len(rows) <= max(1, table.at_least):
        raise IngestError(wrong[0])
    count = count_rows(table, rows, decimal)
    body = rows[count:]
    is_exact = table.exact or any(row.spans for row in rows[:count])
    headers = names_of_columns(rows[:count], width, exact=is_exact)
    kept, sections, note = _without_sections(body, headers, decimal)
    columns = _columns_with_anything(headers, kept)
    for row in kept:
        row.cells[:] = [row.cells[at] for at in columns]
    is_filled = not table.exact and _fill_down(kept, sections, decimal)
    return Grid(
        name=table.file.path.stem,
        headers=tuple(headers[at] for at in columns),
        rows=[tuple(row.cells) for row in kept],
        places=[table.place.format(row.line) for row in kept],
        part=titles[0] if titles and table.is_one_of_several else table.part,
        constants=table.constants,
        decimal=decimal,
        caption=" ".join(filter(None, [*titles, table.caption, note])),
        sections=tuple(sections) if any(sections) else (),
        has_header=count > 0,
        filled=is_filled,
        wrong=wrong[0] if wrong else "",
        again=partial(_again, table, body[0].line, width, columns)
        if table.again and body
        else None,
    )


def _again(
    table: Rows, first: int, width: int, columns: Sequence[int]
) -> Iterator[tuple[str, tuple[object, ...]]]:
    """The rows of a large table from the first one below its header."""
    for row in table.again() if table.again else ():
        if row.line >= first and any(map(filled, row.cells)):
            if wrong := _fit(table, row, width):
                raise IngestError(wrong)
            yield table.place.format(row.line), tuple(row.cells[at] for at in columns)


def _is_rule(row: Row) -> bool:
    """A line of dashes in a table."""
    shown = [cell for cell in row.cells if filled(cell)]
    return len(shown) > 1 and all(isinstance(cell, str) and _RULE.fullmatch(cell) for cell in shown)


def _take_titles(rows: list[Row], table: Rows) -> list[str]:
    """The rows above the header that have one text alone, as titles and comments have; they are taken out."""
    titles: list[str] = []
    if table.at_least:
        return titles
    while len(rows) > 2:  # noqa: PLR2004
        shown = [cell for cell in rows[0].cells if filled(cell)]
        wider = any(sum(map(filled, row.cells)) > 1 for row in rows[1:_MOST_TITLES])
        is_comment = str(shown[0]).startswith("#") and len(rows[0].cells) < len(rows[-1].cells)
        is_index = len(rows[0].cells) == 2 and not filled(rows[0].cells[0])  # noqa: PLR2004  (as pandas writes it)
        is_title = len(shown) == 1 and wider and not is_index and not is_number(shown[0], ".")
        if not is_comment and not is_title:
            break
        titles.append(" ".join(map(str, shown)))
        rows.pop(0)
    return titles


def _width(table: Rows, rows: Sequence[Row], decimal: str) -> int:
    """The columns of the header, which has all of them; of a table without one those of most rows."""
    width = _filled_width(rows[0])
    if table.at_least:
        width = max(len(row.cells) for row in rows[: table.at_least])
    elif len(rows) > 1:
        usual = Counter(_filled_width(row) for row in rows[1:LOOKED_AT]).most_common(1)[0][0]
        first = rows[0].cells
        is_short = width < usual <= len(first) and not any(
            is_number(cell, decimal) for cell in first
        )
        width = usual if is_short else max(width, len(first))
    if width > MOST_COLUMNS:
        raise table.file.refused(f"{width} columns", f"at most {MOST_COLUMNS}", rows[0].line)
    return width


def _filled_width(row: Row) -> int:
    return max((at for at, cell in enumerate(row.cells, 1) if filled(cell)), default=0)


def _fit(table: Rows, row: Row, width: int) -> str:
    """Empty cells behind the last column are none; a text alone heads a section. Else what is wrong with the row."""
    has = _filled_width(row)
    alone = sum(map(filled, row.cells)) == 1 and has == 1 and isinstance(row.cells[0], str)
    if has <= width < len(row.cells) or (alone and len(row.cells) < width):
        row.cells[:] = (row.cells + [""] * width)[:width]
    if len(row.cells) == width:
        return ""
    return f"{table.file.name}:{row.line}: {len(row.cells)} cells (expected {width}, as the header has)"


def _without_sections(
    body: Sequence[Row], headers: Sequence[tuple[str, ...]], decimal: str
) -> tuple[list[Row], list[str], str]:
    """The rows, of each the text of the section that it is in, and a last text that heads no row.

    A section ends at the next one, and at a line across the table that is not its own. A header that comes again is
    left out.
    """
    kept: list[Row] = []
    sections: list[str] = []
    section, is_new = "", False
    texts = [_section(row, decimal) for row in body]
    inner = [row for row, above in zip(body[1:], texts, strict=False) if above is None]
    lines_mean_sections = 2 * sum(row.is_ruled for row in inner) <= len(inner)
    last = [texts[-1] if texts else "" for texts in headers]
    for row, text in zip(body, texts, strict=True):
        if text is not None:
            section, is_new = text, True
        elif not _is_header(row, last):
            if row.is_ruled and lines_mean_sections and not is_new:
                section = ""
            kept.append(row)
            sections.append(section)
            is_new = False
    return kept, sections, section if is_new else ""


def _is_header(row: Row, last: Sequence[str]) -> bool:
    """Is it the last row of the header once more?"""
    is_like = row.cells[0] == last[0] or row.cells[-1] == last[-1]
    return is_like and len(set(last)) > 1 and [text_of(cell) for cell in row.cells] == last


def _section(row: Row, decimal: str) -> str | None:
    """The text of a row that has no other; None for any other row."""
    width = len(row.cells)
    shown = [cell for cell in row.cells if filled(cell)]
    if len(shown) not in (1, width) and not row.spans:
        return None
    covers = max(row.spans.values(), default=0) > max(2, width // 2)
    is_text = len(set(map(str, shown))) == 1 and isinstance(parse(shown[0], decimal), str)
    if width <= 2 or not is_text or not (filled(row.cells[0]) or covers):  # noqa: PLR2004
        return None
    return text_of(shown[0]) if covers or len(shown) in (1, width) else None


def _columns_with_anything(headers: Sequence[tuple[str, ...]], rows: Sequence[Row]) -> list[int]:
    """All columns but those without a name in which every cell is empty."""
    every = range(len(headers))
    return [at for at in every if headers[at] or any(filled(row.cells[at]) for row in rows)]


def _fill_down(rows: Sequence[Row], sections: Sequence[str], decimal: str) -> bool:
    """Repeat a text of the first columns in the empty cells below it, as people mean it; whether there are any.

    Only where the row goes on with other texts that tell it from the row above, or with none but numbers.
    """
    is_repeated = False
    width = len(rows[0].cells) if rows else 0
    for at in range(width):
        column = [row.cells[at] for row in rows]
        texts = [cell for cell in column if filled(cell)]
        if len(texts) == len(rows):
            if len(set(map(str, texts))) == len(texts) > 1:
                break  # it tells the rows apart alone: what is empty behind it is empty
            if all(isinstance(parse(cell, decimal), Number) for cell in texts):
                break  # the values begin
            continue
        if not texts or any(not isinstance(parse(cell, decimal), str) for cell in texts):
            break
        if not _tells_apart(rows, at, decimal):
            break
        last: object = ""
        for number, row in enumerate(rows):
            new_section = number > 0 and sections[number] != sections[number - 1]
            last = row.cells[at] if filled(row.cells[at]) else "" if new_section else last
            if not filled(row.cells[at]) and filled(last):
                row.cells[at] = last
                is_repeated = True
    return is_repeated


def _tells_apart(rows: Sequence[Row], at: int, decimal: str) -> bool:
    """Has every row with an empty cell here a cell further right that is no value, or a filled one to its right?"""
    rests = (row.cells[at + 1 :] for row in rows if not filled(row.cells[at]))
    return all(
        any(filled(cell) and not isinstance(parse(cell, decimal), Missing) for cell in rest)
        for rest in rests
    )
