"""Run A against run B, or all runs against B, over the benchmarks that both have, as one family of tests."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from reasonboard.core.findings.pairs import Answers, Difference, Row, differences
from reasonboard.core.findings.result import strength
from reasonboard.core.findings.words import FRACTION


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

    def order(pair: Pair) -> tuple[int, float, str]:
        result = pair.difference.result
        place = 0 if pair.difference.is_significant else 1 if result else 2
        return place, -strength(result), pair.row["benchmark"]

    return sorted(pairs, key=order)


class Against:
    """The differences of runs to B. The benchmarks that a run shares with B are one family."""

    def __init__(self, rows: Sequence[Row], with_answers: Callable[[list[Row]], list[Row]]) -> None:
        self._rows: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            self._rows[row["a"]["key"]].append(row)
        self._with_answers = with_answers
        self._pairs = cache(self._tested)

    def pair(self, key: str, benchmark: str) -> Pair | None:
        """A run minus B on a benchmark; None if one of them has no score on it."""
        return self._pairs(key).get(benchmark)

    def _tested(self, key: str) -> dict[str, Pair]:
        """Of one run: its answers may have to be read, which is done for the runs in sight alone."""
        rows = with_differences(self._with_answers(self._rows[key])) if key in self._rows else []
        return {row["benchmark"]: row["pair"] for row in rows}
