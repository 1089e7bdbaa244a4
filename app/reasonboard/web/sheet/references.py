"""The numbered sources of a sheet, and footnotes for numbers that were not measured."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.core.provenance import KIND_WORDS, kinds_of
from reasonboard.store.database import Rows
from reasonboard.web.sheet.sheet import Item

FOOTNOTES = {
    "illustrative": ("†", "the source describes the trend and gives no number"),
    "extrapolated": ("‡", "beyond what the source gives"),
    "approximate": ("§", "the source says “about”"),
    "read_off": ("¶", "as exact as reading a drawing allows"),
}
"""The kinds that a footnote marks: its symbol, and what the kind means."""


class Marks(NamedTuple):
    """What a figure of the sheet refers to."""

    numbers: tuple[int, ...]
    """Of its sources among the references."""
    kinds: tuple[str, ...]
    """Those of its numbers that have a footnote."""
    all_of_them: bool
    """Has every number of the figure one of these kinds?"""


class Footnote(NamedTuple):
    symbol: str
    text: str


class References(NamedTuple):
    sources: Rows
    """In the order in which the figures first use them."""
    marks: tuple[Marks, ...]
    """Of each figure."""
    footnotes: tuple[Footnote, ...]


def references(items: Sequence[Item]) -> References:
    """The references of these items, in their order."""
    numbers: dict[str, int] = {}
    sources: Rows = []
    marks = []
    for item in items:
        used = [row for row in item.study.sources(item.values) if row["chosen"]]
        for row in used:
            if row["id"] not in numbers:
                sources.append(row)
                numbers[row["id"]] = len(sources)
        kinds = kinds_of(item.study.view_rows(item.view, item.values))
        marked = tuple(kind for kind in FOOTNOTES if kind in kinds)
        cited = tuple(sorted(numbers[row["id"]] for row in used))
        marks.append(Marks(cited, marked, len(marked) == len(kinds)))
    return References(sources, tuple(marks), _footnotes(marks))


def marks_text(marks: Marks) -> str:
    """The line under a figure: the numbers of its sources, and the symbols of its footnotes."""
    cited = "".join(f"[{number}]" for number in marks.numbers)
    kinds = ", ".join(f"{KIND_WORDS[kind]} {FOOTNOTES[kind][0]}" for kind in marks.kinds)
    share = "all" if marks.all_of_them else "some"
    parts = [f"Source {cited}" if cited else "", f"{share} values are {kinds}" if kinds else ""]
    return "; ".join(part for part in parts if part) + ("." if cited or kinds else "")


def _footnotes(marks: Sequence[Marks]) -> tuple[Footnote, ...]:
    """One for each kind that occurs, with the numbers of the figures that have it."""
    footnotes = []
    for kind, (symbol, meaning) in FOOTNOTES.items():
        figures = [str(number) for number, mark in enumerate(marks, 1) if kind in mark.kinds]
        if figures:
            word = "figure" if len(figures) == 1 else "figures"
            text = f"{KIND_WORDS[kind].capitalize()}: {meaning} ({word} {', '.join(figures)})."
            footnotes.append(Footnote(symbol, text))
    return tuple(footnotes)
