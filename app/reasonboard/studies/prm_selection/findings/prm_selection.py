"""What the accuracies over training samples say: what more data brings, and what better data is worth."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import points
from reasonboard.statistics.selection import data_multiplier
from reasonboard.studies.prm_selection.findings.prm_selection_values import (
    count_of,
    short,
    signed,
    test_words,
)
from reasonboard.studies.prm_selection.rows import (
    Row,
    Told,
    against_references,
    by_place,
    compared,
    measured_only,
    named,
    steps,
)

_RELATIONS = {"=": "exactly", ">": "more than", "<=": "at most"}


def of_samples(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Each step of a curve, and each curve against the references of its figure or table.

    Rows are those of sql/by_samples.sql.
    """
    places = [group for _, group in by_place(named(measured_only(rows)))]
    climbed = compared([pair for group in places for pair in steps(group)])
    against = compared([pair for group in places for pair in against_references(group)])
    step = f"Holm's correction over {count_of(len(climbed), 'step')} of curves"
    reference = f"Holm's correction over {count_of(len(against), 'comparison')} with a reference"
    return [
        *(_finding(told, _gain(told), step, panel) for told in climbed),
        *(_finding(told, _worth(told), reference, panel) for told in against),
    ]


def _finding(told: Told, text: str, correction: str, panel: str) -> Finding:
    row = told.one
    source = f" Both values from {row['place']}." if row["place"] else ""
    samples = str(row["train_samples"])
    marks = {"panel": panel, "selector": row["selector"], "samples": samples}
    return Finding(text, told.strength, test_words([told], correction) + source, marks)


def _gain(told: Told) -> str:
    end, start = told.one, told.other
    each = told.per_doubling
    verb = "gains" if told.difference > 0 else "loses" if told.difference < 0 else "stays level:"
    return (
        f"{end['name']} {verb} {points(abs(told.difference))} from {short(start['train_samples'])} to "
        f"{short(end['train_samples'])} samples, {told.difference * each * 100:+.1f} with each doubling "
        f"({told.sure(each)})."
    )


def _worth(told: Told) -> str:
    one, other = told.one, told.other
    few, many = one["train_samples"], other["train_samples"]
    difference = signed(told.difference)
    if few == many:
        return f"With {short(few)} samples {one['name']} is {difference} {other['name']} ({told.sure()})."
    multiplier = data_multiplier(few, one["value"], [many], [other["value"]])
    times = f"{_RELATIONS[multiplier.relation]} {multiplier.times:.3g}" if multiplier else ""
    return (
        f"{short(few)} samples of {one['name']} are {difference} {short(many)} of {other['name']} ({told.sure()}): "
        f"by the values alone the latter needs {times} times the samples, which is a bound and no measurement."
    )
