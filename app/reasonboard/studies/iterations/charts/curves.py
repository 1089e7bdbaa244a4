"""The traces of one panel: accuracy and token length along the iterations, or why there is no curve."""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import FAINT, MUTED, PAPER, TOKENS
from reasonboard.charts.gaps import Restart, fields, gaps, restart_marks, unbroken
from reasonboard.charts.lines import HOLLOW, fills, smoothed
from reasonboard.charts.marks import click
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import area, hatched, marker, pen, readable, scatter, stroke, texts
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.studies.iterations.charts.accuracy_intervals import (
    SPARSE,
    hovered_interval,
    interval,
)
from reasonboard.studies.iterations.charts.panels import PARTS, Frame, count_words, short
from reasonboard.studies.iterations.rows import DUAL, STRIPS, Row, along, missing, points

_HIGH, _APART = 0.8, 0.3
"""Shares of a panel's height: of an end that has no room above it, and between two ends whose numbers do not meet."""


def curves(frame: Frame, index: int, *, alone: bool) -> list[Trace]:
    """The panel's lines on its axes; where it is `alone`, with every point."""
    x, y_accuracy, y_tokens = frame.names(index)
    parts = (
        (y_tokens, _missing(frame, index, "tokens")),
        (y_accuracy, _missing(frame, index, "accuracy")),
        (y_accuracy, [_behind(frame, *pair, alone=alone) for pair in frame.behind(index)]),
        (y_tokens, _responses(frame.placed[index]) if frame.spread else []),
        (y_tokens, _curve(frame, index, "tokens", alone)),
        (y_accuracy, _curve(frame, index, "accuracy", alone)),
        (y_tokens, restart_marks(restarts_of(frame, index), frame.floor(index))),
    )
    return [trace | {"xaxis": x, "yaxis": y} for y, traces in parts for trace in traces]


def meta(row: Row, alone: bool) -> dict[str, Any]:
    """What a click on a point sets; in the panel that is alone a second click takes it back."""
    panel = {} if alone else {"panel": row["benchmark"]}
    return click("iteration", [str(iteration) for iteration in row["iteration"]], **panel)


def number_at(x: float, y: float, words: str, position: str, ink: str, away: int) -> Trace:
    """A number beside a point, some pixels `away` from the line."""
    font, unseen = {"size": 11, "color": ink}, {"size": away, "opacity": 0}
    look = {"textposition": position, "textfont": font, "marker": unseen}
    return scatter("markers+text", [x], [y], text=[words], hoverinfo="skip", **look)


def restarts_of(frame: Frame, index: int) -> list[Restart]:
    """Those of the training of a panel, each at the first place on the axis that is not before it."""
    row = frame.placed[index]
    places = list(zip(row["iteration"], row["x"], strict=True))
    found = []
    for one in row.get("restarts", ()):
        x = next((x for iteration, x in places if iteration >= one["at"]), None)
        if x is not None:
            found.append(Restart(x, one["lost"]))
    return found


def _curve(frame: Frame, index: int, part: str, alone: bool) -> Iterator[Trace]:
    """Accuracy or tokens of a panel: the range that is stated, intervals, the line, and its last value."""
    row, across = along(frame.placed[index], part), frame.x_range
    ranges = stated_range(row, part, across)
    yield from ranges
    if part == "accuracy" and frame.intervals:
        yield from interval(row, 1 if alone else None, edged=frame.form == DUAL)
    if points(row, part):
        line, *average = _lines(frame, row, part, alone=alone)
        if frame.form == STRIPS:
            yield from _with_ground(line) if part == "tokens" else [line]
            yield from average
            yield from _ends(row, part, alone)
            return
        yield line
        yield from average
        yield from _end(row, part, _is_low(frame, index, part))
    elif not ranges and _is_missed(frame, part):
        limits = frame.tokens_range(index) if part == "tokens" else frame.accuracy_range(index)
        yield from no_data(across, limits)


def _with_ground(line: Trace) -> list[Trace]:
    """The line of the tokens over a filled area, which has the gaps of the line: Plotly would fill these."""
    ground: dict[str, Any] = {"fill": "tozeroy", "fillcolor": PARTS["tokens"].band}
    places = [None if y is None else (x, y) for x, y in zip(line["x"], line["y"], strict=True)]
    if len(places) - places.count(None) <= SPARSE:
        return [line]
    if None not in places:
        return [line | ground]
    parts = [tuple(zip(*part, strict=True)) for part in unbroken(places)]
    return [*(stroke(xs, ys, TOKENS, 0, None, **ground) for xs, ys in parts), line]


def _missing(frame: Frame, index: int, part: str) -> list[Trace]:
    """The fields where a line of the panel has a gap."""
    row = along(frame.placed[index], part)
    line_gaps = gaps(row["x"], row[part], missing(row, part)) if points(row, part) else []
    limits = frame.accuracy_range(index) if part == "accuracy" else frame.tokens_range(index)
    logarithmic = frame.x.logarithmic
    x = [math.log10(end) for end in frame.x_range] if logarithmic else frame.x_range
    return fields(line_gaps, x, limits, logarithmic=logarithmic)


