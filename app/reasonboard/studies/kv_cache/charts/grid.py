"""Scores over the local window and the kept share of older tokens."""

from collections.abc import Sequence

from reasonboard.charts.cells import (
    BEST,
    LOWER,
    NOT_SIGNIFICANT,
    STARRED,
    TEXT,
    TOGETHER,
    UNTESTED,
    Axis,
    Cell,
    Panel,
    Roles,
    extent,
)
from reasonboard.charts.colors import WARNING
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.intervals import NO_UNCERTAINTY, detects, problems, problems_or_unknown
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import signed_range, with_sign
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.statistics.uncertainty import interval_methods
from reasonboard.studies.kv_cache.heatmap import DIFFERENCES, Heatmap, heatmap_of
from reasonboard.studies.kv_cache.rows import FAMILIES, NOT_STATED, Row

_ROLES = Roles(x="kv_ratio", y="kv_window", value="value", disputed="disputed")
_MOST_COLUMNS = 3
_SUBTITLE = (
    "Rows: newest tokens kept. Columns: share of older tokens kept. Smallest cache: lower left."
)
_HEADINGS = {
    "value": "{metric} at every window and share kept",
    "best": "Loss to the best setting, in points of {metric}",
    "full": "Loss to the full cache, in points of {metric}",
    "cell": "Difference from the selected setting, in points of {metric}",
    "shrunk": "Noise-adjusted {metric} at every window and share kept",
}
_REFERENCES = {"best": "the highest cell", "cell": "the selected cell", "full": "the full cache"}
_NO_BASELINE = "no run with the full cache"
_SPANS = "colors span at least the detectable difference of a panel (80% power at 5%)"


def window_ratio_grid(
    rows: Sequence[Row],
    *,
    mode: str,
    scales: str,
    intervals: str,
    margin: str,
    panel: str,
    window: str,
    ratio: str,
    columns: int,
) -> Figure:
    """One heatmap per row: local windows (largest on top) over ratios.

    A row has its cells as equally long lists (`kv_window`, `kv_ratio`, `value` in percent, `score` as
    a fraction; `items`, `repeats`, `seeds`, `stderrs`; `kept` in tokens) and their `highest` score, and its
    places on the axes, `windows` and `ratios`. The cell of
    `window` and `ratio` has a frame in the heatmap `panel`. The highest numbers stand in a pill, those
    tied with them are bold unless all are; the cheapest at most `margin` worse has a star.
    Each panel has a color scale unless `scales` is
    'shared'; differences are centred on 0, and have no color if they are not tested, or not significant
    unless `intervals` is 'off'.
    """
    if not rows:
        return empty("No cells of window or ratio here.")
    (x, y), differences = axes(rows), mode in DIFFERENCES
    maps = [heatmap_of(row) for row in rows]
    setting, loss, gray = (window, ratio), float(margin) / 100, intervals == "on"
    panels = [_panel(heatmap, setting, mode, loss, gray=gray) for heatmap in maps]
    methods = interval_methods([interval for heatmap in maps for interval in heatmap.intervals])
    values = extent(panels, unit := "points" if differences else "%") or "none"
    spans = _SPANS if any(heatmap.detects is not None for heatmap in maps) else ""
    is_tested = any(heatmap.best_set is not None for heatmap in maps)
    foot = [methods, _tests(mode, maps[0].tests) if is_tested else "", spans]
    return heatmap_grid(
        panels,
        x,
        y,
        columns=min(columns, _MOST_COLUMNS),
        page=columns,
        unit=unit,
        centred=differences,
        own_scales=scales == "panel",
        row_height=40,
        marked=(ratio, window),
        chosen=panel,
        summary=f"{len(rows)} heatmaps of {len(y.labels)} local windows by {len(x.labels)} kept shares; "
        f"values {values}.",
        uncertainty=" · ".join(filter(None, foot)),
        heading=_HEADINGS[mode].format(metric=rows[0]["metric"]),
        subtitle=_subtitle(rows),
    )


