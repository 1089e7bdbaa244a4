"""pass@k and pass^k by the number of attempts."""

from collections.abc import Sequence

from reasonboard.charts.lines import Line, line_chart
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.core.findings.words import percent, points
from reasonboard.studies.test_time.attempts import Attempts, Point, attempts
from reasonboard.studies.test_time.charts.axes import log2_axis
from reasonboard.studies.test_time.rows import Row

_DASHED = 8
"""A line of this number more has the same color and another dash."""
_Y = {"range": [-2, 104], "tickvals": [0, 50, 100], "ticktext": ["0", "50", "100 %"]}


def attempts_chart(
    rows: Sequence[Row], *, columns: int, panel: str, run: str, intervals: str, own: str
) -> Figure:
    """Two lines per run of sql/passes.sql: at least one of k attempts right, and all of them."""
    runs = attempts(rows)
    if not runs:
        return empty("No answers to this benchmark are loaded that are right or wrong.")
    lines = [
        line
        for number, one in enumerate(runs)
        for line in _lines(one, number, panel, run, intervals == "on", own == "on")
    ]
    most = max(one.least for one in runs)
    chart = line_chart(
        lines,
        x=log2_axis(most),
        y=_Y,
        x_title="attempts k",
        y_title="",
        summary=_summary(runs, panel),
        uncertainty=_words(runs, intervals),
        right=132 if columns > 1 else 96,
    )
    chart["layout"]["meta"] |= {"heading": _heading(runs, panel), "subtitle": _subtitle(runs)}
    return chart


def _lines(
    one: Attempts, number: int, panel: str, run: str, intervals: bool, own: bool
) -> list[Line]:
    alone = one.least == 1
    parts = (
        [("", one.any_right, 0)]
        if alone
        else [("any of k", one.any_right, 0), ("all k", one.all_right, _DASHED)]
    )
    name, key = str(one.row["name"]), str(one.row["key"])
    return [
        Line(
            f"{words} · {name}" if words else name,
            number + shift,
            [float(point.k) for point in found],
            [round(point.value * 100, 2) for point in found],
            ["measured"] * len(found),
            [_hover(one, words, point) for point in found],
            sets={"panel": panel},
            along=("run", [key] * len(found)),
            faint=bool(run) and key != run,
            own=bool(one.row["own"]) and own,
            ends=[
                (point.ends.low * 100, point.ends.high * 100) if point.ends else None
                for point in found
            ]
            if intervals
            else [],
        )
        for words, found, shift in parts
    ]


def _hover(one: Attempts, words: str, point: Point) -> str:
    within = f" ({point.ends.low * 100:.1f} to {point.ends.high * 100:.1f})" if point.ends else ""
    which = f"{words}, " if words else ""
    return (
        f"<b>{plain(str(one.row['name']))}</b><br>{which}k = {point.k}: {point.value * 100:.1f} %{within}<br>"
        f"{one.items:,} problems, {one.least} attempts"
    )


def _heading(runs: Sequence[Attempts], panel: str) -> str:
    top = max(runs, key=lambda one: one.least)
    if top.least == 1:
        return f"{panel}: every problem has one attempt"
    gain = top.any_right[-1].value - top.any_right[0].value
    return f"{panel}: one of {top.least} attempts is right {points(gain)} more often than one alone"


def _subtitle(runs: Sequence[Attempts]) -> str:
    if max(one.least for one in runs) == 1:
        return "Pass@1 of each run, in %: more attempts at a problem would show what they bring."
    return (
        "Share of problems with at least one of k attempts right (pass@k), or all of them (pass^k)."
    )


def _summary(runs: Sequence[Attempts], panel: str) -> str:
    parts = [
        f"{one.row['name']} {percent(one.any_right[-1].value)} at k = {one.any_right[-1].k}"
        for one in runs[:4]
    ]
    return f"{panel}, pass@k: {'; '.join(parts)}."


def _words(runs: Sequence[Attempts], intervals: str) -> str:
    parts = [
        "unbiased estimates up to the least number of attempts at a problem",
        "intervals are off" if intervals == "off" else "95 % intervals over problems",
    ]
    return "; ".join(parts)
