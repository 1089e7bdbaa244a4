"""What was claimed of the sweep of windows and ratios, judged by its cells.

Rows are those of `figures.kv_cache.window_ratio_grid`: a heatmap each. A claim of an order holds or
fails only where the differences are resolved after correction.
"""

from collections.abc import Sequence
from typing import Any

from reasonboard.core.findings.claim import Checked, Outcome, unchecked
from reasonboard.core.findings.words import interval, p_value, percent, points
from reasonboard.statistics.contrasts import ALPHA, Contrast, contrast, verdicts
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.effects import difference
from reasonboard.statistics.means import Estimate, mean
from reasonboard.statistics.sweeps import common
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.kv_cache.findings.kv_cache import cells_of, place

Row = dict[str, Any]

UNKNOWN = "no uncertainty available: the number of items is unknown"
_PRINTED = 0.005
"""As far from a stated end a value may lie that is called approximate."""


def highest_everywhere(rows: Sequence[Row], *, benchmark: str) -> Checked:
    """Is one heatmap above all others at every setting that they share?"""
    mine = row_of(rows, benchmark)
    if mine is None or len(rows) < 2:  # noqa: PLR2004
        return unchecked(f"There is no heatmap of {benchmark} beside others.")
    found: list[tuple[str, Contrast]] = []
    ahead = total = 0
    for other in rows:
        if other is mine:
            continue
        for where, a, b in _pairs(mine, other):
            total += 1
            ahead += a.value > b.value
            if one := contrast(a, b):
                found.append(
                    (
                        f"{other['panel']}, {where}: {percent(a.value)} against {percent(b.value)}",
                        one,
                    )
                )
    words = f"{benchmark} is higher in {ahead} of {total} pairs of cells"
    if len(found) < total or not total:
        return Checked("not resolved", f"{words}; {UNKNOWN}.")
    told = verdicts([one for _, one in found])
    better, worse = told.count(Verdict.BETTER), told.count(Verdict.WORSE)
    open_cases = [
        case for (case, _), one in zip(found, told, strict=True) if one is not Verdict.BETTER
    ]
    outcome: Outcome = "holds" if better == total else "fails" if worse else "not resolved"
    least = min(one.difference for _, one in found)
    return Checked(
        outcome,
        f"{words}, {better} of them resolved after Holm's correction; the smallest difference is {points(least)}.",
        open_cases,
    )


def lowest_on_average(rows: Sequence[Row], *, benchmark: str) -> Checked:
    """Is the mean over all settings of one heatmap under that of every other?"""
    mine = row_of(rows, benchmark)
    if mine is None or len(rows) < 2:  # noqa: PLR2004
        return unchecked(f"There is no heatmap of {benchmark} beside others.")
    found = []
    for other in (row for row in rows if row is not mine):
        pairs = _pairs(mine, other)
        if not pairs:
            return unchecked("The heatmaps share no settings.")
        one = difference(mean([a for _, a, _ in pairs]), mean([b for _, _, b in pairs]))
        if one is None:
            return Checked("not resolved", f"The means cannot be told apart; {UNKNOWN}.")
        found.append(
            (f"{other['panel']}: {points(one.difference)} ({interval(one.low, one.high)})", one)
        )
    told = verdicts([one for _, one in found])
    lower = told.count(Verdict.WORSE)
    outcome: Outcome = (
        "holds" if lower == len(found) else "fails" if Verdict.BETTER in told else "not resolved"
    )
    nearest = max(found, key=lambda one: one[1].difference)[0]
    return Checked(
        outcome,
        f"The mean of {benchmark} is under {lower} of {len(found)} others, resolved after Holm's correction; "
        f"nearest is {nearest}.",
        [case for case, _ in found],
    )  # fmt: skip


def four_models(rows: Sequence[Row]) -> Checked:
    """Are the heatmaps different models?"""
    models = sorted({row["model"] for row in rows if row["model"]})
    benchmarks = sorted({row["benchmark"] for row in rows})
    if len(rows) < 2:  # noqa: PLR2004
        return unchecked("There is one heatmap only.")
    words = f"The {len(rows)} heatmaps are of {_counted(models, 'model')} on {_counted(benchmarks, 'benchmark')}."
    return Checked("holds" if len(models) == len(rows) else "fails", words)


def range_is(rows: Sequence[Row], *, benchmark: str, low: float, high: float) -> Checked:
    """Do the printed cells of a heatmap reach from one value to the other, about?"""
    row = row_of(rows, benchmark)
    if row is None:
        return unchecked(f"There is no heatmap of {benchmark}.")
    values = [value / 100 for value in row["value"]]
    least, most = values.index(min(values)), values.index(max(values))
    wrong = [
        f"{word}: {percent(stated)} stated, {percent(values[at])} at {_place(row, at)}"
        for word, stated, at in (("lowest", low, least), ("highest", high, most))
        if abs(values[at] - stated) > _PRINTED
    ]
    return Checked(
        "fails" if wrong else "holds",
        f"The {len(values)} cells of {benchmark} go from {percent(values[least])} ({_place(row, least)}) to "
        f"{percent(values[most])} ({_place(row, most)}).",
        wrong,
    )


def row_of(rows: Sequence[Row], benchmark: str) -> Row | None:
    """The heatmap of a benchmark, the first of several."""
    return next((row for row in rows if row["benchmark"] == benchmark), None)


def means_along(row: Row, control: str) -> tuple[list[float], list[Estimate]]:
    """The windows or ratios of a heatmap in rising order, and the mean at each."""
    at = row[f"kv_{control}"]
    cells = cells_of(row)
    steps = sorted(set(at))
    return steps, [
        mean([cell for cell, here in zip(cells, at, strict=True) if here == step]) for step in steps
    ]


def whole(row: Row) -> bool:
    """Has the heatmap a cell for every window at every ratio that it has any for?"""
    return len(set(row["kv_window"])) * len(set(row["kv_ratio"])) == len(row["value"])


def homogeneous_words(p: float) -> str:
    """What a test of no difference says."""
    return f"{'differ' if p <= ALPHA else 'no difference resolved'}, {p_value(p)}"


def _pairs(mine: Row, other: Row) -> list[tuple[str, Measured, Measured]]:
    """The cells of both at every setting that both have."""
    a, b = ({(w, r): cell for w, r, cell in zip(row["kv_window"], row["kv_ratio"], cells_of(row), strict=True)}
            for row in (mine, other))  # fmt: skip
    places, _ = common([(row["kv_window"], row["kv_ratio"], row["value"]) for row in (mine, other)])
    return [(place(*at), a[at], b[at]) for at in places]


def _place(row: Row, at: int) -> str:
    return place(row["kv_window"][at], row["kv_ratio"][at])


def _counted(names: Sequence[str], what: str) -> str:
    return f"{len(names)} {what}{'' if len(names) == 1 else 's'} ({', '.join(names)})"
