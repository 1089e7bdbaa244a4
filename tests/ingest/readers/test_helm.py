"""Run folders of HELM, and what can be wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Sample
from reasonboard.ingest.readers.common import digests
from reasonboard.ingest.readers.helm import reader as helm
from reasonboard.ingest.readers.helm import stats as helm_stats
from tests.ingest.readers.found import FILES

SPEC: dict[str, Any] = {
    "name": "mmlu:subject=anatomy,method=multiple_choice_joint,model=org_m-7b",
    "scenario_spec": {"class_name": "helm.MMLUScenario", "args": {"subject": "anatomy", "random_seed": 4}},
    "adapter_spec": {
        "method": "multiple_choice_joint", "model": "org/m-7b", "model_deployment": "huggingface/m-7b",
        "max_train_instances": 5, "num_outputs": 1, "num_train_trials": 2, "temperature": 0.0,
        "instructions": "x" * 300, "api_key": "sk-abcdefghijklmnopqrstuv",
    },
    "groups": ["mmlu", "mmlu_anatomy"],
}  # fmt: skip
WORST = {"name": "robustness", "robustness": True, "fairness": False, "computed_on": "worst"}


def stat(
    name: str, mean: Any, split: str | None = "test", count: int = 2, **more: Any
) -> dict[str, Any]:
    named = {"name": name, **({"split": split} if split else {}), **more}
    return {"name": named, "count": count, "sum": 1, "sum_squared": 1, "mean": mean, "stddev": 0.25}


STATISTICS = [
    stat("num_references", 4.0), stat("num_instances", 10.0), stat("num_output_tokens", 12.5),
    stat("inference_runtime", 1.5), stat("exact_match", 0.3), stat("exact_match", 0.9, "train"),
    stat("exact_match", 0.2, perturbation=WORST), stat("num_output_tokens", 12.5, perturbation=WORST),
    stat("bits_per_byte", 0.7), stat("ece_10_bin", 0.1), stat("wildbench_score", 7.5),
    {"name": {"name": "training_co2_cost", "split": "test"}, "count": 0, "sum": 0, "sum_squared": 0},
    {"name": {"name": "f1_score", "split": "test"}, "count": 0, "sum": 0, "sum_squared": 0},
]  # fmt: skip


def instance(item: str, trial: int, score: Any, **more: Any) -> dict[str, Any]:
    stats = [
        stat("exact_match", score), stat("num_prompt_tokens", 700.0), stat("num_output_tokens", 9.0),
        stat("finish_reason_stop", 1.0), stat("finish_reason_length", 0.0),
    ]  # fmt: skip
    return {"instance_id": item, "train_trial_index": trial, "stats": stats, **more}


INSTANCES = [
    instance("id1", 0, 1.0), instance("id1", 1, 0), instance("id2", 0, 0.5),
    instance("id1", 0, 0.0, perturbation=WORST),
]  # fmt: skip
FOLDER = {"run_spec.json": SPEC, "stats.json": STATISTICS, "per_instance_stats.json": INSTANCES}


def folder(tmp_path: Path, parts: dict[str, Any]) -> File:
    for name, content in parts.items():
        (tmp_path / name).write_text(content if isinstance(content, str) else json.dumps(content))
    return File(tmp_path / "run_spec.json", "run_spec.json")


def read(file: File) -> tuple[Found, list[Sample]]:
    assert helm.recognizes(file)
    (found,) = helm.read(file)
    return found, list(found.samples)


def test_an_answer_has_its_trial_and_what_was_counted(tmp_path: Path) -> None:
    _, samples = read(folder(tmp_path, FOLDER))
    assert [(sample.item, sample.repeat, sample.score) for sample in samples] == [
        ("id1", 0, 1.0), ("id1", 1, 0.0), ("id2", 0, 0.5),
    ]  # fmt: skip
    one = samples[0]
    assert (one.metric, one.tokens_in, one.tokens_out, one.finish) == (
        "exact_match",
        700,
        9,
        "stop",
    )


def test_an_answer_is_scored_in_the_unit_of_its_statistic(tmp_path: Path) -> None:
    instances = [
        {"instance_id": item, "train_trial_index": 0, "stats": [stat("wildbench_score", score)]}
        for item, score in (("id1", 7.0), ("id2", 8.5))
    ]
    found, samples = read(folder(tmp_path, FOLDER | {"per_instance_stats.json": instances}))
    assert [(one.score, one.metric, one.unit) for one in samples] == [
        (7.0, "wildbench_score", "score"), (8.5, "wildbench_score", "score"),
    ]  # fmt: skip
    assert not [note for note in found.notes if "wildbench" in note]


@pytest.mark.parametrize(
    ("change", "benchmark"),
    [
        ({"groups": []}, "mmlu_scenario:anatomy"),
        ({"scenario_spec": {"class_name": "x", "args": {}}}, "mmlu"),
        (
            {"scenario_spec": {"args": {"subject": "algebra", "level": 1, "only": True}}},
            "mmlu:algebra,1",
        ),
    ],
)
def test_the_benchmark_is_named_by_group_or_scenario(
    tmp_path: Path, change: dict[str, Any], benchmark: str
) -> None:
    scenario = {"name": "mmlu_scenario", "description": "", "tags": []}
    parts = FOLDER | {"run_spec.json": SPEC | change, "scenario.json": scenario}
    found, samples = read(folder(tmp_path, parts))
    assert {measurement.benchmark for measurement in found.measurements} == {benchmark}
    assert {sample.benchmark for sample in samples} == {benchmark}


def test_a_statistic_or_an_instance_that_stands_twice_is_noted(tmp_path: Path) -> None:
    parts = FOLDER | {
        "stats.json": [stat("exact_match", 0.3), stat("exact_match", 0.4)],
        "per_instance_stats.json": [instance("id1", 0, 1), instance("id1", 0, 0)],
    }
    found, samples = read(folder(tmp_path, parts))
    assert (
        [measurement.value for measurement in found.measurements],
        [sample.score for sample in samples],
    ) == ([0.3], [1.0])
    assert len(found.notes) == 2


def test_a_problem_is_known_by_its_text_where_the_states_have_it(tmp_path: Path) -> None:
    states = [
        {
            "instance": {"id": "id1", "input": {"text": "What is  1 + 1?"}},
            "train_trial_index": trial,
        }
        for trial in range(2)
    ]
    parts = FOLDER | {"scenario_state.json": {"request_states": states}}
    _, samples = read(folder(tmp_path, parts))
    known = digests.of_problem("What is 1 + 1?")
    assert [sample.problem for sample in samples] == [known, known, None]


def test_the_other_files_are_read_with_the_specification(tmp_path: Path) -> None:
    parts = FOLDER | {"scenario.json": {"name": "x"}, "scenario_state.json": {"adapter_spec": {}}}
    folder(tmp_path, parts)
    for name in parts.keys() - {"run_spec.json"}:
        file = File(tmp_path / name)
        assert helm.recognizes(file), name
        with pytest.raises(Skip, match=r"^read with .*run_spec\.json$"):
            list(helm.read(file))


def test_files_without_their_specification_are_known_by_content_or_not_at_all(
    tmp_path: Path,
) -> None:
    folder(tmp_path, {"a.json": STATISTICS, "b.json": INSTANCES, "scenario.json": {"name": "x"}})
    for name in ("a.json", "b.json"):
        assert helm.recognizes(File(tmp_path / name))
        with pytest.raises(Skip, match=r"statistics without their run_spec\.json"):
            list(helm.read(File(tmp_path / name)))
    assert not helm.recognizes(File(tmp_path / "scenario.json"))


def test_a_run_without_statistics_is_not_finished(tmp_path: Path) -> None:
    with pytest.raises(Skip, match=r"without stats\.json: not finished"):
        read(folder(tmp_path, {"run_spec.json": SPEC}))


def test_a_run_without_answers_has_its_statistics(tmp_path: Path) -> None:
    found, samples = read(folder(tmp_path, {"run_spec.json": SPEC, "stats.json": STATISTICS}))
    assert (len(found.measurements), samples) == (7, [])


def test_too_many_answers_are_noted_and_the_statistics_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helm_stats, "LARGEST_JSON", 100)
    found, samples = read(folder(tmp_path, FOLDER))
    assert (len(found.measurements), samples) == (7, [])
    assert "too large, no samples" in found.notes[0]


def test_every_file_of_a_real_run_is_recognized_and_only_one_is_read() -> None:
    for path in FILES.glob("helm/*/*.json"):
        file = File(path)
        assert helm.recognizes(file), path.name
        if path.name != "run_spec.json":
            with pytest.raises(Skip, match=r"run_spec\.json"):
                list(helm.read(file))
