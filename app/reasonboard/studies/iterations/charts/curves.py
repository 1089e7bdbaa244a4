"""The traces of one panel: accuracy and token length along the iterations."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import ACCURACY, FAINT, PAPER, TOKENS, TOKENS_BAND
from reasonboard.charts.lines import HOLLOW
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import area, marker, pen, scatter
from reasonboard.studies.iterations.charts.accuracy_intervals import (
    SPARSE,
    between,
    interval,
    interval_hovers,
    interval_template,
)
from reasonboard.studies.iterations.charts.no_curve import has_range, no_data, stated
from reasonboard.studies.iterations.charts.panels import DUAL, STRIPS, Frame, Row, short

LINKED = {"accuracy": "accuracy", "tokens": "mean tokens"}
"""The names of the traces whose points assets/link.js marks."""


def curves(frame: Frame, index: int, *, alone: bool) -> list[Trace]:
    """The panel's lines on its axes; where it is `alone`, with every point."""
    row = frame.rows[index]
    x, y_accuracy, y_tokens = frame.names(index)
    left, right = {"xaxis": x, "yaxis": y_accuracy}, {"xaxis": x, "yaxis": y_tokens}
    across = frame.iteration_range()
    traces = [stretch | right for stretch in _responses(row)]
    for part, axes in (("tokens", right), ("accuracy", left)):
        line = _line(row, part, alone=alone, dashed=frame.form == DUAL)
        traces += [trace | axes for trace in stated(row, part, across)]
        if part == "accuracy" and frame.intervals:
            traces += [
                trace | axes
                for trace in interval(row, 1 if alone else None, edged=frame.form == DUAL)
            ]
        traces += [trace | axes for trace in line]
        if line:
            traces += [trace | axes for trace in _end(row, part, _is_low(frame, index, part))]
        elif not has_range(row, part) and (part == "accuracy" or frame.form == STRIPS):
            limits = frame.tokens_range(index) if part == "tokens" else frame.accuracy_range(index)
            traces += [trace | axes for trace in no_data(across, limits)]
    return traces


def hovered(row: Row, part: str, alone: bool) -> str:
    """The hover of a point, with the words that hold for the whole panel written out."""
    kinds = {kind for kind in row[f"{part}_kind"] if kind}
    # The title of a small panel says n, and the caption the kind where all are of one.
    kind = "<br>%{text}" if len(kinds) > 1 else ""
    if alone:
        kind = f"{kind or '<br>' + ''.join(kinds).replace('_', ' ')}, {items(row)}"
    value = "accuracy %{y:.1f} %" if part == "accuracy" else "%{y:,.0f} tokens (mean)"
    if part == "accuracy":
        value += f"<br>{interval_template(row, alone)}"
    if alone and part == "tokens" and _has_responses(row):
        value += "<br>95 % of single responses:<br>%{customdata[0]:,.0f} to %{customdata[1]:,.0f}"
    return f"<b>{plain(row['benchmark'])}</b>, iteration %{{x}}<br>{value}{kind}<extra></extra>"


def items(row: Row) -> str:
    """The number of items behind a panel's values."""
    return f"n {row['n_items']:,}" if row["n_items"] else "n unknown"


def points(row: Row, part: str) -> list[tuple[int, float, str]]:
    """Iteration, value and kind of all points that there are."""
    every = zip(row["iteration"], row[part], row[f"{part}_kind"], strict=True)
    return [(iteration, value, kind) for iteration, value, kind in every if value is not None]


