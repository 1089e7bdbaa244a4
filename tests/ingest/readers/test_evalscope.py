"""A real run of evalscope, its older and newer forms, and what can be wrong with them."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError, ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Measurement, Sample
from reasonboard.ingest.readers.evalscope import reader as evalscope
from tests.ingest.readers.found import FILES, kept_of

REPORT: dict[str, Any] = {
    "name": "m-7b@mmlu",
    "dataset_name": "mmlu",
    "model_name": "m-7b",
    "score": 0.5,
    "metrics": [
        {
            "name": "mean_acc", "num": 30, "score": 0.5, "macro_score": 0.45,
            "categories": [
                {
                    "name": ["STEM"], "num": 20, "score": 0.6, "macro_score": 0.6,
                    "subsets": [{"name": "physics", "score": 0.7, "num": 10},
                                {"name": "biology", "score": 0.5, "num": 10}],
                },
                {
                    "name": ["Other"], "num": 10, "score": 0.3, "macro_score": 0.3,
                    "subsets": [{"name": "law", "score": 0.3, "num": 10},
                                {"name": "OVERALL", "score": 0.31, "num": 10}],
                },
            ],
        }
    ],
    "analysis": "N/A",
    "perf_metrics": {"summary": {"n_samples": 30, "usage": {"output_tokens": {"mean": 250.5, "std": 3.0}}}},
}  # fmt: skip


def small(subset: str = "main", **fields: Any) -> dict[str, Any]:
    """A report of a dataset with one subset."""
    metric = {
        "name": "mean_acc", "num": 2, "score": 0.5,
        "categories": [{"name": ["default"], "subsets": [{"name": subset, "score": 0.5, "num": 2}]}],
    }  # fmt: skip
    return {"dataset_name": "gsm8k", "model_name": "m-7b", "metrics": [metric | fields]}


def review(index: int, score: Any, **more: Any) -> dict[str, Any]:
    return {"index": index, "sample_score": {"score": {"value": {"acc": score}}, **more}}


def prediction(index: int, tokens: Any, stop: Any = "stop") -> dict[str, Any]:
    output = {
        "choices": [{"stop_reason": stop}],
        "usage": {"input_tokens": tokens, "output_tokens": tokens},
    }
    return {"index": index, "model": "m-7b", "model_output": output}


def put(path: Path, *documents: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(document) for document in documents) + "\n")
    return path


def run_folder(tmp_path: Path, report: Any, reviews: Any = (), predictions: Any = ()) -> Path:
    """A folder as evalscope leaves it; where its report is."""
    folder = tmp_path / "20250131_120000"
    if reviews:
        put(folder / "reviews" / "m-7b" / "gsm8k_main.jsonl", *reviews)
    if predictions:
        put(folder / "predictions" / "m-7b" / "gsm8k_main.jsonl", *predictions)
    return put(folder / "reports" / "m-7b" / "gsm8k.json", report)


def read(tmp_path: Path, report: Any, reviews: Any = (), predictions: Any = ()) -> Found:
    (found,) = evalscope.read(File(run_folder(tmp_path, report, reviews, predictions)))
    return found


def of(found: Found, benchmark: str, metric: str = "mean_acc") -> Measurement:
    (one,) = [
        m
        for m in found.measurements
        if (m.benchmark, m.metric) == (benchmark, metric) and not m.filter
    ]
    return one


def answers(
    tmp_path: Path, reviews: Any, predictions: Any = (), report: Any = None
) -> list[Sample]:
    return list(read(tmp_path, report or small(), reviews, predictions).samples)


def test_all_reports_of_the_real_folder_are_of_one_run() -> None:
    paths = (FILES / "evalscope" / "reports").rglob("*.json")
    found = [one for path in paths for one in evalscope.read(File(path))]
    assert len(found) == 3
    assert all(one.run == found[0].run for one in found)


@pytest.mark.parametrize("kind", ["reviews", "predictions"])
def test_the_real_answers_are_read_with_their_report(kind: str) -> None:
    file = File(FILES / "evalscope" / kind / "qwen3-max" / "gsm8k_main.jsonl")
    assert evalscope.recognizes(file)
    with pytest.raises(Skip, match=r"read with gsm8k\.json"):
        list(evalscope.read(file))


def test_a_dataset_of_several_subsets_is_an_aggregate_of_them(tmp_path: Path) -> None:
    found = read(tmp_path, REPORT)
    whole, physics = of(found, "mmlu"), of(found, "mmlu:physics")
    assert (whole.value, whole.aggregate, whole.n_items) == (0.5, True, 30)
    assert (physics.value, physics.aggregate, physics.n_items) == (0.7, False, 10)
    assert physics.locator == "metrics[0].categories[0].subsets[0].score"
    assert of(found, "mmlu", "token_length").aggregate


def test_a_category_of_several_subsets_and_an_overall_row_are_aggregates(tmp_path: Path) -> None:
    found = read(tmp_path, REPORT)
    stem, overall = of(found, "mmlu:STEM"), of(found, "mmlu:OVERALL")
    assert (stem.value, stem.aggregate, stem.n_items) == (0.6, True, 20)
    assert (overall.value, overall.aggregate) == (0.31, True)
    assert not of(found, "mmlu:law").aggregate


def test_a_subset_that_says_it_is_an_aggregate_is_one_and_is_not_counted(tmp_path: Path) -> None:
    report = small()
    report["metrics"][0]["categories"][0]["subsets"].append(
        {"name": "MULTI_TURN", "score": 0.4, "num": 2, "is_aggregate": True}
    )
    found = read(tmp_path, report)
    assert of(found, "gsm8k:MULTI_TURN").aggregate
    assert not of(found, "gsm8k").aggregate


def test_the_macro_score_is_kept_apart_from_the_score(tmp_path: Path) -> None:
    (macro,) = [
        measurement for measurement in read(tmp_path, REPORT).measurements if measurement.filter
    ]
    assert (macro.benchmark, macro.metric, macro.filter) == ("mmlu", "mean_acc", "macro_score")
    assert (macro.value, macro.aggregate, macro.locator) == (0.45, True, "metrics[0].macro_score")


def test_a_subset_of_one_name_in_two_categories_is_named_with_its_category(tmp_path: Path) -> None:
    report = copy.deepcopy(REPORT)
    report["metrics"][0]["categories"][1]["subsets"][0]["name"] = "physics"
    found = read(tmp_path, report)
    assert of(found, "mmlu:STEM/physics").value == 0.7
    assert of(found, "mmlu:Other/physics").value == 0.3


def test_the_only_subset_is_named_as_its_dataset(tmp_path: Path) -> None:
    found = read(tmp_path, small())
    assert [(m.benchmark, m.value, m.aggregate) for m in found.measurements] == [
        ("gsm8k", 0.5, False)
    ]


def test_the_date_is_that_of_the_folder(tmp_path: Path) -> None:
    assert read(tmp_path, small()).run.date == "2025-01-31T12:00:00"


def test_a_folder_that_only_looks_like_a_date_is_none(tmp_path: Path) -> None:
    path = put(tmp_path / "20251399_120000" / "reports" / "m" / "gsm8k.json", small())
    assert next(evalscope.read(File(path))).run.date is None


def test_names_of_the_first_reports_are_fractions_too(tmp_path: Path) -> None:
    found = read(tmp_path, small(name="AverageAccuracy"))
    assert of(found, "gsm8k", "AverageAccuracy").unit == "fraction"
    found = read(tmp_path, small(name="AveragePass@1"))
    assert of(found, "gsm8k", "AveragePass@1").unit == "fraction"


def test_a_metric_that_is_no_fraction_by_its_name_is_a_score(tmp_path: Path) -> None:
    found = read(tmp_path, small(name="mean_gpt_mark", score=7.5))
    assert (of(found, "gsm8k", "mean_gpt_mark").unit, found.notes) == ("score", [])


def test_version_2_states_name_unit_and_direction(tmp_path: Path) -> None:
    report = small()
    metric = report["metrics"][0]
    del metric["name"]
    metric |= {
        "identity": {"name": "error_rate", "aggregation": "mean", "dimensions": {"k": 4}},
        "semantics": {"value_range": {"min": 0.0, "max": 1.0}, "direction": "lower_is_better"},
    }
    (one,) = read(tmp_path, report | {"schema_version": 2}).measurements
    assert (one.metric, one.unit, one.higher_is_better) == (
        "mean_error_rate[k=4]",
        "fraction",
        False,
    )


def test_the_name_before_version_2_is_preferred(tmp_path: Path) -> None:
    identity = {"name": "acc", "aggregation": "mean", "dimensions": {}}
    report = small(name=None, legacy_name="AverageAccuracy", identity=identity)
    assert read(tmp_path, report).measurements[0].metric == "AverageAccuracy"


def test_an_incomplete_run_is_said(tmp_path: Path) -> None:
    summary = {"requested": 10, "succeeded": 8, "errored": 2, "incomplete": True}
    found = read(tmp_path, small() | {"execution_summary": summary})
    assert found.notes == ["execution_summary: 8 of 10 answers succeeded: the run is incomplete"]


@pytest.mark.parametrize(
    ("raw", "missing"), [(float("nan"), "NaN"), (float("inf"), "Infinity"), (None, "N/A")]
)
def test_what_is_missing_is_not_0(tmp_path: Path, raw: Any, missing: str) -> None:
    one = read(tmp_path, small(score=raw)).measurements[0]
    assert (one.value, one.missing) == (None, missing)


@pytest.mark.parametrize("raw", ["abc", True, [0.5], {"a": 1}, 1.7, -0.1])
def test_what_is_no_fraction_is_left_out_and_said(tmp_path: Path, raw: Any) -> None:
    report = small(score=raw)
    report["metrics"][0]["categories"] = []
    found = read(tmp_path, report)
    assert found.measurements == []
    assert len(found.notes) == 1
    assert found.notes[0].startswith("metrics[0].score is ")


def test_a_metric_that_stands_twice_counts_once(tmp_path: Path) -> None:
    report = small()
    report["metrics"].append(report["metrics"][0] | {"score": 0.9})
    found = read(tmp_path, report)
    assert [measurement.value for measurement in found.measurements] == [0.5]
    assert "second time" in found.notes[0]


def grouped(*group_ids: int, scores: tuple[float, ...] = (1.0, 0.0, 1.0)) -> list[Any]:
    return [review(n, score, group_id=group_ids[n]) for n, score in enumerate(scores)]


OLD_REVIEW = {
    "index": 3, "review_id": "r", "reviewed": True, "model": "m-7b",
    "choices": [{"finish_reason": "length", "review": {"gold": "1", "pred": "1", "result": 1.0}}],
    "usage": {"prompt_tokens": 10, "completion_tokens": 20},
}  # fmt: skip
MACRO = small()
MACRO["metrics"].append(MACRO["metrics"][0] | {"name": "macro_mean_acc", "score": 0.4})
ACCURACY = small(name=None, identity={"name": "accuracy", "aggregation": "mean"})
MARK = small(name="mean_gpt_mark", score=8.0)
MARKED = {"index": 0, "sample_score": {"score": {"value": {"gpt_mark": 8}}}}
Sampled = tuple[str, int, float | None, str, int | None, str | None]


@pytest.mark.parametrize(
    ("reviews", "predictions", "report", "expected"),
    [
        ([review(1, 1.0), review(0, 0.0)], [prediction(0, 5), prediction(1, 7)], small(),
         [("1", 0, 1.0, "mean_acc", 7, "stop"), ("0", 0, 0.0, "mean_acc", 5, "stop")]),
        ([review(0, 1.0)], [prediction(0, 0)], small(), [("0", 0, 1.0, "mean_acc", None, "stop")]),
        ([review(0, True)], [], small(), [("0", 0, 1.0, "mean_acc", None, None)]),
        ([review(0, 1.0)], [], MACRO, [("0", 0, 1.0, "mean_acc", None, None)]),
        ([review(0, 1.0)], [], ACCURACY, [("0", 0, 1.0, "mean_accuracy", None, None)]),
        ([review(0, 1.0)], [], small(name="pass_at_k_acc[k=4]"), [("0", 0, 1.0, "acc", None, None)]),
        (grouped(4, 4, 5), [], small(),
         [("4", 0, 1.0, "mean_acc", None, None), ("4", 1, 0.0, "mean_acc", None, None),
          ("5", 0, 1.0, "mean_acc", None, None)]),
        ([review(n, 1.0, group_id="a", generation_index=3 - n) for n in (0, 2)], [], small(),
         [("a", 3, 1.0, "mean_acc", None, None), ("a", 1, 1.0, "mean_acc", None, None)]),
        ([MARKED], [prediction(0, 9)], MARK, [("0", 0, 8.0, "mean_gpt_mark", 9, "stop")]),
        ([OLD_REVIEW], [], small(name="AverageAccuracy"), [("3", 0, 1.0, "AverageAccuracy", 20, "length")]),
    ],
    ids=["tokens of the same index", "tokens that a server did not count", "no predictions",
         "the plain mean names a score", "acc of version 2", "no mean of a score", "answers of a group are repeats",
         "a stated repeat", "a mark of 0 to 10", "verdicts of 2025-01 in each choice"],
)  # fmt: skip
def test_an_answer_has_its_score_its_metric_and_its_tokens(
    tmp_path: Path, reviews: Any, predictions: Any, report: Any, expected: list[Sampled]
) -> None:
    found = answers(tmp_path, reviews, predictions, report)
    assert [
        (one.item, one.repeat, one.score, one.metric, one.tokens_out, one.finish) for one in found
    ] == expected


def test_the_answers_of_a_subset_are_named_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    put(folder / "reviews" / "m-7b" / "mmlu_law.jsonl", review(0, 1.0))
    put(folder / "reviews" / "m-7b" / "mmlu_pro_law.jsonl", review(0, 0.0))
    path = put(folder / "reports" / "m-7b" / "mmlu.json", REPORT)
    (found,) = evalscope.read(File(path))
    assert [(sample.benchmark, sample.score) for sample in found.samples] == [("mmlu:law", 1.0)]


def test_a_subset_with_a_path_in_its_name_leads_nowhere(tmp_path: Path) -> None:
    put(tmp_path / "secret.jsonl", review(0, 1.0))
    report = small("x/../../../../secret")
    assert list(read(tmp_path, report, [review(0, 1.0)]).samples) == []


def test_answers_without_report_and_reviews_are_skipped(tmp_path: Path) -> None:
    file = File(put(tmp_path / "predictions" / "m" / "gsm8k_main.jsonl", prediction(0, 1)))
    assert evalscope.recognizes(file)
    with pytest.raises(Skip, match="without their reviews"):
        list(evalscope.read(file))


def without_index(row: dict[str, Any]) -> dict[str, Any]:
    return {key: one for key, one in row.items() if key != "index"}


def test_reviews_without_their_report_are_a_run_called_as_their_folder_and_file(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "20250131_120000"
    file = File(put(folder / "reviews/m-7b/gsm8k_main.jsonl", review(0, 1.0), review(1, 0.0)))
    beside = File(put(folder / "predictions/m-7b/gsm8k_main.jsonl", prediction(0, 5)))
    (found,) = evalscope.read(file)
    assert (found.run.model, found.run.date) == ("m-7b", "2025-01-31T12:00:00")
    assert [(one.benchmark, one.item, one.metric, one.score, one.tokens_out) for one in found.samples] == [
        ("gsm8k", "0", "acc", 1, 5), ("gsm8k", "1", "acc", 0, None)
    ]  # fmt: skip
    with pytest.raises(ReadWith, match=r"gsm8k_main\.jsonl"):
        list(evalscope.read(beside))


def test_reviews_without_an_index_are_known_by_their_sample_or_their_row(tmp_path: Path) -> None:
    rows = [without_index(review(0, 1.0)), without_index(review(1, 0.0))]
    found = read(tmp_path, small(), rows)
    assert [(one.item, one.score) for one in found.samples] == [("0", 1), ("1", 0)]
    named = [
        row | {"sample_score": row["sample_score"] | {"sample_id": 7 + at}}
        for at, row in enumerate(rows)
    ]
    found = read(tmp_path, small(), named)
    assert [(one.item, one.score) for one in found.samples] == [("7", 1), ("8", 0)]
    old = without_index(OLD_REVIEW) | {"raw_input": {"question": "2+2?"}}
    file = File(put(tmp_path / "my-7b" / "arc.jsonl", old))
    (found,) = evalscope.read(file)
    (one,) = found.samples
    assert (one.benchmark, one.item, one.metric, one.unit) == (
        "arc",
        "0",
        "AverageAccuracy",
        "fraction",
    )
    assert one.problem is not None


def test_predictions_without_an_index_are_left_out_and_said(tmp_path: Path) -> None:
    found = read(tmp_path, small(), [review(0, 1.0)], [without_index(prediction(0, 1))])
    assert [one.tokens_out for one in found.samples] == [None]
    assert found.notes == [
        "predictions: gsm8k_main.jsonl has no rows with an index as evalscope writes them, left out"
    ]


def test_answers_have_the_unit_of_their_metric(tmp_path: Path) -> None:
    found = read(tmp_path, MARK, [MARKED, MARKED | {"index": 1}])
    assert [(sample.score, sample.unit) for sample in found.samples] == [(8.0, "score")] * 2
    assert found.notes == []


def test_a_payload_of_several_reports_has_the_run_of_each(tmp_path: Path) -> None:
    config = {
        "seed": 7,
        "repeats": 2,
        "api_key": "sk-abcdefghijklmnopqrstuv",
        "generation_config": {"top_p": 0.9},
    }
    payload = {
        "report_list": [REPORT, small() | {"model_name": "n-8b"}],
        "datasets": [],
        "task_config": config,
    }
    file = File(put(tmp_path / "payload.json", payload))
    assert evalscope.recognizes(file)
    first, second = evalscope.read(file)
    assert (first.run.model, second.run.model) == ("m-7b", "n-8b")
    assert kept_of(first).values == {"repeats": "2", "top_p": "0.9"}
    assert (first.run.repeat, kept_of(first).secrets) == ("7", ("api_key",))
    physics = of(first, "mmlu:physics")
    assert (physics.value, physics.locator) == (
        0.7, "report_list[0].metrics[0].categories[0].subsets[0].score",
    )  # fmt: skip
    assert of(first, "mmlu", "token_length").locator.startswith("report_list[0].perf_metrics.")
    assert of(second, "gsm8k").locator == "report_list[1].metrics[0].score"


def test_a_payload_with_something_else_among_its_reports_is_refused(tmp_path: Path) -> None:
    file = File(put(tmp_path / "payload.json", {"report_list": [REPORT, 5]}))
    with pytest.raises(IngestError, match=r"report_list\[1\] is 5 \(expected an object\)"):
        list(evalscope.read(file))


def test_answers_of_another_dataset_are_not_read_with_a_report_of_a_similar_name(
    tmp_path: Path,
) -> None:
    folder = run_folder(tmp_path, small()).parents[2]
    other = put(folder / "reviews" / "m-7b" / "gsm8k_v_main.jsonl", review(0, 1.0))
    (found,) = evalscope.read(File(other))
    assert {one.benchmark for one in found.samples} == {"gsm8k_v"}


def test_settings_are_read_at_every_depth_without_secrets(tmp_path: Path) -> None:
    path = run_folder(tmp_path, small())
    config = path.parents[2] / "configs" / "task_config_abc.yaml"
    config.parent.mkdir()
    config.write_text(
        "api_key: sk-abcdefghijklmnopqrstuv\nmodel_id: m-7b\nseed: 7\nrepeats: 4\nlimit: null\n"
        "dataset_args:\n  gsm8k:\n    few_shot_num: 4\n    prompt_template: 'Solve\n\n      Note: {query}'\n"
        "    subset_list:\n    - main\n    - extra\n    shuffle: &id001 false\n  aime24:\n    few_shot_num: 0\n"
        "generation_config:\n  temperature: '0.6'\n  top_p: 1.0\n  extra_body:\n    enable_thinking: false\n"
        "model_args:\n  revision: master\n  api_key: abc\n"
    )
    (found,) = evalscope.read(File(path))
    assert found.run.repeat == "7"
    assert kept_of(found).values == {
        "temperature": "0.6", "top_p": "1.0", "repeats": "4", "extra_body.enable_thinking": "false",
        "revision": "master", "few_shot_num[gsm8k]": "4", "few_shot_num[aime24]": "0",
        "prompt_template[gsm8k]": "Solve Note: {query}", "subset_list[gsm8k]": "main, extra",
        "shuffle[gsm8k]": "&id001 false",
    }  # fmt: skip
    assert set(kept_of(found).secrets) == {"api_key"}
    assert [(measurement.n_items, measurement.n_repeats) for measurement in found.measurements] == [
        (None, 4)
    ]


def test_settings_of_another_model_or_of_two_are_not_taken(tmp_path: Path) -> None:
    path = run_folder(tmp_path, small())
    configs = path.parents[2] / "configs"
    configs.mkdir()
    (configs / "task_config_1.yaml").write_text("model_id: other\nseed: 1\n")
    assert next(evalscope.read(File(path))).run.repeat is None
    (configs / "task_config_2.yaml").write_text("model_id: m-7b\nseed: 2\n")
    assert next(evalscope.read(File(path))).run.repeat == "2"
    (configs / "task_config_3.yaml").write_text("model_id: m-7b\nseed: 3\n")
    assert next(evalscope.read(File(path))).run.repeat is None
