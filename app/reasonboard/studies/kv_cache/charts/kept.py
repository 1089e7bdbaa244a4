"""Scores by the tokens that a window and a ratio leave, and the cheapest setting that is good enough."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.cells import STARRED
from reasonboard.charts.colors import ACCENT, MUTED, PAPER
from reasonboard.charts.intervals import NO_UNCERTAINTY, in_percent, interval_words
from reasonboard.charts.lines import Line, line_chart, padded, vertical
from reasonboard.charts.theme import Figure, Trace, colour, empty, plain
from reasonboard.charts.traces import level, marker, note, paper_note, pen, scatter
from reasonboard.statistics.effects import Trend
from reasonboard.statistics.sweeps import Cheapest
from reasonboard.statistics.uncertainty import of_measured, said
from reasonboard.studies.kv_cache.charts.grid import tokens
from reasonboard.studies.kv_cache.rows import Kept, cells_of, kept_of, place

Row = dict[str, Any]

_TITLE = "tokens kept after pruning"


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
    """The score of each cell of a panel against the tokens that are left, a line per window.

    A row is a window, with `kv_ratio`, `kept` (tokens), `value` (percent), `kinds`, `items`,
    `repeats`, `seeds` and `stderrs` as equally long lists. The line of `window` is strong and has
    its band, the place of its `ratio` is marked. A dashed line is the trend over all cells, a dotted
    one lies `margin` points under the highest; a star is the cheapest cell shown to be above it.
    """
    if not rows:
        return empty("No cache budget in this source.")
    every = kept_of(rows, margin)
    lines = [
        _line(row, panel, band=intervals == "on" and str(row["kv_window"]) == window)
        for row in rows
    ]
    limit = max(cell.value for cell in every.cells) * 100 - float(margin)
    banded = any(line.ends for line in lines)
    figure = line_chart(
        lines,
        x={"range": padded(every.tokens, 0.04), "tickformat": ","},
        y={"range": _reach(lines, limit), "ticksuffix": " %"},
        x_title=_TITLE if columns == 1 else f"{_TITLE}: window + ratio × (budget − window)",
        y_title=plain(rows[0]["metric"]),
        right=64 if columns > 1 else 52,
        shapes=[*_marked(rows, window, ratio), level(limit, yref="y")],
        uncertainty=said([of_measured(cell) for cell in every.cells])
        + ("; band: the picked window" if banded else ""),
        summary=f"{panel} against the tokens kept after pruning, for {len(lines)} local windows.",
    )
    _fade(figure, window)
    figure["data"] += [*_trend(every.trend, every.tokens), *_star(every)]
    # The lines end at different places, so each is named there and not at the right edge.
    figure["layout"]["annotations"] = [
        *(_end_label(line, line.sets["window"] == window, columns) for line in lines),
        *_limit_labels(limit, margin, every.cheapest, columns),
    ]
    return figure


def _reach(lines: Sequence[Line], limit: float) -> list[float]:
    """All that has to be in sight: the values, the band and the limit."""
    ends = [end for line in lines for pair in line.ends if pair for end in pair]
    return padded([*(one for line in lines for one in line.y), *ends, limit], 0.1)


def _fade(figure: Figure, window: str) -> None:
    """All lines but that of the picked window step back."""
    for trace in figure["data"]:
        if "meta" in trace and trace["meta"]["sets"]["window"] != window:
            trace |= {"opacity": 0.5, "line": trace["line"] | {"width": 1}}


def _line(row: Row, panel: str, *, band: bool) -> Line:
    found = [of_measured(cell) for cell in cells_of(row)]
    lists = (row[name] for name in ("kept", "kv_ratio", "value", "kinds"))
    return Line(
        f"window {tokens(row['kv_window'])}",
        row["number"],
        row["kept"],
        row["value"],
        row["kinds"],
        [
            f"<b>{plain(panel)}</b><br>about {kept:,.0f} tokens kept: "
            f"{place(row['kv_window'], share)}<br>{plain(row['metric'])} {value:.1f} %<br>"
            f"{interval_words(end, 100, ' %')}<br>{kind.replace('_', ' ')}"
            for kept, share, value, kind, end in zip(*lists, found, strict=True)
        ],
        sets={"panel": panel, "window": str(row["kv_window"])},
        along=("ratio", [str(share) for share in row["kv_ratio"]]),
        ends=in_percent(found) if band else [],
    )


def _marked(rows: Sequence[Row], window: str, ratio: str) -> list[dict[str, Any]]:
    return [
        vertical(kept, ACCENT)
        for row in rows
        for kept, share in zip(row["kept"], row["kv_ratio"], strict=True)
        if str(row["kv_window"]) == window and str(share) == ratio
    ]


def _limit_labels(
    at: float, margin: str, found: Cheapest | None, columns: int
) -> list[dict[str, Any]]:
    """What the dotted line is, and over the panel whether a cheaper setting is shown to lie above it."""
    if found is None:
        result = NO_UNCERTAINTY
    elif found.best in found.places:
        result = (
            f"no cheaper setting is shown to lose at most {margin} points"
            if columns > 1
            else "no cheaper one shown"
        )
    else:
        result = f"★ cheapest shown to lose at most {margin} points"
    return [
        note(
            f"best − {margin}",
            1,
            at,
            xref="paper",
            xanchor="left",
            yref="y",
            yanchor="middle",
            xshift=2,
        ),
        paper_note(result, 0, 1, yanchor="bottom", yshift=4),
    ]


def _trend(found: Trend | None, kept: list[float]) -> list[Trace]:
    """The straight line through all cells."""
    if found is None:
        return []
    ends = [min(kept), max(kept)]
    low, high = (100 * end for end in found.interval)
    words = f"{100 * found.slope:+.2f} points per 1,000 tokens ({low:+.2f} to {high:+.2f})"
    return [
        scatter(
            "lines",
            ends,
            [round(100 * (found.y + found.slope * (at / 1000 - found.x)), 2) for at in ends],
            name="trend over all cells",
            line=pen(MUTED, 1.5, "dash"),
            text=[words] * 2,
            hovertemplate="trend over all cells<br>%{text}<extra></extra>",
        )
    ]


def _star(every: Kept) -> list[Trace]:
    """The cheapest cells that are shown to be good enough; none where that is the highest itself."""
    good = every.cheapest
    if good is None or good.best in good.places:
        return []
    return [
        scatter(
            "markers",
            [every.tokens[at] for at in good.places],
            [round(100 * every.cells[at].value, 2) for at in good.places],
            name=STARRED,
            hoverinfo="skip",
            marker=marker(15, ACCENT, PAPER, 1, symbol="star"),
        )
    ]


def _end_label(line: Line, strong: bool, columns: int) -> dict[str, Any]:
    text = line.name if strong and columns > 1 else line.name.removeprefix("window ")
    return note(
        f"<b>{text}</b>" if strong else text,
        line.x[-1],
        line.y[-1],
        color=colour(line.number),
        xanchor="left",
        yanchor="middle",
        xshift=4,
        yshift=-11,
    )
