"""Tables in Markdown: with the heading above each, and the paragraphs around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from reasonboard.ingest.formats.cells import markup
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids import html
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.grids.shape import Row, Rows, grid

ENDINGS = frozenset({".md", ".markdown", ".mdx", ".qmd", ".rmd"})
_DELIMITER = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*")
_BOLD_LINE = re.compile(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)\s*:?\s*")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_UNDERLINE = re.compile(r"\s{0,3}(=+|-{2,})\s*")
_BAR = re.compile(r"(?<!\\)\|")
_LONGEST_CAPTION = 2000


@dataclass
class _Around:
    """What is written before the next table."""

    headings: dict[int, str] = field(default_factory=dict)
    bold: str = ""
    """A line in bold, which heads what follows it."""
    texts: list[str] = field(default_factory=list)

    def heading(self, level: int, text: str) -> None:
        self.headings = {at: name for at, name in self.headings.items() if at < level} | {
            level: text
        }
        self.bold = ""
        self.texts = []

    def take(
        self, table: Rows, tables: list[tuple[Rows, list[str]]], constants: dict[str, object]
    ) -> None:
        """One more table, with what is written above it."""
        table.part, table.constants = self.part, constants
        tables.append((table, self.texts))
        self.texts = []

    @property
    def part(self) -> str:
        return self.bold or (self.headings[max(self.headings)] if self.headings else "")


def grids(file: File) -> Iterator[Grid]:
    """Every table of the file."""
    lines = _without_comments(file.text).splitlines()
    constants, begin = _front_matter(lines)
    around = _Around()
    tables: list[tuple[Rows, list[str]]] = []
    fence = ""
    at = begin
    while at < len(lines):
        line = lines[at]
        if marks := _FENCE.match(line):
            fence = "" if fence and marks[1].startswith(fence) else fence or marks[1][:3]
        elif fence:
            pass
        elif html.BEGIN.search(line):
            end = next((to for to in range(at, len(lines)) if html.END.search(lines[to])), at)
            table = html.table(file, "\n".join(lines[at : end + 1]), at + 1)
            around.take(table, tables, constants)
            at = end + 1
            continue
        elif _is_table(lines, at):
            end = _end(lines, at)
            rows = [
                Row(number + 1, _cells(lines[number]))
                for number in range(at, end)
                if number != at + 1
            ]
            around.take(Rows(file, rows, at_least=1), tables, constants)
            at = end
            continue
        else:
            _note(lines, at, around, tables)
        at += 1
    for table, texts in tables:
        table.caption = " ".join(filter(None, [table.caption, *texts]))[:_LONGEST_CAPTION]
        if found := grid(table):
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


def _note(lines: list[str], at: int, around: _Around, tables: list[tuple[Rows, list[str]]]) -> None:
    """A heading or a text that the next table stands under; the first paragraph below a table is of that, too."""
    line = lines[at]
    if match := _HEADING.fullmatch(line):
        around.heading(len(match[1]), markup.of_markdown(match[2]))
    elif _UNDERLINE.fullmatch(line) and at and lines[at - 1].strip() and around.texts:
        text = around.texts.pop()
        around.heading(1 if "=" in line else 2, text)
    elif line.strip():
        if match := _BOLD_LINE.fullmatch(line):
            around.bold = markup.of_markdown(match[1])
        text = markup.of_markdown(line)
        around.texts.append(text)
        if tables and len(tables[-1][1]) < 20 and around.part == tables[-1][0].part:  # noqa: PLR2004
            tables[-1][1].append(text)
