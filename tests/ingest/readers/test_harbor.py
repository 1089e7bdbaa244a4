"""Jobs of Harbor and runs of terminal-bench, in the folders that they write, and what can be wrong with them."""

from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers import terminal_bench
from reasonboard.ingest.readers.harbor import reader as harbor
from tests.ingest.readers.found import model_of, only, put

JOB: dict[str, Any] = {
    "id": "j", "started_at": "2025-11-20T10:00:00.123456", "finished_at": None, "n_total_trials": 4,
    "stats": {"n_trials": 4, "n_errors": 1, "evals": {}},
}  # fmt: skip
TRIAL: dict[str, Any] = {
    "id": "t", "task_name": "fix-git", "trial_name": "fix-git__a", "source": "terminal-bench",
    "task_id": {"path": "tasks/fix-git"},
    "config": {
        "agent": {"name": "terminus-2", "model_name": "acme/coder-7b", "kwargs": {"temperature": 0.6, "api_key": "k"}},
    },
    "agent_info": {"name": "terminus-2", "version": "2.0", "model_info": {"name": "coder-7b", "provider": "acme"}},
    "agent_result": {"n_input_tokens": 900, "n_output_tokens": 100, "cost_usd": 0.5},
    "verifier_result": {"rewards": {"reward": 1.0}},
    "exception_info": None,
}  # fmt: skip
CONFIG = {
    "jobs_dir": "jobs", "agents": [], "n_attempts": 1, "timeout_multiplier": 1.0,
    "datasets": [{"name": "terminal-bench", "version": "2.0"}],
}  # fmt: skip
FAILED = {
    "agent_result": None,
    "verifier_result": None,
    "exception_info": {"exception_type": "AgentTimeoutError", "exception_message": "too long"},
}
RUN_TRIALS: list[dict[str, Any]] = [
    {"id": "a", "trial_name": "hello.1-of-2.r", "task_id": "hello", "instruction": "Say hello.", "is_resolved": True,
     "failure_mode": "unset", "parser_results": {"test": "passed"}, "total_input_tokens": 90, "total_output_tokens": 9},
    {"id": "b", "trial_name": "hello.2-of-2.r", "task_id": "hello", "instruction": "Say hello.", "is_resolved": False,
     "failure_mode": "unset", "parser_results": {"test": "failed"}, "total_input_tokens": 0, "total_output_tokens": 0},
    {"id": "c", "trial_name": "build.1-of-2.r", "task_id": "build", "instruction": "Build.", "is_resolved": None,
     "failure_mode": "agent_timeout", "parser_results": None},
]  # fmt: skip
RUN: dict[str, Any] = {
    "id": "r", "results": RUN_TRIALS, "n_resolved": 1, "n_unresolved": 2, "resolved_ids": ["hello"],
    "unresolved_ids": ["hello", "build"], "accuracy": 1 / 3, "pass_at_k": {"2": 1.0},
}  # fmt: skip
SMALL = RUN | {"results": RUN_TRIALS[:1], "accuracy": 1.0}
METADATA = {
    "run_id": "2025-09-05__16-26-44", "dataset_name": "terminal-bench-core", "dataset_version": "0.1.1",
    "agent_name": "terminus", "model_name": "acme/coder-7b", "start_time": "2025-09-05T16:26:44+00:00",
}  # fmt: skip


def trials(tmp_path: Path, *changes: dict[str, Any]) -> list[File]:
    """A folder for each trial of a job."""
    names = [f"fix-git__{letter}" for letter in "abcdefg"]
    return [
        put(tmp_path / "jobs/first" / name / "result.json", TRIAL | {"trial_name": name} | change)
        for name, change in zip(names, changes, strict=False)
    ]


def job(tmp_path: Path, *changes: dict[str, Any]) -> File:
    trials(tmp_path, *changes)
    return put(tmp_path / "jobs/first/result.json", JOB | {"n_total_trials": len(changes)})


def scores(found: Found) -> list[tuple[str, str, int, float | None]]:
    return [(each.metric, each.item, each.repeat, each.score) for each in found.samples]


def test_the_trials_of_a_job_are_one_run_and_an_error_without_a_reward_is_0(tmp_path: Path) -> None:
    found = only(harbor, job(tmp_path, {}, FAILED, {"task_name": "other"}))
    assert scores(found) == [
        ("reward", "fix-git", 0, 1), ("cost", "fix-git", 0, 0.5), ("reward", "fix-git", 1, 0),
        ("reward", "other", 0, 1), ("cost", "other", 0, 0.5),
    ]  # fmt: skip
    first, *_ = found.samples
    assert (first.benchmark, first.tokens_in, first.tokens_out) == ("terminal-bench", 900, 100)
    assert (found.run.model, found.run.date) == ("acme/coder-7b", "2025-11-20T10:00:00")
    assert found.run.settings["agent"] == "terminus-2"
    assert found.run.settings["temperature"] == "0.6"
    assert found.notes == [
        "trials that ended with an error: 1 AgentTimeoutError; without a reward they count as 0, as in Harbor"
    ]


def test_a_trial_is_read_with_its_job_or_with_the_first_of_its_folder(tmp_path: Path) -> None:
    first, second = trials(tmp_path, {}, FAILED)
    assert len(scores(only(harbor, first))) == 3
    with pytest.raises(ReadWith, match=r"fix-git__a/result\.json"):
        list(harbor.read(second))
    job(tmp_path, {}, FAILED)
    with pytest.raises(ReadWith, match=r"first/result\.json"):
        list(harbor.read(File(first.path)))


