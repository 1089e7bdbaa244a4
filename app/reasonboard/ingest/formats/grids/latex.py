"""Tables in LaTeX: cells that span columns and rows, rules, captions, and the macros that the file defines."""

import re
from collections.abc import Iterator
from itertools import islice

from reasonboard.ingest.formats.cells import latex_text
from reasonboard.ingest.formats.cells.cell import parse
from reasonboard.ingest.formats.cells.latex_text import Macro, Macros, argument
from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.grid import Grid, Row, Rows
from reasonboard.ingest.formats.grids.shape import grid

ENDINGS = frozenset({".tex", ".ltx", ".latex"})
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_LEFT_OUT = re.compile(r"\\begin\{comment\}.*?\\end\{comment\}|\\iffalse\b.*?\\fi\b", re.DOTALL)
_BEGIN = re.compile(
    r"\\begin\{(tabular[*xy]?|tabulary|longtable\*?|array|tblr|longtblr|NiceTabular[*X]?|supertabular|xltabular)\}"
)
_WITH_WIDTH = frozenset(
    ("tabular*", "tabularx", "tabulary", "xltabular", "NiceTabular*", "NiceTabularX")
)
_FLOAT = re.compile(r"\\(begin|end)\{(?:wrap|sideways|side)?(?:table|figure|landscape)\*?\}")
_CAPTION = re.compile(r"\\caption(?:of\{\w+\})?\*?(?:\[[^\]]*\])?(?=\{)")
_HEADING = re.compile(r"\\(?:sub)*(?:section|paragraph)\*?(?:\[[^\]]*\])?(?=\{)")
_DEFINED = re.compile(
    r"\\(?:re)?newcommand\*?|\\providecommand\*?|\\DeclareRobustCommand\*?|\\def(?=\\)"
)
_RULE = re.compile(
    r"\\(?:(toprule|midrule|bottomrule|hline|hdashline|thickhline)(?:\[[^\]]*\])?|(Xhline)\s*\{[^{}]*\}|(specialrule)(?:\{[^{}]*\}){3}"
    r"|(?:addlinespace|endhead|endfirsthead|endfoot|endlastfoot|morecmidrules)(?:\[[^\]]*\])?"
    r"|(?:cmidrule|cline|cdashline|arrayrulecolor)\s*(?:\[[^\]]*\]|\([^()]*\))*\s*\{[^{}]*\})(?![A-Za-z])"
)
"""A rule; of one over the whole width its name."""
_SPAN = re.compile(
    r"\\multicolumn\s*\{\s*(\d{1,3})\s*\}\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
    r"|\\multirow\s*(?:\[[^\]]*\])?\s*\{\s*(-?\d{1,3})\s*\}\s*(?:\[[^\]]*\])?"
    r"\s*(?:\{[^{}]*\}|\*|=)\s*(?:\[[^\]]*\])?"
)
"""A cell over several columns or rows: how many, up to its text."""
_OPTION = re.compile(r"^\*?\s*\[[^\]]*\]")
_TOKEN = re.compile(r"\\begin\{|\\end\{|\\tabularnewline\b|\\.|[{}&]", re.DOTALL)
_MOST_TEXT = 4_000_000
_LONGEST_PART = 100
_MOST_MACROS, _LONGEST_MACRO = 1000, 2000
_THIN_SPACE = re.compile(r"(?<!\d)\u2009|\u2009(?!\d{3})")
"""A thin space that is none between groups of digits."""
_SPACES = re.compile(r"[^\S\u2009]+")
_DEEPEST = 4


def grids(file: File) -> Iterator[Grid]:
    """Every table of the file."""
    text = _LEFT_OUT.sub(_same_lines, _COMMENT.sub(r"\1", file.text[:_MOST_TEXT]))
    macros = _macros(text)
    tables = list(_tables(text))
    for begin, body in tables:
        table = _rows(file, text, begin, body, macros)
        table.caption = _caption(text, begin, begin + len(body), macros)
        headings = list(_HEADING.finditer(text, 0, begin))
        heading = _plain(argument(text, headings[-1].end())[0], macros) if headings else ""
        table.part = (heading or table.caption[:_LONGEST_PART]) if len(tables) > 1 else heading
        if found := grid(table):
            yield found


