"""Run A against run B over all benchmarks that both have, as one family of tests."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.core.findings.pairs import Answers, Difference, differences

Row = dict[str, Any]


class Pair(NamedTuple):
    """A row of sql/pair.sql with its difference."""

    row: Row
    difference: Difference

    @property
    def times(self) -> float:
        return 100.0 if self.row["a"]["unit"] == "fraction" else 1.0

    @property
    def words(self) -> str:
        """The verdict in words."""
        return self.difference.words

    @property
    def how(self) -> str:
        """'paired, 500 problems', 'unpaired, 675 problems'."""
        if scores := self.difference.scores:
            return f"paired, {scores.n:,} problems"
        counts = [self.row[side]["n_items"] for side in "ab"]
        return f"unpaired, {min(filter(None, counts)):,} problems" if any(counts) else "unpaired"


def with_differences(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/pair.sql, each with its `pair`, tested as one family before any is filtered."""
    tested = differences([(row["a"], row["b"], Answers.from_row(row)) for row in rows])
    return [
        row | {"pair": Pair(row, difference)} for row, difference in zip(rows, tested, strict=True)
    ]


def signed(points: float) -> str:
    """'+9.6', '−1.8', '0.0'."""
    return f"{points:+.1f}".replace("-", "−") if round(points, 1) else "0.0"


def in_order(pairs: Sequence[Pair]) -> list[Pair]:
    """By verdict, then by evidence, what cannot be tested last."""

    def domain_order(pair: Pair) -> tuple[int, float, str]:
        result = pair.difference.result
        strength = result.strength if result else 0.0
        place = 0 if pair.difference.is_significant else 1 if result else 2
        return (place, -strength, pair.row["benchmark"])

    return sorted(pairs, key=domain_order)
