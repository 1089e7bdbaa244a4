"""Rows of Qwen2.5-Math's evaluation and its forks: a question, its solution, and the responses to it."""

from typing import Any

from reasonboard.ingest.texts.answer import ChangedError, Message, Texts, as_text
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:
    """The texts of the row that begins at this byte; where a set stands several times each row has its own number."""
    row = file.row(begin)
    responses = row.get("code")
    every = responses if isinstance(responses, list) else [responses]
    if repeat < max(len(every), 1) and str(row.get("idx")) != item:
        raise ChangedError("Another problem stands where it was loaded from.")
    at = repeat % max(len(every), 1)
    question = as_text(row.get("question"))
    prompt = as_text(row.get("prompt"))
    return Texts(
        prompt=[Message("", prompt)] if prompt else (),
        problem=question,
        answer=as_text(_at(every, at)),
        expected=as_text(row.get("gt")) or as_text(row.get("answer")),
        scored=as_text(_at(row.get("pred"), at)),
        scored_by=as_text(_at(row.get("report"), at)),
        finish=as_text(_at(row.get("finish_reason"), at)),
    ).split()


def _at(values: Any, place: int) -> Any:
    return values[place] if isinstance(values, list) and place < len(values) else None
