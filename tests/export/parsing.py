"""Reads BibTeX back as BibTeX does: fields are what stands between braces that match."""

import re
from typing import NamedTuple

_WORDS = {"textbackslash": "\\", "textbraceleft": "{", "textbraceright": "}",
          "textasciitilde": "~", "textasciicircum": "^"}  # fmt: skip


class Parsed(NamedTuple):
    type: str
    key: str
    fields: dict[str, str]
    """As they stand in the file, without the outer braces."""


def parsed(text: str) -> list[Parsed]:
    """The entries of a file; fails where it is not one."""
    found = []
    at = 0
    while text[at:].strip():
        head = re.compile(r"\s*@(\w+)\{([^\s,{}]+),\n").match(text, at)
        assert head, text[at : at + 80]
        fields = {}
        at = head.end()
        while field := re.compile(r"  (\w+) = \{").match(text, at):
            end = _closed(text, field.end())
            assert field[1] not in fields
            fields[field[1]] = text[field.end() : end]
            assert text[end : end + 3] == "},\n"
            at = end + 3
        assert text[at : at + 2] == "}\n"
        at += 2
        found.append(Parsed(head[1], head[2], fields))
    return found


def _closed(text: str, at: int) -> int:
    """Where the brace closes that opened before `at`; a backslash before a brace changes nothing."""
    depth = 1
    for place in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise AssertionError("a brace is not closed")


def plain(field: str) -> str:
    """What LaTeX prints of a field."""
    named = rf"\\({'|'.join(_WORDS)})\{{\}}|\\([&%$#_])|[{{}}]"
    return re.sub(named, lambda m: _WORDS[m[1]] if m[1] else (m[2] or ""), field)


def names(field: str) -> list[str]:
    """The authors, taken apart as BibTeX does: at every `and` outside of braces."""
    parts, depth, last = [], 0, 0
    for place, sign in enumerate(field):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth == 0 and re.compile(r"\sand\s", re.IGNORECASE).match(field, place):
            parts.append(field[last:place])
            last = place + 5
    return [*parts, field[last:]]
