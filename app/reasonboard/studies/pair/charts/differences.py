"""Two models over all benchmarks: both scores, their difference with its interval, the verdict, how it was compared."""

from collections.abc import Sequence

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.intervals import least_in_words
from reasonboard.charts.row_table import Bar, Bars, Cell, Column, row_table
from reasonboard.charts.text_width import cut_apart
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.charts.verdict_marks import key_of_differences
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.verdicts import sign_of
from reasonboard.core.findings.words import FRACTION, change_range, join_names, main_unit, points_or
from reasonboard.core.headline import any_in_words, part_in_words
from reasonboard.studies.pair.rows import Line, Rows, lines, mean_line, value

_WIDE, _MEDIUM = 3, 2


def differences_chart(
    rows: Rows, *, columns: int, a: str, b: str, panel: str, intervals: str
) -> Figure:
    """The mean over benchmarks, then a line for each of both; on narrow screens the estimate and its interval alone."""
    all_lines = lines(rows)
    if not all_lines:
        return empty(_nothing(rows, a, b))
    mean = mean_line(all_lines)
    shown = [*([mean] if mean else []), *all_lines]
    return row_table(
        _columns(shown, columns),
        _bars(shown, columns, with_intervals=intervals == "on"),
        sets=("panel", ["" if line.mean_of else line.benchmark for line in shown]),
        picked=next((index for index, line in enumerate(shown) if line.benchmark == panel), -1),
        summary=_summary(all_lines),
        uncertainty=_foot(all_lines, mean, with_intervals=intervals == "on"),
        heading=_heading(all_lines),
    )


def _columns(all_lines: Sequence[Line], columns: int) -> list[Column]:
    a, b = zip(*(_values(line) for line in all_lines), strict=True)
    apart = [line.difference.is_significant for line in all_lines]
    short = cut_apart([line.benchmark for line in all_lines], 24 if columns > 1 else 15)
    names = [Cell(short[line.benchmark], INK, bold=True) for line in all_lines]
    numbers = [Cell(line.change, INK, bold) for line, bold in zip(all_lines, apart, strict=True)]
    if columns < _MEDIUM:
        return [Column("Benchmark", 0, names), Column("A − B", 0.52, numbers, "right")]
    verdicts = [
        Cell(line.words, INK if bold else MUTED, bold)
        for line, bold in zip(all_lines, apart, strict=True)
    ]
    places = (0.17, 0.225, 0.285, 0.56) if columns >= _WIDE else (0.34, 0.44, 0.55, 0.77)
    shown = [
        Column("Benchmark", 0, names),
        Column("A", places[0], [Cell(text) for text in a], "right"),
        Column("B", places[1], [Cell(text) for text in b], "right"),
        Column("A − B", places[2], numbers, "right"),
        Column("Verdict", places[3], verdicts),
    ]
    if columns < _WIDE:
        return shown
    unit = main_unit([line.unit for line in all_lines])
    how = [
        Cell(_how(line, has_bar=line.unit == unit), MUTED if line.how[0] == "unpaired" else INK)
        for line in all_lines
    ]
    detects = [Cell(_detects(line)) for line in all_lines]
    return [*shown, Column("How compared", 0.7, how), Column("Detects", 1, detects, "right")]


def _how(line: Line, *, has_bar: bool) -> str:
    """How it was compared; and the interval in words, where the unit has no place on the axis."""
    ends = None if has_bar else line.difference.interval
    interval = f"; {change_range(*ends, line.unit)} {line.unit}" if ends else ""
    return (line.how[1] if line.mean_of else ", ".join(line.how)) + interval


def _bars(all_lines: Sequence[Line], columns: int, *, with_intervals: bool) -> Bars:
    left, right = (0.3, 0.53) if columns >= _WIDE else (0.58, 0.73) if columns >= _MEDIUM else (0.56, 0.98)  # fmt: skip
    unit = main_unit([line.unit for line in all_lines])
    bars = [
        _bar(line, with_intervals=with_intervals) if line.unit == unit else None
        for line in all_lines
    ]
    return Bars(left, right, bars, unit=f" {points_or(unit)}" if columns >= _MEDIUM else "")


