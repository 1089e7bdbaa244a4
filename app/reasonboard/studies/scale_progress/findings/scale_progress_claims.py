"""Whether what was said of sizes and of training holds in a grid of measured accuracies.

Every judge takes the rows of sql/grid.sql. A claim of most cases holds where more
than half of them are resolved in its sense, and fails where not even half of the values point there.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from reasonboard.core.findings.claim import Checked, Outcome, unchecked
from reasonboard.core.findings.words import percent, points
from reasonboard.statistics.contrasts import contrast, verdicts
from reasonboard.statistics.corrections import benjamini_hochberg
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.means import mean_of_all
from reasonboard.studies.scale_progress.findings.scale_rows import (
    Cell,
    cells,
    columns,
    curves,
    moved,
    size_label,
)

Row = dict[str, Any]
Pair = tuple[Cell, Cell]

SMALL = 1.5
"""Billions of parameters up to which a model is small, as the description has it."""
EARLY, LATE = 0.25, 0.5
"""The shares of training that count as its beginning and from which on as its second half."""
_MADE_UP = "These values were made up after the description: they cannot test it."
_NO_UNCERTAINTY = "no uncertainty available"
_CORRECTED = "after Benjamini-Hochberg"


def largest_always_highest(rows: Sequence[Row]) -> Checked:
    """The largest model is the highest on every benchmark at every checkpoint."""
    there = cells(rows)
    return _made_up(rows) or _highest(there, "cells", _most(there))


def largest_highest_on_average(rows: Sequence[Row]) -> Checked:
    """The largest model has the highest mean over the benchmarks, at every checkpoint.

    The mean is taken where a model has every benchmark; a mean that the source states is left out.
    """
    if made_up := _made_up(rows):
        return made_up
    there = cells(rows)
    benchmarks = {cell.benchmark for cell in there}
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in there:
        groups.setdefault((cell.model, cell.checkpoint), []).append(cell)
    means = [
        of[0]._replace(benchmark=f"mean of {len(benchmarks)} benchmarks", measured=mean)
        for of in groups.values()
        if len(of) == len(benchmarks) and (mean := mean_of_all([cell.measured for cell in of]))
    ]
    return _highest(means, "checkpoints", _most(there))


def rises_with_training(rows: Sequence[Row]) -> Checked:
    """Most curves end higher than they start."""
    ends = [(one[-1], one[0]) for one in curves(cells(rows)) if len(one) > 1]
    return _made_up(rows) or _mostly(ends, "curves", "end higher than they start", lower=False)


def small_are_lower(rows: Sequence[Row]) -> Checked:
    """Models of up to 1.5B are mostly lower than the largest one, wherever both have a value."""
    there = cells(rows)
    against = [
        (cell, large)
        for cell, large in _against_largest(there, _most(there))
        if cell.params_b <= SMALL
    ]
    return _made_up(rows) or _mostly(
        against,
        f"values of models up to {SMALL:g}B",
        "are lower than the largest model's",
        lower=True,
    )


def small_dip_early(rows: Sequence[Row]) -> Checked:
    """Most curves of models of up to 1.5B fall under their start within the first quarter of training."""
    most = _most(cells(rows))
    dips, looks = [], {}
    for curve in curves(cells(rows)):
        early = [cell for cell in curve[1:] if cell.progress <= EARLY]
        if early and curve[0].params_b <= SMALL and curve[0].params_b < most:
            dips.append((min(early, key=lambda cell: cell.measured.value), curve[0]))
            looks[dips[-1]] = len(early)
    return _made_up(rows) or _mostly(
        dips,
        f"curves of models up to {SMALL:g}B",
        "fall under their start in the first quarter",
        lower=True,
        looks=looks,
    )


def largest_gains_late(rows: Sequence[Row]) -> Checked:
    """The largest model still rises in the second half of training, on most benchmarks."""
    most = _most(cells(rows))
    late = [
        [cell for cell in curve if cell.progress >= LATE]
        for curve in curves(cells(rows))
        if curve[0].params_b == most
    ]
    ends = [(curve[-1], curve[0]) for curve in late if len(curve) > 1]
    return _made_up(rows) or _mostly(
        ends,
        f"curves of the largest model ({size_label(most)})",
        "rise in the second half",
        lower=False,
    )


def larger_higher_throughout(rows: Sequence[Row]) -> Checked:
    """At every checkpoint more pairs of sizes are resolved in order than out of order."""
    if made_up := _made_up(rows):
        return made_up
    every = [
        (small, large)
        for column in columns(cells(rows))
        for place, small in enumerate(column)
        for large in column[place + 1 :]
        if small.params_b < large.params_b
    ]
    if not every:
        return unchecked("No two sizes have a value at the same place.")
    ordered = sum(small.measured.value < large.measured.value for small, large in every)
    sure = _verdicts(every)
    words = f"In {ordered:,} of {len(every):,} pairs of sizes the larger is higher"
    if not sure:
        return Checked("not resolved", f"{words}; {_NO_UNCERTAINTY}.")
    right, wrong = (list(sure.values()).count(one) for one in (Verdict.WORSE, Verdict.BETTER))
    places = {(small.progress, small.checkpoint): [0, 0] for small, _ in every}
    for (small, _), verdict in sure.items():
        if verdict is not Verdict.NOT_RESOLVED:
            places[small.progress, small.checkpoint][verdict is Verdict.BETTER] += 1
    against = [(place, of) for place, of in sorted(places.items()) if of[1] > of[0]]
    outcome: Outcome = "fails" if against else "holds" if right else "not resolved"
    told = "at no checkpoint" if not against else f"at {len(against)} of {len(places)} checkpoints"
    return Checked(
        outcome,
        f"{words}: resolved {_CORRECTED} in {right:,}, the other way round in {wrong:,}; {told} most resolved pairs "
        "are out of order.",
        [f"checkpoint {place[1]}: {of[1]} out of order, {of[0]} in order" for place, of in against],
    )


def _highest(there: Sequence[Cell], what: str, most: float) -> Checked:
    """Is the largest size, `most`, the highest everywhere? Cases: where a smaller one is, if resolved anywhere."""
    against = _against_largest(there, most)
    if not against:
        return unchecked(
            "Nowhere have the largest model and a smaller one a value at the same place."
        )
    sure = _verdicts(against)
    places = {(large.benchmark, large.checkpoint) for _, large in against}
    higher = [pair for pair in against if pair[0].measured.value > pair[1].measured.value]
    beaten = {(large.benchmark, large.checkpoint) for _, large in higher}
    resolved = [pair for pair in higher if sure.get(pair) is Verdict.BETTER]
    words = (
        f"The largest model ({size_label(against[0][1].params_b)}) is highest in {len(places) - len(beaten):,} of "
        f"{len(places):,} {what}"
    )
    if not sure:
        return Checked(
            "not resolved", f"{words}; {_NO_UNCERTAINTY}.", [_case(pair) for pair in higher]
        )
    if not higher:
        clear = list(sure.values()).count(Verdict.WORSE)
        return Checked(
            "holds", f"{words}; {clear:,} of {len(sure):,} differences are resolved {_CORRECTED}."
        )
    of = {(large.benchmark, large.checkpoint) for _, large in resolved}
    return Checked(
        "fails" if resolved else "not resolved",
        f"{words}; in {len(beaten):,} a smaller one is higher, resolved in {len(of):,} {_CORRECTED} over {len(sure):,} "
        "comparisons.",
        [_case(pair) for pair in sorted(resolved or higher, key=_difference, reverse=True)],
    )


def _mostly(
    pairs: Sequence[Pair],
    what: str,
    claimed: str,
    *,
    lower: bool,
    looks: Mapping[Pair, int] | None = None,
) -> Checked:
    """Of most pairs, is the first the lower one (or the higher one)? Cases: those resolved against it."""
    if not pairs:
        return unchecked(f"The source that is shown has no such {what}.")
    wanted, against = (Verdict.WORSE, Verdict.BETTER) if lower else (Verdict.BETTER, Verdict.WORSE)
    sign = -1 if lower else 1
    pointing = sum(sign * _difference(pair) > 0 for pair in pairs)
    sure = _verdicts(pairs, looks)
    words = f"{pointing:,} of {len(pairs):,} {what} {claimed}"
    if not sure:
        return Checked("not resolved", f"{words}; {_NO_UNCERTAINTY}.")
    right = list(sure.values()).count(wanted)
    wrong = [pair for pair, verdict in sure.items() if verdict is against]
    outcome: Outcome = "not resolved"
    if 2 * right > len(pairs):
        outcome = "holds"
    elif 2 * pointing <= len(pairs):
        outcome = "fails"
    return Checked(
        outcome,
        f"{words}: {right:,} resolved {_CORRECTED}, {len(wrong):,} resolved the other way.",
        [_case(pair) for pair in sorted(wrong, key=lambda pair: sign * _difference(pair))],
    )


def _most(there: Sequence[Cell]) -> float:
    """The largest size of all."""
    return max((cell.params_b for cell in there), default=0.0)


def _against_largest(there: Sequence[Cell], most: float) -> list[Pair]:
    """Every smaller model with the one of the largest size, `most`, wherever both have a value."""
    found = []
    for column in columns(there):
        large = [cell for cell in column if cell.params_b == most]
        found += [(cell, large[0]) for cell in column if large and cell.params_b < most]
    return found


def _verdicts(
    pairs: Sequence[Pair], looks: Mapping[Pair, int] | None = None
) -> dict[Pair, Verdict]:
    """What is said of the first of each pair, corrected over all; without those of which nothing is known.

    `looks` says of how many the first was chosen as the extreme: its p-value is multiplied by that.
    """
    chosen = looks or {}
    tested = [
        (pair, found) for pair in pairs if (found := contrast(pair[0].measured, pair[1].measured))
    ]
    paid = [
        found._replace(p_value=min(1.0, found.p_value * chosen.get(pair, 1)))
        for pair, found in tested
    ]
    told = verdicts(paid, benjamini_hochberg)
    return {pair: verdict for (pair, _), verdict in zip(tested, told, strict=True)}


def _difference(pair: Pair) -> float:
    return pair[0].measured.value - pair[1].measured.value


def _case(pair: Pair) -> str:
    one, two = pair
    if one.model == two.model:
        return (
            f"{one.benchmark}, {size_label(one.params_b)}: {moved(_difference(pair))} from checkpoint {two.checkpoint} "
            f"to {one.checkpoint}, to {percent(one.measured.value)}"
        )
    way = "above" if _difference(pair) > 0 else "under"
    return (
        f"{one.benchmark}, checkpoint {one.checkpoint}: {size_label(one.params_b)} {percent(one.measured.value)}, "
        f"{points(abs(_difference(pair)))} {way} {size_label(two.params_b)}"
    )


def _made_up(rows: Sequence[Row]) -> Checked | None:
    """Values that were made up to show a description say nothing of it."""
    kinds = {kind for row in rows for kind in row["kinds"]}
    return unchecked(_MADE_UP) if kinds == {"illustrative"} else None
