"""Logs of inspect_ai, zipped and as JSON, from 2024 to 0.3.285, and what can be wrong with them."""

import copy
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import zipfile_zstd  # noqa: F401  (teaches zipfile method 93)

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Sample
from reasonboard.ingest.readers.inspect_ai import reader as inspect_ai
from tests.ingest.readers.found import FILES, of

ZSTANDARD = 93
_GROUPED = {"metric": {"name": "inspect_ai/accuracy"}, "group_key": "subset"}

EVAL: dict[str, Any] = {
    "task": "inspect_evals/arc", "model": "hf/org/m-7b", "created": "2025-01-02T03:04:05-05:00",
    "task_args": {"subset": "easy", "fewshot": 5, "grader_key": "sk-abcdefghijklmnopqrstuv"},
    "model_args": {"revision": "step300", "model_base_url": "http://host/v1"},
    "model_generate_config": {"temperature": 0.6, "seed": 7},
    "config": {"epochs": 2, "limit": 10},
    "packages": {"inspect_ai": "0.3.58"},
    "tags": ["demo"],
    "metadata": {"note": "x"},
}  # fmt: skip
SCORES: list[dict[str, Any]] = [
    {
        "name": "match", "scorer": "match", "scored_samples": 2,
        "metrics": {
            "accuracy": {"name": "accuracy", "value": 0.625}, "stderr": {"name": "stderr", "value": 0.1},
            "std": {"name": "std", "value": 0.3},
            "odd": {"name": "odd", "value": 0.5, "group": "grouped", "params": _GROUPED},
            "all": {"name": "all", "value": 0.75, "group": "grouped", "params": _GROUPED},
        },
    },
    {
        "name": "match", "scorer": "match", "reducer": "pass_at_2", "scored_samples": 2,
        "metrics": {"accuracy": {"name": "accuracy", "value": 1.0}},
    },
    {"name": "judge", "scorer": "judge", "reducer": "mean", "metrics": {"mean": {"value": 7.5}}},
]  # fmt: skip
USAGE = {
    "hf/org/m-7b": {"input_tokens": 10, "output_tokens": 20, "reasoning_tokens": 5},
    "openai/judge": {"input_tokens": 900, "output_tokens": 900},
}


def sample(item: Any, epoch: int, value: Any, **more: Any) -> dict[str, Any]:
    scores = {"match": {"value": value, "answer": "4"}}
    return {"id": item, "epoch": epoch, "scores": scores, "model_usage": USAGE, **more}


SAMPLES = [
    sample("q1", 1, "C", output={"choices": [{"stop_reason": "max_tokens"}]}),
    sample("q1", 2, "I"),
    sample(2, 1, "P"),
    sample(2, 2, 1),
]
DOCUMENT: dict[str, Any] = {
    "version": 2, "status": "success", "eval": EVAL, "plan": {"config": {"max_tokens": 512}},
    "results": {"total_samples": 4, "completed_samples": 4, "scores": SCORES},
    "samples": SAMPLES,
}  # fmt: skip


def read(path: Path) -> tuple[Found, list[Sample]]:
    file = File(path)
    assert inspect_ai.recognizes(file)
    (found,) = inspect_ai.read(file)
    return found, list(found.samples)


def plain(tmp_path: Path, document: Any) -> Path:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(document))
    return path


def zipped(tmp_path: Path, members: dict[str, Any], method: int = zipfile.ZIP_DEFLATED) -> Path:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w", method) as whole:
        for name, content in members.items():
            whole.writestr(name, content if isinstance(content, str) else json.dumps(content))
    return path


def members() -> dict[str, Any]:
    header = {key: value for key, value in DOCUMENT.items() if key != "samples"}
    return {
        "_journal/start.json": {"version": 2, "eval": EVAL, "plan": {}},
        **{f"samples/{one['id']}_epoch_{one['epoch']}.json": one for one in SAMPLES},
        "summaries.json": [{k: v for k, v in one.items() if k != "output"} for one in SAMPLES],
        "header.json": header,
    }


def test_grades_are_scores_and_tokens_those_of_the_model(tmp_path: Path) -> None:
    _, samples = read(plain(tmp_path, DOCUMENT))
    samples = sorted(samples, key=lambda one: (one.item != "q1", one.repeat))
    assert [(one.item, one.repeat, one.score) for one in samples] == [
        ("q1", 0, 1.0), ("q1", 1, 0.0), ("2", 0, 0.5), ("2", 1, 1.0),
    ]  # fmt: skip
    first = samples[0]
    assert (first.metric, first.tokens_in, first.tokens_out) == ("match/accuracy", 10, 20)
    assert (first.finish, samples[1].finish) == ("max_tokens", None)


