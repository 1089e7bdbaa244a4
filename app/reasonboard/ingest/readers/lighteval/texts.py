"""Details of lighteval: a Parquet file with a document and the model's responses in each row."""

from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.formats import parquet
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.texts.answer import ChangedError, Message, Texts, as_text
from reasonboard.ingest.texts.messages import messages
from reasonboard.ingest.texts.text_file import TextFile


def read(file: TextFile, row: int, item: str, repeat: int) -> Texts:
    """The texts of the row of this number, counted from 0."""
    query = f"SELECT doc, model_response FROM {{}} LIMIT 1 OFFSET {int(row)}"  # noqa: S608  (a number)
    fields = next(parquet.rows(File(file.reached, file.name), query), None)
    if fields is None:
        raise ChangedError("There is no answer anymore where it was loaded from.")
    document, response = (cell if isinstance(cell, Mapping) else {} for cell in fields)
    if item != f"row {row}" and str(document.get("id")) != item:
        raise ChangedError("Another problem stands where it was loaded from.")
    prompt = response.get("input")
    thought = _at(response.get("reasonings"), repeat)
    return Texts(
        prompt=messages(prompt) if prompt else [Message("", str(document.get("query") or ""))],
        problem=as_text(document.get("query")),
        reasoning=thought if isinstance(thought, str) and thought else None,
        answer=as_text(_at(response.get("text_post_processed"), repeat))
        or as_text(_at(response.get("text"), repeat)),
        expected=_expected(document),
    ).split()


def _expected(document: Mapping[str, Any]) -> str | None:
    choices, right = document.get("choices"), document.get("gold_index")
    every = right if isinstance(right, list) else [right]
    named = [_at(choices, index) for index in every if isinstance(index, int)]
    return ", ".join(str(choice).strip() for choice in named if choice is not None) or None


def _at(values: Any, place: int) -> Any:
    return values[place] if isinstance(values, list) and 0 <= place < len(values) else None
