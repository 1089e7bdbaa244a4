"""The texts of the files of tools, as they were read there by hand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Sample
from reasonboard.ingest.readers import door
from reasonboard.ingest.readers.registry import READERS
from reasonboard.ingest.texts.answer import Texts
from reasonboard.ingest.texts.text_file import TextFile

FILES = Path(__file__).parents[2] / "files"


def samples(path: Path) -> Iterator[Sample]:
    file = File(path)
    reader = next(one for one in READERS if one.recognizes(file))
    for found in reader.read(file):
        yield from found.samples if isinstance(found, Found) else ()


def texts_of(sample: Sample) -> Texts:
    assert sample.texts
    file, reader, position = sample.texts
    known = TextFile(file.path, file.name, file.sha256, file.status.st_size)
    return door.read(known, reader, position, sample.item, sample.repeat)


def texts(name: str, item: str, repeat: int = 0) -> Texts:
    return next(
        texts_of(sample)
        for sample in samples(FILES / name)
        if (sample.item, sample.repeat) == (item, repeat)
    )


HELM = "helm/commonsense-dataset=hellaswag,method=multiple_choice_joint,model=eleutherai_pythia-1b-v0/run_spec.json"
ZIPPED = "inspect/2026-11-20T21-54-14-00-00_tiny-math_ZWq4hjjmk3xe6NBzs8YVyC.eval"
LOG = "inspect/2026-11-20T21-54-15-00-00_tiny-math_hmDBqeDAD7H4etpneTNeW6.json"
MATH = "lm-eval/results_2026-01-21T03-44-18.458309.json"
REPORT = "evalscope/reports/qwen3-max/gsm8k.json"
SOLUTIONS = "qwen-math/test_qwen25-math-think_-1_seed0_t0.6_s0_e-1_qwen25-math-think_metrics.json"


@pytest.mark.parametrize(
    ("name", "item", "repeat", "expected"),
    [
        (MATH, "0", 0, {"problem": "How many vertical asymptotes does the graph of $y=\\frac{2}{x^3-x}$ have?",
                        "expected": "3"}),
        (REPORT, "3", 0, {"expected": "540", "scored": "540", "seconds": 3.92417116696015}),
        (REPORT, "8", 0, {"expected": "45", "scored": "45"}),
        (ZIPPED, "q1", 0, {"problem": "What is 1+1? é 中文", "reasoning": "step", "answer": "answer 99",
                           "expected": "2", "scored": "99", "finish": "stop", "tokens_reasoning": 10}),
        (LOG, "q1", 0, {"problem": "What is 1+1? é 中文", "reasoning": "step", "answer": "answer 99", "expected": "2",
                        "tokens_out": 30}),
        (HELM, "id44874", 0, {"seconds": 18.749841690063477}),
    ],
)  # fmt: skip
def test_a_file_says_what_stands_in_it(
    name: str, item: str, repeat: int, expected: dict[str, Any]
) -> None:
    found = texts(name, item, repeat)
    assert {key: getattr(found, key) for key in expected} == expected


def test_beginnings_and_ends_are_those_of_the_files() -> None:
    math = texts(MATH, "0")
    assert math.prompt[0].text.startswith("Problem: How many vertical asymptotes")
    assert math.answer
    assert math.answer.startswith(" 1. The graph of $y=1. The graph of $y=1.")
    james = texts(REPORT, "3")
    assert [one.role for one in james.prompt] == ["user"]
    assert james.prompt[0].text.endswith("put your final answer within \\boxed{}.")
    assert james.answer
    assert james.answer.startswith("Reasoning:  \nJames runs 3 sprints each session")
    hair = texts(HELM, "id44874")
    assert hair.answer
    assert hair.answer.startswith(" B (If you're not planning on dying your hair")
    assert hair.expected
    assert hair.expected.startswith("Pick the color that's your favorite")


def test_the_rows_of_qwens_evaluation_have_each_response() -> None:
    rows = next((FILES / "qwen-math").glob("*.jsonl"))
    (found,) = [texts_of(sample) for sample in samples(rows)]
    assert (found.problem, found.answer, found.expected, found.scored) == (
        "What is 2+2?", "It is 5.", "4", "5"
    )  # fmt: skip


def test_each_place_that_a_load_notes_can_be_read() -> None:
    read: set[str] = set()
    for path in sorted(one for one in FILES.rglob("*") if one.is_file()):
        try:
            found = list(samples(path))
        except (IngestError, Skip, RuntimeError):  # of no tool, or without what belongs to it
            continue
        for one in found:
            # The solutions are cut out of the files of EvalPlus.
            if one.texts and one.texts.reader != "evalplus":
                assert texts_of(one).answer is not None
                read.add(one.texts.reader)
    assert read == {"evalscope", "helm", "inspect_member", "inspect_part", "lm_eval", "qwen_math"}
