"""What the iterations bought: gains, what they cost in tokens, and the picked benchmark in full."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result, results
from reasonboard.core.findings.words import conclusion, p_value, points
from reasonboard.studies.iterations.findings.trajectory import (
    of_the_coupling,
    of_the_last,
    of_the_noise,
    of_the_places,
)
from reasonboard.studies.iterations.rows import Curve, Row, curves

_SAME_ITEMS = (
    "Answers are taken as independent: first and last iteration answer the same items, so the "
    "noise between them is smaller than this says."
)
_LINE = (
    "Least-squares line of accuracy over mean tokens, all iterations; it says what came together in "
    "training, not what longer answers would bring."
)
_COURSE = {
    "last": of_the_last,
    "noise": of_the_noise,
    "coupling": of_the_coupling,
    "place": of_the_places,
}


def of_the_gains(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: last against first accuracy, and how much longer the responses got."""
    every = [curve for curve in curves(rows) if curve.change is not None]
    return [
        _gain(curve, result)
        for curve, result in zip(every, results([curve.gain for curve in every]), strict=True)
    ]


def of_the_prices(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: points of accuracy per 1,000 tokens of length over all iterations."""
    fitted = [(curve, slope) for curve in curves(rows) if (slope := curve.fitted_slope)]
    known = results([slope if slope.stderr else None for _, slope in fitted])
    return [
        _price(curve, slope.value, result)
        for (curve, slope), result in zip(fitted, known, strict=True)
    ]


def of_the_picked(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """The picked benchmark in full: gain, 90 % of it, best and last, noise, accuracy and length."""
    kinds = (of_the_gains, of_the_places, of_the_last, of_the_noise, of_the_coupling)
    return [finding for kind in kinds for finding in kind(rows)]


def of_the_course(rows: Sequence[Row], *, number: str, **_options: str) -> list[Finding]:
    """What the chosen number of studies/iterations/charts/trajectory.py says of every benchmark."""
    return _COURSE[number](rows)


def _price(curve: Curve, slope: float, result: Result | None) -> Finding:
    text = f"{curve.name}: {points(slope, 2)} per 1,000 tokens of mean length"
    if result is None:
        return Finding(f"{text}; no uncertainty available.", 0.0, _LINE, _marks(curve))
    return Finding(
        f"{text} ({conclusion(result, decimals=2)}).",
        result.strength,
        f"{_LINE} The interval holds the binomial noise of {curve.answers:,} answers per iteration; z test of no "
        f"slope, {p_value(result.adjusted)} after Holm's correction over {result.tests}.",
        _marks(curve),
    )


def _gain(curve: Curve, result: Result | None) -> Finding:
    change = curve.change or 0.0
    way = "gains" if change > 0 else "loses" if change < 0 else "changes by"
    between = f"from iteration {curve.iterations[0]} to {curve.iterations[-1]}"
    text = f"{curve.name} {way} {points(abs(change))} {between}"
    length = ""
    if curve.growth is not None:
        (_, start), (_, end) = curve.lengths[0], curve.lengths[-1]
        length = f", while its mean response goes from {start:,.0f} to {end:,.0f} tokens"
    if result is None:
        none = "None: neither the number of items nor a standard error is known."
        return Finding(f"{text} (no uncertainty available){length}.", 0.0, none, _marks(curve))
    alone = " by itself, without correction for other benchmarks"
    return Finding(
        f"{text} ({conclusion(result, alone if result.tests == 1 else ' after correction')}){length}.",
        result.strength,
        f"{result.test[0].upper()}{result.test[1:]}, {p_value(result.p)}; Holm's correction over {result.tests} "
        f"benchmark{'s' if result.tests > 1 else ''} with known uncertainty. {_SAME_ITEMS}",
        _marks(curve),
    )


def _marks(curve: Curve) -> dict[str, str]:
    return {"panel": curve.benchmark}
