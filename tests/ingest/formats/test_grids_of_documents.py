"""Tables in documents, in JSON lines, Parquet and workbooks."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.grids import delimited, records
from tests.ingest.formats.test_grids import table, tables

_SCORES = {"plum": {"gsm8k": 0.84, "math": 0.5}, "fig": {"gsm8k": 0.71}}
_PLAIN = (("model",), ("gsm8k",))


def of(folder: Path, value: Any) -> Any:
    return table(folder, "a.json", json.dumps(value))


@pytest.mark.parametrize(
    ("value", "headers", "rows"),
    [
        ([{"model": "plum", "config": {"t": 0.6}, "tags": ["a", "b"]}],
         (("model",), ("config", "t"), ("tags",)), [("plum", 0.6, "a, b")]),
        (_SCORES, ((), ("gsm8k",), ("math",)), [("plum", 0.84, 0.5), ("fig", 0.71, None)]),
        ({"plum": {"gsm8k": {"acc": 1, "n": 2}, "math": {"acc": 3, "n": 4}}},
         ((), (), ("acc",), ("n",)), [("plum", "gsm8k", 1, 2), ("plum", "math", 3, 4)]),
        ({"plum": {"base": _SCORES["plum"], "rl": _SCORES["fig"]}},
         ((), (), ("gsm8k",), ("math",)), [("plum", "base", 0.84, 0.5), ("plum", "rl", 0.71, None)]),
        ({"gsm8k": {"plum": {"acc": 1}, "fig": None}, "math": {"plum": {"acc": 2}}},
         ((), (), ("acc",)), [("gsm8k", "plum", 1), ("math", "plum", 2)]),
        ({"model": ["plum", "fig"], "gsm8k": [1, 2]}, _PLAIN, [("plum", 1), ("fig", 2)]),
        ({"model": {"0": "plum", "1": "fig"}, "gsm8k": {"0": 1, "1": 2}}, _PLAIN, [("plum", 1), ("fig", 2)]),
        ({"columns": ["model", "gsm8k"], "index": [0], "data": [["plum", 1]]}, _PLAIN, [("plum", 1)]),
        ([["model", "gsm8k"], ["plum", 1]], _PLAIN, [("plum", 1)]),
        ([{"model": "plum", "runs": [{"task": "gsm8k", "acc": 1}, {"task": "math", "acc": 2}]}],
         (("model",), ("task",), ("acc",)), [("plum", "gsm8k", 1), ("plum", "math", 2)]),
        ({"plum": [{"task": "a", "acc": 1}], "fig": [{"task": "a", "acc": 2}]},
         ((), ("task",), ("acc",)), [("plum", "a", 1), ("fig", "a", 2)]),
        ({"model": "plum", "scores": {"gsm8k": 1, "math": 2}},
         (("model",), ("gsm8k",), ("math",)), [("plum", 1, 2)]),
        ({"plum": {"em": {"a": 1}, "f1": {"b": 2}}, "fig": {"em": {"a": 3}, "f1": {"b": 4}}},
         ((), ("em", "a"), ("f1", "b")), [("plum", 1, 2), ("fig", 3, 4)]),
    ],
)  # fmt: skip
def test_a_document_of_any_usual_form(
    tmp_path: Path, value: Any, headers: tuple[tuple[str, ...], ...], rows: list[tuple[object, ...]]
) -> None:
    found = of(tmp_path, value)
    assert (found.headers, list(found.rows)) == (headers, rows)
    assert found.keys == sum(header == () for header in headers)


def test_single_values_around_the_rows_are_constants(tmp_path: Path) -> None:
    found = of(tmp_path, {"date": "2026-10-01", "config": {"t": 0.6}, "results": _SCORES})
    assert found.constants == {"date": "2026-10-01", "config.t": 0.6}
    assert (found.part, list(found.places)) == ("results", ["results.plum", "results.fig"])


def test_settings_and_metrics_of_one_run_are_one_row(tmp_path: Path) -> None:
    found = of(tmp_path, {"config": {"lr": 1, "model": "plum"}, "metrics": {"acc": 2, "loss": 3}})
    assert (found.headers, found.rows) == (
        (("config", "lr"), ("config", "model"), ("acc",), ("loss",)),
        [(1, "plum", 2, 3)],
    )


def test_two_lists_in_one_object_are_two_tables(tmp_path: Path) -> None:
    text = json.dumps({"models": [{"name": "plum"}], "scores": [{"model": "plum", "acc": 1}]})
    assert [each.part for each in tables(tmp_path, "a.json", text)] == ["models", "scores"]


@pytest.mark.parametrize("text", ["[{}]", '{"runs": [{}, {}], "other": [{}]}'])
def test_records_without_a_cell_are_no_table(tmp_path: Path, text: str) -> None:
    with pytest.raises(Skip, match="no table"):
        tables(tmp_path, "a.json", text)


def test_yaml_is_read_as_json_is(tmp_path: Path) -> None:
    found = table(
        tmp_path,
        "a.yaml",
        "date: x\nruns:\n- model: plum\n  cost: $0.38\n- model: fig\n  cost: null\n",
    )
    assert (found.headers, list(found.rows)) == (
        (("model",), ("cost",)),
        [("plum", "$0.38"), ("fig", None)],
    )


def test_a_column_may_begin_in_the_last_line(tmp_path: Path) -> None:
    found = table(tmp_path, "a.jsonl", '{"m": "plum", "x": {"a": 1}}\n\n{"m": "fig", "y": 2}\n')
    assert found.headers == (("m",), ("x", "a"), ("y",))
    assert list(found.each()) == [("line 1", ("plum", 1, None)), ("line 3", ("fig", None, 2))]


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.parquet"])
def test_of_a_large_table_the_first_rows_are_held(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "LARGE", 10)
    monkeypatch.setattr(records, "LARGE", 10)
    monkeypatch.setattr(delimited, "FIRST_ROWS", 4)
    monkeypatch.setattr(records, "FIRST_ROWS", 4)
    rows = [("plum", "0.5")] * 9 + [("fig", "0.25")]
    text: str | bytes = "m,x\n" + "".join(f"{model},{value}\n" for model, value in rows)
    if name == "a.jsonl":
        text = "".join(json.dumps({"m": model, "x": value}) + "\n" for model, value in rows)
    if name == "a.parquet":
        (tmp_path / "rows.csv").write_text(str(text))
        query = f"COPY (FROM read_csv('{tmp_path}/rows.csv', all_varchar = true)) TO '{tmp_path}/a.parquet'"
        duckdb.sql(query)
        text = (tmp_path / "a.parquet").read_bytes()
    found = table(tmp_path, name, text)
    assert len(found.rows) < 5
    assert [row for _, row in found.each()] == rows
    assert list(found.whole().rows) == rows
    assert [place.partition(" ")[0] for place, _ in found.each()] == [
        "row" if name == "a.parquet" else "line"
    ] * 10


def test_a_document_with_too_many_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="3001 columns"):
        of(tmp_path, {f"step{number}": number for number in range(3001)})
