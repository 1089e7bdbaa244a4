"""What the benchmarks say of the selectors: which cannot be told from the best, and from a reference."""

from collections.abc import Sequence
from itertools import groupby

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import percent
from reasonboard.statistics.contrasts import benjamini_hochberg
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.prm_selection.findings.words import (
    count_of,
    signed,
    test_words,
)
from reasonboard.studies.prm_selection.rows import Comparison, Row, bars, compared, reference_pairs


def of_benchmarks(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark (and student): the selectors that cannot be told from the best one.

    Rows are those of sql/by_benchmark.sql.
    """
    several = len({row["model"] for row in rows}) > 1
    panels = groupby(rows, key=lambda row: (row["benchmark"], row["model"]))
    return [
        finding
        for (benchmark, model), group in panels
        if (finding := _best(f"{benchmark} → {model}" if several else benchmark, bars(group)))
    ]


def of_gaps(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """The differences to the reference, clear ones one by one, and how many of them are clear.

    Rows are those of sql/pairs.sql.
    """
    comparisons = compared(reference_pairs(rows), benjamini_hochberg)
    if not comparisons:
        return []
    differences = count_of(len(comparisons), "difference")
    correction = f"correction after Benjamini and Hochberg over {differences}"
    clear = [one for one in comparisons if one.verdict in (Verdict.BETTER, Verdict.WORSE)]
    up = sum(one.verdict is Verdict.BETTER for one in clear)
    strongest = max(comparisons, key=lambda one: one.strength)
    summary = Finding(
        f"Of {differences} to {comparisons[0].other['selector']}, {len(clear)} "
        f"{'is' if len(clear) == 1 else 'are'} resolved after correction: {up} above, {len(clear) - up} below.",
        strongest.strength,
        test_words(comparisons, correction),
    )
    return [summary, *(_gap(one, correction) for one in clear or [strongest])]


def _best(panel: str, values: Sequence[Row]) -> Finding | None:
    if len(values) < 2:  # noqa: PLR2004
        return None
    best = max(values, key=lambda row: (row["value"], row["n_items"] or 0))
    comparisons = compared([(best, row) for row in values if row is not best])
    together = [one for one in comparisons if one.verdict is not Verdict.BETTER]
    name = f"{best['selector']} with {percent(best['value'] / 100)}"
    others = count_of(len(comparisons), "other selector")
    if not together:
        text = f"{name} is above all of {others}, resolved after correction."
    elif any(one.result is None for one in together):
        text = f"{name} is the highest; no uncertainty available for all of {others}."
    elif len(together) == len(comparisons):
        text = f"none of {others} can be told from the best, {name}."
    else:
        text = f"{len(together)} of {others} cannot be told from the best, {name}."
    return Finding(
        f"{panel}: {text}",
        max(one.strength for one in comparisons),
        test_words(
            comparisons,
            f"each selector against the highest, Holm's correction over {len(comparisons)} (the best was chosen by its "
            "value, so this says 'separable' somewhat too often)",
        ),
        {"selector": best["selector"]},
    )


def _gap(pair: Comparison, correction: str) -> Finding:
    row = pair.one
    where = f" ({row['place']})" if row["place"] else ""
    return Finding(
        f"{row['name']} is {signed(pair.difference)} {pair.other['selector']} on {row['benchmark']}{where}: "
        f"{pair.sure()}.",
        pair.strength,
        test_words([pair], correction),
        {"selector": row["selector"]},
    )
