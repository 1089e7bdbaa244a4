"""Run A against run B over all benchmarks that both have, as one family of tests."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.core.findings.pairs import Answers, Difference, differences
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.differences import Verdict

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
        verdict, result = self.difference.verdict, self.difference.result
        if verdict is None:
            return "not testable"
        if verdict is not Verdict.NOT_SIGNIFICANT:
            return f"A {verdict.value}"
        lost = result is not None and result.p <= ALPHA
        return "only before correction" if lost else "cannot be told apart"

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


def counts(pairs: Sequence[Pair]) -> tuple[int, int, int, int]:
    """On how many benchmarks A is better, worse, undecided and not testable."""
    verdicts = Counter(pair.difference.verdict for pair in pairs)
    return (
        verdicts[Verdict.BETTER],
        verdicts[Verdict.WORSE],
        verdicts[Verdict.NOT_SIGNIFICANT],
        verdicts[None],
    )


def answer(pairs: Sequence[Pair]) -> str:
    """'better on 1 of 6, worse on 0, undecided on 5'."""
    better, worse, undecided, untested = counts(pairs)
    words = f"better on {better} of {len(pairs)}, worse on {worse}, undecided on {undecided}"
    return f"{words}, not testable on {untested}" if untested else words


def signed(points: float) -> str:
    """'+9.6', '−1.8', '0.0'."""
    return f"{points:+.1f}".replace("-", "−") if round(points, 1) else "0.0"


def in_order(pairs: Sequence[Pair]) -> list[Pair]:
    """By verdict, then by evidence, what cannot be tested last."""

    def domain_order(pair: Pair) -> tuple[int, float, str]:
        result = pair.difference.result
        decided = pair.difference.verdict in (Verdict.BETTER, Verdict.WORSE)
        strength = result.strength if result else 0.0
        return (0 if decided else 1 if result else 2, -strength, pair.row["benchmark"])

    return sorted(pairs, key=domain_order)
