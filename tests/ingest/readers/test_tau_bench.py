"""Attempts of tau-bench and simulations of tau2-bench, and what can be wrong with them."""

from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, NameOf
from reasonboard.ingest.readers import tau2_bench, tau_bench
from tests.ingest.readers.found import only, put

NAME = "tool-calling-gpt-4o-0.0_range_0--1_user-gpt-4o-mini-llm_0927091200.json"
TASK = {
    "user_id": "u",
    "actions": [{"name": "book_reservation", "kwargs": {}}],
    "instruction": "Book.",
    "outputs": [],
}
ATTEMPTS: list[dict[str, Any]] = [
    {"task_id": 0, "reward": 1.0, "info": {"task": TASK, "user_cost": 0.25}, "trial": 0,
     "traj": [{"role": "system", "content": "Policy"}, {"role": "user", "content": "Hi"},
              {"role": "assistant", "content": "Done"}]},
    {"task_id": 1, "reward": 0.0, "info": {"error": "a timeout", "traceback": ""}, "traj": [], "trial": 0},
    {"task_id": 0, "reward": 0.0, "info": {"task": TASK}, "traj": [], "trial": 1},
]  # fmt: skip
SIMULATIONS: list[dict[str, Any]] = [
    {"id": "s0", "task_id": "7", "trial": 0, "termination_reason": "user_stop", "agent_cost": 0.5, "user_cost": 0.25,
     "duration": 20.0, "reward_info": {"reward": 1.0, "reward_breakdown": {"DB": 1.0}},
     "messages": [{"role": "user", "content": "Hi"},
                  {"role": "assistant", "content": "Done", "usage": {"prompt_tokens": 30, "completion_tokens": 4}}]},
    {"id": "s1", "task_id": "7", "trial": 1, "termination_reason": "max_steps", "agent_cost": None, "user_cost": None,
     "reward_info": {"reward": 0.0, "info": {"note": "It ended early."}}, "messages": []},
    {"id": "s2", "task_id": "8", "trial": 0, "termination_reason": "infrastructure_error", "agent_cost": 0.0,
     "user_cost": 0.0, "reward_info": None, "messages": []},
]  # fmt: skip
RESULTS: dict[str, Any] = {
    "timestamp": "2025-08-01T10:11:12.345678",
    "info": {
        "git_commit": "abc123", "num_trials": 2, "max_steps": 100, "max_errors": 10, "seed": 300,
        "user_info": {"implementation": "user_simulator", "llm": "gpt-4.1", "llm_args": {"temperature": 0.0}},
        "agent_info": {"implementation": "llm_agent", "llm": "acme/coder-7b", "llm_args": {"temperature": 0.6}},
        "environment_info": {"domain_name": "airline", "policy": "Be kind."},
    },
    "tasks": [{"id": "7", "user_scenario": {"instructions": "Book."}}, {"id": "8"}],
    "simulations": SIMULATIONS,
}  # fmt: skip
SMALL = RESULTS | {"simulations": SIMULATIONS[:1]}


def attempts(tmp_path: Path, document: Any = ATTEMPTS, name: str = NAME) -> File:
    return put(tmp_path / name, document)


def results(tmp_path: Path, document: Any = RESULTS) -> File:
    return put(tmp_path / "airline.json", document)


def folder(tmp_path: Path, document: dict[str, Any] = RESULTS) -> File:
    """The results in the form with a file for each simulation, of which the last is missing."""
    for simulation in SIMULATIONS[:2]:
        put(tmp_path / "simulations" / f"{simulation['id']}.json", simulation)
    index = [
        {key: each.get(key) for key in ("id", "task_id", "trial", "termination_reason")}
        | {"reward": 0.0}
        for each in SIMULATIONS
    ]
    rest = {key: value for key, value in document.items() if key != "simulations"}
    return put(tmp_path / "results.json", rest | {"simulation_index": index})


def scores(found: Found) -> dict[tuple[str, str, int], float | None]:
    return {(each.metric, each.item, each.repeat): each.score for each in found.samples}


