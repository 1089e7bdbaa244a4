"""What the accuracies over training samples say: what more data brings, and what better data is worth."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import (
    above_or_below,
    by_sign,
    how_tested,
    points,
    short_count,
    signed,
)
from reasonboard.statistics.growth import data_multiplier
from reasonboard.studies.prm_selection.rows import (
    CORRECTION,
    FAMILY,
    Comparison,
    Row,
    against_references,
    by_figure,
    compared,
    measured_only,
    steps,
    with_names,
)

_RELATIONS = {"=": "exactly", ">": "more than", "<=": "at most"}


def of_samples(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Each step of a curve, and each curve against the references of its figure or table.

    Rows are those of sql/by_samples.sql.
    """
    places = [group for _, group in by_figure(with_names(measured_only(rows)))]
    climbed = compared([pair for group in places for pair in steps(group)])
    against = compared([pair for group in places for pair in against_references(group)])
    return [
        *(_finding(pair, _gain(pair), panel) for pair in climbed),
        *(_finding(pair, _worth(pair), panel) for pair in against),
    ]


def _finding(pair: Comparison, text: str, panel: str) -> Finding:
    row = pair.first
    source = f" Both values from {row['place']}." if row["place"] else ""
    samples = str(row["train_samples"])
    return Finding.of(
        row["name"],
        pair.result,
        text,
        how_tested(pair.result, FAMILY, correction=CORRECTION) + source,
        {"panel": panel, "selector": row["selector"], "samples": samples},
        estimate=pair.difference * 100,
        detail=f"{_data(pair.first)} minus {_data(pair.other)}",
    )


def _data(row: Row) -> str:
    """'1k of Human selected'."""
    return f"{short_count(row['train_samples'])} of {row['name']}"


def _gain(pair: Comparison) -> str:
    end, start = pair.first, pair.other
    each = pair.per_doubling
    verb = by_sign(pair.difference, "gains", "stays level:", "loses")
    return (
        f"{end['name']} {verb} {points(abs(pair.difference))} from {short_count(start['train_samples'])} to "
        f"{short_count(end['train_samples'])} samples, {signed(pair.difference * each)} with each doubling "
        f"({pair.sure(each)})."
    )


def _worth(pair: Comparison) -> str:
    first, other = pair.first, pair.other
    few, many = first["train_samples"], other["train_samples"]
    difference = above_or_below(pair.difference)
    if few == many:
        return f"With {short_count(few)} samples {first['name']} is {difference} {other['name']} ({pair.sure()})."
    multiplier = data_multiplier(few, first["value"], [many], [other["value"]])
    times = f"{_RELATIONS[multiplier.relation]} {multiplier.times:.3g}" if multiplier else ""
    start, end = short_count(few), short_count(many)
    return (
        f"{start} samples of {first['name']} are {difference} {end} of {other['name']} ("
        f"{pair.sure()}): going by the values, the latter needs {times} times the samples (a "
        "bound, not a measurement)."
    )
