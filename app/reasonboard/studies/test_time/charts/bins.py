"""Accuracy of answers by how long they are."""

from collections.abc import Sequence

from reasonboard.charts.lines import Line, line_chart
from reasonboard.charts.text_width import short_names
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.charts.ticks import log_axis, right_of
from reasonboard.core.findings.words import percent, percent_range
from reasonboard.core.headline import part_in_words
from reasonboard.studies.test_time.bins import Bin, Lengths, lengths
from reasonboard.studies.test_time.rows import Row

_MOST = 8
"""Runs that are drawn."""
_Y = {"range": [-2, 104], "tickvals": [0, 50, 100], "ticktext": ["0", "50", "100%"]}


def bins_chart(
    rows: Sequence[Row], *, columns: int, panel: str, run: str, intervals: str, own: str
) -> Figure:
    """A line per run of sql/bins.sql: its accuracy by the length of its answers in tokens."""
    runs = lengths(rows)
    if not runs:
        return empty("No loaded answers on this benchmark have a length.")
    shown = runs[:_MOST]
    names = short_names(str(run_.row["name"]) for run_ in shown)
    lines = [
        _line(
            run_, names[str(run_.row["name"])], number, panel, run, own == "on", intervals == "on"
        )
        for number, run_ in enumerate(shown)
    ]
    return line_chart(
        lines,
        x=log_axis(
            [x for line in lines for x in line.x],
            "" if columns == 1 else " tokens",
            3 if columns == 1 else 4,
        ),
        y=_Y,
        summary=_summary(runs, panel),
        uncertainty=_words(intervals, len(runs)),
        right=right_of(lines),
        heading=_heading(runs, panel),
        subtitle="Accuracy in %, by length of the answer between powers of two.",
    )


def _line(
    run_: Lengths, name: str, number: int, panel: str, run: str, own: bool, intervals: bool
) -> Line:
    key, ends = str(run_.row["key"]), [each.ends for each in run_.bins]
    return Line(
        name,
        number,
        [each.middle for each in run_.bins],
        [round(each.value * 100, 2) for each in run_.bins],
        ["measured"] * len(run_.bins),
        [_hover(run_, each) for each in run_.bins],
        sets={"panel": panel},
        along=("run", [key] * len(run_.bins)),
        faint=bool(run) and key != run,
        own=bool(run_.row["own"]) and own,
        ends=[(end.low * 100, end.high * 100) if end else None for end in ends]
        if intervals
        else [],
    )


def _hover(run: Lengths, each: Bin) -> str:
    within = f" ({percent_range(each.ends.low, each.ends.high)})" if each.ends else ""
    return (
        f"<b>{plain(str(run.row['name']))}</b><br>{each.value * 100:.1f} %{within}<br>{each.words}<br>"
        f"{each.answers:,} answers"
    )


def _heading(runs: Sequence[Lengths], panel: str) -> str:
    results = [run.result for run in runs if run.result]
    clear = [result.estimate for result in results if result.significant]
    if not results:
        return f"{panel}: not tested whether long answers are right more often"
    if not clear:
        return f"{panel}: no significant difference between short and long answers"
    counts = [
        ("less", sum(slope < 0 for slope in clear)),
        ("more", sum(slope > 0 for slope in clear)),
    ]
    (word, most), (other, fewer) = sorted(counts, key=lambda count: -count[1])
    words = f"{panel}: long answers are right {word} often"
    if len(runs) == 1:
        return words
    where = part_in_words(most, len(results), "run", len(runs) - len(results))
    return f"{words} in {where}" + (f", {other} often in {fewer}" if fewer else "")


def _summary(runs: Sequence[Lengths], panel: str) -> str:
    parts = [
        f"{run.row['name']} {percent(run.bins[0].value)} of {run.bins[0].words}, {percent(run.bins[-1].value)} of "
        f"{run.bins[-1].words}"
        for run in runs[:3]
    ]
    return f"{panel}, accuracy by length: {'; '.join(parts)}."


def _words(intervals: str, runs: int) -> str:
    shown = "intervals are off" if intervals == "off" else "95% intervals over problems"
    more = f"; {runs - _MOST} more runs in the table" if runs > _MOST else ""
    return f"{shown}; harder problems get longer answers, so this is no test of cause{more}"
