"""Answers of LiveCodeBench: a problem, what was answered to it, and the code that was run."""

import json
from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.texts.answer import ChangedError, Texts, as_text
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:
    """The texts of one answer to the problem that begins at this byte."""
    row = file.row(begin)
    question = row.get("question_id")
    if item not in (question, row.get("id"), f"{question}/{row.get('test_id')}"):
        raise ChangedError("Another problem stands where it was loaded from.")
    answer = _one(row.get("output_list"), repeat)
    run = _one(row.get("code_list", row.get("pred_list")), repeat)
    return Texts(
        problem=as_text(row.get("question_content", row.get("code"))),
        answer=as_text(answer),
        expected=as_text(row.get("output")),
        scored=as_text(run) if run != answer else None,
        scored_by=_message(_one(row.get("metadata"), repeat)),
    ).split()


def _one(every: Any, repeat: int) -> Any:
    return every[repeat] if isinstance(every, list) and repeat < len(every) else None


def _message(raw: Any) -> str | None:
    """What the judge says of a failure, which is written as JSON."""
    try:
        said = json.loads(raw) if isinstance(raw, str) else raw
    except ValueError:
        return None
    if not isinstance(said, Mapping):
        return None
    return as_text(said.get("error_message")) or as_text(said.get("error"))