def _bar(line: Line, *, with_intervals: bool) -> Bar:
    difference, times = line.difference, 100 if line.unit == FRACTION else 1
    ends = difference.interval if with_intervals else None
    words = f" ({change_range(*difference.interval, line.unit)})" if difference.interval else ""
    hover = [
        f"<b>{plain(line.benchmark)}</b>",
        f"A − B {line.change}{words} {plain(points_or(line.unit))}",
        f"{_how(line, has_bar=True)}: {line.words}",
    ]
    return Bar(
        difference.estimate * times,
        (ends.low * times, ends.high * times) if ends else None,
        sign_of(difference.verdict),
        "<br>".join(hover),
    )


def _values(line: Line) -> tuple[str, str]:
    unit = line.difference.a["unit"]
    a, b = (value(number, unit) for number in line.difference.values)
    return a, b


def _detects(line: Line) -> str:
    least = line.difference.detects
    if least is None:
        return "–"
    return f"≥ {least * 100:.0f}" if line.unit == FRACTION else f"≥ {least_in_words(least)}"


def _heading(all_lines: Sequence[Line]) -> str:
    """'Significant differences on 2 of 4 benchmarks; not tested on 1'."""
    sure = sum(line.difference.is_significant for line in all_lines)
    untested = sum(line.difference.verdict is None for line in all_lines)
    tested = len(all_lines) - untested
    if not tested:
        return f"No difference is tested: {all_lines[0].difference.missing}"
    which = "Significant differences" if sure > 1 else "Significant difference"
    where = part_in_words(sure, tested, "benchmark", untested)
    if not sure:
        which = "No significant difference"
        where = any_in_words(tested, "benchmark") if tested > 1 else where
    if len(all_lines) == 1:
        where = all_lines[0].benchmark
    return f"{which} on {where}" + (f"; not tested on {untested:,}" if untested else "")


def _summary(all_lines: Sequence[Line]) -> str:
    parts = [f"{line.benchmark} {line.change} ({line.words})" for line in all_lines[:12]]
    return f"A minus B: {', '.join(parts)}."


def _foot(all_lines: Sequence[Line], mean: Line | None, *, with_intervals: bool) -> str:
    """How it was tested, for under the chart."""
    without = [line.benchmark for line in all_lines if mean and line.benchmark not in mean.mean_of]
    tested: list[Result] = [line.difference.result for line in all_lines if line.difference.result]
    kinds = {
        "seeds"
        if difference.scores.are_seeds
        else "single"
        if difference.scores.binary
        else "means"
        for difference in (line.difference for line in all_lines)
        if difference.scores
    }
    unpaired = any(not line.difference.scores and line.difference.result for line in all_lines)
    names = {
        "single": "McNemar's score test",
        "means": "t test over the mean scores of problems",
        "seeds": "t test with seeds crossed with problems",
    }
    ways = " or ".join(names[kind] for kind in sorted(kinds, reverse=True))
    words = [
        key_of_differences(sign_of(line.difference.verdict) for line in all_lines),
        f"Holm's correction over {len(tested)} tests." if len(tested) > 1 else "",
        f"The mean is one planned test{f', without {join_names(without)}' if without else ''}."
        if mean
        else "",
        f"Paired: {ways} on the problems that both answered." if kinds else "",
        (
            "Unpaired: two-proportion or z test, since no answers of both models to the same "
            "problems are loaded."
        )
        if unpaired
        else "",
        "" if with_intervals else "Intervals are off.",
    ]
    return " ".join(filter(None, words))


def _nothing(rows: Rows, a: str, b: str) -> str:
    if not b:
        return "Choose B to see how it differs from A on every shared benchmark."
    return "No shared benchmark." if a else "No model has a score here."
