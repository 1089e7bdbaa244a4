"""What the iterations bought: points of accuracy against the growth of the responses."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.charts.boxes import Frame
from reasonboard.charts.colors import ACCENT, ACCURACY, FAINT, INK
from reasonboard.charts.labels import text_positions
from reasonboard.charts.lines import fills, padded, upright_lines
from reasonboard.charts.marks import click
from reasonboard.charts.theme import Figure, Trace, axis, empty, figure, plain, title
from reasonboard.charts.traces import marker, note, paper_note, scatter, stroke
from reasonboard.core.findings.words import UNKNOWN
from reasonboard.statistics.contrasts import Contrast, verdicts_of_known
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.iterations.charts.panels import count_words, short
from reasonboard.studies.iterations.rows import Row, curves

_HEIGHT, _WIDTH, _NARROW, _RIGHT = 400, 520, 220, 56
_PRICES = (100, 200, 500, 1000, 2000)
"""Tokens per point of accuracy that a line from the origin may stand for."""


class _Gain(NamedTuple):
    """A row of sql/summary.sql that has a gain and a growth."""

    row: Row
    x: float
    """Its growth in tokens."""
    y: float
    """Its gain in points."""
    name: str
    contrast: Contrast | None
    """Last minus first accuracy; None where no uncertainty is known."""
    verdict: Verdict | None
    """By Holm's correction over all rows."""


def gain_against_length(
    rows: Sequence[Row], *, panel: str, columns: int, intervals: str = "on"
) -> Figure:
    """One labeled point per row of sql/summary.sql: gain over growth in tokens.

    Lines from the origin join equal prices (tokens per point of accuracy). The benchmark `panel`
    is strong. Rows without both a gain and a growth are counted in a note, not drawn.
    """
    gains = _gains(rows)
    if not gains:
        return empty(
            "No data: no benchmark has accuracy and token length at a first and a last iteration."
        )
    ends = [
        (gain.x, round(one.low * 100, 1), round(one.high * 100, 1))
        for gain in gains
        if (one := gain.contrast) and intervals == "on"
    ]
    reach = [
        end * 100
        for gain in gains
        if (one := gain.contrast) and ends
        for end in (one.low, one.high)
    ]
    x = padded([0, *(gain.x for gain in gains)], 0.08)
    y = padded([0, *(gain.y for gain in gains), *reach], 0.05 if ends else 0.1)
    note, prices = _note(len(rows) - len(gains)), _prices(x, y)
    more = 15 * note["text"].count("<br>")
    layout = {
        "xaxis": axis(range=x, nticks=6, title=title("growth of the mean response, tokens")),
        "yaxis": axis(range=y, nticks=6, title=title("gain in accuracy, points")),
        "margin": {"l": 56, "r": _RIGHT, "t": 24, "b": 64 + more},
        "hovermode": "closest",
        "annotations": [note, *(label for _, label in prices)],
    }
    frame = Frame((x[0], x[1]), (y[0], y[1]), _WIDTH if columns > 1 else _NARROW, _HEIGHT - 88)
    look = {"name": "95 % interval", "opacity": 0.45, "cliponaxis": False}
    whiskers = [upright_lines(ends, ACCURACY, **look)] if ends else []
    return figure(
        [*(line for line, _ in prices), *whiskers, _points(gains, panel, frame)],
        layout,
        height=_HEIGHT + more,
        summary=_summary(gains),
        uncertainty=_methods(gains),
    )


def _gains(rows: Sequence[Row]) -> list[_Gain]:
    drawn = [
        row
        for row in rows
        if row["gain (points)"] is not None and row["growth (tokens)"] is not None
    ]
    known = curves(drawn)
    contrasts = [curve.gain for curve in known]
    return [
        _Gain(row, row["growth (tokens)"], row["gain (points)"], curve.name, contrast, verdict)
        for row, curve, contrast, verdict in zip(
            drawn, known, contrasts, verdicts_of_known(contrasts), strict=True
        )
    ]


def _methods(gains: Sequence[_Gain]) -> str:
    tests = sorted({gain.contrast.test for gain in gains if gain.contrast})
    if not tests:
        return UNKNOWN
    unknown = any(gain.contrast is None for gain in gains)
    some = "; some have no uncertainty available" if unknown else ""
    return f"95 % intervals of last minus first: {', '.join(tests)}; ≈ not resolved, Holm's correction{some}"


