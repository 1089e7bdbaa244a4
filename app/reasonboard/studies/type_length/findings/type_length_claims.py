"""How claims about the captioned heatmap (Qwen-2.5 1.5B, Baseline, Core) are checked."""

from collections.abc import Sequence
from typing import Any

from reasonboard.core.findings.claim import Checked, Outcome, unchecked
from reasonboard.core.findings.words import interval, percent
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.corrections import holm
from reasonboard.statistics.decline import (
    FEW,
    Curve,
    Tested,
    cliff,
    corrected,
    log_odds_slope,
    short_minus_long,
)
from reasonboard.statistics.uncertainty import of_measured
from reasonboard.studies.type_length.findings.type_curve import curve_of, ends, lengths_words

Row = dict[str, Any]
Curves = dict[str, Curve]

CAPTIONED = {"model": "Qwen-2.5 1.5B", "method": "Baseline", "benchmark": "Core"}
HIGH = 0.9
"""What 'high' is taken to be."""
_ABSENT = unchecked("The source that is shown has no such values of Qwen-2.5 1.5B, Baseline, Core.")
_NO_N = unchecked("The source that is shown does not say how many answers its values are of.")


def two_types_are_high(rows: Sequence[Row]) -> Checked:
    """Are types 2 and 6 at 90 % or more at every length?"""
    of = _curves(rows, "Type 2", "Type 6")
    if of is None:
        return _ABSENT
    cells = [
        (cell.value, kind, length, _interval(cell))
        for kind, curve in of.items()
        for length, cell in zip(*curve, strict=True)
    ]
    below = [cell for cell in cells if cell[0] < HIGH]
    clear = [cell for cell in below if cell[3] and cell[3].high < HIGH]
    outcome: Outcome = "fails" if clear else "not resolved" if below else "holds"
    value, kind, length, found = min(cells, key=lambda cell: cell[0])
    told = interval(found.low, found.high) if found else "no uncertainty available"
    return Checked(
        outcome,
        f"High taken as {percent(HIGH, 0)} or more: {len(cells) - len(below)} of {len(cells)} cells are; the lowest is "
        f"{percent(value)} ({kind}, length {length}; {told}).",
        [f"{one}, length {at}: {percent(low)}" for low, one, at, _ in below],
    )


def two_types_do_not_fall(rows: Sequence[Row]) -> Checked:
    """Are types 2 and 6 equally accurate whatever the length?"""
    of = _curves(rows, "Type 2", "Type 6")
    if of is None:
        return _ABSENT
    found = _slopes(of)
    if found is None:
        return _NO_N
    falling = [kind for kind, (slope, p) in found.items() if p <= ALPHA and slope < 0]
    told = f"{', '.join(falling)} falls" if len(falling) == 1 else f"{', '.join(falling)} fall"
    words = (
        f"{told} with length by a resolved amount."
        if falling
        else "Neither falls by a resolved amount."
    )
    # No resolved fall is no proof of being level.
    return Checked(
        "fails" if falling else "not resolved",
        f"{words} Logistic slopes, Holm's correction over 2.",
        _short_and_long(of),
    )  # fmt: skip


def four_types_fall(rows: Sequence[Row]) -> Checked:
    """Does accuracy fall with length for types 1, 3, 4 and 7?"""
    of = _curves(rows, "Type 1", "Type 3", "Type 4", "Type 7")
    if of is None:
        return _ABSENT
    found = _slopes(of)
    if found is None:
        return _NO_N
    falling = [kind for kind, (slope, p) in found.items() if p <= ALPHA and slope < 0]
    rising = [kind for kind, (slope, p) in found.items() if p <= ALPHA and slope > 0]
    every = len(falling) == len(of)
    outcome: Outcome = "holds" if every else "fails" if rising else "not resolved"
    return Checked(
        outcome,
        f"{len(falling)} of the {len(of)} types fall with length by a resolved amount, {len(rising)} rise. "
        "Logistic slopes, Holm's correction over 4.",
        _short_and_long(of),
    )


def five_starts_at_seven(rows: Sequence[Row]) -> Checked:
    """Has type 5 no value under length 7?"""
    of = _curves(rows, "Type 5")
    if of is None:
        return _ABSENT
    lengths = of["Type 5"].lengths
    return Checked(
        "holds" if lengths[0] == 7 else "fails",  # noqa: PLR2004
        f"Type 5 has values at the lengths {lengths_words(lengths)}.",
    )


