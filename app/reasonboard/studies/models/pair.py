"""Run A against run B over all benchmarks that both have, as one family of tests."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.core.findings.pairs import Answers, Difference, differences
from reasonboard.core.findings.words import FRACTION

Row = dict[str, Any]


class Pair(NamedTuple):
    """A row of sql/pair.sql with its difference."""

    row: Row
    difference: Difference

    @property
    def unit(self) -> str:
        """That of both scores, as it is stored."""
        return str(self.row["a"]["unit"])

    @property
    def times(self) -> float:
        """What scores and differences are multiplied by, to be shown."""
        return 100.0 if self.unit == FRACTION else 1.0

    @property
    def words(self) -> str:
        """The verdict in words."""
        return self.difference.words

    @property
    def how(self) -> str:
        """'paired, 500 problems', 'unpaired, 675 problems'."""
        if scores := self.difference.scores:
            return f"paired, {scores.n:,} problems{self.difference.of_several}"
        counts = [self.row[side]["n_items"] for side in "ab"]
        size = f", {min(filter(None, counts)):,} problems" if any(counts) else ""
        return f"unpaired{size}{self.difference.of_several}"


def with_differences(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/pair.sql, each with its `pair`, tested as one family before any is filtered."""
    tested = differences(
        [(row["a"], row["b"], Answers.from_row(row, row["a"]["unit"])) for row in rows]
    )
    return [
        row | {"pair": Pair(row, difference)} for row, difference in zip(rows, tested, strict=True)
    ]


def in_order(pairs: Sequence[Pair]) -> list[Pair]:
    """By verdict, then by evidence, what cannot be tested last."""

    def domain_order(pair: Pair) -> tuple[int, float, str]:
        result = pair.difference.result
        strength = result.strength if result else 0.0
        place = 0 if pair.difference.is_significant else 1 if result else 2
        return (place, -strength, pair.row["benchmark"])

    return sorted(pairs, key=domain_order)
