"""Where the parts of a JSON document begin in its file, so that one of them can be read later without the others."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from reasonboard.ingest.formats.files import LARGEST_JSON, File
from reasonboard.ingest.formats.records import TextPlace

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


class Part(NamedTuple):
    key: str
    """In an object its key, in a list its number, counted from 0."""
    begin: int
    """The byte of the file at which it begins."""
    value: Any


def parts(file: File, *path: str) -> Iterator[Part]:
    """The parts of the object or list that stands under these keys; none where the document is not so or too large."""
    if file.status.st_size > LARGEST_JSON:
        return
    text = file.text
    position = _skip(text, 0)
    for key in path:
        value_begin = next((begin for name, begin, _ in _walk(text, position) if name == key), None)
        if value_begin is None:
            return
        position = value_begin
    begin, before = len(file.head) - len(file.start), 0  # behind a byte order mark
    for key, place, value in _walk(text, position):
        begin += place - before if text.isascii() else len(text[before:place].encode())
        before = place
        yield Part(key, begin, value)


def text_places(file: File, reader: str, *path: str) -> dict[str, TextPlace]:
    """The places of the texts of each of these parts, by its key."""
    return {part.key: TextPlace(file, reader, part.begin) for part in parts(file, *path)}


def _walk(text: str, position: int) -> Iterator[tuple[str, int, Any]]:
    """Key, place in the text and value of each part of what begins there; it ends where the text is no JSON."""
    kind = text[position : position + 1]
    if kind not in ("{", "["):
        return
    number, position = 0, _skip(text, position + 1)
    try:
        while text[position] not in "}]":
            key = str(number)
            if kind == "{":
                key, position = _DECODER.raw_decode(text, position)
                position = _skip(text, _skip(text, position) + 1)  # the colon
            value, end = _DECODER.raw_decode(text, position)
            yield key, position, value
            number, position = number + 1, _skip(text, end)
            position = _skip(text, position + 1) if text[position] == "," else position
    except (ValueError, IndexError, RecursionError):
        return


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position
