"""Answers beside documents of Every Eval Ever, and what can be wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Sample
from reasonboard.ingest.readers.every_eval_ever import reader as every_eval_ever
from tests.ingest.readers.found import kept_of
from tests.ingest.readers.test_every_eval_ever import DOCUMENT, read, result, write

ROWS: list[dict[str, Any]] = [
    {"schema_version": "0.2.2", "evaluation_id": "e", "evaluation_result_id": "gsm8k#1", "model_id": "org/m-7b",
     "evaluation_name": "gsm8k", "sample_id": "0", "interaction_type": "single_turn", "input": {},
     "evaluation": {"score": 1.0, "is_correct": True},
     "token_usage": {"input_tokens": 10, "output_tokens": 200, "total_tokens": 210}},
    {"evaluation_id": "e", "model_id": "org/m-7b", "evaluation_name": "gsm8k", "sample_id": "0",
     "evaluation": {"score": 0.0, "is_correct": False}},
    {"evaluation_id": "e", "model_id": "org/m-7b", "evaluation_name": "gsm8k", "sample_id": "1",
     "evaluation": {"score": 0.25, "is_correct": False}},
]  # fmt: skip


def answers(folder: Path, rows: list[Any] = ROWS, name: str = "5917_samples.jsonl") -> File:
    path = folder / name
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return File(path)


def test_results_of_other_temperatures_are_other_runs(tmp_path: Path) -> None:
    hot, cold = ({"generation_args": {"temperature": t, "top_p": None}} for t in (1.0, 0.0))
    results = [result("a", 0.5, generation_config=cold), result("a", 0.25, generation_config=hot),
               result("b", 0.75, generation_config=cold)]  # fmt: skip
    file = write(tmp_path, DOCUMENT | {"evaluation_results": results})
    answers(tmp_path, [ROWS[1] | {"evaluation_name": "b"}])
    first, second = every_eval_ever.read(file)
    assert [kept_of(one).values["temperature"] for one in (first, second)] == ["0.0", "1.0"]
    assert [measurement.value for measurement in first.measurements] == [0.5, 0.75]
    assert [measurement.value for measurement in second.measurements] == [0.25]
    assert (len(list(first.samples)), list(second.samples)) == (1, [])
    assert kept_of(first).secrets == ("hf_token",)


def test_answers_stand_beside_and_are_samples_with_their_tokens(tmp_path: Path) -> None:
    answers(tmp_path)
    found = read(tmp_path, DOCUMENT)
    assert list(found.samples) == [
        Sample("gsm8k", "0", 0, 1.0, "accuracy", tokens_in=10, tokens_out=200),
        Sample("gsm8k", "0", 1, 0.0, "accuracy"),
        Sample("gsm8k", "1", 0, 0.25, "accuracy"),
    ]


def test_answers_are_in_the_unit_of_their_result(tmp_path: Path) -> None:
    elo = ROWS[1] | {"evaluation_name": "arena"}
    scored = [elo | {"evaluation": {"score": score, "is_correct": None}} for score in (990.5, 1410)]
    answers(tmp_path, scored)
    found = read(tmp_path, DOCUMENT)
    assert [(one.score, one.metric, one.unit) for one in found.samples] == [
        (990.5, "elo", "score"), (1410.0, "elo", "score"),
    ]  # fmt: skip
    assert found.notes == []


def test_answers_are_found_by_the_name_that_the_document_states_in_its_own_folder(
    tmp_path: Path,
) -> None:
    answers(tmp_path, name="answers.jsonl")
    document = DOCUMENT | {
        "detailed_evaluation_results": {"file_path": "/etc/../data/answers.jsonl"}
    }
    assert len(list(read(tmp_path, document).samples)) == 3


def test_rows_of_no_result_and_without_a_score_are_counted_in_the_notes(tmp_path: Path) -> None:
    rows = [
        ROWS[0] | {"evaluation_result_id": "other", "evaluation_name": "other"},
        ROWS[0] | {"evaluation": {"score": 7, "is_correct": None}},
        ROWS[0] | {"evaluation": {"score": 7, "is_correct": True}},
        ROWS[1] | {"evaluation_name": "IFEval", "evaluation": {"score": 1.0, "is_correct": None}},
    ]
    answers(tmp_path, rows)
    found = read(tmp_path, DOCUMENT)
    assert [(sample.benchmark, sample.repeat, sample.score) for sample in found.samples] == [
        ("gsm8k", 0, None), ("gsm8k", 1, 1.0), ("IFEval", 0, None)
    ]  # fmt: skip
    assert set(found.notes) == {
        "5917_samples.jsonl: 1 rows of no result",
        "5917_samples.jsonl: 2 rows without a score",
    }


def test_answers_are_read_with_their_document_and_alone_say_what_is_missing(tmp_path: Path) -> None:
    file = answers(tmp_path)
    assert every_eval_ever.recognizes(file)
    with pytest.raises(Skip, match="answers, read only with the document"):
        list(every_eval_ever.read(file))
    write(tmp_path, DOCUMENT)
    with pytest.raises(Skip, match=r"read with .*5917\.json"):
        list(every_eval_ever.read(File(file.path)))
