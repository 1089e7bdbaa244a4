"""A row of the iterations study as numbers: fractions, tokens, and what is known of their noise."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.statistics import course
from reasonboard.statistics.contrasts import Contrast, contrast
from reasonboard.statistics.series import RankCorrelation, spearman, spearman_of_differences
from reasonboard.statistics.uncertainty import Measured

Row = dict[str, Any]
"""A row of sql/grid.sql, detail.sql or summary.sql."""


class Curve(NamedTuple):
    """One benchmark of one model: its points that have a value, in the order of the iterations."""

    name: str
    benchmark: str
    aggregate: bool
    answers: int | None
    """Behind every accuracy; None where it is not known."""
    iterations: list[int]
    accuracy: list[float]
    """Fractions, one for each of `iterations`."""
    first: Measured | None
    last: Measured | None
    """Of the accuracy, None where there is none."""
    lengths: list[tuple[int, float]]
    """Iteration and mean tokens."""
    both: list[tuple[int, float, float]]
    """Iteration, accuracy and mean tokens where both have a value."""


def curves(rows: Sequence[Row]) -> list[Curve]:
    """Every row as a curve; a name says the model where there are several."""
    several = len({row["run"] for row in rows}) > 1
    return [_curve(row, several) for row in rows]


def benchmarks(rows: Sequence[Row]) -> list[Curve]:
    """Those that are no mean over others."""
    return [one for one in curves(rows) if not one.aggregate]


def gain(curve: Curve) -> Contrast | None:
    """Last minus first accuracy; None for fewer than two and where no uncertainty is known."""
    if len(curve.accuracy) < 2 or curve.first is None or curve.last is None:  # noqa: PLR2004
        return None
    return contrast(curve.last, curve.first)


def change(curve: Curve) -> float | None:
    """The same difference alone, a fraction."""
    return curve.accuracy[-1] - curve.accuracy[0] if len(curve.accuracy) > 1 else None


def levels(curve: Curve) -> RankCorrelation | None:
    """The rank correlation of accuracy and length, iteration by iteration."""
    return spearman([a for _, a, _ in curve.both], [t for *_, t in curve.both])


def steps(curve: Curve) -> RankCorrelation | None:
    """The rank correlation of their steps from each iteration to the next."""
    return spearman_of_differences([a for _, a, _ in curve.both], [t for *_, t in curve.both])


def price(curve: Curve) -> course.NoisySlope | None:
    """The least-squares slope of accuracy over length: a fraction per 1,000 tokens."""
    return course.slope_with_noise(
        [tokens / 1000 for *_, tokens in curve.both], [a for _, a, _ in curve.both], curve.answers
    )


def _curve(row: Row, several: bool) -> Curve:
    counts = (row["n_items"], row["n_repeats"], row["n_seeds"])
    columns = (row["iteration"], row["accuracy"], row["tokens"], row["stderr"])
    every = list(zip(*columns, strict=True))
    kept = [(x, value / 100, stderr) for x, value, _, stderr in every if value is not None]
    ends = [Measured(value, *counts, stderr) for _, value, stderr in kept]
    return Curve(
        name=f"{row['benchmark']} · {row['run']}" if several else row["benchmark"],
        benchmark=row["benchmark"],
        aggregate=bool(row["aggregate"]),
        answers=Measured(0, *counts).answers or None,
        iterations=[x for x, *_ in kept],
        accuracy=[value for _, value, _ in kept],
        first=ends[0] if ends else None,
        last=ends[-1] if ends else None,
        lengths=[(x, tokens) for x, _, tokens, _ in every if tokens is not None],
        both=[
            (x, value / 100, tokens)
            for x, value, tokens, _ in every
            if value is not None and tokens is not None
        ],
    )
