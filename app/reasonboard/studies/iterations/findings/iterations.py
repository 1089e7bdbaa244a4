"""What the iterations bought: gains, what they cost in tokens, and the picked benchmark in full."""

from collections.abc import Sequence
from typing import Any

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import interval, p_value, points, resolved
from reasonboard.statistics.contrasts import ALPHA, Contrast, verdicts_of_known
from reasonboard.statistics.corrections import of_known
from reasonboard.statistics.course import NoisySlope
from reasonboard.statistics.differences import Verdict, two_sided
from reasonboard.statistics.intervals import normal
from reasonboard.studies.iterations.findings.iterations_course import (
    of_the_coupling,
    of_the_last,
    of_the_noise,
    of_the_places,
)
from reasonboard.studies.iterations.findings.iterations_curve import (
    Curve,
    change,
    curves,
    gain,
    price,
)

Row = dict[str, Any]

_SAME_ITEMS = (
    "Answers are taken as independent: first and last iteration answer the same items, so the "
    "noise between them is smaller than this says."
)


def of_the_gains(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: last against first accuracy, and how much longer the responses got."""
    found = [(curve, gain(curve)) for curve in curves(rows)]
    told = verdicts_of_known([one for _, one in found])
    many = sum(one is not None for _, one in found)
    return [
        _gain(curve, one, verdict, many)
        for (curve, one), verdict in zip(found, told, strict=True)
        if change(curve) is not None
    ]


def of_the_prices(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark: points of accuracy per 1,000 tokens of length over all iterations."""
    fitted = [
        (curve, slope)
        for curve in curves(rows)
        if len(curve.both) >= _FEWEST and (slope := price(curve))
    ]
    ps = [two_sided(one.slope / one.stderr) if one.stderr else None for _, one in fitted]
    tested = len(ps) - ps.count(None)
    return [
        _price(curve, one, p, tested) for (curve, one), p in zip(fitted, of_known(ps), strict=True)
    ]


def of_the_picked(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """The picked benchmark in full: gain, 90 % of it, best and last, noise, accuracy and length."""
    return [
        *of_the_gains(rows),
        *of_the_places(rows),
        *of_the_last(rows),
        *of_the_noise(rows),
        *of_the_coupling(rows),
    ]


def of_the_course(rows: Sequence[Row], *, number: str, **_options: str) -> list[Finding]:
    """What the chosen number of studies/iterations/charts/course.py says of every benchmark."""
    return _COURSE[number](rows)


_COURSE = {
    "last": of_the_last,
    "noise": of_the_noise,
    "coupling": of_the_coupling,
    "place": of_the_places,
}

_FEWEST = 3
"""Points of a line: that of two is no fit."""

_LINE = (
    "Least-squares line of accuracy over mean tokens, all iterations; it says what came together in "
    "training, not what longer answers would bring."
)


def _price(curve: Curve, one: NoisySlope, p: float | None, many: int) -> Finding:
    at = f"{curve.name}: {points(one.slope, 2)} per 1,000 tokens of mean length"
    if p is None or one.stderr is None:
        return Finding(f"{at}; no uncertainty available.", 0.0, _LINE, _marks(curve))
    low, high = normal(one.slope, one.stderr, within=None)
    told = "resolved after correction" if p <= ALPHA else "not resolved"
    return Finding(
        f"{at} ({interval(low, high, 2)}; {told}).",
        abs(one.slope) / one.stderr,
        f"{_LINE} The interval holds the binomial noise of {curve.answers:,} answers per iteration; z test of no "
        f"slope, {p_value(p)} after Holm's correction over {many}.",
        _marks(curve),
    )


def _gain(curve: Curve, one: Contrast | None, verdict: Verdict | None, many: int) -> Finding:
    difference = change(curve) or 0.0
    way = "gains" if difference > 0 else "loses" if difference < 0 else "changes by"
    between = f"from iteration {curve.iterations[0]} to {curve.iterations[-1]}"
    text = f"{curve.name} {way} {points(abs(difference))} {between}"
    length = ""
    if len(curve.lengths) > 1:
        (_, start), (_, end) = curve.lengths[0], curve.lengths[-1]
        length = f", while its mean response goes from {start:,.0f} to {end:,.0f} tokens"
    if one is None or verdict is None:
        return Finding(
            f"{text} (no uncertainty available){length}.",
            0.0,
            "None: neither the number of items nor a standard error is known.",
            _marks(curve),
        )
    after = resolved(verdict, "correction")
    if many == 1 and verdict is not Verdict.NOT_RESOLVED:
        after = "resolved by itself, without correction for other benchmarks"
    return Finding(
        f"{text} ({interval(one.low, one.high)}; {after}){length}.",
        abs(one.z),
        f"{one.test[0].upper()}{one.test[1:]}, {p_value(one.p_value)}; Holm's correction over {many} "
        f"benchmark{'s' if many > 1 else ''} with known uncertainty. {_SAME_ITEMS}",
        _marks(curve),
    )


def _marks(curve: Curve) -> dict[str, str]:
    return {"panel": curve.benchmark}
