"""Large tables with commas that DuckDB parses: the same rows as those of the reader of rows, and the same refusals."""

from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reasonboard.ingest.formats import files
from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids import delimited, records
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.readers.tables import reader as tables
from reasonboard.ingest.staging.staging import Staging
from tests.ingest.rows_of_tables import MEASURED, staged
from tests.states import many

HEADER = "model,benchmark,step,temperature,value,stderr,n,unit,notes"
NUMBERS = [
    "0.5", "1", "0", "-0.0", ".5", "5.", "+0.25", "43.7", "1e-3", "2.5E1", "NaN", "-inf", "n/a", "-", "", " 0.5", "0,5",
    "1_000", "0x1", "12%", "0.437 ", "٣", "1e400", "99.99999999999999", "0.1234567890123456789", "None", "1" * 17,
]  # fmt: skip
WHOLES = ["1000", "64k", "1M", "0", "-1", "5.0", "5.5", "1e3", "", "1 000", "9" * 16, "2147483648"]
TEXTS = [
    "MMLU", " MMLU", "MMLU\u00a0", "a b", "é", '"a,b"', '"say ""so"""', 'a"b', '"a',
    '"two\nlines"', "", '""', "NULL", "x" * 513,
]  # fmt: skip
USUAL = ["lab/x-7b", "MMLU", "1000", "0.6", "0.5", "0.01", "500", "fraction", "seen"]
CELLS = [
    st.sampled_from(["lab/x-7b", "lab/y-1.5b", *TEXTS]), st.sampled_from(["GSM8K", *TEXTS]), st.sampled_from(WHOLES),
    st.sampled_from(["0.6", "", " 1"]), st.sampled_from(NUMBERS), st.sampled_from(["0.01", *NUMBERS]),
    st.sampled_from(["30", *WHOLES]), st.sampled_from(["fraction", "percent", "tokens", "", "%"]), st.just("seen"),
]  # fmt: skip


def staged_or_refused(path: Path, folder: Path) -> Any:
    """The staged rows, or that the table is refused or left out."""
    try:
        return staged(path, folder, f"{MEASURED}, sha256")
    except (IngestError, Skip):
        return None


def both(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, first: int = 5000
) -> tuple[Any, Any]:
    """The same table read row by row, and as a large one by its `first` rows."""
    slow = staged_or_refused(path, folder)
    with monkeypatch.context() as patched:
        for module in (delimited, records):
            patched.setattr(module, "LARGE", 1)
            patched.setattr(module, "FIRST_ROWS", first)
        return slow, staged_or_refused(path, folder)


@pytest.mark.long
@settings(
    max_examples=many(20, 300),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_any_table_is_read_at_once_as_it_is_row_by_row(
    data: st.DataObject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = []
    for number in range(data.draw(st.integers(0, 4))):
        row = [*USUAL[:2], str(number), *USUAL[3:]]
        for place in data.draw(st.lists(st.integers(0, 8), max_size=2)):
            row[place] = data.draw(CELLS[place])
        rows.append(",".join(row))
    rows += data.draw(
        st.lists(st.sampled_from(["", "a,b", ",".join([*USUAL, "more"])]), max_size=1)
    )
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    path = tmp_path / "t.csv"
    path.write_bytes((end.join([HEADER, *rows]) + data.draw(st.sampled_from([end, ""]))).encode())
    slow, fast = both(path, tmp_path, monkeypatch)
    assert fast == slow


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbfmodel,benchmark,value,unit\nx,MMLU,0.5,fraction\n",
        b"model,benchmark,value,unit\n\nx,MMLU,0.5,fraction\n",
        b"model,benchmark,value,unit\nx,MM\xffLU,0.5,fraction\n",
        b"model,benchmark,value,unit\nx,MM\0LU,0.5,fraction\n",
        b'model,benchmark,value,unit\n"x\ny",MMLU,0.5,fraction\n',
        b"model,benchmark,value,unit\nx,MMLU,0.5\n",
        b"model,benchmark,value,value\nx,MMLU,0.5,1\n",
        b"model,benchmark,value,unit\n",
    ],
)
def test_a_strange_table_is_read_as_row_by_row_or_refused_in_the_same_words(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    slow, fast = both(path, tmp_path, monkeypatch)
    assert fast == slow


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize("value", ["value, 'fraction' AS unit", "accuracy"])
def test_a_column_that_is_empty_in_the_first_rows_of_a_large_table_is_read(
    ending: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"t.{ending}"
    query = f"""
        SELECT 'lab/x-7b' AS model, 'bench-' || (row % 3) AS benchmark, CASE WHEN row > 50 THEN row // 3 END AS step,
            CASE WHEN row > 70 THEN 0.5 + 0.5 * (row % 2) END AS temperature, row / 128 AS {value}
        FROM range(45, 90) AS t(row)
        WHERE row > 50 OR row < 48
    """
    form = {"jsonl": " (FORMAT json)"}.get(ending, "")
    duckdb.sql(f"COPY (FROM ({query}) ORDER BY step NULLS FIRST) TO '{path}'{form}")
    whole, large = both(path, tmp_path, monkeypatch, first=2)
    assert large == whole
    assert whole


def test_a_large_table_is_read_by_the_process_of_its_own_and_loaded(
    data: Path, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    lines = [f"lab/x-7b,bench_{one % 9},{one // 9},0.25,fraction" for one in range(60_000)]
    path.write_text("\n".join(["model,benchmark,step,value,unit", *lines]))
    assert path.stat().st_size > delimited.LARGE
    report = load(data, tmp_path / "store", [str(path)], dry_run=True)
    assert report.measurements == 60_000
    assert not list((tmp_path / "store").glob("loading-*"))


def test_a_table_larger_than_any_document_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.csv"
    lines = [f"lab/x-7b,bench_{one % 9},{one // 9},0.25,fraction" for one in range(60_000)]
    path.write_text("\n".join(["model,benchmark,step,value,unit", *lines]))
    monkeypatch.setattr(files, "LARGEST_JSON", 1000)
    _, numbers, _ = staged(path, tmp_path)
    assert len(numbers) == 60_000


def test_a_large_plain_table_takes_no_row_through_python_and_names_lines(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    lines = [f"lab/x-7b,bench_{one % 9},{one // 9},0.{one % 997},fraction" for one in range(60_000)]
    path.write_text("\n".join(["model,benchmark,step,value,unit", *lines, ""]))
    assert path.stat().st_size > delimited.LARGE
    with Staging(tmp_path, "mine", set()) as staging:
        (found,) = tables.read(File(path, "t.csv", staging.room))
    assert isinstance(found, Bulk)
    _, numbers, _ = staged(path, tmp_path)
    assert len(numbers) == 60_000
