"""The answers of lighteval before 0.10: Parquet files with a prompt, its predictions and metrics in each row."""

from collections.abc import Callable, Iterator
from typing import Any

from reasonboard.ingest.formats import item_fields, parquet
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Sample, TextPlace
from reasonboard.ingest.readers.common import consoles, digests
from reasonboard.ingest.readers.common.metrics import unit
from reasonboard.ingest.texts.answer import GONE, Asked, ChangedError, Texts, as_text, nth
from reasonboard.ingest.texts.messages import prompt
from reasonboard.ingest.texts.text_file import TextFile

NAME = "lighteval_older"
_NEEDED = {"full_prompt", "predictions", "metrics"}
_LONGEST = 4 * 1024 * 1024

Scores = dict[str, float | None]


def recognizes(file: File) -> bool:
    """Has it the columns full_prompt, predictions and metrics?"""
    return parquet.columns(file).keys() >= _NEEDED


def counts(file: File) -> tuple[int, int]:
    """How many items there are, and the most answers that one has."""
    answers = [len(listed(raw)) for (raw,) in parquet.rows(file, "SELECT predictions FROM {}")]
    return len(answers), max(answers, default=0)


def samples(file: File, benchmark: str, scores_of: Callable[[Any], Scores]) -> Iterator[Sample]:
    """One for each answer and metric; of several answers only their mean is stored: they have no score.

    The rows have no ids: the place of a row is the item, and its example says which problem it is.
    """
    present = parquet.columns(file)
    asked, specific = (name if name in present else "NULL" for name in ("example", "specifics"))
    query = f"SELECT metrics, predictions, {asked}, {specific} FROM {{}}"  # noqa: S608  (two known names)
    for row, (metrics, predictions, example, specifics) in enumerate(parquet.rows(file, query)):
        answers = len(listed(predictions))
        problem = digests.of_problem(example)
        fields = item_fields.kept(file.extra_settings, specifics)
        for repeat in range(answers):
            for metric, score in scores_of(metrics).items():
                yield Sample(
                    benchmark,
                    str(row),
                    repeat,
                    score if answers == 1 else None,
                    metric,
                    unit=unit(metric),
                    problem=problem,
                    item_fields=fields,
                    texts=TextPlace(file, NAME, row),
                )


def listed(raw: Any) -> list[Any]:
    """A list, or one that was written as text, as Python prints it; a text alone is a list of it."""
    if isinstance(raw, str) and raw.startswith("[") and len(raw) <= _LONGEST:
        read = consoles.literal(raw)
        raw = read if isinstance(read, list) and read else raw
    if isinstance(raw, list):
        return raw
    return [] if raw is None else [raw]


def row_of(file: File, query: str) -> tuple[Any, ...]:
    """The row with the texts of an answer; raises ChangedError if it is gone."""
    row = next(parquet.rows(file, query), None)
    if row is None:
        raise ChangedError(GONE)
    return row


def texts(file: TextFile, row: int, asked: Asked) -> Texts:
    """The texts of the row of this number, counted from 0."""
    asked.must_be(row)
    opened = File(file.reached, file.name)
    present = {column for column, *_ in parquet.rows(opened, "DESCRIBE FROM {}")}
    names = [name if name in present else "NULL" for name in ("example", "gold")]
    query = (
        f"SELECT full_prompt, predictions, {', '.join(names)} FROM {{}} LIMIT 1 OFFSET {int(row)}"  # noqa: S608
    )
    asked_for, predictions, example, gold = row_of(opened, query)
    return Texts(
        prompt=prompt(asked_for),
        problem=as_text(example) or None,
        answer=as_text(nth(listed(predictions), asked.repeat)),
        expected=", ".join(str(one) for one in listed(gold)) or None,
    ).split()
