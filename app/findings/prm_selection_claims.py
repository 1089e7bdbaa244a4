"""Claims about data selection, each judged on the values of one figure or table at a time.

A claim about two selectors holds where every figure or table resolves it (Holm's correction over
them), and fails where all of them say the opposite or one resolves the opposite.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from app.findings.claim import Checked, Outcome, unchecked
from app.findings.prm_selection_sizes import larger_pairs
from app.findings.prm_selection_values import (
    NONE,
    Row,
    Told,
    by_place,
    compared,
    count_of,
    measured_only,
    said,
    short,
    signed,
)
from app.findings.words import interval, percent
from app.statistics.differences import Verdict
from app.statistics.uncertainty import of_fraction

Judge = Callable[[Sequence[Row]], Checked]
Pair = tuple[str, tuple[Row, Row]]
_MISSING = "The source that is shown has no such numbers."


def above(higher: str, lower: str, by: float | None = None) -> Judge:
    """One selector is above another, if given by so much (a fraction)."""
    return partial(_above, higher, lower, by)


def lowest_of_its_size(selector: str) -> Judge:
    """A selector is the lowest of all of its size."""
    return partial(_lowest, selector)


def lowest(selector: str) -> Judge:
    """A selector is the lowest of all in its figure, whatever the number of samples."""
    return partial(_lowest_of_all, selector)


def highest(selector: str) -> Judge:
    """The best value of a selector is above the best of every other one."""
    return partial(_highest, selector)


def between(low: str, middle: str, high: str) -> Judge:
    """A selector lies between two others."""
    return partial(_between, low, middle, high)


def rises(selector: str) -> Judge:
    """The accuracy with a selector rises with the number of samples."""
    return partial(_rises, selector)


def reaches(selector: str, samples: int, value: float) -> Judge:
    """With so many samples a selector reaches an accuracy (a fraction)."""
    return partial(_reaches, selector, samples, value)


def sizes_alike(one: str, other: str) -> Judge:
    """Two selectors are of similar size."""
    return partial(_alike, one, other)


def larger_is_no_guarantee(rows: Sequence[Row]) -> Checked:
    """A larger selector need not give a higher accuracy: one resolved case is enough."""
    found = larger_pairs(by_place(row for row in measured_only(rows) if row["params_b"]))
    if not found:
        return unchecked(_MISSING)
    below = [(place, told) for place, told in found if told.difference < 0]
    clear = sum(told.verdict is Verdict.WORSE for _, told in below)
    outcome: Outcome = "holds" if clear else "not resolved" if below else "fails"
    return Checked(
        outcome,
        f"The larger selector is lower in {len(below)} of {count_of(len(found), 'pair')} of different size, "
        f"{clear} of them resolved after correction.",
        [_case(place, told) for place, told in below],
    )


def _above(higher: str, lower: str, by: float | None, rows: Sequence[Row]) -> Checked:
    pairs = [
        (place, (of[higher], of[lower]))
        for place, of in _single(measured_only(rows))
        if higher in of and lower in of
    ]
    checked = _directed(pairs)
    told = [one for _, one in _told(pairs)]
    if by is None or not told:
        return checked
    missed = [
        one for one in told if one.contrast and not one.contrast.low <= by <= one.contrast.high
    ]
    fit = (
        "No interval excludes" if not missed else f"{len(missed)} of {len(told)} intervals exclude"
    )
    outcome: Outcome = (
        "fails" if missed and checked.outcome != "cannot be checked" else checked.outcome
    )
    return Checked(
        outcome,
        f"{checked.words} {fit} {by * 100:g} points.",
        checked.cases,
    )


def _lowest(selector: str, rows: Sequence[Row]) -> Checked:
    return _directed(
        [
            (place, (row, of[selector]))
            for place, of in _single(measured_only(rows))
            for name, row in of.items()
            if selector in of and name != selector and row["params_b"] == of[selector]["params_b"]
        ]
    )


def _lowest_of_all(selector: str, rows: Sequence[Row]) -> Checked:
    pairs = []
    for place, of in by_place(measured_only(rows)):
        own = [row for row in of if row["selector"] == selector]
        pairs += [(place, (row, own[0])) for row in of if len(own) == 1 and row is not own[0]]
    return _directed(pairs)


def _highest(selector: str, rows: Sequence[Row]) -> Checked:
    pairs = []
    for place, of in by_place(measured_only(rows)):
        best: dict[str, Row] = {}
        for row in of:
            known = best.setdefault(row["selector"], row)
            best[row["selector"]] = max(known, row, key=lambda one: float(one["value"]))
        pairs += [
            (place, (best[selector], row))
            for name, row in best.items()
            if selector in best and name != selector
        ]
    return _directed(pairs)


def _between(low: str, middle: str, high: str, rows: Sequence[Row]) -> Checked:
    pairs = []
    for place, of in _single(measured_only(rows)):
        if all(name in of for name in (low, middle, high)):
            pairs += [(place, (of[middle], of[low])), (place, (of[high], of[middle]))]
    return _directed(pairs)


def _rises(selector: str, rows: Sequence[Row]) -> Checked:
    """Holds where the last point is resolved above the first and no step falls."""
    for place, of in by_place(measured_only(rows)):
        curve = sorted(
            (row for row in of if row["selector"] == selector),
            key=lambda row: row["train_samples"] or 0,
        )
        counts = [row["train_samples"] for row in curve]
        if len(curve) < 2 or None in counts or len(set(counts)) < len(counts):  # noqa: PLR2004
            continue
        (whole,) = compared([(curve[-1], curve[0])])
        steps = compared([(end, start) for start, end in pairwise(curve)])
        falls = sum(step.difference < 0 for step in steps)
        clear = sum(step.verdict is Verdict.BETTER for step in steps)
        outcome: Outcome = (
            "fails"
            if whole.difference < 0 or any(step.verdict is Verdict.WORSE for step in steps)
            else "holds"
            if whole.verdict is Verdict.BETTER and not falls
            else "not resolved"
        )
        return Checked(
            outcome,
            f"From {short(counts[0])} to {short(counts[-1])} samples it goes from {_percent(curve[0])} to "
            f"{_percent(curve[-1])} ({_sure(whole)}); {clear} of {count_of(len(steps), 'step')} resolved by itself. "
            f"{len(curve)} points show a rise and its size, not its shape.",
            [_case(place, step) for step in steps],
        )  # fmt: skip
    return unchecked(_MISSING)


def _reaches(selector: str, samples: int, value: float, rows: Sequence[Row]) -> Checked:
    own = [
        row for row in measured_only(rows) if row["selector"] == selector and row["train_samples"]
    ]
    if not own:
        return unchecked(_MISSING)
    there = [row for row in own if row["train_samples"] == samples]
    last = max(own, key=lambda row: (row["train_samples"], row["value"]))
    if not there:
        beyond = max(row["train_samples"] for row in own) < samples
        return unchecked(
            f"{selector} was not measured with {short(samples)} samples: "
            f"{'its last value is' if beyond else 'it has'} {_percent(last)} with "
            f"{short(last['train_samples'])}. What lies beyond is a guess."
        )
    told = [_against(row, value) for row in there]
    outcome: Outcome = (
        "holds" if all(one == "holds" for one in told)
        else "fails" if "fails" in told else "not resolved"
    )  # fmt: skip
    return Checked(
        outcome,
        f"With {short(samples)} samples it is {', '.join(map(_percent, there))}, said was {percent(value, 0)}.",
        [f"{row['place']}: {_percent(row)}" for row in there],
    )


def _against(row: Row, value: float) -> Outcome:
    """Is the value that was said in the interval of the one that was measured?"""
    known = {name: row[name] for name in ("n_items", "n_repeats", "n_seeds", "stderr")}
    found = of_fraction(row["value"] / 100, **known)
    if found is None:
        return "not resolved"
    return "holds" if found.low <= value <= found.high else "fails"


def _alike(one: str, other: str, rows: Sequence[Row]) -> Checked:
    known = {row["selector"]: row for row in measured_only(rows)}
    if one not in known or other not in known:
        return unchecked(_MISSING)
    sizes = [known[name]["params_b"] for name in (one, other)]
    counts = [known[name]["train_samples"] for name in (one, other)]
    samples = (
        f"; what differs is the number of samples, {short(counts[0])} against {short(counts[1])}"
        if all(counts) and counts[0] != counts[1]
        else ""
    )
    if None in sizes:
        return unchecked(
            f"Not both are models that have a size, and the student is the same{samples}."
        )
    outcome: Outcome = "holds" if sizes[0] == sizes[1] else "fails"
    return Checked(
        outcome, f"The selectors have {sizes[0]:g}B and {sizes[1]:g}B parameters{samples}."
    )


def _single(rows: Sequence[Row]) -> list[tuple[str, dict[str, Row]]]:
    """Of each figure or table the selectors that have one value there."""
    found = []
    for place, of in by_place(rows):
        names = [row["selector"] for row in of]
        found.append(
            (place, {row["selector"]: row for row in of if names.count(row["selector"]) == 1})
        )
    return found


def _told(pairs: Sequence[Pair]) -> list[tuple[str, Told]]:
    told = compared([pair for _, pair in pairs])
    return [(place, one) for (place, _), one in zip(pairs, told, strict=True)]


def _directed(pairs: Sequence[Pair]) -> Checked:
    """Is the first of each pair above the second, as claimed?"""
    found = _told(pairs)
    if not found:
        return unchecked(_MISSING)
    told = [one for _, one in found]
    as_said = [one for one in told if one.difference > 0]
    clear = sum(one.verdict is Verdict.BETTER for one in told)
    against = sum(one.verdict is Verdict.WORSE for one in told)
    outcome: Outcome = (
        "holds" if clear == len(told)
        else "fails" if against or not as_said
        else "not resolved"
    )  # fmt: skip
    if len(found) == 1:
        return Checked(outcome, f"{_case(*found[0])}.")
    words = (
        f"As claimed in {len(as_said)} of {len(told)} comparisons, {clear} of them resolved after correction; "
        f"the opposite is resolved in {against or 'none'}."
    )
    return Checked(outcome, words, [_case(place, one) for place, one in found])


def _case(place: str, told: Told) -> str:
    start = f"{place}: " if place else ""
    return (
        f"{start}{_named(told.one, told.other)} {_percent(told.one)} is {signed(told.difference)} "
        f"{_named(told.other, told.one)} {_percent(told.other)} ({_sure(told)})"
    )


def _named(row: Row, beside: Row) -> str:
    """A selector, with its number of samples where those of both differ."""
    count, other = row.get("train_samples"), beside.get("train_samples")
    return f"{row['selector']}{f' with {short(count)}' if count and count != other else ''}"


def _percent(row: Row) -> str:
    return f"{row['value']:g} %"


def _sure(told: Told) -> str:
    if told.contrast is None or told.verdict is None:
        return NONE
    return f"{interval(told.contrast.low, told.contrast.high)}; {said(told.verdict)}"
