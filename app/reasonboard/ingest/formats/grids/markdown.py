"""Tables in Markdown, and in HTML inside it: with the heading above each, and the paragraphs around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from reasonboard.ingest.formats.cells import markup
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.grid import Grid, Row, Rows
from reasonboard.ingest.formats.grids.shape import grid

ENDINGS = frozenset({".md", ".markdown", ".mdx", ".qmd", ".rmd"})
_DELIMITER = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*")
_BOLD_LINE = re.compile(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)\s*:?\s*")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_UNDERLINE = re.compile(r"\s{0,3}(=+|-{2,})\s*")
_BAR = re.compile(r"(?<!\\)\|")
_LONGEST_CAPTION, _LONGEST_TITLE = 2000, 100


@dataclass
class _Placed:
    """A table, with the texts above it and below it up to the next heading or table."""

    rows: Rows
    headings: tuple[str, ...]
    """The heading above, and those above that; a line in bold is one."""
    is_bold: bool
    above: list[str]
    below: list[str] = field(default_factory=list)


@dataclass
class _Document:
    """What was read so far."""

    tables: list[_Placed] = field(default_factory=list)
    headings: dict[int, str] = field(default_factory=dict)
    bold: str = ""
    """A line in bold, which heads what follows it."""
    texts: list[str] = field(default_factory=list)
    """Since the last heading or table."""
    is_below: bool = False
    """Do these stand below a table, without a heading between?"""

    def add_heading(self, level: int, text: str) -> None:
        upper = {at: name for at, name in self.headings.items() if at < level}
        self.headings = upper | {level: text}
        self.bold, self.texts, self.is_below = "", [], False

    def add_text(self, text: str, *, is_bold: bool) -> None:
        if is_bold:
            self.bold, self.is_below = text, False
        self.texts.append(text)
        if self.is_below:
            self.tables[-1].below.append(text)

    def add_table(self, rows: Rows) -> None:
        headings = [self.headings[level] for level in sorted(self.headings, reverse=True)]
        path = tuple(filter(None, [self.bold, *headings]))
        self.tables.append(_Placed(rows, path, bool(self.bold), self.texts))
        self.texts, self.is_below = [], True

    def settle(self) -> None:
        """Say which texts belong to which table, and what tells the tables under one heading apart."""
        for path in {table.headings for table in self.tables}:
            alike = [table for table in self.tables if table.headings == path]
            heading = self._heading(path)
            are_several = len(alike) > 1
            are_below = are_several and not alike[0].above and all(each.below for each in alike)
            for table, following in zip(alike, [*alike[1:], None], strict=True):
                beside = [] if following and following.above == table.below else table.below
                texts = table.below if are_below else [*table.above, *beside]
                table.rows.part = heading
                nearest = table.below[0] if are_below else table.above[-1] if table.above else ""
                if are_several and not table.is_bold and _is_title(nearest):
                    table.rows.part = nearest
                    texts = [heading, *texts]
                caption = " ".join(filter(None, [table.rows.caption, *texts]))
                table.rows.caption = caption[:_LONGEST_CAPTION]

    def _heading(self, path: tuple[str, ...]) -> str:
        """The heading, with that above it if another table stands under an equal heading elsewhere."""
        others = {table.headings[1:] for table in self.tables if table.headings[:1] == path[:1]}
        return " / ".join(reversed(path[: 2 if len(others) > 1 else 1]))


def _is_title(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_TITLE and not text.endswith((".", ":", ","))


def grids(file: File) -> Iterator[Grid]:
    """Every table of the file."""
    lines = _without_comments(file.text).splitlines()
    constants, at = _front_matter(lines)
    document = _Document()
    fence = ""
    while at < len(lines):
        line, end = lines[at], at + 1
        if marks := _FENCE.match(line):
            fence = "" if fence and marks[1].startswith(fence) else fence or marks[1][:3]
        elif fence:
            pass
        elif _HTML.search(line):
            end = 1 + next((to for to in range(at, len(lines)) if _HTML_ENDS.search(lines[to])), at)
            document.add_table(_html_table(file, "\n".join(lines[at:end]), at + 1))
        elif _is_table(lines, at):
            end = _end(lines, at)
            numbers = [number for number in range(at, end) if number != at + 1]
            rows = [Row(number + 1, _cells(lines[number])) for number in numbers]
            document.add_table(Rows(file, rows, at_least=1))
        else:
            _note(lines, at, document)
        at = end
    document.settle()
    for table in document.tables:
        table.rows.constants = constants
        if found := grid(table.rows):
            yield found


def _without_comments(text: str) -> str:
    """The text with as many lines, in which `<!-- ... -->` is empty."""
    kept: list[str] = []
    at = 0
    while (begin := text.find("<!--", at)) >= 0 and (end := text.find("-->", begin)) >= 0:
        kept += text[at:begin], "\n" * text.count("\n", begin, end)
        at = end + 3
    return "".join(kept) + text[at:]


def _front_matter(lines: list[str]) -> tuple[dict[str, object], int]:
    """The single values between the `---` at the top, and where the text begins."""
    if not lines or lines[0].strip() != "---":
        return {}, 0
    end = next((at for at, line in enumerate(lines[1:200], 1) if line.strip() in ("---", "...")), 0)
    found: dict[str, object] = {}
    for line in lines[1:end]:
        if match := re.fullmatch(r"([A-Za-z_][\w -]*):\s+(\S.*)", line):
            found[match[1]] = match[2].strip().strip("\"'")
    return found, end + 1 if end else 0


def _is_table(lines: list[str], at: int) -> bool:
    if at + 1 >= len(lines) or "|" not in lines[at] or "-" not in lines[at + 1]:
        return False
    is_delimiter = _DELIMITER.fullmatch(lines[at + 1])
    return bool(is_delimiter) and len(_cells(lines[at])) == len(_cells(lines[at + 1]))


def _end(lines: list[str], at: int) -> int:
    end = at + 2
    while end < len(lines) and "|" in lines[end] and lines[end].strip():
        end += 1
    return end


def _cells(line: str) -> list[object]:
    """The texts between bars; the bars at both ends are left out."""
    text = line.strip()
    text = text.removeprefix("|")
    if text.endswith("|") and not text.endswith("\\|"):
        text = text[:-1]
    return [markup.of_markdown(cell.replace("\\|", "|")) for cell in _BAR.split(text)]


def _note(lines: list[str], at: int, document: _Document) -> None:
    """A heading, or a text."""
    line = lines[at]
    if match := _HEADING.fullmatch(line):
        document.add_heading(len(match[1]), markup.of_markdown(match[2]))
    elif _UNDERLINE.fullmatch(line) and at and lines[at - 1].strip() and document.texts:
        document.add_heading(1 if "=" in line else 2, document.texts[-1])
    elif any(char.isalnum() for char in line):
        bold = _BOLD_LINE.fullmatch(line)
        document.add_text(markup.of_markdown(bold[1] if bold else line), is_bold=bool(bold))


_HTML = re.compile(r"<table\b", re.IGNORECASE)
_HTML_ENDS = re.compile(r"</table\s*>", re.IGNORECASE)
_HTML_ROW = re.compile(
    r"<tr\b[^>]*>(.*?)(?=</tr\s*>|<tr\b|</t(?:able|head|body|foot)\s*>|$)",
    re.IGNORECASE | re.DOTALL,
)
_HTML_CELL = re.compile(
    r"<t([hd])\b([^>]*)>(.*?)(?=</t[hdr]\s*>|<t[hdr]\b|$)", re.IGNORECASE | re.DOTALL
)
_SPAN = re.compile(r"\b(row|col)span\s*=\s*[\"']?(\d{1,4})", re.IGNORECASE)
_HEAD_ENDS = re.compile(r"</thead\s*>", re.IGNORECASE)
_CAPTION = re.compile(r"<caption\b[^>]*>(.*?)</caption\s*>", re.IGNORECASE | re.DOTALL)


def _html_table(file: File, text: str, line: int) -> Rows:
    """The rows of a table that begins in this line; a cell over several rows is in each of them."""
    covered: dict[tuple[int, int], str] = {}
    found: list[Row] = []
    headers = 0
    head = _HEAD_ENDS.search(text)
    for match in _HTML_ROW.finditer(text):
        row = Row(line + text.count("\n", 0, match.start()), [])
        kinds = set()
        for kind, attributes, content in _HTML_CELL.findall(match[1]):
            _take_covered(row, len(found), covered)
            kinds.add(kind.lower())
            shown, column = markup.of_markdown(content), len(row.cells)
            spans = {side.lower(): int(count) for side, count in _SPAN.findall(attributes)}
            width, height = max(1, spans.get("col", 1)), max(1, spans.get("row", 1))
            if width > 1:
                row.spans[column] = width
            row.cells += [shown, *[""] * (width - 1)]
            for below in range(len(found) + 1, len(found) + height):
                covered[below, column] = shown
                covered |= {(below, beside): "" for beside in range(column + 1, column + width)}
        _take_covered(row, len(found), covered)
        found.append(row)
        is_head = match.start() < head.start() if head else kinds == {"h"}
        headers += is_head and headers == len(found) - 1
    caption = _CAPTION.search(text)
    return Rows(
        file,
        [row for row in found if row.cells],
        at_least=headers,
        no_more=headers > 0,
        exact=True,
        caption=markup.of_markdown(caption[1]) if caption else "",
    )


def _take_covered(row: Row, number: int, covered: dict[tuple[int, int], str]) -> None:
    while (number, len(row.cells)) in covered:
        row.cells.append(covered[number, len(row.cells)])
