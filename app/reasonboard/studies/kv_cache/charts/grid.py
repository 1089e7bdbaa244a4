"""Scores over the local window and the kept share of older tokens."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.charts.cells import (
    BEST,
    NOT_RESOLVED,
    STARRED,
    TEXT,
    TOGETHER,
    Axis,
    Cell,
    Panel,
    Roles,
    extent,
    hover,
)
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.intervals import counted
from reasonboard.charts.theme import Figure, empty
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.sweeps import Against
from reasonboard.statistics.uncertainty import said
from reasonboard.studies.kv_cache.rows import Heatmap

Row = dict[str, Any]

KEPT_SHARE = "share of older tokens kept"
_ROLES = Roles(x="kv_ratio", y="kv_window", value="value", kind="kinds", disputed="disputed")
_DIFFERENCES = ("best", "cell")
_MOST_COLUMNS = 3
_ROOM = 46
"""So many characters fit over a heatmap; cut, a range of colours would be a wrong one."""
_TESTS = {
    "best": "against the highest cell: two-proportion score tests, Holm's correction over all pairs of cells",
    "cell": "against the chosen cell: two-proportion score tests, corrected by Benjamini and Hochberg",
    "shrunk": "scores shrunk toward the mean of their heatmap by empirical Bayes",
}


class _Options(NamedTuple):
    """What is shown of each heatmap, and how."""

    mode: str
    own: bool
    """Does it have colours of its own?"""
    grey: bool
    """Have differences that are not resolved no colour?"""
    margin: float
    columns: int


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
    x, y = axes(rows)
    differences = mode in _DIFFERENCES
    own = not differences and scales == "panel"
    options = _Options(mode, own, intervals == "on", float(margin) / 100, columns)
    maps = [Heatmap(row) for row in rows]
    panels = [_panel(one, one.at(window, ratio), options) for one in maps]
    methods = said([interval for one in maps for interval in one.intervals])
    unit = "points" if differences else "%"
    values = extent(panels, unit)
    return heatmap_grid(
        panels,
        x,
        y,
        columns=min(columns, _MOST_COLUMNS),
        unit=unit,
        centred=differences,
        own_scales=own,
        row_height=40,
        marked=(ratio, window),
        summary=f"{len(rows)} heatmaps of {len(y.labels)} local windows by {len(x.labels)} kept shares; "
        f"{f'values {values}' if values else 'no values'}.",
        uncertainty=" · ".join(filter(None, [methods, _TESTS.get(mode)])),
    )


def axes(rows: Sequence[Row]) -> tuple[Axis, Axis]:
    """The kept shares and the windows of all rows."""
    windows, ratios = rows[0]["windows"], rows[0]["ratios"]
    return (
        Axis.of("ratio", KEPT_SHARE, ratios, "{:g}".format),
        Axis.of("window", "local window, tokens", windows, tokens),
    )


def _panel(heatmap: Heatmap, chosen: int | None, options: _Options) -> Panel:
    """One heatmap; `chosen` is the index of the chosen cell, None where it was not measured."""
    mode = options.mode
    shown, against = _shown(heatmap, mode), heatmap.against(mode, chosen)
    noise = [one.verdict is Verdict.NOT_RESOLVED for one in against]
    marks = {
        BEST: heatmap.outlined,
        TOGETHER: heatmap.tied,
        STARRED: heatmap.good_and_cheap(options.margin),
        NOT_RESOLVED: {at for at, one in enumerate(noise) if one and options.grey},
    }
    cells = [
        cell._replace(
            value=shown[at],
            marks=[*cell.marks, *(mark for mark, places in marks.items() if at in places)],
            words=_hover(heatmap, at, cell, mode, shown[at], against[at]),
        )
        for at, cell in enumerate(_ROLES.cells([heatmap.row]))
    ]
    missing = mode == "cell" and chosen is None
    note = "chosen cell missing" if missing else _spread(heatmap, mode)
    detail, second = _header(heatmap, options, shown, note)
    return Panel(heatmap.panel, detail, cells, {"panel": heatmap.panel}, second, TEXT)


def _shown(heatmap: Heatmap, mode: str) -> list[float | None]:
    """The numbers in the cells, in percent or points; as they are where nothing can be shrunk."""
    if mode == "shrunk" and heatmap.shrunk:
        return [round(value * 100, 2) for value in heatmap.shrunk.values]
    shown: list[float | None] = heatmap.row["shown"]
    return shown


def _spread(heatmap: Heatmap, mode: str) -> str:
    """The spreads by which scores are shrunk, in points."""
    if mode != "shrunk":
        return ""
    if heatmap.shrunk is None:
        return "n unknown, not shrunk"
    sd = heatmap.shrunk.observed_sd
    return (
        f"{'' if sd is None else f'SD {sd * 100:.1f}, '}noise {heatmap.shrunk.noise_sd * 100:.1f}"
    )


def _hover(
    heatmap: Heatmap, at: int, cell: Cell, mode: str, shown: float | None, against: Against
) -> str:
    """The cell's setting, score, interval and kind, and what other sources say of it."""
    more = []
    if mode in _DIFFERENCES and shown is not None:
        more.append(f"{shown:+.1f} points{_tested(against)}")
    if mode == "shrunk" and shown is not None:
        more.append(f"{shown:.1f} % once shrunk by its share of noise")
    if others := heatmap.row["others"][at]:
        more.append(f"another source: {', '.join(f'{one:.1f}' for one in others)} %")
    if interval := heatmap.intervals[at]:
        cell = cell._replace(low=interval.low * 100, high=interval.high * 100)
    return hover(cell, heatmap.place(at), heatmap.row["metric"], "%", *more)


