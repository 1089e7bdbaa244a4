"""lighteval's results of 2024 and 2025, the details beside them, and what can be wrong with them."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.lighteval import reader as lighteval
from reasonboard.ingest.readers.registry import READERS
from tests.ingest.readers.found import of

DATE = "2025-10-09T19-11-04.471542"
DOCUMENT: dict[str, Any] = {
    "config_general": {
        "lighteval_sha": "abc123",
        "start_time": 193477.9,
        "model_name": "org/m-7b",
        "model_config": {
            "model_name": "org/m-7b", "revision": "step3000", "api_key": "sk-abcdefghijklmnopqrstuv",
            "base_url": "http://10.0.0.1/v1", "generation_parameters": {"temperature": 0.6, "seed": 42},
        },
    },
    "results": {
        "lighteval|math:algebra|0": {"extractive_match": 0.5, "extractive_match_stderr": 0.1},
        "lighteval|math:_average|0": {"extractive_match": 0.5, "extractive_match_stderr": float("nan")},
        "all": {"extractive_match": 0.5},
    },
    "config_tasks": {
        "lighteval|math:algebra|0": {
            "metrics": [{"metric_name": "extractive_match", "higher_is_better": True}], "effective_num_docs": 120,
        }
    },
}  # fmt: skip


def results(tmp_path: Path, document: Any) -> File:
    folder = tmp_path / "out" / "results" / "org" / "m-7b"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"results_{DATE}.json"
    path.write_text(json.dumps(document))
    return File(path)


def details(tmp_path: Path, rows: str, name: str = "lighteval|math:algebra|0") -> File:
    folder = tmp_path / "out" / "details" / "org" / "m-7b" / DATE
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"details_{name}_{DATE}.parquet"
    duckdb.sql(f"COPY ({rows}) TO '{path}' (FORMAT parquet)")
    return File(path)


def row(
    item: str, metric: str, texts: str, tokens: str, task: str = "lighteval|math:algebra|0"
) -> str:
    return (
        f"SELECT {{'id': '{item}', 'task_name': '{task}', 'query': 'q'}} AS doc, {metric} AS metric, "
        f"{{'text': {texts}, 'input_tokens': [[1, 2, 3]], 'output_tokens': {tokens}}} AS model_response"
    )


def test_answers_are_read_with_their_results(tmp_path: Path) -> None:
    main = results(tmp_path, DOCUMENT)
    one = row("a", "{'extractive_match': 1.0::DOUBLE}", "['x']", "[[7, 8, 9, 10]]")
    other = row("b", "{'extractive_match': 0.0::DOUBLE}", "['y']", "[[7]]")
    file = details(tmp_path, f"{one} UNION ALL {other}")
    assert lighteval.recognizes(file)
    with pytest.raises(Skip, match=f"read with .*results_{DATE}.json"):
        list(lighteval.read(file))
    (found,) = lighteval.read(main)
    assert of(found, "math:algebra", "extractive_match").n_items == 2
    samples = sorted(found.samples, key=lambda sample: sample.item)
    assert [(s.benchmark, s.item, s.repeat, s.score, s.metric) for s in samples] == [
        ("math:algebra", "a", 0, 1.0, "extractive_match"), ("math:algebra", "b", 0, 0.0, "extractive_match"),
    ]  # fmt: skip
    assert [(s.tokens_in, s.tokens_out) for s in samples] == [(3, 4), (3, 1)]


RIGHT = "{'extractive_match': 1.0::DOUBLE}"
ONE = row("a", RIGHT, "['x']", "[[7]]")


@pytest.mark.parametrize(
    ("rows", "name", "expected", "noted"),
    [
        (row("a", "{'extractive_match': 0.5::DOUBLE}", "['x', 'y']", "[[7], [8, 9]]"), "lighteval|math:algebra|0",
         [("a", 0, None, 1), ("a", 1, None, 2)], True),
        (row("a", RIGHT, "['x']", "[]::INTEGER[][]"), "lighteval|math:algebra|0", [("a", 0, 1.0, None)], False),
        (row("a", RIGHT, "['x']", "[[7]]", task="math:algebra"), "lighteval_math_algebra_0", [("a", 0, 1.0, 1)], False),
        (f"{ONE} UNION ALL {ONE}", "lighteval|math:algebra|0", [("a", 0, 1.0, 1), ("row 1", 0, 1.0, 1)], False),
    ],
    ids=["of several answers only the mean is stored", "tokens that were not kept", "other signs in the name", "twice"],
)  # fmt: skip
def test_details_are_answers(
    tmp_path: Path, rows: str, name: str, expected: list[tuple[Any, ...]], noted: bool
) -> None:
    main = results(tmp_path, DOCUMENT)
    details(tmp_path, rows, name)
    (found,) = lighteval.read(main)
    samples = list(found.samples)
    assert [
        (sample.item, sample.repeat, sample.score, sample.tokens_out) for sample in samples
    ] == expected
    assert {sample.benchmark for sample in samples} == {"math:algebra"}
    assert any("up to 2 answers" in note for note in found.notes) == noted


def test_details_of_a_task_that_has_no_results_are_left_out_and_said(tmp_path: Path) -> None:
    main = results(tmp_path, DOCUMENT)
    rows = row("a", "{'extractive_match': 1.0::DOUBLE}", "['x']", "[[7]]", task="other|0")
    file = details(tmp_path, rows, name="other|0")
    (found,) = lighteval.read(main)
    assert list(found.samples) == []
    assert len(found.measurements) == 3
    assert found.notes == [
        f"{file.path.name}: of the task 'other|0', which the results have not: left out"
    ]


def test_details_without_their_results_are_a_run_of_their_own(tmp_path: Path) -> None:
    one, other = (row(item, RIGHT, "['x']", "[[7]]") for item in "ab")
    file = details(tmp_path, f"{one} UNION ALL {other}")
    (found,) = lighteval.read(file)
    assert (found.run.model, found.run.date) == ("org/m-7b", "2025-10-09T19:11:04")
    assert found.run.settings == {"num_fewshot": "0"}
    assert [(sample.benchmark, sample.item, sample.score) for sample in found.samples] == [
        ("math:algebra", "a", 1.0), ("math:algebra", "b", 1.0),
    ]  # fmt: skip


def test_details_that_do_not_name_their_task_are_refused(tmp_path: Path) -> None:
    rows = ONE.replace("'lighteval|math:algebra|0'", "NULL::VARCHAR")
    with pytest.raises(IngestError, match=r"doc\.task_name is missing"):
        list(lighteval.read(details(tmp_path, rows)))


def test_results_without_their_configuration_are_known_by_the_names_of_tasks(
    tmp_path: Path,
) -> None:
    bare = {"results": DOCUMENT["results"], "versions": {"lighteval|math:algebra|0": 0}}
    file = results(tmp_path, bare)
    assert next(reader.name for reader in READERS if reader.recognizes(file)) == "lighteval"
    (found,) = lighteval.read(file)
    assert of(found, "math:algebra", "extractive_match").value == 0.5


def older(metric: str, predictions: str, example: str = "2+2?") -> str:
    """A row of before 0.10."""
    return (
        f"SELECT '{example}' AS example, 'Answer: {example}' AS full_prompt, {predictions} AS predictions, "
        f"{metric} AS metrics, ['4'] AS gold, {{'level': '3'}} AS specifics"
    )


@pytest.mark.parametrize(
    ("predictions", "scores"),
    [("['4']", [1.0]), ("'[''4'']'", [1.0]), ("['4', '5']", [None, None])],
)
def test_details_of_before_0_10_are_answers_too(
    tmp_path: Path, predictions: str, scores: list[float | None]
) -> None:
    main = results(tmp_path, DOCUMENT)
    file = details(tmp_path, older(RIGHT, predictions))
    assert lighteval.recognizes(file)
    (found,) = lighteval.read(main)
    samples = list(found.samples)
    assert [(one.benchmark, one.item, one.score, one.repeat) for one in samples] == [
        ("math:algebra", "0", score, repeat) for repeat, score in enumerate(scores)
    ]
    assert samples[0].problem is not None
    assert samples[0].item_fields == '{"level": "3"}'


def test_details_of_before_0_10_without_results_are_named_by_their_file(tmp_path: Path) -> None:
    (found,) = lighteval.read(details(tmp_path, older(RIGHT, "['4']")))
    assert found.run.settings == {"num_fewshot": "0"}
    assert {one.benchmark for one in found.samples} == {"math:algebra"}


def test_a_metric_on_no_list_is_kept_and_what_is_no_fraction_is_counted(tmp_path: Path) -> None:
    main = results(tmp_path, DOCUMENT)
    mark = "{'trad_score': 0.7::DOUBLE, 'extractive_match': 7.0::DOUBLE}"
    rows = " UNION ALL ".join(row(item, mark, "['x']", "[[7]]") for item in "abc")
    file = details(tmp_path, rows)
    (found,) = lighteval.read(main)
    samples = list(found.samples)
    assert [
        (sample.item, sample.metric, sample.score, sample.unit, sample.tokens_out)
        for sample in samples
    ] == [(item, "trad_score", 0.7, "score", 1) for item in "abc"]
    name = file.path.name
    assert found.notes == [f"{name}: extractive_match is not a fraction in 3 rows, left out there"]


def test_details_that_were_cut_are_not_taken(tmp_path: Path) -> None:
    file = details(tmp_path, row("a", "{'extractive_match': 1.0::DOUBLE}", "['x']", "[[7]]"))
    content = file.path.read_bytes()
    file.path.write_bytes(content[: len(content) // 2])
    assert not lighteval.recognizes(File(file.path))
