"""YAML of records: block lists and mappings of plain values. What does more than state values is refused.

No anchors and aliases, which can make gigabytes of a few lines, no tags, no flow collections.
"""

import json
import re
from typing import Any, NamedTuple, NoReturn

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import File

_LARGEST = 1024 * 1024
_DEEPEST = 20
_LONGEST_NUMBER = 64
_KEY = re.compile(
    r"(?P<key>[A-Za-z_][^:#\"'{}\[\],&*!|>%@`]*|\"[^\"]*\"|'[^']*')\s*:(?:\s+(?P<rest>.*))?"
)
_BLOCK = re.compile(r"[|>][+-]?(?:\s+#.*)?")
_QUOTED = re.compile(r"(?P<text>\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*')\s*(?:#.*)?", re.DOTALL)
_COMMENT = re.compile(r"(?:^|\s+)#.*$")
_WHOLE = re.compile(r"[-+]?(?:0|[1-9]\d{0,17})")
_REAL = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d{1,3})?")
"""Not `08`, which is a text: numbers with a zero before them are octal in one version and decimal in another."""
_WORDS: dict[str, Any] = {
    "": None, "~": None, "null": None, "true": True, "false": False,
    ".nan": float("nan"), ".inf": float("inf"), "-.inf": float("-inf"), "[]": [], "{}": {},
}  # fmt: skip
_SPECIAL = tuple("&*!{[|>%@`?")


class _Line(NamedTuple):
    number: int
    indent: int
    text: str


def parse(file: File) -> Any:
    """The lists, mappings and plain values of a file.

    Raises IngestError with the line for anything else, and for a key that stands twice.
    """
    if file.status.st_size > _LARGEST:
        raise IngestError(
            f"{file.name}: {file.status.st_size} bytes (expected at most {_LARGEST} of YAML)"
        )
    return _Parser(file).whole()


class _Parser:
    def __init__(self, file: File) -> None:
        self._name = file.name
        self._raw = file.text.split("\n")
        self._lines = [
            _Line(number, len(raw) - len(raw.lstrip(" ")), raw.strip())
            for number, raw in enumerate(self._raw, 1)
            if raw.strip() and not raw.lstrip().startswith("#")
        ]
        if self._lines and self._lines[0].text == "---":
            del self._lines[0]
        self._at = 0

    def whole(self) -> Any:
        for line in self._lines:
            if self._raw[line.number - 1].lstrip(" ").startswith("\t"):
                self._refuse(line, "a tab before the text")
        value = self._node(0, 0) if self._lines else None
        left = self._next()
        if left:
            self._refuse(left, f"{left.text[:40]!r} does not continue what stands above it")
        return value

    def _next(self) -> _Line | None:
        return self._lines[self._at] if self._at < len(self._lines) else None

    def _node(self, least: int, depth: int) -> Any:
        """What begins in the next line, if it is indented so far; else None."""
        line = self._next()
        if line is None or line.indent < least:
            return None
        if depth > _DEEPEST:
            self._refuse(line, "nested too deeply")
        if line.text == "-" or line.text.startswith("- "):
            return self._list(line.indent, depth)
        if _KEY.fullmatch(line.text):
            return self._mapping(line.indent, depth)
        self._at += 1
        return self._scalar(line, line.text, line.indent)

    def _list(self, indent: int, depth: int) -> list[Any]:
        items = []
        while (line := self._next()) and line.indent == indent and line.text[:2] in ("-", "- "):
            inner = line.text[1:].lstrip()
            if inner and not inner.startswith("#"):
                deeper = indent + len(line.text) - len(inner)
                self._lines[self._at] = _Line(line.number, deeper, inner)
            else:
                self._at += 1
            items.append(self._node(indent + 1, depth + 1))
        return items

    def _mapping(self, indent: int, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while (line := self._next()) and line.indent == indent:
            pair = _KEY.fullmatch(line.text)
            if pair is None:
                break
            key = pair["key"].strip().strip("\"'")
            if key in found:
                self._refuse(line, f"the key {key[:80]!r} stands twice in one object", "once")
            self._at += 1
            found[key] = self._value(line, pair["rest"] or "", depth)
        return found

    def _value(self, line: _Line, rest: str, depth: int) -> Any:
        if _BLOCK.fullmatch(rest):
            return self._block(line)
        if rest and not rest.startswith("#"):
            return self._scalar(line, rest, line.indent + 1)
        after = self._next()
        is_list = after is not None and after.text[:2] in ("-", "- ")
        return self._node(line.indent + (0 if is_list else 1), depth + 1)

    def _block(self, line: _Line) -> str:
        """A text of several lines after `|` or `>`; how its lines are joined plays no part here."""
        texts = []
        while (after := self._next()) and after.indent > line.indent:
            texts.append(after.text)
            self._at += 1
        return "\n".join(texts)

    def _scalar(self, line: _Line, text: str, least: int) -> Any:
        """One value, which may go on in lines that are indented further."""
        while (after := self._next()) and after.indent >= least and after.indent > 0:
            closed = text.startswith(("'", '"')) and _QUOTED.fullmatch(text)
            if closed or _KEY.fullmatch(after.text):
                break
            text = f"{text} {after.text}"
            self._at += 1
        if text.startswith(("'", '"')):
            return self._quoted(line, text)
        plain = _COMMENT.sub("", text).strip()
        word = plain.lower()
        if word in _WORDS and plain in (word, word.capitalize(), word.upper()):
            return _WORDS[word]
        if plain.startswith(_SPECIAL):
            self._refuse(line, f"{plain[:40]!r}", "lists, mappings and plain values in lines")
        if _WHOLE.fullmatch(plain):
            return int(plain)
        return float(plain) if len(plain) <= _LONGEST_NUMBER and _REAL.fullmatch(plain) else plain

    def _quoted(self, line: _Line, text: str) -> str:
        found = _QUOTED.fullmatch(text)
        if found is None:
            self._refuse(line, f"{text[:40]!r} is not closed", "a quote at its end")
        if text.startswith("'"):
            return found["text"][1:-1].replace("''", "'")
        try:
            return str(json.loads(found["text"], strict=False))
        except ValueError:
            self._refuse(line, f"{text[:40]!r} has a sign after \\ that JSON has not", "plain text")

    def _refuse(self, line: _Line, wrong: str, expected: str = "plain YAML") -> NoReturn:
        raise IngestError(f"{self._name}:{line.number}: {wrong} (expected {expected})")
