"""The rows of data selection: values that were measured, by figure or table, and pairs of them tested."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, pairwise
from typing import Any, NamedTuple

from reasonboard.core.findings.result import Result, results, strength
from reasonboard.core.findings.words import conclusion
from reasonboard.statistics.contrasts import Adjust, Contrast, contrast, holm
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.growth import doublings
from reasonboard.statistics.uncertainty import Measured

Row = dict[str, Any]
_NOT_MEASURED = ("extrapolated", "illustrative")


class Comparison(NamedTuple):
    """Two values compared: the first minus the second, and what that says after correction."""

    one: Row
    other: Row
    result: Result | None
    """None where no uncertainty of one of both is known."""

    @property
    def difference(self) -> float:
        """As a fraction."""
        return float(self.one["value"] - self.other["value"]) / 100

    @property
    def verdict(self) -> Verdict | None:
        return self.result.verdict if self.result else None

    @property
    def strength(self) -> float:
        return strength(self.result)

    @property
    def contrast(self) -> Contrast | None:
        """The same without the correction."""
        return contrast(_measured(self.one), _measured(self.other))

    @property
    def per_doubling(self) -> float:
        """The share of the difference that each doubling of the samples brings."""
        return 1 / doublings(self.other["train_samples"], self.one["train_samples"])

    def sure(self, times: float = 1.0) -> str:
        """The end of a sentence: '95 % interval 1.1 to 9.9; resolved after correction'."""
        return conclusion(self.result, times=times, always=True)


def compared(pairs: Sequence[tuple[Row, Row]], adjust: Adjust = holm) -> list[Comparison]:
    """Each first row against its second one, the verdicts corrected over all of them together."""
    tests = [Comparison(*pair, None).contrast for pair in pairs]
    return [Comparison(*pair, one) for pair, one in zip(pairs, results(tests, adjust), strict=True)]


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

    groups = [(place, list(group)) for place, group in groupby(sorted(rows, key=key), key)]
    several = len({model for (_, model), _ in groups}) > 1
    return [
        (" · ".join(filter(None, [place, model if several else ""])), group)
        for (place, model), group in groups
    ]


def steps(rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    """Of each curve the later point with the one before it."""
    for curve in _curves(rows):
        for start, end in pairwise(curve):
            yield end, start


def against_references(rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    """A curve's point of as many samples as a reference, else its first point if that has fewer."""
    for curve in _curves(rows):
        for other in (row for row in rows if row["reference"]):
            same = [row for row in curve if row["train_samples"] == other["train_samples"]]
            if same or curve[0]["train_samples"] < other["train_samples"]:
                yield (same or curve)[0], other


def larger_pairs(places: Sequence[tuple[str, list[Row]]]) -> list[tuple[str, Comparison]]:
    """The larger against the smaller of all pairs of different size in one figure or table."""
    pairs = [
        (place, pair)
        for place, rows in places
        for pair in combinations(sorted(rows, key=lambda row: -float(row["params_b"])), 2)
        if pair[0]["params_b"] > pair[1]["params_b"] and pair[0]["selector"] != pair[1]["selector"]
    ]
    comparisons = compared([pair for _, pair in pairs])
    return [(place, one) for (place, _), one in zip(pairs, comparisons, strict=True)]


def bars(rows: Iterable[Row]) -> list[Row]:
    """The values that the bars of sql/by_benchmark.sql stand for, of the same number of samples."""
    values = measured_only(
        row
        | row["known"][0]
        | {
            "value": row["values"][0],
            "kind": row["kinds"][0],
            "train_samples": row["samples"][0],
        }
        for row in rows
        if row["values"]
    )
    return [row for row in values if row["train_samples"] in (None, row["budget"])]


def reference_pairs(rows: Iterable[Row]) -> list[tuple[Row, Row]]:
    """The rows of sql/pairs.sql, each with the reference's side of it."""
    names = ("value", "kind", "n_items", "n_repeats", "n_seeds", "stderr")
    return [
        (row, other)
        for row in named(measured_only(rows))
        for other in measured_only(
            [{"selector": row["other"]} | {name: row[f"other_{name}"] for name in names}]
        )
    ]


def _curves(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The values of each selector by rising numbers of samples; none with two values for one number."""
    loose = sorted(
        (row for row in rows if not row["reference"]),
        key=lambda row: (row["selector"], row["train_samples"]),
    )
    for _, group in groupby(loose, key=lambda row: str(row["selector"])):
        curve = list(group)
        if len({row["train_samples"] for row in curve}) == len(curve):
            yield curve


def _measured(row: Row) -> Measured:
    return Measured.from_row(row["value"] / 100, row)
