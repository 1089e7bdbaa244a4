"""What the benchmarks say of the selectors: which cannot be told from the best, and from a reference."""

from collections.abc import Sequence
from itertools import groupby

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.result import largest_p
from reasonboard.core.findings.words import (
    BENJAMINI_HOCHBERG,
    best_sentence,
    count_of,
    how_all_tested,
    how_tested,
    percent,
    signed,
)
from reasonboard.statistics.contrasts import benjamini_hochberg
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import Measured, of_measured
from reasonboard.studies.prm_selection.rows import Comparison, Row, bars, compared, reference_pairs


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
    comparisons = compared(reference_pairs(rows), benjamini_hochberg)
    if not comparisons:
        return []
    differences = count_of(len(comparisons), "difference")
    clear = [one for one in comparisons if one.verdict in (Verdict.BETTER, Verdict.WORSE)]
    up = sum(one.verdict is Verdict.BETTER for one in clear)
    strongest = max(comparisons, key=lambda one: one.strength)
    reference = comparisons[0].other["selector"]
    summary = Finding.count(
        f"All against {reference}",
        [one.verdict for one in comparisons],
        "differences",
        f"Of {differences} to {reference}, {len(clear)} {'is' if len(clear) == 1 else 'are'} resolved after "
        f"correction: {up} above, {len(clear) - up} below.",
        how_all_tested(
            [one.result for one in comparisons], f"{BENJAMINI_HOCHBERG} over {differences}"
        ),
        strength=strongest.strength,
    )
    return [summary, *map(_gap, clear or [strongest])]


def _best(panel: str, values: Sequence[Row]) -> Finding:
    best = max(values, key=lambda row: (row["value"], row["n_items"] or 0))
    comparisons = compared([(best, row) for row in values if row is not best])
    tied = [one for one in comparisons if one.verdict is not Verdict.BETTER]
    p = largest_p([one.result for one in comparisons])
    name = f"{best['selector']} with {percent(best['value'] / 100)}"
    text = best_sentence(name, len(tied), len(comparisons), "other selector")
    if any(one.result is None for one in tied):
        others = count_of(len(comparisons), "other selector")
        text = f"{name} is the highest; no uncertainty available for all of {others}"
    ends = of_measured(Measured.from_row(best["value"] / 100, best))
    return Finding(
        subject=panel,
        estimate=best["value"],
        low=ends.low * 100 if ends else None,
        high=ends.high * 100 if ends else None,
        unit="%",
        p=p,
        verdict=verdict_of(p, 0 if tied else 1),
        text=f"{panel}: {text}.",
        test=how_all_tested(
            [one.result for one in comparisons],
            f"each selector against the highest, Holm's correction over {len(comparisons)} (the best was chosen by its "
            "value, so this says 'separable' somewhat too often)",
        ),
        strength=max(one.strength for one in comparisons),
        marks={"selector": best["selector"]},
    )


def _gap(pair: Comparison) -> Finding:
    row = pair.one
    where = f" ({row['place']})" if row["place"] else ""
    return Finding.of(
        f"{row['name']} · {row['benchmark']}",
        pair.result,
        f"{row['name']} is {signed(pair.difference)} {pair.other['selector']} on {row['benchmark']}{where}: "
        f"{pair.sure()}.",
        how_tested(pair.result, "differences", correction=BENJAMINI_HOCHBERG),
        {"selector": row["selector"]},
        estimate=pair.difference * 100,
    )
