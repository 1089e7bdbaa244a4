"""The numbered sources of a sheet, and footnotes for numbers that were not measured."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reasonboard.core.provenance import KIND_WORDS, kinds_of
from reasonboard.store.database import Rows
from reasonboard.store.snapshots import snapshot
from reasonboard.web.links import pinned
from reasonboard.web.sheet.sheet import Item, figures

FOOTNOTES = {
    "illustrative": ("†", "the source describes the trend without numbers"),
    "extrapolated": ("‡", "beyond what the source gives"),
    "approximate": ("§", "the source says “about”"),
    "read_off": ("¶", "only as precise as the image"),
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
    data: str
    """The versions of the data, each with its figures if there are several."""


def references(items: Sequence[Item]) -> References:
    """The references of these items, in their order."""
    numbers: dict[str, int] = {}
    sources: Rows = []
    marks = []
    data: dict[str, list[int]] = {}
    for figure, item in enumerate(items, 1):
        with pinned.answering(item.search):
            used = [row for row in item.study.sources(item.values) if row["chosen"]]
            kinds = kinds_of(item.study.view_rows(item.view, item.values))
            data.setdefault(_data_words(), []).append(figure)
        for row in used:
            if row["id"] not in numbers:
                sources.append(row)
                numbers[row["id"]] = len(sources)
        marked = tuple(kind for kind in FOOTNOTES if kind in kinds)
        cited = tuple(sorted(numbers[row["id"]] for row in used))
        marks.append(Marks(cited, marked, len(marked) == len(kinds)))
    return References(sources, tuple(marks), _footnotes(marks), _versions(data))


def _data_words() -> str:
    """The data that answer."""
    return f"data {snapshot().version} of {snapshot().made}"


def _versions(data: Mapping[str, Sequence[int]]) -> str:
    """The versions in words; the figures of each if there are several."""
    if len(data) > 1:
        return "; ".join(f"{words} ({figures(numbers).lower()})" for words, numbers in data.items())
    return next(iter(data), _data_words())


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
        numbers = [number for number, mark in enumerate(marks, 1) if kind in mark.kinds]
        if numbers:
            text = f"{KIND_WORDS[kind].capitalize()}: {meaning} ({figures(numbers).lower()})."
            footnotes.append(Footnote(symbol, text))
    return tuple(footnotes)
