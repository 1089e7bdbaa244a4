"""How the marks of a declared study stand to those that nothing beats for less."""

from collections.abc import Sequence
from itertools import groupby

from reasonboard.core.findings.frontier import Frontier
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.own.rows import Row, is_share, measured


def with_standing(rows: Sequence[Row]) -> list[Row]:
    """The marks that have a value and a cost above 0, by panel and cost, each with its `standing` to the frontier."""
    both = [row for row in rows if row["value"] is not None and (row["cost"] or 0) > 0]
    ordered = sorted(both, key=lambda row: (row["panel"], row["cost"], -_goodness(row).value))
    marks: list[Row] = []
    for _, group in groupby(ordered, key=lambda row: row["panel"]):
        panel = list(group)
        frontier = Frontier([row["cost"] for row in panel], list(map(_goodness, panel)))
        marks += [row | {"standing": frontier.standing(index)} for index, row in enumerate(panel)]
    return marks


def _goodness(row: Row) -> Measured:
    """Its value, turned round where less is better: a share with what its test needs, another number without a test."""
    is_cost, value = row["higher_is_better"] is False, row["value"]
    if is_share(row):
        return measured(row | {"value": 1 - value} if is_cost else row)
    return Measured(-value if is_cost else value)
