"""Workbooks of Excel and LibreOffice: one sheet as a header and rows."""

from collections.abc import Iterator
from typing import Any

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetVisibleEnum

from reasonboard.ingest.formats import archive
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File

ENDINGS = frozenset({".xlsx", ".xls", ".ods"})
_ZIP = b"PK\x03\x04"
_SIGNATURES = (_ZIP, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
_MOST_CELLS = 20_000_000


def recognizes(file: File) -> bool:
    """Is it a workbook, by its ending and its first bytes?"""
    return file.path.suffix.lower() in ENDINGS and file.head.startswith(_SIGNATURES)


def rows(file: File, named: str | None) -> Iterator[tuple[int, list[Any]]]:
    """Row number and cells of the named sheet, or of the only visible one.

    A merged cell stands in every cell that it covers. Empty rows are left out, empty cells are ''.
    Raises IngestError for a workbook that cannot be read, and where several sheets could be meant.
    """
    _check(file)
    try:
        with file.opened() as opened, CalamineWorkbook.from_filelike(opened) as book:
            sheet = book.get_sheet_by_name(_sheet_name(file, book, named))
            if sheet.total_height * sheet.total_width > _MOST_CELLS:
                raise IngestError(
                    f"{file.name}: {sheet.total_height} x {sheet.total_width} cells (expected at most {_MOST_CELLS})"
                )
            yield from _filled(file, sheet)
    except CalamineError as error:
        raise IngestError(
            f"{file.name}: {error} (expected a workbook without a password)"
        ) from error


def _check(file: File) -> None:
    """Every member of a zipped workbook is what it declares: the reader below inflates without bounds."""
    if file.head.startswith(_ZIP):
        members = archive.check(file)
        for name in members.members:
            archive.read(members, name)


def _sheet_name(file: File, book: CalamineWorkbook, named: str | None) -> str:
    shown = [
        sheet.name for sheet in book.sheets_metadata if sheet.visible == SheetVisibleEnum.Visible
    ]
    if named is not None and named in book.sheet_names:
        return named
    if named is None and len(shown) == 1:
        return shown[0]
    raise IngestError(
        f"{file.name}: sheets {', '.join(map(repr, shown))} "
        f"(expected one, or sheet = {shown[0] if shown else 'NAME'!r} in {file.path.with_suffix('.toml').name})"
    )


def _filled(file: File, sheet: CalamineSheet) -> Iterator[tuple[int, list[Any]]]:
    areas = [
        (last[0] - first[0] + 1) * (last[1] - first[1] + 1)
        for first, last in sheet.merged_cell_ranges or ()
    ]
    if sum(areas) > _MOST_CELLS:
        raise IngestError(
            f"{file.name}: {sum(areas)} merged cells (expected at most {_MOST_CELLS})"
        )
    merged = {
        (row, column): first
        for first, last in sheet.merged_cell_ranges or ()
        for row in range(first[0], last[0] + 1)
        for column in range(first[1], last[1] + 1)
    }
    top: dict[tuple[int, int], Any] = {}
    width = 0
    for number, cells in enumerate(sheet.to_python(skip_empty_area=False)):
        for column in range(len(cells)):
            place = merged.get((number, column))
            if place == (number, column):
                top[place] = cells[column]
            elif place is not None:
                cells[column] = top.get(place, "")
        if any(cell != "" for cell in cells):
            width = width or max(at for at, cell in enumerate(cells, 1) if cell != "")
            yield number + 1, cells[:width]
