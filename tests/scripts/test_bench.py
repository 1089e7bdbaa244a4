"""`make bench` runs, and every row has numbers: how fast anything is depends on the machine."""

import json
import math
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest.scripts import sql
from scripts.bench import history, problems, rollups
from scripts.bench.__main__ import PARTS
from scripts.bench.change import ratio, ratio_of_each
from scripts.bench.client import Seen
from scripts.bench.crowd import stale
from tests.states import many

ROWS = {
    "start": {"start"},
    "first": {"first load"},
    "change": {"change to drawn", "peak memory"},
    "models": {"change to drawn, 100 models x 100 benchmarks", "peak memory"},
    "grown": {"change, largest against smallest"},
    "own": {"study of one's own", "change, largest against smallest"},
    "highlight": {"hover to frame"},
    "server": {"server, by view", "server, whole change"},
    "crowd": {"one worker, 16 connections", "a crowd", "peak memory"},
    "rollups": {"query on roll-ups", "roll-ups made"},
    "answers": {"answers to one problem", "many answers"},
    "problems": {"problems of two runs"},
    "history": {"runs in time"},
    "load": {"load"},
    "more": {"load"},
    "watch": {"last byte to mark"},
}
"""What each part measures."""
PARTS_HERE = list(ROWS) if many(0, 1) else ["rollups"]


@pytest.mark.long
def test_every_part_has_numbers(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    command = [
        sys.executable,
        "-m",
        "scripts.bench",
        "--quick",
        "--sizes",
        "1e4",
        "--pages",
        "iterations",
        "--only",
        ",".join(PARTS_HERE),
    ]
    done = subprocess.run(
        [*command, "--json", str(path), "--cache", str(tmp_path / "stores")],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(path.read_text())
    assert {row["part"] for row in found["rows"]} == set().union(
        *(ROWS[part] for part in PARTS_HERE)
    )
    for row in found["rows"]:
        assert row["values"], row
        assert all(math.isfinite(value) and value >= 0 for value in row["values"].values()), row
        assert any(row["values"].values()), row
    assert found["machine"]["before"]["calibration"]["median_ms"] > 0
    assert found["machine"]["after"]["load"]
    for row in found["rows"]:
        assert row["what"] in done.stdout


@pytest.mark.parametrize(
    "made",
    [
        partial(problems._answers, count=10),
        partial(rollups._answers, count=100, has_fields=True),
        partial(history._runs, runs=200),
    ],
)
def test_made_up_rows_fit_the_tables(made: Callable[[duckdb.DuckDBPyConnection], None]) -> None:
    """The parts with these are long: a change of the tables would break them unnoticed."""
    with duckdb.connect() as connection:
        sql.make_empty(connection)
        sql.run(connection, "changing")
        made(connection)
        assert sql.row_count(connection, "loaded_run") >= 2
        assert sql.row_count(connection, "sample") >= 20


def test_the_ratio_of_each_compares_the_same_changes() -> None:
    ours, static = [60.0, 150.0, 210.0], [70.0, 140.0, 60.0]
    assert ratio(ours, static) == pytest.approx(150 / 70)
    assert ratio_of_each(ours, static) == pytest.approx(150 / 140)


def test_an_answer_from_data_that_was_replaced_before_it_was_asked_for_is_stale() -> None:
    published = [(0.0, "a"), (100.0, "b"), (110.0, "c")]
    fine = [
        (50, "a"),
        (101, "a"),
        (99, "b"),
        (111, "b"),
        (120, "c"),
        (120, ""),
        (120, "not known yet"),
    ]
    late = [(103, "a"), (113, "b")]
    seen = [Seen(float(sent), 1.0, version, 0) for sent, version in fine + late]
    assert [(answer.sent, answer.version) for answer in stale(seen, published)] == late


def test_a_ratio_to_nothing_is_0() -> None:
    assert ratio([], []) == ratio([60], [0]) == ratio_of_each([], []) == 0
    assert ratio_of_each([60, 150], [0, 100]) == 1.5


def test_parts_are_named_in_the_documentation() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "explanation" / "speed.md").read_text()
    assert all(f"`{name}`" in text for name in PARTS)
    assert list(ROWS) == list(PARTS)
    assert all(f"**{name}**" in text for name in set().union(*ROWS.values()))
