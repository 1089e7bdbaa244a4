"""What the iterations bought: gains, their cost in tokens, the picked benchmark in full; columns of the table."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import (
    SIGNS,
    by_sign,
    conclusion,
    how_tested,
    points,
    trend_sentence,
)
from reasonboard.statistics.trajectory import ByChance
from reasonboard.studies.iterations.curve import Curve, range_words
from reasonboard.studies.iterations.family import curves, recipes_of
from reasonboard.studies.iterations.findings.recipes import of_the_differences, of_the_gain
from reasonboard.studies.iterations.findings.trajectory import of_the_course
from reasonboard.studies.iterations.rows import ITERATION, RECIPES, SEEDS, STRIPS, Row, after

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
    all_pairs = zip(rows, curves(rows), strict=True)
    pairs = [(row, curve) for row, curve in all_pairs if curve.change is not None]
    if recipes := recipes_of(rows) if form in (RECIPES, SEEDS) else None:
        gains = [
            of_the_gain(_gain(row, curve, along), curve, recipes.names[row["run"]])
            for row, curve in pairs
        ]
        return [*of_the_differences(recipes, rows), *gains]
    with_lengths = any(curve.growth is not None for _, curve in pairs)
    return [_gain(row, curve, along, with_lengths=with_lengths) for row, curve in pairs]


def of_the_prices(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: points of accuracy per 1,000 tokens of length over all iterations."""
    return [_price(curve, slope.value) for curve in curves(rows) if (slope := curve.fitted_slope)]


def of_the_picked(rows: Sequence[Row], *, along: str = ITERATION, **_options: str) -> list[Finding]:
    """The picked benchmark in full: gain, 90% of it, best and last, noise, accuracy and length."""
    numbers = ("place", "last", "noise", "coupling")
    return of_the_gains(rows, along=along) + [
        finding for name in numbers for finding in of_the_course(rows, number=name, along=along)
    ]


def _price(curve: Curve, slope: float) -> Finding:
    per, result = "1,000 tokens of mean length", curve.tested_slope
    return Finding.of(
        curve.name,
        result,
        trend_sentence(curve.name, result, slope, per, decimals=2),
        how_tested(result, "slopes", test=_LINE, note=_LINE_NOTE),
        {"panel": curve.benchmark},
        unit=f"points per {per}",
        estimate=slope * 100,
    )


def _gain(row: Row, curve: Curve, along: str, *, with_lengths: bool = False) -> Finding:
    change, result = curve.change or 0.0, curve.tested_gain
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


_HIDDEN = frozenset(
    {"aggregate", "n_items", "n_repeats", "n_seeds", "iteration", "accuracy", "tokens", "stderr", "seed_sd",
     "seeds", "model", "intervals", "family", "at"}
)  # fmt: skip
"""The columns of sql/summary.sql that are here only to be worked with."""


TYPES = {
    "gain: 95% interval": "string", "gain: verdict (Holm)": "string", "smoothed gain (5 points)": "number",
    "90% of it by iteration": "number", "by iteration: 95% range": "string", "best minus last (points)": "number",
    "best minus last: noise gives": "string", "best minus last: p": "number", "scatter / binomial noise": "number",
    "scatter: noise gives": "string", "scatter: p": "number", "points per 1k tokens": "number",
    "points per 1k tokens: 95% interval": "string", "accuracy and length: levels": "number",
    "accuracy and length: steps": "number", "steps: 95% interval": "string",
}  # fmt: skip
"""The columns that can be missing in every row."""


def with_statistics(rows: Sequence[Row]) -> list[Row]:
    """The rows without their lists, each with its derived numbers; None where one cannot be had."""
    all_curves = curves(rows)
    table = []
    for row, curve in zip(rows, all_curves, strict=True):
        gain = curve.tested_gain
        columns = {name: value for name, value in row.items() if name not in _HIDDEN}
        last = {name: columns.pop(name) for name in ("kind", "run")}
        verdict = f"{SIGNS[gain.verdict]} {gain.verdict.value}" if gain else None
        tested = {
            "gain: 95% interval": gain and _span((gain.low, gain.high), 100, 1),
            "gain: verdict (Holm)": verdict,
        }
        table.append(columns | tested | _course(curve) | _length(curve) | last)
    return table


def _course(curve: Curve) -> Row:
    smooth, ninety, gap, noise = (
        curve.smoothed_gain,
        curve.ninety_percent,
        curve.best_minus_last,
        curve.noise,
    )
    over_seeds = curve.best_over_seeds
    below = curve.best[1] - curve.accuracy[-1] if curve.accuracy else None
    if curve.is_judged_by_seeds:
        below = over_seeds.value if over_seeds else 0.0
    return {
        "smoothed gain (5 points)": None if smooth is None else round(smooth * 100, 2),
        "90% of it by iteration": ninety and ninety.x,
        "by iteration: 95% range": ninety and range_words(ninety),
        "best minus last (points)": None if below is None else round(below * 100, 2),
        "best minus last: noise gives": gap and _span((gap.low, gap.high), 100, 1),
        "best minus last: p": round(over_seeds.p, 4) if over_seeds else _p(gap),
        "scatter / binomial noise": noise and round(noise.value, 2),
        "scatter: noise gives": noise and _span((noise.low, noise.high), 1, 2),
        "scatter: p": _p(noise),
    }


def _length(curve: Curve) -> Row:
    slope, levels, steps = curve.slope, curve.levels, curve.steps
    return {
        "points per 1k tokens": slope and round(slope.value * 100, 2),
        "points per 1k tokens: 95% interval": slope
        and slope.interval
        and _span(slope.interval, 100, 2),
        "accuracy and length: levels": levels and round(levels.rho, 2),
        "accuracy and length: steps": steps and round(steps.rho, 2),
        "steps: 95% interval": curve.steps and _span(curve.family.step_ends[curve.position], 1, 2),
    }


def _span(ends: tuple[float | None, float | None] | None, times: int, decimals: int) -> str | None:
    if ends is None or ends[0] is None or ends[1] is None:
        return None
    return f"{ends[0] * times:.{decimals}f} to {ends[1] * times:.{decimals}f}"


def _p(chance: ByChance | None) -> float | None:
    return round(chance.p_value, 4) if chance else None
