"""Scores over the local window and the kept share of older tokens."""

from collections.abc import Sequence
from typing import Any

from app.figures.heatmap import Axis, Cell, Panel, heatmap_grid
from app.figures.lines import Line, line_chart, padded, vertical
from app.figures.theme import ACCENT, Figure, empty, plain

Row = dict[str, Any]

_KEPT_SHARE = "share of older tokens kept"
_MOST_COLOURED = 6
_MOST_COLUMNS = 3


def window_ratio_grid(
    rows: Sequence[Row], *, mode: str, scales: str, window: str, ratio: str, columns: int
) -> Figure:
    """One heatmap per row: local windows (largest on top) over ratios, the highest cells marked.

    A row has its cells as equally long lists (`kv_window`, `kv_ratio`, `value` in percent, `shown` in
    percent or, unless `mode` is 'value', in points) and the places of the axes, `windows` and
    `ratios`. The cell of `window` and `ratio` is outlined in every panel. Scores have a colour
    scale per panel where `scales` is 'panel'; differences always share one that is centred on 0.
    """
    if not rows:
        return empty("No data: the source has no cell of window and ratio for this choice.")
    windows, ratios = rows[0]["windows"], rows[0]["ratios"]
    y = Axis("local window, tokens", [_tokens(one) for one in windows], [str(one) for one in windows])
    x = Axis(_KEPT_SHARE, [f"{one:g}" for one in ratios], [str(one) for one in ratios])
    own = mode == "value" and scales == "panel"
    marked = (y.values.index(window), x.values.index(ratio)) if window in y.values and ratio in x.values else None
    unit = "%" if mode == "value" else "points"
    shown = [value for row in rows for value in row["shown"] if value is not None]
    return heatmap_grid(
        [_panel(row, mode, own) for row in rows],
        x=("ratio", x),
        y=("window", y),
        columns=min(columns, _MOST_COLUMNS),
        unit=unit,
        centred=mode != "value",
        own_scales=own,
        row_height=40,
        marked=marked,
        summary=(
            f"{len(rows)} heatmaps of {len(windows)} local windows by {len(ratios)} shares of kept tokens; "
            + (f"values from {min(shown):.1f} to {max(shown):.1f} {unit}." if shown else "no values.")
        ),
    )


def mean_by_window(rows: Sequence[Row], *, mode: str, panel: str, window: str, columns: int) -> Figure:
    """The mean over ratios against the local window (log axis), a line per row; `window` is marked."""
    windows = sorted({one for row in rows for one in row["kv_window"]})
    x = {"type": "log", "tickvals": windows, "ticktext": [_tokens(one) for one in windows]}
    chosen = [one for one in windows if str(one) == window]
    return _means(rows, ("window", "kv_window"), mode, panel, x, "local window, tokens (log axis)", chosen)


def mean_by_ratio(rows: Sequence[Row], *, mode: str, panel: str, ratio: str, columns: int) -> Figure:
    """The mean over local windows against the ratio, a line per row; `ratio` is marked."""
    ratios = sorted({one for row in rows for one in row["kv_ratio"]})
    x = {"tickvals": ratios, "ticktext": [f"{one:g}" for one in ratios]}
    chosen = [one for one in ratios if str(one) == ratio]
    return _means(rows, ("ratio", "kv_ratio"), mode, panel, x, _KEPT_SHARE, chosen)


def score_by_kept(rows: Sequence[Row], *, panel: str, window: str, ratio: str, columns: int) -> Figure:
    """The score of every cell of a panel against the tokens that are left, a line per local window."""
    if not rows:
        return empty("No data: the source does not say at how many tokens the cache is pruned.")
    lines = [
        Line(
            f"window {_tokens(row['kv_window'])}",
            row["number"],
            row["kept"],
            row["value"],
            row["kinds"],
            [
                f"<b>{plain(panel)}</b><br>about {kept:,.0f} tokens kept: {place(row['kv_window'], share)}"
                f"<br>{plain(row['metric'])} {value:.1f} %<br>{kind.replace('_', ' ')}"
                for kept, share, value, kind in _zipped(row, "kept", "kv_ratio", "value", "kinds")
            ],
            sets={"panel": panel, "window": str(row["kv_window"])},
            along=("ratio", [str(share) for share in row["kv_ratio"]]),
            faint=str(row["kv_window"]) != window,
        )
        for row in rows
    ]
    picked = [
        kept
        for row in rows
        for kept, share in _zipped(row, "kept", "kv_ratio")
        if str(row["kv_window"]) == window and str(share) == ratio
    ]
    return line_chart(
        lines,
        x={"range": padded([kept for line in lines for kept in line.x], 0.04), "tickformat": ","},
        y={"range": padded([value for line in lines for value in line.y], 0.1), "ticksuffix": " %"},
        x_title="tokens kept after pruning: window + ratio × (budget − window)",
        y_title="",
        right=92,
        shapes=[vertical(picked[0], ACCENT)] if picked else [],
        summary=f"{panel} against the tokens kept after pruning, for {len(lines)} local windows.",
    )


