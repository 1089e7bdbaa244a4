"""Workbooks: which sheet is read, what a merged cell means, what is refused."""

from pathlib import Path

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.tables import reader as tables
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
    ] == [
        ("m", "B", 30, 0.5, "row 2 of sheet 'Results', column 'value'"),
        ("m", "C", 40, 0.25, "row 3 of sheet 'Results', column 'value'"),
    ]


def test_the_only_visible_sheet_is_read(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", {"Old": [["x"]], "New": ROWS[:2]}, hidden=("Old",))
    assert [one.value for each in read(path) for one in each.measurements] == [0.5]


def test_what_is_no_workbook_is_refused_in_one_line(tmp_path: Path) -> None:
    path = workbook(tmp_path / "t.xlsx", {"Results": ROWS})
    for cut in (10, 200, path.stat().st_size - 30):
        broken = tmp_path / f"cut{cut}.xlsx"
        broken.write_bytes(path.read_bytes()[:cut])
        with pytest.raises(IngestError) as error:
            read(broken)
        assert "\n" not in str(error.value)
