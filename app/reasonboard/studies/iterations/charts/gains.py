"""What the iterations bought: points of accuracy against the growth of the responses."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.charts.boxes import Box, Frame
from reasonboard.charts.colors import ACCURACY, FAINT, INK, MUTED, PAPER
from reasonboard.charts.labels import Anchor, Label, place_labels
from reasonboard.charts.lines import padded, upright_lines
from reasonboard.charts.marks import click
from reasonboard.charts.theme import Figure, Trace, axis, empty, figure, plain
from reasonboard.charts.ticks import round_ticks
from reasonboard.charts.traces import marker, note, paper_note, scatter, stroke
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import UNKNOWN, with_sign
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.studies.iterations.charts.panels import count_words
from reasonboard.studies.iterations.curve import Curve
from reasonboard.studies.iterations.family import count_of_curves, curves
from reasonboard.studies.iterations.rows import Row

_HEIGHT, _WIDTH, _NARROW = 360, 520, 270
_MARGIN = {"l": 44, "r": 44, "t": 36, "b": 34}
_PRICES = (100, 200, 500, 1000, 2000)
"""Tokens per point of accuracy that a line from the origin may stand for."""
_FAR_RIGHT = 0.8
"""The share of the chart's width from which on words that are centered would not end within it."""
_LONGEST_SUBTITLE = 96


class _Gain(NamedTuple):
    """A row of sql/summary.sql that has a gain and a growth."""

    row: Row
    x: float
    """Its growth in tokens."""
    y: float
    """Its gain in points."""
    curve: Curve

    @property
    def name(self) -> str:
        return self.curve.name

    @property
    def result(self) -> Result | None:
        """The gain with its test among all of the source and metric; None where no uncertainty is known."""
        return self.curve.tested_gain

    @property
    def ends(self) -> tuple[float, float] | None:
        """The 95% interval of the gain in points."""
        low, high = self.result.ends(100) if self.result else (None, None)
        return None if low is None or high is None else (round(low, 1), round(high, 1))

    @property
    def sure(self) -> bool:
        return bool(self.result and self.result.significant)


def gain_against_length(
    rows: Sequence[Row], *, panel: str, columns: int, intervals: str = "on"
) -> Figure:
    """One labeled point per row of sql/summary.sql: gain over growth in tokens, filled where significant.

    Lines from the origin join equal prices (tokens per point of accuracy). The benchmark `panel`
    is strong. Rows without both a gain and a growth are counted in the foot, not drawn.
    """
    gains = _gains(rows)
    if not gains:
        return empty(
            "No data: no benchmark has accuracy and token length at a first and a last iteration."
        )
    ends = [(gain.x, *gain.ends) for gain in gains if gain.ends and intervals == "on"]
    reach = [end for _, *both in ends for end in both]
    x = padded([0, *(gain.x for gain in gains)], 0.08)
    y = padded([0, *(gain.y for gain in gains), *reach], 0.05 if ends else 0.1)
    prices = _prices(x, y)
    if columns == 1:
        prices = prices[::3]  # so that names have room
    wide, high = _WIDTH if columns > 1 else _NARROW, _HEIGHT - _MARGIN["t"] - _MARGIN["b"]
    frame = Frame((x[0], x[1]), (y[0], y[1]), wide, high)
    labels = _labels(gains, panel, frame, ends, prices, few=columns == 1)
    unit = paper_note("points of accuracy", 0, 1, size=12, xshift=-40, yshift=14, yanchor="bottom")
    layout = {
        "xaxis": axis(range=x, showgrid=False, **round_ticks(*x, unit=" tokens", signed=True)),
        "yaxis": axis(range=y, **round_ticks(*y, signed=True)),
        "margin": _MARGIN,
        "hovermode": "closest",
        "annotations": [unit, *(label for _, label in prices), *labels],
    }
    look = {"name": "95% interval", "opacity": 0.45, "cliponaxis": False}
    whiskers = [upright_lines(ends, ACCURACY, **look)] if ends else []
    return figure(
        [*(line for line, _ in prices), *whiskers, _points(gains, panel)],
        layout,
        height=_HEIGHT,
        summary=_summary(gains),
        uncertainty=_foot(gains, curves(rows), with_intervals=bool(ends)),
        subtitle=_subtitle(gains),
    )


