"""Two marks, or all that two models, rows or sources share: differences with their verdicts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.findings.words import interval, points
from app.statistics.contrasts import Contrast, Measured, contrast, verdicts
from app.statistics.differences import Verdict, mcnemar_exact, paired_bootstrap

Row = dict[str, Any]
NUMBERS = frozenset(
    {"value", "stderr", "n_items", "n_repeats", "n_seeds", "kind", "unit", "run", "higher_is_better"}
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
    only_b: int
    low: float
    high: float
    difference: float
    verdict: Verdict
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
    told = iter(verdicts([one for one in contrasts if one]))
    return [
        Compared(
            " · ".join(f"{row[name]}" for name in shared if row[name] is not None and name != "source"),
            row, other, found, _directed(next(told), row) if found else None,
        )
        for (row, other), found in zip(pairs, contrasts, strict=True)
    ]  # fmt: skip


def paired(items: Sequence[Row], higher_is_better: bool | None = True) -> Paired | None:
    """B minus A over the items that both answered (`a` and `b`, mean scores from 0 to 1).

    McNemar's exact test where each item was answered once and is right or wrong, else a bootstrap
    over items, which takes the answers to one item as dependent. None for fewer than two items and
    where all items differ by the same, unless it is 0.
    """
    if len(items) < 2:  # noqa: PLR2004
        return None
    differences = [row["b"] - row["a"] for row in items]
    mean = sum(differences) / len(items)
    only_a, only_b = sum(one < 0 for one in differences), sum(one > 0 for one in differences)
    found = paired_bootstrap(differences)
    if found is None:
        return None
    single = all(
        row["answers_a"] == row["answers_b"] == 1 and {row["a"], row["b"]} <= {0, 1}
        for row in items
    )
    if single:
        p = mcnemar_exact(only_a, only_b)
        clear = p <= 0.05  # noqa: PLR2004
        test = f"McNemar's exact test on {only_a + only_b} items that changed, p = {p:.2g}"
    else:
        clear = found.low > 0 or found.high < 0
        test = "bootstrap over items, 10,000 draws"
    verdict = (Verdict.BETTER if mean > 0 else Verdict.WORSE) if clear else Verdict.NOT_RESOLVED
    if higher_is_better is False:
        verdict = _turned(verdict)
    return Paired(len(items), only_a, only_b, found.low, found.high, mean, verdict, test)


def sentence(one: Compared) -> str:
    """The difference in words: 'B is 4.0 points higher than A (95 % interval ...)'."""
    difference = one.b["value"] - one.a["value"]
    if one.a["unit"] != "fraction":
        return f"B is {difference:+,.4g} {one.a['unit']} from A; no uncertainty available."
    way = "higher than" if difference > 0 else "lower than" if difference < 0 else "from"
    size = points(abs(difference))
    if one.contrast is None:
        return f"B is {size} {way} A; no uncertainty available."
    return f"B is {size} {way} A ({interval(one.contrast.low, one.contrast.high)} points of B minus A)."


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
    return Measured(
        row["value"], row["n_items"], row.get("n_repeats"), row.get("n_seeds"), row["stderr"]
    )


def _directed(verdict: Verdict, row: Row) -> Verdict:
    return _turned(verdict) if row.get("higher_is_better") is False else verdict


def _turned(verdict: Verdict) -> Verdict:
    return {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}.get(verdict, verdict)
