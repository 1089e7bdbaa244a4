"""All runs against B: the difference of each, as *Two models* tests that pair."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache

from reasonboard.studies.models.pair import Pair, Row, with_differences


class Against:
    """The differences of runs to B. The benchmarks that a run shares with B are one family."""

    def __init__(
        self, rows: Sequence[Row], with_answers: Callable[[Sequence[Row]], Sequence[Row]]
    ) -> None:
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