def _tested(against: Against) -> str:
    """The interval of a difference and its verdict."""
    if against.contrast is None or against.verdict is None:
        return ""
    low, high = against.contrast.low * 100, against.contrast.high * 100
    resolved = "not resolved" if against.verdict is Verdict.NOT_RESOLVED else "resolved"
    return f" ({low:+.1f} to {high:+.1f}), {resolved}"


def _header(
    heatmap: Heatmap, options: _Options, shown: Sequence[float | None], note: str
) -> tuple[str, str]:
    """Two lines: n and the range of the colours; what can be separated and the stated range."""
    row = heatmap.row
    n, _, resolves = counted(row["n_items"], row["n_repeats"]).partition(" · ")
    known = [value for value in shown if value is not None]
    ends = (
        [f"scale {min(known):.1f}–{max(known):.1f}"] if options.own and len(set(known)) > 1 else []
    )
    second = [note] if note else []
    if heatmap.best_set is not None:
        second.append(_separable(len(heatmap.best_set), len(heatmap.cells)))
    stated = _stated(row["low"], row["high"])
    if options.columns == 1:
        # A phone has no room beside the title, and the ends of the colours stand in the cells.
        return n, " · ".join(second + (stated or ([] if note else ends)))
    if resolves and not note:
        second.append(resolves)
    if len(" · ".join([row["panel"], n, *ends])) > _ROOM:
        ends = []
    return " · ".join([n, *ends]), " · ".join(second + stated)


def _separable(best: int, cells: int) -> str:
    """The number of cells that differ from the highest, given how many do not (the highest included)."""
    if best == 1:
        return "best cell separable" if cells > 1 else "one cell"
    return f"{'no cell' if best == cells else f'{cells - best} of {cells} cells'} separable"


def _stated(low: float | None, high: float | None) -> list[str]:
    """The range that a source gives in words, in percent; [] if it gives none."""
    if low is not None and high is not None:
        return [f"stated ~{low:.1f} to ~{high:.1f}"]
    ends = [("lowest", low), ("highest", high)]
    return [f"stated {word} ~{end:.1f}" for word, end in ends if end is not None]


def tokens(count: int) -> str:
    """A number of tokens, short: 500, 2k."""
    return f"{count / 1000:g}k" if count >= 1000 else str(count)  # noqa: PLR2004
