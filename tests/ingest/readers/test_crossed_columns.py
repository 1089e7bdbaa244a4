"""Answers that differ in another column: two conditions, or a note about each answer."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from tests.ingest.readers.test_tables import read, samples, written

Rows = Iterable[dict[str, Any]]
ABOUT = (
    '[as]\nproblem_id = "item"\nis_correct = "right or wrong"\n[constants]\nbenchmark = "riddles"\n'
)
DRAWN = random.Random(3)


def asked(**columns: list[Any]) -> list[dict[str, Any]]:
    """Twelve problems, each answered once for each value of the columns, which go together."""
    (count,) = {len(values) for values in columns.values()}
    return [
        {"problem_id": f"p{n}", "model": "lab/plum-7b", **{name: values[at] for name, values in columns.items()},
         "is_correct": (n + at) % 3 > 0, "output": f"it is {n * at}"}
        for n in range(12)
        for at in range(count)
    ]  # fmt: skip


def table(folder: Path, rows: Rows) -> File:
    return written(folder, "".join(json.dumps(row) + "\n" for row in rows), "answers.jsonl", ABOUT)


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("strategy", ["direct", "step by step"]),
        ("temperature_used", [0.0, 0.7]),
        ("use_tools", [True, False]),
    ],
)
def test_a_condition_makes_runs(tmp_path: Path, column: str, values: list[Any]) -> None:
    found = read(table(tmp_path, asked(**{column: values})))
    assert len({str(one.run.settings[column]) for one in found}) == len(values)
    assert [len(list(one.samples)) for one in found] == [12, 12]


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


@pytest.mark.parametrize(
    "columns",
    [
        {"output": [f"the answer is {DRAWN.randint(0, 9)}" for _ in range(24)]},
        {"response_length": [DRAWN.randint(10, 900) for _ in range(24)]},
        {"extracted": [DRAWN.choice("ABCD") for _ in range(24)]},
        {"latency": [round(DRAWN.random(), 3) for _ in range(24)]},
        {"finish_kind": [DRAWN.choice(("stop", "length")) for _ in range(24)]},
        {"subject": [f"subject {n // 8}" for n in range(24)]},
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


def test_another_column_of_numbers_is_asked_about(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="turn=attempt"):
        read(table(tmp_path, attempts(turn=[1, 2] * 12)))