def _summary(gains: Sequence[_Gain]) -> str:
    points = [gain.y for gain in gains]
    prices = [(gain.row["tokens per point"], gain.row["benchmark"]) for gain in gains]
    words = (
        f"Gain in accuracy against growth in tokens, {min(points):+.1f} to {max(points):+.1f} points, "
        f"{len(gains)} benchmarks"
    )
    known = [price for price in prices if price[0] is not None]
    if not known:
        return f"{words}."
    price, benchmark = min(known, key=lambda price: price[0])
    return f"{words}; fewest tokens per point: {price:,.0f} at {benchmark}."


def _prices(x: Sequence[float], y: Sequence[float]) -> list[tuple[Trace, dict[str, Any]]]:
    """Lines of equal tokens per point, each from the origin to the edge of the chart, with its label."""
    prices = []
    for price in _PRICES:
        end = (x[1], x[1] / price) if x[1] / price <= y[1] else (y[1] * price, y[1])
        # A line that hugs an axis says nothing.
        if end[0] < 0.15 * x[1] or end[1] < 0.08 * y[1] or end[0] <= 0 or end[1] <= 0:
            continue
        top = end[1] >= y[1]
        anchor = {
            "xanchor": "center" if top else "left",
            "yanchor": "bottom" if top else "middle",
        }
        line = stroke([0, end[0]], [0, end[1]], FAINT, 1, "dot")
        prices.append((line, note(f"{price:,}", *end, size=10, **anchor)))
    return prices


def _points(gains: Sequence[_Gain], panel: str, frame: Frame) -> Trace:
    benchmarks = [gain.row["benchmark"] for gain in gains]
    picked = [benchmark == panel for benchmark in benchmarks]
    inks = [ACCENT if strong else ACCURACY for strong in picked]
    places = [(gain.x, gain.y) for gain in gains]
    widths = [6.2 * (len(benchmark) + 2) for benchmark in benchmarks]  # and a sign
    return scatter(
        "markers+text",
        [x for x, _ in places],
        [y for _, y in places],
        text=[_label(gain, strong) for gain, strong in zip(gains, picked, strict=True)],
        textposition=text_positions(places, widths, frame, _RIGHT),
        textfont={"size": 11, "color": [ACCENT if strong else INK for strong in picked]},
        customdata=[_hover(gain) for gain in gains],
        hovertemplate="<b>%{text}</b><br>%{customdata}<extra></extra>",
        cliponaxis=False,
        marker=marker(
            [12 if strong else 8 for strong in picked],
            fills([gain.row["kind"] for gain in gains], inks),
            inks,
            [2.5 if strong else 1.6 for strong in picked],
        ),
        meta=click("panel", benchmarks),
    )


def _label(gain: _Gain, strong: bool) -> str:
    name = f"<b>{plain(gain.name)}</b>" if strong else plain(gain.name)
    return f"{name} ≈" if gain.verdict is Verdict.NOT_RESOLVED else name


def _hover(gain: _Gain) -> str:
    row, interval, price = gain.row, UNKNOWN, "no gain, so no price"
    if gain.contrast:
        low, high = gain.contrast.low * 100, gain.contrast.high * 100
        resolved = "not resolved" if gain.verdict is Verdict.NOT_RESOLVED else "resolved"
        interval = f"95 % interval {low:+.1f} to {high:+.1f}, {resolved}"
    if row["tokens per point"] is not None:
        price = f"{row['tokens per point']:,.0f} tokens per point"
    accuracy = f"{row['start (%)']:.1f} to {row['last (%)']:.1f} %"
    tokens = f"{short(row['tokens at start'])} to {short(row['tokens at last'])} tokens"
    return (
        f"{accuracy}: {gain.y:+.1f} points<br>{interval}<br>{tokens}, {price}<br>"
        f"{row['kind'].replace('_', ' ')}, {count_words(row['n'])}"
    )


def _note(left_out: int) -> dict[str, Any]:
    """What the dotted lines are, and how many benchmarks the chart cannot place."""
    words = "last against first iteration<br>dotted: tokens per point of accuracy"
    if left_out:
        who = "1 benchmark has" if left_out == 1 else f"{left_out} benchmarks have"
        words += f"<br>{who} no start and end: see the table"
    return paper_note(words, 0, 0, align="left", yshift=-46, yanchor="top")