@pytest.mark.parametrize(
    ("value", "scores", "notes"),
    [
        (True, [1.0], 0), (float("nan"), [None], 0), ("N", [0.0], 0), (None, [None], 0),
        (7, [], 1), ("maybe", [], 1), ([1, 0], [], 1), ({"a": 1, "b": "C"}, [1.0, 1.0], 0), ({"a": "?"}, [], 1),
    ],
)  # fmt: skip
def test_a_value_that_is_no_score_is_noted_and_one_with_parts_is_several(
    tmp_path: Path, value: Any, scores: list[float | None], notes: int
) -> None:
    found, samples = read(plain(tmp_path, DOCUMENT | {"samples": [sample("q", 1, value)]}))
    assert [one.score for one in samples] == scores
    assert len(found.notes) == notes


def graded(tmp_path: Path, *values: Any) -> tuple[list[float | None], list[str]]:
    """The scores of the answers that one scorer graded so, and the notes of the log."""
    document = DOCUMENT | {"samples": [sample(f"q{n}", 1, value) for n, value in enumerate(values)]}
    found, samples = read(plain(tmp_path, document))
    return [one.score for one in sorted(samples, key=lambda one: one.item)], list(found.notes)


def test_letters_of_the_tool_are_scores(tmp_path: Path) -> None:
    assert graded(tmp_path, "C", "I", "P", "N") == ([1.0, 0.0, 0.5, 0.0], [])


@pytest.mark.parametrize(
    "letters", ["ABCDE", "ABC", "AB", "EDCBA", "ACI", "abc", ("A+", "B-", "C")]
)
def test_letters_of_a_judge_are_no_scores_and_are_counted(
    tmp_path: Path, letters: Sequence[str]
) -> None:
    scores, (note,) = graded(tmp_path, *letters)
    assert scores == []
    assert "a letter of a judge, who gives others than C, P, I and N" in note
    assert f"in {len(letters)} samples" in note


def test_numbers_beside_the_letters_of_a_judge_stay(tmp_path: Path) -> None:
    scores, notes = graded(tmp_path, "A", "C", 0.5)
    assert (scores, len(notes)) == ([0.5], 1)


def test_numbers_in_another_unit_are_scores_of_the_metric_that_is_their_mean(
    tmp_path: Path,
) -> None:
    scored = [{"name": "judge", "metrics": {"mean": {"name": "mean", "value": 6.5}}}]
    results = {"total_samples": 2, "completed_samples": 2, "scores": scored}
    samples = [
        sample(item, 1, 1) | {"scores": {"judge": {"value": value}}}
        for item, value in (("a", 4), ("b", 9))
    ]
    for document in (DOCUMENT | {"samples": samples, "results": results},
                     DOCUMENT | {"samples": samples, "results": None}):  # fmt: skip
        found, answers = read(plain(tmp_path, document))
        assert [(one.metric, one.score, one.unit) for one in answers] == [
            ("judge/mean", 4.0, "score"), ("judge/mean", 9.0, "score"),
        ]  # fmt: skip
        assert found.notes == []


def test_a_sample_that_stands_twice_in_an_epoch_is_noted(tmp_path: Path) -> None:
    twice = [sample("q", 1, "C"), sample("q", 1, "I")]
    found, samples = read(plain(tmp_path, DOCUMENT | {"samples": twice}))
    assert [one.score for one in samples] == [1.0]
    assert found.notes == ["an item is there already for that epoch in 1 samples: left out there"]


def test_parts_of_two_scorers_with_one_name_are_not_two_answers(tmp_path: Path) -> None:
    scores = {"one": {"value": {"a": 1}}, "two": {"value": {"a": 0}}}
    document = DOCUMENT | {"samples": [sample("q", 1, 1) | {"scores": scores}]}
    found, samples = read(plain(tmp_path, document))
    assert [(one.metric, one.score) for one in samples] == [("a/accuracy", 1.0)]
    assert found.notes == ["a is of two scorers in 1 samples: left out there"]


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, ZSTANDARD])
def test_a_zipped_log_says_the_same_but_where(tmp_path: Path, method: int) -> None:
    found, samples = read(zipped(tmp_path, members(), method))
    other, others = read(plain(tmp_path, DOCUMENT))
    assert [measurement.value for measurement in found.measurements] == [
        measurement.value for measurement in other.measurements
    ]
    assert found.measurements[0].locator == f"header.json: {other.measurements[0].locator}"
    assert [(one.item, one.repeat, one.score) for one in samples] == [
        (one.item, one.repeat, one.score) for one in others
    ]


