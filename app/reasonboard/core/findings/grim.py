"""Printed values that no count of right answers gives: misread, mistyped, or of another number of items."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from reasonboard.statistics.grim_test import possible_counts

Row = dict[str, Any]

_MOST_DECIMALS = 2
_SAME = 1e-7
"""Of a percent: more than the rounding of floats does, less than any printed place."""


def off_grain(rows: Sequence[Row]) -> list[Row]:
    """The rows whose `value` (a fraction) cannot be c of n answers as printed, in their order.

    A row has `value`, `n_items`, `n_repeats` and `n_seeds` (answers are their product, those that
    are not known counting once), and may have `source` and `metric`: the rows of one of these were
    printed alike, so that its 44 stands for 44.0 where any of them has a decimal. A percent of more
    than two decimals was not printed but computed: such a row is never named. Each is given with
    its `answers`, the `decimals` it was printed with, and `below` and `above`, the nearest values
    that were possible (fractions; None past 0 or 1). Assumes answers that count alike, right or
    wrong: scores with partial credit need not be shares.
    """
    decimals_by_source: dict[tuple[Any, Any], int] = defaultdict(int)
    for row in rows:
        if (own := decimals(row["value"])) is not None:
            key = row.get("source"), row.get("metric")
            decimals_by_source[key] = max(decimals_by_source[key], min(own, 1))
    off = []
    for row in rows:
        answers = (row["n_items"] or 0) * (row.get("n_repeats") or 1) * (row.get("n_seeds") or 1)
        own = decimals(row["value"])
        if own is None or not answers:
            continue
        printed = max(own, decimals_by_source[row.get("source"), row.get("metric")])
        if not possible_counts(row["value"], answers, printed):
            off.append(
                row | {"answers": answers, "decimals": printed} | _nearest(row["value"], answers)
            )
    return off


def table(rows: Sequence[Row]) -> list[Row]:
    """These rows as a table: the printed value and the nearest two that its number of answers allows."""
    return [
        {
            "study": row["study"],
            "source": row["title"],
            "benchmark": row["benchmark"],
            "model": row["model"],
            "metric": row["metric"],
            "value": row["value"],
            "possible below": row["below"],
            "possible above": row["above"],
            "answers": row["answers"],
            "answers from": row["n from"],
            "kind": row["kind"],
            "locator": row["locator"],
            "unit": row["unit"],
        }
        for row in rows
    ]


def decimals(value: float) -> int | None:
    """With how many decimals the fraction is printed as a percent; None for more than two."""
    percent = value * 100
    return next(
        (
            digits
            for digits in range(_MOST_DECIMALS + 1)
            if abs(round(percent, digits) - percent) < _SAME
        ),
        None,
    )


def _nearest(value: float, answers: int) -> dict[str, float | None]:
    """The nearest possible shares below and above an impossible value."""
    count = int(value * answers)
    below, above = count / answers, (count + 1) / answers
    return {
        "below": below if 0 <= below <= 1 else None,
        "above": above if 0 <= above <= 1 else None,
    }
