"""Answers that differ in an unread column: two conditions, or a note about each answer."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from tests.ingest.mine import Mine
from tests.ingest.readers.test_tables import read, samples, written

Rows = Iterable[dict[str, Any]]
ABOUT = '[columns]\nproblem_id = "item"\nis_correct = "value"\n[constants]\nbenchmark = "riddles"\n'


def asked(**columns: list[Any]) -> list[dict[str, Any]]:
    """Twelve problems, each answered once for each value of the columns, which go together."""
    (count,) = {len(values) for values in columns.values()}
    return [
        {"problem_id": f"p{n}", "model": "lab/plum-7b", **{name: values[at] for name, values in columns.items()},
         "is_correct": (n + at) % 3 > 0, "output": f"it is {n * at}"}
        for n in range(12)
        for at in range(count)
    ]  # fmt: skip


def table(folder: Path, rows: Rows, about: str = ABOUT) -> File:
    return written(folder, "".join(json.dumps(row) + "\n" for row in rows), "answers.jsonl", about)


def refusal(folder: Path, rows: Rows, about: str = ABOUT) -> str:
    with pytest.raises(IngestError) as refused:
        samples(read(table(folder, rows, about)))
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("strategy", ["direct", "step by step"]),
        ("instruction", ["A", "B", "C"]),
        ("temperature_used", [0.0, 0.7]),
        ("use_tools", [True, False]),
        ("strategy", ["direct", None]),
    ],
)
def test_a_condition_that_is_not_read_is_refused_by_its_name(
    tmp_path: Path, column: str, values: list[Any]
) -> None:
    message = refusal(tmp_path, asked(**{column: values}))
    assert f"differ in {column!r}" in message
    assert f"--settings {column}" in message


def test_all_that_go_together_are_named(tmp_path: Path) -> None:
    rows = asked(strategy=["direct", "steps"], budget=["low", "high"])
    assert "--settings strategy,budget" in refusal(tmp_path, rows)


def test_two_attempts_under_each_condition_are_found_too(tmp_path: Path) -> None:
    rows = [row for row in asked(strategy=["direct", "steps"]) for _ in range(2)]
    assert "'strategy'" in refusal(tmp_path, rows)


def test_a_few_problems_without_one_of_them_change_nothing(tmp_path: Path) -> None:
    assert "'strategy'" in refusal(tmp_path, asked(strategy=["direct", "steps"])[1:])


def attempts(**columns: Iterable[Any]) -> list[dict[str, Any]]:
    """Two attempts at each of twelve problems, with what is said of each of the 24 answers."""
    rows = [
        {"problem_id": f"p{n}", "model": "m", "is_correct": n % 2 == 0}
        for n in range(12)
        for _ in range(2)
    ]
    for name, values in columns.items():
        rows = [row | {name: value} for row, value in zip(rows, values, strict=True)]
    return rows


DRAWN = random.Random(3)


@pytest.mark.parametrize(
    "columns",
    [
        {"output": [f"the answer is {DRAWN.randint(0, 9)}" for _ in range(24)]},
        {"response_length": [DRAWN.randint(10, 900) for _ in range(24)]},
        {"extracted": [DRAWN.choice("ABCD") for _ in range(24)]},
        {"latency": [round(DRAWN.random(), 3) for _ in range(24)]},
        {"finish_kind": [DRAWN.choice(("stop", "length")) for _ in range(24)]},
        {"subject": [f"subject {n // 8}" for n in range(24)]},
        {"batch": [n // 2 for n in range(24)]},
        {"timestamp": [f"2026-01-01T00:00:{n:02}" for n in range(24)]},
        {"judge_note": [DRAWN.choice(("clear", "unclear", None)) for _ in range(24)]},
    ],
    ids=lambda columns: next(iter(columns)),
)
def test_what_is_said_of_an_answer_or_of_a_problem_is_no_condition(
    tmp_path: Path, columns: dict[str, list[Any]]
) -> None:
    found = samples(read(table(tmp_path, attempts(**columns))))
    assert [one.repeat for one in found] == [0, 1] * 12


@pytest.mark.parametrize("name", ["repeat", "attempt", "trial", "sample_idx", "rollout", "epoch"])
def test_a_column_that_numbers_attempts_is_the_number_of_the_attempt(
    tmp_path: Path, name: str
) -> None:
    found = samples(read(table(tmp_path, attempts(**{name: [0, 1] * 12}))))
    assert [one.repeat for one in found] == [0, 1] * 12


def test_another_column_of_numbers_says_how_it_could_number_attempts(tmp_path: Path) -> None:
    rows = attempts(turn=[1, 2] * 12)
    assert '"turn" = "repeat" under [columns] in answers.toml' in refusal(tmp_path, rows)
    about = ABOUT.replace("[constants]", 'turn = "repeat"\n[constants]')
    assert len(samples(read(table(tmp_path, rows, about)))) == 24


def test_with_the_advice_the_conditions_are_runs(mine: Mine) -> None:
    rows = [
        {"problem_id": f"p{n}", "model": "plum", "strategy": strategy, "is_correct": n < right}
        for n in range(12)
        for strategy, right in (("direct", 9), ("step by step", 4))
    ]
    path = table(mine.folder, rows).path
    with pytest.raises(IngestError, match="--settings strategy"):
        mine.load(str(path))
    mine.load(str(path), extra_settings=frozenset({"strategy"}))
    assert mine.query("SELECT value, n_items FROM result WHERE source = 'mine' ORDER BY value") == [
        (pytest.approx(4 / 12), 12), (0.75, 12),
    ]  # fmt: skip
