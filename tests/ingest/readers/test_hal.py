"""Uploads of HAL, and what can be wrong with them."""

from pathlib import Path
from typing import Any

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers import hal
from tests.ingest.readers.found import kept_run, of, only, put

DOCUMENT: dict[str, Any] = {
    "config": {
        "agent_name": "My Agent (coder-7b)", "benchmark_name": "gaia", "date": "2025-05-01", "run_id": "gaia_my_1",
        "agent_args": {"model_name": "acme/coder-7b", "temperature": 0.6, "api_key": "k"}, "run_command": "hal-eval",
    },
    "results": {
        "accuracy": 0.5, "level_1_accuracy": 1.0, "level_2_accuracy": None, "successful_tasks": ["a"],
        "failed_tasks": ["b"], "total_cost": 1.25, "latencies": {"a": {"total_time": 5.0}},
    },
    "raw_eval_results": {"a": {"score": 1}, "b": {"score": 0}},
    "raw_logging_results": [],
    "total_usage": {"acme/coder-7b": {"prompt_tokens": 100, "completion_tokens": 10}},
    "git_info": {"commit": "abc1", "repository_url": "https://example.org"},
    "task_prompts": {"a": "Who?"},
}  # fmt: skip


def upload(tmp_path: Path, document: Any = DOCUMENT) -> File:
    return put(tmp_path / "gaia_my_1_UPLOAD.json", document)


def changed(part: str, change: dict[str, Any]) -> dict[str, Any]:
    return DOCUMENT | {part: DOCUMENT[part] | change}


def test_an_upload_has_its_numbers_and_a_verdict_on_each_task(tmp_path: Path) -> None:
    found = only(hal, upload(tmp_path))
    assert {(each.item, each.score) for each in found.samples} == {("a", 1), ("b", 0)}
    accuracy, cost = of(found, "gaia", "accuracy"), of(found, "gaia", "total_cost")
    assert (accuracy.value, accuracy.unit, accuracy.n_items) == (0.5, "fraction", 2)
    assert (cost.value, cost.unit) == (1.25, "dollars")
    assert [one.metric for one in found.measurements] == [
        "accuracy",
        "level_1_accuracy",
        "total_cost",
    ]
    run = kept_run(found)
    assert (run.model, run.date, run.build, run.repeat) == (
        "acme/coder-7b",
        "2025-05-01",
        "abc1",
        "gaia_my_1",
    )
    assert run.settings == {"temperature": "0.6", "agent": "My Agent"}
    assert not found.notes


def test_an_agent_without_arguments_names_its_model_in_brackets(tmp_path: Path) -> None:
    found = only(hal, upload(tmp_path, changed("config", {"agent_args": {}})))
    assert found.run.model == "coder-7b"
    found = only(hal, upload(tmp_path, changed("config", {"agent_args": {}, "agent_name": "Mine"})))
    assert found.run.model == "Mine"


def test_an_accuracy_over_other_tasks_is_said(tmp_path: Path) -> None:
    found = only(hal, upload(tmp_path, changed("results", {"accuracy": 0.25})))
    assert found.notes == [
        "results.accuracy is 0.25, of the 2 tasks with a verdict 0.5: "
        "HAL counts over other tasks than these, such as those that were not run"
    ]
