"""What the iterations bought: points of accuracy against the growth of the responses."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.charts.colors import ACCENT, ACCURACY, FAINT, INK, PAPER
from reasonboard.charts.lines import HOLLOW, padded
from reasonboard.charts.theme import Figure, Trace, axis, empty, figure, plain, title
from reasonboard.charts.traces import marker, note, paper_note, scatter, stroke
from reasonboard.statistics.contrasts import Contrast, contrast, verdicts_of_known
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.iterations.charts.panels import short

Row = dict[str, Any]
Gain = tuple[Contrast, Verdict] | None
"""Last minus first accuracy with its verdict; None where no uncertainty is known."""

_HEIGHT, _WIDTH, _NARROW = 400, 520, 220
_PRICES = (100, 200, 500, 1000, 2000)
"""Tokens per point of accuracy that a line from the origin may stand for."""


def gain_against_length(
    rows: Sequence[Row], *, panel: str, columns: int, intervals: str = "on"
) -> Figure:
    """One labelled point per row of sql/summary.sql: gain over growth in tokens.

    Lines from the origin join equal prices (tokens per point of accuracy). The benchmark `panel`
    is strong. Rows without both a gain and a growth are counted in a note, not drawn.
    """
    drawn = [
        row
        for row in rows
        if row["gain (points)"] is not None and row["growth (tokens)"] is not None
    ]
    if not drawn:
        return empty(
            "No data: no benchmark has accuracy and token length at a first and a last iteration."
        )
    x = padded([0, *(row["growth (tokens)"] for row in drawn)], 0.08)
    gains = _gains(drawn)
    ends = _ends(gains) if intervals == "on" else []
    y = padded([0, *(row["gain (points)"] for row in drawn), *ends], 0.05 if ends else 0.1)
    note, prices = _note(len(rows) - len(drawn)), _prices(x, y)
    more = 15 * note["text"].count("<br>")
    layout = {
        "xaxis": axis(range=x, nticks=6, title=title("growth of the mean response, tokens")),
        "yaxis": axis(range=y, nticks=6, title=title("gain in accuracy, points")),
        "margin": {"l": 56, "r": 56, "t": 24, "b": 64 + more},
        "hovermode": "closest",
        "annotations": [note, *(price.label for price in prices)],
    }
    places = _places(drawn, x, y, _WIDTH if columns > 1 else _NARROW)
    traces = [*(price.line for price in prices), _points(drawn, gains, panel, places)]
    if ends:
        traces.insert(len(prices), _whiskers(drawn, gains))
    return figure(
        traces, layout, height=_HEIGHT + more, summary=_summary(drawn), uncertainty=_said(gains)
    )


def _gains(rows: list[Row]) -> list[Gain]:
    """Each gain with its interval, and its verdict by Holm's correction over all of them."""
    found = [contrast(_measured(row, -1), _measured(row, 0)) for row in rows]
    told = zip(found, verdicts_of_known(found), strict=True)
    return [(one, verdict) if one and verdict else None for one, verdict in told]


def _measured(row: Row, end: int) -> Measured:
    """The first (0) or the last (-1) accuracy with what is known of it."""
    every = zip(row["accuracy"], row["stderr"], strict=True)
    value, stderr = [one for one in every if one[0] is not None][end]
    return Measured(value / 100, row["n_items"], row["n_repeats"], row["n_seeds"], stderr)


def _ends(gains: list[Gain]) -> list[float]:
    return [end * 100 for one in gains if one for end in (one[0].low, one[0].high)]


def _said(gains: list[Gain]) -> str:
    tests = sorted({one[0].test for one in gains if one})
    if not tests:
        return "no uncertainty available"
    some = "; some have no uncertainty available" if None in gains else ""
    return f"95 % intervals of last minus first: {', '.join(tests)}; ≈ not resolved, Holm's correction{some}"


def _whiskers(rows: list[Row], gains: list[Gain]) -> Trace:
    known = [(row["growth (tokens)"], one[0]) for row, one in zip(rows, gains, strict=True) if one]
    return stroke(
        [at for x, _ in known for at in (x, x, None)],
        [
            at
            for _, one in known
            for at in (round(one.low * 100, 1), round(one.high * 100, 1), None)
        ],
        ACCURACY,
        1,
        name="95 % interval",
        opacity=0.45,
        cliponaxis=False,
    )


def _summary(rows: list[Row]) -> str:
    gains = [row["gain (points)"] for row in rows]
    words = (
        f"Gain in accuracy against growth in tokens, {min(gains):+.1f} to {max(gains):+.1f} points"
    )
    priced = [row for row in rows if row["tokens per point"] is not None]
    if not priced:
        return f"{words}, {len(rows)} benchmarks."
    least = min(priced, key=lambda row: row["tokens per point"])
    price = f"{least['tokens per point']:,.0f} at {least['benchmark']}"
    return f"{words}, {len(rows)} benchmarks; fewest tokens per point: {price}."


class _Price(NamedTuple):
    line: Trace
    label: dict[str, Any]


