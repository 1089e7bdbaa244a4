"""How far each selector is from a reference with as many samples: points with their intervals."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import INK, MUTED, PAPER
from reasonboard.charts.grid import on
from reasonboard.charts.intervals import level_whiskers, problems_or_unknown
from reasonboard.charts.row_panels import Panel, row_panels
from reasonboard.charts.theme import Figure, Trace, empty, plain
from reasonboard.charts.traces import dots, marker, pen, rule, texts
from reasonboard.core.findings.words import SIGNS, UNKNOWN, signed_range, with_sign
from reasonboard.core.headline import counted
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.prm_selection.charts.marks import (
    click_selector,
    ink_of_row,
    kind_symbols,
    kinds_of_mark,
    panel_title,
    sample_words,
)
from reasonboard.studies.prm_selection.rows import (
    INTERVALS,
    Comparison,
    Row,
    compared,
    how_corrected,
    is_share,
    pairs,
)

_ACROSS = 2
"""Panels side by side in half of the page."""
_MINUS = "\u2212"
_STEP = 10
"""The range of differences ends at a multiple of this many points."""
_WORDS = 0.5
"""The room for the numbers at the right, as a share of one side of the range."""
_SUBTITLE = (
    "Points above the reference at the same sample size. Filled: significant. Open: not "
    "significant."
)
_BETWEEN = 0.34
"""Rows between several values of one selector."""


def reference_gaps(
    rows: Sequence[Row], *, selector: str, intervals: str, reference: str, columns: int
) -> Figure:
    """One panel per benchmark (and student), one line per selector: its points above the reference.

    Rows are pairs of a value and the reference's with as many samples in the same figure or table
    (sql/pairs.sql), the most trusted of a selector first. A mark is filled where the difference is
    significant, corrected as all comparisons of the page (rows.compared). `selector` is strong.
    """
    usable = [pair for pair in pairs(rows) if all(map(is_share, pair))]
    if not usable:
        return empty(
            "No data: no selector has a value at the same sample size as "
            f"{reference or 'any reference'}."
        )
    gaps, shown = compared(usable), intervals == "on"
    names = list(dict.fromkeys(gap.first["selector"] for gap in gaps))
    reach = _reach(gaps, shown)
    panels = []
    for _, group in groupby(gaps, lambda gap: (gap.first["benchmark"], gap.first["model"])):
        panel = list(group)
        marks = [
            *(_whiskers(panel, names, selector) if shown else []),
            _marks(panel, names, selector),
            _numbers(panel, names, selector, reach),
        ]
        title, detail = panel_title(panel[0].first, [gap.first for gap in gaps])
        panels.append(Panel(title, detail.partition(", detects")[0], names, marks))
    other = gaps[0].other["selector"]
    is_whole = all(gap.result for gap in gaps)
    return row_panels(
        panels,
        x=_across(reach),
        picked=selector,
        columns=min(columns, _ACROSS),
        summary=(
            f"{len(panels)} panel{'s' if len(panels) > 1 else ''}: points of accuracy of "
            f"{len(names)} selectors above {other}, each at the same sample size."
        ),
        uncertainty=_methods(gaps, shown),
        shapes=[
            rule((0, 0), (0, 1), pen(INK, 1), layer="below", xref=x, yref=f"{y} domain")
            for x, y in (on(index).values() for index in range(len(panels)))
        ],
        heading=_heading(gaps, other),
        subtitle=_SUBTITLE if is_whole else f"{_SUBTITLE} –: not tested.",
    )


def _heading(gaps: Sequence[Comparison], other: str) -> str:
    """How many differences are significant, and which way they go."""
    verdicts = [gap.verdict for gap in gaps]
    up, down = verdicts.count(Verdict.BETTER), verdicts.count(Verdict.WORSE)
    untested = verdicts.count(None)
    tested = len(gaps) - untested
    if not tested:
        return "Not tested: number of problems unknown"
    left = f"; {untested:,} not tested" if untested else ""
    if not up + down:
        return f"No value is significantly above or below {other}{left}"
    above = (
        f"{up:,} of {counted(tested, 'value')} {'is' if up == 1 else 'are'}"
        if up
        else "No value is"
    )
    below = f", {down:,} below" if down else ""
    return f"{above} significantly above {other}{below}{left}"


def _points(gap: Comparison) -> float:
    return float(round(gap.first["value"] - gap.other["value"], 2))


def _whiskers(panel: Sequence[Comparison], names: list[str], picked: str) -> list[Trace]:
    """The 95% intervals of the differences, each in the ink of its mark."""
    heights = _heights([gap.first["selector"] for gap in panel], names)
    return level_whiskers(
        (y, gap.ends[0] * 100, gap.ends[1] * 100, ink_of_row(gap.first, picked))
        for gap, y in zip(panel, heights, strict=True)
        if gap.ends
    )


def _marks(panel: Sequence[Comparison], names: list[str], picked: str) -> Trace:
    rows = [gap.first for gap in panel]
    inks = [ink_of_row(row, picked) for row in rows]
    fills = [ink if gap.is_sure else PAPER for ink, gap in zip(inks, panel, strict=True)]
    return dots(
        [_points(gap) for gap in panel],
        _heights([row["selector"] for row in rows], names),
        [_hover(gap) for gap in panel],
        marker(8, fills, inks, 1.6, symbol=kind_symbols(rows)),
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
    first = {gap.first["selector"]: gap for gap in reversed(panel)}
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
    points = with_sign(_points(gap))
    sign = SIGNS[gap.verdict] if gap.verdict else "–"
    return f"{points} {sign}"


def _hover(gap: Comparison) -> str:
    row, other = gap.first, gap.other
    points = f"{with_sign(_points(gap))} points"
    if gap.ends and gap.result:
        points += f" ({signed_range(*gap.ends)}), {gap.result.words}"
    else:
        points += ", not tested"
    lines = [
        f"<b>{plain(row['selector'])} · {plain(row['benchmark'])}</b>",
        points,
        f"{row['value']:g}% against {other['value']:g}% of {plain(other['selector'])}",
        sample_words(row),
        problems_or_unknown(row["n_items"]),
        f"{row['kind'].replace('_', ' ')}: {plain(row['place'])}",
    ]
    return "<br>".join(lines)


def _reach(gaps: Sequence[Comparison], intervals: bool) -> float:
    """One side of the range, the same in all panels."""
    ends = [abs(_points(gap)) for gap in gaps]
    if intervals:
        ends += [100 * abs(end) for gap in gaps for end in gap.ends or ()]
    return (int(max(ends) / _STEP) + 1) * _STEP


def _across(reach: float) -> dict[str, Any]:
    step = max(10, int(reach // 20) * 10)
    ticks = [at for at in (-step, 0, step) if abs(at) <= reach]
    return {
        "range": [-reach, reach * (1 + _WORDS)],
        "tickvals": ticks,
        "ticktext": [f"{at:+d}".replace("-", _MINUS) if at else "0" for at in ticks],
    }


def _methods(gaps: Sequence[Comparison], intervals: bool) -> str:
    known = [gap.result for gap in gaps if gap.result]
    squares = kinds_of_mark("square", (gap.first["kind"] for gap in gaps))
    if not known:
        return "; ".join([UNKNOWN, *squares])
    tests = sorted({result.test for result in known})
    parts = [
        f"▲ ▼ significant, ≈ not: {'; '.join(tests)}, unpaired",
        how_corrected(gaps),
        INTERVALS if intervals else "",
        f"– not tested: {UNKNOWN}" if len(known) < len(gaps) else "",
        *squares,
    ]
    return "; ".join(filter(None, parts))
