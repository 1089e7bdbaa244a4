"""Workbooks: which sheet is read, what a merged cell means, what is refused."""

from pathlib import Path

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.tables.tidy import reader as tables
from tests.ingest.readers.workbooks import Cell, workbook

HEADER: list[Cell] = ["model", "benchmark", "n", "value", "unit"]
ROWS: list[list[Cell]] = [
    HEADER,
    ["m", "B", 30, 0.5, "fraction"],
    [None, "C", 40, 0.25, "fraction"],
]


def read(path: Path) -> list[Found]:
    file = File(path)
    assert tables.recognizes(file)
    return [one for one in tables.read(file) if isinstance(one, Found)]


def test_a_merged_cell_stands_in_every_row_that_it_covers(tmp_path: Path) -> None:
    found = read(workbook(tmp_path / "t.xlsx", {"Results": ROWS}, merged="A2:A3"))
    assert [
        (each.run.model, one.benchmark, one.n_items, one.value, one.locator)
        for each in found
        for one in each.measurements
    ] == [("m", "B", 30, 0.5, "row 2"), ("m", "C", 40, 0.25, "row 3")]


def test_an_empty_cell_that_is_not_merged_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"t\.xlsx:3: model is '' \(expected a name\)"):
        read(workbook(tmp_path / "t.xlsx", {"Results": ROWS}))


def test_the_only_visible_sheet_is_read(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", {"Old": [["x"]], "New": ROWS[:2]}, hidden=("Old",))
    assert [one.value for each in read(path) for one in each.measurements] == [0.5]


def test_of_several_sheets_one_has_to_be_named(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", {"Old": [["x"]], "New": ROWS[:2]})
    with pytest.raises(
        IngestError, match=r"sheets 'Old', 'New' \(expected one, or sheet = 'Old' in t\.toml"
    ):
        read(path)
    path.with_suffix(".toml").write_text('sheet = "New"')
    assert [one.value for each in read(path) for one in each.measurements] == [0.5]


def test_what_is_no_workbook_is_refused_in_one_line(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", {"Results": ROWS})
    for cut in (10, 200, path.stat().st_size - 30):
        broken = tmp_path / f"cut{cut}.xlsx"
        broken.write_bytes(path.read_bytes()[:cut])
        with pytest.raises(IngestError) as error:
            read(broken)
        assert "\n" not in str(error.value)
