"""What a doubling of the size brings, by benchmark."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import ACCENT, MUTED, PAPER
from reasonboard.charts.lines import padded
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain, title
from reasonboard.charts.traces import dots, marker
from reasonboard.statistics.contrasts import ALPHA, benjamini_hochberg, of_known
from reasonboard.statistics.growth import Doubling, per_doubling
from reasonboard.studies.scale_progress.charts.rows import measured
from reasonboard.studies.scale_progress.charts.strips import bars, rows_layout

Row = dict[str, Any]

_LONGEST, _START = 18, 5
"""So many characters of a name fit beside a row; of a longer one the end tells more than the middle."""


def doubling_by_benchmark(
    rows: Sequence[Row], *, panel: str, intervals: str, columns: int
) -> Figure:
    """For each benchmark: points per doubling of the size at the picked checkpoint, the steepest on top.

    Rows are one per benchmark and model. Filled where the slope is resolved after correction.
    """
    groups = [list(of) for _, of in groupby(rows, key=lambda row: row["benchmark"])]
    found = [one for one in map(_slope, groups) if one]
    if not found:
        return empty("No slope: two sizes at this checkpoint are needed.")
    found.sort(key=lambda one: one[1].slope)
    ps = of_known([one.p_value for _, one, _ in found], benjamini_hochberg)
    sure = [p is not None and p <= ALPHA for p in ps]
    traces = _whiskers([one for _, one, _ in found]) if intervals == "on" else []
    traces.append(_slopes(found, sure, panel))
    layout = _layout(found)
    steepest = found[-1]
    drawn = figure(
        traces,
        layout,
        height=layout["height"],
        summary=f"Points per doubling of the size in {len(found)} benchmarks, most in {steepest[0]} "
        f"({steepest[1].slope * 100:+.1f}); {sum(sure)} are resolved.",
    )
    methods = sorted({one.method for _, one, _ in found if one.low is not None})
    drawn["layout"]["meta"]["uncertainty"] = (
        f"95 % intervals: {', '.join(methods)} · "
        f"filled: resolved (Benjamini-Hochberg over {len(ps) - ps.count(None)} benchmarks)"
        if methods
        else "no uncertainty available"
    )
    return drawn


def _layout(found: Sequence[tuple[str, Doubling, int]]) -> dict[str, Any]:
    ends = [end for _, one, _ in found for end in (0, one.slope, one.low, one.high)]
    across = {
        "range": padded([end * 100 for end in ends if end is not None]),
        "title": title("points per doubling of the size"),
        "zeroline": True,
        "zerolinecolor": MUTED,
    }
    return rows_layout(len(found), [_short(name) for name, _, _ in found], across, left=124)


def _short(name: str) -> str:
    if len(name) <= _LONGEST:
        return name
    return f"{name[:_START]}…{name[_START + 1 - _LONGEST :]}"


def _slope(rows: list[Row]) -> tuple[str, Doubling, int] | None:
    """The benchmark, its slope, and over how many sizes that is."""
    found = per_doubling([row["params_b"] for row in rows], [measured(row) for row in rows])
    return (rows[0]["benchmark"], found, len(rows)) if found else None


def _slopes(found: list[tuple[str, Doubling, int]], sure: list[bool], panel: str) -> Trace:
    colours = [ACCENT if name == panel else MUTED for name, _, _ in found]
    return dots(
        [round(one.slope * 100, 2) for _, one, _ in found],
        list(range(len(found))),
        [
            f"{plain(name)}: {one.slope * 100:+.1f} over {sizes} sizes<br>{_interval(one, told)}"
            for (name, one, sizes), told in zip(found, sure, strict=True)
        ],
        marker(
            9,
            [colour if told else PAPER for colour, told in zip(colours, sure, strict=True)],
            colours,
            1.5,
        ),
        name="points per doubling",
        meta={"sets": {}, "x": "panel", "xs": [name for name, _, _ in found]},
    )


def _interval(one: Doubling, sure: bool) -> str:
    if one.low is None or one.high is None:
        return "no uncertainty available"
    told = "" if sure else ", not resolved"
    return f"95 % interval {one.low * 100:.1f} to {one.high * 100:.1f}{told}"


def _whiskers(found: Sequence[Doubling]) -> list[Trace]:
    return bars(
        [
            (place, round(one.low * 100, 2), round(one.high * 100, 2))
            for place, one in enumerate(found)
            if one.low is not None and one.high is not None
        ]
    )
