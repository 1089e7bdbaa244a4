"""How the texts of answers stand in a kind of file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from reasonboard.ingest.texts.answer import Asked, Texts
from reasonboard.ingest.texts.text_file import TextFile


@dataclass(frozen=True, slots=True)
class TextForm:
    """How the texts of one answer are read at its place, which is a whole number."""

    read: Callable[[TextFile, int, Asked], Texts]
    place: str = "byte"
    """What the number counts from 0: a byte, the byte of a line, a row, or a member of an archive."""


def objects(texts: Callable[[Mapping[str, Any], Asked], Texts], place: str = "line") -> TextForm:
    """A JSON object for each answer or item: `texts` reads the one that begins at a byte."""
    return TextForm(lambda file, begin, asked: texts(file.row(begin), asked).split(), place)