def test_an_attempt_is_solved_where_its_reward_is_1(tmp_path: Path) -> None:
    found = only(tau_bench, attempts(tmp_path))
    assert scores(found) == {
        ("pass^1", "0", 0): 1, ("user_cost", "0", 0): 0.25, ("pass^1", "1", 0): 0, ("pass^1", "0", 1): 0,
    }  # fmt: skip
    assert {each.benchmark for each in found.samples} == {"tau-bench:airline"}
    assert found.notes == [
        "1 of 3 attempts ended with an error: not solved, as tau-bench counts them"
    ]
    assert (found.run.model, found.run.repeat) == ("gpt-4o", "0927091200")
    assert found.run.settings == {
        "agent_strategy": "tool-calling", "temperature": "0.0", "user_model": "gpt-4o-mini", "user_strategy": "llm",
    }  # fmt: skip


def test_the_domain_is_named_by_file_or_folder_first(tmp_path: Path) -> None:
    found = only(tau_bench, attempts(tmp_path, name="gpt-4o-retail.json"))
    assert {each.benchmark for each in found.samples} == {"tau-bench:retail"}
    assert (found.run.model, found.run.name_of) == ("gpt-4o", NameOf.RUN)


def test_the_same_trial_twice_is_two_attempts(tmp_path: Path) -> None:
    found = only(tau_bench, attempts(tmp_path, [ATTEMPTS[0], ATTEMPTS[0]]))
    assert [each.repeat for each in found.samples if each.metric == "pass^1"] == [0, 1]


def test_a_reward_between_0_and_1_is_kept_beside_the_verdict(tmp_path: Path) -> None:
    found = only(tau_bench, attempts(tmp_path, [ATTEMPTS[1] | {"reward": 0.5, "info": {}}]))
    assert scores(found) == {("pass^1", "1", 0): 0, ("reward", "1", 0): 0.5}


def test_a_simulation_has_a_verdict_tokens_and_costs(tmp_path: Path) -> None:
    found = only(tau2_bench, results(tmp_path))
    assert scores(found) == {
        ("pass^1", "7", 0): 1, ("agent_cost", "7", 0): 0.5, ("user_cost", "7", 0): 0.25,
        ("pass^1", "7", 1): 0, ("pass^1", "8", 0): None, ("agent_cost", "8", 0): 0, ("user_cost", "8", 0): 0,
    }  # fmt: skip
    first = next(iter(tau2_bench.read(results(tmp_path))))
    one = next(iter(first.samples))
    assert (one.benchmark, one.tokens_in, one.tokens_out, one.finish) == (
        "tau2-bench:airline", 30, 4, "user_stop",
    )  # fmt: skip
    assert (found.run.model, found.run.date, found.run.build) == (
        "acme/coder-7b", "2025-08-01T10:11:12", "abc123",
    )  # fmt: skip
    assert found.run.settings == {
        "max_steps": 100, "max_errors": 10, "seed": 300, "agent": "llm_agent", "temperature": 0.6,
        "user": "user_simulator", "user_model": "gpt-4.1", "user_temperature": 0.0,
    }  # fmt: skip
    assert found.notes == [
        "3 of 4 simulations are there: the run is incomplete",
        "1 of 3 simulations were stopped by infrastructure: no score, as tau2-bench leaves them out",
    ]


def test_simulations_in_files_of_their_own_are_read_with_their_results(tmp_path: Path) -> None:
    found = only(tau2_bench, folder(tmp_path))
    assert scores(found)["pass^1", "7", 0] == 1
    assert scores(only(tau2_bench, folder(tmp_path)))["pass^1", "8", 0] is None
    one = File(tmp_path / "simulations/s0.json")
    assert tau2_bench.recognizes(one)
    with pytest.raises(ReadWith, match=r"results\.json"):
        list(tau2_bench.read(one))


def test_a_simulation_that_cannot_be_read_has_what_the_index_says(tmp_path: Path) -> None:
    file = folder(tmp_path)
    (tmp_path / "simulations/s0.json").write_text('{"id": "s0"')
    found = only(tau2_bench, file)
    assert scores(found)["pass^1", "7", 0] == 0
    assert any("s0.json:1" in note and "taken from the index" in note for note in found.notes)


def test_a_simulation_alone_adds_nothing(tmp_path: Path) -> None:
    with pytest.raises(Skip, match=r"without its results\.json"):
        list(tau2_bench.read(put(tmp_path / "s.json", SIMULATIONS[0])))
