"""What the accuracies over the size of the selector say: which sizes pay, and does the larger win?"""

from collections.abc import Sequence
from itertools import combinations

from reasonboard.core.findings.finding import Finding
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.frontier import pareto
from reasonboard.studies.prm_selection.findings.prm_selection_values import (
    Row,
    Told,
    by_place,
    compared,
    count_of,
    measured_only,
    signed,
    test_words,
)

_MOST_NAMES = 4


def of_sizes(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """The frontier of size and accuracy in each figure or table, and larger against smaller selectors.

    Rows are those of sql/by_selector.sql.
    """
    places = by_place(row for row in measured_only(rows) if row["params_b"])
    frontiers = [_frontier(place, of, panel) for place, of in places if _several_sizes(of)]
    return [*frontiers, *_larger(places, panel)]


def larger_pairs(places: Sequence[tuple[str, list[Row]]]) -> list[tuple[str, Told]]:
    """The larger against the smaller of all pairs of different size in one figure or table."""
    pairs = [
        (place, pair)
        for place, of in places
        for pair in combinations(sorted(of, key=lambda row: -float(row["params_b"])), 2)
        if pair[0]["params_b"] > pair[1]["params_b"] and pair[0]["selector"] != pair[1]["selector"]
    ]
    told = compared([pair for _, pair in pairs])
    return [(place, one) for (place, _), one in zip(pairs, told, strict=True)]


def _frontier(place: str, rows: Sequence[Row], panel: str) -> Finding:
    kept = pareto([row["params_b"] for row in rows], [row["value"] for row in rows])
    edge = [rows[at] for at in kept]
    under = [row for at, row in enumerate(rows) if at not in kept]
    told = compared([(_edge_at(edge, row), row) for row in under])
    clear = [one for one in told if one.verdict is Verdict.BETTER]
    close = [one.other["selector"] for one in told if one.verdict is not Verdict.BETTER]
    which = f"{_names([row['selector'] for row in edge])} {'is' if len(edge) == 1 else 'are'}"
    rest = (
        f"{count_of(len(under), 'other')} {'is' if len(under) == 1 else 'are'} beneath it, "
        f"{'all' if len(clear) == len(under) else len(clear)} of them resolved after correction"
        if under
        else "none is beneath it"
    )
    ties = f"; not resolved: {_names(close)}" if close else ""
    start = f"{place}: " if place else ""
    return Finding(
        f"{start}{which} on the frontier of size and accuracy; {rest}{ties}.",
        max((one.strength for one in told), default=0.0),
        test_words(
            told,
            f"each selector beneath the frontier against the highest of its size or smaller, Holm's "
            f"correction over {len(told)}",
            "these values",
        )
        if told
        else "No test: no selector is beneath the frontier.",
        {"panel": panel, "selector": edge[-1]["selector"]},
    )


def _edge_at(edge: Sequence[Row], row: Row) -> Row:
    """The highest point of the frontier that is no larger."""
    return [one for one in edge if one["params_b"] <= row["params_b"]][-1]


def _larger(places: Sequence[tuple[str, list[Row]]], panel: str) -> list[Finding]:
    found = larger_pairs(places)
    if not found:
        return []
    told = [one for _, one in found]
    higher = [one for one in told if one.difference > 0]
    lower = [one for one in told if one.difference < 0]
    place, worst = min(found, key=lambda each: each[1].contrast.z if each[1].contrast else 0.0)
    correction = f"Holm's correction over {count_of(len(told), 'pair')} of different size"
    words = test_words(told, correction, "these values")
    summary = Finding(
        f"Of {count_of(len(told), 'pair')} of selectors of different size, each in one figure or table, the larger "
        f"is higher in {len(higher)} ({_clear(higher)} resolved after correction) and lower in "
        f"{len(lower)} ({_clear(lower)} resolved).",
        max(one.strength for one in told),
        words,
    )
    if worst.contrast is None or worst.difference >= 0:
        return [summary]
    return [
        summary,
        Finding(
            f"{worst.one['selector']} ({worst.one['params_b']:g}B) is {signed(worst.difference)} the smaller "
            f"{worst.other['selector']} ({worst.other['params_b']:g}B){_in(place)}: {worst.sure()}.",
            worst.strength,
            test_words([worst], correction, "these values"),
            {"panel": panel, "selector": worst.one["selector"]},
        ),
    ]


def _clear(told: Sequence[Told]) -> int:
    return sum(one.verdict in (Verdict.BETTER, Verdict.WORSE) for one in told)


def _several_sizes(rows: Sequence[Row]) -> bool:
    return len({row["params_b"] for row in rows}) > 1


def _names(names: Sequence[str]) -> str:
    unique = list(dict.fromkeys(names))
    if len(unique) > _MOST_NAMES:
        unique = [*unique[: _MOST_NAMES - 1], f"{len(unique) - _MOST_NAMES + 1} more"]
    return " and ".join([", ".join(unique[:-1]), unique[-1]] if len(unique) > 1 else unique)


def _in(place: str) -> str:
    return f" ({place})" if place else ""
