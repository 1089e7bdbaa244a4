"""Reads configurations that tools write as YAML line by line: `seed: 42`, nested ones by their indent.

This is no YAML parser. An anchor stays text, so a file cannot expand to more than its own size.
"""

import re
from collections.abc import Sequence
from typing import Any

from reasonboard.ingest.formats.files import File

_LINE = re.compile(r"(?P<key>[A-Za-z_][\w.@/-]*):(?:\s+(?P<value>\S.*))?")
_NOTHING = {"null", "~", "", "{}", "[]", "''"}


def parsed(file: File) -> dict[str, Any]:
    """The values of a configuration as text, nested as in the file; values on several lines are joined."""
    root: dict[str, Any] = {}
    opened: list[tuple[int, dict[str, Any]]] = [(-1, root)]
    at, key = -1, ""
    texts: list[str] = []
    for _, line in file.lines():
        text = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        match = _LINE.fullmatch(text)
        if match is None or (indent > at and texts):
            texts.append(text)
            continue
        if indent > at and key:
            opened.append((at, opened[-1][1].setdefault(key, {})))
        else:
            _put(opened[-1][1], key, texts)
        while opened[-1][0] >= indent:
            opened.pop()
        at, key = indent, match["key"]
        texts = [match["value"]] if match["value"] else []
    _put(opened[-1][1], key, texts)
    return root


def _put(mapping: dict[str, Any], key: str, texts: Sequence[str]) -> None:
    """Set the value of a key without quotes, for a list its items; skip empty values."""
    value = " ".join(texts).strip()
    if value.startswith("- "):
        items = "\n".join(texts).removeprefix("- ").split("\n- ")
        value = ", ".join(item.replace("\n", " ") for item in items)
    if key and value not in _NOTHING:
        mapping[key] = _unquoted(value)


def _unquoted(value: str) -> str:
    for sign in ("'", '"'):
        if len(value) > 1 and value.startswith(sign) and value.endswith(sign):
            return value[1:-1]
    return value
