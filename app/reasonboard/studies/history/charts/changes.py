"""The changes of all benchmarks as a table, and in a line each what did not change and what has too few runs."""

import textwrap
from collections.abc import Sequence

from reasonboard.charts.colors import MUTED
from reasonboard.charts.grid import page_width
from reasonboard.charts.row_table import Bar, Bars, Cell, Column, row_table
from reasonboard.charts.theme import Figure, empty
from reasonboard.charts.verdict_marks import Sign
from reasonboard.core.findings.words import FRACTION, change, change_range, main_unit, points_or
from reasonboard.core.headline import counted, in_words
from reasonboard.studies.history.changes import Found
from reasonboard.studies.history.charts.series import ink_of
from reasonboard.studies.history.rows import Row, Series, all_series
from reasonboard.studies.history.words import (
    by_importance,
    day_at,
    known_since,
    level_words,
    run_words,
    since_words,
    verdict_sign,
)

_WIDE = 26
"""The characters that the column of dates has room for."""
_CHARACTER = 6.6
"""Pixels of a usual character."""
_KEY = (
    "changed: p ≤ 0.002 after correcting for the benchmarks on this page; possible: p ≤ "
    "0.05, the next runs will tell"
)
_SIGNS = {"better": "▲", "worse": "▼", "": "◆"}


def changes_table(rows: Sequence[Row], *, columns: int, panel: str) -> Figure:
    """A line for each change, the newest of what got worse first; a click shows its benchmark."""
    every = by_importance(all_series(rows))
    if not every:
        return empty("None of your runs has a score here.")
    found = [(series, one) for series in every for one in reversed(series.course.found)]
    calm = _calm(every, columns)
    unit = main_unit([series.unit for series, _ in found] or [FRACTION])
    is_wide = columns > 1
    names = [Cell(series.benchmark, bold=True) for series, _ in found]
    heads = [Cell(head, MUTED, bold=True) for head, _ in calm]
    words = [Cell(words, MUTED) for _, words in calm]
    bars = [_bar(series, one) if series.unit == unit else None for series, one in found]
    shown = [
        Column("Benchmark", 0.0, [*names, *heads]),
        Column("", 0.17 if is_wide else 0.0, [*[Cell("")] * len(found), *words]),
        *_columns(found, is_wide=is_wide),
    ]
    place = (0.45, 0.61) if is_wide else (0.55, 0.97)
    benchmarks = [series.benchmark for series, _ in found]
    return row_table(
        shown,
        Bars(*place, bars, unit=f" {points_or(unit)}" if is_wide else "") if found else None,
        sets=("panel", benchmarks) if found else None,
        picked=benchmarks.index(panel) if panel in benchmarks else -1,
        summary=_summary(every, found),
        uncertainty=_KEY,
        heading=_heading(every, found),
        subtitle=_subtitle(every, found),
    )


def _columns(found: Sequence[tuple[Series, Found]], *, is_wide: bool) -> list[Column]:
    """The columns of numbers and words; on a phone that of the change alone."""
    if not found:
        return []
    changed = [Cell(change(one.change.value, series.unit), bold=True) for series, one in found]
    if not is_wide:
        return [Column("Change", 0.5, changed, "right")]
    before = [Cell(level_words(one.before, series.unit)) for series, one in found]
    since = [Cell(level_words(one.since, series.unit)) for series, one in found]
    ends = [Cell(f"({_ends(series, one)})", MUTED) for series, one in found]
    first = [Cell(_first(series, one)) for series, one in found]
    verdicts = [_verdict(series, one) for series, one in found]
    known = [Cell(known_since(series, one), MUTED) for series, one in found]
    return [
        Column("Before", 0.17, before, "right"),
        Column("Since", 0.235, since, "right"),
        Column("Change", 0.3, changed, "right"),
        Column("95% interval", 0.32, ends),
        Column("First run after it", 0.645, first),
        Column("Verdict", 0.78, verdicts),
        Column("Known since", 0.885, known),
    ]


def _ends(series: Series, found: Found) -> str:
    return change_range(found.change.low, found.change.high, series.unit)


