"""Dataframes into the store and back: no number changes, and what cannot be read is said as of a file."""

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import reasonboard as rb

SWEEP = pd.DataFrame(
    {
        "model": pd.Categorical(["org/a", "org/a", "org/b", "org/b"]),
        "benchmark": ["AIME24", "AIME25", "AIME24", "AIME25"],
        "step": pd.array([10, 10, 20, 20], dtype="Int64"),
        "value": [0.1 + 0.2, 1 / 3, 5e-324, float("nan")],
        "stderr": [0.05, None, 1e-9, None],
        "n": pd.array([30, None, 2**31 - 1, 30], dtype="Int64"),
        "temperature": [0.6, 0.6, 1.0, 1.0],
        "budget": [1000, 1000, 2000, 2000],
        "date": pd.to_datetime(["2026-11-24", "2026-11-24", None, None]),
        "note": ["x", None, "=1+1", ""],
    }
)


def test_a_frame_is_loaded_and_comes_back_as_it_was(store: Path) -> None:
    board = rb.open()
    assert "org/a" not in set(board.runs()["model"])
    loaded = rb.load(SWEEP, name="sweep", unit="fraction", settings=["budget"])
    assert "org/a" in set(board.runs()["model"])
    assert (loaded.report.runs, loaded.report.measurements, loaded.report.missing) == (2, 4, 1)
    assert "See it at http://127.0.0.1:8050/explore?source=sweep" in repr(loaded)
    assert "note" in repr(loaded)
    back = board.query(
        "SELECT model, benchmark, step, value, stderr, n_items, settings, file, locator FROM result "
        "WHERE source = 'sweep' AND value IS NOT NULL ORDER BY locator"
    )
    known = SWEEP[:3]
    for name, column in (
        ("value", "value"),
        ("stderr", "stderr"),
        ("step", "step"),
        ("n_items", "n"),
    ):
        expected = known[column].astype(str(back[name].dtype))
        assert back[name].isna().equals(expected.isna())
        assert back[name].dropna().tolist() == expected.dropna().tolist()
    assert list(zip(back["model"], back["benchmark"], strict=True)) == list(
        zip(known["model"], known["benchmark"], strict=True)
    )
    assert back["settings"].tolist() == [{"temperature": "0.6", "budget": "1000"}] * 2 + [
        {"temperature": "1", "budget": "2000"}
    ]
    assert (back["file"].unique().tolist(), list(back["locator"])) == (
        ["sweep: sweep.parquet"],
        [f"row {row}, column 'value'" for row in (1, 2, 3)],
    )
    frame = board.frame("data/by_benchmark", source=["sweep"])
    assert sorted(frame["value"].dropna()) == sorted(known["value"])
    again = rb.load(SWEEP, name="sweep", unit="fraction", settings=["budget"])
    assert "loaded already" in repr(again)


@pytest.mark.long
def test_other_kinds_of_frames_are_loaded_too(store: Path) -> None:
    whole = SWEEP[["model", "benchmark", "step", "n"]].assign(value=0.5)
    table = pa.Table.from_pandas(whole, preserve_index=False)
    first, second = (
        rb.load(frame, name="t", unit="fraction", dry_run=True) for frame in (table, whole)
    )
    assert repr(first) == repr(second)
    assert repr(first).startswith("Would load as t: 1 file read, 2 runs, 4 measurements")


def test_an_argument_says_what_a_column_is(store: Path) -> None:
    frame = pd.DataFrame({"Team": ["plum-7b", "fig-3b"], "Score": [0.4, 0.9]})
    columns = {"Team": "model", "Score": "accuracy of GSM8K in percent"}
    loaded = rb.load(frame, name="teams", columns=columns, dry_run=True)
    assert loaded.report.measurements == 2
    assert "2 models, 1 benchmark, accuracy (percent)" in repr(loaded)


@pytest.mark.parametrize(
    ("frame", "options", "message"),
    [
        (
            SWEEP.drop(columns="model"),
            {"unit": "fraction"},
            "sweep.parquet: no column names a model: whose numbers are these? "
            'Say columns={"model": "NAME"}. Nothing was loaded.',
        ),
        (SWEEP, {"columns": {"Score": "percent"}}, 'columns={"Score": "percent"}: no table here'),
        (
            SWEEP.assign(value=41),
            {"unit": "fraction"},
            "sweep.parquet: row 1, column 'value': 41 is no fraction (expected 0 to 1)",
        ),
        (SWEEP.assign(step="x"), {"unit": "fraction"}, "sweep.parquet: row 1: step is 'x'"),
        (SWEEP, {"unit": "points"}, "unit is 'points' (expected one of fraction"),
        (SWEEP, {"unit": "fraction", "name": "//"}, "'//' is not a valid name for a load"),
        (SWEEP[:0], {"unit": "fraction"}, "0 rows, 10 columns (expected a table)"),
        ([1, 2], {"unit": "fraction"}, "list is no dataframe"),
    ],
)
def test_what_cannot_be_read_is_said_as_of_a_file(
    store: Path, frame: Any, options: dict[str, Any], message: str
) -> None:
    before = sorted(path.name for path in store.iterdir())
    with pytest.raises(rb.BoardError) as error:
        rb.load(frame, **({"name": "sweep"} | options))
    assert str(error.value).startswith(message)
    assert sorted(path.name for path in store.iterdir() if path.name != "lock") == [
        name for name in before if name != "lock"
    ]
