"""The difference of two heatmaps over task type and length, on the cells that both have."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reasonboard.charts.cells import Axis, Cell, Panel
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.stacked import stacked
from reasonboard.charts.theme import Figure, plain
from reasonboard.statistics.contrasts import Contrast, benjamini_hochberg, contrast, verdicts
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.type_length.charts.heatmaps import (
    Plan,
    finish,
    heatmaps,
    isolate,
    length_axis,
    panel,
    said,
)
from reasonboard.studies.type_length.charts.margins import curve_of

Row = dict[str, Any]


def difference(first: list[Row], second: list[Row], plan: Plan) -> Figure:
    """First minus second in points over the two of them, on the cells that both have."""
    words = said([first, second])
    pair = [replace(panel(group, plan, usual=words[0]), sets={}) for group in (first, second)]
    points = [
        [None if a is None or b is None else round(a - b, 1) for a, b in zip(*line, strict=True)]
        for line in zip(pair[0].values, pair[1].values, strict=True)
    ]
    both = [value for line in points for value in line if value is not None]
    title = f"{pair[0].title} − {pair[1].title}"
    ends = "no common cells"
    if both:
        ends = f"{min(both):+.1f} to {max(both):+.1f} points on {len(both)} common cells"
    found = contrasts(first, second)
    told = dict(zip(found, verdicts(list(found.values()), adjust=benjamini_hochberg), strict=True))
    upper = heatmap_grid(
        [
            Panel(
                title,
                ends if plan.columns > 2 else "",  # noqa: PLR2004
                points,
                unresolved=_unresolved(told, plan),
                hover=_told(title, points, plan, found, told),
            )
        ],
        x=("length", length_axis(plan, 1)),
        y=("type", Axis("", plan.types, plan.types)),
        columns=min(plan.columns, plan.most),
        unit="points",
        centred=True,
        row_height=26,
        summary="",
    )
    lower = heatmaps(pair, [first, second], plan, words)
    finish(upper, plan, 1, "points")
    isolate(upper, plan, [title], title)
    isolate(lower, plan, [one.title for one in pair], pair[0].title)
    drawn = stacked(upper, lower, summary=f"{title}: {ends}{_counts(told)}.")
    drawn["layout"]["meta"]["uncertainty"] = _tested(list(found.values()))
    return drawn


def contrasts(first: Sequence[Row], second: Sequence[Row]) -> dict[tuple[str, int], Contrast]:
    """First minus second by type and length, where both have a value and enough is known of both."""
    a, b = (_cells(rows) for rows in (first, second))
    pairs = {place: contrast(cell, b[place]) for place, cell in a.items() if place in b}
    return {place: found for place, found in pairs.items() if found}


def _unresolved(told: dict[tuple[str, int], Verdict], plan: Plan) -> frozenset[Cell]:
    return frozenset(
        (plan.types.index(kind), plan.lengths.index(length))
        for (kind, length), verdict in told.items()
        if verdict is Verdict.NOT_RESOLVED
    )


def _tested(found: Sequence[Contrast]) -> str:
    if not found:
        return "no uncertainty available"
    return (
        f"grey: not resolved ({found[0].test}, Benjamini-Hochberg over "
        f"{len(found)} cells; both panels have the same items, which counts as independent)"
    )


def _cells(rows: Sequence[Row]) -> dict[tuple[str, int], Measured]:
    return {
        (row["task_type"], length): cell
        for row in rows
        for length, cell in zip(*curve_of(row), strict=True)
    }


def _told(
    title: str,
    points: list[list[float | None]],
    plan: Plan,
    found: dict[tuple[str, int], Contrast],
    told: dict[tuple[str, int], Verdict],
) -> list[list[str]]:
    """What a hover says of each difference: its interval and its verdict."""

    def words(kind: str, length: int, value: float | None) -> str:
        if value is None:
            return ""
        head = f"{plain(kind)}, length {length}: {value:+.1f} points"
        one = found.get((kind, length))
        if one is None:
            return f"{head}<br>no uncertainty available"
        if not plan.intervals:
            return f"{head}<br>{told[kind, length].value}"
        return (
            f"{head}<br>{one.low * 100:+.1f} to {one.high * 100:+.1f}, {told[kind, length].value}"
        )

    return [
        [words(kind, length, value) for length, value in zip(plan.lengths, line, strict=True)]
        for kind, line in zip(plan.types, points, strict=True)
    ]


def _counts(told: dict[tuple[str, int], Verdict]) -> str:
    if not told:
        return ""
    counts = [(verdict, list(told.values()).count(verdict)) for verdict in Verdict]
    return "; " + ", ".join(f"{n} {verdict.value}" for verdict, n in counts)
