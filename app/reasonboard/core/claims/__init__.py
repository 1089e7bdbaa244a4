"""Tests claims of sources on their values, by the words of `store.claim_rule`.

A word is a function from points and rule to an outcome; all of them raise NotTestable where the
source that it speaks of has not what the claim needs.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from reasonboard.core.claims import curves, differences, orders, values
from reasonboard.core.claims.points import (
    NotTestable,
    Point,
    filter_points,
    points_of,
    with_columns,
)
from reasonboard.core.findings.claim import Checked, unchecked
from reasonboard.store.claim_rule import Rule

WORDS: Mapping[str, Callable[[Sequence[Point], Rule], Checked]] = MappingProxyType(
    {
        "range": values.value_range,
        "count": values.count,
        "trend": curves.trend,
        "order": orders.order,
        "difference": differences.difference,
    }
)


def check(rule: Rule, rows: Sequence[Mapping[str, Any]]) -> Checked:
    """The outcome of a claim on the rows of sql/claim_rows.sql."""
    if not rows:
        return unchecked("Its source has no such numbers.")
    try:
        points = filter_points(
            with_columns(points_of(rows, aggregates=rule.aggregates), rule), rule.where
        )
        exact = any(point.exact for point in points if point.metric != rule.other)
        if exact and not _for_any_number(rule):
            raise NotTestable("This can be tested of shares only.")
        return WORDS[rule.check](points, rule)
    except NotTestable as reason:
        return unchecked(str(reason))


def _for_any_number(rule: Rule) -> bool:
    """Can the claim be tested of numbers without an uncertainty, too?"""
    if rule.check == "trend":
        return rule.method in ("ends", "lowest", "rank", "steady")
    return rule.check in ("range", "count") or (
        rule.check == "order" and not rule.mean and rule.by is None
    )
