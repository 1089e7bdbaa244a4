"""A declared study as a small picture: its frontier, two of its lines, or the places that are compared."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.teaser import Teaser, TeaserDot, TeaserLine, after_gaps, frontier_line
from reasonboard.charts.ticks import short as rounded
from reasonboard.core.study import Study
from reasonboard.studies.own.charts.axes import day, short
from reasonboard.studies.own.declared import Declared, noun_of
from reasonboard.studies.own.rows import (
    Row,
    day_of,
    is_share,
    line_of,
    lines_of,
    number_of,
    with_standing,
)

_MOST = 4
"""Places that are compared."""
_LONGEST = 12
"""Characters of the name of a line."""


def teaser(declared: Declared, study: Study) -> Teaser | None:
    """What the first chart shows in the panel with most values; None where it shows nothing."""
    rows = study.view_rows(study.views[0], study.defaults())
    if declared.views[0] == "frontier":
        marks = [row for row in with_standing(rows) if row["standing"] == "frontier"]
        edge = _largest(marks, "panel")
        return _of_the_frontier(declared, edge) if len(edge) > 1 else None
    lines = lines_of(
        _largest([row for row in rows if row["value"] is not None], "panel", "filtered")
    )
    along = [line for line in lines if len(line) > 1 and all(row["at"] is not None for row in line)]
    if along:
        return _of_lines(declared, along, [row for row in rows if row["value"] is None])
    return _of_places(declared, max(lines, key=len)) if lines else None


def _largest(rows: Sequence[Row], *columns: str) -> list[Row]:
    """The rows that share the most frequent values of these columns."""
    keys = [tuple(map(str, (row[column] for column in columns))) for row in rows]
    most = Counter(keys).most_common(1)
    return [row for row, key in zip(rows, keys, strict=True) if key == most[0][0]]


def _of_the_frontier(declared: Declared, edge: Sequence[Row]) -> Teaser:
    first, last = edge[0], edge[-1]
    line = frontier_line(
        [row["cost"] for row in edge],
        [row["shown"] for row in edge],
        first=_number(first),
        label=_named(declared, last),
    )
    costs = [rounded(row["cost"]) for row in (first, last)]
    return Teaser(
        f"{_panel(first)}{_number(first)} for a cost of {costs[0]} to {_number(last)} for {costs[1]}.",
        f"{_panel(first)}cost {costs[0]}",
        costs[1],
        lines=[line],
    )


def _of_lines(declared: Declared, lines: Sequence[Sequence[Row]], without: Sequence[Row]) -> Teaser:
    """The lines that end highest and lowest, with gaps at the places `without` a value."""
    high = max(lines, key=lambda line: line[-1]["shown"])
    low = min(lines, key=lambda line: line[-1]["shown"])
    is_log = declared.x.scale in ("log2", "log10") and min(line[0]["at"] for line in lines) > 0

    def drawn(line: Sequence[Row], **look: Any) -> TeaserLine:
        at = [row["at"] for row in line]
        gone = [row["at"] for row in without if line_of(row) == line_of(line[0])]
        return TeaserLine(
            [row["shown"] for row in line],
            list(map(math.log, at)) if is_log else at,
            label=_named(declared, line[-1]),
            after_gaps=after_gaps(at, [place for place in gone if place is not None]),
            **look,
        )

    teaser_lines = [drawn(low, color="muted")] if low is not high else []
    teaser_lines.append(drawn(high, first=_number(high[0])))
    ends = [_x_words(declared, row) for row in (high[0], high[-1])]
    noun = noun_of(declared.x.column)
    named = ", ".join(line.label.replace("\n", " for ") for line in reversed(teaser_lines))
    return Teaser(
        f"{_panel(high[0])}{high[0]['label']} by {noun} {ends[0]} to {ends[1]}: {named}.",
        f"{_panel(high[0])}{noun} {ends[0]}",
        ends[1],
        lines=teaser_lines,
    )


def _of_places(declared: Declared, line: Sequence[Row]) -> Teaser:
    """The best places of the longest line, whose order says nothing; the first where it is not known what is best."""
    better = line[0]["higher_is_better"]
    if better is None:
        ranked = list(line[:_MOST])
    else:
        ranked = sorted(line, key=lambda row: row["shown"], reverse=better)[:_MOST]
    dots = [
        TeaserDot(
            declared.x.words(row["x"]),
            row["shown"],
            row["low"],
            row["high"],
            strong=rank == 0 and better is not None,
        )
        for rank, row in enumerate(ranked)
    ]
    words = f"{_panel(line[0])}{line[0]['label']} by {noun_of(declared.x.column)}"
    which = "the best " if better is not None else ""
    return Teaser(f"{words}: {which}{len(dots)} of {len(line)}.", words, dots=dots)


def _panel(row: Row) -> str:
    return f"{row['panel']}, " if row["panel"] else ""


def _x_words(declared: Declared, row: Row) -> str:
    if declared.x.order:
        return str(row["x"])
    return short(row["at"]) if day_of(row["x"]) is None else day(row["x"])


def _named(declared: Declared, row: Row) -> str:
    """'85%' over the name of the line, a number with its column where that is short: 'depth 50'."""
    name = row["color"].rpartition("/")[2]
    noun = f"{noun_of(declared.color)} {name}" if declared.color else ""
    words = noun if number_of(name) is not None and len(noun) <= _LONGEST else name
    return f"{_number(row)}\n{words}".strip()


def _number(row: Row) -> str:
    return f"{row['shown']:.0f}%" if is_share(row) else rounded(row["shown"])