def _gains(rows: Sequence[Row]) -> list[_Gain]:
    return [
        _Gain(row, row["growth (tokens)"], row["gain (points)"], curve)
        for row, curve in zip(rows, curves(rows), strict=True)
        if row["gain (points)"] is not None and row["growth (tokens)"] is not None
    ]


def _subtitle(gains: Sequence[_Gain]) -> str:
    """What the chart shows, and the lowest and the highest price of a point."""
    words = "Gain against growth of the mean response length."
    prices = sorted(
        (gain.row["tokens per point"], gain.name)
        for gain in gains
        if gain.row["tokens per point"] is not None and gain.row["tokens per point"] > 0
    )
    if not prices:
        return words
    (low, cheap), (high, dear) = prices[0], prices[-1]
    named = f"{words} Extra tokens per point: {low:,.0f} ({cheap}) to {high:,.0f} ({dear})."
    if len(named) <= _LONGEST_SUBTITLE and low < high:
        return named
    return f"{words} Extra tokens per point: {low:,.0f} to {high:,.0f}."


def _foot(gains: Sequence[_Gain], all_curves: Sequence[Curve], *, with_intervals: bool) -> str:
    """How the verdicts were made, and how many of the curves the chart cannot place."""
    parts = ["lines: the same number of tokens per point"]
    results = [gain.result for gain in gains if gain.result]
    if results:
        of_family = f"over {results[0].tests} gains" if results[0].tests > 1 else "of one gain"
        parts.append(f"filled: significant gain, Holm's correction {of_family}")
        if with_intervals:
            tests = ", ".join(sorted({result.test for result in results}))
            parts.append(f"95% intervals ({tests})")
    if len(results) < len(gains):
        parts.append("gray: not tested, number of problems unknown")
    if left_out := len(all_curves) - len(gains):
        who = f"{count_of_curves(all_curves, left_out)} {'has' if left_out == 1 else 'have'}"
        parts.append(f"{who} no start and end: see the table")
    return "; ".join(parts)


def _summary(gains: Sequence[_Gain]) -> str:
    points = [gain.y for gain in gains]
    prices = [(gain.row["tokens per point"], gain.name) for gain in gains]
    words = (
        f"Gain in accuracy against growth in tokens, {with_sign(min(points))} to {with_sign(max(points))} points, "
        f"{count_of_curves([gain.curve for gain in gains])}"
    )
    known = [price for price in prices if price[0] is not None]
    if not known:
        return f"{words}."
    price, benchmark = min(known, key=lambda price: price[0])
    return f"{words}; fewest tokens per point: {price:,.0f} at {benchmark}."


def _prices(x: Sequence[float], y: Sequence[float]) -> list[tuple[Trace, dict[str, Any]]]:
    """Lines of equal tokens per point, each from the origin to the edge of the chart, with its label."""
    prices: list[tuple[Trace, dict[str, Any]]] = []
    for price in _PRICES:
        end = (x[1], x[1] / price) if x[1] / price <= y[1] else (y[1] * price, y[1])
        # A line that hugs an axis says nothing.
        if end[0] < 0.15 * x[1] or end[1] < 0.08 * y[1] or end[0] <= 0 or end[1] <= 0:
            continue
        words = f"{price:,}" if prices else f"{price:,} tokens per point"
        # The longer words of the first one stand above the end of its line, as beside it they would be cut.
        anchor: dict[str, Any] = {"xanchor": "left", "yanchor": "middle"}
        if not prices and end[0] > _FAR_RIGHT * x[1]:
            anchor = {"xanchor": "right", "yanchor": "bottom"}
        elif end[1] >= y[1]:
            anchor = {"xanchor": "center", "yanchor": "bottom"}
        line = stroke([0, end[0]], [0, end[1]], FAINT, 1)
        prices.append((line, note(words, *end, **anchor)))
    return prices