def _is_missed(frame: Frame, part: str) -> bool:
    """Is a panel without the values of a series hatched? Not where no panel has them."""
    if part == "accuracy":
        return frame.has_accuracy
    return frame.form == STRIPS and frame.has_lengths


def _behind(frame: Frame, row: Row, what: str, *, alone: bool) -> Trace:
    """The accuracy of a bundled model or of another run, behind that of the panel's own."""
    row = along(row, "accuracy")
    if not alone:
        return stroke(row["x"], row["accuracy"], FAINT, 1.2, cliponaxis=False)
    hovered_x, more = frame.x.hovered(row)
    words = f"<b>{plain(row['benchmark'])}, {plain(row['run'] or '')}</b>, {what}, {hovered_x}<br>%{{y:.1f}}%"
    look = {"line": pen(FAINT, 1.2), "hovertemplate": f"{words}<extra></extra>"}
    return scatter("lines", row["x"], row["accuracy"], cliponaxis=False, **look, **more)


def _lines(frame: Frame, row: Row, part: str, *, alone: bool) -> list[Trace]:
    """The line of a panel, where lines are smoothed pale under its average."""
    line = _line(frame, row, part, alone=alone)
    if not frame.smoothing:
        return [line]
    look = PARTS[part]
    averages = frame.smoothing.of(line["y"])
    return smoothed(line, averages, look.color, f"{look.name}, {frame.smoothing.name}", 1.8)


def _line(frame: Frame, row: Row, part: str, *, alone: bool) -> Trace:
    dashed = frame.form == DUAL
    hovered_x, more = frame.x.hovered(row)
    kinds = [kind for *_, kind in points(row, part)]
    sparse = len(kinds) <= SPARSE
    ink = PARTS[part].color
    value, customdata = _hovered_value(row, part, alone)
    trace: Trace = scatter(
        "lines+markers" if alone or sparse else "lines",
        row["x"],
        row[part],
        name=PARTS[part].name,
        line=pen(ink, 1.8, "dash" if dashed and part == "tokens" else "solid"),
        hovertemplate=f"<b>{plain(row['benchmark'])}</b>, {hovered_x}<br>{value}"
        f"{_hovered_kind(set(kinds))}<extra></extra>",
        cliponaxis=False,
        meta=meta(row, alone),
        **more,
    )
    if customdata is not None:
        trace["customdata"] = customdata
    if part == "accuracy" and not alone:
        trace["y"] = [None if value is None else round(value, 1) for value in row[part]]
    if len(set(kinds)) > 1:
        trace["text"] = [(kind or "").replace("_", " ") for kind in row[f"{part}_kind"]]
    if sparse:
        trace |= {"line": {"color": FAINT, "width": 1.2, "dash": "dot"}}
    if alone or sparse:
        fill = fills(row[f"{part}_kind"], ink)
        # One color is shorter than as many as there are points.
        one_fill = fill[0] if len(set(fill)) == 1 else fill
        trace["marker"] = marker(7 if sparse else 5, one_fill, ink, 1.5, PARTS[part].symbol)
    return trace


def _hovered_value(row: Row, part: str, alone: bool) -> tuple[str, list[Any] | None]:
    """How hovers say value and interval, and what `%{customdata}` stands for in it, if it is there."""
    if part == "accuracy":
        words, customdata = hovered_interval(row, alone)
        counted = count_words(row["n_items"], repeats=row["n_repeats"])
        return f"%{{y:.1f}}%{' ' if '±' in words else '<br>'}{words}<br>{counted}", customdata
    value, ends = "%{y:,.0f} tokens per response", (row["tokens_low"], row["tokens_high"])
    if not alone or all(high is None for high in row["tokens_high"]):
        return value, None
    value += "<br>95% of responses: %{customdata[0]:,.0f} to %{customdata[1]:,.0f}"
    return value, [list(pair) for pair in zip(*ends, strict=True)]


def _hovered_kind(kinds: set[str]) -> str:
    """The kind of each point, or of all."""
    return "<br>%{text}" if len(kinds) > 1 else f"<br>{KIND_WORDS[next(iter(kinds))]}"


def _is_low(frame: Frame, index: int, part: str) -> bool:
    """Does the last number stand below its line? There is no room over a high line; on two axes
    the lower of the two ends has its number below, so that they do not meet."""
    row = frame.placed[index]
    ranges = {"accuracy": frame.accuracy_range(index), "tokens": frame.tokens_range(index)}
    shares = {
        name: (known[-1][1] - low) / (high - low)
        for name, (low, high) in ranges.items()
        if (known := points(row, name))
    }
    if frame.form == DUAL:
        above = shares[part] == max(shares.values())
        alone = len(shares) < len(ranges) or max(shares.values()) - min(shares.values()) > _APART
        return not above or (alone and shares[part] > _HIGH)
    low, high = ranges[part]
    return max(_last(row, part)) > low + _HIGH * (high - low)


