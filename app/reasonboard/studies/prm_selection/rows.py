"""The rows of data selection: values that were measured, by figure or table, and pairs of them tested."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, pairwise
from typing import Any, NamedTuple

from reasonboard.core.findings.result import Result, one_of, strength
from reasonboard.core.findings.words import conclusion
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.growth import Multiplier, data_multiplier, doublings
from reasonboard.statistics.sweeps import pareto
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]
"""A value in percent with its `kind` and what is known of how it was measured. `comparisons` is how many pairs
of values its source and metric have on one benchmark and student: the family of all tests of the page."""

CORRECTION = "Bonferroni's correction"
FAMILY = "pairs of values on one benchmark"
"""What is tested together, the same in all charts and whatever is filtered."""
INTERVALS = "95% intervals"


class Comparison(NamedTuple):
    """Two values compared: the first minus the second, and what that says after correction."""

    first: Row
    other: Row
    result: Result | None
    """None where no uncertainty of one of both is known."""

    @property
    def difference(self) -> float:
        """As a fraction."""
        return float(self.first["value"] - self.other["value"]) / 100

    @property
    def verdict(self) -> Verdict | None:
        return self.result.verdict if self.result else None

    @property
    def is_sure(self) -> bool:
        """Is it significant, whichever way?"""
        return self.verdict in (Verdict.BETTER, Verdict.WORSE)

    @property
    def strength(self) -> float:
        return strength(self.result)

    @property
    def ends(self) -> tuple[float, float] | None:
        """The 95% interval of the difference, fractions."""
        return self.result.interval if self.result else None

    @property
    def per_doubling(self) -> float:
        """The share of the difference that each doubling of the samples brings."""
        return 1 / doublings(self.other["train_samples"], self.first["train_samples"])

    @property
    def multiplier(self) -> Multiplier | None:
        """How many times the samples of the first the second needs for the same value: a bound."""
        few, many = self.first, self.other
        return data_multiplier(
            few["train_samples"], few["value"], [many["train_samples"]], [many["value"]]
        )

    def sure(self, times: float = 1.0) -> str:
        """The end of a sentence: '95% interval +1.1 to +9.9; significant after correction'."""
        return conclusion(self.result, times=times)


def compared(pairs: Iterable[tuple[Row, Row]]) -> list[Comparison]:
    """Each first row against its second one, corrected over all `comparisons` of their source and metric."""
    return [Comparison(*pair, _tested(*pair)) for pair in pairs]


def how_corrected(comparisons: Iterable[Comparison]) -> str:
    """The correction and its family: "Bonferroni's correction over the 237 pairs of values on one benchmark"."""
    tests = next((comparison.result.tests for comparison in comparisons if comparison.result), 0)
    return f"{CORRECTION} over all {tests:,} {FAMILY}"


def _tested(row: Row, other: Row) -> Result | None:
    """The first minus the second, as one of all comparisons of the page.

    None of what nobody measured, or where no uncertainty is known.
    """
    if not all(is_measured(row) and is_share(row) for row in (row, other)):
        return None
    return one_of(max(1, int(row["comparisons"])), _measured(row), _measured(other))


def is_measured(row: Row) -> bool:
    """Was the value measured, whoever read it?"""
    return row["kind"] not in ("extrapolated", "illustrative")


def is_share(row: Row) -> bool:
    """Is its value a share, so that it can have an interval?"""
    return 0 <= float(row["value"]) <= 100  # noqa: PLR2004


def measured_only(rows: Iterable[Row]) -> list[Row]:
    """The rows of measured values, extrapolated and illustrative ones left out, from 0 to 100 percent."""
    return [row for row in rows if is_measured(row) and is_share(row)]


def uncertainty(row: Row) -> Uncertainty | None:
    """The 95% interval of a row's value as fractions, by what the row says of it."""
    return of_measured(_measured(row)) if is_share(row) else None


def interval(row: Row) -> tuple[float, float] | None:
    """The 95% interval of a row's value in percent; None where its uncertainty is not known."""
    ends = uncertainty(row)
    return (ends.low * 100, ends.high * 100) if ends else None


def several_models(rows: Iterable[Row]) -> bool:
    """Is there more than one student, so that each must be named?"""
    return len({row["model"] for row in rows}) > 1


def with_names(rows: Iterable[Row]) -> list[Row]:
    """The rows with the `name` that a sentence gives them: with the student where there are several."""
    listed = list(rows)
    several = several_models(listed)
    return [
        row | {"name": f"{row['selector']} → {row['model']}" if several else row["selector"]}
        for row in listed
    ]


