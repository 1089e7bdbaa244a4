"""How far each selector is from a reference with as many samples: points with their intervals."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import INK, MUTED, PAPER
from reasonboard.charts.grid import Grid, on, suffix
from reasonboard.charts.intervals import error_bars
from reasonboard.charts.lines import HOLLOW
from reasonboard.charts.stated_once import axes_said_once
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain
from reasonboard.charts.traces import dots, marker, pen, rule, texts
from reasonboard.statistics.contrasts import (
    Contrast,
    benjamini_hochberg,
    contrast,
    verdicts_of_known,
)
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.prm_selection.charts.gains import SIGNS
from reasonboard.studies.prm_selection.charts.marks import (
    Row,
    ink_of,
    measured,
    measured_only,
    open_kinds,
    several,
    share,
)
from reasonboard.studies.prm_selection.charts.panels import (
    LEFT,
    ROW,
    header,
    names_axis,
    with_note,
)

_STEP = 10
"""The range of differences ends at a multiple of this many points."""
_WORDS = 0.5
"""The room for the numbers at the right, as a share of one side of the range."""
_BETWEEN = 0.34
"""Rows between several values of one selector."""

Gap = tuple[Row, float, Contrast | None, Verdict | None]
"""A pair, its difference in points, and what that says."""


def reference_gaps(
    rows: Sequence[Row], *, selector: str, intervals: str, reference: str, columns: int
) -> Figure:
    """One panel per benchmark (and student), one line per selector: its points above the reference.

    Rows are pairs of a value and the reference's with as many samples in the same figure or table
    (sql/pairs.sql), the most trusted of a selector first. `selector` is strong.
    """
    usable = [row for row in rows if share(row) and share(row | {"value": row["other_value"]})]
    if not usable:
        return empty(
            f"No data: no selector has a value with as many samples as {reference or 'any reference'}."
        )
    gaps = _gaps(usable)
    names = list(dict.fromkeys(row["selector"] for row in usable))
    panels = [
        list(of) for _, of in groupby(gaps, lambda gap: (gap[0]["benchmark"], gap[0]["model"]))
    ]
    grid = Grid(len(panels), columns, panel=ROW * len(names), left=LEFT)
    reach, shown = _reach(gaps, intervals == "on"), intervals == "on"
    layout: dict[str, Any] = {"annotations": [], "hovermode": "closest", "shapes": []}
    traces: list[Trace] = []
    for index, panel in enumerate(panels):
        named = names if grid.is_left(index) else []
        layout |= grid.axes(index, _across(reach), names_axis(named, len(names), selector))
        layout["annotations"].append(header(grid, index, panel[0][0], many=several(usable)))
        layout["shapes"].append(_zero(index))
        drawn_here = (
            _marks(panel, names, selector, shown),
            _numbers(panel, names, selector, reach),
        )
        traces += [one | on(index) for one in drawn_here]
    axes_said_once(layout)
    return figure(
        traces,
        layout,
        height=with_note(layout, grid, _note(usable), columns),
        summary=(
            f"{len(panels)} panel{'s' if len(panels) > 1 else ''}: points of accuracy of {len(names)} "
            f"selectors above {usable[0]['other']}, each with as many samples."
        ),
        uncertainty=_uncertainty(gaps),
    )


def _gaps(rows: Sequence[Row]) -> list[Gap]:
    """The differences, their verdicts corrected over all of them that were measured."""
    sure = {id(row) for row in measured_only(rows)}
    sure &= {id(row) for row in rows if measured_only([{"kind": row["other_kind"]}])}
    found = [
        contrast(measured(row), measured(_other(row))) if id(row) in sure else None for row in rows
    ]
    told = zip(rows, found, verdicts_of_known(found, benjamini_hochberg), strict=True)
    return [
        (row, round(row["value"] - row["other_value"], 2), one, sign) for row, one, sign in told
    ]


def _marks(panel: list[Gap], names: list[str], picked: str, intervals: bool) -> Trace:
    inks = [ink_of(row, picked, reference=not row["params_b"]) for row, *_ in panel]
    hollow = [row["kind"] in HOLLOW for row, *_ in panel]
    gaps = [gap for _, gap, *_ in panel]
    ends = [(one.low * 100, one.high * 100) if one else None for *_, one, _ in panel]
    return dots(
        gaps,
        _lines(panel, names),
        [_hover(gap) for gap in panel],
        marker(
            8, [PAPER if one else ink for one, ink in zip(hollow, inks, strict=True)], inks, 1.6
        ),
        **{"error_x": error_bars(gaps, ends, MUTED, 1)} if intervals else {},
        meta={"x": "selector", "xs": [row["selector"] for row, *_ in panel]},
    )


def _lines(panel: list[Gap], names: list[str]) -> list[float]:
    """The height of each mark: several of one selector stand above each other."""
    of = [row["selector"] for row, *_ in panel]
    return [
        round(names.index(name) + (of[:at].count(name) - (of.count(name) - 1) / 2) * _BETWEEN, 3)
        for at, name in enumerate(of)
    ]


def _numbers(panel: list[Gap], names: list[str], picked: str, reach: float) -> Trace:
    """The difference of the most trusted value of each selector with its verdict, at the right."""
    first: dict[str, Gap] = {}
    for gap in panel:
        first.setdefault(gap[0]["selector"], gap)
    shown = [first.get(name) for name in names]
    return texts(
        [round(reach * (1 + _WORDS), 2)] * len(names),
        list(range(len(names))),
        [_number(gap) for gap in shown],
        [
            INK if gap and name == (picked or name) else MUTED
            for name, gap in zip(names, shown, strict=True)
        ],
        textposition="middle left",
        cliponaxis=False,
    )


def _number(gap: Gap | None) -> str:
    if gap is None:
        return "no data"
    points = f"{gap[1]:+.1f}" if gap[1] else "0.0"
    return f"{points} {SIGNS[gap[3]] if gap[3] else '–'}"


def _hover(gap: Gap) -> str:
    row, points, one, verdict = gap
    sure = (
        f"95 % interval {one.low * 100:.1f} to {one.high * 100:.1f}, {verdict.value}"
        if one and verdict
        else "no uncertainty available"
    )
    return (
        f"<b>{plain(row['selector'])}</b> {row['value']:g} % ({row['kind'].replace('_', ' ')})<br>"
        f"{plain(row['other'])} {row['other_value']:g} %<br>{points:+.1f} points ({sure})<br>"
        f"{plain(row['place'])}"
    )


def _reach(gaps: Sequence[Gap], intervals: bool) -> float:
    """One side of the range, the same in all panels."""
    ends = [abs(gap) for _, gap, *_ in gaps]
    if intervals:
        ends += [100 * abs(end) for *_, one, _ in gaps if one for end in (one.low, one.high)]
    return (int(max(ends) / _STEP) + 1) * _STEP


def _across(reach: float) -> dict[str, Any]:
    step = 10 if reach <= 30 else 20  # noqa: PLR2004
    ticks = [at for at in range(-100, 101, step) if abs(at) <= reach]
    return {
        "range": [-reach, reach * (1 + _WORDS)],
        "tickvals": ticks,
        "ticktext": [f"{at:+d}" if at else "0" for at in ticks],
    }


def _zero(index: int) -> dict[str, Any]:
    """The reference itself."""
    return rule(
        (0, 0),
        (0, 1),
        pen(INK, 1),
        xref=f"x{suffix(index)}",
        yref=f"y{suffix(index)} domain",
        layer="below",
    )


def _other(row: Row) -> Row:
    names = ("value", "n_items", "n_repeats", "n_seeds", "stderr")
    return {name: row[f"other_{name}"] for name in names}


def _uncertainty(gaps: Sequence[Gap]) -> str:
    tests = sorted({one.test for *_, one, _ in gaps if one})
    if not tests:
        return "no uncertainty available"
    some = "; – no uncertainty available" if any(one is None for *_, one, _ in gaps) else ""
    return (
        f"▲ ▼ resolved, ≈ not: {'; '.join(tests)}, unpaired, correction after Benjamini and Hochberg "
        f"over {sum(one is not None for *_, one, _ in gaps)}{some}"
    )


def _note(rows: Sequence[Row]) -> list[str]:
    """What is drawn, in words."""
    return [
        f"points above {plain(rows[0]['other'])}, with as many samples in the same figure or table",
        *open_kinds((row["kind"] for row in rows), "open mark"),
    ]
