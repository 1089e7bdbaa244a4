"""The answers that verl keeps of a validation: a row for each, in a file for each step."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.numbers import NOT_A_NUMBER, graded
from reasonboard.ingest.formats.records import FRACTION, Found, Run, Sample, TextPlace
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import digests, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.texts.answer import Asked, Texts, as_text
from reasonboard.ingest.texts.messages import prompt

GENERATIONS = "(generations)"
"""The benchmark of answers that do not say whose questions they answer."""
_COLUMNS = {"input", "output", "gts", "score", "step"}
_ACCURACY = "acc"
_REWARD = "reward"
"""Metric and unit of scores that are not all fractions, such as -1."""


def recognizes(file: File) -> bool:
    """Has a row the input, the output, the truth, the score and the step?"""
    return file.first_row.keys() >= _COLUMNS


def read(file: File, tool: str) -> Found:
    """The run at the step of the rows, and an answer for each row.

    The score is the accuracy where the rows have one, else what the reward function gave.
    """
    step = Node(file, file.first_row, "line 1: ").at("step").step()
    metric, unit = _ACCURACY if _ACCURACY in file.first_row else "score", FRACTION
    if metric == "score":
        wrong = {graded(row.get("score"))[1] for _, row in file.rows()}
        unit = FRACTION if wrong <= {None, NOT_A_NUMBER} else _REWARD
    run = Run(tool=tool, model="", step=step, iteration=step, hints=places.hints(file))
    return Found(run, (), _samples(file, step, metric, unit))


def _samples(file: File, step: int, metric: str, unit: str) -> Iterator[Sample]:
    """Rows have no names: the same input is the same item, and each time another repeat.

    Besides its own columns a row has what the reward function returned, which may say of the problem, too.
    """
    answers: Counter[tuple[str, str]] = Counter()
    for row in node.rows(file):
        if row.at("step").step() != step:
            raise row.at("step").refused(f"{step} as before")
        asked, source = row.at("input"), row.at("data_source")
        if not isinstance(asked.value, str):
            raise asked.refused("text")
        benchmark = GENERATIONS if source.value is None else source.name()
        digest = hashlib.sha256(asked.value.encode("utf-8", "surrogatepass")).hexdigest()
        item = f"input {digest[:12]}"
        repeat = answers[benchmark, item]
        answers[benchmark, item] += 1
        is_fraction = unit == FRACTION
        expected = "true, false or a fraction" if is_fraction else "a number"
        score = row.at(metric).score(expected, is_fraction=is_fraction)
        yield Sample(
            benchmark,
            item,
            repeat,
            score,
            metric if is_fraction else _REWARD,
            unit=unit,
            answer=digests.of_answer(row.value.get("pred")),
            item_fields=item_fields.kept(file.extra_settings, row.value),
            texts=TextPlace(file, "verl", row.begin),
        )


def texts(row: Mapping[str, Any], _asked: Asked) -> Texts:
    """The texts of a row."""
    return Texts(
        prompt=prompt(row.get("input")),
        answer=as_text(row.get("output")),
        expected=as_text(row.get("gts")),
        scored=as_text(row.get("pred")),
    )