def _prices(x: list[float], y: list[float]) -> list[_Price]:
    """Lines of equal tokens per point, each from the origin to the edge of the chart."""
    found: list[_Price] = []
    for price in _PRICES:
        end = (x[1], x[1] / price) if x[1] / price <= y[1] else (y[1] * price, y[1])
        # A line that hugs an axis says nothing.
        if end[0] < 0.15 * x[1] or end[1] < 0.08 * y[1] or end[0] <= 0 or end[1] <= 0:
            continue
        line: Trace = stroke([0, end[0]], [0, end[1]], FAINT, 1, "dot")
        top = end[1] >= y[1]
        label = note(
            f"{price:,}",
            end[0],
            end[1],
            size=10,
            xanchor="center" if top else "left",
            yanchor="bottom" if top else "middle",
        )
        found.append(_Price(line, label))
    return found


def _points(rows: list[Row], gains: list[Gain], panel: str, places: list[str]) -> Trace:
    picked = [row["benchmark"] == panel for row in rows]
    colours = [ACCENT if one else ACCURACY for one in picked]
    several = len({row["run"] for row in rows}) > 1
    return scatter(
        "markers+text",
        [row["growth (tokens)"] for row in rows],
        [row["gain (points)"] for row in rows],
        text=[
            _label(row, several, one) + (" ≈" if gain and gain[1] is Verdict.NOT_RESOLVED else "")
            for row, one, gain in zip(rows, picked, gains, strict=True)
        ],
        textposition=places,
        textfont={"size": 11, "color": [ACCENT if one else INK for one in picked]},
        customdata=[_hover(row, gain) for row, gain in zip(rows, gains, strict=True)],
        hovertemplate="<b>%{text}</b><br>%{customdata}<extra></extra>",
        cliponaxis=False,
        marker=marker(
            [12 if one else 8 for one in picked],
            [
                PAPER if row["kind"] in HOLLOW else colour
                for row, colour in zip(rows, colours, strict=True)
            ],
            colours,
            [2.5 if one else 1.6 for one in picked],
        ),
        meta={"sets": {}, "x": "panel", "xs": [row["benchmark"] for row in rows]},
    )


def _label(row: Row, several: bool, picked: bool) -> str:
    words = plain(f"{row['benchmark']} · {row['run']}" if several else row["benchmark"])
    return f"<b>{words}</b>" if picked else words


def _hover(row: Row, gain: Gain) -> str:
    told = "no uncertainty available"
    if gain:
        low, high = gain[0].low * 100, gain[0].high * 100
        told = f"95 % interval {low:+.1f} to {high:+.1f}, {_resolved(gain[1])}"
    price = "no gain, so no price"
    if row["tokens per point"] is not None:
        price = f"{row['tokens per point']:,.0f} tokens per point"
    accuracy = f"{row['start (%)']:.1f} to {row['last (%)']:.1f} %"
    tokens = f"{short(row['tokens at start'])} to {short(row['tokens at last'])} tokens"
    count = f"n {row['n']:,}" if row["n"] else "n unknown"
    return (
        f"{accuracy}: {row['gain (points)']:+.1f} points<br>{told}<br>{tokens}, {price}<br>"
        f"{row['kind'].replace('_', ' ')}, {count}"
    )


def _resolved(verdict: Verdict) -> str:
    return "not resolved" if verdict is Verdict.NOT_RESOLVED else "resolved"


def _note(left_out: int) -> dict[str, Any]:
    """What the dotted lines are, and how many benchmarks the chart cannot place."""
    words = "last against first iteration<br>dotted: tokens per point of accuracy"
    if left_out:
        who = "1 benchmark has" if left_out == 1 else f"{left_out} benchmarks have"
        words += f"<br>{who} no start and end: see the table"
    return paper_note(words, 0, 0, align="left", yshift=-46, yanchor="top")


Box = tuple[float, float, float, float]


def _places(rows: list[Row], x: list[float], y: list[float], width: int) -> list[str]:
    """Where each label stands so that it covers as little as possible of the others.

    `x` and `y` are the ranges of the axes, `width` that of the chart in pixels.
    """
    dots = [
        (
            (row["growth (tokens)"] - x[0]) / (x[1] - x[0]) * width,
            (row["gain (points)"] - y[0]) / (y[1] - y[0]) * (_HEIGHT - 88),
        )
        for row in rows
    ]
    taken: list[Box] = [(a - 5, b - 5, a + 5, b + 5) for a, b in dots]
    chosen = []

    def cost(box: Box) -> float:
        outside = max(0.0, -box[0]) + max(0.0, box[2] - width - 56)
        return sum(_overlap(box, other) for other in taken) + 14 * outside

    for (a, b), row in zip(dots, rows, strict=True):
        wide = 6.2 * (len(row["benchmark"]) + 2)  # and a sign
        offered: dict[str, Box] = {
            "middle right": (a + 7, b - 7, a + 7 + wide, b + 7),
            "middle left": (a - 7 - wide, b - 7, a - 7, b + 7),
            "top center": (a - wide / 2, b + 6, a + wide / 2, b + 19),
            "bottom center": (a - wide / 2, b - 19, a + wide / 2, b - 6),
        }
        best = min(offered, key=lambda place: cost(offered[place]))
        taken.append(offered[best])
        chosen.append(best)
    return chosen


def _overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
