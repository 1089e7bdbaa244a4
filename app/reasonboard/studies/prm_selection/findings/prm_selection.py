"""What the accuracies over training samples say: what more data brings, and what better data is worth."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import points
from reasonboard.statistics.doublings import doublings
from reasonboard.statistics.selection import data_multiplier
from reasonboard.studies.prm_selection.findings.prm_selection_values import (
    Row,
    Told,
    by_place,
    compared,
    count_of,
    measured_only,
    named,
    short,
    signed,
    test_words,
)

_RELATIONS = {"=": "exactly", ">": "more than", "<=": "at most"}


def of_samples(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Each step of a curve, and each curve against the references of its figure or table.

    Rows are those of sql/by_samples.sql. A reference is compared with a curve's
    point of as many samples, else with its first point if that has fewer.
    """
    places = by_place(named(measured_only(rows)))
    climbed = compared([pair for _, of in places for pair in _steps(of)])
    against = compared([pair for _, of in places for pair in _against(of)])
    return [
        *(_gain(told, len(climbed), panel) for told in climbed),
        *(_worth(told, len(against), panel) for told in against),
    ]


def _steps(rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    """Of each curve the later point with the one before it."""
    for of in _curves(rows):
        for start, end in pairwise(of):
            yield end, start


def _against(rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    references = [row for row in rows if row["reference"]]
    for of in _curves(rows):
        for other in references:
            same = [row for row in of if row["train_samples"] == other["train_samples"]]
            if same or of[0]["train_samples"] < other["train_samples"]:
                yield (same or of)[0], other


def _curves(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The values of each selector by rising numbers of samples; none with two values for one number."""
    loose = sorted(
        (row for row in rows if not row["reference"]),
        key=lambda row: (row["selector"], row["train_samples"]),
    )
    for _, group in groupby(loose, key=lambda row: str(row["selector"])):
        of = list(group)
        if len({row["train_samples"] for row in of}) == len(of):
            yield of


def _gain(told: Told, family: int, panel: str) -> Finding:
    end, start = told.one, told.other
    counts = start["train_samples"], end["train_samples"]
    each = 1 / doublings(*counts)
    verb = "gains" if told.difference > 0 else "loses" if told.difference < 0 else "stays level:"
    return Finding(
        f"{end['name']} {verb} {points(abs(told.difference))} from {short(counts[0])} to "
        f"{short(counts[1])} samples, {told.difference * each * 100:+.1f} with each doubling ({told.sure(each)}).",
        told.strength,
        test_words(
            [told],
            f"Holm's correction over {count_of(family, 'step')} of curves",
            "these values",
        )
        + _from(end),
        {"panel": panel, "selector": end["selector"], "samples": str(counts[1])},
    )


def _worth(told: Told, family: int, panel: str) -> Finding:
    one, other = told.one, told.other
    few, many = one["train_samples"], other["train_samples"]
    if few == many:
        text = (
            f"With {short(few)} samples {one['name']} is {signed(told.difference)} "
            f"{other['name']} ({told.sure()})."
        )
    else:
        found = data_multiplier(few, one["value"], [many], [other["value"]])
        times = f"{_RELATIONS[found.relation]} {found.times:.3g}" if found else ""
        text = (
            f"{short(few)} samples of {one['name']} are {signed(told.difference)} "
            f"{short(many)} of {other['name']} ({told.sure()}): by the values alone the latter "
            f"needs {times} times the samples, which is a bound and no measurement."
        )
    correction = f"Holm's correction over {count_of(family, 'comparison')} with a reference"
    return Finding(
        text,
        told.strength,
        test_words([told], correction, "these values") + _from(one),
        {"panel": panel, "selector": one["selector"], "samples": str(few)},
    )


def _from(row: Row) -> str:
    return f" Both values from {row['place']}." if row["place"] else ""
