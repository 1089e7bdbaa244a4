"""pass@k, pass^k and majority@k by the number of attempts."""

from collections.abc import Sequence
from dataclasses import replace

from reasonboard.charts.lines import Line, line_chart
from reasonboard.charts.text_width import short_names
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.charts.ticks import log2_axis, right_of
from reasonboard.core.findings.uncertainty_words import in_percent
from reasonboard.core.findings.words import percent, percent_range, points
from reasonboard.studies.test_time.attempts import Attempts, Point, attempts
from reasonboard.studies.test_time.rows import Row

_MOST = _DASHED = 8
"""Runs that are drawn; a line of this number more has the same color and another dash."""
_SUBTITLE = (
    "Share of problems with at least one of k attempts right (pass@k), or all of them (pass^k)."
)
_WITH_VOTE = (
    "Share of problems with at least one of k attempts right (pass@k), all of them (pass^k), or their most frequent "
    "answer (majority@k)."
)
_NO_VOTE = "no majority vote {}: the files have no extracted answers"
_NO_ANSWERS = (
    "Load files with its answers to see pass@k, accuracy by length, and truncated answers."
)
_ONE_ATTEMPT = "Load several attempts per problem to see pass@k and majority votes."
_Y = {"range": [-2, 104], "tickvals": [0, 50, 100], "ticktext": ["0", "50", "100%"]}


def attempts_chart(
    rows: Sequence[Row], *, columns: int, panel: str, run: str, intervals: str, own: str
) -> Figure:
    """The lines of each run of sql/passes.sql: any of k attempts right, all of them, and their vote if known."""
    runs = attempts(rows)
    if not runs:
        return empty(_NO_ANSWERS, f"{panel}: no answers are loaded")
    if max(run.least for run in runs) == 1:
        return empty(_ONE_ATTEMPT, f"{panel}: every problem has one attempt")
    shown = runs[:_MOST]
    names = short_names(str(run.row["name"]) for run in shown)
    is_named = len(shown) > 1 or shown[0].least == 1
    lines = []
    for number, run_ in enumerate(shown):
        faint = bool(run) and str(run_.row["key"]) != run
        is_own = bool(run_.row["own"]) and own == "on"
        name = names[str(run_.row["name"])] if is_named else ""
        chances = _lines(run_, number, panel, name, intervals)
        lines += [replace(line, faint=faint, own=is_own) for line in chances]
    return line_chart(
        lines,
        x=log2_axis(max(run.least for run in shown)),
        y=_Y,
        x_title="attempts k",
        summary=_summary(runs, panel),
        uncertainty=_words(runs, intervals),
        right=right_of(lines),
        heading=_heading(runs, panel),
        subtitle=_WITH_VOTE if any(run.majority for run in runs) else _SUBTITLE,
    )


def _lines(run: Attempts, number: int, panel: str, name: str, intervals: str) -> list[Line]:
    """The chances; of several runs, each with its `name`, only the first has its intervals drawn."""
    key = str(run.row["key"])
    parts = [("any of k", run.any_right), ("all of k", run.all_right), ("vote of k", run.majority)]
    return [
        Line(
            ", ".join(filter(None, [name, words.split()[0] if shift else ""])) if name else words,
            number + shift * _DASHED,
            [float(point.k) for point in points],
            [round(point.value * 100, 2) for point in points],
            ["measured"] * len(points),
            [_hover(run, words, point) for point in points],
            sets={"panel": panel},
            along=("run", [key] * len(points)),
            ends=in_percent([point.score for point in points])
            if intervals == "on" and not (name and shift)
            else [],
        )
        for shift, (words, points) in enumerate(parts[: 3 if run.least > 1 else 1])
        if points
    ]


def _hover(run: Attempts, words: str, point: Point) -> str:
    within = f" ({percent_range(point.score.low, point.score.high)})"
    which = f"{words}, " if words else ""
    return (
        f"<b>{plain(str(run.row['name']))}</b><br>{which}k = {point.k}: {point.value * 100:.1f} %{within}<br>"
        f"{run.size_words}"
    )


def _heading(runs: Sequence[Attempts], panel: str) -> str:
    gain, most = max((run.any_right[-1].value - run.any_right[0].value, run.least) for run in runs)
    return f"{panel}: pass@{most} is {'up to ' if len(runs) > 1 else ''}{points(gain)} above pass@1"


def _summary(runs: Sequence[Attempts], panel: str) -> str:
    parts = [
        f"{run.row['name']} {percent(run.any_right[-1].value)} at k = {run.any_right[-1].k}"
        for run in runs[:4]
    ]
    return f"{panel}, pass@k: {'; '.join(parts)}."


def _words(runs: Sequence[Attempts], intervals: str) -> str:
    parts = [
        "unbiased estimates, up to the smallest number of attempts at a problem",
        "intervals are off" if intervals == "off" else "95% intervals over problems",
    ]
    if len(runs) > _MOST:
        parts.append(f"{len(runs) - _MOST} more runs in the table")
    without = [run for run in runs if run.least > 1 and not run.majority]
    if without:
        every = len(without) == len(runs)
        parts.append(_NO_VOTE.format("is known" if every else f"for {len(without)} of these runs"))
    return "; ".join(parts)