def _line(row: Row, part: str, *, alone: bool, dashed: bool) -> list[Trace]:
    found = points(row, part)
    if not found:
        return []
    colour = ACCURACY if part == "accuracy" else TOKENS
    sparse = len(found) <= SPARSE
    trace: Trace = scatter(
        "lines+markers" if alone or sparse else "lines",
        row["iteration"],
        row[part],
        name=LINKED[part],
        line=pen(colour, 1.8, "dash" if dashed and part == "tokens" else "solid"),
        hovertemplate=hovered(row, part, alone),
        cliponaxis=False,
        meta=meta(row, alone),
    )
    if part == "accuracy":
        trace["customdata"] = interval_hovers(row, alone)
        if not alone:
            trace["y"] = [None if one is None else round(one, 1) for one in row[part]]
    if len({kind for _, _, kind in found}) > 1:
        trace["text"] = [(kind or "").replace("_", " ") for kind in row[f"{part}_kind"]]
    if alone and part == "tokens" and _has_responses(row):
        trace["customdata"] = [
            list(pair) for pair in zip(row["tokens_low"], row["tokens_high"], strict=True)
        ]
    if sparse:
        trace |= {"line": {"color": FAINT, "width": 1.2, "dash": "dot"}, "connectgaps": True}
    if alone or sparse:
        fills = [PAPER if kind in HOLLOW else colour for kind in row[f"{part}_kind"]]
        # One colour is shorter than as many as there are points.
        fill: str | list[str] = fills[0] if len(set(fills)) == 1 else fills
        symbol = "square" if part == "tokens" else "circle"
        trace["marker"] = {
            "symbol": symbol,
            "size": 7 if sparse else 5,
            "color": fill,
            "line": {"color": colour, "width": 1.5},
        }
    return [trace]


def meta(row: Row, alone: bool) -> dict[str, Any]:
    """What a click on a point sets; in the panel that is alone a second click takes it back."""
    iterations = [str(iteration) for iteration in row["iteration"]]
    return {
        "sets": {} if alone else {"panel": row["benchmark"]},
        "x": "iteration",
        "xs": iterations,
    }


def _is_low(frame: Frame, index: int, part: str) -> bool:
    """Does the last number stand below its line? There is no room over a high line; on two axes
    the lower of the two ends has its number below, so that they do not meet."""
    row = frame.rows[index]
    ranges = {"accuracy": frame.accuracy_range(index), "tokens": frame.tokens_range(index)}
    shares = {
        name: (found[-1][1] - low) / (high - low)
        for name, (low, high) in ranges.items()
        if (found := points(row, name))
    }
    if frame.form == DUAL:
        return shares[part] < max(shares.values())
    low, high = ranges[part]
    return max(_last(row, part)) > low + 0.8 * (high - low)


def _last(row: Row, part: str) -> list[float]:
    """The values that the last number may cover."""
    found = points(row, part)
    return [value for _, value, _ in found[-max(1, len(found) // 6) :]]


def _end(row: Row, part: str, below: bool) -> list[Trace]:
    """The last value as a dot, and its number where it does not cover the end of the line."""
    iteration, value, kind = points(row, part)[-1]
    last = _last(row, part)
    colour = ACCURACY if part == "accuracy" else TOKENS
    number: Trace = {
        "type": "scatter",
        "mode": "markers+text",
        "marker": {"size": 6, "opacity": 0},  # keeps the number off the line
        "x": [iteration],
        "y": [min(last) if below else max(last)],
        "hoverinfo": "skip",
        "text": [f"{value:.1f}" if part == "accuracy" else short(value)],
        "textposition": "bottom left" if below else "top left",
        "textfont": {"size": 11, "color": colour},
    }
    dot: Trace = scatter(
        "markers",
        [iteration],
        [value],
        hoverinfo="skip",
        marker=marker(
            5,
            PAPER if kind in HOLLOW else colour,
            colour,
            1.5,
            symbol="square" if part == "tokens" else "circle",
        ),
    )
    # A start and an end have their own, larger markers.
    return [number] if len(points(row, part)) <= SPARSE else [number, dot]


def _responses(row: Row) -> Iterator[Trace]:
    """The range of 95 % of the single responses around the mean length, interrupted by gaps."""
    every = list(zip(row["iteration"], row["tokens_low"], row["tokens_high"], strict=True))
    if every and all(one[1] is not None and one[2] is not None for one in every):
        short = between(every, TOKENS_BAND, "95 % of single responses")
        if short:
            yield from short
            return
    xs: list[float | None] = []
    ys: list[float | None] = []
    for whole, group in groupby(every, key=lambda one: one[1] is not None and one[2] is not None):
        of = list(group)
        if whole:
            xs += [one[0] for one in of] + [one[0] for one in reversed(of)] + [None]
            ys += [one[2] for one in of] + [one[1] for one in reversed(of)] + [None]
    if xs:
        yield area(xs[:-1], ys[:-1], TOKENS_BAND, name="95 % of single responses")


def _has_responses(row: Row) -> bool:
    return any(high is not None for high in row["tokens_high"])