def _tests(mode: str, tests: dict[str, int]) -> str:
    """How differences are tested, or how scores are shrunk."""
    if mode == "shrunk":
        return "scores shrunk toward the mean of their heatmap by empirical Bayes"
    if mode not in DIFFERENCES:
        return ""
    family = "full" if mode == "full" else "pairs"
    return (
        f"against {_REFERENCES[mode]}: two-proportion score tests, Bonferroni over "
        f"all {tests[family]:,} {FAMILIES[family]} of this source and metric"
    )


def _subtitle(rows: Sequence[Row]) -> str:
    """What the axes are, and what no source states."""
    if not _is_stated(_positions(rows, "windows")):
        return "By share of older tokens kept (columns); the number of newest tokens is not stated."
    if not _is_stated(_positions(rows, "ratios")):
        return "By newest tokens kept (rows); the share of older tokens is not stated."
    return _SUBTITLE


def _is_stated(positions: Sequence[float]) -> bool:
    return any(position >= 0 for position in positions)


def axes(rows: Sequence[Row]) -> tuple[Axis, Axis]:
    """The kept shares and the windows of all rows."""
    windows, ratios = (_positions(rows, name) for name in ("windows", "ratios"))
    # Of an axis without a stated position the subtitle says it once.
    x = Axis.of("ratio", "ratio", ratios, share if _is_stated(ratios) else lambda _: "")
    return x, Axis.of("window", "window", windows, tokens if _is_stated(windows) else lambda _: "")


def _positions(rows: Sequence[Row], name: str) -> list[float]:
    """The places that any of the rows has on an axis, in order."""
    return sorted({position for row in rows for position in row[name]})


def _panel(
    heatmap: Heatmap, setting: tuple[str, str], mode: str, margin: float, *, gray: bool
) -> Panel:
    """One heatmap, with `setting` chosen; if `gray`, differences that are not significant have no color."""
    selected = heatmap.index_of(*setting)
    values, against = heatmap.shown(mode, selected), heatmap.against(mode, selected)
    marks = {
        BEST: heatmap.top,
        TOGETHER: heatmap.tied,
        LOWER: heatmap.lower,
        STARRED: heatmap.good_and_cheap(margin),
        NOT_SIGNIFICANT: {
            index
            for index, result in enumerate(against)
            if gray and result and not result.significant
        },
        UNTESTED: _untested(heatmap, mode, selected) if mode in DIFFERENCES else (),
    }
    cells = []
    for index, (cell, value) in enumerate(zip(_ROLES.cells([heatmap.row]), values, strict=True)):
        of_cell = [*cell.marks, *(mark for mark, indexes in marks.items() if index in indexes)]
        marked = cell._replace(marks=of_cell)
        words = _hover(heatmap, index, marked, mode, value, against[index])
        cells.append(marked._replace(value=value, words=words))
    missing = mode == "cell" and selected is None
    return Panel(
        heatmap.panel,
        "",
        cells,
        {"panel": heatmap.panel},
        note=_size(heatmap),
        template=_template(heatmap),
        foot="selected cell missing" if missing else _foot(heatmap, values, mode),
        empty=_NO_BASELINE if mode == "full" and heatmap.full_cache is None else "",
        detects=heatmap.detects or 0.0,
    )


def _untested(heatmap: Heatmap, mode: str, selected: int | None) -> set[int]:
    """The cells whose difference is not tested; a cell itself has none."""
    itself = {"best": heatmap.best, "cell": selected}.get(mode)
    against = heatmap.against(mode, selected)
    return {index for index, result in enumerate(against) if result is None and index != itself}


def _size(heatmap: Heatmap) -> str:
    """The number of problems of a heatmap, and the smallest difference that it detects."""
    row = heatmap.row
    size = problems_or_unknown(row["n_items"], row["n_repeats"])
    return ", ".join(filter(None, [size, detects(heatmap.detects)]))


def _spread(heatmap: Heatmap) -> str:
    """The spreads by which scores are shrunk, in points."""
    if heatmap.shrunk is None:
        return "not adjusted"
    sd = heatmap.shrunk.observed_sd
    return (
        f"{'' if sd is None else f'SD {sd * 100:.1f}, '}noise {heatmap.shrunk.noise_sd * 100:.1f}"
    )


