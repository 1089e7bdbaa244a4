"""The parts that a chart of a series consists of: bars, marks, levels, the change, the words of the axis."""

from collections.abc import Callable, Sequence
from typing import Any

from reasonboard.charts.colors import BETTER, CLEAR, INK, MUTED, SOFT, WORSE
from reasonboard.charts.grid import on
from reasonboard.charts.marks import click
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import dots, marker, pen, rule, scatter, stroke
from reasonboard.studies.history.changes import Found
from reasonboard.studies.history.points import Point, day_words
from reasonboard.studies.history.rows import Series
from reasonboard.studies.history.words import ends_words, value_words, verdict_sign

THIN, THICK = 1.2, 5.0
_PALE = 0.38
_TICK = 0.012
"""Half the width of a tick, as a share of the axis."""
_INKS = {"better": BETTER, "worse": WORSE, "": INK}


def ink_of(series: Series, found: Found | None) -> str:
    """The color of what came after a change."""
    return _INKS[verdict_sign(found, series)] if found else INK


def after_change(series: Series, point: Point, found: Found | None) -> bool:
    """Is the point on the level after a certain step?"""
    if found is None or not found.is_certain or found.kind != "step":
        return False
    return point.places[0] >= series.tested[found.first]


def bars(
    drawn: Sequence[Point], times: float, inks: Sequence[str], *, thin: bool, index: int = 0
) -> list[Trace]:
    """Thin bars for problems like these, thick ones for these very problems; a trace for each ink and width."""
    traces = []
    for ink in dict.fromkeys(inks):
        own = [point for point, one in zip(drawn, inks, strict=True) if one == ink]
        kinds = [(THICK, "these problems", [(point.x, point.here) for point in own])]
        # Where nothing is known of these very problems, a panel has the other interval.
        likes = [(point.x, point.interval) for point in own if thin or not point.here]
        kinds.append((THIN, "problems like these", likes))
        for width, name, ends in kinds:
            if lines := [(x, end) for x, end in ends if end]:
                xs = [part for x, _ in lines for part in (x, x, None)]
                ys = [
                    part for _, (low, high) in lines for part in (low * times, high * times, None)
                ]
                more: dict[str, Any] = {
                    "name": f"95% interval, {name}",
                    "opacity": _PALE,
                    **on(index),
                }
                traces.append(stroke(xs, ys, ink, width, **more))
    return traces


def ticks(drawn: Sequence[Point], times: float, width: float, index: int = 0) -> list[Trace]:
    """A short line at each single run of the points that are means."""
    half = width * _TICK
    places = [
        (point.x, mark.value * times)
        for point in drawn
        if len(point.marks) > 1
        for mark in point.marks
    ]
    if not places:
        return []
    xs = [part for x, _ in places for part in (x - half, x + half, None)]
    ys = [part for _, y in places for part in (y, y, None)]
    return [stroke(xs, ys, MUTED, 1, name="single runs", opacity=0.7, **on(index))]


def marks(
    series: Series, drawn: Sequence[Point], inks: Sequence[str], size: float, index: int = 0
) -> Trace:
    """The marks: filled, whatever a test says of the series. A click selects the run."""
    times = series.times
    return dots(
        [point.x for point in drawn],
        [round(point.value * times, 4) for point in drawn],
        [hover(series, point) for point in drawn],
        marker(size, list(inks)) | {"opacity": 1},
        name=plain(series.benchmark),
        meta=click("run", [point.key for point in drawn], panel=series.benchmark),
        **on(index),
    )


def ring(point: Point, times: float) -> Trace:
    """The circle around the selected mark."""
    around = marker(18, CLEAR, INK, 1.6)
    return scatter("markers", [point.x], [point.value * times], marker=around, hoverinfo="skip")


def hover(series: Series, point: Point) -> str:
    """What a mark says: when, which build, its value with both intervals, its seed."""
    run, unit = point.last.run, series.unit
    when = f"{day_words(run.made_at, year=True)}, {run.made_at:%H:%M}"
    if run.made_from != "stated":
        when += f" ({run.made_from})"
    lines = [f"<b>{plain(when)}</b>", plain(run.build or "build unknown")]
    if len(point.marks) > 1:
        lines.append(f"mean of {len(point.marks)} runs")
    lines.append(f"<b>{value_words(point.value, unit)}</b>")
    if point.interval:
        lines.append(f"{ends_words(point.interval, unit)} for problems like these")
    if point.here:
        lines.append(f"{ends_words(point.here, unit)} for these problems")
    lines += [
        f"{name} {plain(words)}"
        for name, words in (("seed", run.seed), ("repeat", run.repeat))
        if words
    ]
    if not point.is_tested:
        lines.append("not in the test")
    return "<br>".join(lines)


def levels(
    series: Series, found: Found | None, x_of: Callable[[int], float]
) -> list[tuple[float, float, float]]:
    """From where to where each level reaches, and its height: the stretches between certain steps, or both sides of a
    possible one. `x_of` is where a tested run is drawn.
    """
    times, values = series.times, series.means
    stretches = list(series.course.levels)
    if found and not found.is_certain and found.kind == "step":
        stretches[-1:] = [(found.start, found.first), (found.first, found.end)]
    return [
        (x_of(first), x_of(end - 1), sum(values[first:end]) / (end - first) * times)
        for first, end in stretches
        if end > first
    ]


def shaded(low: float, high: float, index: int = 0) -> dict[str, Any]:
    """The ground of the dates that a change can be."""
    axes = on(index)
    return {
        "type": "rect", "x0": low, "x1": high, "y0": 0, "y1": 1, "fillcolor": SOFT, "line": {"width": 0},
        "layer": "below", "xref": axes["xaxis"], "yref": f"{axes['yaxis']} domain",
    }  # fmt: skip


def dashed(x: float, ink: str, index: int = 0) -> dict[str, Any]:
    """The upright line at a change."""
    axes = on(index)
    return rule(
        (x, x), (0, 1), pen(ink, 1.4, "4px,3px"), xref=axes["xaxis"], yref=f"{axes['yaxis']} domain"
    )
