"""A dot and its range for each name, one under the other: numbers that are compared by eye."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reasonboard.charts.colors import ACCENT, ACCURACY, FAINT, INK, MUTED, PAPER
from reasonboard.charts.grid import cut
from reasonboard.charts.intervals import level_lines
from reasonboard.charts.theme import Figure, Trace, axis, figure, plain, title
from reasonboard.charts.traces import dots, marker, paper_note, pen, rule, scatter, texts

_ROW, _AROUND = 22, 96
_LONGEST = 22


@dataclass(frozen=True)
class ForestRow:
    """One name with its number, all in axis units."""

    name: str
    value: float
    words: str
    """The number with its sign, as it stands at the right."""
    hover: str
    low: float | None = None
    high: float | None = None
    other: float | None = None
    """A second number beside it: an open square."""
    sets: str = ""
    """The benchmark that a click picks."""


def ranges(
    rows: Sequence[ForestRow],
    *,
    x: dict[str, Any],
    x_title: str,
    summary: str,
    picked: str,
    thin: bool,
    at: float | None = None,
    note: str = "",
    uncertainty: str = "",
) -> Figure:
    """The rows from above to below; `picked` is the benchmark that is strong.

    The range is a bar behind the dot (what noise gives), or `thin`: the interval of the dot itself.
    `at` is a place on the axis to compare with; `note` stands under the axis.
    """
    names = [cut(row.name, _LONGEST) for row in rows]
    layout = {
        "xaxis": axis(title=title(x_title), nticks=6, **x),
        "yaxis": axis(
            range=[len(rows) - 0.4, -0.6],
            tickvals=list(range(len(rows))),
            ticktext=[
                f"<b>{plain(name)}</b>" if row.sets == picked else plain(name)
                for name, row in zip(names, rows, strict=True)
            ],
            showgrid=False,
        ),
        "margin": {"l": 20 + 7 * max(map(len, names)), "r": 64, "t": 12, "b": 66 if note else 48},
        "hovermode": "closest",
        "shapes": [] if at is None else [_reference(at)],
        "annotations": [_note(note)] if note else [],
    }
    traces = [*_bars(rows, thin=thin), *_others(rows), _dots(rows, picked), _words(rows, x, picked)]
    height = _ROW * len(rows) + _AROUND + (18 if note else 0)
    return figure(traces, layout, height=height, summary=summary, uncertainty=uncertainty or None)


def _bars(rows: Sequence[ForestRow], *, thin: bool) -> list[Trace]:
    ends = [
        (place, row.low, row.high)
        for place, row in enumerate(rows)
        if row.low is not None and row.high is not None
    ]
    if not ends:
        return []
    name = "95 % interval" if thin else "95 % of what noise gives"
    line = {"color": ACCURACY, "width": 1.4} if thin else {"color": FAINT, "width": 9}
    return [level_lines(ends, name, line) | {"cliponaxis": False}]


def _others(rows: Sequence[ForestRow]) -> list[Trace]:
    places = [place for place, row in enumerate(rows) if row.other is not None]
    if not places:
        return []
    return [
        scatter(
            "markers",
            [rows[place].other for place in places],
            places,
            hoverinfo="skip",
            cliponaxis=False,
            marker=marker(7, PAPER, MUTED, 1.5, symbol="square"),
        )
    ]


def _dots(rows: Sequence[ForestRow], picked: str) -> Trace:
    strong = [ACCENT if row.sets == picked else ACCURACY for row in rows]
    return dots(
        [row.value for row in rows],
        list(range(len(rows))),
        [row.hover for row in rows],
        marker([10 if row.sets == picked else 8 for row in rows], strong),
        meta={"sets": {}, "x": "panel", "xs": [row.sets for row in rows]},
    )


def _words(rows: Sequence[ForestRow], x: dict[str, Any], picked: str) -> Trace:
    return texts(
        [x["range"][1]] * len(rows),
        list(range(len(rows))),
        [row.words for row in rows],
        [ACCENT if r.sets == picked else INK for r in rows],
        textposition="middle right",
        cliponaxis=False,
    )


def _reference(at: float) -> dict[str, Any]:
    return rule((at, at), (0, 1), pen(MUTED, 1, "dot"), xref="x", yref="paper", layer="below")


def _note(words: str) -> dict[str, Any]:
    return paper_note(words, 0, 0, yshift=-44, align="left", yanchor="top")