def place(window: int, ratio: float) -> str:
    """A cell in words."""
    return f"window {window:,}, ratio {ratio:g}"


def _panel(row: Row, mode: str, own: bool) -> Panel:
    down = {window: index for index, window in enumerate(row["windows"])}
    across = {ratio: index for index, ratio in enumerate(row["ratios"])}
    values: list[list[float | None]] = [[None] * len(across) for _ in down]
    hover = [[""] * len(across) for _ in down]
    best: set[Cell] = set()
    disputed: set[Cell] = set()
    cells = zip(row["kv_window"], row["kv_ratio"], row["shown"], row["best"], row["disputed"], strict=True)
    for index, (window, ratio, shown, is_best, is_disputed) in enumerate(cells):
        cell = (down[window], across[ratio])
        values[cell[0]][cell[1]] = shown
        hover[cell[0]][cell[1]] = _hover(row, index, mode)
        best |= {cell} if is_best else set()
        disputed |= {cell} if is_disputed else set()
    return Panel(
        row["panel"],
        _detail(row, mode, own),
        values,
        sets={"panel": row["panel"]},
        disputed=frozenset(disputed),
        best=frozenset(best),
        hover=hover,
    )


def _hover(row: Row, index: int, mode: str) -> str:
    """The cell's place, score and kind, and what other sources say of it."""
    lines = [
        f"<b>{place(row['kv_window'][index], row['kv_ratio'][index])}</b>",
        f"{plain(row['metric'])} {row['value'][index]:.1f} % ({row['kinds'][index].replace('_', ' ')})",
    ]
    if mode != "value" and row["shown"][index] is not None:
        lines.append(f"{row['shown'][index]:+.1f} points")
    if row["others"][index]:
        lines.append(f"another source: {', '.join(f'{one:.1f}' for one in row['others'][index])} %")
    return "<br>".join(lines)


def _detail(row: Row, mode: str, own: bool) -> str:
    """Beside the panel's title: n, the range of its colours, the range that the source states."""
    parts = []
    if row["n_items"]:
        parts.append(f"n {row['n_items']:,}" + (f" × {row['n_repeats']}" if row["n_repeats"] else ""))
    if own:
        parts.append(f"scale {min(row['value']):.1f}–{max(row['value']):.1f}")
    if mode == "cell" and row["shown"] and row["shown"][0] is None:
        parts.append("chosen cell missing")
    ends = [f"{end} ~{row[key]:.1f}" for end, key in (("lowest", "low"), ("highest", "high")) if row[key] is not None]
    if ends:
        parts.append(", ".join(ends) + " stated")
    return " · ".join(parts)


def _means(
    rows: Sequence[Row],
    along: tuple[str, str],
    mode: str,
    panel: str,
    x: dict[str, Any],
    x_title: str,
    chosen: list[float],
) -> Figure:
    """Means of each row along a control and the column of its places; joined where none is missing."""
    if not rows:
        return empty("No data: the source has no cell of window and ratio for this choice.")
    control, column = along
    unit = "%" if mode == "value" else "points from the mean of all cells"
    signed = ".1f" if mode == "value" else "+.1f"
    lines = [
        Line(
            row["panel"],
            row["number"],
            row[column],
            row["shown"],
            row["kinds"],
            [
                f"<b>{plain(row['panel'])}</b><br>{control} {at:,g}<br>{plain(row['metric'])} {value:{signed}} {unit}"
                f"<br>mean of {_of(cells, row['expected'])}, {kind.replace('_', ' ')}"
                for at, value, cells, kind in _zipped(row, column, "shown", "cells", "kinds")
            ],
            sets={"panel": row["panel"]},
            along=(control, [str(at) for at in row[column]]),
            faint=len(rows) > _MOST_COLOURED and row["panel"] != panel,
            joined=row["whole"],
        )
        for row in rows
    ]
    values = [value for line in lines for value in line.y]
    return line_chart(
        lines,
        x=x,
        y={"range": padded(values, 0.08)} | ({"ticksuffix": " %"} if mode == "value" else {"tickformat": "+.1f"}),
        x_title=x_title,
        y_title="" if mode == "value" else unit,
        right=124,
        shapes=[vertical(at, ACCENT) for at in chosen],
        summary=(
            f"Means of {len(lines)} heatmaps along the {control}, from {min(values):{signed}} "
            f"to {max(values):{signed}} {unit}."
        ),
    )


def _of(cells: int, expected: int) -> str:
    return f"{cells} cells" if cells == expected else f"{cells} of {expected} cells"


def _tokens(count: int) -> str:
    return f"{count / 1000:g}k" if count >= 1000 else str(count)  # noqa: PLR2004


def _zipped(row: Row, *columns: str) -> Any:
    return zip(*(row[column] for column in columns), strict=True)