def _same_lines(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _macros(text: str) -> Macros:
    """The commands that a file defines, with the number of their arguments."""
    found: dict[str, Macro] = {}
    for match in islice(_DEFINED.finditer(text), _MOST_MACROS):
        name, at = argument(text, match.end(), _LONGEST_MACRO)
        count, default = 0, None
        if option := re.compile(r"\s*\[(\d)\]").match(text, at):
            count, at = int(option[1]), option.end()
            if option := re.compile(r"\s*\[([^\]]*)\]").match(text, at):
                default, at = option[1], option.end()
        elif numbers := re.compile(r"((?:#\d)+)(?=\{)").match(text, at):
            count, at = numbers[1].count("#"), numbers.end()
        body, _ = argument(text, at, _LONGEST_MACRO)
        found[name.strip().removeprefix("\\")] = Macro(count, body, default)
    return found


def _tables(text: str) -> Iterator[tuple[int, str]]:
    """Where each outermost table begins, and what is in it."""
    at = 0
    while match := _BEGIN.search(text, at):
        ends = re.compile(rf"\\(begin|end)\{{{re.escape(match[1])}\}}")
        depth, end, after = 0, len(text), len(text)
        for other in ends.finditer(text, match.start()):
            depth += 1 if other[1] == "begin" else -1
            if depth == 0:
                end, after = other.start(), other.end()
                break
        begin = _behind_columns(text, match.end(), match[1])
        yield begin, text[begin:end]
        at = after


def _behind_columns(text: str, at: int, kind: str) -> int:
    """Where the rows begin: behind the widths and kinds of the columns."""
    braces = 2 if kind in _WITH_WIDTH else 1
    while braces:
        if option := re.compile(r"\s*\[[^\]]*\]").match(text, at):
            at = option.end()
        elif text[at:].lstrip().startswith("{"):
            _, at = argument(text, at)
            braces -= 1
        else:
            break
    return at


def _caption(text: str, begin: int, end: int, macros: Macros) -> str:
    """The caption of a table: in it, or in the same float above or below it."""
    floats = list(_FLOAT.finditer(text))
    before = [match for match in floats if match.end() <= begin]
    behind = next((match.start() for match in floats if match.start() >= end), end)
    first = before[-1].end() if before and before[-1][1] == "begin" else begin
    found = list(_CAPTION.finditer(text, first, behind if first < begin else end))
    above = [match for match in found if match.start() < begin]
    match = above[-1] if above else found[0] if found else None
    return _plain(argument(text, match.end())[0], macros) if match else ""


def _plain(text: str, macros: Macros) -> str:
    plain = _THIN_SPACE.sub(" ", latex_text.plain(text, macros))
    return _SPACES.sub(" ", plain).strip()


def _rows(file: File, text: str, begin: int, body: str, macros: Macros) -> Rows:
    """The rows of one table, with the header that its rules set apart."""
    first_line = text.count("\n", 0, begin) + 1
    table = _Table(macros)
    for at, written in _split(body, is_end_of_row=True):
        bare = _OPTION.sub(_blank, _RULE.sub(_blank, written))
        line = first_line + body.count("\n", 0, at + len(bare) - len(bare.lstrip()))
        table.add(written, line)
    table.fill()
    at_least, no_more = table.header
    return Rows(file, table.rows, at_least=at_least, no_more=no_more, exact=table.is_exact)


class _Table:
    def __init__(self, macros: Macros) -> None:
        self._macros = macros
        self.rows: list[Row] = []
        self._rules: list[tuple[int, str]] = []
        """How many rows stand above a rule over the whole width, and its command."""
        self._tall: list[tuple[int, int, int, str]] = []
        """Row, column, height and text of each cell over several rows."""

    def add(self, written: str, line: int) -> None:
        """One more row, with the rules before it."""
        rest = _OPTION.sub("", written)
        for match in _RULE.finditer(rest):
            if match.lastindex:
                self._rules.append((len(self.rows), match[match.lastindex]))
        is_ruled = bool(self._rules) and self._rules[-1][0] == len(self.rows)
        rest = _RULE.sub("", rest)
        if not rest.strip() or _CAPTION.match(rest.strip()):
            return
        row = Row(line, [], is_ruled=is_ruled)
        for _, cell in _split(rest, is_end_of_row=False):
            width, height, text = self._spans(cell)
            if width > 1:
                row.spans[len(row.cells)] = width
            if abs(height) > 1 and text:
                self._tall.append((len(self.rows), len(row.cells), height, text))
            row.cells += [text, *[""] * (width - 1)]
        self.rows.append(row)

    def _spans(self, written: str) -> tuple[int, int, str]:
        """How many columns and rows a cell covers, and its text."""
        width = height = 1
        for _ in range(_DEEPEST):
            match = _SPAN.search(written)
            if match is None:
                break
            text, end = argument(written, match.end())
            if match[1]:
                width = max(1, int(match[1]))
            else:
                height = int(match[2])
            written = f"{written[: match.start()]}{{{text}}}{written[end:]}"
        return width, height, _plain(written, self._macros)

    def fill(self) -> None:
        """Repeat the text of a cell over several rows in the empty cells that it covers."""
        for number, column, height, text in self._tall:
            last = number + height - 1 if height > 0 else number + height + 1
            for covered in range(min(number, last), max(number, last) + 1):
                cells = self.rows[covered].cells if 0 <= covered < len(self.rows) else []
                if column < len(cells) and cells[column] == "":
                    cells[column] = text
        width = max((len(row.cells) for row in self.rows), default=0)
        for row in self.rows:
            if len(row.cells) == 1 and width > 1:
                row.cells += [""] * (width - 1)

    @property
    def is_exact(self) -> bool:
        """Does the table say which cells cover several rows or columns?"""
        return bool(self._tall) or any(row.spans for row in self.rows)

    @property
    def header(self) -> tuple[int, bool]:
        """The number of rows without values above the first rule, and whether the header ends there."""
        ruled = [(rows, rule) for rows, rule in self._rules if 0 < rows < len(self.rows)]
        above, rule = ruled[0] if ruled else (0, "")
        for number, row in enumerate(self.rows[:above]):
            values = (parse(cell) for cell in row.cells)
            if any(isinstance(cell, Number) and (cell.decimals or cell.spread) for cell in values):
                above = number
                break
        return above, above > 0 and rule == "midrule"


def _split(text: str, *, is_end_of_row: bool) -> Iterator[tuple[int, str]]:
    """The rows of a table, or the cells of a row, and where each begins; not at what stands in braces."""
    begin = depth = 0
    for match in _TOKEN.finditer(text):
        sign = match[0]
        depth += sign in ("{", "\\begin{")
        depth -= sign in ("}", "\\end{")
        if sign.endswith("{") and len(sign) > 1:
            depth += 1  # its brace is closed by a } of its own
        ends = sign in (("\\\\", "\\tabularnewline") if is_end_of_row else ("&",))
        if ends and depth == 0:
            yield begin, text[begin : match.start()]
            begin = match.end()
    yield begin, text[begin:]