def _first(series: Series, found: Found) -> str:
    """'12 Nov, dev236'; of a possible change the dates that it can be."""
    if found.kind == "drift":
        return f"drift over {found.end - found.start} runs"
    low, high = found.dates
    if not found.is_certain and low < high:
        first, last = (day_at(series, series.tested[at]) for at in (low, high))
        day = first.split(", ")[0]
        words = f"{first} to {last.removeprefix(f'{day}, ')}"
        return words if len(words) <= _WIDE else f"{day} to {last.split(', ')[0]}"
    return run_words(series, series.tested[found.first])


def _verdict(series: Series, found: Found) -> Cell:
    if not found.is_certain:
        return Cell(f"○ {found.verdict}", MUTED)
    return Cell(f"{_SIGNS[verdict_sign(found, series)]} {found.way}", ink_of(series, found))


def _bar(series: Series, found: Found) -> Bar:
    sign: Sign = "significant" if found.is_certain else "open"
    times = series.times
    ends = (found.change.low * times, found.change.high * times)
    words = f"{change(found.change.value, series.unit)} ({_ends(series, found)}) {points_or(series.unit)}"
    ink = ink_of(series, found) if found.is_certain else MUTED
    return Bar(found.change.value * times, ends, sign, words, ink)


def _calm(every: Sequence[Series], columns: int) -> list[tuple[str, str]]:
    """The lines 'No change 4' and 'Too few runs 1' with what would have been detected, wrapped as there is room."""
    lines: list[tuple[str, str]] = []
    groups = (
        ("No change", [series for series in every if series.course.state == "none"], _detected),
        ("Too few runs", [series for series in every if series.course.state == "few"], _needed),
    )
    share = 0.83 if columns > 1 else 1.0
    room = int(page_width(columns) * share / _CHARACTER)
    for head, group, words_of in groups:
        if not group:
            continue
        names = ", ".join(series.benchmark for series in group)
        wrapped = textwrap.wrap(f"{names}. {words_of(group)}", room)
        heads = [f"{head} {len(group)}", *([""] * (len(wrapped) - 1))]
        if columns > 1:
            lines += list(zip(heads, wrapped, strict=True))
        else:
            lines += [(heads[0], ""), *(("", line) for line in wrapped)]
    return lines


def _detected(group: Sequence[Series]) -> str:
    unit = group[0].unit
    if any(series.unit != unit for series in group):
        return ""
    steps = [series.course.detects for series in group if series.course.detects is not None]
    ends = dict.fromkeys(level_words(end, unit) for end in (min(steps), max(steps)))
    return f"A lasting step of {' to '.join(ends)} {points_or(unit)}, seen in three runs, would have been detected."


def _needed(group: Sequence[Series]) -> str:
    words = [
        f"{series.benchmark} has {counted(len(series.tested), 'run')}, {series.course.fewest} are needed"
        for series in group
    ]
    return f"{'; '.join(words)}."


def _heading(every: Sequence[Series], found: Sequence[tuple[Series, Found]]) -> str:
    """'One change, one possible'."""
    if all(series.course.state == "few" for series in every):
        return "Too few runs to see a change"
    certain = sum(one.is_certain for _, one in found)
    possible = len(found) - certain
    words = [f"{in_words(certain)} change{'' if certain == 1 else 's'}"] * (certain > 0)
    words += [f"{in_words(possible)} possible"] * (possible > 0)
    return ", ".join(words).capitalize() or "No change"


def _subtitle(every: Sequence[Series], found: Sequence[tuple[Series, Found]]) -> str:
    if not found:
        return "Each benchmark is tested as a whole for a lasting step or drift."
    paired = all(series.course.by_answers for series, _ in found)
    unit = "in points" if every[0].unit == FRACTION else "in the unit of the score"
    how = ", paired by problem" if paired else ""
    return f"Mean since the change minus mean before, {unit}{how}, with its 95% interval."


def _summary(every: Sequence[Series], found: Sequence[tuple[Series, Found]]) -> str:
    said = [
        f"{series.benchmark} {one.verdict} since {since_words(series, one)}"
        for series, one in found
    ]
    calm = sum(series.course.state == "none" for series in every)
    few = sum(series.course.state == "few" for series in every)
    said += [f"{calm} without a change"] if calm else []
    said += [f"{few} with too few runs"] if few else []
    return f"{'; '.join(said)}."
