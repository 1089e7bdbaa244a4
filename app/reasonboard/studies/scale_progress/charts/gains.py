"""When each size has its gain, and how far its last value is under its best."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import ACCENT, MUTED
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain, title
from reasonboard.charts.traces import dots, marker, note
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.growth import Decline, Reached, decline, reached
from reasonboard.studies.scale_progress.charts.rows import measured, size_label
from reasonboard.studies.scale_progress.charts.strips import bars, rows_layout

Row = dict[str, Any]

_FEWEST = 3
"""So many checkpoints make a curve."""
_BEST_KEY = "○ best checkpoint, −: the last value under it, ▼ resolved (Holm over the checkpoints), ≈ not resolved"


def gains_by_size(
    rows: Sequence[Row], *, panel: str, size: str, intervals: str, columns: int
) -> Figure:
    """For each size: at which progress it has 90 % of its gain, and how far its last value is under its best.

    Rows are those of `accuracy_along_training`: one per model and checkpoint, by size.
    """
    groups = [list(of) for _, of in groupby(rows, key=lambda row: row["model"])]
    groups = [of for of in groups if len(of) >= _FEWEST]
    if not groups:
        return empty("No curve: three checkpoints of a model are needed.")
    found = [reached([row["progress"] for row in of], list(map(measured, of))) for of in groups]
    lost = [decline(list(map(measured, of))) for of in groups]
    models = [of[0]["model"] for of in groups]
    colours = [ACCENT if model == size else MUTED for model in models]
    places = list(range(len(groups)))
    traces = _ranges(found) if intervals == "on" else []
    traces += [_shares(groups, found, colours), _bests(groups, lost, colours)]
    layout = rows_layout(
        len(groups),
        [size_label(of[0]["params_b"]) for of in groups],
        {"range": [-0.02, 1.02], "title": title("training progress")},
        right=128,
    )
    layout["annotations"] = [
        _beside(place, _last(of[-1], one), colour)
        for place, of, one, colour in zip(places, groups, lost, colours, strict=True)
    ]
    known = any(one and one.known for one in found)
    about = "bar: 95 % bootstrap range" if known else "no uncertainty available"
    summary = _summary(panel, groups, found)
    return figure(
        traces,
        layout,
        height=layout["height"],
        summary=summary,
        uncertainty=f"◆ 90 % of a resolved gain, {about} · {_BEST_KEY}",
    )


def _ranges(found: list[Reached | None]) -> list[Trace]:
    return bars(
        [
            (place, round(one.low or 0.0, 4), 1.0 if one.high is None else round(one.high, 4))
            for place, one in enumerate(found)
            if one and one.known
        ]
    )


def _shares(groups: list[list[Row]], found: list[Reached | None], colours: list[str]) -> Trace:
    there = [
        (place, of, one) for place, (of, one) in enumerate(zip(groups, found, strict=True)) if one
    ]
    return _points(
        "90 % of the gain",
        "diamond",
        there,
        [one.x for _, _, one in there],
        colours,
        [f"90 % of its gain at {one.x:.2g}{_range(one)}" for _, _, one in there],
        [next(row for row in of if row["progress"] == one.x) for _, of, one in there],
    )


def _bests(groups: list[list[Row]], lost: list[Decline | None], colours: list[str]) -> Trace:
    there = [
        (place, of, one)
        for place, (of, one) in enumerate(zip(groups, lost, strict=True))
        if one and one.loss
    ]
    bests = [of[one.best] for _, of, one in there]
    return _points(
        "best",
        "circle-open",
        there,
        [row["progress"] for row in bests],
        colours,
        [
            f"best: {row['value'] * 100:.1f} % at {row['progress']:.2g}, last {of[-1]['value'] * 100:.1f} %"
            for row, (_, of, _) in zip(bests, there, strict=True)
        ],
        bests,
    )


def _points(
    name: str,
    symbol: str,
    there: Sequence[Any],
    xs: list[float],
    colours: list[str],
    words: list[str],
    rows: list[Row],
) -> Trace:
    at = [colours[place] for place, _, _ in there]
    return dots(
        [round(x, 4) for x in xs],
        [place for place, _, _ in there],
        [f"{plain(row['model'])}<br>{said}" for row, said in zip(rows, words, strict=True)],
        marker(10, at, at, 1.5, symbol=symbol),
        name=name,
        meta={"sets": {}, "x": "size", "xs": [row["model"] for row in rows]},
    )


def _range(one: Reached) -> str:
    if not one.known:
        return "<br>no uncertainty available"
    end = "the end" if one.high is None else f"{one.high:.2g}"
    return f"<br>95 % range {one.low or 0:.2g} to {end}"


def _last(last: Row, lost: Decline | None) -> str:
    """The last value, and how far it is under the best one."""
    words = f"{last['value'] * 100:.1f} %"
    if lost is None or not lost.loss:
        return f"last {words}"
    sign = "" if lost.p_value is None else " ▼" if lost.p_value <= ALPHA else " ≈"
    return f"last {words}, −{lost.loss * 100:.1f}{sign}"


def _beside(place: int, words: str, colour: str) -> dict[str, Any]:
    return note(words, 1, place, color=colour, xref="paper", xanchor="left", xshift=10)


def _summary(panel: str, groups: list[list[Row]], found: list[Reached | None]) -> str:
    there = [(of, one) for of, one in zip(groups, found, strict=True) if one]
    told = ", ".join(f"{size_label(of[0]['params_b'])} at {one.x:.2g}" for of, one in there)
    return (
        f"{panel}: 90 % of the gain is reached by {told}."
        if told
        else f"{panel}: no size has a resolved gain."
    )
