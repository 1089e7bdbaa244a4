"""The folder of an MLflow run: what belongs to it, and what can be wrong with it."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers import mlflow
from tests.ingest.readers.found import kept_of, of, put
from tests.ingest.readers.mutants import read_or_refused

META = (
    "artifact_uri: file:///x\nexperiment_id: '4'\nlifecycle_stage: active\nrun_id: abc\nrun_name: sft-1b\n"
    "start_time: 1767000000000\nstatus: 4\ntags: []\n"
)
METRIC = "1767000010000 0.5 10\n"
BROKEN: list[Any] = [
    ("1767000010000\n", r"loss:1: 1 words \(expected a time, a value and a step\)"),
    (METRIC + "1 0.5 x\n", r"loss: line 2: the step is 'x' \(expected a whole number\)"),
    ("1 0.5 -3\n", r"the step is -3"),
    ("1 0.5 1.5\n", "expected a whole number"),
    ("a b c d e f\n", "6 words"),
]
ALIENS: list[Any] = [
    ("meta.yaml", "name: x\nrun_id: 3\n"), ("a/metrics/x", METRIC), ("metrics/x.json", "{}")
]  # fmt: skip


def folder(at: Path, meta: str = META, metric: str = METRIC, name: str = "loss") -> File:
    put(at / "mlruns" / "4" / "abc" / "metrics" / name, metric)
    return put(at / "mlruns" / "4" / "abc" / "meta.yaml", meta)


def read(file: File) -> list[Found]:
    assert mlflow.recognizes(file)
    return list(mlflow.read(file))


def test_fine_tuning_has_steps_and_a_status(tmp_path: Path) -> None:
    (found,) = read(folder(tmp_path))
    assert (found.run.model, found.run.step, found.run.iteration) == ("sft-1b", 10, None)
    assert found.run.status == "failed"
    assert of(found, "loss").value == 0.5


def test_a_run_without_a_name_is_called_by_its_tag(tmp_path: Path) -> None:
    file = folder(tmp_path, META.replace("run_name: sft-1b\n", ""))
    assert read(file)[0].run.model == ""
    put(file.path.parent / "tags" / "mlflow.runName", "named-1b")
    assert read(file)[0].run.model == "named-1b"


def test_a_metric_in_folders_keeps_its_whole_name(tmp_path: Path) -> None:
    (found,) = read(folder(tmp_path, name="eval/rewards/mean"))
    assert of(found, "eval/rewards/mean").locator == "metrics/eval/rewards/mean line 1"


@pytest.mark.parametrize(
    ("line", "step"),
    [("1 0.5\n", 0), ("1 0.5 7 set 0123abcd\n", 7), ("1 5e-1 7\n", 7)],
    ids=["of before there were steps", "with a dataset", "an exponent"],
)
def test_lines_of_all_versions_are_read(tmp_path: Path, line: str, step: int) -> None:
    (found,) = read(folder(tmp_path, metric=line))
    assert (found.run.step, of(found, "loss").value) == (step, 0.5)


@pytest.mark.parametrize("part", ["metrics/loss", "params/seed", "tags/x.y"])
def test_its_other_files_are_read_with_it(tmp_path: Path, part: str) -> None:
    main = folder(tmp_path)
    file = put(main.path.parent / part, METRIC)
    assert mlflow.recognizes(file)
    with pytest.raises(Skip, match=r"read with meta\.yaml"):
        list(mlflow.read(file))


@pytest.mark.parametrize(
    ("meta", "message"),
    [
        (META.replace("run_id: abc\n", "").replace("run_name: sft-1b\n", "name: x\n"), "not a run"),
        (META.replace("active", "deleted"), "deleted"),
    ],
)
def test_what_is_no_run_is_skipped(tmp_path: Path, meta: str, message: str) -> None:
    with pytest.raises(Skip, match=message):
        read(folder(tmp_path, meta))


def test_a_run_without_metrics_is_skipped(tmp_path: Path) -> None:
    with pytest.raises(Skip, match="without metrics"):
        read(put(tmp_path / "4" / "abc" / "meta.yaml", META))


def test_a_link_among_the_metrics_is_not_followed(tmp_path: Path) -> None:
    file = folder(tmp_path)
    put(tmp_path / "elsewhere", METRIC)
    (file.path.parent / "metrics" / "linked").symlink_to(tmp_path / "elsewhere")
    (found,) = read(file)
    assert [measurement.metric for measurement in found.measurements] == ["loss"]


def test_an_artifact_in_a_run_is_not_taken_for_a_part_of_it(tmp_path: Path) -> None:
    main = folder(tmp_path)
    assert not mlflow.recognizes(put(main.path.parent / "artifacts" / "note.txt", "x"))


def database(at: Path, *metrics: tuple[Any, ...], runs: Any = (), params: Any = ()) -> File:
    """A database as MLflow keeps it, of one run where no others are given."""
    path = at / "mlflow.db"
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TABLE runs (run_uuid VARCHAR(32) NOT NULL, name VARCHAR(250), status VARCHAR(9), start_time "
            "BIGINT, lifecycle_stage VARCHAR(20), CONSTRAINT run_pk PRIMARY KEY (run_uuid), "
            "CHECK (lifecycle_stage IN ('active', 'deleted')))"
        )
        connection.execute(
            'CREATE TABLE "metrics" (key VARCHAR(250) NOT NULL, value FLOAT NOT NULL, timestamp BIGINT NOT NULL, '
            "run_uuid VARCHAR(32) NOT NULL, step BIGINT DEFAULT (0) NOT NULL, is_nan BOOLEAN DEFAULT (0) NOT NULL)"
        )
        connection.execute("CREATE TABLE params (key TEXT, value TEXT, run_uuid TEXT)")
        every = runs or [("abc", "sft-1b", "FINISHED", 1767000000000, "active")]
        connection.executemany("INSERT INTO runs VALUES (?, ?, ?, ?, ?)", every)
        connection.executemany("INSERT INTO metrics VALUES (?, ?, ?, ?, ?, ?)", metrics)
        connection.executemany("INSERT INTO params VALUES (?, ?, 'abc')", params)
    connection.close()
    return File(path)


def test_a_database_has_its_runs_with_their_settings_at_each_step(tmp_path: Path) -> None:
    file = database(
        tmp_path,
        ("loss", 0.5, 2, "abc", 10, 0), ("loss", 0.75, 1, "abc", 10, 0), ("loss", 0.25, 3, "abc", 20, 0),
        ("val-core/m/acc/mean_at_4", 0.125, 3, "abc", 20, 0),
        params=[("learning_rate", "1e-6"), ("seed", "7"), ("hub_token", "x")],
    )  # fmt: skip
    first, second = read(file)
    assert (first.run.model, first.run.step, first.run.seed) == ("sft-1b", 10, "7")
    assert first.run.date == "2025-12-29T09:20:00+00:00"
    assert kept_of(first).values == {"learning_rate": "1e-6", "seed": "7"}
    assert (first.run.status, kept_of(first).secrets) == (None, ("hub_token",))
    assert (of(first, "loss").value, of(first, "loss").locator) == (0.5, "run abc, row 2: loss")
    assert (of(second, "m", "mean@4").value, of(second, "loss").value) == (0.125, 0.25)


def test_what_is_not_finite_in_a_database_is_missing(tmp_path: Path) -> None:
    (found,) = read(
        database(tmp_path, ("a", 0, 1, "abc", 0, 1), ("b", 1.7976931348623157e308, 1, "abc", 0, 0))
    )
    assert {measurement.metric: (measurement.value, measurement.missing) for measurement in found.measurements} == {
        "a": (None, "NaN"), "b": (None, "Infinity"),
    }  # fmt: skip


def test_deleted_runs_and_runs_without_metrics_are_not_read(tmp_path: Path) -> None:
    runs = [
        ("abc", "a", "FAILED", 1, "active"),
        ("def", "b", "FINISHED", 1, "deleted"),
        ("x", "c", None, 1, "active"),
    ]
    rows = [("loss", 0.5, 1, key, 0, 0) for key in ("abc", "def")]
    (found,) = read(database(tmp_path, *rows, runs=runs))
    assert (found.run.model, found.run.status) == ("a", "failed")
    with pytest.raises(Skip, match="no run with metrics"):
        read(database(tmp_path, rows[1], runs=runs))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("loss", 0.5, 1, "abc", -1, 0), "step is -1"),
        (("loss", 0.5, 1, "abc", "x", 0), "step is 'x'"),
        (("", 0.5, 1, "abc", 1, 0), "key is named ''"),
        (("x" * 513, 0.5, 1, "abc", 1, 0), "expected 1 to 512 characters"),
    ],
)
def test_a_row_of_a_database_that_is_none_is_refused(
    tmp_path: Path, row: Any, message: str
) -> None:
    with pytest.raises(IngestError, match=message):
        read(database(tmp_path, row))


def test_a_description_cut_or_spoilt_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    outcomes = []
    for place in range(1, len(META)):
        for changed in (META[:place], META[:place] + "'" + META[place + 1 :]):
            outcomes.append(read_or_refused(mlflow.read, folder(tmp_path, changed)))
    assert 20 < sum(outcomes) < len(outcomes)
