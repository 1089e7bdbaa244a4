"""The harness's own files, from 0.3 to 0.4.13, and what can be wrong with them."""

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import lm_eval
from reasonboard.ingest.records import Found, Measurement

SHARED = Path(__file__).resolve().parents[4] / "shared"
FILES = SHARED / "formats" / "lm-eval"
needs_files = pytest.mark.skipif(not FILES.is_dir(), reason="../shared/formats is not here")

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


def real(name: str) -> Found:
    (path,) = FILES.glob(f"*{name}*.json")
    file = File(path)
    assert lm_eval.recognises(file)
    (found,) = lm_eval.read(file)
    return found


def of(found: Found, benchmark: str, metric: str, chosen: str | None = None) -> Measurement:
    (one,) = [
        m
        for m in found.measurements
        if (m.benchmark, m.metric, m.filter) == (benchmark, metric, chosen)
    ]
    return one


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


def test_a_document_with_any_part_replaced_is_read_or_refused(tmp_path: Path) -> None:
    def parts(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        yield path
        for key, child in node.items() if isinstance(node, dict) else ():
            yield from parts(child, (*path, key))

    tried = 0
    for path in parts(DOCUMENT):
        others: tuple[Any, ...] = (None, 5, "x", [], {}, True)
        for other in others:
            document = copy.deepcopy(DOCUMENT)
            if not path:
                continue
            node = document
            for key in path[:-1]:
                node = node[key]
            node[path[-1]] = other
            tried += 1
            with suppress(IngestError):
                (found,) = read(tmp_path, document)
                assert found.run.model
    assert tried > 150


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


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"results": None}, r"results is None \(expected an object\)"),
        ({"results": {"t": []}}, r"results\.t is a list \(expected an object\)"),
        ({"config": 5}, r"config is 5 \(expected an object\)"),
        ({"results": {"": {"acc": 1}}}, "a task is named ''"),
        ({"results": {"t": {",none": 1}}}, "a metric is named ''"),
        ({"results": {"t" * 513: {"acc": 1}}}, "expected 1 to 512 characters"),
        ({"model_name": "a\x00"}, "the model is named"),
        ({"model_name": "\ud800"}, "the model is named"),
    ],
)
def test_what_has_another_shape_is_refused(
    tmp_path: Path, change: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(IngestError, match=complaint):
        read(tmp_path, DOCUMENT | change)


def test_the_settings_of_a_training_that_are_no_texts_name_no_step(tmp_path: Path) -> None:
    config = {"model_args": {"pretrained": ["x"], "revision": {"a": 1}, "iteration": "3000"}}
    (found,) = read(tmp_path, DOCUMENT | {"config": config})
    assert found.run.step is None
    assert list(found.run.hints) == ["org/m-7b", tmp_path.name, "results.json"]


@pytest.mark.parametrize("end", range(10, len(json.dumps(DOCUMENT)) - 1, 97))
def test_a_truncated_file_is_refused_with_line_and_column(tmp_path: Path, end: int) -> None:
    path = tmp_path / "results.json"
    path.write_text(json.dumps(DOCUMENT)[:end])
    with pytest.raises(IngestError, match=r"results\.json:1:\d+: .*expected JSON"):
        list(lm_eval.read(File(path)))


@needs_files
def test_a_file_of_before_0_4_has_plain_metric_names() -> None:
    found = real("llama-7B_gsm8k")
    one = of(found, "gsm8k", "acc")
    assert (one.value, one.stderr) == (0.0803639120545868, 0.007488258573239077)


@needs_files
def test_infinity_and_nan_are_kept_apart_from_numbers() -> None:
    one = of(real("2025-06-30"), "polymer_tg_prediction", "mae")
    assert (one.value, one.missing, one.higher_is_better) == (None, "Infinity", False)


@needs_files
@pytest.mark.parametrize(
    ("name", "model", "params_b", "benchmark", "metric", "chosen", "value"),
    [
        ("masakhaner", "google/gemma-2b", None,
         "masakhaner_sw_prompt_5", "f1", "flexible-extract", 0.11265504056697227),
        ("2024-08-25", "meta-llama/Meta-Llama-3-8B-Instruct", None,
         "gsm8k_cot_llama", "exact_match", "strict-match", 0.7725549658832449),
        ("2025-03-03", "state-spaces/mamba-1.4b", 1.372178432, "winogrande", "acc", None, 0.6140489344909235),
        ("2026-07-08", "Qwen/Qwen3-8B", 8.190735360, "negotiationtom_belief", "acc", None, 0.45),
    ],
)  # fmt: skip
def test_real_files_give_the_numbers_that_they_state(
    name: str, model: str, params_b: float | None, benchmark: str, metric: str, chosen: str | None, value: float
) -> None:  # fmt: skip
    found = real(name)
    assert (found.run.model, found.run.params_b) == (model, params_b)
    assert of(found, benchmark, metric, chosen).value == value


@needs_files
def test_a_real_group_is_an_aggregate() -> None:
    assert real("2026-07-08").notes == []
    one = of(real("2024-06-03"), "steer", "acc")
    assert (one.value, one.aggregate) == (0.27052953235601285, True)
