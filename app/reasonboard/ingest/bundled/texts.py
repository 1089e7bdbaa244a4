"""Answers that come with a bundled source: a row of our own for each."""

from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.texts.answer import Asked, Texts
from reasonboard.ingest.texts.form import objects
from reasonboard.ingest.texts.messages import prompt


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of a row."""
    asked.must_be(row.get("item"))
    return Texts(
        prompt=prompt(row.get("prompt")),
        problem=row.get("problem"),
        answer=row.get("answer"),
        expected=row.get("expected"),
        scored=row.get("scored"),
        seconds=row.get("seconds"),
    )


FORM = objects(texts)
