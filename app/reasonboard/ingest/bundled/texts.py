"""Answers that come with a bundled source: a row of our own for each."""

from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.texts.answer import Asked, Message, Texts
from reasonboard.ingest.texts.form import objects


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of a row."""
    asked.must_be(row.get("item"))
    return Texts(
        prompt=[Message("", row["prompt"])] if row.get("prompt") else (),
        problem=row.get("problem"),
        answer=row.get("answer"),
        expected=row.get("expected"),
        scored=row.get("scored"),
        seconds=row.get("seconds"),
    )


FORM = objects(texts)
