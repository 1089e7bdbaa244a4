"""Two marks, or all that two models, rows or sources share: differences with their verdicts."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from reasonboard.core.findings.pairs import Answers, Difference, Row, differences
from reasonboard.core.findings.result import NOT_SIGNIFICANT
from reasonboard.core.findings.words import FRACTION, NO_TEST, by_sign, change_range, points, score
from reasonboard.statistics.differences import Verdict

NUMBERS = frozenset(
    {
        "value", "stderr", "n_items", "n_listed", "n_repeats", "n_seeds", "kind", "unit", "scale", "run",
        "higher_is_better",
    }
)  # fmt: skip
"""The columns of a mark that are no part of its setting."""


@dataclass(frozen=True)
class Compared:
    """B against A at one setting."""

    setting: str
    a: Row
    b: Row
    difference: Difference
    """B minus A, corrected over all settings of one comparison."""

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on B; None where no uncertainty is known."""
        return self.difference.verdict

    @property
    def is_significant(self) -> bool:
        """Is the difference beyond chance, after the correction?"""
        return self.difference.is_significant

    @property
    def words(self) -> str:
        """The verdict in a word or two: 'significant', 'not significant', 'not tested'."""
        return "significant" if self.is_significant else self.difference.words


AnswersOf = Callable[[Sequence[tuple[Row, Row]]], Sequence[Answers]]
"""Gives the answers of B and A to the items behind each pair of rows, A first."""


def _no_answers(pairs: Sequence[tuple[Row, Row]]) -> list[Answers]:
    return [Answers()] * len(pairs)


def compared(
    a_rows: Sequence[Row], b_rows: Sequence[Row], answers_of: AnswersOf = _no_answers
) -> list[Compared]:
    """Every mark of B with the mark of A of the same setting, in A's order.

    Rows have the columns of `NUMBERS` (values as fractions) and others, their setting. Two marks have one
    setting if they agree in all columns of which A and B have values in common; a setting that one of them
    has twice is left out.
    """
    if not a_rows or not b_rows:
        return []
    shared = _shared(a_rows, b_rows)
    of_b, of_a = (Counter(_setting(row, shared) for row in rows) for rows in (b_rows, a_rows))
    rows_of_b = {_setting(row, shared): row for row in b_rows}
    pairs = [
        (row, rows_of_b[setting])
        for row in a_rows
        if of_b[setting := _setting(row, shared)] == of_a[setting] == 1 and row["unit"] == rows_of_b[setting]["unit"]
    ]  # fmt: skip
    answers = answers_of(pairs)
    tested = differences(
        [(b, a, answered) for (a, b), answered in zip(pairs, answers, strict=True)]
    )
    return [
        Compared(
            " · ".join(f"{row[name]}" for name in shared if row[name] is not None and name != "source"),
            row, other, difference,
        )
        for (row, other), difference in zip(pairs, tested, strict=True)
    ]  # fmt: skip


def pair_sentence(pair: Compared) -> str:
    """The verdict on B, as a sentence."""
    verdict = pair.verdict
    tests = pair.difference.result.tests if pair.difference.result else 0
    if verdict is None:
        return NO_TEST
    if verdict is not Verdict.NOT_SIGNIFICANT:
        after = " after correction" if tests > 1 else ""
        way = by_sign(pair.difference.estimate, "higher", "", "lower")
        return f"Significant{after}: B is {way if verdict is Verdict.DIFFERENT else verdict.value} than A."
    if pair.words != NOT_SIGNIFICANT:
        return f"Significant {pair.words}: among {tests:,} comparisons, chance can produce such a difference."
    change = pair.difference.estimate
    word = "a drop" if change < 0 else "a rise" if change > 0 else "a difference"
    counts = [row["n_items"] for row in (pair.a, pair.b) if row["n_items"] is not None]
    size = f"with {min(counts):,} problems, " if counts else ""
    return f"Not significant: {size}chance can produce such {word}."


def paired_sentence(difference: Difference) -> str:
    """The difference B minus A over the items that both answered, in words; "" where it is not paired."""
    scores = difference.scores
    if scores is None:
        return ""
    moved = _moved(difference.estimate, difference.a["unit"])
    if difference.interval:
        ends = change_range(*difference.interval, difference.a["unit"])
        return (
            f"On the {scores.n:,} problems that both answered, B is {moved} A (95% interval {ends}): "
            f"higher on {scores.only_a:,}, lower on {scores.only_b:,}."
        )
    shared = f"All {scores.n:,} problems" if scores.n > 1 else "The only problem"
    if not difference.estimate:
        return f"{shared} that both answered {'have' if scores.n > 1 else 'has'} the same score in A and B."
    alike = "each " if scores.n > 1 else ""
    return f"{shared} that both answered: B is {alike}{moved} A."


def _moved(difference: float, unit: str) -> str:
    way = by_sign(difference, "higher than", "from", "lower than")
    size = points(abs(difference)) if unit == FRACTION else score(abs(difference), unit)
    return f"{size} {way}"


def _shared(a_rows: Sequence[Row], b_rows: Sequence[Row]) -> list[str]:
    columns = [name for name in a_rows[0] if name not in NUMBERS]
    return [
        name
        for name in columns
        if {row[name] for row in a_rows} & {row[name] for row in b_rows}
    ]  # fmt: skip


def _setting(row: Row, shared: Sequence[str]) -> tuple[Any, ...]:
    return tuple(row[name] for name in shared)
