"""What the findings about data selection share: values that were measured, and pairs of them tested."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from reasonboard.core.findings.words import interval, p_value, points, resolved
from reasonboard.statistics.contrasts import Contrast, contrast, verdicts_of_known
from reasonboard.statistics.corrections import Adjust, holm, of_known
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import Measured

Row = dict[str, Any]
NONE = "no uncertainty available"
_NOT_MEASURED = ("extrapolated", "illustrative")


class Told(NamedTuple):
    """Two values compared: the first minus the second, and what that says after correction."""

    one: Row
    other: Row
    contrast: Contrast | None
    """None where no uncertainty of one of both is known."""
    verdict: Verdict | None
    p: float | None
    """Corrected for all pairs that were compared with it."""

    @property
    def difference(self) -> float:
        """As a fraction."""
        return float(self.one["value"] - self.other["value"]) / 100

    @property
    def strength(self) -> float:
        return abs(self.contrast.z) if self.contrast else 0.0

    def sure(self, times: float = 1.0) -> str:
        """The end of a sentence: '95 % interval 1.1 to 9.9; resolved after correction'."""
        if self.contrast is None or self.verdict is None:
            return NONE
        ends = interval(self.contrast.low * times, self.contrast.high * times)
        return f"{ends}; {said(self.verdict)}"


def said(verdict: Verdict) -> str:
    """An interval may exclude 0 where the corrected test resolves nothing: then this must say why."""
    words = resolved(verdict, "correction")
    return f"{words} after correction" if verdict is Verdict.NOT_RESOLVED else words


def compared(pairs: Sequence[tuple[Row, Row]], adjust: Adjust = holm) -> list[Told]:
    """Each first row against its second one, the verdicts corrected over all of them together."""
    found = [_contrast(one, other) for one, other in pairs]
    signs = verdicts_of_known(found, adjust)
    ps = of_known([each.p_value if each else None for each in found], adjust)
    together = zip(pairs, found, signs, ps, strict=True)
    return [Told(*pair, each, sign, p) for pair, each, sign, p in together]


def measured_only(rows: Iterable[Row]) -> list[Row]:
    """The rows without what nobody measured, and without values that are no shares (percent)."""
    return [
        row
        for row in rows
        if row["kind"] not in _NOT_MEASURED and 0 <= row["value"] <= 100  # noqa: PLR2004
    ]


def named(rows: Iterable[Row]) -> list[Row]:
    """The rows with the `name` that a sentence gives them: with the student where there are several."""
    known = list(rows)
    several = len({row["model"] for row in known}) > 1
    return [
        row | {"name": f"{row['selector']} → {row['model']}" if several else row["selector"]}
        for row in known
    ]


def by_place(rows: Iterable[Row]) -> list[tuple[str, list[Row]]]:
    """The rows of each figure or table and student: only those are compared with each other."""

    def key(row: Row) -> tuple[str, str]:
        return row["place"] or "", row["model"] or ""

    found = [(place, list(of)) for place, of in groupby(sorted(rows, key=key), key)]
    several = len({model for (_, model), _ in found}) > 1
    return [
        (" · ".join(filter(None, [place, model if several else ""])), of)
        for (place, model), of in found
    ]


def test_words(told: Sequence[Told], correction: str, what: str) -> str:
    """The test, its correction and its p-value: of one pair, or the smallest of several."""
    known = [one for one in told if one.contrast and one.p is not None]
    if not known:
        return f"None: of {what} neither the number of items nor a standard error is known."
    best = min(known, key=lambda one: one.p or 0.0)
    tests = "; ".join(sorted({one.contrast.test for one in known if one.contrast}))
    smallest = "the smallest " if len(known) > 1 else ""
    return (
        f"{tests[0].upper()}{tests[1:]}; {correction}: {smallest}{p_value(best.p or 0.0)} after it. Answers "
        "are taken as independent: both sides answer the same items, so the noise of a difference "
        "may be smaller than this says."
    )


def signed(fraction: float) -> str:
    """'4.6 points above', '1.8 points below', 'level with'."""
    if not fraction:
        return "level with"
    return f"{points(abs(fraction))} {'above' if fraction > 0 else 'below'}"


def short(count: float) -> str:
    """A number of samples as 950, 1k, 5.5k or 1.2M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if count >= size:
            return f"{count / size:.3g}{letter}"
    return f"{count:g}"


def count_of(number: int, noun: str) -> str:
    """'1 pair', '3 pairs'."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _contrast(one: Row, other: Row) -> Contrast | None:
    return contrast(_measured(one), _measured(other))


def _measured(row: Row) -> Measured:
    return Measured.from_row(row["value"] / 100, row)
