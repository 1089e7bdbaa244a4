"""Parquet tables that go past Python: the same rows as the same table in CSV, and the same refusals."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids import records
from reasonboard.ingest.readers.tables import reader as tables
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.staging import rows as rows_module
from reasonboard.ingest.staging import staging as staging_module
from reasonboard.ingest.staging.staging import Staging
from tests.ingest.rows_of_tables import staged

KINDS = {
    "model": "VARCHAR", "benchmark": "VARCHAR", "subset": "VARCHAR", "step": "BIGINT", "metric": "VARCHAR",
    "filter": "VARCHAR", "temperature": "VARCHAR", "value": "DOUBLE", "stderr": "DOUBLE", "n": "INTEGER",
    "unit": "VARCHAR",
}  # fmt: skip
FIRST = {
    "model": "lab/x-7b", "benchmark": "MMLU", "subset": "anatomy", "step": 3000, "metric": "acc", "filter": "none",
    "temperature": "0.6", "value": 43.7, "stderr": 1.25, "n": 135, "unit": "percent",
}  # fmt: skip
SECOND = FIRST | {
    "subset": None,
    "step": 4000,
    "filter": "strict",
    "value": 0.5,
    "stderr": None,
    "unit": "fraction",
}


@pytest.fixture(autouse=True)
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table of Parquet is a large one."""
    monkeypatch.setattr(records, "LARGE", 1)


def written(folder: Path, rows: list[dict[str, Any]], ending: str) -> Path:
    path = folder / f"t.{ending}"
    columns = ", ".join(f"{name} {kind}" for name, kind in KINDS.items())
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE t ({columns})")
        for row in rows:
            connection.execute(
                f"INSERT INTO t VALUES ({', '.join('?' * len(row))})", [row[name] for name in KINDS]
            )
        connection.execute(f"COPY t TO '{path}'")
    return path


def test_percent_are_shifted_in_decimal_and_filters_are_metrics_of_their_own(
    tmp_path: Path,
) -> None:
    runs, numbers, _ = staged(written(tmp_path, [FIRST, SECOND], "parquet"), tmp_path)
    assert {run[1:5] for run in runs} == {
        ("lab/x-7b", "lab/x-7b", step, 7.0) for step in (3000, 4000)
    }
    assert sorted(row[1:9] for row in numbers) == sorted([
        ("MMLU:anatomy", "acc", "none", "fraction", 0.437, None, 0.0125, 135),
        ("MMLU", "acc,strict", "strict", "fraction", 0.5, None, None, 135),
    ])  # fmt: skip


def test_every_number_names_its_row(tmp_path: Path) -> None:
    path = written(tmp_path, [FIRST, SECOND], "parquet")
    with duckdb.connect() as connection:
        for script in ("schema", "changing"):
            sql.run(connection, script)
        with Staging(tmp_path, "mine", set()) as staging:
            staging.add(File(path), tables.read(File(path)))
            staging.finished().insert(connection)
        assert connection.execute(
            "SELECT locator, value, sha256 FROM staged_loaded_measurement ORDER BY locator"
        ).fetchall() == [("row 1", 0.437, File(path).sha256), ("row 2", 0.5, File(path).sha256)]


MOST = {"fraction": 1, "percent": 100, "tokens": 1e12}


