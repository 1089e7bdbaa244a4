"""Tables in workbooks: sheets, merged cells, titles, several tables in a sheet, and what is refused."""

import zipfile
from pathlib import Path

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids import workbooks
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.grids.read import grids
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.tables import reader as tables
from tests.ingest.readers.workbooks import Cell, replaced, workbook

ROWS: list[list[Cell]] = [["model", "acc"], ["plum", 84.25], ["fig", 71]]


def of(path: Path) -> list[Grid]:
    return list(grids(File(path, path.name)))


def test_every_visible_sheet_is_a_table(tmp_path: Path) -> None:
    notes: list[list[Cell]] = [["only text"]]
    sheets = {"GSM8K": ROWS, "old": ROWS, "Notes": notes}
    (found,) = of(workbook(tmp_path / "a.xlsx", sheets, hidden=("old",)))
    assert (found.part, found.headers) == ("GSM8K", (("model",), ("acc",)))
    assert list(found.rows) == [("plum", 84.25), ("fig", 71)]
    assert list(found.places) == ["row 2 of sheet 'GSM8K'", "row 3 of sheet 'GSM8K'"]


def test_the_usual_name_of_an_only_sheet_says_nothing(tmp_path: Path) -> None:
    assert [each.part for each in of(workbook(tmp_path / "a.xlsx", {"Sheet1": ROWS}))] == [""]
    assert [each.part for each in of(workbook(tmp_path / "b.xlsx", {"MATH": ROWS}))] == ["MATH"]


def test_a_merged_cell_heads_several_columns(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [
        [None, "GSM8K", None, "n"],
        ["model", "acc", "tokens", None],
        ["plum", 84, 212, 5],
        ["fig", 71, 198, 5],
    ]
    (found,) = of(workbook(tmp_path / "a.xlsx", {"Sheet1": rows}, merged="B1:C1"))
    assert found.headers == (("model",), ("GSM8K", "acc"), ("GSM8K", "tokens"), ("n",))


def test_a_merged_cell_stands_in_every_row_that_it_covers(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [
        ["base", "run", "acc"],
        ["plum", "a", 1],
        [None, "b", 2],
        [None, "c", 3],
    ]
    (found,) = of(workbook(tmp_path / "a.xlsx", {"Sheet1": rows}, merged="A2:A3"))
    assert [row[0] for row in found.rows] == ["plum", "plum", ""]


def test_numbers_of_a_workbook_say_their_sheet_and_row(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [
        ["model", "benchmark", "n", "value", "unit"],
        ["m", "B", 30, 0.5, "fraction"],
        [None, "C", 40, 0.25, "fraction"],
    ]
    file = File(workbook(tmp_path / "t.xlsx", {"Results": rows}, merged="A2:A3"))
    assert tables.recognizes(file)
    assert [
        (each.run.model, one.benchmark, one.n_items, one.value, one.locator)
        for each in tables.read(file)
        if isinstance(each, Found)
        for one in each.measurements
    ] == [
        ("m", "B", 30, 0.5, "row 2 of sheet 'Results', column 'value'"),
        ("m", "C", 40, 0.25, "row 3 of sheet 'Results', column 'value'"),
    ]


def test_two_tables_in_a_sheet_are_told_apart_by_their_titles(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [["On GSM8K", None], *ROWS, [None, None], ["On MATH", None], *ROWS]
    found = of(workbook(tmp_path / "a.xlsx", {"all": rows}))
    assert [each.part for each in found] == ["On GSM8K", "On MATH"]


def test_many_sheets_are_read_and_too_many_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = workbook(tmp_path / "a.xlsx", {f"s{number}": ROWS for number in range(50)})
    assert len(of(path)) == 50
    monkeypatch.setattr(workbooks, "_MOST_CELLS", 200)
    with pytest.raises(IngestError, match=r"a\.xlsx: more than 200 cells"):
        of(path)
    monkeypatch.setattr(workbooks, "_MOST_SHEETS", 49)
    with pytest.raises(IngestError, match=r"a\.xlsx: 50 sheets"):
        of(path)


def test_what_is_no_workbook_is_refused_in_one_line(tmp_path: Path) -> None:
    whole = workbook(tmp_path / "a.xlsx", {"Sheet1": ROWS}).read_bytes()
    for size in (0, 10, 200, len(whole) - 30):
        (tmp_path / "b.xlsx").write_bytes(whole[:size])
        with pytest.raises(IngestError, match=r"^b\.xlsx: .* \(expected [^\n]*\)$"):
            of(tmp_path / "b.xlsx")


def test_cells_that_are_shown_as_percentages_are_percent(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [["model", "acc", "loss"], ["plum", 0.8853, 0.5], ["fig", 0.71, 1]]
    path = workbook(tmp_path / "a.xlsx", {"Sheet1": rows})
    for place, style in (("B2", 1), ("B3", 2), ("C2", 0), ("C3", 3)):
        replaced(path, "xl/worksheets/sheet1.xml", f'r="{place}"', f'r="{place}" s="{style}"')
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(
            "xl/styles.xml",
            '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/>'
            '<numFmt numFmtId="165" formatCode="0&quot;%&quot;"/></numFmts>'
            '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>'
            '<xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
        )
    (found,) = of(path)
    assert list(found.rows) == [("plum", "88.53%", 0.5), ("fig", "71%", 1)]
