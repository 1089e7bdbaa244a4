"""Metrics and answers as Qwen2.5-Math's evaluation and its forks leave them, and what can be wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.errors import IngestError, Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import qwen_math
from reasonboard.ingest.records import Found, Measurement, Sample
from tests.ingest.readers.mutants import mutants, read_or_refused

FILES = Path(__file__).resolve().parents[4] / "shared" / "formats" / "qwen-math"
needs_files = pytest.mark.skipif(not FILES.is_dir(), reason="../shared/formats is not here")
STEM = "test_qwen25-math-cot_-1_seed7_t0.6_s0_e-1"
METRICS: dict[str, Any] = {
    "num_samples": 2, "num_scores": 8, "timeout_samples": 0, "acc": 62.5, "pass_acc": 100.0,
    "pass@k": {"1": 62.5, "4": 100.0}, "type_acc": {"algebra": 75.0}, "time_use_in_second": 3.5,
}  # fmt: skip
ROW: dict[str, Any] = {
    "idx": 0, "question": "2+2?", "gt": "4", "code": ["4", "5"], "pred": ["4", "5"], "score": [True, False],
    "finish_reason": ["stop", "length"],
}  # fmt: skip


def metrics(
    tmp_path: Path, document: Any, benchmark: str = "aime24", name: str = f"{STEM}_metrics.json"
) -> File:
    path = tmp_path / "SimpleRL-7B" / "global_step_20" / benchmark / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document))
    return File(path)


def rows(
    tmp_path: Path, *given: Any, benchmark: str = "aime24", name: str = f"{STEM}.jsonl"
) -> File:
    path = tmp_path / "SimpleRL-7B" / "global_step_20" / benchmark / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in given))
    return File(path)


def of(found: Found, benchmark: str, metric: str) -> Measurement:
    (one,) = [m for m in found.measurements if (m.benchmark, m.metric) == (benchmark, metric)]
    return one


def samples_of(found: Found) -> list[tuple[str, int, float | None]]:
    return [(one.item, one.repeat, one.score) for one in found.samples]


@needs_files
def test_the_real_metrics_are_in_percent() -> None:
    (path,) = FILES.glob("*_metrics.json")
    file = File(path)
    assert qwen_math.recognises(file)
    (found,) = qwen_math.read(file)
    assert {(one.metric, one.value, one.unit) for one in found.measurements} == {
        ("acc", 13.8, "percent"), ("total_acc", 13.750000000000002, "percent"),
    }  # fmt: skip
    assert found.run.seed == 0
    assert found.run.settings == {
        "prompt_type": "qwen25-math-think", "temperature": "0.6", "num_test_sample": "-1",
    }  # fmt: skip
    assert found.measurements[0].split == "test"


@needs_files
def test_the_real_row_is_recognised() -> None:
    (path,) = FILES.glob("*.jsonl")
    file = File(path)
    assert qwen_math.recognises(file)
    assert file.first_row["idx"] == 0


def test_benchmark_model_and_conditions_are_in_the_path(tmp_path: Path) -> None:
    (found,) = qwen_math.read(metrics(tmp_path, METRICS))
    run = found.run
    assert (run.model, run.seed) == ("SimpleRL-7B", 7)
    assert run.settings == {
        "prompt_type": "qwen25-math-cot",
        "temperature": "0.6",
        "num_test_sample": "-1",
    }
    assert run.hints[0] == "global_step_20"
    one = of(found, "aime24", "acc")
    assert (one.value, one.unit, one.split, one.locator) == (62.5, "percent", "test", "acc")


def test_the_accuracy_of_all_answers_counts_them(tmp_path: Path) -> None:
    (found,) = qwen_math.read(metrics(tmp_path, METRICS))
    assert (of(found, "aime24", "acc").n_items, of(found, "aime24", "acc").n_repeats) == (2, 4)
    assert of(found, "aime24", "pass@4").value == 100.0
    assert of(found, "aime24", "pass@4").locator == """["pass@k"]['4']"""
    kind = of(found, "aime24:algebra", "acc")
    assert (kind.value, kind.n_items) == (75.0, None)


def test_the_accuracy_of_the_first_answers_counts_one_each(tmp_path: Path) -> None:
    document = {key: METRICS[key] for key in ("num_samples", "num_scores", "acc")}
    (found,) = qwen_math.read(metrics(tmp_path, document))
    assert (of(found, "aime24", "acc").n_items, of(found, "aime24", "acc").n_repeats) == (2, 1)


def test_a_set_that_stands_eight_times_has_an_eighth_of_the_items(tmp_path: Path) -> None:
    document = {"num_samples": 240, "num_scores": 240, "acc": 13.8}
    (found,) = qwen_math.read(metrics(tmp_path, document, "aime24x8"))
    assert (of(found, "aime24x8", "acc").n_items, of(found, "aime24x8", "acc").n_repeats) == (30, 8)


def test_answers_are_read_with_their_metrics(tmp_path: Path) -> None:
    file = rows(tmp_path, ROW, ROW | {"idx": 1, "score": [False, False]})
    assert qwen_math.recognises(file)
    main = metrics(tmp_path, METRICS)
    with pytest.raises(Skip, match=f"read with .*{STEM}_metrics.json"):
        list(qwen_math.read(file))
    (found,) = qwen_math.read(main)
    samples = list(found.samples)
    assert [(one.item, one.repeat, one.score) for one in samples] == [
        ("0", 0, 1.0), ("0", 1, 0.0), ("1", 0, 0.0), ("1", 1, 0.0),
    ]  # fmt: skip
    assert [one.finish for one in samples[:2]] == ["stop", "length"]
    assert {one.tokens_out for one in samples} == {None}
    assert samples[0].metric == "acc"


def test_the_metrics_of_qwen_have_the_prompt_again_in_their_name(tmp_path: Path) -> None:
    rows(tmp_path, ROW)
    main = metrics(tmp_path, METRICS, name=f"{STEM}_qwen25-math-cot_metrics.json")
    (found,) = qwen_math.read(main)
    assert samples_of(found) == [("0", 0, 1.0), ("0", 1, 0.0)]


def test_the_same_question_of_a_tiled_set_is_the_same_item(tmp_path: Path) -> None:
    again = ROW | {"idx": 30, "score": [False]}
    (found,) = qwen_math.read(rows(tmp_path, ROW | {"score": [True]}, again, benchmark="aime24x8"))
    assert found.measurements == ()
    assert samples_of(found) == [("0", 0, 1.0), ("0", 1, 0.0)]


def test_the_same_question_of_another_set_is_another_item(tmp_path: Path) -> None:
    (found,) = qwen_math.read(
        rows(tmp_path, ROW | {"score": [True]}, ROW | {"idx": 30, "score": [False]})
    )
    assert samples_of(found) == [("0", 0, 1.0), ("30", 0, 0.0)]


def test_a_collection_has_a_run_for_each_path(tmp_path: Path) -> None:
    document = {
        f"EVAL/org/a-7b-global_step_100/math500/{STEM}_metrics.json": METRICS,
        f"EVAL/org/b-1.5b-checkpoint-9/aime24x8/{STEM}_metrics.json": METRICS | {"acc": 10.0},
    }
    file = metrics(tmp_path, document, name="collected_data.json")
    assert qwen_math.recognises(file)
    first, second = qwen_math.read(file)
    assert (first.run.model, second.run.model) == ("a-7b-global_step_100", "b-1.5b-checkpoint-9")
    assert of(second, "aime24x8", "acc").value == 10.0
    assert of(first, "math500", "acc").locator == f"[{next(iter(document))!r}].acc"


def test_what_is_no_percentage_is_said_and_left_out(tmp_path: Path) -> None:
    document = METRICS | {
        "acc": "62.5",
        "pass_acc": 101.0,
        "pass@k": {"1": float("nan")},
        "type_acc": None,
    }
    (found,) = qwen_math.read(metrics(tmp_path, document))
    (one,) = found.measurements
    assert (one.metric, one.value, one.missing) == ("pass@1", None, "NaN")
    assert found.notes == [
        "acc is '62.5': not a number, left out", "pass_acc is 101: not a percentage, left out",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (ROW | {"score": "yes"}, "line 2: score is 'yes'"),
        (ROW | {"score": ["yes"]}, r"line 2: score\[0\] is 'yes'"),
        (ROW | {"score": [3]}, r"line 2: score\[0\] is 3"),
        (ROW | {"idx": -1}, "expected a step from 0"),
        ([1], ":2: list"),
    ],
)
def test_a_broken_row_is_refused_with_its_line(tmp_path: Path, row: Any, reason: str) -> None:
    (found,) = qwen_math.read(rows(tmp_path, ROW, row))
    with pytest.raises(IngestError, match=reason):
        list[Sample](found.samples)


@pytest.mark.parametrize(
    "document",
    [{}, [], 5, {"acc": 1, "num_samples": 2}, {"a": {"acc": 1}}, {"a": METRICS, "b": 5}],
)
def test_what_others_write_is_not_taken(tmp_path: Path, document: Any) -> None:
    assert not qwen_math.recognises(metrics(tmp_path, document))


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"num_samples": "two"}, "num_samples is 'two'"),
        ({"pass@k": [1]}, "pass@k is a list"),
        ({"type_acc": {"": 5.0}}, None),
        ({"pass@k": {"k" * 600: 5.0}}, "expected 1 to 512"),
    ],
)
def test_broken_metrics_are_refused_with_their_place(
    tmp_path: Path, changed: dict[str, Any], reason: str | None
) -> None:
    file = metrics(tmp_path, METRICS | changed)
    if reason is None:
        (found,) = qwen_math.read(file)
        assert "aime24:" in {one.benchmark for one in found.measurements}
        return
    with pytest.raises(IngestError, match=reason):
        list(qwen_math.read(file))


def test_a_document_with_any_part_replaced_is_read_or_refused(tmp_path: Path) -> None:
    rows(tmp_path, ROW)
    outcomes = [read_or_refused(qwen_math.read, metrics(tmp_path, one)) for one in mutants(METRICS)]
    assert 20 < sum(outcomes) < len(outcomes) - 20


def test_rows_with_any_part_replaced_are_read_or_refused(tmp_path: Path) -> None:
    outcomes = [read_or_refused(qwen_math.read, rows(tmp_path, ROW, one)) for one in mutants(ROW)]
    assert 20 < sum(outcomes) < len(outcomes) - 20


def test_metrics_cut_anywhere_are_refused(tmp_path: Path) -> None:
    text = json.dumps(METRICS)
    file = metrics(tmp_path, METRICS)
    for cut in range(1, len(text), 10):
        file.path.write_text(text[:cut])
        with pytest.raises(IngestError, match=r"json:1:"):
            list(qwen_math.read(File(file.path)))
