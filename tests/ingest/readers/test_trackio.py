"""Projects of trackio and histories of W&B: what their tables say, and what can be wrong with them."""

import random
import sqlite3
from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers import trackio
from reasonboard.ingest.readers.wandb import reader as wandb
from tests.ingest.readers.found import Reader, of
from tests.ingest.readers.mutants import read_or_refused

TABLE = "CREATE TABLE metrics (id INTEGER PRIMARY KEY, timestamp TEXT, run_name TEXT, step INTEGER, metrics TEXT)"
ROWS = [("a", 0, '{"loss": 0.5}'), ("a", 1, '{"loss": 0.25, "reward": 1.5}')]
BROKEN: list[Any] = [
    (("a", 2, "{"), r"p\.db: 'a', row 3:1:2: .*expected JSON"),
    (("a", 2, '{"loss": 1, "loss": 2}'), "'loss' appears twice"),
    (("a", 2, "[1]"), r"'a', row 3 is a list \(expected an object\)"),
    (("a", 2, 5), "expected an object"),
    (("a", None, "{}"), r"step is None \(expected a whole number\)"),
    (("a", -1, "{}"), "step is -1"),
    (("a", "x", "{}"), "step is 'x'"),
    ((None, 1, "{}"), r"a run is None \(expected a name\)"),
    (("", 1, "{}"), "a run is named ''"),
    (("x" * 513, 1, "{}"), "expected 1 to 512 characters"),
]


def project(
    at: Path, rows: list[Any] = ROWS, table: str = TABLE, *more: str, name: str = "p.db"
) -> File:
    path = at / name
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute(table)
        for one in more:
            connection.execute(one)
        connection.executemany(
            "INSERT INTO metrics (timestamp, run_name, step, metrics) VALUES ('t', ?, ?, ?)", rows
        )
    connection.close()
    return File(path)


def exported(at: Path, select: str, name: str = "p.parquet") -> File:
    path = at / name
    path.parent.mkdir(parents=True, exist_ok=True)
    duckdb.sql(f"COPY ({select}) TO '{path}' (FORMAT parquet)")
    return File(path)


def read(reader: Reader, file: File) -> list[Found]:
    assert reader.recognizes(file)
    return list(reader.read(file))


def test_a_project_with_names_of_projects_or_numbers_of_runs_is_read(tmp_path: Path) -> None:
    table = TABLE.replace("run_name TEXT", "project_name TEXT, run_id TEXT, run_name TEXT")
    assert len(read(trackio, project(tmp_path, ROWS, table))) == 2


def test_a_step_that_comes_again_has_the_later_numbers(tmp_path: Path) -> None:
    file = project(tmp_path, [ROWS[0], ("a", 0, '{"loss": 0.75}'), *ROWS[1:]])
    assert [of(one, "loss").value for one in read(trackio, file)] == [0.75, 0.25]


def test_the_export_beside_its_project_is_read_with_it(tmp_path: Path) -> None:
    file = exported(tmp_path, "SELECT 't' AS timestamp, 'a' AS run_name, 0 AS step, 0.5 AS loss")
    assert [one.run.model for one in read(trackio, file)] == ["a"]
    project(tmp_path)
    with pytest.raises(Skip, match=r"read with .*p\.db"):
        read(trackio, file)


def test_a_project_without_runs_is_skipped(tmp_path: Path) -> None:
    with pytest.raises(Skip, match="without runs"):
        read(trackio, project(tmp_path, []))


def test_a_run_whose_name_is_sql_is_a_run(tmp_path: Path) -> None:
    name = "x' OR '1'='1"
    quoted = name.replace("'", "''")
    select = f"SELECT 't' AS timestamp, '{quoted}' AS run_name, 0 AS step, 0.5 AS loss"
    file = exported(tmp_path, f"{select} UNION ALL SELECT 't', 'other', 0, 0.75")
    assert {one.run.model: of(one, "loss").value for one in read(trackio, file)} == {
        name: 0.5,
        "other": 0.75,
    }


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"UTF-8|expected JSON"):
        read(trackio, project(tmp_path, [("a", 0, b"\xff\xfe{}")]))


def test_a_project_that_is_being_written_is_refused(tmp_path: Path) -> None:
    file = project(tmp_path)
    (tmp_path / "p.db-wal").write_bytes(b"x")
    with pytest.raises(IngestError, match=r"p\.db-wal next to it is not empty"):
        read(trackio, file)


def test_reading_leaves_no_file_and_no_change(tmp_path: Path) -> None:
    file = project(tmp_path, ROWS, TABLE, "PRAGMA journal_mode = WAL")
    before = file.path.read_bytes()
    assert len(read(trackio, file)) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["p.db"]
    assert file.path.read_bytes() == before


