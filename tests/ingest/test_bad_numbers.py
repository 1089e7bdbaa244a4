"""Numbers that would break readers are refused when they are loaded: file, line, exit code 2, nothing loaded."""

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard.cli import main as cli
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Measurement, Run, Sample
from reasonboard.ingest.snapshot.publish import change, publish
from reasonboard.ingest.staging.rows import measurement_row, run_row, sample_rows
from reasonboard.store import snapshots
from reasonboard.store.check import broken
from tests.ingest.refusal import Refused

ROW = {"model": "m", "benchmark": "B", "value": "0.5", "unit": "fraction"}
WRONG: dict[str, tuple[dict[str, str], str]] = {
    "a negative standard error": ({"stderr": "-1"}, "stderr is -1"),
    "a standard error of 1e308": ({"stderr": "1e308"}, "stderr is 1e+308"),
    "a huge fraction": ({"value": "1e308"}, "1e308 is no fraction"),
    "a negative fraction": ({"value": "-0.1"}, "-0.1 is no fraction"),
    "a fraction above 1": ({"value": "1.01"}, "1.01 is no fraction"),
    "a percentage above 100": ({"value": "101", "unit": "percent"}, "101 is no percent"),
    "fewer than no tokens": ({"value": "-5", "unit": "tokens"}, "-5 tokens"),
    "too many tokens": ({"value": "1e16", "unit": "tokens"}, "value is 1e+16"),
    "no parameters": ({"params_b": "0"}, "params_b is 0"),
    "a negative size": ({"params_b": "-7"}, "params_b is -7"),
    "a huge size": ({"params_b": "1e308"}, "params_b is 1e+299"),
    "a selector of negative size": ({"selector_params_b": "-7"}, "selector_params_b is -7"),
    "progress of 1e308": ({"progress": "1e308"}, "progress is 1e+308"),
    "negative progress": ({"progress": "-0.5"}, "progress is -0.5"),
    "more kept than there is": ({"kv_ratio": "1.5"}, "kv_ratio is 1.5"),
    "a negative step": ({"step": "-3"}, "step is -3"),
}  # fmt: skip


@pytest.mark.parametrize("kind", WRONG)
def test_a_number_that_breaks_readers_is_refused_with_file_and_line(
    kind: str, tmp_path: Path, refused: Refused
) -> None:
    wrong, message = WRONG[kind]
    right = dict.fromkeys(wrong, "") | ROW
    rows = [list(right), list(right.values()), list((right | {"benchmark": "C"} | wrong).values())]
    (tmp_path / "t.csv").write_text("".join(",".join(row) + "\n" for row in rows))
    line = refused(str(tmp_path / "t.csv"))
    assert re.search(
        rf"t\.csv: line 3, column 'value': {re.escape(message)}.* \(expected .*\d", line
    )


@pytest.mark.parametrize("kind", [*WRONG][::3])  # the limits are those of every reader
def test_it_is_refused_in_parquet_with_the_number_of_its_row(
    kind: str, tmp_path: Path, refused: Refused
) -> None:
    wrong, _ = WRONG[kind]
    columns = dict.fromkeys(["value", *wrong], "DOUBLE") | {"step": "BIGINT"} | dict.fromkeys(
        ["model", "benchmark", "unit"], "VARCHAR"
    )  # fmt: skip
    rows: list[dict[str, str]] = [ROW, ROW | {"benchmark": "C"} | wrong]
    with duckdb.connect() as connection:
        listed = ", ".join(f"{name} {columns[name]}" for name in ROW | wrong)
        connection.execute(f"CREATE TABLE t ({listed})")
        for row in rows:
            connection.execute(
                f"INSERT INTO t ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})",
                list(row.values()),
            )
        connection.execute(f"COPY t TO '{tmp_path / 't.parquet'}'")
    line = refused(str(tmp_path / "t.parquet"))
    assert re.search(r"t\.parquet(:2|: row 2, column 'value'): .*\(expected .*\d", line), line


@pytest.mark.parametrize(
    ("value", "unit", "stored"),
    [(1 + 2e-16, "fraction", 1.0), (100.00000000000001, "percent", 1.0), (-1e-17, "fraction", 0.0)],
)
def test_what_only_rounding_brought_out_of_0_to_1_is_put_right(
    value: float, unit: str, stored: float
) -> None:
    run = run_row(Run("tool", "m"), _file("t.csv"))
    one = Measurement("B", "acc", value, unit, "row 2")
    assert measurement_row(one, run, "t.csv")["value"] == stored


@pytest.mark.parametrize("unit", ["perplexity", "score", "reward"])
def test_a_value_in_another_unit_may_be_negative_but_not_absurd(unit: str) -> None:
    run = run_row(Run("tool", "m"), _file("r.json"))
    assert measurement_row(Measurement("B", "x", -12.5, unit, "x"), run, "r")["value"] == -12.5
    for value in (1e101, -1e308, float("nan"), float("inf")):
        with pytest.raises(IngestError, match=r"r\.json: results\.x: value is"):
            measurement_row(Measurement("B", "x", value, unit, "results.x"), run, "r.json")


