"""What a doubling of the size brings, by benchmark."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import ACCENT, MUTED, PAPER
from reasonboard.charts.intervals import NO_UNCERTAINTY
from reasonboard.charts.lines import padded
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain, title
from reasonboard.charts.traces import dots, marker
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.studies.scale_progress.charts.strips import bars, rows_layout
from reasonboard.studies.scale_progress.rows import Slope, slopes

Row = dict[str, Any]

_LONGEST, _START = 18, 5
"""So many characters of a name fit beside a row; of a longer one the end tells more than the middle."""


def doubling_by_benchmark(
    rows: Sequence[Row], *, panel: str, intervals: str, columns: int
) -> Figure:
    """For each benchmark: points per doubling of the size at the picked checkpoint, the steepest on top.

    Rows are one per benchmark and model. Filled where the slope is resolved after correction.
    """
    found = sorted(slopes(rows), key=lambda one: one.line.slope)
    if not found:
        return empty("No slope: two sizes at this checkpoint are needed.")
    sure = [one.p is not None and one.p <= ALPHA for one in found]
    traces = _whiskers(found) if intervals == "on" else []
    traces.append(_slopes(found, sure, panel))
    layout = _layout(found)
    steepest = found[-1]
    methods = sorted({one.line.method for one in found if one.line.low is not None})
    tests = sum(one.p is not None for one in found)
    return figure(
        traces,
        layout,
        height=layout["height"],
        summary=f"Points per doubling of the size in {len(found)} benchmarks, most in "
        f"{steepest.benchmark} ({steepest.line.slope * 100:+.1f}); {sum(sure)} are resolved.",
        uncertainty=f"95 % intervals: {', '.join(methods)} · "
        f"filled: resolved (Benjamini-Hochberg over {tests} benchmarks)"
        if methods
        else NO_UNCERTAINTY,
    )


def _layout(found: Sequence[Slope]) -> dict[str, Any]:
    ends = [end for _, line, *_ in found for end in (0, line.slope, line.low, line.high)]
    across = {
        "range": padded([end * 100 for end in ends if end is not None]),
        "title": title("points per doubling of the size"),
        "zeroline": True,
        "zerolinecolor": MUTED,
    }
    return rows_layout(len(found), [_short(one.benchmark) for one in found], across, left=124)


def _short(name: str) -> str:
    if len(name) <= _LONGEST:
        return name
    return f"{name[:_START]}…{name[_START + 1 - _LONGEST :]}"


def _slopes(found: Sequence[Slope], sure: Sequence[bool], panel: str) -> Trace:
    colours = [ACCENT if one.benchmark == panel else MUTED for one in found]
    return dots(
        [round(one.line.slope * 100, 2) for one in found],
        list(range(len(found))),
        [
            f"{plain(one.benchmark)}: {one.line.slope * 100:+.1f} over {one.sizes} sizes<br>"
            f"{_interval(one, resolved)}"
            for one, resolved in zip(found, sure, strict=True)
        ],
        marker(
            9,
            [colour if filled else PAPER for colour, filled in zip(colours, sure, strict=True)],
            colours,
            1.5,
        ),
        name="points per doubling",
        meta={"sets": {}, "x": "panel", "xs": [one.benchmark for one in found]},
    )


def _interval(of: Slope, resolved: bool) -> str:
    if of.line.low is None or of.line.high is None:
        return NO_UNCERTAINTY
    words = "" if resolved else ", not resolved"
    return f"95 % interval {of.line.low * 100:.1f} to {of.line.high * 100:.1f}{words}"


def _whiskers(found: Sequence[Slope]) -> list[Trace]:
    return bars(
        [
            (place, round(one.line.low * 100, 2), round(one.line.high * 100, 2))
            for place, one in enumerate(found)
            if one.line.low is not None and one.line.high is not None
        ]
    )