def by_figure(rows: Iterable[Row]) -> list[tuple[str, list[Row]]]:
    """The rows of each figure or table and student: only those are compared with each other."""
    groups = [
        (figure, list(group))
        for figure, group in groupby(sorted(rows, key=_figure_and_student), _figure_and_student)
    ]
    several = len({model for (_, model), _ in groups}) > 1
    return [
        (" · ".join(filter(None, [figure, model if several else ""])), group)
        for (figure, model), group in groups
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


def larger_pairs(figures: Sequence[tuple[str, list[Row]]]) -> list[tuple[str, Comparison]]:
    """The larger against the smaller of all pairs of different size in one figure or table."""
    return [
        (figure, comparison)
        for figure, rows in figures
        for comparison in compared(
            (large, small)
            for large, small in combinations(sorted(rows, key=lambda row: -row["params_b"]), 2)
            if large["params_b"] > small["params_b"] and large["selector"] != small["selector"]
        )
    ]


def larger_reference(curve: Sequence[Row], references: Iterable[Row]) -> Comparison | None:
    """The first point of a curve against the reference with the most samples of those that have more.

    Only values of one figure or table and student are compared.
    """
    first = curve[0]
    larger = [
        row
        for row in references
        if _figure_and_student(row) == _figure_and_student(first)
        and row["train_samples"] > first["train_samples"]
    ]
    most = max(larger, key=lambda row: (row["train_samples"], row["value"]), default=None)
    return compared([(first, most)])[0] if most else None


def frontiers(rows: Iterable[Row]) -> list[tuple[str, list[Row], list[Row]]]:
    """Of each figure or table (and student) with several sizes: the selectors that no smaller one reaches, by rising
    size (`params_b`), and those below them.
    """
    edges = []
    for figure, same in by_figure(rows):
        sizes = [row["params_b"] for row in same]
        if len(set(sizes)) > 1:
            kept = pareto(sizes, [row["value"] for row in same])
            below = [row for at, row in enumerate(same) if at not in kept]
            edges.append((figure, [same[at] for at in kept], below))
    return edges


def values_of(row: Row) -> list[Row]:
    """The values of one selector on one benchmark (sql/by_benchmark.sql), the most trusted first."""
    return [row | value for value in row["values"] or []]


def bars(rows: Iterable[Row]) -> list[Row]:
    """The values that the bars of sql/by_benchmark.sql stand for, of the same number of samples."""
    values = measured_only(value for row in rows for value in values_of(row)[:1])
    return [row for row in values if row["train_samples"] in (None, row["budget"])]


def against_highest(values: Sequence[Row]) -> list[Comparison]:
    """The highest of the bars of one benchmark and student against each of the others."""
    best = max(values, key=lambda row: (row["value"], row["n_items"] or 0))
    return compared([(best, row) for row in values if row is not best])


class Ranking(NamedTuple):
    """The selectors on one benchmark, for one student."""

    name: str
    """The benchmark, with the student if there are several."""
    rows: list[Row]
    """Of sql/by_benchmark.sql: one for each selector."""
    values: list[Row]
    """Their values (`bars`)."""
    comparisons: list[Comparison]
    """The highest against each of the others; [] of fewer than two."""

    @property
    def benchmark(self) -> str:
        return str(self.rows[0]["benchmark"])

    @property
    def best(self) -> str:
        return str(self.comparisons[0].first["selector"])

    @property
    def leaders(self) -> list[str]:
        """The selectors with the highest value."""
        top = self.comparisons[0].first["value"]
        return [row["selector"] for row in self.values if row["value"] == top]

    @property
    def beaten(self) -> int:
        """How many selectors the highest is significantly above."""
        return sum(pair.is_sure for pair in self.comparisons)

    @property
    def tested(self) -> int:
        return sum(pair.result is not None for pair in self.comparisons)

    @property
    def untested(self) -> int:
        return len(self.comparisons) - self.tested


def rankings(rows: Sequence[Row]) -> list[Ranking]:
    """The rows of sql/by_benchmark.sql by benchmark and student."""
    several = several_models(rows)
    found: list[Ranking] = []
    for (benchmark, model), group in groupby(rows, lambda row: (row["benchmark"], row["model"])):
        of_selectors = list(group)
        values = bars(of_selectors)
        against = against_highest(values) if len(values) > 1 else []
        name = f"{benchmark} → {model}" if several else benchmark
        found.append(Ranking(name, of_selectors, values, against))
    return found


def pairs(rows: Iterable[Row]) -> list[tuple[Row, Row]]:
    """The rows of sql/pairs.sql, each with the reference's side of it."""
    names = ("value", "kind", "n_items", "n_repeats", "n_seeds", "stderr")
    return [
        (
            row,
            {"selector": row["other"], "scale": row["scale"]}
            | {name: row[f"other_{name}"] for name in names},
        )
        for row in rows
    ]


def reference_pairs(rows: Iterable[Row]) -> list[tuple[Row, Row]]:
    """The pairs of sql/pairs.sql in which both values were measured, with names for a sentence."""
    return [pair for pair in pairs(with_names(measured_only(rows))) if measured_only(pair[1:])]


def _figure_and_student(row: Row) -> tuple[str, str]:
    """The figure or table, and the student."""
    return row["place"] or "", row["model"] or ""


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
