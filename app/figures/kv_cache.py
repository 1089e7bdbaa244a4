"""Scores over the local window and the kept share of older tokens."""

from collections.abc import Sequence
from typing import Any

from app.figures.cells import Axis, Cell, Panel
from app.figures.heatmap import heatmap_grid
from app.figures.theme import Figure, empty, plain

Row = dict[str, Any]

KEPT_SHARE = "share of older tokens kept"
_MOST_COLUMNS = 3


def window_ratio_grid(
    rows: Sequence[Row], *, mode: str, scales: str, window: str, ratio: str, columns: int
) -> Figure:
    """One heatmap per row: local windows (largest on top) over ratios, the highest cells marked.

    A row has its cells as equally long lists (`kv_window`, `kv_ratio`, `value` in percent, `shown`
    in percent or, unless `mode` is 'value', in points) and the places of the axes, `windows` and
    `ratios`. The cell of `window` and `ratio` is outlined in every panel. Scores have a colour
    scale per panel where `scales` is 'panel'; differences always share one that is centred on 0.
    """
    if not rows:
        return empty("No cells of window and ratio here.")
    windows, ratios = rows[0]["windows"], rows[0]["ratios"]
    y = Axis(
        "local window, tokens", [tokens(one) for one in windows], [str(one) for one in windows]
    )
    x = Axis(KEPT_SHARE, [f"{one:g}" for one in ratios], [str(one) for one in ratios])
    own = mode == "value" and scales == "panel"
    marked = (
        (y.values.index(window), x.values.index(ratio))
        if window in y.values and ratio in x.values
        else None
    )
    unit = "%" if mode == "value" else "points"
    shown = [value for row in rows for value in row["shown"] if value is not None]
    return heatmap_grid(
        [_panel(row, mode, own, columns) for row in rows],
        x=("ratio", x),
        y=("window", y),
        columns=min(columns, _MOST_COLUMNS),
        unit=unit,
        centred=mode != "value",
        own_scales=own,
        row_height=40,
        marked=marked,
        summary=(
            f"{len(rows)} heatmaps of {len(windows)} local windows by {len(ratios)} kept shares; "
            + (
                f"values from {min(shown):.1f} to {max(shown):.1f} {unit}."
                if shown
                else "no values."
            )
        ),
    )


def _panel(row: Row, mode: str, own: bool, columns: int) -> Panel:
    down = {window: index for index, window in enumerate(row["windows"])}
    across = {ratio: index for index, ratio in enumerate(row["ratios"])}
    values: list[list[float | None]] = [[None] * len(across) for _ in down]
    hover = [[""] * len(across) for _ in down]
    best: set[Cell] = set()
    disputed: set[Cell] = set()
    cells = zip(
        row["kv_window"], row["kv_ratio"], row["shown"], row["best"], row["disputed"], strict=True
    )
    for index, (window, ratio, shown, is_best, is_disputed) in enumerate(cells):
        cell = (down[window], across[ratio])
        values[cell[0]][cell[1]] = shown
        hover[cell[0]][cell[1]] = _hover(row, index, mode)
        best |= {cell} if is_best else set()
        disputed |= {cell} if is_disputed else set()
    return Panel(
        row["panel"],
        _detail(row, mode, own, columns),
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
        f"{plain(row['metric'])} {row['value'][index]:.1f} % ({words(row['kinds'][index])})",
    ]
    if mode != "value" and row["shown"][index] is not None:
        lines.append(f"{row['shown'][index]:+.1f} points")
    if row["others"][index]:
        lines.append(f"another source: {', '.join(f'{one:.1f}' for one in row['others'][index])} %")
    return "<br>".join(lines)


def _detail(row: Row, mode: str, own: bool, columns: int) -> str:
    """Beside the panel's title: n, the range of its colours, the range that the source states."""
    parts = []
    if row["n_items"]:
        repeats = f" × {row['n_repeats']}" if row["n_repeats"] else ""
        parts.append(f"n {row['n_items']:,}{repeats}")
    stated = _stated(row["low"], row["high"])
    # Narrow panels have no room for both ranges, and the ends of the colours stand in the cells.
    if own and (columns >= _MOST_COLUMNS or not stated):
        ends = f"{min(row['value']):.1f}–{max(row['value']):.1f}"
        parts.append(f"scale {ends}" if columns > 1 else ends)
    if mode == "cell" and row["shown"][0] is None:
        parts.append("chosen cell missing")
    return " · ".join(parts + stated)


def _stated(low: float | None, high: float | None) -> list[str]:
    """The range that a source gives in words, in percent; [] if it gives none."""
    if low is not None and high is not None:
        return [f"stated ~{low:.1f} to ~{high:.1f}"]
    ends = [("lowest", low), ("highest", high)]
    return [f"stated {word} ~{end:.1f}" for word, end in ends if end is not None]


def place(window: int, ratio: float) -> str:
    """A cell in words."""
    return f"window {window:,}, ratio {ratio:g}"


def tokens(count: int) -> str:
    """A number of tokens, short: 500, 2k."""
    return f"{count / 1000:g}k" if count >= 1000 else str(count)  # noqa: PLR2004


def words(kind: str) -> str:
    """A kind of number as a reader sees it."""
    return kind.replace("_", " ")
