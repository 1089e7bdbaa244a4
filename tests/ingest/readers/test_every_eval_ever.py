"""Documents of Every Eval Ever, of 0.0.1 to 0.2.2, and what can be wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Measurement
from reasonboard.ingest.readers.every_eval_ever import reader as every_eval_ever


def result(name: str, score: Any, **other: Any) -> dict[str, Any]:
    """A result in the shape of 0.2.2; `metric`, `score_details` and what else it has may be given."""
    metric = {"metric_name": "accuracy", "lower_is_better": False, "score_type": "continuous",
              "min_score": 0.0, "max_score": 1.0}  # fmt: skip
    return {
        "evaluation_name": name,
        "source_data": {"dataset_name": name, "source_type": "hf_dataset", "hf_repo": "org/set"},
        "metric_config": metric | other.pop("metric", {}),
        "score_details": {"score": score} | other.pop("details", {}),
    } | other


UNCERTAINTY = {"standard_error": {"value": 0.01, "method": "analytic"}, "num_samples": 1319}
DOCUMENT: dict[str, Any] = {
    "schema_version": "0.2.2",
    "evaluation_id": "gsm8k/org/m-7b/1770682486",
    "evaluation_timestamp": "1761001924.0",
    "retrieved_timestamp": "1770682486.6",
    "source_metadata": {"source_type": "evaluation_run", "source_name": "a board"},
    "eval_library": {"name": "lm-evaluation-harness", "version": "0.4.0"},
    "model_info": {
        "name": "M 7B", "id": "org/m-7b", "developer": "org", "inference_platform": "unknown",
        "inference_engine": {"name": "vllm", "version": "0.6"},
        "additional_details": {"precision": "bfloat16", "num_parameters": "7100000000", "revision": "step3000",
                               "hf_token": "hf_abcdefghijklmnopqrst"},
    },
    "evaluation_results": [
        result("gsm8k", 0.5, details={"uncertainty": UNCERTAINTY}, evaluation_result_id="gsm8k#1"),
        result("IFEval", 44.86, metric={"min_score": 0, "max_score": 100, "metric_name": "strict"}),
        result("arena", 1203.5, metric={"metric_name": "elo", "min_score": "-Infinity", "max_score": "Infinity"}),
    ],
}  # fmt: skip


def write(tmp_path: Path, document: Any, name: str = "5917.json") -> File:
    path = tmp_path / name
    path.write_text(json.dumps(document))
    return File(path)


def read(tmp_path: Path, document: Any) -> Found:
    file = write(tmp_path, document)
    (found,) = every_eval_ever.read(file)
    return found


def alone(tmp_path: Path, one: dict[str, Any]) -> tuple[Measurement, Found]:
    found = read(tmp_path, DOCUMENT | {"evaluation_results": [one]})
    (measurement,) = found.measurements
    return measurement, found


def test_a_score_has_its_error_its_number_of_samples_and_its_place(tmp_path: Path) -> None:
    assert every_eval_ever.recognizes(write(tmp_path, DOCUMENT))
    one = read(tmp_path, DOCUMENT).measurements[0]
    assert one == Measurement(
        "gsm8k", "accuracy", 0.5, "fraction", "evaluation_results[0].score_details.score",
        stderr=0.01, n_items=1319, higher_is_better=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("metric", "score", "unit"),
    [
        ({"min_score": 0, "max_score": 1}, 0.5, "fraction"),
        ({"min_score": 0, "max_score": 100}, 0.5, "percent"),
        ({"min_score": -1, "max_score": 1}, 0.5, "score"),
        ({"min_score": 0, "max_score": 10}, 0.5, "score"),
        ({"min_score": None, "max_score": None}, 0.5, "score"),
        ({"min_score": None, "max_score": None, "metric_unit": "proportion"}, 0.5, "score"),
        ({"min_score": "0", "max_score": "1"}, 0.5, "score"),
        ({"min_score": False, "max_score": True}, 0.5, "score"),
        ({"min_score": 0, "max_score": "Infinity", "metric_unit": "tokens"}, 512, "tokens"),
    ],
)
def test_the_unit_follows_from_the_bounds_and_never_from_the_score(
    tmp_path: Path, metric: dict[str, Any], score: float, unit: str
) -> None:
    one, _ = alone(tmp_path, result("gsm8k", score, metric=metric))
    assert (one.value, one.unit) == (score, unit)


def test_the_date_that_all_results_have_is_that_of_the_run(tmp_path: Path) -> None:
    results = [result(name, 0.5, evaluation_timestamp="2025-11-28") for name in ("a", "b")]
    document = DOCUMENT | {"evaluation_timestamp": None, "evaluation_results": results}
    assert read(tmp_path, document).run.date == "2025-11-28"
    results[0]["evaluation_timestamp"] = "2025-11-29"
    assert read(tmp_path, document).run.date is None


def test_the_first_documents_have_neither_library_nor_data_set(tmp_path: Path) -> None:
    one = {
        "evaluation_name": "Global MMLU Lite",
        "metric_config": {"lower_is_better": False, "min_score": 0.0, "max_score": 1.0,
                          "evaluation_description": "Global MMLU Lite accuracy for task Arabic"},
        "score_details": {"score": 0.88, "details": {"stddev": 0.031846}},
    }  # fmt: skip
    document = {"schema_version": "0.0.1", "model_info": {"name": "Qwen 3", "id": "alibaba/qwen-3"},
                "source_data": ["https://example.org"], "evaluation_results": [one]}  # fmt: skip
    found = read(tmp_path, document)
    (measurement,) = found.measurements
    assert (measurement.benchmark, measurement.metric) == ("Global MMLU Lite", "score")
    assert (measurement.value, measurement.stderr) == (0.88, None)
    assert (found.run.tool, found.run.date) == ("every_eval_ever", None)


@pytest.mark.parametrize(
    ("name", "data_set", "benchmark"),
    [
        ("choice", "ai2_arc", "ai2_arc:choice"),
        ("geneval_overall", "GenEval", "geneval_overall"),
        ("MATH", "hendrycks/competition-math", "MATH"),
        ("arc_easy", None, "arc_easy"),
    ],
)
def test_a_name_that_does_not_hold_its_data_set_stands_behind_it(
    tmp_path: Path, name: str, data_set: str | None, benchmark: str
) -> None:
    one, _ = alone(tmp_path, result(name, 0.5, source_data={"dataset_name": data_set}))
    assert one.benchmark == benchmark


@pytest.mark.parametrize(
    ("metric", "named", "chosen"),
    [
        ({"metric_name": "pass@1", "metric_parameters": {"k": 1}}, "pass@1", None),
        ({"metric_name": None, "metric_id": "pass_at_k", "metric_parameters": {"k": 8}}, "pass_at_k", "k=8"),
        ({"metric_name": None, "evaluation_description": "acc"}, "acc", None),
        ({"metric_name": None, "evaluation_description": "acc (filter: get-answer)"}, "acc", "get-answer"),
        ({"metric_name": None, "evaluation_description": "Exact Match on t/get-answer"}, "Exact Match", None),
        ({"metric_name": None, "evaluation_description": "How well it does"}, "score", None),
        ({"metric_name": None}, "score", None),
    ],
)  # fmt: skip
def test_a_metric_is_named_by_its_name_its_id_or_its_description(
    tmp_path: Path, metric: dict[str, Any], named: str, chosen: str | None
) -> None:
    one, _ = alone(tmp_path, result("t/get-answer", 0.5, metric=metric))
    assert (one.metric, one.filter) == (named, chosen)
    assert one.benchmark == ("t" if chosen == "get-answer" else "t/get-answer")


def test_a_lower_score_may_be_the_better_one(tmp_path: Path) -> None:
    lower, _ = alone(tmp_path, result("t", 0.5, metric={"lower_is_better": True}))
    unsaid, _ = alone(tmp_path, result("t", 0.5, metric={"lower_is_better": None}))
    assert (lower.higher_is_better, unsaid.higher_is_better) == (False, None)


def test_an_unknown_level_is_missing_and_not_minus_one(tmp_path: Path) -> None:
    levels = {"score_type": "levels", "has_unknown_level": True, "min_score": None}
    unknown, _ = alone(tmp_path, result("t", -1, metric=levels))
    assert (unknown.value, unknown.missing) == (None, "N/A")
    known, _ = alone(tmp_path, result("t", -1, metric=levels | {"has_unknown_level": False}))
    assert known.value == -1


def test_nan_infinity_and_nothing_are_told_apart(tmp_path: Path) -> None:
    results = [
        result("a", float("nan")),
        result("b", float("-inf")),
        result("c", None),
        result("d", 1),
    ]
    del results[3]["score_details"]["score"]
    found = read(tmp_path, DOCUMENT | {"evaluation_results": results})
    assert [(measurement.benchmark, measurement.value, measurement.missing) for measurement in found.measurements] == [
        ("a", None, "NaN"), ("b", None, "-Infinity"), ("c", None, "N/A")
    ]  # fmt: skip


def test_what_is_no_number_or_out_of_its_bounds_is_noted_and_left_out(tmp_path: Path) -> None:
    percent = {"max_score": 100}
    results = [
        result("a", "0.5"),
        result("b", 73.4),
        result("c", 101, metric=percent),
        result("d", 99, metric=percent),
    ]
    found = read(tmp_path, DOCUMENT | {"evaluation_results": results})
    assert [measurement.benchmark for measurement in found.measurements] == ["d"]
    assert found.notes == [
        "evaluation_results[0].score_details.score is '0.5': not a number, left out",
        "evaluation_results[1].score_details.score is 73.4: not a fraction, left out",
        "evaluation_results[2].score_details.score is 101: not a percentage, left out",
    ]


def test_the_same_result_twice_is_noted(tmp_path: Path) -> None:
    results = [
        result("a", 0.5),
        result("a", 0.6),
        result("a", 0.7, source_data={"hf_split": "dev"}),
    ]
    found = read(tmp_path, DOCUMENT | {"evaluation_results": results})
    assert [(measurement.value, measurement.split) for measurement in found.measurements] == [
        (0.5, None),
        (0.7, "dev"),
    ]
    assert found.notes == [
        "evaluation_results[1].score_details.score: appears twice, the second is left out"
    ]


def test_a_document_in_each_line_gives_the_runs_of_all(tmp_path: Path) -> None:
    other = DOCUMENT | {"model_info": {"id": "org/other"}}
    (tmp_path / "aggregate.jsonl").write_text(f"{json.dumps(DOCUMENT)}\n{json.dumps(other)}\n")
    file = File(tmp_path / "aggregate.jsonl")
    assert every_eval_ever.recognizes(file)
    first, second = every_eval_ever.read(file)
    assert (first.run.model, second.run.model) == ("org/m-7b", "org/other")
    assert second.measurements[0].locator == "line 2: evaluation_results[0].score_details.score"
