"""The harness's own files, from 0.3 to 0.4.13, and what can be wrong with them."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.files import File
from reasonboard.ingest.readers import lm_eval
from reasonboard.ingest.records import Found
from tests.ingest.readers.found import of

DOCUMENT: dict[str, Any] = {
    "results": {
        "gsm8k": {
            "alias": "gsm8k", "exact_match,strict-match": 0.5, "exact_match_stderr,strict-match": 0.1,
            "exact_match,flexible-extract": 0.6, "exact_match_stderr,flexible-extract": "N/A",
        },
        "wikitext": {"word_perplexity,none": 12.5},
        "mmlu": {"acc,none": 0.25},
    },
    "groups": {"mmlu": {"acc,none": 0.25}},
    "group_subtasks": {"mmlu": ["mmlu_law"], "gsm8k": []},
    "configs": {"gsm8k": {}},
    "n-samples": {"gsm8k": {"original": 1319, "effective": 200}},
    "higher_is_better": {"gsm8k": {"exact_match": True}},
    "config": {
        "model_args": "pretrained=org/m-7b,revision=step3000,stop=[a,b]", "model_num_parameters": 7_100_000_000,
        "batch_size": 8, "api_key": "sk-abcdefghijklmnopqrstuv",
    },
    "model_name": "org/m-7b",
    "date": 1700000000.0,
}  # fmt: skip


def read(tmp_path: Path, document: Any) -> list[Found]:
    path = tmp_path / "results.json"
    path.write_text(json.dumps(document))
    return list(lm_eval.read(File(path)))


def test_two_filters_of_a_task_are_two_measurements(tmp_path: Path) -> None:
    (found,) = read(tmp_path, DOCUMENT)
    strict = of(found, "gsm8k", "exact_match", "strict-match")
    assert (strict.value, strict.stderr, strict.n_items, strict.unit) == (0.5, 0.1, 200, "fraction")
    assert strict.locator == "results.gsm8k['exact_match,strict-match']"
    loose = of(found, "gsm8k", "exact_match", "flexible-extract")
    assert (loose.value, loose.stderr, loose.missing) == (0.6, None, "stderr N/A")


def test_a_group_is_an_aggregate_and_stands_once(tmp_path: Path) -> None:
    (found,) = read(tmp_path, DOCUMENT)
    assert of(found, "mmlu", "acc").aggregate
    assert not of(found, "gsm8k", "exact_match", "strict-match").aggregate


def test_a_perplexity_is_no_fraction_and_lower_is_better(tmp_path: Path) -> None:
    (found,) = read(tmp_path, DOCUMENT)
    one = of(found, "wikitext", "word_perplexity")
    assert (one.value, one.unit, one.higher_is_better) == (12.5, "perplexity", False)


def test_the_run_has_what_the_file_states_and_no_secret(tmp_path: Path) -> None:
    (found,) = read(tmp_path, DOCUMENT)
    run = found.run
    assert (run.model, run.params_b, run.date) == ("org/m-7b", 7.1, "2023-11-14T22:13:20+00:00")
    assert run.hints[0] == "revision=step3000"
    assert run.settings == {"batch_size": "8"}
    assert found.dropped == 1


def test_what_is_not_a_number_is_noted_and_left_out(tmp_path: Path) -> None:
    document = copy.deepcopy(DOCUMENT)
    document["results"] = {"t": {"acc,none": "0.5", "f1,none": [0.5], "acc_norm,none": 73}}
    (found,) = read(tmp_path, document)
    assert found.measurements == []
    assert len(found.notes) == 3
    assert "acc_norm,none'] is 73: not a fraction" in found.notes[2]


def test_a_group_without_a_mean_has_a_blank_row(tmp_path: Path) -> None:
    (found,) = read(tmp_path, DOCUMENT | {"results": {"mmlu": {" ": " ", "alias": "mmlu"}}})
    assert (found.measurements, found.notes) == ([], [])


def test_without_a_readable_model_the_folder_names_it(tmp_path: Path) -> None:
    config = {"model_args": {"iteration": 3000, "model": None, "path": " "}}
    (found,) = read(tmp_path, DOCUMENT | {"model_name": " ", "config": config})
    assert (found.run.model, found.run.step) == (tmp_path.name, 3000)


@pytest.mark.parametrize("parameters", [True, 0, -1, 10**400, "7e9", 7.1e9, None])
def test_a_number_of_parameters_that_is_none_is_left_out(tmp_path: Path, parameters: Any) -> None:
    (found,) = read(tmp_path, DOCUMENT | {"config": {"model_num_parameters": parameters}})
    assert found.run.params_b is None


def test_the_settings_of_a_training_that_are_no_texts_name_no_step(tmp_path: Path) -> None:
    config = {"model_args": {"pretrained": ["x"], "revision": {"a": 1}, "iteration": "3000"}}
    (found,) = read(tmp_path, DOCUMENT | {"config": config})
    assert found.run.step is None
    assert list(found.run.hints) == ["org/m-7b", tmp_path.name, "results.json"]
