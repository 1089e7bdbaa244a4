"""A file that is swapped after it was first looked at: no reader waits for a pipe or takes another file for it."""

import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest.formats import archive, bulk, parquet, separated, sqlite_tables
from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids import workbooks
from reasonboard.ingest.readers.tensorboard import events as tensorboard_events
from tests.ingest.readers.workbooks import workbook
from tests.ingest.refusal import Refused
from tests.waiting import ended, swap_for_a_pipe

LINES = '{"a": 1}\n{"a": 2}\n'
TABLE = "model,benchmark,value\nm,B,0.5\n"


def text(folder: Path, content: str) -> Path:
    path = folder / "r.jsonl"
    path.write_text(content)
    return path


def table_of_parquet(folder: Path) -> Path:
    path = folder / "r.parquet"
    duckdb.sql(f"COPY (SELECT 0.5 AS value, 'fraction' AS unit) TO '{path}'")
    return path


def database(folder: Path) -> Path:
    path = folder / "r.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE metrics (a INTEGER)")
        connection.execute("INSERT INTO metrics VALUES (1)")
    connection.close()
    return path


def zipped(folder: Path) -> Path:
    path = folder / "r.eval"
    with zipfile.ZipFile(path, "w") as written:
        written.writestr("a.json", "{}")
    return path


def sheet(folder: Path) -> Path:
    return workbook(folder / "r.xlsx", {"S": [["a"], ["b"]]})


READ: dict[str, tuple[Callable[[Path], Path], Callable[[File], object]]] = {
    "text": (lambda folder: text(folder, LINES), lambda file: file.text),
    "digest": (lambda folder: text(folder, LINES), lambda file: file.sha256),
    "rows": (lambda folder: text(folder, LINES), lambda file: list(file.rows())),
    "separated": (lambda folder: text(folder, TABLE), lambda file: list(separated.rows(file))),
    "parquet": (table_of_parquet, lambda file: list(parquet.rows(file, "SELECT value FROM {}"))),
    "bulk": (
        table_of_parquet,
        lambda file: parquet.check(Bulk(file, (), (), {"value": "value", "unit": "unit"})),
    ),
    "sqlite": (database, lambda file: list(sqlite_tables.rows(file, "SELECT a FROM metrics"))),
    "archive": (zipped, lambda file: len(archive.check(file).members)),
    "workbook": (sheet, lambda file: list(workbooks.grids(file))),
    "events": (
        lambda folder: text(folder, ""),
        lambda file: list(tensorboard_events.events(file, [])),
    ),
}


@pytest.mark.parametrize("kind", READ)
@pytest.mark.parametrize("swap", ["pipe", "folder", "file"])
def test_a_file_that_is_swapped_after_it_was_looked_at_is_refused(
    kind: str, swap: str, tmp_path: Path
) -> None:
    make, read = READ[kind]
    path = make(tmp_path)
    assert not isinstance(ended(lambda: read(File(path)))[0], Exception)
    file = File(path)
    assert file.status.st_size >= 0
    if swap == "pipe":
        swap_for_a_pipe(path)
    elif swap == "folder":
        path.unlink()
        path.mkdir()
    else:  # of the same size and time
        shutil.copy2(path, tmp_path / "other")
        (tmp_path / "other").replace(path)
    (result,) = ended(lambda: read(file))
    assert isinstance(result, IngestError)
    assert str(result).startswith(f"{path}: ")
    assert "expected a f" in str(result)
    assert "/dev/fd" not in str(result)


def test_a_file_that_is_written_to_at_the_same_size_and_time_is_seen_to_have_changed(
    tmp_path: Path,
) -> None:
    path = text(tmp_path, LINES)
    os.utime(path, (1e9, 1e9))
    file = File(path)
    assert file.text == LINES
    path.write_text(LINES.replace("1", "3"))
    os.utime(path, (1e9, 1e9))
    assert not file.unchanged()
    with pytest.raises(IngestError, match="changed while it was read"):
        _ = file.sha256


def test_files_that_one_database_reads_by_the_same_descriptor_are_not_mixed_up(
    tmp_path: Path,
) -> None:
    counts = []
    with duckdb.connect() as connection:
        for number in (1, 2):
            path = tmp_path / f"{number}.parquet"
            duckdb.sql(f"COPY (SELECT {number} AS value FROM range(5)) TO '{path}'")
            os.utime(path, (1e9, 1e9))
            with bulk.rows(Bulk(File(path), (), (), {})) as source:
                counts += connection.execute(f"SELECT sum(value) FROM {source}").fetchall()
    assert counts == [(5,), (10,)]


def test_a_damaged_table_is_named_as_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    path.write_bytes(b"PAR1" + b"\xff" * 100 + b"PAR1")
    with pytest.raises(IngestError, match=r"r\.parquet: ") as refused:
        list(parquet.rows(File(path), "SELECT * FROM {}"))
    assert "/dev/fd" not in str(refused.value)


@pytest.mark.parametrize("number", ["0x" + "f" * 5000, "9" * 5000])
@pytest.mark.parametrize("place", ["beside a table", "names"])
def test_a_huge_number_in_a_toml_is_one_line(
    number: str, place: str, tmp_path: Path, refused: Refused
) -> None:
    table, about = tmp_path / "r.csv", tmp_path / "r.toml"
    table.write_text("model,benchmark,accuracy\nm,B,0.5\n")
    names: tuple[str, ...] = ()
    if place == "names":
        about = tmp_path / "names.toml"
        about.write_text(f"[model.m]\nparams_b = {number}\n")
        names = ("--aliases", str(about))
    else:
        about.write_text(f"unit = {number}\n")
    line = refused(str(table), *names)
    assert about.name in line
    assert len(line) < 400
