"""The answers that verl keeps of a validation: a row for each."""

from reasonboard.ingest.texts.answer import Message, Texts, as_text
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:  # noqa: ARG001
    """The texts of the row that begins at this byte."""
    row = file.row(begin)
    prompt = as_text(row.get("input"))
    return Texts(
        prompt=[Message("", prompt)] if prompt else (),
        answer=as_text(row.get("output")),
        expected=as_text(row.get("gts")),
        scored=as_text(row.get("pred")),
    ).split()
