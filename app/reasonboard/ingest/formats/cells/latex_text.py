"""Texts in LaTeX as plain text: `$54.9_{\\pm 1.2}$` is `54.9 ±1.2`, `\\textbf{76.0}` is `76.0`.

A macro that the file defines is replaced by what it stands for; another one is its own name, so that two stay two.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from reasonboard.ingest.formats.cells.latex_words import (
    DROPPED,
    JOINED,
    LAST,
    MARKS,
    NOTHING,
    RAISED,
    SIGNS,
    SPACES,
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
    ["cite", "citep", "textsuperscript", "textsubscript", "cellcolor", "footnote", "todo", "bf"]
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
    return _Plain(macros or {}, only_known).read(text, math=math, depth=0)


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


class _Plain:
    def __init__(self, macros: Macros, only_known: bool) -> None:
        self._macros = macros
        self._only_known = only_known

    def read(self, text: str, *, math: bool, depth: int) -> str:
        if depth > _DEEPEST:
            return ""
        out: list[str] = []
        at = 0
        while at < len(text):
            char = text[at]
            if char == "\\":
                at = self._command(text, at, out, math=math, depth=depth)
            elif char == "{" and not self._only_known:
                inner, at = argument(text, at)
                out.append(self.read(inner, math=math, depth=depth + 1))
            elif char == "$" and not self._only_known:
                math = not math
                at += 1
            elif char in "^_" and math:
                at = self._script(text, at, out, depth)
            elif not self._only_known and (match := _TYPED.match(text, at)):
                out.append(_MEANT[match[0]])
                at = match.end()
            else:
                out.append("-" if char == "−" else char)
                at += 1
        return "".join(out)

    def _script(self, text: str, at: int, out: list[str], depth: int) -> int:
        """A superscript or subscript of a formula."""
        inner, end = argument(text, at + 1)
        written = self.read(inner, math=True, depth=depth + 1).strip()
        before = "".join(out)
        if text[at] == "_":
            is_down = written[:1] == "-" and re.search(r" \+[\d.]+$", before)
            out.append("/" + written if is_down else lowered(written))
        elif re.search(r"(?:^|[^\d.])10$", before) and re.fullmatch(r"[+-]?\d+", written):
            out.append(f"^{written}")
        elif re.search(r" -[\d.]+$", before) and written[:1] == "+":  # _{-1.1}^{+1.2}
            head, _, low = before.rpartition(" ")
            out[:] = [f"{head} {written}/{low}"]
        else:
            out.append(raised(written))
        return end

    def _command(self, text: str, at: int, out: list[str], *, math: bool, depth: int) -> int:
        match = _COMMAND.match(text, at)
        if match is None:
            return at + 1
        name, end = match[1].removesuffix("*") if len(match[1]) > 1 else match[1], match.end()
        if not name[0].isalpha():
            return self._sign(name, text, end, out)
        if name in self._macros:
            return self._expanded(name, text, end, out, math=math, depth=depth)
        if name in LAST or name in JOINED:
            end = self._content(name, text, end, out, math=math, depth=depth)
        elif name in SIGNS:
            out.append(SIGNS[name])
            end = _behind_name(text, argument(text, end)[1] if name == "ding" else end)
        elif name in ("textsuperscript", "textsubscript"):
            inner, end = argument(text, end)
            written = self.read(inner, math=math, depth=depth + 1)
            out.append(raised(written) if name == "textsuperscript" else lowered(written))
        elif name in STANDS_FOR:
            end = arguments(text, end, 1)[1] if text[end : end + 1] in ("{", "[") else end
            out.append(f" {STANDS_FOR[name]} ")
        elif self._only_known and name not in DROPPED and name not in NOTHING:
            out.append(match[0])
        elif name in DROPPED:
            given, end = arguments(text, end, DROPPED[name])
            if name in MARKS and given:
                out.append(raised(given[-1]))
        elif name in SPACES or name in NOTHING:
            out.append(SPACES.get(name, ""))
            end = _behind_name(text, end)
        else:
            end = self._unknown(name, text, end, out, math=math, depth=depth)
        return end

    def _sign(self, sign: str, text: str, end: int, out: list[str]) -> int:
        """A command of one sign: an escaped one, or a space."""
        if self._only_known and sign not in "%#&$_,;:! ":
            out.append("\\" + sign)
        elif sign == "\\":
            out.append(" ")
            gap = re.compile(r"\*?(?:\[[^\]]*\])?").match(text, end)
            end = gap.end() if gap else end
        elif sign in ",;: ":
            out.append("\u2009" if sign == "," else " ")
        elif sign in "\"'`^~=.":  # an accent: the letter alone is what names are compared by
            out.append("")
        elif sign not in "!()[]/-@":
            out.append(sign)
        return end

    def _expanded(
        self, name: str, text: str, end: int, out: list[str], *, math: bool, depth: int
    ) -> int:
        macro = self._macros[name]
        given = []
        wanted = macro.arguments
        if macro.optional is not None and wanted:
            option = re.compile(r"\s*\[([^\]]*)\]").match(text, end)
            given.append(option[1] if option else macro.optional)
            end = option.end() if option else end
            wanted -= 1
        rest, end = arguments(text, end, wanted, options=False)
        given += rest
        numbered = {str(number): text for number, text in enumerate(given, 1)}
        body = re.sub(r"#([1-9])", lambda hit: numbered.get(hit[1], ""), macro.body)
        written = self.read(body, math=math, depth=depth + 1)
        self._add(written, out, apart=bool(re.match(r"[\d.]", written)) and bool(given))
        if not macro.arguments:
            end = argument(text, end)[1] if text.startswith("{}", end) else _behind_name(text, end)
        return end

    def _content(
        self, name: str, text: str, end: int, out: list[str], *, math: bool, depth: int
    ) -> int:
        """A command that shows its last argument, or all of them."""
        several = name in JOINED
        given, end = arguments(text, end, 2 if several else LAST[name])
        is_text = name in ("text", "textrm", "textbf", "textit", "mbox")
        in_math = name == "ensuremath" or (math and not is_text)
        shown = [self.read(each, math=in_math, depth=depth + 1) for each in given]
        if several:
            out.append(JOINED[name].join(filter(None, shown)))
        elif shown:
            out.append(shown[-1])
        return end

    def _unknown(
        self, name: str, text: str, end: int, out: list[str], *, math: bool, depth: int
    ) -> int:
        given: list[str] = []
        while text.startswith("{", end) and len(given) < 4:  # noqa: PLR2004
            inner, end = argument(text, end)
            given.append(self.read(inner, math=math, depth=depth + 1).strip())
        if name.lower() in SPREADS and len(given) == 1 and given[0][:1].isdigit():
            out.append(f" ±{given[0]}")
            return end
        shown = " ".join(filter(None, given))
        self._add(shown or name, out, apart=True)
        return end if given else _behind_name(text, end)

    @staticmethod
    def _add(written: str, out: list[str], *, apart: bool) -> None:
        """Two numbers never become one: what a macro writes stands apart from a digit before it."""
        is_behind_digit = "".join(out[-3:])[-1:].isdigit()
        out.append(f" {written}" if apart and is_behind_digit else written)


def _behind_name(text: str, at: int) -> int:
    """LaTeX swallows the spaces after the name of a command; one before a word is kept as people mean it."""
    end = at
    while text[end : end + 1] == " ":
        end += 1
    return end - 1 if end > at and text[end : end + 1].isalnum() else end


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


def arguments(text: str, at: int, count: int, *, options: bool = True) -> tuple[list[str], int]:
    """So many arguments, those in square brackets and a (lr) of rules left out."""
    found: list[str] = []
    optional = re.compile(r"\s*(?:\[[^\]]*\]|<[^>]*>|\((?:lr|l|r|rl)\))")
    while True:
        while options and (match := optional.match(text, at)):
            at = match.end()
        if len(found) == count or not text[at:].lstrip().startswith("{"):
            return found, at
        inner, at = argument(text, at)
        found.append(inner)
