"""A training that goes on at a lower step: what was logged from there on before is left out, whatever the tool."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers import mlflow, trackio
from reasonboard.ingest.readers.common.restarts import Restarts, Scalars
from reasonboard.ingest.readers.tensorboard import reader as tensorboard
from reasonboard.ingest.readers.trl import reader as trl
from reasonboard.ingest.readers.verl import reader as verl
from reasonboard.ingest.readers.wandb import reader as wandb
from reasonboard.ingest.staging.rows import run_row
from tests.ingest.readers.found import Reader, put, put_rows

FIRST = [10, 20, 30, 35, 40, 45]
SECOND = [30, 40, 50]
"""The first life ends after step 45, the second starts from the checkpoint of step 20."""
LOGGED = [(step, step / 100) for step in FIRST] + [(step, 0.5 + step / 100) for step in SECOND]
EXPECTED = {10: 0.1, 20: 0.2, 30: 0.8, 40: 0.9, 50: 1.0}
LOST = 4
NOTE = "the training went on at step 30 after step 45: 4 numbers of the lost part, from step 30 on, are left out"


def trainer_state(at: Path) -> File:
    history = [{"loss": value, "step": step} for step, value in LOGGED]
    document = {"global_step": 50, "max_steps": 50, "log_history": history}
    return put(at / "trainer_state.json", document)


def trl_console(at: Path) -> File:
    lines = [f"{{'loss': {value}, 'epoch': 0.1, 'step': {step}}}" for step, value in LOGGED]
    return put(at / "train.log", "\n".join(lines) + "\n")


def trl_console_with_bars(at: Path) -> File:
    def bar(step: int) -> str:
        return f"{2 * step:3}%|██    | {step}/50 [00:10<00:30,  1.02s/it]"

    lines = [f"{{'loss': {value}, 'epoch': 0.1}}\n{bar(step)}" for step, value in LOGGED]
    return put(at / "train.log", "\n".join([bar(0), *lines]) + "\n")


def verl_console(at: Path) -> File:
    lines = [f"step:{step} - actor/pg_loss:{value}" for step, value in LOGGED]
    return put(at / "train.log", "\n".join(lines) + "\n")


def verl_rows(at: Path) -> File:
    rows = [{"step": step, "data": {"actor/pg_loss": value}} for step, value in LOGGED]
    return put_rows(at / "exp.jsonl", *rows)


def wandb_history(at: Path) -> File:
    rows = " UNION ALL ".join(
        f'SELECT {place} AS _step, {place}.0 AS _runtime, {step}::BIGINT AS "train/global_step", '
        f"{value}::DOUBLE AS loss"
        for place, (step, value) in enumerate(LOGGED)
    )
    at.mkdir(parents=True, exist_ok=True)
    duckdb.sql(f"COPY ({rows}) TO '{at}/history.parquet' (FORMAT parquet)")
    return File(at / "history.parquet")


def wandb_chart(at: Path) -> File:
    header = '"Step","a - train/global_step","a - loss","a - loss__MIN","a - loss__MAX"\n'
    rows = [f'"{at}","{step}","{value}","0","1"' for at, (step, value) in enumerate(LOGGED)]
    return put(at / "chart.csv", header + "\n".join(rows) + "\n")


def tensorboard_export(at: Path) -> File:
    rows = [f"{100.0 + place},{step},{value}" for place, (step, value) in enumerate(LOGGED)]
    # The rows of an export stand in the order of the steps.
    rows.sort(key=lambda row: int(row.split(",")[1]))
    name = "run-a-tag-train_loss.csv"
    return put(at / name, "\n".join(["Wall time,Step,Value", *rows]) + "\n")


def trackio_project(at: Path) -> File:
    with sqlite3.connect(at / "p.db") as connection:
        connection.execute(
            "CREATE TABLE metrics (id INTEGER PRIMARY KEY, timestamp TEXT, run_name TEXT, step INTEGER, metrics TEXT)"
        )
        connection.executemany(
            "INSERT INTO metrics (timestamp, run_name, step, metrics) VALUES ('t', 'a', ?, ?)",
            [(step, json.dumps({"loss": value})) for step, value in LOGGED],
        )
    connection.close()
    return File(at / "p.db")


def trackio_export(at: Path) -> File:
    rows = " UNION ALL ".join(
        f"SELECT '2026-01-01T00:00:{place:02}' AS timestamp, 'a' AS run_name, {step} AS step, {value}::DOUBLE AS loss"
        for place, (step, value) in enumerate(LOGGED)
    )
    duckdb.sql(f"COPY ({rows}) TO '{at}/p.parquet' (FORMAT parquet)")
    return File(at / "p.parquet")


def mlflow_folder(at: Path) -> File:
    lines = [
        f"{1767000000000 + place} {value} {step}" for place, (step, value) in enumerate(LOGGED)
    ]
    put(at / "mlruns" / "4" / "abc" / "metrics" / "loss", "\n".join(lines) + "\n")
    return put(
        at / "mlruns" / "4" / "abc" / "meta.yaml",
        "experiment_id: '4'\nlifecycle_stage: active\nrun_id: abc\nrun_name: a\nstatus: 3\ntags: []\n",
    )


def mlflow_database(at: Path) -> File:
    with sqlite3.connect(at / "mlflow.db") as connection:
        connection.execute(
            "CREATE TABLE runs (run_uuid TEXT, name TEXT, status TEXT, start_time BIGINT, lifecycle_stage TEXT)"
        )
        connection.execute(
            "CREATE TABLE metrics (key TEXT, value FLOAT, timestamp BIGINT, run_uuid TEXT, step BIGINT, is_nan BOOLEAN)"
        )
        connection.execute("CREATE TABLE params (key TEXT, value TEXT, run_uuid TEXT)")
        connection.execute(
            "INSERT INTO runs VALUES ('abc', 'a', 'FINISHED', 1767000000000, 'active')"
        )
        connection.executemany(
            "INSERT INTO metrics VALUES ('loss', ?, ?, 'abc', ?, 0)",
            [(value, 1767000000000 + place, step) for place, (step, value) in enumerate(LOGGED)],
        )
    connection.close()
    return File(at / "mlflow.db")


LOGS: list[tuple[Reader, Callable[[Path], File], str]] = [
    (trl, trainer_state, "loss"),
    (trl, trl_console, "loss"),
    (trl, trl_console_with_bars, "loss"),
    (verl, verl_console, "actor/pg_loss"),
    (verl, verl_rows, "actor/pg_loss"),
    (wandb, wandb_history, "loss"),
    (wandb, wandb_chart, "loss"),
    (tensorboard, tensorboard_export, "train/loss"),
    (trackio, trackio_project, "loss"),
    (trackio, trackio_export, "loss"),
    (mlflow, mlflow_folder, "loss"),
    (mlflow, mlflow_database, "loss"),
]


@pytest.mark.parametrize(
    ("reader", "write", "tag"), LOGS, ids=lambda part: getattr(part, "__name__", "")
)
def test_what_was_logged_after_the_step_of_a_restart_is_left_out_and_said(
    tmp_path: Path, reader: Reader, write: Callable[[Path], File], tag: str
) -> None:
    file = write(tmp_path)
    assert reader.recognizes(file)
    found = {one.run.step: one for one in reader.read(file)}
    name = tag.removeprefix("train/")
    assert {step: value(one, name) for step, one in found.items()} == pytest.approx(EXPECTED)
    assert {step: one.run.lost for step, one in found.items() if one.run.lost} == {30: LOST}
    notes = [note for one in found.values() for note in one.notes if "went on" in note]
    assert notes == [NOTE]


def value(found: Found, tag: str) -> float | None:
    one = [number for number in found.measurements if number.metric in (tag, f"train/{tag}")]
    return one[0].value


LIVES = st.lists(
    st.tuples(st.integers(0, 30), st.lists(st.integers(1, 5), min_size=1, max_size=8)),
    min_size=1,
    max_size=4,
)


@given(LIVES)
def test_the_last_life_and_what_comes_before_its_first_step_are_left(
    lives: list[tuple[int, list[int]]],
) -> None:
    """Each life starts at some step and goes on by some distances; one that goes on above is no restart."""
    log: list[tuple[int, dict[str, tuple[Any, str]]]] = []
    expected: dict[int, int] = {}
    for start, distances in lives:
        step = start
        expected = {at: row for at, row in expected.items() if at < start}
        for distance in distances:
            log.append((step, {"loss": (len(log), "")}))
            expected[step] = len(log) - 1
            step += distance
    numbers, lost, notes = steps_of(log)
    assert {step: values["loss"][0] for step, values in numbers.items()} == expected
    assert bool(lost) == bool(notes)
    assert len(log) - len(expected) - sum(lost.values()) in (0, repeated(log))


def steps_of(
    log: Sequence[tuple[int, Scalars]],
) -> tuple[dict[int, Any], dict[int, int], list[str]]:
    """The numbers that are left of each step, how many are lost at each restart, and the notes on that."""
    lives = Restarts()
    for row, (step, values) in enumerate(log):
        lives.see(row, step, values)
    numbers: dict[int, dict[str, tuple[Any, str]]] = {}
    for row, (step, values) in enumerate(log):
        if not lives.is_lost(row, step, values):
            numbers.setdefault(step, {}).update(values)
    return numbers, lives.lost, list(lives.notes())


def repeated(log: list[tuple[int, Any]]) -> int:
    """How many rows have the step of the one before: they take its place, and nothing is lost."""
    return sum(step == before for (before, _), (step, _) in pairwise(log))


def test_an_evaluation_that_is_logged_late_is_no_restart() -> None:
    log: list[tuple[int, Scalars]] = [
        (100, {"loss": (1, "")}),
        (150, {"loss": (2, "")}),
        (100, {"eval/acc": (3, "")}),
        (200, {"loss": (4, "")}),
        (150, {"eval/acc": (5, ""), "epoch": (1, "")}),
    ]
    numbers, lost, notes = steps_of(log)
    assert {step: sorted(values) for step, values in numbers.items()} == {
        100: ["eval/acc", "loss"], 150: ["epoch", "eval/acc", "loss"], 200: ["loss"],
    }  # fmt: skip
    assert not lost
    assert not notes


def test_a_number_of_the_lost_part_goes_that_is_never_logged_again() -> None:
    log: list[tuple[int, Scalars]] = [
        (10, {"loss": (1, "")}),
        (20, {"loss": (2, ""), "eval/acc": (0.5, "")}),
        (15, {"loss": (3, "")}),
        (20, {"loss": (4, "")}),
    ]
    numbers, lost, _ = steps_of(log)
    assert {step: sorted(values) for step, values in numbers.items()} == {
        10: ["loss"], 15: ["loss"], 20: ["loss"],
    }  # fmt: skip
    assert lost == {15: 2}


def test_of_two_restarts_the_one_at_the_lower_step_is_left() -> None:
    steps = [10, 20, 30, 20, 30, 40, 10, 20]
    log = [(step, {"loss": (row, "")}) for row, step in enumerate(steps)]
    numbers, lost, notes = steps_of(log)
    assert {step: values["loss"][0] for step, values in numbers.items()} == {10: 6, 20: 7}
    assert lost == {10: 6}
    assert notes == [
        "the training went on at step 10 after step 40: 6 numbers of the lost part, from step 10 on, are left out"
    ]


def test_the_key_of_a_run_does_not_change_where_its_training_was_restarted(tmp_path: Path) -> None:
    """Else the same step was another run before the restart and after it."""
    file = trainer_state(tmp_path)
    found = {one.run.step: one.run for one in trl.read(file)}
    run = found[30]
    assert run.lost
    assert run_row(run, file)["key"] == run_row(replace(run, lost=None), file)["key"]
