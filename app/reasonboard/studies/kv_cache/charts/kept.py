"""Scores by the tokens that a window and a ratio leave, and the cheapest setting that is good enough."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.boxes import Box, Frame
from reasonboard.charts.cells import STARRED
from reasonboard.charts.colors import ACCURACY, FAINT, INK, MUTED, PAPER
from reasonboard.charts.intervals import NO_UNCERTAINTY, error_bars, problems
from reasonboard.charts.labels import Anchor, Label, place_labels
from reasonboard.charts.lines import fills, padded
from reasonboard.charts.theme import Figure, Trace, axis, empty, figure, plain
from reasonboard.charts.traces import dots, level, marker, note, pen, scatter
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.uncertainty_words import in_percent
from reasonboard.core.findings.words import percent_range, signed, signed_range
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.statistics.uncertainty import Uncertainty, interval_methods, of_measured
from reasonboard.studies.kv_cache.rows import Kept, Row, cells_of, kept_of, setting_words

_WIDTH, _NARROW, _HIGH = 500, 240, 228
"""About how many pixels the plot area is wide, also on a phone, and how many high."""


def score_by_kept(
    rows: Sequence[Row],
    *,
    intervals: str,
    margin: str,
    panel: str,
    window: str,
    ratio: str,
    columns: int,
) -> Figure:
    """The score of each cell of a panel against the tokens that are left, with its interval.

    A row is a window, with `kv_ratio`, `kept` (tokens), `value` (percent), `kinds`, `items`,
    `repeats`, `seeds` and `stderrs` as equally long lists. The highest cell and that of `window` and
    `ratio` are named; the full cache (`baseline`, or a setting that keeps everything) is a dotted level, and the
    axis says what share of it (`budget`, tokens) is saved. A dashed line is the trend
    over all cells; a star is the cheapest cell shown to lose at most `margin` points to the highest,
    a dotted line that bound.
    """
    if not rows:
        return empty("No window or cache budget is stated.")
    retention = kept_of(rows, margin)
    intervals_of_rows = [[of_measured(cell) for cell in cells_of(row)] for row in rows]
    visible_intervals = intervals_of_rows if intervals == "on" else []
    traces = [
        _cells(row, ends, panel, (window, ratio), bars=bool(visible_intervals))
        for row, ends in zip(rows, intervals_of_rows, strict=True)
    ]
    stars, trend = _star(retention), _trend(retention)
    levels = _levels(rows, retention, margin if stars else "")
    return figure(
        [*traces, *trend, *stars],
        _layout(rows, visible_intervals, levels, trend, (window, ratio), columns),
        height=_HIGH + 72,
        uncertainty=f"{interval_methods(list(map(of_measured, retention.cells)))} · {_result(retention, margin)}",
        summary=f"{panel} against the tokens kept after pruning, for {len(rows)} local windows.",
        heading=_heading(retention.slope),
        subtitle=_subtitle(panel, rows[0]["metric"], retention.slope),
    )


def _layout(
    rows: Sequence[Row],
    intervals: Sequence[Sequence[Uncertainty | None]],
    levels: Sequence[tuple[float, str]],
    trend: Sequence[Trace],
    selected: tuple[str, str],
    columns: int,
) -> dict[str, Any]:
    """Axes, levels and words; `intervals` are those that are shown."""
    heights = [height for height, _ in levels]
    tokens, values, *_ = zip(*_points(rows), strict=True)
    across = _across(tokens, rows[0].get("budget"), 5 if columns > 1 else 3)
    known = filter(None, in_percent([interval for of_row in intervals for interval in of_row]))
    reach = padded([*heights, *values, *(end for pair in known for end in pair)], 0.1)
    (left, right), (low, high) = across["range"], reach
    frame = Frame((left, right), (low, high), _WIDTH if columns > 1 else _NARROW, _HIGH)
    taken, rays = _taken_boxes(rows, intervals, frame), _rays(trend, heights, frame)
    names = place_labels(_names(rows, *selected), frame, taken, rays)
    beside: dict[str, Any] = {"xref": "paper", "xanchor": "left", "yref": "y", "yanchor": "middle"}
    return {
        "xaxis": axis(**across),
        "yaxis": axis(range=reach, ticksuffix="%", nticks=5),
        "shapes": [level(height, yref="y") for height in heights],
        "annotations": [
            *names,
            *(note(text, 1, height, **beside, xshift=2) for height, text in levels),
        ],
        "margin": {"l": 52, "r": 108 if len(levels) > 0 else 64, "t": 24, "b": 48},
        "hovermode": "closest",
    }


def _heading(slope: Result | None) -> str:
    """Whether keeping more tokens helps; "" where no trend is known."""
    if slope is None:
        return ""
    if not slope.significant:
        return "Keeping more tokens: no detectable gain"
    return f"Keeping more tokens {'helps' if slope.estimate > 0 else 'hurts'}"


def _subtitle(panel: str, metric: str, slope: Result | None) -> str:
    if slope is None:
        return f"{panel}: {metric} by tokens kept."
    return (
        f"{panel}. {signed(slope.estimate)} points per 1,000 tokens kept{_slope_interval(slope)}."
    )


def _slope_interval(slope: Result) -> str:
    """The 95% interval of the slope in brackets."""
    return f" (95%: {signed_range(*slope.interval)})" if slope.interval else ""


def _points(rows: Sequence[Row]) -> list[tuple[float, float, int, float]]:
    """Tokens kept, score, window and ratio of each cell."""
    return [
        (kept, value, row["kv_window"], share)
        for row in rows
        for kept, value, share in zip(row["kept"], row["value"], row["kv_ratio"], strict=True)
    ]


def _full_cache(rows: Sequence[Row]) -> list[float]:
    """The score with the full cache in percent: of a run without pruning, else of a setting that keeps all."""
    if baseline := rows[0].get("baseline"):
        return [baseline["value"] * 100]
    return [value for _, value, _, share in _points(rows) if share >= 1][:1]


def _across(tokens: Sequence[float], budget: float | None, most: int) -> dict[str, Any]:
    """The axis of tokens; under each the share of the full cache that is saved, where its size is known."""
    low, high = min(tokens), max(tokens)
    ticks = [
        tick
        for tick in range(0, 10_000_000, _step(high - low, most))
        if low * 0.98 <= tick <= high * 1.02
    ]
    units = [""] * (len(ticks) - 1) + [" tokens"] * bool(ticks)
    texts = [
        f"{tick:,}{unit}{_saved(tick, budget)}" for tick, unit in zip(ticks, units, strict=True)
    ]
    tick_labels = {"tickvals": ticks, "ticktext": texts, "tickangle": 0} if ticks else {}
    return {"range": padded(tokens, 0.06), "showgrid": False, **tick_labels}


def _saved(tokens: float, budget: float | None) -> str:
    """A second line for a label: the share of the cache that is saved."""
    return f"<br>{100 * (1 - tokens / budget):.0f}% saved" if budget and tokens <= budget else ""


def _step(reach: float, most: int) -> int:
    """The least round number of tokens that fits at most so often into the reach."""
    steps = (size * 10**power for power in range(1, 7) for size in (1, 2, 5))
    return next((step for step in steps if reach / step <= most), 1_000_000)


def _cells(
    row: Row,
    intervals: Sequence[Uncertainty | None],
    panel: str,
    selected: tuple[str, str],
    *,
    bars: bool,
) -> Trace:
    """The cells of a window as dots, open where the source did not print the number, the picked one large."""
    lists = (row[name] for name in ("kept", "kv_ratio", "value", "kinds", "items", "repeats"))
    texts = [
        f"<b>{plain(panel)}, {setting_words(row['kv_window'], share)}</b><br>{plain(row['metric'])} {value:.1f}%"
        f"{_interval(end)}<br>about {tokens:,.0f} tokens kept<br>"
        + (f"{problems(n, k)}<br>" if n else "")
        + KIND_WORDS.get(kind, kind)
        for tokens, share, value, kind, n, k, end in zip(*lists, intervals, strict=True)
    ]
    error_y = (
        {"error_y": error_bars(row["value"], in_percent(intervals), FAINT, 1.6)} if bars else {}
    )
    is_selected = [(str(row["kv_window"]), str(share)) == selected for share in row["kv_ratio"]]
    inks = [INK if is_chosen else ACCURACY for is_chosen in is_selected]
    look = marker(
        [11 if is_chosen else 8 for is_chosen in is_selected], fills(row["kinds"], inks), inks, 1.8
    )
    sets = {"panel": panel, "window": str(row["kv_window"])}
    along = {"x": "ratio", "xs": [str(share) for share in row["kv_ratio"]]}
    name = f"window {row['kv_window']:,}"
    return dots(
        row["kept"], row["value"], texts, look, name=name, meta={"sets": sets} | along, **error_y
    )


def _interval(uncertainty: Uncertainty | None) -> str:
    if uncertainty is None:
        return f", {NO_UNCERTAINTY}"
    return f" ({percent_range(uncertainty.low, uncertainty.high)})"


def _names(rows: Sequence[Row], window: str, ratio: str) -> list[Label]:
    """The words at the highest and at the selected cell, beside it or over or under its interval."""
    points = _points(rows)
    highest = max(points, key=lambda point: point[1])
    selected = [point for point in points if (str(point[2]), str(point[3])) == (window, ratio)]
    label_by_point = {highest: ("highest", MUTED)} | {
        cell: ("<b>selected, highest</b>" if cell == highest else "<b>selected</b>", INK)
        for cell in selected
    }
    return [
        Label(text, (Anchor(x, y, "right"), Anchor(x, y, "left")), color)
        for (x, y, *_), (text, color) in label_by_point.items()
    ]


def _taken_boxes(
    rows: Sequence[Row], intervals: Sequence[Sequence[Uncertainty | None]], frame: Frame
) -> list[Box]:
    """The boxes of the dots and intervals, which labels keep off."""
    dots_taken = [frame.mark(x, y) for x, y, *_ in _points(rows)]
    bars = [
        (tokens, interval)
        for row, of_row in zip(rows, intervals, strict=False)
        for tokens, interval in zip(row["kept"], in_percent(of_row), strict=True)
        if interval
    ]
    return dots_taken + [
        box for x, (low, high) in bars for box in frame.segment((x, low), (x, high))
    ]


def _rays(trend: Sequence[Trace], levels: Sequence[float], frame: Frame) -> list[Box]:
    """The segments of the trend and the dotted levels, which labels keep off where they can."""
    lines = [list(zip(trace["x"], trace["y"], strict=True)) for trace in trend]
    lines += [[(frame.x[0], height), (frame.x[1], height)] for height in levels]
    return [box for start, end in lines for box in frame.segment(start, end)]


def _levels(rows: Sequence[Row], retention: Kept, margin: str) -> list[tuple[float, str]]:
    """The dotted lines, with what they are: the acceptable loss where a `margin` is given, and the full cache."""
    highest = max(cell.value for cell in retention.cells) * 100
    bound = [(highest - float(margin), f"best − {margin}")] if margin else []
    return [*bound, *((value, f"full cache {value:.1f}%") for value in _full_cache(rows))]


def _result(retention: Kept, margin: str) -> str:
    """Whether a cheaper setting is shown to be within the acceptable loss."""
    points = f"{margin} point{'' if margin == '1' else 's'}"
    if retention.cheapest is None:
        return "acceptable loss not tested"
    if retention.cheapest.best in retention.cheapest.indexes:
        return f"no cheaper setting is shown to lose at most {points}"
    return f"★ cheapest shown to lose at most {points}"


def _trend(retention: Kept) -> list[Trace]:
    """The straight line through all cells."""
    line, slope = retention.line, retention.slope
    if line is None or slope is None:
        return []
    token_range = [min(retention.tokens), max(retention.tokens)]
    slope_text = f"{signed(slope.estimate)} points per 1,000 tokens{_slope_interval(slope)}"
    return [
        scatter(
            "lines",
            token_range,
            [
                round(100 * (line.y + line.slope * (tokens / 1000 - line.x)), 2)
                for tokens in token_range
            ],
            name="trend over all cells",
            line=pen(ACCURACY, 1.5, "dot"),
            text=[slope_text] * 2,
            hovertemplate="trend over all cells<br>%{text}<extra></extra>",
        )
    ]


def _star(retention: Kept) -> list[Trace]:
    """The cheapest cells that are shown to be good enough; none where that is the highest itself."""
    good = retention.cheapest
    if good is None or good.best in good.indexes:
        return []
    return [
        scatter(
            "markers",
            [retention.tokens[index] for index in good.indexes],
            [round(100 * retention.cells[index].value, 2) for index in good.indexes],
            name=STARRED,
            hoverinfo="skip",
            marker=marker(15, INK, PAPER, 1, symbol="star"),
        )
    ]
