"""Scores over the local window and the kept share of older tokens."""

from collections.abc import Callable, Sequence
from typing import Any

from reasonboard.charts.cells import Axis, Cell, Panel
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.intervals import counted
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.sweeps import Against, best_set
from reasonboard.statistics.uncertainty import Uncertainty, said
from reasonboard.studies.kv_cache.charts.sweep import Sweep, good_and_cheap, sweep_of

Row = dict[str, Any]

KEPT_SHARE = "share of older tokens kept"
_MOST_COLUMNS = 3
_ROOM = 46
"""So many characters fit over a heatmap; cut, a range of colours would be a wrong one."""
_TESTS = {
    "best": "against the highest cell: two-proportion score tests, Holm's correction over all pairs of cells",
    "cell": "against the chosen cell: two-proportion score tests, corrected by Benjamini and Hochberg",
    "shrunk": "scores shrunk toward the mean of their heatmap by empirical Bayes",
}


def window_ratio_grid(
    rows: Sequence[Row],
    *,
    mode: str,
    scales: str,
    intervals: str,
    margin: str,
    window: str,
    ratio: str,
    columns: int,
) -> Figure:
    """One heatmap per row: local windows (largest on top) over ratios.

    A row has its cells as equally long lists (`kv_window`, `kv_ratio`, `value` in percent, `shown`
    in percent or, where `mode` is 'best' or 'cell', in points; `items`, `repeats`, `seeds`,
    `stderrs`; `kept` in tokens) and the places of the axes, `windows` and `ratios`. The cell of
    `window` and `ratio` is outlined in every panel. Cells that cannot be told from the highest have
    a corner where they are not all of them, and the cheapest that is shown to be at most `margin`
    points worse a star. Scores have a colour scale per panel where `scales` is 'panel';
    differences share one that is centred on 0, and those that are not resolved have no colour
    unless `intervals` is 'off'.
    """
    if not rows:
        return empty("No cells of window and ratio here.")
    y, x = axes(rows)
    differences = mode in ("best", "cell")
    own = not differences and scales == "panel"
    place = (window, ratio)
    sweeps = [sweep_of(row, mode, place) for row in rows]
    unit = "points" if differences else "%"
    panels = [
        _panel(row, sweep, mode, own, intervals == "on", float(margin) / 100, columns)
        for row, sweep in zip(rows, sweeps, strict=True)
    ]
    methods = said([one for sweep in sweeps for one in sweep.intervals])
    return heatmap_grid(
        panels,
        x=("ratio", x),
        y=("window", y),
        columns=min(columns, _MOST_COLUMNS),
        unit=unit,
        centred=differences,
        own_scales=own,
        row_height=40,
        marked=marked(y, x, window, ratio),
        summary=_summary(len(rows), y, x, sweeps, unit),
        uncertainty=" · ".join(filter(None, [methods, _TESTS.get(mode)])),
    )


def axes(rows: Sequence[Row]) -> tuple[Axis, Axis]:
    """Windows upward and ratios across, as all rows share them."""
    windows, ratios = rows[0]["windows"], rows[0]["ratios"]
    up = [str(one) for one in windows]
    across = [str(one) for one in ratios]
    return (
        Axis("local window, tokens", [tokens(one) for one in windows], up),
        Axis(KEPT_SHARE, [f"{one:g}" for one in ratios], across),
    )


def marked(y: Axis, x: Axis, window: str, ratio: str) -> Cell | None:
    """The cell of the chosen window and ratio, None where the axes lack it."""
    if window in y.values and ratio in x.values:
        return y.values.index(window), x.values.index(ratio)
    return None


def _panel(
    row: Row, sweep: Sweep, mode: str, own: bool, neutral: bool, margin: float, columns: int
) -> Panel:
    down = {window: index for index, window in enumerate(row["windows"])}
    across = {ratio: index for index, ratio in enumerate(row["ratios"])}
    places = [
        (down[window], across[ratio])
        for window, ratio in zip(row["kv_window"], row["kv_ratio"], strict=True)
    ]
    values: list[list[float | None]] = [[None] * len(across) for _ in down]
    hover = [[""] * len(across) for _ in down]
    for index, (up, right) in enumerate(places):
        values[up][right] = sweep.shown[index]
        hover[up][right] = _hover(row, index, mode, sweep)
    best = best_set(sweep.cells)
    good = good_and_cheap(row, sweep.cells, margin)
    neutral = neutral and mode in ("best", "cell")
    detail, note = _header(row, sweep, best, own, columns)
    return Panel(
        row["panel"],
        detail,
        values,
        sets={"panel": row["panel"]},
        disputed=_where(places, row["disputed"].__getitem__),
        best=_where(places, lambda at: _alone(best, at, row["best"][at])),
        together=_where(
            places, lambda at: best is not None and 1 < len(best) < len(places) and at in best
        ),
        starred=_where(places, good.__contains__),
        unresolved=_where(
            places, lambda at: neutral and sweep.told[at].verdict is Verdict.NOT_RESOLVED
        ),
        hover=hover,
        note=note,
    )