def _hover(
    heatmap: Heatmap, index: int, cell: Cell, mode: str, value: float | None, against: Result | None
) -> str:
    """The cell's setting, score, interval, size and kind, and what other sources say of it."""
    more = []
    row = heatmap.row
    if mode in DIFFERENCES and value is not None:
        is_untested = UNTESTED in cell.marks
        more.append(
            f"{with_sign(value)} points{f', {UNTESTED}' if is_untested else _tested(against)}"
        )
    if mode == "shrunk" and value is not None:
        more.append(f"{value:.1f}% once shrunk by its share of noise")
    if others := row["others"][index]:
        other_scores = f"another source: {', '.join(f'{other:.1f}' for other in others)}%"
        more.append(f'<span style="color:{WARNING}">{other_scores}</span>')
    interval = heatmap.intervals[index]
    ends = f" ({interval.low * 100:.1f} to {interval.high * 100:.1f})" if interval else ""
    score = f"{plain(row['metric'])} {cell.value:.1f}%{ends or f', {NO_UNCERTAINTY}'}"
    # The template of the panel begins the line.
    return "<br>".join([f"{heatmap.setting_words(index)}</b>", score, *more])


def _template(heatmap: Heatmap) -> str:
    """What the hovers of a heatmap share: its name, its size, its kinds and its source."""
    row = heatmap.row
    kinds = dict.fromkeys(KIND_WORDS.get(kind, kind) for kind in row["kinds"][: len(heatmap.cells)])
    sizes = dict.fromkeys(map(problems, row["items"], row["repeats"]))
    lines = [" or ".join(filter(None, sizes)), ", ".join(filter(None, [*kinds, row.get("title")]))]
    return "<br>".join([f"<b>{plain(heatmap.panel)}, {TEXT}", *map(plain, filter(None, lines))])


def _tested(against: Result | None) -> str:
    """The interval of a difference and its verdict."""
    if against is None or against.interval is None:
        return ""
    return f" ({signed_range(*against.interval)}), {against.words}"


def _foot(heatmap: Heatmap, cell_values: Sequence[float | None], mode: str) -> str:
    """The range of the cells, how many of them differ from the highest, and the range that a source states."""
    values = [value for value in cell_values if value is not None]
    parts = [_spread(heatmap)] if mode == "shrunk" else []
    if values and mode in DIFFERENCES:
        parts.append(f"{with_sign(min(values))} to {with_sign(max(values))} points")
    elif values:
        parts.append(f"{min(values):.1f}–{max(values):.1f}%")
    parts.append(_alike(heatmap))
    if full := heatmap.full_cache:
        parts.append(f"full cache {full.value * 100:.1f}%")
    return ", ".join([*parts, *_stated_range(heatmap.row["low"], heatmap.row["high"])])


def _alike(heatmap: Heatmap) -> str:
    """How many cells are tied with the best, which counts too."""
    cells = len(heatmap.cells)
    if cells == 1:
        return "one cell"
    if heatmap.best_set is None:
        return "not tested"
    best = len(heatmap.best_set)
    if best == cells:
        return "no significant difference"
    if best == 1:
        return "highest significantly above all others"
    return f"{best} of {cells} tied for best"


def _stated_range(low: float | None, high: float | None) -> list[str]:
    """The range that a source gives in words, in percent; [] if it gives none."""
    if low is not None and high is not None:
        return [f"stated ~{low:.1f} to ~{high:.1f}"]
    bounds = [("lowest", low), ("highest", high)]
    return [f"stated {word} ~{end:.1f}" for word, end in bounds if end is not None]


def tokens(count: int) -> str:
    """A number of tokens, short: 500, 2k; below 0 it is not stated."""
    if count < 0:
        return NOT_STATED
    return f"{count / 1000:g}k" if count >= 1000 else str(count)  # noqa: PLR2004


def share(ratio: float) -> str:
    """A ratio, short: 0.1; below 0 it is not stated."""
    return NOT_STATED if ratio < 0 else f"{ratio:g}"
