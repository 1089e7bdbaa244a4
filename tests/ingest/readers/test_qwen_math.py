"""Metrics and answers as Qwen2.5-Math's evaluation and its forks leave them, and what can be wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers import qwen_math
from tests.ingest.readers.found import model_of, of

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


def samples_of(found: Found) -> list[tuple[str, int, float | None]]:
    return [(sample.item, sample.repeat, sample.score) for sample in found.samples]


def test_a_set_that_stands_eight_times_has_an_eighth_of_the_items(tmp_path: Path) -> None:
    document = {"num_samples": 240, "num_scores": 240, "acc": 13.8}
    (found,) = qwen_math.read(metrics(tmp_path, document, "aime24x8"))
    assert (of(found, "aime24x8", "acc").n_items, of(found, "aime24x8", "acc").n_repeats) == (30, 8)


def test_answers_are_read_with_their_metrics(tmp_path: Path) -> None:
    file = rows(tmp_path, ROW, ROW | {"idx": 1, "score": [False, False]})
    assert qwen_math.recognizes(file)
    main = metrics(tmp_path, METRICS)
    with pytest.raises(Skip, match=f"read with .*{STEM}_metrics.json"):
        list(qwen_math.read(file))
    (found,) = qwen_math.read(main)
    samples = list(found.samples)
    assert [(sample.item, sample.repeat, sample.score) for sample in samples] == [
        ("0", 0, 1.0), ("0", 1, 0.0), ("1", 0, 0.0), ("1", 1, 0.0),
    ]  # fmt: skip
    assert [sample.finish for sample in samples[:2]] == ["stop", "length"]
    assert {sample.tokens_out for sample in samples} == {None}
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
    assert qwen_math.recognizes(file)
    first, second = qwen_math.read(file)
    assert (model_of(first, file), model_of(second, file)) == ("a-7b", "b-1.5b")
    assert of(second, "aime24x8", "acc").value == 10.0
    assert of(first, "math500", "acc").locator == f"[{next(iter(document))!r}].acc"


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
        assert "aime24:" in {measurement.benchmark for measurement in found.measurements}
        return
    with pytest.raises(IngestError, match=reason):
        list(qwen_math.read(file))
