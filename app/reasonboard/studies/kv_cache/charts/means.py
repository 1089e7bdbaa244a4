"""Scores averaged along the local window and along the ratio, with what their noise leaves of them."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import ACCENT
from reasonboard.charts.intervals import interval_words
from reasonboard.charts.lines import Line, line_chart, padded, vertical
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.statistics.effects import interval_of
from reasonboard.statistics.uncertainty import Uncertainty, said
from reasonboard.studies.kv_cache.charts.grid import KEPT_SHARE, tokens
from reasonboard.studies.kv_cache.rows import Means

Row = dict[str, Any]

_MOST_COLOURED = 6


def mean_by_window(
    rows: Sequence[Row], *, mode: str, intervals: str, panel: str, window: str, columns: int
) -> Figure:
    """The mean over ratios against the local window (log axis), a line per row; `window` marked.

    Only rows that go `along` the windows are drawn. They have equally long lists: `kv_window`,
    `shown` (percent or, where `mode` is 'best' or 'cell', points from the mean of all their cells),
    `cells` (how many a mean goes over) and `kinds`; and as lists over all cells of the heatmap
    `in_window`, `in_ratio` and `of_value`, `of_items`, `of_repeats`, `of_seeds`, `of_stderr`. The
    line of `panel` has its band.
    """
    drawn = [row for row in rows if row["along"] == "window"]
    windows = sorted({one for row in drawn for one in row["kv_window"]})
    ticks = {"tickvals": windows, "ticktext": [tokens(one) for one in windows]}
    return _means(
        drawn,
        "window",
        mode,
        intervals == "on",
        panel,
        x={"type": "log", "showgrid": False} | ticks,
        x_title="local window, tokens (log axis)",
        marked=[one for one in windows if str(one) == window],
    )


def mean_by_ratio(
    rows: Sequence[Row], *, mode: str, intervals: str, panel: str, ratio: str, columns: int
) -> Figure:
    """The mean over local windows against the ratio, a line per row; `ratio` is marked.

    Rows are as those of `mean_by_window`, `along` the ratios, with `kv_ratio` for `kv_window`.
    """
    drawn = [row for row in rows if row["along"] == "ratio"]
    ratios = sorted({one for row in drawn for one in row["kv_ratio"]})
    return _means(
        drawn,
        "ratio",
        mode,
        intervals == "on",
        panel,
        x={"showgrid": False, "tickvals": ratios, "ticktext": [f"{one:g}" for one in ratios]},
        x_title=KEPT_SHARE,
        marked=[one for one in ratios if str(one) == ratio],
    )


def _from_mean(mode: str) -> bool:
    return mode in ("best", "cell")


def _intervals(row: Row, control: str, mode: str) -> list[Uncertainty | None]:
    """The interval of each mean of a row, or of its difference from the mean of all cells."""
    means = Means(row, control)
    return [interval_of(one) for one in (means.deviations if _from_mean(mode) else means.means)]


def _line(
    row: Row, control: str, mode: str, found: list[Uncertainty | None], *, band: bool, faint: bool
) -> Line:
    """A row over its column `kv_<control>`, joined where its means lack no cell."""
    column = f"kv_{control}"
    unit = " points" if _from_mean(mode) else " %"
    return Line(
        row["panel"],
        row["number"],
        row[column],
        row["shown"],
        row["kinds"],
        [
            f"<b>{plain(row['panel'])}</b><br>{control} {at:,g}<br>"
            f"{plain(row['metric'])} {_shown(value, mode)}<br>{interval_words(end, 100, unit)}<br>"
            f"mean of {_of(cells, row['expected'])}, {kind.replace('_', ' ')}"
            for at, value, cells, kind, end in zip(
                row[column], row["shown"], row["cells"], row["kinds"], found, strict=True
            )
        ],
        sets={"panel": row["panel"]},
        along=(control, [str(at) for at in row[column]]),
        faint=faint,
        joined=row["whole"],
        ends=[(end.low * 100, end.high * 100) if end else None for end in found] if band else [],
    )


def _means(
    rows: Sequence[Row],
    control: str,
    mode: str,
    intervals: bool,
    panel: str,
    *,
    x: dict[str, Any],
    x_title: str,
    marked: list[float],
) -> Figure:
    if not rows:
        return empty("No cells of window and ratio here.")
    found = [_intervals(row, control, mode) for row in rows]
    lines = [
        _line(
            row,
            control,
            mode,
            ends,
            band=intervals and row["panel"] == panel,
            faint=len(rows) > _MOST_COLOURED and row["panel"] != panel,
        )
        for row, ends in zip(rows, found, strict=True)
    ]
    values = [value for line in lines for value in line.y]
    drawn = [end for line in lines for pair in line.ends if pair for end in pair]
    ticks = {"tickformat": "+.1f"} if _from_mean(mode) else {"ticksuffix": " %"}
    methods = said([end for ends in found for end in ends])
    return line_chart(
        lines,
        x=x,
        y={"range": padded([*values, *drawn], 0.08)} | ticks,
        x_title=x_title,
        y_title="points from the mean of all cells"
        if _from_mean(mode)
        else plain(rows[0]["metric"]),
        right=124,
        shapes=[vertical(at, ACCENT) for at in marked],
        uncertainty=methods + ("; band: the picked heatmap" if drawn else ""),
        summary=(
            f"Means of {len(lines)} heatmaps along the {control}, "
            f"from {_shown(min(values), mode)} to {_shown(max(values), mode)}."
        ),
    )


def _shown(value: float, mode: str) -> str:
    return (
        f"{value:+.1f} points from the mean of all cells" if _from_mean(mode) else f"{value:.1f} %"
    )


def _of(cells: int, expected: int) -> str:
    return f"{cells} cells" if cells == expected else f"{cells} of {expected} cells"