def _labels(
    gains: Sequence[_Gain],
    panel: str,
    frame: Frame,
    ends: Sequence[tuple[float, float, float]],
    prices: Sequence[tuple[Trace, dict[str, Any]]],
    *,
    few: bool,
) -> list[dict[str, Any]]:
    """The names beside their points, where they cover no mark and no interval."""
    taken = [frame.mark(gain.x, gain.y) for gain in gains]
    taken += [box for x, low, high in ends for box in frame.segment((x, low), (x, high))]
    taken += [_label_box(label, frame) for _, label in prices]
    rays = [
        box for line, _ in prices for box in frame.segment((0, 0), (line["x"][1], line["y"][1]))
    ]
    labels = []
    for gain in gains:
        strong = gain.row["benchmark"] == panel
        if few and not (strong or gain.sure or _extreme(gain, gains)):
            continue
        name = f"<b>{plain(gain.name)}</b>" if strong else plain(gain.name)
        sides = (Anchor(gain.x, gain.y, "right"), Anchor(gain.x, gain.y, "left"))
        labels.append(Label(name, sides, INK if strong or gain.sure else MUTED))
    return place_labels(labels, frame, taken, rays)


def _label_box(label: dict[str, Any], frame: Frame) -> Box:
    """About what the label of a line takes."""
    x, y = frame.pixel(label["x"], label["y"])
    wide = 6 * len(label["text"])
    left = x - {"center": wide / 2, "right": wide}.get(label["xanchor"], 0)
    return Box(left, y - 8, left + wide, y + 14)


def _extreme(gain: _Gain, gains: Sequence[_Gain]) -> bool:
    """Has it the least or the most of the growth or the gain?"""
    xs, ys = [gain.x for gain in gains], [gain.y for gain in gains]
    return gain.x in (min(xs), max(xs)) or gain.y in (min(ys), max(ys))


def _points(gains: Sequence[_Gain], panel: str) -> Trace:
    """The benchmarks: filled where the gain is significant, gray where it cannot be tested."""
    benchmarks = [gain.row["benchmark"] for gain in gains]
    picked = [benchmark == panel for benchmark in benchmarks]
    inks = [ACCURACY if gain.result else MUTED for gain in gains]
    return scatter(
        "markers",
        [gain.x for gain in gains],
        [gain.y for gain in gains],
        text=[plain(gain.name) for gain in gains],
        customdata=[_hover(gain) for gain in gains],
        hovertemplate="<b>%{text}</b><br>%{customdata}<extra></extra>",
        cliponaxis=False,
        marker=marker(
            [11 if strong else 8 for strong in picked],
            [ACCURACY if gain.sure else PAPER for gain in gains],
            inks,
            [2.5 if strong else 1.6 for strong in picked],
        )
        | {"opacity": 1},
        meta=click("panel", benchmarks),
    )


def _hover(gain: _Gain) -> str:
    row, interval, price = gain.row, UNKNOWN, "no gain"
    if gain.ends and gain.result:
        interval = f"{with_sign(gain.ends[0])} to {with_sign(gain.ends[1])}, {gain.result.words}"
    if row["tokens per point"] is not None:
        price = f"{row['tokens per point']:,.0f} tokens per point"
    return (
        f"{with_sign(gain.y)} points: {row['start (%)']:.1f} to {row['last (%)']:.1f}%<br>{interval}<br>"
        f"{count_words(row['n'])}<br>"
        f"{row['tokens at start']:,.0f} to {row['tokens at last']:,.0f} tokens, {price}<br>"
        f"{KIND_WORDS[row['kind']]}"
    )
