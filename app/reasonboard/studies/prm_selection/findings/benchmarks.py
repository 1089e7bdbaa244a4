"""What the benchmarks say of the selectors: which cannot be told from the best, and from a reference."""

from collections.abc import Sequence
from itertools import groupby

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.words import (
    above_or_below,
    best_sentence,
    count_of,
    how_all_tested,
    how_tested,
    percent,
)
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.prm_selection.rows import (
    CORRECTION,
    FAMILY,
    Comparison,
    Row,
    against_highest,
    bars,
    compared,
    how_corrected,
    reference_pairs,
)


def of_benchmarks(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark (and student): the selectors that cannot be told from the best one.

    Rows are those of sql/by_benchmark.sql.
    """
    several = len({row["model"] for row in rows}) > 1
    panels = groupby(rows, key=lambda row: (row["benchmark"], row["model"]))
    return [
        _best(f"{benchmark} → {model}" if several else benchmark, values)
        for (benchmark, model), group in panels
        if len(values := bars(group)) > 1
    ]


def of_gaps(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """The differences to the reference, clear ones one by one, and how many of them are clear.

    Rows are those of sql/pairs.sql.
    """
    comparisons = compared(reference_pairs(rows))
    if not comparisons:
        return []
    differences = count_of(len(comparisons), "difference")
    clear = [
        comparison
        for comparison in comparisons
        if comparison.verdict in (Verdict.BETTER, Verdict.WORSE)
    ]
    up = sum(comparison.verdict is Verdict.BETTER for comparison in clear)
    strongest = max(comparisons, key=lambda comparison: comparison.strength)
    reference = comparisons[0].other["selector"]
    summary = Finding.count(
        f"All against {reference}",
        [comparison.verdict for comparison in comparisons],
        "differences",
        f"Of {differences} to {reference}, {len(clear)} {'is' if len(clear) == 1 else 'are'} significant after "
        f"correction: {up} above, {len(clear) - up} below.",
        how_all_tested(
            [comparison.result for comparison in comparisons], how_corrected(comparisons)
        ),
        strength=strongest.strength,
    )
    return [summary, *map(_gap, clear or [strongest])]


def _best(panel: str, values: Sequence[Row]) -> Finding:
    comparisons = against_highest(values)
    best = comparisons[0].first
    tied = [comparison for comparison in comparisons if comparison.verdict is not Verdict.BETTER]
    name = f"{best['selector']} with {percent(best['value'] / 100)}"
    text = best_sentence(name, len(tied), len(comparisons), "other selector")
    if any(comparison.result is None for comparison in tied):
        others = count_of(len(comparisons), "other selector")
        text = f"{name} is the highest; no uncertainty available for all of {others}"
    known = [comparison.verdict for comparison in comparisons if comparison.verdict]
    clear = len(comparisons) - len(tied)
    return Finding(
        subject=panel,
        estimate=clear,
        unit=f"of {count_of(len(comparisons), 'other')} significantly lower",
        detail=f"than the highest, {best['selector']}",
        verdict=verdict_of((0.0 if clear else 1.0) if known else None, 1),
        text=f"{panel}: {text}.",
        test=how_all_tested(
            [comparison.result for comparison in comparisons],
            f"each selector against the highest, {how_corrected(comparisons)}, which allows for picking the highest",
        ),
        strength=max(comparison.strength for comparison in comparisons),
        marks={"selector": best["selector"]},
    )


def _gap(pair: Comparison) -> Finding:
    row = pair.first
    where = f" ({row['place']})" if row["place"] else ""
    return Finding.of(
        f"{row['name']} · {row['benchmark']}",
        pair.result,
        f"{row['name']} is {above_or_below(pair.difference)} {pair.other['selector']} on {row['benchmark']}{where}: "
        f"{pair.sure()}.",
        how_tested(pair.result, FAMILY, correction=CORRECTION),
        {"selector": row["selector"]},
        detail=f"minus {pair.other['selector']}",
        estimate=pair.difference * 100,
    )
