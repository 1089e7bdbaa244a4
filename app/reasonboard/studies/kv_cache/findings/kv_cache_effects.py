"""What was claimed of the effects of window and ratio, judged by the means along them.

Rows are those of `figures.kv_cache.window_ratio_grid`: a heatmap each. Of a heatmap that lacks
cells no mean is judged, as its means would go over different settings.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from reasonboard.core.findings.claim import Checked, unchecked
from reasonboard.core.findings.words import interval, p_value, percent, points
from reasonboard.statistics.contrasts import ALPHA, verdicts
from reasonboard.statistics.corrections import holm
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.effects import additive, alone, differ, difference, over, trend
from reasonboard.statistics.grids import shrunk
from reasonboard.statistics.uncertainty import effective_answers
from reasonboard.studies.kv_cache.findings.kv_cache import cells_of
from reasonboard.studies.kv_cache.findings.kv_cache_claims import (
    UNKNOWN,
    homogeneous_words,
    means_along,
    row_of,
    whole,
)

Row = dict[str, Any]

LITTLE = 0.05
"""So small a difference of two means counts as a small effect."""


def little_effect(rows: Sequence[Row], *, control: str) -> Checked:
    """Are all differences of means along a control, with their intervals, within 5 points?"""
    rows = [row for row in rows if whole(row)]
    found = []
    for row in rows:
        steps, means = means_along(row, control)
        for one, two in combinations(range(len(steps)), 2):
            contrast = difference(means[one], means[two])
            if contrast is None:
                return Checked(
                    "not resolved", f"How large the effects may be is not known; {UNKNOWN}."
                )
            case = (
                f"{row['panel']}, {control} {steps[one]:,g} against {steps[two]:,g}: "
                f"{points(contrast.difference)} ({interval(contrast.low, contrast.high)})"
            )
            found.append((case, contrast))
    if not found:
        return unchecked("No heatmap has all its cells.")
    told = verdicts([one for _, one in found])
    clear = sum(one is not Verdict.NOT_RESOLVED for one in told)
    wide = [case for case, one in found if max(-one.low, one.high) > LITTLE]
    large = any(
        one is not Verdict.NOT_RESOLVED and min(abs(of.low), abs(of.high)) > LITTLE
        for (_, of), one in zip(found, told, strict=True)
    )
    most = max(abs(one.difference) for _, one in found)
    return Checked(
        "fails" if large else "not resolved" if wide else "holds",
        f"Of {len(found)} differences of two means along the {control} {clear} are resolved after Holm's correction; "
        f"the largest is {points(most)}, and {len(wide)} could be larger than {points(LITTLE, 0)} by their intervals.",
        wide,
    )  # fmt: skip


def matters(rows: Sequence[Row], *, control: str) -> Checked:
    """Do the means along a control differ in each heatmap?"""
    rows = [row for row in rows if whole(row)]
    tests = [differ(means_along(row, control)[1]) for row in rows]
    known = [test.p for test in tests if test]
    if not rows or not tests:
        return unchecked("No heatmap has all its cells.")
    if len(known) < len(rows):
        return Checked("not resolved", f"Whether the means differ is not known; {UNKNOWN}.")
    adjusted = holm(known)
    clear = sum(p <= ALPHA for p in adjusted)
    return Checked(
        "holds" if clear == len(rows) else "not resolved",
        f"The means along the {control} differ in {clear} of {len(rows)} heatmaps after Holm's correction (smallest "
        f"{p_value(min(adjusted))}).",
        [f"{row['panel']}: {homogeneous_words(p)}" for row, p in zip(rows, adjusted, strict=True)],
    )


def effect_varies(rows: Sequence[Row], *, control: str) -> Checked:
    """Is the effect of a control another one in each heatmap (an interaction)?"""
    rows = [row for row in rows if whole(row)]
    parts = [
        (row["panel"], step, one)
        for row in rows
        for step, one in zip(*means_along(row, control), strict=True)
    ]
    if len(rows) < 2:  # noqa: PLR2004
        return unchecked("An interaction needs two heatmaps.")
    if any(one.stderr is None for _, _, one in parts):
        return Checked("not resolved", f"Whether the effects differ is not known; {UNKNOWN}.")
    found = additive(
        [panel for panel, _, _ in parts],
        [step for _, step, _ in parts],
        [one for _, _, one in parts],
    )
    if found is None:
        return unchecked("The heatmaps share too few settings.")
    return Checked(
        "holds" if found.p <= ALPHA else "not resolved",
        f"Means along the {control} of {len(rows)} heatmaps leave a chi-square of {found.chi2:.1f} on {found.df} "
        f"over what one common effect explains ({p_value(found.p)}).",
        [_span(row, control) for row in rows],
    )  # fmt: skip


def most_robust(rows: Sequence[Row], *, benchmark: str) -> Checked:
    """Does one heatmap vary least between its cells, beyond what noise makes?"""
    if row_of(rows, benchmark) is None or len(rows) < 2:  # noqa: PLR2004
        return unchecked(f"There is no heatmap of {benchmark} beside others.")
    spreads = {}
    for row in rows:
        cells = cells_of(row)
        known = [n for cell in cells if (n := effective_answers(cell))]
        if len(known) < len(cells):
            return Checked(
                "not resolved", f"How much of the spread is noise is not known; {UNKNOWN}."
            )
        found = shrunk([cell.value for cell in cells], known)
        if found and found.observed_sd is not None:
            spreads[row["benchmark"]] = found
    cases = [
        f"{name}: SD of cells {points(one.observed_sd or 0)}, of noise {points(one.noise_sd)}, "
        f"between {points(one.between_sd)}"
        for name, one in spreads.items()
    ]  # fmt: skip
    beyond = {name: one.between_sd for name, one in spreads.items() if one.between_sd > 0}
    if not beyond:
        words = (
            f"In none of {len(spreads)} heatmaps do the cells vary more than noise alone makes them"
        )
        return Checked("not resolved", f"{words}: none is told to be steadier.", cases)
    steady = benchmark not in beyond and len(beyond) == len(spreads) - 1
    return Checked(
        "holds" if steady else "not resolved",
        f"The cells vary more than noise makes them in {', '.join(beyond)}.",
        cases,
    )


def falls_with_ratio(rows: Sequence[Row], *, benchmark: str, window: int) -> Checked:
    """Does the score fall along the ratio at one window?"""
    row = row_of(rows, benchmark)
    if row is None or window not in row["kv_window"]:
        return unchecked(f"There is no window {window:,} of {benchmark}.")
    cells = [
        (r, c)
        for w, r, c in zip(row["kv_window"], row["kv_ratio"], cells_of(row), strict=True)
        if w == window
    ]
    found = trend([10 * ratio for ratio, _ in cells], alone([cell for _, cell in cells]))
    values = " / ".join(percent(cell.value) for _, cell in cells)
    if found is None:
        return Checked("not resolved", f"At window {window:,}: {values}; {UNKNOWN}.")
    clear = found.p_value <= ALPHA
    return Checked(
        ("holds" if found.slope < 0 else "fails") if clear else "not resolved",
        f"At window {window:,} the score goes {values} with rising ratio: {found.slope * 100:+.1f} points for each 0.1 "
        f"({interval(*found.interval)}, {p_value(found.p_value)}).",
    )


def dips(rows: Sequence[Row], *, benchmark: str, ratios: Sequence[float]) -> Checked:
    """Is the score at some ratios under that at the others, at every window?"""
    row = row_of(rows, benchmark)
    if row is None or not whole(row) or not set(ratios) < set(row["kv_ratio"]):
        return unchecked(f"{benchmark} lacks these ratios.")
    steps, means = means_along(row, "ratio")
    found = difference(
        over([one for step, one in zip(steps, means, strict=True) if step in ratios]),
        over([one for step, one in zip(steps, means, strict=True) if step not in ratios]),
    )
    windows = sorted(set(row["kv_window"]))
    gaps = [_gap(row, window, ratios) for window in windows]
    lower = sum(gap < 0 for gap in gaps)
    at = " and ".join(f"{one:g}" for one in ratios)
    words = f"The cells at ratios {at} lie lower at {lower} of {len(windows)} windows"
    cases = [f"window {window:,}: {points(gap)}" for window, gap in zip(windows, gaps, strict=True)]
    if found is None:
        return Checked("not resolved", f"{words}; {UNKNOWN}.", cases)
    clear = found.p_value <= ALPHA
    everywhere = found.difference < 0 and lower == len(windows)
    way = "lower" if found.difference < 0 else "higher"
    return Checked(
        "holds" if clear and everywhere else "fails" if clear and found.difference > 0 else "not resolved",
        f"{words}; over all windows they lie {points(abs(found.difference))} {way} than the others "
        f"({interval(found.low, found.high)}).",
        cases,
    )  # fmt: skip


def peaks(rows: Sequence[Row], *, benchmark: str, ratio: float) -> Checked:
    """Is the mean over windows highest at one ratio, after rising to it and before falling?"""
    row = row_of(rows, benchmark)
    if row is None or not whole(row) or ratio not in row["kv_ratio"]:
        return unchecked(f"{benchmark} lacks this ratio.")
    steps, means = means_along(row, "ratio")
    at = steps.index(ratio)
    top = max(range(len(steps)), key=lambda one: means[one].value)
    here = "" if top == at else f"; at {ratio:g} it is {percent(means[at].value, 2)}"
    words = f"The mean over windows is highest at ratio {steps[top]:g}, {percent(means[top].value, 2)}{here}"
    found = [
        (step, difference(means[at], one))
        for step, one in zip(steps, means, strict=True)
        if step != ratio
    ]
    known = [one for _, one in found if one]
    if not found or len(known) < len(found):
        return Checked("not resolved", f"{words}; {UNKNOWN}.")
    told = verdicts(known)
    cases = [
        f"ratio {ratio:g} against {step:g}: {points(one.difference)} ({interval(one.low, one.high)})"
        for step, one in found
        if one
    ]
    higher = told.count(Verdict.BETTER)
    return Checked(
        "holds" if higher == len(told) else "fails" if Verdict.WORSE in told else "not resolved",
        f"{words}; {ratio:g} is resolved above {higher} of {len(told)} other ratios after Holm's correction.",
        cases,
    )  # fmt: skip


def _gap(row: Row, window: int, ratios: Sequence[float]) -> float:
    """The mean at some ratios minus that at the others, at one window."""
    cells = zip(row["kv_window"], row["kv_ratio"], cells_of(row), strict=True)
    here = [(ratio in ratios, cell.value) for at, ratio, cell in cells if at == window]
    inside = [value for is_inside, value in here if is_inside]
    outside = [value for is_inside, value in here if not is_inside]
    return sum(inside) / len(inside) - sum(outside) / len(outside)


def _span(row: Row, control: str) -> str:
    steps, means = means_along(row, control)
    told = ", ".join(
        f"{percent(one.value)} at {step:,g}" for step, one in zip(steps, means, strict=True)
    )
    return f"{row['panel']}: {told}"
