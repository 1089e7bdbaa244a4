"""Small workbooks, written by hand as the format has them."""

import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

Cell = str | float | None
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def workbook(
    path: Path,
    sheets: dict[str, list[list[Cell]]],
    *,
    hidden: tuple[str, ...] = (),
    merged: str = "",
) -> Path:
    """Write a workbook of these sheets; `merged` is a range such as A2:A3 of the first one."""
    state = dict.fromkeys(hidden, ' state="hidden"')
    listed = "".join(
        f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"{state.get(name, "")}/>'
        for n, name in enumerate(sheets, 1)
    )
    related = "".join(
        f'<Relationship Id="r{n}" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Override PartName="/xl/workbook.xml" ContentType='
            '"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
            f"{overrides}</Types>",
        )
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>{listed}</sheets></workbook>',
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{_PACKAGE}/relationships">{related}</Relationships>',
        )
        for n, rows in enumerate(sheets.values(), 1):
            merging = (
                f'<mergeCells><mergeCell ref="{merged}"/></mergeCells>' if merged and n == 1 else ""
            )
            archive.writestr(
                f"xl/worksheets/sheet{n}.xml",
                f'<worksheet xmlns="{_MAIN}"><sheetData>{_rows(rows)}</sheetData>{merging}</worksheet>',
            )
    return path


def replaced(path: Path, member: str, old: str, new: str) -> Path:
    """The workbook with a text of one of its members replaced."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name).decode() for name in archive.namelist()}
    assert old in members[member]
    members[member] = members[member].replace(old, new)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return path


def _rows(rows: list[list[Cell]]) -> str:
    return "".join(
        f'<row r="{number}">'
        + "".join(
            _cell(f"{chr(64 + column)}{number}", one)
            for column, one in enumerate(row, 1)
            if one is not None
        )
        + "</row>"
        for number, row in enumerate(rows, 1)
    )


def _cell(place: str, value: str | float) -> str:
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'
