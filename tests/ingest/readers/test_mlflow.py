"""The folder of an MLflow run: what belongs to it, and what can be wrong with it."""

from pathlib import Path

import pytest

from reasonboard.ingest.errors import IngestError, Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import READERS, mlflow
from reasonboard.ingest.records import Found
from tests.ingest.readers.found import of, put
from tests.ingest.readers.mutants import read_or_refused

META = (
    "artifact_uri: file:///x\nexperiment_id: '4'\nlifecycle_stage: active\nrun_id: abc\nrun_name: sft-1b\n"
    "start_time: 1767000000000\nstatus: 4\ntags: []\n"
)
METRIC = "1767000010000 0.5 10\n"


def folder(at: Path, meta: str = META, metric: str = METRIC, name: str = "loss") -> File:
    put(at / "mlruns" / "4" / "abc" / "metrics" / name, metric)
    return put(at / "mlruns" / "4" / "abc" / "meta.yaml", meta)


def read(file: File) -> list[Found]:
    assert mlflow.recognises(file)
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
    assert mlflow.recognises(file)
    with pytest.raises(Skip, match=r"read with meta\.yaml"):
        list(mlflow.read(file))


@pytest.mark.parametrize(
    ("meta", "told"),
    [
        (META.replace("run_id: abc\n", "").replace("run_name: sft-1b\n", "name: x\n"), "not a run"),
        (META.replace("active", "deleted"), "deleted"),
    ],
)
def test_what_is_no_run_is_skipped(tmp_path: Path, meta: str, told: str) -> None:
    with pytest.raises(Skip, match=told):
        read(folder(tmp_path, meta))


def test_a_run_without_metrics_is_skipped(tmp_path: Path) -> None:
    with pytest.raises(Skip, match="without metrics"):
        read(put(tmp_path / "4" / "abc" / "meta.yaml", META))


@pytest.mark.parametrize(
    ("metric", "told"),
    [
        ("1767000010000\n", r"loss:1: 1 words \(expected a time, a value and a step\)"),
        (METRIC + "1 0.5 x\n", r"loss: line 2: the step is 'x' \(expected a whole number\)"),
        ("1 0.5 -3\n", r"the step is -3"),
        ("1 0.5 1.5\n", "expected a whole number"),
        ("a b c d e f\n", "6 words"),
    ],
)
def test_a_line_that_is_none_is_refused_with_its_place(
    tmp_path: Path, metric: str, told: str
) -> None:
    with pytest.raises(IngestError, match=told):
        read(folder(tmp_path, metric=metric))


def test_a_link_among_the_metrics_is_not_followed(tmp_path: Path) -> None:
    file = folder(tmp_path)
    put(tmp_path / "elsewhere", METRIC)
    (file.path.parent / "metrics" / "linked").symlink_to(tmp_path / "elsewhere")
    (found,) = read(file)
    assert [one.metric for one in found.measurements] == ["loss"]


@pytest.mark.parametrize(
    ("name", "text"),
    [("meta.yaml", "name: x\nrun_id: 3\n"), ("a/metrics/x", METRIC), ("metrics/x.json", "{}")],
)
def test_what_others_write_is_not_taken(tmp_path: Path, name: str, text: str) -> None:
    file = put(tmp_path / name, text)
    assert not [one for one in READERS if one.recognises(file)]


def test_an_artifact_in_a_run_is_not_taken_for_a_part_of_it(tmp_path: Path) -> None:
    main = folder(tmp_path)
    assert not mlflow.recognises(put(main.path.parent / "artifacts" / "note.txt", "x"))


def test_a_description_cut_or_spoilt_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    outcomes = []
    for place in range(1, len(META)):
        for changed in (META[:place], META[:place] + "'" + META[place + 1 :]):
            outcomes.append(read_or_refused(mlflow.read, folder(tmp_path, changed)))
    assert 20 < sum(outcomes) < len(outcomes)