def _alone(best: frozenset[int] | None, at: int, is_highest: bool) -> bool:
    """Is the cell better than all others? The highest one stands for it where no n is known."""
    return is_highest if best is None else at in best and len(best) == 1


def _where(places: Sequence[Cell], holds: Callable[[int], bool]) -> frozenset[Cell]:
    return frozenset(cell for at, cell in enumerate(places) if holds(at))


def _hover(row: Row, index: int, mode: str, sweep: Sweep) -> str:
    """The cell's place, score, interval and kind, and what other sources say of it."""
    lines = [
        f"<b>{place(row['kv_window'][index], row['kv_ratio'][index])}</b>",
        f"{plain(row['metric'])} {row['value'][index]:.1f} %{_within(sweep.intervals[index])}",
        words(row["kinds"][index]),
    ]
    shown = sweep.shown[index]
    if mode in ("best", "cell") and shown is not None:
        lines.append(f"{shown:+.1f} points{_tested(sweep.told[index])}")
    if mode == "shrunk" and shown is not None:
        lines.append(f"{shown:.1f} % once shrunk by its share of noise")
    if row["others"][index]:
        lines.append(f"another source: {', '.join(f'{one:.1f}' for one in row['others'][index])} %")
    return "<br>".join(lines)


def _within(found: Uncertainty | None) -> str:
    """An interval, short: its method stands in the caption."""
    if found is None:
        return ", no uncertainty available"
    low, high = found.low * 100, found.high * 100
    return f" ±{(high - low) / 2:.1f} ({low:.1f} to {high:.1f})"


def _tested(told: Against) -> str:
    """The interval of a difference and its verdict."""
    if told.contrast is None or told.verdict is None:
        return ""
    low, high = told.contrast.low * 100, told.contrast.high * 100
    said_so = "not resolved" if told.verdict is Verdict.NOT_RESOLVED else "resolved"
    return f" ({low:+.1f} to {high:+.1f}), {said_so}"


def _header(
    row: Row, sweep: Sweep, best: frozenset[int] | None, own: bool, columns: int
) -> tuple[str, str]:
    """Two lines: n and the range of the colours; what can be separated and the stated range."""
    n, _, resolves = counted(row["n_items"], row["n_repeats"]).partition(" · ")
    known = [value for value in sweep.shown if value is not None]
    ends = [f"scale {min(known):.1f}–{max(known):.1f}"] if own and len(set(known)) > 1 else []
    second = [sweep.note] if sweep.note else []
    if best is not None:
        second.append(_separable(len(best), len(sweep.cells)))
    stated = _stated(row["low"], row["high"])
    if columns == 1:
        # A phone has no room beside the title, and the ends of the colours stand in the cells.
        return n, " · ".join(second + (stated or ([] if sweep.note else ends)))
    if resolves and not sweep.note:
        second.append(resolves)
    if len(" · ".join([row["panel"], n, *ends])) > _ROOM:
        ends = []
    return " · ".join([n, *ends]), " · ".join(second + stated)


def _separable(best: int, cells: int) -> str:
    """The number of cells that differ from the highest, given how many do not (the highest included)."""
    if best == 1:
        return "best cell separable" if cells > 1 else "one cell"
    return f"{'no cell' if best == cells else f'{cells - best} of {cells} cells'} separable"


def _summary(count: int, y: Axis, x: Axis, sweeps: Sequence[Sweep], unit: str) -> str:
    shown = [value for sweep in sweeps for value in sweep.shown if value is not None]
    span = f"values from {min(shown):.1f} to {max(shown):.1f} {unit}." if shown else "no values."
    return (
        f"{count} heatmaps of {len(y.labels)} local windows by {len(x.labels)} kept shares; {span}"
    )


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
