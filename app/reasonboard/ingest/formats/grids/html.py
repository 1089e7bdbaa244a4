"""Tables in HTML, as they stand in Markdown files."""

import re

from reasonboard.ingest.formats.cells import markup
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.rows import Row, Rows

BEGIN = re.compile(r"<table\b", re.IGNORECASE)
END = re.compile(r"</table\s*>", re.IGNORECASE)
_ROW = re.compile(
    r"<tr\b[^>]*>(.*?)(?=</tr\s*>|<tr\b|</t(?:able|head|body|foot)\s*>|$)",
    re.IGNORECASE | re.DOTALL,
)
_CELL = re.compile(
    r"<t([hd])\b([^>]*)>(.*?)(?=</t[hdr]\s*>|<t[hdr]\b|$)", re.IGNORECASE | re.DOTALL
)
_SPAN = re.compile(r"\b(row|col)span\s*=\s*[\"']?(\d{1,4})", re.IGNORECASE)
_HEAD_ENDS = re.compile(r"</thead\s*>", re.IGNORECASE)
_CAPTION = re.compile(r"<caption\b[^>]*>(.*?)</caption\s*>", re.IGNORECASE | re.DOTALL)


def table(file: File, text: str, line: int) -> Rows:
    """The rows of a table that begins in this line; a cell over several rows is in each of them."""
    covered: dict[tuple[int, int], str] = {}
    found: list[Row] = []
    headers = 0
    head = _HEAD_ENDS.search(text)
    for match in _ROW.finditer(text):
        row = Row(line + text.count("\n", 0, match.start()), [])
        kinds = set()
        for kind, attributes, content in _CELL.findall(match[1]):
            _take_covered(row, len(found), covered)
            kinds.add(kind.lower())
            _put(row, len(found), covered, attributes, markup.of_markdown(content))
        _take_covered(row, len(found), covered)
        found.append(row)
        is_head = match.start() < head.start() if head else kinds == {"h"}
        headers += is_head and headers == len(found) - 1
    caption = _CAPTION.search(text)
    return Rows(
        file,
        [row for row in found if row.cells],
        at_least=headers,
        headers=headers or None,
        exact=True,
        caption=markup.of_markdown(caption[1]) if caption else "",
    )


def _take_covered(row: Row, number: int, covered: dict[tuple[int, int], str]) -> None:
    while (number, len(row.cells)) in covered:
        row.cells.append(covered[number, len(row.cells)])


def _put(
    row: Row, number: int, covered: dict[tuple[int, int], str], attributes: str, text: str
) -> None:
    spans = {kind.lower(): int(count) for kind, count in _SPAN.findall(attributes)}
    width, height = max(1, spans.get("col", 1)), max(1, spans.get("row", 1))
    column = len(row.cells)
    if width > 1:
        row.spans[column] = width
    row.cells += [text, *[""] * (width - 1)]
    for below in range(number + 1, number + height):
        covered[below, column] = text
        covered |= {(below, beside): "" for beside in range(column + 1, column + width)}
