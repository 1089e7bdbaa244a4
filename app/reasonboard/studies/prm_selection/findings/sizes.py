"""What the accuracies over the size of the selector say: which sizes pay, and does the larger win?"""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.result import largest_p
from reasonboard.core.findings.words import (
    above_or_below,
    count_of,
    how_all_tested,
    how_tested,
    join_names,
)
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.sweeps import pareto
from reasonboard.studies.prm_selection.rows import (
    CORRECTION,
    FAMILY,
    Comparison,
    Row,
    by_figure,
    compared,
    how_corrected,
    larger_pairs,
    measured_only,
)


def of_sizes(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """The frontier of size and accuracy in each figure or table, and larger against smaller selectors.

    Rows are those of sql/by_selector.sql.
    """
    places = by_figure(row for row in measured_only(rows) if row["params_b"])
    frontiers = [
        _frontier(place, group, panel)
        for place, group in places
        if len({row["params_b"] for row in group}) > 1
    ]
    return [*frontiers, *_larger(places, panel)]


def _frontier(place: str, rows: Sequence[Row], panel: str) -> Finding:
    kept = pareto([row["params_b"] for row in rows], [row["value"] for row in rows])
    edge = [rows[at] for at in kept]
    under = [row for at, row in enumerate(rows) if at not in kept]
    comparisons = compared([(_edge_at(edge, row), row) for row in under])
    close, untested = (
        [
            comparison.other["selector"]
            for comparison in comparisons
            if comparison.verdict is not Verdict.BETTER
            and (comparison.verdict is None) == is_untested
        ]
        for is_untested in (False, True)
    )
    clear = len(comparisons) - len(close) - len(untested)
    which = f"{join_names([row['selector'] for row in edge])} {'is' if len(edge) == 1 else 'are'}"
    rest, test = "none is below it", "No test: no selector is below the frontier."
    if under:
        rest = (
            f"{count_of(len(under), 'other')} {'is' if len(under) == 1 else 'are'} below it, "
            f"{'all' if clear == len(under) > 1 else clear} of them significantly"
        )
        test = how_all_tested(
            [comparison.result for comparison in comparisons],
            (
                "each selector below the frontier against the highest of its size or smaller, "
                f"{how_corrected(comparisons)}"
            ),
        )
    ties = f"; tied with it: {join_names(close)}" if close else ""
    ties += f"; not tested: {join_names(untested)}" if untested else ""
    p = largest_p([comparison.result for comparison in comparisons])
    return Finding(
        subject=place or "Frontier",
        estimate=len(edge),
        unit=f"of {len(rows)} selectors on the frontier",
        p=p,
        verdict=verdict_of(p, 0 if close or untested else 1),
        text=f"{f'{place}: ' if place else ''}{which} on the frontier of size and accuracy; {rest}{ties}.",
        test=test,
        strength=max((comparison.strength for comparison in comparisons), default=0.0),
        marks={"panel": panel, "selector": edge[-1]["selector"]},
    )


def _edge_at(edge: Sequence[Row], row: Row) -> Row:
    """The highest point of the frontier that is no larger."""
    return [point for point in edge if point["params_b"] <= row["params_b"]][-1]


def _larger(places: Sequence[tuple[str, list[Row]]], panel: str) -> list[Finding]:
    pairs = larger_pairs(places)
    if not pairs:
        return []
    comparisons = [comparison for _, comparison in pairs]
    higher = [comparison for comparison in comparisons if comparison.difference > 0]
    lower = [comparison for comparison in comparisons if comparison.difference < 0]
    up, down = _clear(higher), _clear(lower)
    count = count_of(len(comparisons), "pair")
    summary = Finding.count(
        "Larger against smaller",
        [comparison.verdict for comparison in comparisons],
        "pairs",
        f"Of {count} of selectors of different size, each in one figure or table, the larger is higher in "
        f"{len(higher)} ({up} significantly) and lower in {len(lower)} ({down} significantly).",
        how_all_tested(
            [comparison.result for comparison in comparisons], how_corrected(comparisons)
        ),
        strength=max(comparison.strength for comparison in comparisons),
    )
    place, worst = min(pairs, key=_z)
    if worst.result is None or worst.difference >= 0:
        return [summary]
    large, small = (
        f"{row['selector']} ({row['params_b']:g}B)" for row in (worst.first, worst.other)
    )
    where = f" ({place})" if place else ""
    text = (
        f"{large} is {above_or_below(worst.difference)} the smaller {small}{where}: {worst.sure()}."
    )
    marks = {"panel": panel, "selector": worst.first["selector"]}
    test = how_tested(worst.result, FAMILY, correction=CORRECTION)
    detail = f"minus {worst.other['selector']}, which is smaller"
    return [
        summary,
        Finding.of(worst.first["selector"], worst.result, text, test, marks, detail=detail),
    ]


def _z(pair: tuple[str, Comparison]) -> float:
    """The difference in standard errors, with its sign; 0 where no uncertainty is known."""
    return pair[1].strength if pair[1].difference > 0 else -pair[1].strength


def _clear(comparisons: Sequence[Comparison]) -> int:
    return sum(comparison.verdict in (Verdict.BETTER, Verdict.WORSE) for comparison in comparisons)