def test_what_the_agent_did_and_the_configurations_are_read_with_results(tmp_path: Path) -> None:
    job(tmp_path, {})
    folder = tmp_path / "jobs/first"
    steps = [{"step_id": 1, "source": "user", "message": "Fix it."}]
    files = [
        put(
            folder / "fix-git__a/agent/trajectory.json",
            {"schema_version": "ATIF-v1.4", "steps": steps},
        ),
        put(
            folder / "fix-git__a/config.json", {"trial_name": "fix-git__a", "agent": {}, "task": {}}
        ),
        put(folder / "config.json", CONFIG),
    ]
    for file in files:
        assert harbor.recognizes(file)
        with pytest.raises(ReadWith, match="read with the results of its trial or job"):
            list(harbor.read(file))
    (found,) = harbor.read(File(folder / "result.json"))
    assert found.run.settings["dataset_version"] == "2.0"
    assert found.run.settings["timeout_multiplier"] == "1"
    first, *_ = found.samples
    assert first.texts is not None
    assert first.texts.file.path == files[0].path


def test_two_agents_of_a_job_are_two_runs(tmp_path: Path) -> None:
    other = {
        "config": {"agent": {"name": "codex", "model_name": "acme/big"}},
        "agent_info": {"name": "codex"},
    }
    found = list(harbor.read(job(tmp_path, {}, other)))
    assert [(one.run.model, one.run.settings["agent"]) for one in found] == [
        ("acme/coder-7b", "terminus-2"), ("acme/big", "codex"),
    ]  # fmt: skip


def test_a_trial_that_cannot_be_read_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    file = job(tmp_path, {}, {})
    (tmp_path / "jobs/first/fix-git__b/result.json").write_text('{"task_name": "fix')
    found = only(harbor, file)
    assert "fix-git__b/result.json:1" in str(found.damage[0])
    assert found.beside
    assert found.notes == [
        "1 of 2 trials are there: the job is incomplete, or parts of its folder are missing"
    ]


def test_rewards_are_kept_by_their_names_and_need_not_be_fractions(tmp_path: Path) -> None:
    rewards = [
        {"verifier_result": {"rewards": {"reward": 1, "speed": speed}}} for speed in (0.5, 3.5)
    ]
    found = only(harbor, job(tmp_path, *rewards))
    assert {(each.metric, each.unit) for each in found.samples} == {
        ("reward", "fraction"), ("speed", "reward"), ("cost", "dollars"),
    }  # fmt: skip


def test_a_single_reward_of_2025_is_read(tmp_path: Path) -> None:
    found = only(harbor, job(tmp_path, {"verifier_result": {"reward": 0.0}}))
    assert scores(found)[0] == ("reward", "fix-git", 0, 0)


def test_a_trial_of_a_task_by_its_path_is_of_the_folder_that_holds_it(tmp_path: Path) -> None:
    found = only(harbor, job(tmp_path, {"source": None}))
    assert {each.benchmark for each in found.samples} == {"tasks"}


def test_a_job_without_trials_adds_nothing(tmp_path: Path) -> None:
    with pytest.raises(Skip, match="without the results of its trials"):
        list(harbor.read(put(tmp_path / "result.json", JOB)))


def run(tmp_path: Path, document: Any = RUN, metadata: Any = METADATA) -> File:
    put(tmp_path / "run/run_metadata.json", metadata)
    return put(tmp_path / "run/results.json", document)


def trial_of_run(tmp_path: Path, at: int = 0) -> File:
    trial = RUN_TRIALS[at]
    folder = tmp_path / "run" / trial["task_id"] / trial["trial_name"]
    return put(folder / "results.json", trial)


def test_a_run_of_terminal_bench_has_each_trial(tmp_path: Path) -> None:
    found = only(terminal_bench, run(tmp_path))
    assert scores(found) == [
        ("accuracy", "hello", 0, 1), ("accuracy", "hello", 1, 0), ("accuracy", "build", 0, 0),
    ]  # fmt: skip
    first, second, third = found.samples
    assert (first.benchmark, first.tokens_in, second.tokens_in) == ("terminal-bench-core", 90, None)
    assert third.finish == "agent_timeout"
    assert (found.run.model, found.run.date) == ("acme/coder-7b", "2025-09-05T16:26:44+00:00")
    assert found.run.settings["dataset_version"] == "0.1.1"
    assert found.notes == [
        "trials that failed: 1 agent_timeout; not resolved, as terminal-bench counts them"
    ]


def test_trials_of_terminal_bench_alone_are_one_run(tmp_path: Path) -> None:
    put(tmp_path / "run/run_metadata.json", METADATA)
    files = [trial_of_run(tmp_path, at) for at in range(3)]
    every = [only(terminal_bench, file) for file in files]
    assert len({repr(found.run) for found in every}) == 1
    assert [scores(found)[0][1:] for found in every] == [
        ("hello", 0, 1),
        ("hello", 1, 0),
        ("build", 0, 0),
    ]


def test_trials_without_a_description_are_called_by_the_folder_of_their_run(tmp_path: Path) -> None:
    file = trial_of_run(tmp_path)
    file = put(
        tmp_path / "my-coder-7b" / "hello" / "hello.1-of-1.r" / "results.json", RUN_TRIALS[0]
    )
    assert model_of(only(terminal_bench, file), file) == "my-coder-7b"


def test_trial_and_description_are_read_with_the_results_of_their_run(tmp_path: Path) -> None:
    run(tmp_path)
    with pytest.raises(ReadWith, match=r"run/results\.json"):
        list(terminal_bench.read(trial_of_run(tmp_path)))
    with pytest.raises(ReadWith, match=r"run/results\.json"):
        list(terminal_bench.read(File(tmp_path / "run/run_metadata.json")))
