"""EvalPlus's verdicts, of 2023 and of today, and what can be wrong with them."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Sample
from reasonboard.ingest.readers import evalplus
from tests.ingest.readers.found import model_of, put

NAME = "org--m-7b_vllm_temp_0.8-sanitized_eval_results.json"
DOCUMENT: dict[str, Any] = {
    "date": "2024-08-08 17:18",
    "hash": "fe58",
    "eval": {
        "HumanEval/0": [
            {"task_id": "HumanEval/0", "solution": "", "base_status": "pass", "plus_status": "pass"},
            {"task_id": "HumanEval/0", "solution": "", "base_status": "pass", "plus_status": "fail"},
        ],
        "HumanEval/1": [
            {"task_id": "HumanEval/1", "solution": "", "base_status": "timeout", "plus_status": "fail"},
            {"task_id": "HumanEval/1", "solution": "", "base_status": "fail", "plus_status": "pass"},
        ],
    },
    "pass_at_k": {"base": {"pass@1": 0.5}, "plus": {"pass@1": 0.25}},
}  # fmt: skip
OLD: dict[str, Any] = {
    "date": "2023-05-01 10:00",
    "hash": "0a",
    "eval": {
        "HumanEval/0": {"nfiles": 2, "base": [["success", []], ["failed", [True, False]]],
                        "plus": [["timed out", []], ["success", []]]},
        "HumanEval/1": {"nfiles": 1, "base": [["pass", None]], "plus": []},
    },
}  # fmt: skip


def read(tmp_path: Path, document: Any, name: str = NAME) -> tuple[Found, list[Sample]]:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document))
    (found,) = evalplus.read(File(path))
    return found, list(found.samples)


def scores(samples: list[Sample]) -> dict[str, list[float | None]]:
    return {
        benchmark: [sample.score for sample in samples if sample.benchmark == benchmark]
        for benchmark in dict.fromkeys(sample.benchmark for sample in samples)
    }


def test_a_solution_counts_for_plus_only_where_it_passes_both_kinds_of_tests(
    tmp_path: Path,
) -> None:
    _, samples = read(tmp_path, DOCUMENT)
    assert scores(samples) == {"humaneval": [1, 1, 0, 0], "humaneval+": [1, 0, 0, 0]}
    assert [(sample.item, sample.repeat) for sample in samples if sample.benchmark == "humaneval"] == [
        ("HumanEval/0", 0), ("HumanEval/0", 1), ("HumanEval/1", 0), ("HumanEval/1", 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("humaneval/codegen-2b_temp_0.2/eval_results.json", "codegen-2b"),
        ("org--m_hf_temp_0.0.raw.eval_results.json", "org/m"),
        ("my-model-1b/humaneval/eval_results.json", "my-model-1b"),
        ("my-samples-1b_eval_results.json", "my-samples-1b"),
    ],
)
def test_a_model_is_named_by_the_file_or_its_folder(tmp_path: Path, name: str, model: str) -> None:
    found, _ = read(tmp_path, DOCUMENT, name)
    assert model_of(found, File(tmp_path / name)) == model


def test_verdicts_of_2023_are_lists_by_kind_of_test(tmp_path: Path) -> None:
    assert evalplus.recognizes(put(tmp_path / "file.json", OLD))
    found, samples = read(tmp_path, OLD)
    assert scores(samples) == {"humaneval": [1, 0, 1], "humaneval+": [0, 0]}
    assert found.measurements == []


def test_with_base_tests_only_there_is_no_plus(tmp_path: Path) -> None:
    document = copy.deepcopy(DOCUMENT)
    for answers in document["eval"].values():
        for answer in answers:
            answer["plus_status"] = None
    _, samples = read(tmp_path, document)
    assert set(scores(samples)) == {"humaneval"}
