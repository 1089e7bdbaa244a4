"""Which marks of a declared study nothing beats for less."""

from collections.abc import Sequence
from itertools import groupby

from reasonboard.statistics.contrasts import ALPHA, adjust_known, contrast
from reasonboard.studies.own.rows import Row, measured

ON, TOGETHER, OFF = "on the frontier", "cannot be told from the frontier", "beaten for less"


def with_standing(rows: Sequence[Row]) -> list[Row]:
    """The marks that have a value and a cost above 0, each with how it stands to the frontier of its panel.

    A mark is on the frontier where none that costs no more has a higher value. Another one cannot be told from it
    where the test against the best mark of no higher cost is not significant, corrected by Holm's method over all
    marks off the frontiers.
    """
    both = [row for row in rows if row["value"] is not None and (row["cost"] or 0) > 0]
    ordered = sorted(both, key=lambda row: (row["panel"], row["cost"], -row["value"]))
    leaders = [
        _leader(row, panel)
        for panel in (list(group) for _, group in groupby(ordered, key=lambda row: row["panel"]))
        for row in panel
    ]
    tests = [
        contrast(measured(leader), measured(row)) if leader else None
        for row, leader in zip(ordered, leaders, strict=True)
    ]
    adjusted = adjust_known([test and test.p_value for test in tests])
    return [
        row
        | {"standing": ON if leader is None else OFF if p is not None and p <= ALPHA else TOGETHER}
        for row, leader, p in zip(ordered, leaders, adjusted, strict=True)
    ]


def _leader(row: Row, panel: Sequence[Row]) -> Row | None:
    """The best mark that costs no more and has a higher value; None for a mark on the frontier."""
    ahead = [mark for mark in panel if mark["cost"] <= row["cost"] and mark["value"] > row["value"]]
    return max(ahead, key=lambda mark: mark["value"]) if ahead else None
