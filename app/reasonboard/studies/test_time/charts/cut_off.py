"""How right complete answers and those that were cut off are, run by run, and between which bounds the score lies."""

from collections.abc import Sequence

from reasonboard.charts.colors import ACCURACY, HAIRLINE, INK, OWN, TOKENS
from reasonboard.charts.intervals import level_lines
from reasonboard.charts.marks import click
from reasonboard.charts.text_width import cut_apart, short_names
from reasonboard.charts.theme import Figure, Trace, axis, empty, figure, plain
from reasonboard.charts.traces import dots, marker, pen, scatter, texts
from reasonboard.core.findings.words import SIGNS, percent, percent_range
from reasonboard.statistics.uncertainty import Measured, Uncertainty
from reasonboard.studies.test_time.cut_off import LEAST, CutOff
from reasonboard.studies.test_time.rows import Row

_ROW, _MOST, _LONGEST = 34, 12, 22
_MEANINGS = {
    "▲": "complete answers are significantly more often right",
    "▼": "significantly less often",
    "≈": "not significant",
    "–": f"not tested: fewer than {LEAST} problems of a kind",
}


def cut_off_chart(
    rows: Sequence[Row], *, columns: int, panel: str, run: str, intervals: str, own: str
) -> Figure:
    """A line per run of sql/cut_off.sql: both accuracies with their intervals, and the bounds as a bar."""
    all_runs = [CutOff(row) for row in rows]
    runs = all_runs[:_MOST]
    if not runs:
        return empty("No loaded answers on this benchmark have a stop reason.")
    longest = 16 if columns == 1 else _LONGEST
    short = short_names(str(run_.row["name"]) for run_ in runs)
    shorter = cut_apart(short.values(), longest)
    names = [shorter[short[str(run_.row["name"])]] for run_ in runs]
    layout = {
        "xaxis": axis(range=[0, 100], tickvals=[0, 50, 100], ticktext=["0", "50", "100%"]),
        "yaxis": axis(
            range=[len(runs) - 0.4, -0.6],
            tickvals=list(range(len(runs))),
            ticktext=[
                _name(name, picked=run_.row["key"] == run, own=run_.row["own"] and own == "on")
                for name, run_ in zip(names, runs, strict=True)
            ],
            showgrid=False,
            ticklabelstandoff=6,
        ),
        "margin": {"l": 24 + 7 * max(map(len, names)), "r": 88, "t": 8, "b": 34},
        "hovermode": "closest",
    }
    return figure(
        _traces(runs, panel, intervals=intervals == "on"),
        layout,
        height=_ROW * len(runs) + 50,
        summary=_summary(runs, panel),
        uncertainty=_words(all_runs, intervals),
        heading=_heading(all_runs, panel),
        subtitle=(
            "Blue: complete answers. Orange: truncated. Bar: the score if all truncated ones were "
            "wrong or right."
        ),
    )


def _traces(runs: Sequence[CutOff], panel: str, *, intervals: bool) -> list[Trace]:
    bounds = [
        (y, run.bounds.low * 100, run.bounds.high * 100) for y, run in enumerate(runs) if run.cut
    ]
    traces = [level_lines(bounds, "bounds of the score", pen(HAIRLINE, 12))] if bounds else []
    scores = [run.score * 100 for run in runs]
    look = marker(14, INK, INK, 1.6, symbol="line-ns-open")
    traces.append(
        scatter(
            "markers", scores, list(range(len(runs))), marker=look, hoverinfo="skip", name="score"
        )
    )
    parts: tuple[tuple[str, str, str], ...] = (
        ("complete", ACCURACY, "circle"), ("truncated", TOKENS, "diamond"),
    )  # fmt: skip
    for name, color, symbol in parts:
        traces += _part(runs, panel, name, color, symbol, intervals=intervals)
    shares = [f"   {run.share.value * 100:.1f}% cut {_sign(run)}".rstrip() for run in runs]
    ys = list(range(len(runs)))
    return [
        *traces,
        texts([100] * len(runs), ys, shares, INK, textposition="middle right", cliponaxis=False),
    ]


def _part(
    runs: Sequence[CutOff], panel: str, name: str, color: str, symbol: str, *, intervals: bool
) -> list[Trace]:
    points: list[tuple[int, CutOff, Measured, Uncertainty | None]] = []
    for y, run in enumerate(runs):
        part, ends = (
            (run.complete, run.intervals[1])
            if name == "complete"
            else (run.cut_off, run.intervals[2])
        )
        if part:
            points.append((y, run, part, ends))
    if not points:
        return []
    bars = [(y, end.low * 100, end.high * 100) for y, _, _, end in points if end]
    marks = dots(
        [round(part.value * 100, 2) for _, _, part, _ in points],
        [y for y, _, _, _ in points],
        [_hover(run, name, part, end) for _, run, part, end in points],
        marker(8, color, color, 1.6, symbol=symbol) | {"opacity": 1},
        name=name,
        meta=click("run", [run.row["key"] for _, run, _, _ in points], panel=panel),
    )
    traces = [level_lines(bars, "95% interval", pen(color, 1.6))] if bars and intervals else []
    return [*traces, marks]


def _hover(run: CutOff, name: str, part: Measured, ends: Uncertainty | None) -> str:
    within = f" ({percent_range(ends.low, ends.high)})" if ends else ""
    answers = run.cut if name == "truncated" else run.answers - run.cut
    return (
        f"<b>{plain(run.row['name'])}</b><br>{name} {part.value * 100:.1f}%{within}<br>"
        f"{answers:,} of {run.answers:,} answers<br>"
        f"score {run.score * 100:.1f}%, {percent_range(run.bounds.low, run.bounds.high)} "
        "depending on the truncated ones"
    )


def _name(name: str, *, picked: bool, own: bool) -> str:
    words = f"<b>{plain(name)}</b>" if picked or own else plain(name)
    return f'<span style="color:{OWN}">{words}</span>' if own else words


def _heading(runs: Sequence[CutOff], panel: str) -> str:
    most = max(runs, key=lambda run: run.share.value)
    if not most.cut:
        return f"{panel}: no answer was truncated"
    if len(runs) == 1:
        return f"{panel}: {percent(most.share.value)} of the answers were truncated"
    return f"{panel}: up to {percent(most.share.value)} of the answers were truncated"


def _summary(runs: Sequence[CutOff], panel: str) -> str:
    parts = [f"{run.row['name']} {percent(run.share.value)}" for run in runs[:4]]
    return f"{panel}, share of answers truncated: {'; '.join(parts)}."


def _sign(run: CutOff) -> str:
    """How complete answers compare with those cut off; '' if there are none of one kind."""
    if not run.complete or not run.cut_off:
        return ""
    return SIGNS[run.result.verdict] if run.result else "–"


def _words(runs: Sequence[CutOff], intervals: str) -> str:
    signs = {_sign(run) for run in runs[:_MOST]}
    meanings = [(sign, words) for sign, words in _MEANINGS.items() if sign in signs]
    parts = [
        "answers with a stop reason; truncated answers may be on harder problems",
        ", ".join(f"{sign} {words}" for sign, words in meanings),
        "z or score tests, Holm's correction over all runs of the benchmark" if meanings else "",
        "intervals are off" if intervals == "off" else "95% intervals over problems",
        f"{len(runs) - _MOST} more runs in the table" if len(runs) > _MOST else "",
    ]
    return "; ".join(filter(None, parts))
