"""The columns that statistics add to the table of what the iterations bought."""

from collections.abc import Sequence

from reasonboard.core.findings.words import SIGNS
from reasonboard.statistics.trajectory import ByChance
from reasonboard.studies.iterations.curve import Curve, range_words
from reasonboard.studies.iterations.family import curves
from reasonboard.studies.iterations.rows import Row

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
