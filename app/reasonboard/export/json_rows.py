"""Rows as JSON, with what they are and where they come from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from reasonboard.export.columns import Column

_CHUNK = 500


def json_chunks(
    provenance: Mapping[str, str],
    notices: Sequence[str],
    columns: Sequence[Column],
    rows: Iterable[tuple[Any, ...]],
) -> Iterator[bytes]:
    """One object, piece by piece: `provenance`, `notices`, `columns`, and `rows` as objects, one a line."""
    head = {
        "provenance": dict(provenance),
        "notices": list(notices),
        "columns": [column._asdict() for column in columns],
    }
    yield orjson.dumps(head)[:-1] + b',"rows":['
    between = b"\n"
    chunk: list[bytes] = []
    for line in json_lines(columns, rows):
        chunk.append(between + line)
        between = b",\n"
        if len(chunk) == _CHUNK:
            yield b"".join(chunk)
            chunk = []
    yield b"".join(chunk) + b"\n]}\n"


def json_lines(columns: Sequence[Column], rows: Iterable[tuple[Any, ...]]) -> Iterator[bytes]:
    """Each row as an object of one line."""
    names = [column.name for column in columns]
    for row in rows:
        yield orjson.dumps(dict(zip(names, row, strict=True)))
