"""What each tool says that an attempt answered: the same for the same answer, nothing where there is none."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.registry import READERS
from tests.ingest.readers import test_evalscope, test_inspect_ai, test_opencompass
from tests.ingest.readers.found import put, put_rows
from tests.ingest.readers.test_every_eval_ever import DOCUMENT, result
from tests.ingest.readers.test_every_eval_ever_samples import ROWS

GIVEN = ["$1,000$", "1000.", "", "12"]
"""Of four attempts at one problem; the third has no answer."""


def qwen_math(folder: Path) -> File:
    row = {"idx": 0, "question": "?", "code": [""] * 4, "pred": GIVEN, "score": [True, True, False, False]}  # fmt: skip
    return put_rows(folder / "aime24" / "test_cot_-1_seed0_t0.6_s0_e-1.jsonl", row)


def verl(folder: Path) -> File:
    row = {"input": "?", "output": "!", "gts": "1000", "score": 1.0, "step": 5}
    return put_rows(folder / "5.jsonl", *(row | {"pred": given} for given in GIVEN))


def inspect(folder: Path) -> File:
    samples = [
        test_inspect_ai.sample("q", epoch, "C", scores={"match": {"value": "C", "answer": given}})
        for epoch, given in enumerate(GIVEN, 1)
    ]
    return put(folder / "log.json", test_inspect_ai.DOCUMENT | {"samples": samples})


def evalscope(folder: Path) -> File:
    reviews = [test_evalscope.review(index, 1.0, group_id=0) for index in range(len(GIVEN))]
    for one, given in zip(reviews, GIVEN, strict=True):
        one["sample_score"]["score"]["extracted_prediction"] = given
    return File(test_evalscope.run_folder(folder, test_evalscope.small(), reviews))


def opencompass(folder: Path) -> File:
    details = [{"example_abbr": "aime_0", "pred": GIVEN, "answer": ["1000"] * 4, "correct": [True] * 4}]  # fmt: skip
    return test_opencompass.results(folder, {"accuracy (4 runs average)": 50.0, "details": details})


def every_eval_ever(folder: Path) -> File:
    rows = [ROWS[0] | {"answer_attribution": [{"extracted_value": given}]} for given in GIVEN]
    put_rows(folder / "5917_samples.jsonl", *rows)
    results = [result("gsm8k", 0.5, evaluation_result_id="gsm8k#1")]
    return put(folder / "5917.json", DOCUMENT | {"evaluation_results": results})


def table(folder: Path, columns: Sequence[str] = ("answer",)) -> File:
    row = {"model": "m-7b", "benchmark": "B", "item": "a", "score": 1}
    rows = [row | dict.fromkeys(columns, "truth") | {columns[-1]: given} for given in GIVEN]
    return put_rows(folder / "answers.jsonl", *rows)


def table_with_the_truth(folder: Path) -> File:
    return table(folder, ["answer", "pred"])


@pytest.mark.parametrize(
    "write",
    [
        qwen_math,
        verl,
        inspect,
        evalscope,
        opencompass,
        every_eval_ever,
        table,
        table_with_the_truth,
    ],
)
def test_attempts_that_answer_the_same_have_one_digest(write: Any, tmp_path: Path) -> None:
    file = write(tmp_path)
    reader = next(one for one in READERS if one.recognizes(file))
    every = [one for one in reader.read(file) if isinstance(one, Found)]
    first, second, none, other = (one.answer for found in every for one in found.samples)
    assert first == second != other
    assert none is None
    assert None not in (first, other)
