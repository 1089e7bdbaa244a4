"""What the benchmarks say of the selectors: how many are tied with the best, and which differ from a reference."""

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
    """For each benchmark (and student): how many selectors are tied with the best one.

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
    clear = [
        comparison
        for comparison in comparisons
        if comparison.verdict in (Verdict.BETTER, Verdict.WORSE)
    ]
    strongest = max(comparisons, key=lambda comparison: comparison.strength)
    reference = comparisons[0].other["selector"]
    verdicts = [comparison.verdict for comparison in comparisons]
    summary = Finding.count(
        f"All against {reference}",
        verdicts,
        "differences",
        _counted(verdicts, f"to {reference}"),
        how_all_tested(
            [comparison.result for comparison in comparisons], how_corrected(comparisons)
        ),
        strength=strongest.strength,
    )
    return [summary, *map(_gap, clear or [strongest])]


def _counted(verdicts: Sequence[Verdict | None], to: str) -> str:
    """'Of 7 differences to X, 2 are significant after correction: 2 above, 0 below; 1 more is not tested.'"""
    up, down = verdicts.count(Verdict.BETTER), verdicts.count(Verdict.WORSE)
    untested = verdicts.count(None)
    tested = count_of(len(verdicts) - untested, "difference")
    if untested == len(verdicts):
        return f"None of {count_of(untested, 'difference')} {to} is tested: number of problems unknown."
    left = f"; {untested:,} more {'is' if untested == 1 else 'are'} not tested" if untested else ""
    are = "is" if up + down == 1 else "are"
    return f"Of {tested} {to}, {up + down} {are} significant after correction: {up} above, {down} below{left}."


def _best(panel: str, values: Sequence[Row]) -> Finding:
    comparisons = against_highest(values)
    best = comparisons[0].first
    verdicts = [comparison.verdict for comparison in comparisons]
    name = f"{best['selector']} with {percent(best['value'] / 100)}"
    untested = verdicts.count(None)
    known = len(verdicts) - untested
    clear = verdicts.count(Verdict.BETTER)
    text = f"{name} is highest; not tested, number of problems unknown"
    if known:
        text = best_sentence(name, known - clear, known, "other selector")
        text += f"; {untested:,} not tested" if untested else ""
    return Finding(
        subject=panel,
        estimate=clear if known else None,
        unit=f"of {count_of(known or untested, 'other')} significantly lower",
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
