"""Claims about the values of one selector: whether they rise, what they reach, and its size."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from reasonboard.core.findings.claim import Checked, Outcome, unchecked
from reasonboard.core.findings.words import percent
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import Measured, of_measured
from reasonboard.studies.prm_selection.findings.prm_selection_values import (
    MISSING,
    Judge,
    Row,
    by_place,
    case,
    compared,
    count_of,
    measured_only,
    percent_of,
    short,
)


def rises(selector: str) -> Judge:
    """The accuracy with a selector rises with the number of samples."""
    return partial(_rises, selector)


def reaches(selector: str, samples: int, value: float) -> Judge:
    """With so many samples a selector reaches an accuracy (a fraction)."""
    return partial(_reaches, selector, samples, value)


def sizes_alike(one: str, other: str) -> Judge:
    """Two selectors are of similar size."""
    return partial(_alike, one, other)


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
            f"From {short(counts[0])} to {short(counts[-1])} samples it goes from {percent_of(curve[0])} to "
            f"{percent_of(curve[-1])} ({whole.sure()}); {clear} of {count_of(len(steps), 'step')} resolved by itself. "
            f"{len(curve)} points show a rise and its size, not its shape.",
            [case(place, step) for step in steps],
        )  # fmt: skip
    return unchecked(MISSING)


def _reaches(selector: str, samples: int, value: float, rows: Sequence[Row]) -> Checked:
    own = [
        row for row in measured_only(rows) if row["selector"] == selector and row["train_samples"]
    ]
    if not own:
        return unchecked(MISSING)
    there = [row for row in own if row["train_samples"] == samples]
    last = max(own, key=lambda row: (row["train_samples"], row["value"]))
    if not there:
        beyond = max(row["train_samples"] for row in own) < samples
        return unchecked(
            f"{selector} was not measured with {short(samples)} samples: "
            f"{'its last value is' if beyond else 'it has'} {percent_of(last)} with "
            f"{short(last['train_samples'])}. What lies beyond is a guess."
        )
    told = [_against(row, value) for row in there]
    outcome: Outcome = (
        "holds" if all(one == "holds" for one in told)
        else "fails" if "fails" in told else "not resolved"
    )  # fmt: skip
    return Checked(
        outcome,
        f"With {short(samples)} samples it is {', '.join(map(percent_of, there))}, said was {percent(value, 0)}.",
        [f"{row['place']}: {percent_of(row)}" for row in there],
    )


def _against(row: Row, value: float) -> Outcome:
    """Is the value that was said in the interval of the one that was measured?"""
    found = of_measured(Measured.from_row(row["value"] / 100, row))
    if found is None:
        return "not resolved"
    return "holds" if found.low <= value <= found.high else "fails"


def _alike(one: str, other: str, rows: Sequence[Row]) -> Checked:
    known = {row["selector"]: row for row in measured_only(rows)}
    if one not in known or other not in known:
        return unchecked(MISSING)
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
