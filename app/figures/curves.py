"""The traces of one panel: accuracy and token length along the iterations."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from app.figures.lines import HOLLOW
from app.figures.panels import DUAL, STRIPS, Frame, Row, short
from app.figures.theme import (
    ACCURACY,
    ACCURACY_BAND,
    FAINT,
    INK,
    MUTED,
    PAPER,
    TOKENS,
    TOKENS_BAND,
    Trace,
    plain,
)

SPARSE = 2
"""So few points are a start and an end, no curve."""


def curves(frame: Frame, index: int, *, dots: bool) -> list[Trace]:
    """The panel's lines on its axes; `dots` draws every point, open where its source printed none."""
    row = frame.rows[index]
    x, y_accuracy, y_tokens = frame.names(index)
    left, right = {"xaxis": x, "yaxis": y_accuracy}, {"xaxis": x, "yaxis": y_tokens}
    across = frame.iteration_range()
    traces = [stretch | right for stretch in _responses(row)]
    traces += _stated(row, "accuracy", across, " %") and [_stated(row, "accuracy", across, " %")[0] | left]
    traces += [trace | right for trace in _stated(row, "tokens", across, " tokens")]
    for part, axes in (("tokens", right), ("accuracy", left)):
        line = _line(row, part, dots=dots, dashed=frame.form == DUAL)
        traces += [trace | axes for trace in line]
        if line:
            low, high = frame.tokens_range(index) if part == "tokens" else frame.accuracy_range(index)
            below = part == "tokens" and frame.form == DUAL
            traces.append(_end(row, part, (low, high), below) | axes)
        elif not _has_range(row, part) and (part == "accuracy" or frame.form == STRIPS):
            limits = frame.tokens_range(index) if part == "tokens" else frame.accuracy_range(index)
            traces += [trace | axes for trace in no_data(across, limits)]
    return traces


def hovered(row: Row, part: str) -> str:
    """The hover of a point, with the words that hold for the whole panel written out."""
    kinds = {kind for kind in row[f"{part}_kind"] if kind}
    kind = f"<br>{kinds.pop().replace('_', ' ')}, {items(row)}" if len(kinds) == 1 else f"<br>%{{text}}, {items(row)}"
    value = "accuracy %{y:.1f} %" if part == "accuracy" else "%{y:,.0f} tokens (mean)"
    if part == "tokens" and any(high is not None for high in row["tokens_high"]):
        value += "<br>95 % of single responses:<br>%{customdata[0]:,.0f} to %{customdata[1]:,.0f}"
    return f"<b>{plain(row['benchmark'])}</b>, iteration %{{x}}<br>{value}{kind}<extra></extra>"


def items(row: Row) -> str:
    """The number of items behind a panel's values."""
    return f"n {row['n_items']:,}" if row["n_items"] else "n unknown"


def points(row: Row, part: str) -> list[tuple[int, float, str]]:
    """Iteration, value and kind of all points that there are."""
    every = zip(row["iteration"], row[part], row[f"{part}_kind"], strict=True)
    return [(iteration, value, kind) for iteration, value, kind in every if value is not None]


def no_data(x: Sequence[float], y: Sequence[float]) -> list[Trace]:
    """A hatched area that says so: missing is not zero."""
    (left, right), (low, high) = x, y
    hatch: Trace = {
        "type": "scatter", "mode": "lines", "line": {"width": 0}, "fill": "toself", "hoveron": "fills",
        "x": [left, right, right, left, left], "y": [low, low, high, high, low], "fillcolor": "rgba(0,0,0,0)",
        "fillpattern": {"shape": "/", "size": 7, "solidity": 0.16, "fgcolor": MUTED, "bgcolor": "rgba(0,0,0,0)"},
        "name": "no data", "text": "no data", "hoverinfo": "text",
    }  # fmt: skip
    words: Trace = {
        "type": "scatter", "mode": "text", "x": [(left + right) / 2], "y": [(low + high) / 2],
        "text": ["no data"], "textfont": {"size": 11, "color": MUTED}, "hoverinfo": "skip",
    }  # fmt: skip
    return [hatch, words]


