"""How far each selector is from a reference with as many samples: points with their intervals."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.grid import on
from reasonboard.charts.intervals import error_bars
from reasonboard.charts.lines import fills
from reasonboard.charts.row_panels import Panel, row_panels
from reasonboard.charts.theme import Figure, Trace, empty, plain
from reasonboard.charts.traces import dots, marker, pen, rule, texts
from reasonboard.core.findings.words import SIGNS, UNKNOWN
from reasonboard.statistics.contrasts import benjamini_hochberg
from reasonboard.studies.prm_selection.charts.marks import (
    click_selector,
    ink_of,
    open_kinds,
    panel_title,
)
from reasonboard.studies.prm_selection.rows import (
    Comparison,
    Row,
    compared,
    is_share,
    pairs,
)

_STEP = 10
"""The range of differences ends at a multiple of this many points."""
_WORDS = 0.5
"""The room for the numbers at the right, as a share of one side of the range."""
_BETWEEN = 0.34
"""Rows between several values of one selector."""


def reference_gaps(
    rows: Sequence[Row], *, selector: str, intervals: str, reference: str, columns: int
) -> Figure:
    """One panel per benchmark (and student), one line per selector: its points above the reference.

    Rows are pairs of a value and the reference's with as many samples in the same figure or table
    (sql/pairs.sql), the most trusted of a selector first. `selector` is strong. The verdicts are
    corrected over all of them that were measured.
    """
    usable = [pair for pair in pairs(rows) if all(map(is_share, pair))]
    if not usable:
        return empty(
            f"No data: no selector has a value with as many samples as {reference or 'any reference'}."
        )
    gaps, shown = compared(usable, benjamini_hochberg), intervals == "on"
    names = list(dict.fromkeys(gap.one["selector"] for gap in gaps))
    reach = _reach(gaps, shown)
    panels = []
    for _, group in groupby(gaps, lambda gap: (gap.one["benchmark"], gap.one["model"])):
        panel = list(group)
        marks = [_marks(panel, names, selector, shown), _numbers(panel, names, selector, reach)]
        title = panel_title(panel[0].one, [gap.one for gap in gaps])
        panels.append(Panel(*title, names, marks))
    other = gaps[0].other["selector"]
    return row_panels(
        panels,
        x=_across(reach),
        picked=selector,
        columns=columns,
        note=[
            f"points above {plain(other)}, with as many samples in the same figure or table",
            *open_kinds((gap.one["kind"] for gap in gaps), "open mark"),
        ],
        summary=(
            f"{len(panels)} panel{'s' if len(panels) > 1 else ''}: points of accuracy of {len(names)} "
            f"selectors above {other}, each with as many samples."
        ),
        uncertainty=_methods(gaps),
        shapes=[
            rule((0, 0), (0, 1), pen(INK, 1), layer="below", xref=x, yref=f"{y} domain")
            for x, y in (on(index).values() for index in range(len(panels)))
        ],
    )


def _points(gap: Comparison) -> float:
    return float(round(gap.one["value"] - gap.other["value"], 2))


def _percent_ends(gap: Comparison) -> tuple[float, float] | None:
    return (gap.ends[0] * 100, gap.ends[1] * 100) if gap.ends else None


def _marks(panel: Sequence[Comparison], names: list[str], picked: str, intervals: bool) -> Trace:
    rows, x = [gap.one for gap in panel], [_points(gap) for gap in panel]
    inks = [ink_of(row, picked, reference=not row["params_b"]) for row in rows]
    whiskers = error_bars(x, [_percent_ends(gap) for gap in panel], MUTED, 1)
    return dots(
        x,
        _heights([row["selector"] for row in rows], names),
        [_hover(gap) for gap in panel],
        marker(8, fills([row["kind"] for row in rows], inks), inks, 1.6),
        **{"error_x": whiskers} if intervals else {},
        meta=click_selector(rows),
    )


def _heights(selectors: Sequence[str], names: Sequence[str]) -> list[float]:
    """The height of each mark: several of one selector stand above each other."""
    return [
        round(
            names.index(name)
            + (selectors[:at].count(name) - (selectors.count(name) - 1) / 2) * _BETWEEN,
            3,
        )
        for at, name in enumerate(selectors)
    ]


def _numbers(panel: Sequence[Comparison], names: list[str], picked: str, reach: float) -> Trace:
    """The difference of the most trusted value of each selector with its verdict, at the right."""
    first = {gap.one["selector"]: gap for gap in reversed(panel)}
    return texts(
        [round(reach * (1 + _WORDS), 2)] * len(names),
        list(range(len(names))),
        [_number(first.get(name)) for name in names],
        [INK if name in first and name == (picked or name) else MUTED for name in names],
        textposition="middle left",
        cliponaxis=False,
    )


def _number(gap: Comparison | None) -> str:
    if gap is None:
        return "no data"
    points = f"{_points(gap):+.1f}" if _points(gap) else "0.0"
    return f"{points} {SIGNS[gap.verdict] if gap.verdict else '–'}"


def _hover(gap: Comparison) -> str:
    row, other, ends = gap.one, gap.other, _percent_ends(gap)
    interval = UNKNOWN
    if ends and gap.verdict:
        interval = f"95 % interval {ends[0]:.1f} to {ends[1]:.1f}, {gap.verdict.value}"
    return (
        f"<b>{plain(row['selector'])}</b> {row['value']:g} % ({row['kind'].replace('_', ' ')})<br>"
        f"{plain(other['selector'])} {other['value']:g} %<br>{_points(gap):+.1f} points ({interval})<br>"
        f"{plain(row['place'])}"
    )


def _reach(gaps: Sequence[Comparison], intervals: bool) -> float:
    """One side of the range, the same in all panels."""
    ends = [abs(_points(gap)) for gap in gaps]
    if intervals:
        ends += [100 * abs(end) for gap in gaps for end in gap.ends or ()]
    return (int(max(ends) / _STEP) + 1) * _STEP


def _across(reach: float) -> dict[str, Any]:
    step = 10 if reach <= 30 else 20  # noqa: PLR2004
    ticks = [at for at in range(-100, 101, step) if abs(at) <= reach]
    return {
        "range": [-reach, reach * (1 + _WORDS)],
        "tickvals": ticks,
        "ticktext": [f"{at:+d}" if at else "0" for at in ticks],
    }


def _methods(gaps: Sequence[Comparison]) -> str:
    known = [gap.result for gap in gaps if gap.result]
    if not known:
        return UNKNOWN
    tests = sorted({result.test for result in known})
    some = f"; – {UNKNOWN}" if len(known) < len(gaps) else ""
    return (
        f"▲ ▼ resolved, ≈ not: {'; '.join(tests)}, unpaired, correction after Benjamini and Hochberg "
        f"over {len(known)}{some}"
    )
