"""Verdicts and numbers of LiveCodeBench, and what can be wrong with them."""

from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers import livecodebench
from tests.ingest.readers.found import model_of, of, only, put

STEM = "output/coder-7b/Scenario.codegeneration_2_0.2"
PROBLEMS: list[dict[str, Any]] = [
    {
        "question_title": "Sum", "question_content": "Add two numbers.", "platform": "leetcode", "question_id": "2727",
        "contest_id": "biweekly-1", "contest_date": "2024-08-03T00:00:00", "starter_code": "", "difficulty": "easy",
        "output_list": ["```a```", "b"], "code_list": ["a", ""], "graded_list": [True, False], "pass@1": 0.5,
        "metadata": ["{}", "{\"error_code\": -4, \"error_message\": \"Runtime Error\"}"],
    },
    {
        "question_title": "Product", "question_content": "Multiply.", "platform": "atcoder", "question_id": "abc_1",
        "contest_id": "abc", "contest_date": "2024-09-01T00:00:00", "starter_code": "", "difficulty": "hard",
        "output_list": ["a", "b"], "code_list": ["a", "b"], "graded_list": [True, True], "pass@1": 1.0,
        "metadata": ["{}", "{}"],
    },
]  # fmt: skip
NUMBERS: list[Any] = [
    {"pass@1": 0.75, "detail": {"pass@1": {"0": 0.5, "1": 1.0}}},
    {"0": [[1, 1], [-4]], "1": [[1], [1]]},
    [["{}", "{}"], ["{}", "{}"]],
]


def verdicts(tmp_path: Path, document: Any = PROBLEMS) -> File:
    return put(tmp_path / f"{STEM}_eval_all.json", document)


def numbers(tmp_path: Path, document: Any = NUMBERS) -> File:
    return put(tmp_path / f"{STEM}_eval.json", document)


def test_verdicts_are_answers_to_problems_and_the_numbers_are_read_with_them(
    tmp_path: Path,
) -> None:
    beside = numbers(tmp_path)
    found = only(livecodebench, verdicts(tmp_path))
    samples = list(found.samples)
    assert [(each.item, each.repeat, each.score) for each in samples] == [
        ("2727", 0, 1), ("2727", 1, 0), ("abc_1", 0, 1), ("abc_1", 1, 1)
    ]  # fmt: skip
    assert samples[0].problem == samples[1].problem != samples[2].problem
    assert samples[2].item_fields == '{"difficulty": "hard"}'
    stated = of(found, "LiveCodeBench", "pass@1")
    assert (stated.value, stated.n_items, stated.n_repeats) == (0.75, 2, 2)
    assert (found.run.model, found.notes) == ("coder-7b", [])
    assert found.run.settings == {
        "n_samples": "2", "temperature": "0.2", "first_contest": "2024-08-03", "last_contest": "2024-09-01",
    }  # fmt: skip
    with pytest.raises(ReadWith, match=r"_eval_all\.json"):
        list(livecodebench.read(beside))


def test_numbers_alone_are_numbers_of_problems_without_names(tmp_path: Path) -> None:
    found = only(livecodebench, numbers(tmp_path))
    stated = of(found, "LiveCodeBench", "pass@1")
    assert (stated.value, stated.n_items, stated.n_repeats) == (0.75, 2, 2)
    assert not list(found.samples)


def test_numbers_that_do_not_agree_with_the_verdicts_are_left_out(tmp_path: Path) -> None:
    numbers(tmp_path, [{"pass@1": 0.5, "detail": {}}, NUMBERS[1], []])
    found = only(livecodebench, verdicts(tmp_path))
    assert not found.measurements
    assert found.notes == [
        "Scenario.codegeneration_2_0.2_eval.json: pass@1 is 0.5, of the 2 problems here 0.75: left out"
    ]


def test_numbers_that_cannot_be_read_cost_no_verdicts(tmp_path: Path) -> None:
    path = numbers(tmp_path).path
    path.write_text('[{"pass@1": 0.75, "detail": {')
    found = only(livecodebench, verdicts(tmp_path))
    assert not found.measurements
    assert len(list(found.samples)) == 4
    assert "its pass@k is left out" in found.notes[0]


def test_answers_without_verdicts_add_nothing(tmp_path: Path) -> None:
    graded = {"graded_list", "pass@1", "metadata"}
    plain = [{key: each[key] for key in each if key not in graded} for each in PROBLEMS]
    file = put(tmp_path / f"{STEM}.json", plain)
    assert livecodebench.recognizes(file)
    with pytest.raises(Skip, match="answers without verdicts"):
        list(livecodebench.read(file))


def test_predictions_of_outputs_are_told_apart_by_their_test(tmp_path: Path) -> None:
    rows = [
        {"question_id": "2727", "test_id": test, "output_list": ["4"], "pred_list": ["4"], "graded_list": [True]}
        for test in (0, 1)
    ]  # fmt: skip
    name = "output/coder-7b/testoutputprediction_1_0.0_cot_eval_all.json"
    found = only(livecodebench, put(tmp_path / name, rows))
    assert [(each.benchmark, each.item) for each in found.samples] == [
        ("LiveCodeBench:testoutputprediction", "2727/0"), ("LiveCodeBench:testoutputprediction", "2727/1")
    ]  # fmt: skip
    assert found.run.settings["chain_of_thought"] == "true"


def test_answers_of_other_runners_are_called_by_the_name_that_a_person_gave(tmp_path: Path) -> None:
    file = put(tmp_path / "downloads/my-coder-3b_codegeneration_output_eval_all.json", PROBLEMS)
    assert model_of(only(livecodebench, file), file) == "my-coder-3b"