def _line(row: Row, part: str, *, dots: bool, dashed: bool) -> list[Trace]:
    found = points(row, part)
    if not found:
        return []
    colour = ACCURACY if part == "accuracy" else TOKENS
    sparse = len(found) <= SPARSE
    trace: Trace = {
        "type": "scatter",
        "mode": "lines+markers" if dots or sparse else "lines",
        "x": row["iteration"],
        "y": row[part],
        "line": {"color": colour, "width": 1.8, "dash": "dash" if dashed and part == "tokens" else "solid"},
        "hovertemplate": hovered(row, part),
        "cliponaxis": False,
        "connectgaps": False,
        "meta": meta(row, part),
    }
    if len({kind for _, _, kind in found}) > 1:
        trace["text"] = [(kind or "").replace("_", " ") for kind in row[f"{part}_kind"]]
    if part == "tokens" and any(high is not None for high in row["tokens_high"]):
        trace["customdata"] = [list(pair) for pair in zip(row["tokens_low"], row["tokens_high"], strict=True)]
    if sparse:
        trace |= {"line": {"color": FAINT, "width": 1.2, "dash": "dot"}, "connectgaps": True}
    if dots or sparse:
        fills = [PAPER if kind in HOLLOW else colour for kind in row[f"{part}_kind"]]
        # One colour is shorter than as many as there are points.
        fill: str | list[str] = fills[0] if len(set(fills)) == 1 else fills
        symbol = "square" if part == "tokens" else "circle"
        trace["marker"] = {"symbol": symbol, "size": 7 if sparse else 5, "color": fill, "line": {"color": colour, "width": 1.5}}
    return [trace]


def meta(row: Row, part: str) -> dict[str, Any]:
    """What a click on a point sets, and how assets/link.js writes its value."""
    iterations = [str(iteration) for iteration in row["iteration"]]
    return {"sets": {"panel": row["benchmark"]}, "x": "iteration", "xs": iterations, "unit": "%" if part == "accuracy" else "tokens"}


def _end(row: Row, part: str, limits: tuple[float, float], below: bool) -> Trace:
    """The last value as a dot with its number."""
    iteration, value, kind = points(row, part)[-1]
    colour = ACCURACY if part == "accuracy" else TOKENS
    high = value > limits[0] + 0.82 * (limits[1] - limits[0])
    return {
        "type": "scatter", "mode": "markers+text", "x": [iteration], "y": [value], "hoverinfo": "skip", "cliponaxis": False,
        "text": [f"{value:.1f}" if part == "accuracy" else short(value)],
        "textposition": "bottom left" if below or high else "top left",
        "textfont": {"size": 11, "color": colour},
        "marker": {
            "size": 5, "color": PAPER if kind in HOLLOW else colour, "line": {"color": colour, "width": 1.5},
            "symbol": "square" if part == "tokens" else "circle",
        },
    }  # fmt: skip


def _responses(row: Row) -> Iterator[Trace]:
    """The range of 95 % of the single responses around the mean length, interrupted by gaps."""
    every = list(zip(row["iteration"], row["tokens_low"], row["tokens_high"], strict=True))
    xs: list[float | None] = []
    ys: list[float | None] = []
    for whole, group in groupby(every, key=lambda one: one[1] is not None and one[2] is not None):
        of = list(group)
        if whole:
            xs += [one[0] for one in of] + [one[0] for one in reversed(of)] + [None]
            ys += [one[2] for one in of] + [one[1] for one in reversed(of)] + [None]
    if xs:
        yield {
            "type": "scatter", "mode": "lines", "x": xs[:-1], "y": ys[:-1], "fill": "toself", "fillcolor": TOKENS_BAND,
            "line": {"width": 0}, "hoverinfo": "skip", "name": "95 % of single responses",
        }  # fmt: skip


def _has_range(row: Row, part: str) -> bool:
    return row[f"{part}_from"] is not None or row[f"{part}_to"] is not None


def _stated(row: Row, part: str, across: list[float], unit: str) -> list[Trace]:
    """A range that the source states: dashed lines at its ends, no curve between them."""
    ends = [row[f"{part}_from"], row[f"{part}_to"]]
    present = [end for end in ends if end is not None]
    if not present:
        return []
    xs: list[float | None] = []
    ys: list[float | None] = []
    left, right = across
    if len(present) == len(ends):
        low, high = present
        xs, ys = [left, right, None, right, left], [low, low, None, high, high]
        words = f"{low:,g} to {high:,g}{unit}"
        text_at = (low + high) / 2
    else:
        xs, ys = [left, right], [present[0]] * 2
        words = f"{'from' if ends[1] is None else 'to'} {present[0]:,g}{unit}"
        text_at = present[0]
    _ = (text_at, INK)
    return [
        {
            "type": "scatter", "mode": "lines", "x": xs, "y": ys, "hoverinfo": "text",
            "text": f"{words}<br>range stated, no curve", "name": "range stated, no curve",
            "line": {"color": ACCURACY if part == "accuracy" else TOKENS, "width": 1.2, "dash": "dash"},
            "fillcolor": ACCURACY_BAND if part == "accuracy" else TOKENS_BAND,
        }
    ]  # fmt: skip