def test_summaries_are_enough_where_they_have_score_and_usage(tmp_path: Path) -> None:
    parts = members()
    for name in parts:
        if name.startswith("samples/"):
            parts[name] = "broken {"
    _, samples = read(zipped(tmp_path, parts))
    assert [one.tokens_out for one in samples] == [20] * 4


def test_summaries_without_usage_send_to_the_samples(tmp_path: Path) -> None:
    parts = members()
    for one in parts["summaries.json"]:
        del one["model_usage"]
    _, samples = read(zipped(tmp_path, parts))
    assert [one.tokens_out for one in samples] == [20] * 4
    assert next(one for one in samples if one.item == "q1").finish == "max_tokens"


def test_an_unfinished_log_is_read_from_its_journal(tmp_path: Path) -> None:
    parts = members()
    del parts["header.json"]
    whole = parts.pop("summaries.json")
    parts |= {"_journal/summaries/10.json": whole[2:3], "_journal/summaries/2.json": whole[:2]}
    found, samples = read(zipped(tmp_path, parts))
    assert (found.run.status, found.run.model) == ("started", "hf/org/m-7b")
    assert found.measurements == []
    assert [(one.item, one.repeat) for one in samples] == [("q1", 0), ("q1", 1), ("2", 0), ("2", 1)]
    assert {one.metric for one in samples} == {"match/accuracy"}


def test_a_log_of_early_2024_has_one_scorer(tmp_path: Path) -> None:
    results = {
        "scorer": {"name": "match", "params": {}},
        "metrics": {"accuracy": {"value": 0.5}, "bootstrap_std": {"value": 0.1}, "stderr": {"value": 0.2}},
    }  # fmt: skip
    old = {"id": 1, "epoch": 1, "score": {"value": "C"}, "messages": [{"role": "assistant"}],
           "output": {"usage": {"input_tokens": 3, "output_tokens": 4}}}  # fmt: skip
    document = DOCUMENT | {"version": 1, "results": results, "samples": [old]}
    found, (one,) = read(plain(tmp_path, document))
    accuracy = of(found, "inspect_evals/arc:easy", "match/accuracy")
    assert (accuracy.value, accuracy.locator) == (0.5, "results.metrics['accuracy'].value")
    assert accuracy.stderr == 0.2
    assert (one.score, one.metric, one.tokens_out) == (1.0, "match/accuracy", 4)


def test_what_is_not_a_number_is_noted_and_what_is_missing_is_kept(tmp_path: Path) -> None:
    document = copy.deepcopy(DOCUMENT)
    values = {"accuracy": float("nan"), "a_acc": "0.5", "b_acc": 73, "mean": float("inf")}
    metrics = {name: {"name": name, "value": value} for name, value in values.items()}
    document["results"]["scores"] = [{"name": "s", "metrics": metrics}]
    found, _ = read(plain(tmp_path, document))
    assert [(measurement.metric, measurement.value, measurement.missing) for measurement in found.measurements] == [
        ("s/accuracy", None, "NaN"), ("s/mean", None, "Infinity"),
    ]  # fmt: skip
    assert len(found.notes) == 2
    assert "metrics['b_acc'].value is 73: not a fraction" in found.notes[1]


def test_a_zip_without_a_header_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"'header.json' is not there"):
        read(zipped(tmp_path, {"samples/1_epoch_1.json": {}}))


def test_other_zips_and_documents_are_not_recognized(tmp_path: Path) -> None:
    other = tmp_path / "a.zip"
    with zipfile.ZipFile(other, "w") as whole:
        whole.writestr("header.json", "{}")
    assert not inspect_ai.recognizes(File(other))
    other.write_bytes(b"PK\x03\x04 and no more")
    assert not inspect_ai.recognizes(File(other))
    documents: tuple[Any, ...] = (
        {"eval": {}, "hash": "", "date": ""}, {"eval": 5, "status": "", "plan": {}}, []
    )  # fmt: skip
    for document in documents:
        assert not inspect_ai.recognizes(File(plain(tmp_path, document)))


def test_a_log_that_is_cut_is_recognized_and_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path, members())
    cut = tmp_path / "cut.zip"
    cut.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(IngestError, match=r"cut\.zip: no list of members at its end"):
        read(cut)


def test_the_json_log_of_the_same_task_says_the_same() -> None:
    (zipped_log,) = FILES.glob("inspect/*ZWq4hj*.eval")
    (document,) = FILES.glob("inspect/*hmDBq*.json")
    (one, ones), (other, others) = read(zipped_log), read(document)
    assert [m.value for m in one.measurements] == [m.value for m in other.measurements]
    assert [s.score for s in ones] == [s.score for s in others]
    assert {s.finish for s in others} == {"stop"}
