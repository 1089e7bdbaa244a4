"""Two marks, or all that two models, rows or sources share: differences with their verdicts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reasonboard.core.findings.words import difference_interval, points
from reasonboard.statistics.contrasts import Contrast, contrast, verdict, verdicts_of_known
from reasonboard.statistics.differences import Verdict, mcnemar_exact, verdict_of_interval
from reasonboard.statistics.intervals import Interval
from reasonboard.statistics.repeats import paired_bootstrap
from reasonboard.statistics.uncertainty import Measured

Row = dict[str, Any]
NUMBERS = frozenset(
    {"value", "stderr", "n_items", "n_listed", "n_repeats", "n_seeds", "kind", "unit", "run", "higher_is_better"}
)  # fmt: skip
"""The columns of a mark that are no part of its place."""


@dataclass(frozen=True)
class Compared:
    """B against A at one place; the difference is B minus A."""

    place: str
    a: Row
    b: Row
    contrast: Contrast | None
    verdict: Verdict | None
    """Corrected for all places of one comparison; None where no uncertainty is known."""


@dataclass(frozen=True)
class Paired:
    """The same items answered by both: the right test where answers are known."""

    n: int
    only_a: int
    """The number of items on which A scores higher."""
    only_b: int
    """The number of items on which B scores higher; on the others both score the same."""
    difference: float
    """B minus A, the mean over the items."""
    interval: Interval | None
    """Of the difference, None where all items differ by the same: they show no spread."""
    verdict: Verdict | None
    """None where neither spread nor single answers allow a test."""
    test: str


def compared(a_rows: Sequence[Row], b_rows: Sequence[Row]) -> list[Compared]:
    """Every mark of B with the mark of A at the same place, in A's order.

    Rows have the columns of `NUMBERS` (values as fractions) and others that say their place. Two
    marks are at one place if they agree in all columns that do not tell A's from B's, that is of
    which both have values in common; a place that one of them has twice is left out.
    """
    if not a_rows or not b_rows:
        return []
    shared = _shared(a_rows, b_rows)
    of_b, of_a = (Counter(_place(row, shared) for row in rows) for rows in (b_rows, a_rows))
    there = {_place(row, shared): row for row in b_rows}
    pairs = [
        (row, there[place])
        for row in a_rows
        if of_b[place := _place(row, shared)] == of_a[place] == 1 and row["unit"] == there[place]["unit"]
    ]  # fmt: skip
    contrasts = [
        contrast(_measured(b), _measured(a)) if a["unit"] == "fraction" else None for a, b in pairs
    ]
    return [
        Compared(
            " · ".join(f"{row[name]}" for name in shared if row[name] is not None and name != "source"),
            row, other, found, _directed(conclusion, row),
        )
        for (row, other), found, conclusion in zip(pairs, contrasts, verdicts_of_known(contrasts), strict=True)
    ]  # fmt: skip


def paired(items: Sequence[Row], higher_is_better: bool | None = True) -> Paired | None:
    """B minus A over the items that both answered (`a` and `b`, mean scores from 0 to 1).

    McNemar's exact test where each item was answered once and is right or wrong, else a bootstrap
    over items, which takes the answers to one item as dependent; that has nothing to say where all
    items differ by the same. The verdict is on B as the metric has it: where less is better, the
    lower one is the better one. None without items.
    """
    if not items:
        return None
    differences = [row["b"] - row["a"] for row in items]
    only_a, only_b = sum(one < 0 for one in differences), sum(one > 0 for one in differences)
    ends = paired_bootstrap(differences)
    if all(map(_answered_once, items)):
        p = mcnemar_exact(only_a, only_b)
        conclusion: Verdict | None = verdict(only_b - only_a, p)
        test = f"McNemar's exact test on {only_a + only_b} items that changed, p = {p:.2g}"
    elif ends is None:
        conclusion = None if any(differences) else Verdict.NOT_SIGNIFICANT
        test = "none: the items show no spread"
    else:
        conclusion, test = verdict_of_interval(ends), "bootstrap over items, 10,000 draws"
    if conclusion is not None and higher_is_better is False:
        conclusion = _turned(conclusion)
    mean = sum(differences) / len(items)
    return Paired(len(items), only_a, only_b, mean, ends, conclusion, test)


def _answered_once(row: Row) -> bool:
    return row["answers_a"] == row["answers_b"] == 1 and {row["a"], row["b"]} <= {0, 1}


def sentence(one: Compared) -> str:
    """The difference in words: 'B is 4.0 points higher than A (95 % interval ...)'."""
    difference = one.b["value"] - one.a["value"]
    if one.a["unit"] != "fraction":
        return f"B is {f'{difference:+,.4g}'.replace('-', '−')} {one.a['unit']} from A; no uncertainty available."
    if one.contrast is None:
        return f"B is {_moved(difference)} A; no uncertainty available."
    ends = difference_interval(one.contrast.low, one.contrast.high)
    return f"B is {_moved(difference)} A ({ends} points of B minus A)."


def paired_sentence(one: Paired) -> str:
    """The difference over the items that both answered, in words."""
    if one.interval is not None:
        return (
            f"On the {one.n:,} items that both answered B is {_moved(one.difference)} A "
            f"({difference_interval(*one.interval)}): higher on {one.only_b:,}, lower on {one.only_a:,}."
        )
    shared = f"All {one.n:,} items" if one.n > 1 else "The only item"
    if not one.difference:
        return f"{shared} that both answered {'have' if one.n > 1 else 'has'} the same score in A and B."
    alike = "each " if one.n > 1 else ""
    return f"{shared} that both answered: B is {alike}{_moved(one.difference)} A."


def _moved(difference: float) -> str:
    way = "higher than" if difference > 0 else "lower than" if difference < 0 else "from"
    return f"{points(abs(difference))} {way}"


def _shared(a_rows: Sequence[Row], b_rows: Sequence[Row]) -> list[str]:
    places = [name for name in a_rows[0] if name not in NUMBERS]
    return [
        name
        for name in places
        if {row[name] for row in a_rows} & {row[name] for row in b_rows}
    ]  # fmt: skip


def _place(row: Row, shared: Sequence[str]) -> tuple[Any, ...]:
    return tuple(row[name] for name in shared)


def _measured(row: Row) -> Measured:
    return Measured.from_row(row["value"], row)


def _directed(conclusion: Verdict | None, row: Row) -> Verdict | None:
    return (
        _turned(conclusion) if conclusion and row.get("higher_is_better") is False else conclusion
    )


def _turned(conclusion: Verdict) -> Verdict:
    return {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}.get(
        conclusion, conclusion
    )
