"""What the numbers say of the selectors: on each benchmark, by samples, by size, and against a reference."""

import math
from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.result import largest_p
from reasonboard.core.findings.words import (
    above_or_below,
    best_sentence,
    by_sign,
    count_of,
    how_all_tested,
    how_tested,
    join_names,
    percent,
    points,
    short_count,
    signed,
)
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.prm_selection.rows import (
    CORRECTION,
    FAMILY,
    Comparison,
    Ranking,
    Row,
    against_references,
    by_figure,
    compared,
    frontiers,
    how_corrected,
    larger_pairs,
    measured_only,
    rankings,
    reference_pairs,
    steps,
    with_names,
)

_RELATIONS = {"=": "exactly", ">": "more than", "<=": "at most"}


def of_benchmarks(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark (and student): how many selectors are tied with the best one.

    Rows are those of sql/by_benchmark.sql.
    """
    return [_best(ranking) for ranking in rankings(rows) if ranking.comparisons]


def of_gaps(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """The differences to the reference, clear ones one by one, and how many of them are clear.

    Rows are those of sql/pairs.sql.
    """
    comparisons = compared(reference_pairs(rows))
    if not comparisons:
        return []
    clear = [pair for pair in comparisons if pair.is_sure]
    strongest = max(comparisons, key=lambda pair: pair.strength)
    reference = comparisons[0].other["selector"]
    verdicts = [pair.verdict for pair in comparisons]
    summary = Finding.count(
        f"All against {reference}",
        verdicts,
        "differences",
        _counted(verdicts, f"to {reference}"),
        _how(comparisons),
        strength=strongest.strength,
    )
    return [summary, *map(_gap, clear or [strongest])]


def of_samples(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Each step of a curve, and each curve against the references of its figure or table.

    Rows are those of sql/by_samples.sql.
    """
    places = [group for _, group in by_figure(with_names(measured_only(rows)))]
    climbed = compared([pair for group in places for pair in steps(group)])
    against = compared([pair for group in places for pair in against_references(group)])
    return [
        *(_by_samples(pair, _gain(pair), panel) for pair in climbed),
        *(_by_samples(pair, _worth(pair), panel) for pair in against),
    ]


def of_sizes(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """The frontier of size and accuracy in each figure or table, and larger against smaller selectors.

    Rows are those of sql/by_selector.sql.
    """
    sized = [row for row in measured_only(rows) if row["params_b"]]
    return [*(_frontier(*edge, panel) for edge in frontiers(sized)), *_larger(sized, panel)]


def _how(comparisons: Sequence[Comparison], which: str = "", why: str = "") -> str:
    """The tests of these comparisons and their correction."""
    results = [pair.result for pair in comparisons]
    return how_all_tested(results, f"{which}{how_corrected(comparisons)}{why}")


def _best(ranking: Ranking) -> Finding:
    comparisons, tested = ranking.comparisons, ranking.tested
    name = f"{ranking.best} with {percent(comparisons[0].first['value'] / 100)}"
    text = f"{name} is highest; not tested, number of problems unknown"
    if tested:
        text = best_sentence(name, tested - ranking.beaten, tested, "other selector")
        text += f"; {ranking.untested:,} not tested" if ranking.untested else ""
    return Finding(
        subject=ranking.name,
        estimate=ranking.beaten if tested else None,
        unit=f"of {count_of(tested or ranking.untested, 'other')} significantly lower",
        detail=f"than the highest, {ranking.best}",
        verdict=verdict_of((0.0 if ranking.beaten else 1.0) if tested else None, 1),
        text=f"{ranking.name}: {text}.",
        test=_how(
            comparisons,
            "each selector against the highest, ",
            ", which allows for picking the highest",
        ),
        strength=max(pair.strength for pair in comparisons),
        marks={"selector": ranking.best},
    )


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


def _by_samples(pair: Comparison, text: str, panel: str) -> Finding:
    row = pair.first
    source = f" Both values from {row['place']}." if row["place"] else ""
    return Finding.of(
        row["name"],
        pair.result,
        text,
        how_tested(pair.result, FAMILY, correction=CORRECTION) + source,
        {"panel": panel, "selector": row["selector"], "samples": str(row["train_samples"])},
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
    first, other, difference = pair.first, pair.other, above_or_below(pair.difference)
    start, end = short_count(first["train_samples"]), short_count(other["train_samples"])
    if first["train_samples"] == other["train_samples"]:
        return (
            f"With {start} samples {first['name']} is {difference} {other['name']} ({pair.sure()})."
        )
    multiplier = pair.multiplier
    times = f"{_RELATIONS[multiplier.relation]} {multiplier.times:.3g}" if multiplier else ""
    return (
        f"{start} samples of {first['name']} are {difference} {end} of {other['name']} ("
        f"{pair.sure()}): going by the values, the latter needs {times} times the samples (a "
        "bound, not a measurement)."
    )


def _frontier(place: str, edge: Sequence[Row], below: Sequence[Row], panel: str) -> Finding:
    # Each against the highest of the frontier that is no larger.
    comparisons = compared(
        ([point for point in edge if point["params_b"] <= row["params_b"]][-1], row)
        for row in below
    )
    clear = sum(pair.is_sure for pair in comparisons)
    close = [pair.other["selector"] for pair in comparisons if pair.result and not pair.is_sure]
    untested = [pair.other["selector"] for pair in comparisons if not pair.result]
    which = f"{join_names([row['selector'] for row in edge])} {'is' if len(edge) == 1 else 'are'}"
    rest, test = "none is below it", "No test: no selector is below the frontier."
    if below:
        rest = (
            f"{count_of(len(below), 'other')} {'is' if len(below) == 1 else 'are'} below it, "
            f"{'all' if clear == len(below) > 1 else clear} of them significantly"
        )
        which_tests = (
            "each selector below the frontier against the highest of its size or smaller, "
        )
        test = _how(comparisons, which_tests)
    ties = f"; tied with it: {join_names(close)}" if close else ""
    ties += f"; not tested: {join_names(untested)}" if untested else ""
    p = largest_p([pair.result for pair in comparisons])
    return Finding(
        subject=place or "Frontier",
        estimate=len(edge),
        unit=f"of {len(edge) + len(below)} selectors on the frontier",
        p=p,
        verdict=verdict_of(p, 0 if close or untested else 1),
        text=f"{f'{place}: ' if place else ''}{which} on the frontier of size and accuracy; {rest}{ties}.",
        test=test,
        strength=max((pair.strength for pair in comparisons), default=0.0),
        marks={"panel": panel, "selector": edge[-1]["selector"]},
    )


def _larger(sized: Sequence[Row], panel: str) -> list[Finding]:
    """How often the larger selector is higher, and where it is lower most clearly."""
    pairs = larger_pairs(by_figure(sized))
    if not pairs:
        return []
    comparisons = [pair for _, pair in pairs]
    higher = [pair for pair in comparisons if pair.difference > 0]
    lower = [pair for pair in comparisons if pair.difference < 0]
    up, down = (sum(pair.is_sure for pair in some) for some in (higher, lower))
    summary = Finding.count(
        "Larger against smaller",
        [pair.verdict for pair in comparisons],
        "pairs",
        f"Of {count_of(len(comparisons), 'pair')} of selectors of different size, each in one figure or table, the "
        f"larger is higher in {len(higher)} ({up} significantly) and lower in {len(lower)} ({down} significantly).",
        _how(comparisons),
        strength=max(pair.strength for pair in comparisons),
    )
    place, worst = min(pairs, key=lambda pair: math.copysign(pair[1].strength, pair[1].difference))
    if worst.result is None or worst.difference >= 0:
        return [summary]
    large, small = (
        f"{row['selector']} ({row['params_b']:g}B)" for row in (worst.first, worst.other)
    )
    where = f" ({place})" if place else ""
    return [
        summary,
        Finding.of(
            worst.first["selector"],
            worst.result,
            f"{large} is {above_or_below(worst.difference)} the smaller {small}{where}: {worst.sure()}.",
            how_tested(worst.result, FAMILY, correction=CORRECTION),
            {"panel": panel, "selector": worst.first["selector"]},
            detail=f"minus {worst.other['selector']}, which is smaller",
        ),
    ]
