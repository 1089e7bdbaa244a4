"""What the iterations bought: gains, what they cost in tokens, and the picked benchmark in full."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import by_sign, conclusion, how_tested, points, trend_sentence
from reasonboard.studies.iterations.along import ITERATION, after
from reasonboard.studies.iterations.curve import Curve
from reasonboard.studies.iterations.family import curves, recipes_of
from reasonboard.studies.iterations.findings.recipes import (
    of_the_differences,
    of_the_gain,
    shown_of,
)
from reasonboard.studies.iterations.findings.trajectory import of_the_course
from reasonboard.studies.iterations.forms import RECIPES, SEEDS, STRIPS
from reasonboard.studies.iterations.rows import Row

_TOKENS, _LENGTH = "Tokens, first → last", "Length"
_LINE = "z test of no slope of the least-squares line of accuracy over mean tokens, all iterations"
_LINE_NOTE = (
    "The interval covers the binomial noise of the answers. The slope describes what "
    "changed together in training, not what longer answers would bring."
)


def of_the_gains(
    rows: Sequence[Row], *, along: str = ITERATION, form: str = STRIPS, **_options: str
) -> list[Finding]:
    """For each benchmark: last against first accuracy, after what of the x axis `along`, and how much longer the
    responses got; in the `form` of recipes their differences, too.
    """
    pairs = list(zip(rows, curves(rows), strict=True))
    if recipes := recipes_of(rows) if form in (RECIPES, SEEDS) else None:
        gains = [
            of_the_gain(
                _gain(row, curve, curve.tested_gain, along, with_lengths=False),
                curve,
                recipes.names[row["run"]],
            )
            for row, curve in pairs
            if curve.change is not None
        ]
        return [*of_the_differences(recipes, shown_of(rows)), *gains]
    with_lengths = any(curve.growth is not None for _, curve in pairs if curve.change is not None)
    return [
        _gain(row, curve, curve.tested_gain, along, with_lengths=with_lengths)
        for row, curve in pairs
        if curve.change is not None
    ]


def of_the_prices(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: points of accuracy per 1,000 tokens of length over all iterations."""
    return [
        _price(curve, slope.value, curve.tested_slope)
        for curve in curves(rows)
        if (slope := curve.fitted_slope)
    ]


def of_the_picked(rows: Sequence[Row], *, along: str = ITERATION, **_options: str) -> list[Finding]:
    """The picked benchmark in full: gain, 90% of it, best and last, noise, accuracy and length."""
    numbers = ("place", "last", "noise", "coupling")
    return of_the_gains(rows, along=along) + [
        finding for name in numbers for finding in of_the_course(rows, number=name, along=along)
    ]


def _price(curve: Curve, slope: float, result: Result | None) -> Finding:
    per = "1,000 tokens of mean length"
    return Finding.of(
        curve.name,
        result,
        trend_sentence(curve.name, result, slope, per, decimals=2),
        how_tested(result, "slopes", test=_LINE, note=_LINE_NOTE),
        {"panel": curve.benchmark},
        unit=f"points per {per}",
        estimate=slope * 100,
    )


def _gain(
    row: Row, curve: Curve, result: Result | None, along: str, *, with_lengths: bool
) -> Finding:
    change = curve.change or 0.0
    moved = f"{by_sign(change, 'gains', 'changes by', 'loses')} {points(abs(change))}"
    facts = [("Problems", f"{row['n_items']:,}" if row["n_items"] else "unknown")]
    length = ""
    if curve.growth is not None:
        (_, start), (_, end) = curve.lengths[0], curve.lengths[-1]
        facts += [
            (_TOKENS, f"{start:,.0f} → {end:,.0f}"),
            (_LENGTH, f"× {end / start:.1f}" if start else ""),
        ]
        length = f", while its mean response goes from {start:,.0f} to {end:,.0f} tokens"
    elif with_lengths:
        facts += [(_TOKENS, ""), (_LENGTH, "")]
    return Finding.of(
        curve.name,
        result,
        f"{curve.name} {moved} from iteration {curve.iterations[0]} to {curve.iterations[-1]}"
        f"{after(along, curve.x_values, curve.iterations[-1])} ({conclusion(result)}){length}.",
        how_tested(result, "gains"),
        {"panel": curve.benchmark},
        estimate=change * 100,
        facts=tuple(facts),
    )