def test_nothing_in_a_database_is_run(tmp_path: Path) -> None:
    view = tmp_path / "view.db"
    with sqlite3.connect(view) as connection:
        connection.execute(
            "CREATE VIEW metrics AS SELECT 1 AS id, 't' AS timestamp, 'a' AS run_name, 0 AS step, '{}' AS metrics"
        )
    connection.close()
    assert not trackio.recognizes(File(view))
    computed = TABLE.replace("step INTEGER", "step AS (length(printf('%.*c', 1000000, 'x')))")
    rows = "INSERT INTO metrics (timestamp, run_name, metrics) VALUES ('t', 'a', '{}')"
    path = tmp_path / "computed.db"
    with sqlite3.connect(path) as connection:
        connection.execute(computed)
        connection.execute(rows)
    connection.close()
    assert not trackio.recognizes(File(path))


def test_another_database_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE metrics (key TEXT, value REAL, step INTEGER)")
    connection.close()
    assert not trackio.recognizes(File(path))


def test_a_project_spoilt_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    many = [("run", step, f'{{"loss": 0.5, "text": "{"x" * 200}"}}') for step in range(60)]
    whole = project(tmp_path, many).path.read_bytes()
    chance = random.Random(3)
    outcomes: list[bool] = []
    for attempt in range(150):
        spoilt = bytearray(whole if attempt % 3 else whole[: chance.randrange(100, len(whole))])
        for _ in range(4):
            spoilt[chance.randrange(16, len(spoilt))] = chance.randrange(256)
        path = tmp_path / "s.db"
        path.write_bytes(bytes(spoilt))
        if trackio.recognizes(File(path)):
            outcomes.append(read_or_refused(trackio.read, File(path)))
    assert 5 < sum(outcomes) < len(outcomes)


HISTORY = "SELECT 0 AS _step, 1767000000.5 AS _timestamp"


def test_a_history_without_a_step_of_the_trainer_is_by_the_own_count(tmp_path: Path) -> None:
    file = exported(tmp_path, f"{HISTORY}, 0.5 AS loss", "sft-1b/run-abc-history-v3/0000.parquet")
    (found,) = read(wandb, file)
    assert (found.run.place[0], found.run.step, of(found, "loss").value) == ("sft-1b", 0, 0.5)
    assert found.notes == ["Step is W&B's own count, which may not be the trainer's"]


def test_a_step_in_many_rows_and_again_later_is_one_step(tmp_path: Path) -> None:
    rows = [(1, "0.5", "NULL"), (2, "NULL", "7"), (1, "0.25", "NULL"), (3, "0.2", "8")]
    select = " UNION ALL ".join(
        f"SELECT {place} AS _step, 1.5 AS _runtime, {step}::BIGINT AS global_step, {loss}::DOUBLE AS loss, "
        f"{kl}::DOUBLE AS kl"
        for place, (step, loss, kl) in enumerate(rows)
    )
    at = {one.run.step: one for one in read(wandb, exported(tmp_path, select))}
    assert at.keys() == {1, 2, 3}
    assert (of(at[1], "loss").value, of(at[2], "kl").value) == (0.25, 7)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("{'_type': 'image-file'}", "an object"),
        ("[1.5]", "a list"),
        ("'text'", "'text'"),
        ("true", "True"),
    ],
)
def test_what_is_no_number_in_a_history_is_left_out_and_said(
    tmp_path: Path, column: str, message: str
) -> None:
    (found,) = read(wandb, exported(tmp_path, f"{HISTORY}, {column} AS odd, 0.5 AS loss"))
    assert [measurement.metric for measurement in found.measurements] == ["loss"]
    assert f"row 1: odd is {message}: not a number, left out" in found.notes


@pytest.mark.parametrize("step", ["-1", "'x'", "1.5", "1e300"])
def test_a_step_that_is_none_is_refused(tmp_path: Path, step: str) -> None:
    file = exported(tmp_path, f"SELECT {step} AS _step, 1.5 AS _timestamp, 0.5 AS loss")
    with pytest.raises(IngestError, match="row 1: _step is"):
        read(wandb, file)


def test_a_history_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="no row of a step"):
        read(wandb, exported(tmp_path, f"{HISTORY}, 0.5 AS loss LIMIT 0"))


def test_other_parquet_is_not_taken(tmp_path: Path) -> None:
    for select in (
        "SELECT 0 AS _step, 0.5 AS loss",
        "SELECT 't' AS timestamp, 0 AS step, 0.5 AS x",
    ):
        file = exported(tmp_path, select)
        assert not wandb.recognizes(file)
        assert not trackio.recognizes(file)
