"""Workbooks of Excel and LibreOffice: the tables of every visible sheet, with merged cells as people see them.

So are percentages: the workbook has 0.885 for what people see as 88.5%.
"""

import html
import posixpath
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetVisibleEnum

from reasonboard.ingest.formats import archive
from reasonboard.ingest.formats.archive import Archive
from reasonboard.ingest.formats.cells import markup
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.grid import Grid, Row, Rows, blocks
from reasonboard.ingest.formats.grids.shape import grid

ENDINGS = frozenset({".xlsx", ".xlsm", ".xls", ".ods"})
_ZIP = b"PK\x03\x04"
_SIGNATURES = (_ZIP, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
_MOST_CELLS = 20_000_000
_MOST_SHEETS = 200
Places = frozenset[tuple[int, int]]
"""Rows and columns of cells, from 0."""
_USUAL_NAME = re.compile(r"(?:Sheet|Tabelle|Feuil|Hoja|Foglio|Blad|Planilha) ?\d*", re.IGNORECASE)


def recognizes(file: File) -> bool:
    """Is it a workbook, by its ending and its first bytes?"""
    return file.path.suffix.lower() in ENDINGS and file.head.startswith(_SIGNATURES)


def grids(file: File) -> Iterator[Grid]:
    """The tables of all visible sheets.

    Raises IngestError for a workbook that cannot be read, and for one with more cells than a table may have.
    """
    with _opened(file) as (book, percents):
        visible = SheetVisibleEnum.Visible
        shown = [sheet.name for sheet in book.sheets_metadata if sheet.visible == visible]
        if len(shown) > _MOST_SHEETS:
            raise file.refused(f"{len(shown)} sheets", f"at most {_MOST_SHEETS}")
        room = _MOST_CELLS
        for name in shown:
            sheet = book.get_sheet_by_name(name)
            room -= (sheet.total_height + 1) * (sheet.total_width + 1)
            if room < 0:
                raise file.refused(f"more than {_MOST_CELLS} cells", "fewer")
            every, is_exact = _rows(file, sheet, percents.get(name, frozenset()))
            tables = list(blocks(every))
            has_usual_name = len(book.sheet_names) == 1 and _USUAL_NAME.fullmatch(name)
            for rows in tables:
                table = Rows(file, rows, exact=is_exact, place=f"row {{}} of sheet {name!r}")
                table.part = "" if has_usual_name else name
                table.is_one_of_several = len(tables) > 1
                if found := grid(table):
                    yield found


@contextmanager
def _opened(file: File) -> Iterator[tuple[CalamineWorkbook, Mapping[str, Places]]]:
    """A workbook, and the cells of its sheets that are shown as percentages."""
    percents: Mapping[str, Places] = {}
    if file.head.startswith(_ZIP):
        # The reader inflates without bounds: so each member has to be what it declares.
        members = archive.check(file)
        for name in members.members:
            archive.read(members, name)
        percents = percent_cells(members)
    try:
        with file.opened() as opened, CalamineWorkbook.from_filelike(opened) as book:
            yield book, percents
    except CalamineError as error:
        raise file.refused(f"{error}", "a workbook without a password") from error


def _rows(file: File, sheet: CalamineSheet, percents: Places) -> tuple[list[Row], bool]:
    """The rows, empty ones too, and whether a merged cell covers several of them: then its text is in each."""
    ranges = list(sheet.merged_cell_ranges or ())
    covered = sum((last[0] - first[0] + 1) * (last[1] - first[1] + 1) for first, last in ranges)
    if covered > _MOST_CELLS:
        raise file.refused(f"{covered} merged cells", f"at most {_MOST_CELLS}")
    rows = [
        Row(number, [_cell(cell) for cell in cells])
        for number, cells in enumerate(sheet.to_python(skip_empty_area=False), 1)
    ]
    for at, column in percents:
        if at < len(rows) and column < len(rows[at].cells):
            rows[at].cells[column] = _as_percent(rows[at].cells[column])
    for (top, left), (bottom, right) in ranges:
        if top < len(rows) and left < len(rows[top].cells):
            if right > left:
                rows[top].spans[left] = right - left + 1
            for row in rows[top + 1 : bottom + 1]:
                row.cells[left] = rows[top].cells[left]
    return rows, any(bottom > top for (top, _), (bottom, _) in ranges)


def _cell(value: Any) -> object:
    if isinstance(value, str):
        return markup.of_text(value)
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return int(value) if is_whole else value


def _as_percent(value: object) -> object:
    """A number as it is shown, with all of its digits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return f"{value * 100:.12g}%"


_BUILT_IN = frozenset((b"9", b"10"))
_NUMBER_FORMAT = re.compile(rb"<(?:\w+:)?numFmt\s[^>]*>")
_FORMATS_OF_CELLS = re.compile(rb"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", re.DOTALL)
_FORMAT_OF_CELLS = re.compile(rb"<(?:\w+:)?xf\s[^>]*>")
_CELL = re.compile(rb"<(?:\w+:)?c\s[^>]*>")
_SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^>]*>")
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\s[^>]*>")
_ATTRIBUTE = re.compile(rb'([\w:]+)\s*=\s*"([^"]*)"')
_PLACE = re.compile(rb"([A-Z]{1,3})(\d{1,7})")
_LETTERS, _BEFORE_A = 26, 64


def percent_cells(members: Archive) -> dict[str, Places]:
    """For each sheet the places of cells that are shown as percentages."""
    if not {"xl/styles.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= {*members.members}:
        return {}
    styles = _percent_styles(archive.read(members, "xl/styles.xml"))
    if not styles:
        return {}
    return {
        name: frozenset(_places(archive.read(members, path), styles))
        for name, path in _sheets(members)
        if path in members.members
    }


def _attributes(tag: bytes) -> dict[bytes, bytes]:
    return dict(_ATTRIBUTE.findall(tag))


def _percent_styles(text: bytes) -> frozenset[bytes]:
    """The numbers of the styles whose number format has a percent sign."""
    formats = {*_BUILT_IN}
    for tag in _NUMBER_FORMAT.findall(text):
        found = _attributes(tag)
        if b"%" in re.sub(rb"\\.|&quot;.*?&quot;", b"", found.get(b"formatCode", b"")):
            formats.add(found.get(b"numFmtId", b""))
    of_cells = _FORMATS_OF_CELLS.search(text)
    tags = _FORMAT_OF_CELLS.findall(of_cells[0]) if of_cells else []
    return frozenset(
        str(number).encode()
        for number, tag in enumerate(tags)
        if _attributes(tag).get(b"numFmtId") in formats
    )


def _sheets(members: Archive) -> Iterator[tuple[str, str]]:
    """The names of the sheets, and the members that hold them."""
    written = _RELATION.findall(archive.read(members, "xl/_rels/workbook.xml.rels"))
    relations = map(_attributes, written)
    targets = {each.get(b"Id"): each.get(b"Target", b"").decode() for each in relations}
    for tag in _SHEET.findall(archive.read(members, "xl/workbook.xml")):
        found = _attributes(tag)
        related = next((each for key, each in found.items() if key.endswith(b":id")), None)
        target = targets.get(related, "")
        yield html.unescape(found.get(b"name", b"").decode()), posixpath.join("/xl", target)[1:]


def _places(text: bytes, styles: frozenset[bytes]) -> Iterator[tuple[int, int]]:
    for tag in _CELL.findall(text):
        found = _attributes(tag)
        place = _PLACE.fullmatch(found.get(b"r", b""))
        if place and found.get(b"s") in styles:
            column = 0
            for letter in place[1]:
                column = column * _LETTERS + letter - _BEFORE_A
            yield int(place[2]) - 1, column - 1