def _last(row: Row, part: str) -> list[float]:
    """The values that the last number may cover."""
    known = points(row, part)
    return [value for _, value, _ in known[-max(1, len(known) // 6) :]]


def _end(row: Row, part: str, below: bool) -> list[Trace]:
    """The last value as a dot, and its number where it does not cover the end of the line."""
    x, value, kind = points(row, part)[-1]
    last, ink = _last(row, part), PARTS[part].color
    words = f"{value:.1f}" if part == "accuracy" else short(value)
    position = "bottom left" if below else "top left"
    number = number_at(x, min(last) if below else max(last), words, position, ink, 6)
    fill = PAPER if kind in HOLLOW else ink
    dot = marker(5, fill, ink, 1.5, symbol=PARTS[part].symbol)
    # A start and an end have their own, larger markers.
    if len(points(row, part)) <= SPARSE:
        return [number]
    return [number, scatter("markers", [x], [value], hoverinfo="skip", marker=dot)]


def _ends(row: Row, part: str, alone: bool) -> list[Trace]:
    """The last value beside its line; the first and the last accuracy as dots."""
    known, ink = points(row, part), PARTS[part].color
    x, value, _ = known[-1]
    words = short(value) if part == "tokens" else f"{value:.{1 if alone else 0}f}"
    look = {"textfont": {"size": 12, "color": ink}, "marker": {"size": 8, "opacity": 0}}
    beside_point = {"text": [words], "textposition": "middle right", "hoverinfo": "skip"}
    label = scatter("markers+text", [x], [value], **beside_point, **look)
    # A start and an end have their own, larger markers.
    if part == "tokens" or len(known) <= SPARSE:
        return [label]
    printed = any(kind not in HOLLOW for *_, kind in known)
    ends = [known[0], known[-1]]
    # Open where the source printed other values of the line, but not this one.
    inks = [PAPER if printed and kind in HOLLOW else ink for *_, kind in ends]
    dots = marker(5, inks, ink, 1.5)
    xs, ys = [x for x, *_ in ends], [y for _, y, _ in ends]
    return [label, scatter("markers", xs, ys, hoverinfo="skip", marker=dots)]


def _responses(row: Row) -> list[Trace]:
    """The range of 95% of the responses as a dotted outline, interrupted by gaps: no interval of the mean."""
    name, look = "range of 95% of responses", pen(TOKENS, 1, "dot")
    token_ranges = list(zip(row["x"], row["tokens_low"], row["tokens_high"], strict=True))
    xs: list[float | None] = []
    ys: list[float | None] = []
    for is_stated, group in groupby(token_ranges, key=lambda end: None not in end):
        ends = list(group)
        if is_stated:
            xs += [x for x, *_ in ends] + [x for x, *_ in reversed(ends)] + [ends[0][0], None]
            ys += [high for *_, high in ends] + [low for _, low, _ in reversed(ends)]
            ys += [ends[0][2], None]
    if not xs:
        return []
    return [scatter("lines", xs[:-1], ys[:-1], name=name, line=look, hoverinfo="skip")]


def no_data(x: Sequence[float], y: Sequence[float]) -> list[Trace]:
    """A hatched area that says so: missing is not zero."""
    (left, right), (low, high) = x, y
    hatch = hatched([left, right, right, left, left], [low, low, high, high, low])
    middle = [(left + right) / 2], [(low + high) / 2]
    words = texts(*middle, ["no data"], MUTED, textposition="middle center")
    return [hatch, readable(words, "no data")]


def stated_range(row: Row, part: str, across: Sequence[float]) -> list[Trace]:
    """A range that the source states, or one end of it: a dashed band over the whole panel, no curve in it."""
    low, high = row[f"{part}_from"], row[f"{part}_to"]
    if low is None and high is None:
        return []
    number = "{:,g}%" if part == "accuracy" else "{:,g} tokens"
    words = " to ".join(number.format(end) for end in (low, high) if end is not None)
    if low is None or high is None:
        words = f"{'to' if low is None else 'from'} {words}"
    bottom, top = (high if low is None else low), (low if high is None else high)
    left, right = across
    band = area(
        [left, right, right, left, left],
        [bottom, bottom, top, top, bottom],
        PARTS[part].band,
        hoveron="fills",
        line=pen(PARTS[part].color, 1.2, "dash"),
        text=f"{words}: range given in text, no curve",
        hoverinfo="text",
        name="range given in text, no curve",
        cliponaxis=False,
    )
    under = bottom > 25 and part == "accuracy"  # noqa: PLR2004
    label = texts(
        [(left + right) / 2],
        # A little off the line, in points of accuracy.
        [bottom - 3 if under else top],
        [f"in text: {words}"],
        MUTED,
        size=10,
        textposition="bottom center" if under else "top center",
        cliponaxis=False,
    )
    return [band, readable(label, f"{words}: range given in text, no curve")]
