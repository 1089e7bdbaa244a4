"""The answers that verl keeps of a validation: a row for each, in a file for each step."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.errors import IngestError, Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.numbers import number
from reasonboard.ingest.readers import places, shapes, values
from reasonboard.ingest.records import Found, Run, Sample

GENERATIONS = "(generations)"
"""The benchmark of answers that do not say whose questions they answer."""
_COLUMNS = {"input", "output", "gts", "score", "step"}
_ACCURACY = "acc"


def recognises(file: File) -> bool:
    """Has a row the input, the output, the truth, the score and the step?"""
    return file.first_row.keys() >= _COLUMNS


def read(file: File, tool: str) -> Found:
    """The run at the step of the rows, and an answer for each row.

    The score is the accuracy where the rows have one. Raises Skip where there are only rewards
    that are no fractions, such as -1.
    """
    step = shapes.step(file, file.first_row.get("step"), "line 1: step")
    metric = _ACCURACY if _ACCURACY in file.first_row else "score"
    if metric == "score" and not all(_is_fraction(row.get("score")) for _, row in file.rows()):
        raise Skip("answers with rewards that are no fractions, and no acc")
    folders = places.folders(file)
    run = Run(
        tool=tool,
        model=shapes.name(file, places.named_after(folders, folders[0] if folders else tool), "the folder"),
        step=step,
        iteration=step,
        hints=places.hints(file),
    )  # fmt: skip
    return Found(run, (), _samples(file, step, metric))


def _samples(file: File, step: int, metric: str) -> Iterator[Sample]:
    """Rows have no names: the same input is the same item, and each time another repeat."""
    answers: Counter[tuple[str, str]] = Counter()
    for line, row in file.rows():
        where = f"line {line}: "
        if shapes.step(file, row.get("step"), f"{where}step") != step:
            raise IngestError(
                f"{file.name}: {where}step is {row['step']} (expected {step} as before)"
            )
        asked = row.get("input")
        if not isinstance(asked, str):
            raise IngestError(f"{file.name}: {where}input is {shapes.shown(asked)} (expected text)")
        benchmark, item = _benchmark(file, row, where), _digest(asked)
        repeat = answers[benchmark, item]
        answers[benchmark, item] += 1
        score = values.score(file, row.get(metric), f"{where}{metric}")
        yield Sample(benchmark=benchmark, item=item, repeat=repeat, score=score, metric=metric)


def _benchmark(file: File, row: Mapping[str, Any], where: str) -> str:
    source = row.get("data_source")
    return GENERATIONS if source is None else shapes.name(file, source, f"{where}data_source")


def _digest(asked: str) -> str:
    digest = hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()
    return f"input {digest[:12]}"


def _is_fraction(raw: Any) -> bool:
    value, _ = number(float(raw) if isinstance(raw, bool) else raw)
    return value is None or 0 <= value <= 1