def in_range(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its numbers scaled into the range of its unit."""
    most = MOST[row["unit"]]
    value, stderr = row["value"], row["stderr"]
    share = value / 1e12 if value and 1 < value < 1e13 else value
    return row | {
        "value": share * most if share and 0 < share <= 1 else share,
        "stderr": None if stderr is None else stderr / 100 * most,
    }


ROW = st.fixed_dictionaries(
    {
        "model": st.sampled_from(["lab/x-7b", "y-1.5B", "'; DROP TABLE t; --"]),
        "benchmark": st.sampled_from(["MMLU", " GSM8K", "x'y"]),
        "subset": st.sampled_from([None, "anatomy"]),
        "step": st.sampled_from([None, 0, 3000]),
        "metric": st.sampled_from([None, "acc", "pass@1", "tokens"]),
        "filter": st.sampled_from([None, "none", "strict"]),
        "temperature": st.sampled_from([None, "0.6"]),
        "value": st.one_of(
            st.none(),
            st.floats(1e-4, 1e12),
            st.sampled_from([float("nan"), float("inf"), -0.0]),
        ),
        "stderr": st.one_of(st.none(), st.floats(1e-3, 100)),
        "n": st.sampled_from([None, 30]),
        "unit": st.sampled_from(["fraction", "percent", "tokens"]),
    }
).map(in_range)


def rounded(rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """The rows with 15 digits of each number: percent become fractions of a text, or of the number next to it."""
    return [
        [float(f"{cell:.15g}") if isinstance(cell, float) else cell for cell in row] for row in rows
    ]


@pytest.mark.long
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(ROW, min_size=1, max_size=6))
def test_a_parquet_table_is_read_as_the_same_table_in_csv(
    rows: list[dict[str, Any]], tmp_path: Path
) -> None:
    plain = staged(written(tmp_path, rows, "csv"), tmp_path)
    fast = staged(written(tmp_path, rows, "parquet"), tmp_path)
    assert (fast[0], rounded(fast[1]), fast[2]) == (plain[0], rounded(plain[1]), plain[2])


def test_glob_characters_in_a_name_are_taken_literally(tmp_path: Path) -> None:
    for name, value in (("a[1].parquet", 0.25), ("a1.parquet", 0.75)):
        written(tmp_path, [SECOND | {"value": value}], "parquet").rename(tmp_path / name)
    _, numbers, _ = staged(tmp_path / "a[1].parquet", tmp_path)
    assert [row[5] for row in numbers] == [0.25]


FORMATS = Path(__file__).resolve().parents[1] / "files" / "tidy"


def test_the_real_parquet_table_is_the_real_csv(tmp_path: Path) -> None:
    found = []
    for ending in ("csv", "parquet"):
        copy = tmp_path / f"real.{ending}"
        copy.write_bytes((FORMATS / f"tidy_scores.{ending}").read_bytes())
        copy.with_suffix(".toml").write_text('unit = "percent"')
        found.append(staged(copy, tmp_path))
    assert found[0] == found[1]
    assert len(found[0][1]) == 3


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"model": None}, r"t\.parquet:2: model is missing \(expected a name of 1"),
        ({"benchmark": "  "}, r"t\.parquet:2: benchmark is missing"),
        ({"benchmark": "x" * 600}, r"t\.parquet:2: benchmark is x{40} \(expected a name"),
        ({"n": -1}, r"t\.parquet:2: n_items is -1 \(expected a number from 0"),
        (
            {"stderr": -1.0},
            r"t\.parquet:2: stderr is -1.0 in the unit 'percent' \(expected a number from 0 to 100",
        ),
        ({"stderr": float("nan")}, r"t\.parquet:2: stderr is nan in the unit 'percent'"),
        ({"value": 100.1}, r"t\.parquet:2: value is 100.1 in the unit 'percent'"),
        (
            {"value": 1e308, "unit": "fraction"},
            r"t\.parquet:2: value is 1e\+308 in the unit 'fraction'",
        ),
        ({"value": -1.0, "unit": "tokens"}, r"t\.parquet:2: value is -1.0 in the unit 'tokens'"),
        ({"filter": "x" * 600}, r"t\.parquet:2: metric is acc,x{36} \(expected a name of 1 to 512"),
        ({"step": -1}, r"t\.parquet:2: step is -1 \(expected a number from 0"),
    ],
)
def test_a_wrong_row_is_refused_with_its_number(
    wrong: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(IngestError, match=message):
        staged(
            written(tmp_path, [FIRST, FIRST | {"temperature": "1"} | wrong], "parquet"), tmp_path
        )


def test_runs_whose_keys_begin_alike_stay_two_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (rows_module, staging_module):
        monkeypatch.setattr(module, "KEY", 2)
    table = [FIRST | {"model": f"lab/x-{number}b", "value": number} for number in range(60)]
    runs, numbers, _ = staged(written(tmp_path, table, "parquet"), tmp_path)
    keys = [run[0] for run in runs]
    assert len(set(keys)) == 60
    assert {len(key) for key in keys} == {2, 4}
    model_of = {run[0]: run[2] for run in runs}
    assert {(model_of[row[0]], round(100 * row[5])) for row in numbers} == {
        (f"lab/x-{number}b", number) for number in range(60)
    }
