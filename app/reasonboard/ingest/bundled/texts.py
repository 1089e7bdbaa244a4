"""Answers that come with a bundled source: a row of our own for each."""

from reasonboard.ingest.texts.answer import ChangedError, Message, Texts
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:  # noqa: ARG001
    """The texts of the row that begins at this byte."""
    row = file.row(begin)
    if row.get("item") != item:
        raise ChangedError("Another problem stands where it was loaded from.")
    return Texts(
        prompt=[Message("", row["prompt"])] if row.get("prompt") else (),
        problem=row.get("problem"),
        answer=row.get("answer"),
        expected=row.get("expected"),
        scored=row.get("scored"),
        seconds=row.get("seconds"),
    ).split()
