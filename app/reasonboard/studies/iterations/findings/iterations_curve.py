"""The names that the checks of claims use; to be deleted with them (see rows.py)."""

from reasonboard.statistics.contrasts import Contrast
from reasonboard.statistics.series import RankCorrelation
from reasonboard.studies.iterations.rows import Curve, benchmarks, curves

__all__ = ["Curve", "benchmarks", "change", "curves", "gain", "growth", "levels", "steps", "trend"]


def gain(curve: Curve) -> Contrast | None:  # noqa: D103
    return curve.gain


def change(curve: Curve) -> float | None:  # noqa: D103
    return curve.change


def growth(curve: Curve) -> float | None:  # noqa: D103
    return curve.growth


def trend(curve: Curve) -> RankCorrelation | None:  # noqa: D103
    return curve.trend


def levels(curve: Curve) -> RankCorrelation | None:  # noqa: D103
    return curve.levels


def steps(curve: Curve) -> RankCorrelation | None:  # noqa: D103
    return curve.steps