def test_a_score_outside_0_to_1_is_refused_with_its_item() -> None:
    run = run_row(Run("tool", "m"), _file("r.json"))
    with pytest.raises(IngestError, match=r"r\.json: B, item 7: score is 10 \(expected a number"):
        list(sample_rows([Sample("B", "7", 0, 10.0)], lambda _: run, "r.json"))


def test_a_name_that_states_no_possible_size_states_none() -> None:
    for name in ("m-0b", "m-9999999999b"):
        assert run_row(Run("tool", name), _file("t.csv"))["params_b"] is None


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("params_b = -7", r"params_b is -7 \(expected a number above 0 and up to 1e\+06"),
        ("params_b = inf", "params_b is inf"),
        ("params_b = nan", "params_b is nan"),
        ("params_b = 1e308", r"params_b is 1e\+308"),
        ("steps = 0", r"steps is 0 \(expected a number from 1 to 2147483647, whole"),
    ],
)
def test_an_alias_with_an_impossible_number_is_refused(
    entry: str, message: str, tmp_path: Path, refused: Refused
) -> None:
    (tmp_path / "names.toml").write_text(f'[model."lab/x"]\n{entry}\n')
    line = refused("--aliases", str(tmp_path / "names.toml"))
    assert re.search(rf"names\.toml: model\.'lab/x'\.{message}", line), line


def test_a_number_that_no_toml_has_is_refused_with_its_key(
    tmp_path: Path, refused: Refused
) -> None:
    (tmp_path / "names.toml").write_text('[model."lab/x"]\nstep = 99999999999999999999999\n')
    line = refused("--aliases", str(tmp_path / "names.toml"))
    assert "names.toml: 'model.lab/x.step' has a number of more than 64 bits" in line


@pytest.mark.parametrize(
    ("column", "text"), [("value", "173"), ("value", "1e308"), ("value", "x"), ("kv_ratio", "1.5")]
)
def test_a_bundled_source_with_an_impossible_number_is_refused_with_its_line(
    column: str, text: str, data: Path, tmp_path: Path
) -> None:
    table = data / "caption-kv-cache.csv"
    header, first, second, *rest = table.read_text().splitlines()
    cells = second.split(",")
    cells[header.split(",").index(column)] = text
    table.write_text("\n".join([header, first, ",".join(cells), *rest]) + "\n")
    with pytest.raises(IngestError, match=rf"caption-kv-cache\.csv:3: {column} is '{text}' \(exp"):
        publish(data, tmp_path / "new")


BROKEN = [
    ("fractions outside 0 to 1", "UPDATE measurement SET value = 1.5 WHERE rowid = 3"),
    ("negative standard errors", "UPDATE measurement SET stderr = -1 WHERE rowid = 3"),
    ("numbers that are not finite", "UPDATE measurement SET value = 'inf' WHERE rowid = 3"),
    ("numbers larger than 1e100", "UPDATE measurement SET stderr = 1e200 WHERE rowid = 3"),
    ("numbers outside their ranges", "UPDATE run SET kv_ratio = 7"),
    ("numbers outside their ranges", "UPDATE measurement SET n_items = -1 WHERE rowid = 3"),
    ("numbers outside their ranges", "UPDATE run SET selector_params_b = 0"),
    ("numbers outside their ranges", "UPDATE model SET params_b = 0"),
    ("token counts outside 0 to 1e15", "UPDATE metric SET unit = 'tokens'; UPDATE measurement SET value = -1"),
    ("measurements of an unknown run benchmark or metric", "UPDATE measurement SET metric = 'x' WHERE rowid = 3"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "statement"), BROKEN)
def test_every_invariant_finds_what_it_is_named_after_and_where_it_stands(
    words: str, statement: str, small_store: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes(snapshots.current(small_store).path.read_bytes())
    with duckdb.connect(str(copy)) as connection:
        assert list(broken(connection)) == []
        connection.execute(statement)
        found = {one.invariant: one for one in broken(connection)}
    assert words in found
    assert found[words].file
    assert found[words].locator


def test_a_number_that_slipped_past_the_readers_is_refused_before_it_is_published(
    data: Path, store: Path
) -> None:
    before = snapshots.current(store)

    def edit(connection: duckdb.DuckDBPyConnection) -> None:
        connection.execute("UPDATE measurement SET value = 1.5, locator = 'page 7'")

    with pytest.raises(IngestError, match=r"\.csv: page 7: 1\.5 is among the fractions outside 0"):
        change(data, store, edit, incoming=10**12)
    assert snapshots.current(store) == before
    assert not list(store.glob("building-*"))


def test_one_negative_standard_error_no_longer_reaches_the_exports(
    tmp_path: Path, refused: Refused
) -> None:
    row: dict[str, Any] = ROW | {"value": 0.5, "stderr": -1}
    (tmp_path / "t.jsonl").write_text(json.dumps(row) + "\n")
    assert "t.jsonl: line 1, column 'value': stderr is -1" in refused(str(tmp_path / "t.jsonl"))
    assert cli.main(["check"]) == 0


def _file(name: str) -> File:
    file = File(Path(name))
    file.__dict__["sha256"] = "0" * 64
    return file
