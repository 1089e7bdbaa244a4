"""The forms in which OpenCompass writes one table: CSV, Markdown, and a text for people with the CSV in it."""

from typing import NamedTuple

from reasonboard.ingest.formats import separated
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.common import node

HEADER = ["dataset", "version", "metric", "mode"]
"""The first columns of a summary."""
_CSV = "csv format"
"""The title of the part of a text that has the table as CSV."""
_LONGEST_TITLE = 4096


class Table(NamedTuple):
    header: list[str]
    rows: list[tuple[int, list[str]]]


def is_other(file: File) -> bool:
    """Is it a summary as Markdown or as a text, which stand next to the CSV?"""
    return is_text(file) or is_markdown(file)


def is_text(file: File) -> bool:
    """Is it the text of a summary: when it was made, then `tabulate format`, underlined?"""
    lines = file.start[:_LONGEST_TITLE].splitlines()[:3]
    return len(lines) > 2 and lines[1].strip() == b"tabulate format" and lines[2][:1] == b"^"  # noqa: PLR2004


def is_markdown(file: File) -> bool:
    """Is its first line the header of a summary as Markdown?"""
    line = file.start.split(b"\n", 1)[0].decode("utf-8", "replace")
    header = _cells(line)
    return line.startswith("|") and header[: len(HEADER)] == HEADER and len(header) > len(HEADER)


def _cells(line: str) -> list[str]:
    """The cells of a line of Markdown."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _text_table(file: File) -> Table:
    """The lines under `csv format`, up to the `$$$` below them."""
    inner: list[tuple[int, list[str]]] = []
    lines = file.lines()
    for _, text in lines:
        if text.strip() == _CSV:
            break
    next(lines, None)  # the line under it
    for line, text in lines:
        if text.startswith("$"):
            return _checked(file, inner)
        inner.append((line, text.split(",")))
    raise file.refused(f"its part {_CSV!r} has no end", "a whole summary")


def _markdown_table(file: File) -> Table:
    every = [(line, _cells(text)) for line, text in file.lines()]
    return _checked(file, [every[0], *every[2:]])


def beginning(file: File) -> list[list[str]]:
    """The cells of the first two lines of a text with commas."""
    head = file.start
    if b"\0" in head or head[:1] in {b"{", b"["}:
        return []
    lines = head.decode("utf-8", "replace").splitlines()[:2]
    return [line.split(",") for line in lines if "," in line]


def table(file: File) -> Table:
    """The table of a file in any of the forms."""
    if is_text(file):
        return _text_table(file)
    if is_markdown(file):
        return _markdown_table(file)
    # Split at every comma: OpenCompass puts blanks for those in cells, and quotes nothing.
    return _checked(file, [(line, text.split(",")) for line, text in file.lines()])


def _checked(file: File, lines: list[tuple[int, list[str]]]) -> Table:
    """The first line as header, and the others, which have as many fields."""
    header = lines[0][1] if lines else []
    for index, column in enumerate(header, 1):
        node.name(file, column, f"the header's column {index}")
    separated.refuse_twins(file, header)
    for line, cells in lines[1:]:
        if len(cells) != len(header):
            raise file.refused(f"{len(cells)} fields", f"{len(header)}", line)
    return Table(header, lines[1:])