def two_rows_start_at_zero(rows: Sequence[Row]) -> Checked:
    """Do the rows of types 2 and 4 start at length 0, and the 53.3 % stand at length 10?"""
    of = _curves(rows, "Type 2", "Type 4")
    if of is None:
        return _ABSENT
    starts = {kind: curve.lengths[0] for kind, curve in of.items()}
    told = ", ".join(
        f"{kind} has values at the lengths {lengths_words(of[kind].lengths)}" for kind in starts
    )
    return Checked("fails" if any(starts.values()) else "holds", f"{told}.")


def four_drops_at_ten(rows: Sequence[Row]) -> Checked:
    """Is the largest drop of type 4 that from length 9 to 10?"""
    of = _curves(rows, "Type 4")
    if of is None:
        return _ABSENT
    steps = _steps(rows)
    if not steps:
        return _NO_N
    largest = cliff(steps["Type 4"])
    if largest is None:
        return Checked(
            "not resolved", "No drop between neighbouring lengths of type 4 is resolved."
        )
    at_ten = next((one for one in steps["Type 4"] if one.step.end == 10), None)  # noqa: PLR2004
    told = f" Beside it: {_step_words(at_ten)}." if at_ten and at_ten is not largest else ""
    return Checked(
        "holds" if largest.step.end == 10 else "fails",  # noqa: PLR2004
        f"The largest resolved drop: {_step_words(largest)}.{told}",
    )


def others_drop_too(rows: Sequence[Row]) -> Checked:
    """Where type 4 drops, do the other models on the same items drop as well?"""
    own = [row for row in rows if _is_captioned(row)]
    if not own:
        return _ABSENT
    largest = cliff(_steps(own).get("Type 4", []))
    if largest is None:
        return Checked("not resolved", "No drop of type 4 is resolved.") if _steps(own) else _NO_N
    others = [row for row in rows if row["task_type"] == "Type 4" and not _is_captioned(row)]
    found = corrected([curve_of(row) for row in others])
    there = [
        (row["panel"], one)
        for row, steps in zip(others, found, strict=True)
        for one in steps
        if one.step.end == largest.step.end
    ]
    cases = [f"{panel}: {_step_words(one)}" for panel, one in there]
    drops = sum(1 for _, one in there if one.resolved and one.step.contrast.difference < 0)
    if not cases:
        return unchecked(
            "No other model with a known number of answers was tested on these lengths."
        )
    return Checked(
        "holds" if drops == len(cases) else "not resolved",
        f"What lies in the data should show in every model: from length {largest.step.start} to "
        f"{largest.step.end}, {drops} of {len(cases)} other panels fall by a resolved amount.",
        cases,
    )


def _short_and_long(of: Curves) -> list[str]:
    """For each type, how far its shortest lengths lie above its longest."""
    gaps = {kind: gap for kind, curve in of.items() if (gap := short_minus_long(curve))}
    return [
        f"{kind}: {FEW} shortest minus {FEW} longest lengths {gap.value * 100:+.1f} points ({ends(gap)})"
        for kind, gap in gaps.items()
    ]


def _curves(rows: Sequence[Row], *kinds: str) -> Curves | None:
    """The captioned curves of these types; None where one is missing."""
    of = {row["task_type"]: curve_of(row) for row in rows if _is_captioned(row)}
    return {kind: of[kind] for kind in kinds} if set(kinds) <= set(of) else None


def _is_captioned(row: Row) -> bool:
    return all(row[name] == value for name, value in CAPTIONED.items())


def _steps(rows: Sequence[Row]) -> dict[str, list[Tested]]:
    """The tested steps of the captioned panel by type, corrected over all; {} where n is not known."""
    own = [row for row in rows if _is_captioned(row)]
    found = corrected([curve_of(row) for row in own])
    return {row["task_type"]: steps for row, steps in zip(own, found, strict=True) if steps}


def _slopes(of: Curves) -> dict[str, tuple[float, float]] | None:
    """The slope of each type with its corrected p-value; None where one is not known."""
    lines = {kind: line for kind, curve in of.items() if (line := log_odds_slope(curve))}
    if len(lines) < len(of):
        return None
    adjusted = holm([line.p_value for line in lines.values()])
    return {kind: (lines[kind].value, p) for kind, p in zip(lines, adjusted, strict=True)}


def _step_words(one: Tested) -> str:
    step, found = one.step, one.step.contrast
    told = "resolved after correction" if one.resolved else "not resolved"
    return (
        f"length {step.start} to {step.end}, {found.difference * 100:+.1f} points "
        f"({interval(found.low, found.high)}; {told})"
    )


def _interval(cell: Any) -> Any:
    return of_measured(cell)
