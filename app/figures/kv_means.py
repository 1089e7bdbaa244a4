"""Scores along the local window, along the ratio, and by the tokens that both leave."""

from collections.abc import Iterator, Sequence
from typing import Any

from app.figures.kv_cache import KEPT_SHARE, place, tokens, words
from app.figures.lines import Line, line_chart, padded, vertical
from app.figures.theme import ACCENT, Figure, colour, empty, plain

Row = dict[str, Any]

_MOST_COLOURED = 6


def mean_by_window(
    rows: Sequence[Row],
    *,
    mode: str,
    panel: str,
    window: str,
    columns: int,
) -> Figure:
    """The mean over ratios against the local window (log axis), a line per row; `window` marked.

    Only rows that go `along` the windows are drawn. They have equally long lists: `kv_window`,
    `shown` (percent or, unless `mode` is 'value', points from the mean of all their cells), `cells`
    (how many a mean goes over) and `kinds`.
    """
    rows = _along(rows, "window")
    windows = sorted({one for row in rows for one in row["kv_window"]})
    return _means(
        rows,
        _lines(rows, "window", mode, panel),
        control="window",
        mode=mode,
        x={
            "type": "log",
            "showgrid": False,
            "tickvals": windows,
            "ticktext": [tokens(one) for one in windows],
        },
        x_title="local window, tokens (log axis)",
        marked=[one for one in windows if str(one) == window],
    )


def mean_by_ratio(
    rows: Sequence[Row],
    *,
    mode: str,
    panel: str,
    ratio: str,
    columns: int,
) -> Figure:
    """The mean over local windows against the ratio, a line per row; `ratio` is marked.

    Rows are as those of `mean_by_window`, `along` the ratios, with `kv_ratio` for `kv_window`.
    """
    rows = _along(rows, "ratio")
    ratios = sorted({one for row in rows for one in row["kv_ratio"]})
    return _means(
        rows,
        _lines(rows, "ratio", mode, panel),
        control="ratio",
        mode=mode,
        x={"showgrid": False, "tickvals": ratios, "ticktext": [f"{one:g}" for one in ratios]},
        x_title=KEPT_SHARE,
        marked=[one for one in ratios if str(one) == ratio],
    )


def score_by_kept(
    rows: Sequence[Row], *, panel: str, window: str, ratio: str, columns: int
) -> Figure:
    """The score of each cell of a panel against the tokens that are left, a line per window.

    A row is a window, with `kv_ratio`, `kept` (tokens), `value` (percent) and `kinds` as equally
    long lists. The line of `window` is strong, the place of its `ratio` marked.
    """
    if not rows:
        return empty("No cache budget in this source.")
    lines = [_kept_line(row, panel) for row in rows]
    marked = [
        kept
        for row in rows
        for kept, share in _zipped(row, "kept", "kv_ratio")
        if str(row["kv_window"]) == window and str(share) == ratio
    ]
    drawn = line_chart(
        lines,
        x={"range": padded([kept for line in lines for kept in line.x], 0.04), "tickformat": ","},
        y={"range": padded([one for line in lines for one in line.y], 0.1), "ticksuffix": " %"},
        x_title="tokens kept after pruning: window + ratio × (budget − window)"
        if columns > 1
        else "tokens kept after pruning",
        y_title=plain(rows[0]["metric"]),
        right=64 if columns > 1 else 24,
        shapes=[vertical(kept, ACCENT) for kept in marked],
        summary=f"{panel} against the tokens kept after pruning, for {len(lines)} local windows.",
    )
    # The lines end at different places, so each is named there and not at the right edge.
    drawn["layout"]["annotations"] = [
        _end_label(line, line.sets["window"] == window, columns) for line in lines
    ]
    for trace in drawn["data"]:
        if trace["meta"]["sets"]["window"] != window:
            trace |= {"opacity": 0.5, "line": trace["line"] | {"width": 1}}
    return drawn


def _along(rows: Sequence[Row], control: str) -> list[Row]:
    return [row for row in rows if row["along"] == control]


def _lines(rows: Sequence[Row], control: str, mode: str, panel: str) -> list[Line]:
    """A line per row over its column `kv_<control>`, joined where its means lack no cell."""
    column = f"kv_{control}"
    return [
        Line(
            row["panel"],
            row["number"],
            row[column],
            row["shown"],
            row["kinds"],
            [
                f"<b>{plain(row['panel'])}</b><br>{control} {at:,g}<br>"
                f"{plain(row['metric'])} {_shown(value, mode)}<br>"
                f"mean of {_of(cells, row['expected'])}, {words(kind)}"
                for at, value, cells, kind in _zipped(row, column, "shown", "cells", "kinds")
            ],
            sets={"panel": row["panel"]},
            along=(control, [str(at) for at in row[column]]),
            faint=len(rows) > _MOST_COLOURED and row["panel"] != panel,
            joined=row["whole"],
        )
        for row in rows
    ]


def _means(
    rows: Sequence[Row],
    lines: list[Line],
    *,
    control: str,
    mode: str,
    x: dict[str, Any],
    x_title: str,
    marked: list[float],
) -> Figure:
    if not rows:
        return empty("No cells of window and ratio here.")
    metric = plain(rows[0]["metric"])
    values = [value for line in lines for value in line.y]
    ticks = {"ticksuffix": " %"} if mode == "value" else {"tickformat": "+.1f"}
    return line_chart(
        lines,
        x=x,
        y={"range": padded(values, 0.08)} | ticks,
        x_title=x_title,
        y_title=metric if mode == "value" else "points from the mean of all cells",
        right=124,
        shapes=[vertical(at, ACCENT) for at in marked],
        summary=(
            f"Means of {len(lines)} heatmaps along the {control}, "
            f"from {_shown(min(values), mode)} to {_shown(max(values), mode)}."
        ),
    )


def _kept_line(row: Row, panel: str) -> Line:
    return Line(
        f"window {tokens(row['kv_window'])}",
        row["number"],
        row["kept"],
        row["value"],
        row["kinds"],
        [
            f"<b>{plain(panel)}</b><br>about {kept:,.0f} tokens kept: "
            f"{place(row['kv_window'], share)}<br>"
            f"{plain(row['metric'])} {value:.1f} %<br>{words(kind)}"
            for kept, share, value, kind in _zipped(row, "kept", "kv_ratio", "value", "kinds")
        ],
        sets={"panel": panel, "window": str(row["kv_window"])},
        along=("ratio", [str(share) for share in row["kv_ratio"]]),
    )


def _end_label(line: Line, strong: bool, columns: int) -> dict[str, Any]:
    text = line.name if columns > 1 else line.name.removeprefix("window ")
    return {
        "x": line.x[-1],
        "y": line.y[-1],
        "xanchor": "left",
        "yanchor": "middle",
        "xshift": 4,
        "yshift": -11,
        "showarrow": False,
        "text": f"<b>{text}</b>" if strong else text,
        "font": {"size": 11, "color": colour(line.number)},
    }


def _shown(value: float, mode: str) -> str:
    return (
        f"{value:.1f} %" if mode == "value" else f"{value:+.1f} points from the mean of all cells"
    )


def _of(cells: int, expected: int) -> str:
    return f"{cells} cells" if cells == expected else f"{cells} of {expected} cells"


def _zipped(row: Row, *columns: str) -> Iterator[tuple[Any, ...]]:
    return zip(*(row[column] for column in columns), strict=True)
