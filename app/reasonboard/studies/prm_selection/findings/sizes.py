"""What the accuracies over the size of the selector say: which sizes pay, and does the larger win?"""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.sweeps import pareto
from reasonboard.studies.prm_selection.findings.words import (
    count_of,
    signed,
    test_words,
)
from reasonboard.studies.prm_selection.rows import (
    Comparison,
    Row,
    by_place,
    compared,
    larger_pairs,
    measured_only,
)

_MOST_NAMES = 4


def of_sizes(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """The frontier of size and accuracy in each figure or table, and larger against smaller selectors.

    Rows are those of sql/by_selector.sql.
    """
    places = by_place(row for row in measured_only(rows) if row["params_b"])
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
    close = [one.other["selector"] for one in comparisons if one.verdict is not Verdict.BETTER]
    clear = len(comparisons) - len(close)
    which = f"{_names([row['selector'] for row in edge])} {'is' if len(edge) == 1 else 'are'}"
    rest, test = "none is beneath it", "No test: no selector is beneath the frontier."
    if under:
        rest = (
            f"{count_of(len(under), 'other')} {'is' if len(under) == 1 else 'are'} beneath it, "
            f"{clear if close else 'all'} of them resolved after correction"
        )
        test = test_words(
            comparisons,
            "each selector beneath the frontier against the highest of its size or smaller, Holm's "
            f"correction over {len(comparisons)}",
        )
    ties = f"; not resolved: {_names(close)}" if close else ""
    start = f"{place}: " if place else ""
    return Finding(
        f"{start}{which} on the frontier of size and accuracy; {rest}{ties}.",
        max((one.strength for one in comparisons), default=0.0),
        test,
        {"panel": panel, "selector": edge[-1]["selector"]},
    )


def _edge_at(edge: Sequence[Row], row: Row) -> Row:
    """The highest point of the frontier that is no larger."""
    return [one for one in edge if one["params_b"] <= row["params_b"]][-1]


def _larger(places: Sequence[tuple[str, list[Row]]], panel: str) -> list[Finding]:
    pairs = larger_pairs(places)
    if not pairs:
        return []
    comparisons = [one for _, one in pairs]
    higher = [one for one in comparisons if one.difference > 0]
    lower = [one for one in comparisons if one.difference < 0]
    count = count_of(len(comparisons), "pair")
    correction = f"Holm's correction over {count} of different size"
    summary = Finding(
        f"Of {count} of selectors of different size, each in one figure or table, the larger "
        f"is higher in {len(higher)} ({_clear(higher)} resolved after correction) and lower in "
        f"{len(lower)} ({_clear(lower)} resolved).",
        max(one.strength for one in comparisons),
        test_words(comparisons, correction),
    )
    place, worst = min(pairs, key=_z)
    if worst.result is None or worst.difference >= 0:
        return [summary]
    large, small = (f"{row['selector']} ({row['params_b']:g}B)" for row in (worst.one, worst.other))
    where = f" ({place})" if place else ""
    return [
        summary,
        Finding(
            f"{large} is {signed(worst.difference)} the smaller {small}{where}: {worst.sure()}.",
            worst.strength,
            test_words([worst], correction),
            {"panel": panel, "selector": worst.one["selector"]},
        ),
    ]


def _z(pair: tuple[str, Comparison]) -> float:
    """The difference in standard errors, with its sign; 0 where no uncertainty is known."""
    return pair[1].strength if pair[1].difference > 0 else -pair[1].strength


def _clear(comparisons: Sequence[Comparison]) -> int:
    return sum(one.verdict in (Verdict.BETTER, Verdict.WORSE) for one in comparisons)


def _names(names: Sequence[str]) -> str:
    unique = list(dict.fromkeys(names))
    if len(unique) > _MOST_NAMES:
        unique = [*unique[: _MOST_NAMES - 1], f"{len(unique) - _MOST_NAMES + 1} more"]
    return " and ".join([", ".join(unique[:-1]), unique[-1]] if len(unique) > 1 else unique)
