"""Texts in LaTeX as plain text: `$54.9_{\\pm 1.2}$` is `54.9 ±1.2`, `\\textbf{76.0}` is `76.0`.

A macro that the file defines is replaced by what it stands for; another one is its own name, so that two stay two.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from reasonboard.ingest.formats.cells.latex_words import (
    DROPPED,
    JOINED,
    LAST,
    MARKS,
    RAISED,
    SHOWN,
    SIGNS,
    SPREADS,
    STANDS_FOR,
)  # fmt: skip

_DEEPEST = 12
_LONGEST_MARK = 3


class Macro(NamedTuple):
    arguments: int
    body: str
    optional: str | None = None
    """What its first argument is where it is left out."""


Macros = Mapping[str, Macro]

_COMMAND = re.compile(r"\\([A-Za-z]+\*?|.)", re.DOTALL)
_TOO_SHORT = frozenset(
    ["S", "P", "to", "le", "ge", "ll", "gg", "si", "ul", "hl", "path", "unit", "lt", "gt", "mid"]
)
"""Commands that a path of Windows may seem to have."""
_USUAL = frozenset(
    [
        "cite",
        "citep",
        "textsuperscript",
        "textsubscript",
        "cellcolor",
        "footnote",
        "todo",
        "bf",
        "ding",
    ]
)
_KNOWN = re.compile(
    rf"\\(?:{'|'.join(sorted({*SIGNS, *LAST, *JOINED, *_USUAL} - _TOO_SHORT, key=len, reverse=True))})(?![A-Za-z])"
    r"|\\[%#]"
)
_MATH = re.compile(r"(?<![\\$])\$(?=[^\s$])((?:[^$\\]|\\.)*?[^\s$(\[\\]|\\[%a-zA-Z]+)\$(?![\d$])")
_SURE_MATH = re.compile(r"(?<!\\)\$([^$]*?\\[A-Za-z]+[^$]*?|[-+<>=~*^{}±→]+)\$")
_SIZE = re.compile(r"\d+(?:\.\d+)?[BM]")


def in_text(text: str) -> str:
    """A text of another format: only formulas and the usual commands in it are LaTeX."""
    text = text.replace("{,}", ",")
    if "$" in text:
        text = _SURE_MATH.sub(lambda match: plain(match[1], math=True), text)
        text = _MATH.sub(lambda match: plain(match[1], math=True), text)
    return plain(text, only_known=True) if "\\" in text and _KNOWN.search(text) else text


def plain(
    text: str, macros: Macros | None = None, *, math: bool = False, only_known: bool = False
) -> str:
    """A text of LaTeX, without comments, as plain text."""
    return _Reader(text, macros or {}, math, only_known).read()


def raised(text: str) -> str:
    """A superscript: a mark, or a number with a sign."""
    text = text.strip()
    if text[:1] in "+-±−(↑↓" and len(text) > 1:
        return f" {text}"
    is_mark = len(text) <= _LONGEST_MARK
    return "".join(RAISED.get(char, char) for char in text.lower()) if is_mark else f" {text}"


def lowered(text: str) -> str:
    """A subscript: a number with a sign, one that nothing explains, or the size in a name."""
    text = text.strip()
    if not text or text[0] in "+-±−([↑↓":
        return f" {text}"
    if _SIZE.fullmatch(text):
        return f"-{text}"
    return f" _{text}" if text[0].isdigit() or text[0] == "." else f"_{text}"


_MEANT = {"~": " ", "---": "—", "--": "–", "``": '"', "''": '"'}
_TYPED = re.compile("~|---?|``|''")
"""What is typed for signs that a keyboard lacks."""
_OPTION = re.compile(r"\s*\[([^\]]*)\]")
_LEFT_OUT = re.compile(r"\s*(?:\[[^\]]*\]|<[^>]*>|\((?:lr|l|r|rl)\))")
"""What comes before the arguments of a command: options, and the (lr) of rules."""
_BEHIND_LINE = re.compile(r"\*?(?:\[[^\]]*\])?")
_BEHIND_NAME = re.compile(r" *(?= [^\W_])| +")
"""LaTeX swallows the spaces after the name of a command; one before a word is kept as people mean it."""


@dataclass
class _Reader:
    """Reads one text from start to end; another reader reads each argument in it."""

    text: str
    macros: Macros
    math: bool
    only_known: bool
    depth: int = 0
    at: int = 0
    out: list[str] = field(default_factory=list)

    def read(self) -> str:
        while self.depth <= _DEEPEST and self.at < len(self.text):
            char = self.text[self.at]
            if char == "\\":
                self._command()
            elif char in "^_" and self.math:
                self._script()
            elif char == "{" and not self.only_known:
                self.out.append(self._inner(self._argument()))
            elif char == "$" and not self.only_known:
                self.math = not self.math
                self.at += 1
            elif not self.only_known and (match := _TYPED.match(self.text, self.at)):
                self.out.append(_MEANT[match[0]])
                self.at = match.end()
            else:
                self.out.append("-" if char == "−" else char)
                self.at += 1
        return "".join(self.out)

    def _inner(self, text: str, *, math: bool | None = None) -> str:
        """A text within this one as plain text."""
        in_math = self.math if math is None else math
        return _Reader(text, self.macros, in_math, self.only_known, self.depth + 1).read()

    def _argument(self) -> str:
        found, self.at = argument(self.text, self.at)
        return found

    def _arguments(self, count: int, *, options: bool = True) -> list[str]:
        """The next `count` groups in braces, without options and the (lr) of rules."""
        found: list[str] = []
        while True:
            while options and self._take(_LEFT_OUT):
                pass
            if len(found) == count or not self.text[self.at :].lstrip().startswith("{"):
                return found
            found.append(self._argument())

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Pass what comes next, if the pattern matches it."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match

    def _script(self) -> None:
        """A superscript or subscript of a formula."""
        is_low = self.text[self.at] == "_"
        self.at += 1
        written = self._inner(self._argument(), math=True).strip()
        before = "".join(self.out)
        if is_low:
            is_down = written[:1] == "-" and re.search(r" \+[\d.]+$", before)
            self.out.append("/" + written if is_down else lowered(written))
        elif re.search(r"(?:^|[^\d.])10$", before) and re.fullmatch(r"[+-]?\d+", written):
            self.out.append(f"^{written}")
        elif re.search(r" -[\d.]+$", before) and written[:1] == "+":  # _{-1.1}^{+1.2}
            head, _, low = before.rpartition(" ")
            self.out = [f"{head} {written}/{low}"]
        else:
            self.out.append(raised(written))

    def _command(self) -> None:
        match = self._take(_COMMAND)
        if match is None:  # a backslash at the end
            self.at += 1
            return
        name = match[1].removesuffix("*") if len(match[1]) > 1 else match[1]
        if not name[0].isalpha():
            self._sign(name)
        elif name in self.macros:
            self._expanded(self.macros[name])
        elif name in LAST or name in JOINED:
            self._content(name)
        elif name in SHOWN:
            self.out.append(SHOWN[name])
            self._take(_BEHIND_NAME)
        elif name in ("textsuperscript", "textsubscript"):
            written = self._inner(self._argument())
            self.out.append(raised(written) if name == "textsuperscript" else lowered(written))
        elif name in STANDS_FOR:
            if self.text.startswith(("{", "["), self.at):
                self._arguments(1)
            self.out.append(STANDS_FOR[name])
        elif name in DROPPED:
            given = self._arguments(DROPPED[name])
            if name in MARKS and given:
                self.out.append(raised(given[-1]))
        elif self.only_known:
            self.out.append(match[0])
        else:
            self._unknown(name)

    def _sign(self, sign: str) -> None:
        """A command of one sign: an escaped one, or a space. Of an accent nothing is left."""
        if self.only_known and sign not in "%#&$_,;:! ":
            self.out.append("\\" + sign)
        elif sign == "\\":
            self.out.append(" ")
            self._take(_BEHIND_LINE)
        elif sign in ",;: ":
            self.out.append("\u2009" if sign == "," else " ")
        elif sign not in "!()[]/-@\"'`^~=.":
            self.out.append(sign)

    def _expanded(self, macro: Macro) -> None:
        given = []
        if macro.optional is not None and macro.arguments:
            option = self._take(_OPTION)
            given.append(option[1] if option else macro.optional)
        given += self._arguments(macro.arguments - len(given), options=False)
        numbered = {str(number): text for number, text in enumerate(given, 1)}
        body = re.sub(r"#([1-9])", lambda hit: numbered.get(hit[1], ""), macro.body)
        written = self._inner(body)
        self._add(written, apart=bool(re.match(r"[\d.]", written)) and bool(given))
        if not macro.arguments:
            if self.text.startswith("{}", self.at):
                self.at += 2
            else:
                self._take(_BEHIND_NAME)

    def _content(self, name: str) -> None:
        """A command that shows its last argument, or all of them."""
        given = self._arguments(2 if name in JOINED else LAST[name])
        is_text = name in ("text", "textrm", "textbf", "textit", "mbox")
        in_math = name == "ensuremath" or (self.math and not is_text)
        shown = [self._inner(each, math=in_math) for each in given]
        between = JOINED.get(name)
        self.out += shown[-1:] if between is None else [between.join(filter(None, shown))]

    def _unknown(self, name: str) -> None:
        given: list[str] = []
        while self.text.startswith("{", self.at) and len(given) < 4:  # noqa: PLR2004
            given.append(self._inner(self._argument()).strip())
        if name.lower() in SPREADS and len(given) == 1 and given[0][:1].isdigit():
            self.out.append(f" ±{given[0]}")
            return
        self._add(" ".join(filter(None, given)) or name, apart=True)
        if not given:
            self._take(_BEHIND_NAME)

    def _add(self, written: str, *, apart: bool) -> None:
        """Two numbers never become one: what a macro writes stands apart from a digit before it."""
        is_behind_digit = "".join(self.out[-3:])[-1:].isdigit()
        self.out.append(f" {written}" if apart and is_behind_digit else written)


def argument(text: str, at: int, most: int | None = None) -> tuple[str, int]:
    """The argument of a command that begins here, and where it ends: a group, a command, or one sign.

    A group that does not end, or only after `most` signs, ends there.
    """
    while text[at : at + 1].isspace():
        at += 1
    if not text.startswith("{", at):
        command = _COMMAND.match(text, at)
        return (command[0], command.end()) if command else (text[at : at + 1], at + 1)
    depth, place = 0, at
    last = len(text) if most is None else min(len(text), at + most)
    while place < last:
        if text[place] == "\\":
            place += 2
            continue
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        place += 1
        if depth == 0:
            return text[at + 1 : place - 1], place
    return text[at + 1 : last], last
