"""Straight lines, and how a success rate falls with length: slope and change point."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from reasonboard.statistics.checks import check_counts, check_finite, check_lengths, check_successes

Floats = NDArray[np.float64]

STEPS, HALVINGS, CLOSE = 100, 30, 1e-10
ROUNDING = 1e-9
"""Likelihoods that differ by less are the same: the rest is the rounding of sums."""
PARAMETERS = 2


class Line(NamedTuple):
    """A straight line: its slope, the weighted means of x and y, and the weighted squares of x about its mean."""

    slope: float
    x: float
    y: float
    spread: float


class LogisticSlope(NamedTuple):
    """A fitted line of log-odds over length, with how much it explains and how well it fits."""

    slope: float
    stderr: float
    intercept: float
    explained: float
    dispersion: float | None


class ChangePoint(NamedTuple):
    """The best split in two constant rates; `split` is the index of the first cell after it."""

    split: int
    before: float
    after: float
    explained: float
    p_value: float


def least_squares(
    xs: Sequence[float], ys: Sequence[float], weights: Sequence[float] | None = None
) -> Line:
    """The weighted least-squares line through at least two different xs; without weights all count alike.

    slope = sum w (x - mean x) y / spread with spread = sum w (x - mean x)^2; where the weights are
    1 / variance, the variance of the slope is 1 / spread. Source: Draper and Smith, Applied Regression
    Analysis (1998), ch. 1.
    """
    w = [1.0] * len(xs) if weights is None else weights
    total = math.fsum(w)
    middle = math.fsum(weight * x for weight, x in zip(w, xs, strict=True)) / total
    height = math.fsum(weight * y for weight, y in zip(w, ys, strict=True)) / total
    off = [(weight, x - middle, y - height) for weight, x, y in zip(w, xs, ys, strict=True)]
    spread = math.fsum(weight * dx * dx for weight, dx, _ in off)
    return Line(
        math.fsum(weight * dx * dy for weight, dx, dy in off) / spread, middle, height, spread
    )


def logistic_slope(
    lengths: Sequence[float], successes: Sequence[int], ns: Sequence[int]
) -> LogisticSlope | None:
    """The maximum likelihood slope of log-odds(success) = intercept + slope x length.

    `slope` and `stderr` are log-odds per unit of length (where the rate is p, slope x p (1 - p) is the
    change of the rate per unit). `explained` is the likelihood-ratio chi-square over one constant rate,
    comparable with that of a change point on the same cells. `dispersion` is the Pearson chi-square over
    its cells - 2 degrees of freedom, None for two cells: well over 1, the cells scatter more than the
    binomial allows, and stderr x sqrt(dispersion) is the honest one (quasi-binomial).

    Fitted by iteratively reweighted least squares. Assumes independent answers. None where no finite
    slope exists: fewer than two lengths, all answers right or all wrong, or one length parting right
    from wrong answers (separation; Albert and Anderson 1984, Biometrika 71:1-10). Source: McCullagh and
    Nelder 1989, Generalized Linear Models, chapter 4.
    """
    check_successes(successes, ns)
    check_counts(ns)
    check_lengths(lengths, ns)
    check_finite(lengths)
    if not _overlaps(lengths, successes, ns):
        return None
    length, success, n = _floats(lengths), _floats(successes), _floats(ns)
    # Standardised lengths keep the equations well conditioned, whatever the unit (steps or tokens).
    centre = float(np.average(length, weights=n))
    scale = math.sqrt(float(np.average((length - centre) ** 2, weights=n)))
    x = (length - centre) / scale
    line, information = _fit(x, success, n)
    level, slope = float(line[0]), float(line[1]) / scale
    explained = _log_likelihood(line, x, success, n) - _log_likelihood(
        _flat(success, n), x, success, n
    )
    return LogisticSlope(
        slope=slope,
        stderr=math.sqrt(float(np.linalg.inv(information)[1, 1])) / scale,
        intercept=level - slope * centre,
        explained=max(0.0, 2 * explained),
        dispersion=_dispersion(scipy.special.expit(line[0] + line[1] * x), success, n),
    )


def change_point(
    successes: Sequence[int], ns: Sequence[int], *, permutations: int = 9999, seed: int = 0
) -> ChangePoint | None:
    """The split of ordered cells into two constant rates with the largest binomial likelihood.

    `before` and `after` are the pooled rates (fractions), `explained` is the likelihood-ratio chi-square
    of the split over one constant rate; of equally likely splits the first. `p_value` is the share of
    permutations whose own best split explains at least as much, (1 + hits) / (1 + permutations): each
    deals all answers anew to the cells, so the search for the best split is accounted for. A small
    p-value says that the rate changes, not that it does so at once: compare with logistic_slope.

    None for fewer than two cells, and where all rates are equal. Sources: Hinkley and Hinkley 1970,
    Biometrika 57:477-488; Phipson and Smyth 2010, Stat. Appl. Genet. Mol. Biol. 9 art. 39.
    """
    check_successes(successes, ns)
    check_counts(ns)
    check_counts([permutations])
    if len(ns) < PARAMETERS:
        return None
    explained = _explained_by_splits(np.array([successes], dtype=np.int64), ns)[0]
    best = float(explained.max())
    if best <= ROUNDING:
        return None
    split = int(explained.argmax()) + 1
    dealt = np.random.default_rng(seed).multivariate_hypergeometric(
        list(ns), sum(successes), size=permutations
    )
    hits = int((_explained_by_splits(dealt, ns).max(axis=1) >= best - ROUNDING).sum())
    return ChangePoint(
        split=split,
        before=sum(successes[:split]) / sum(ns[:split]),
        after=sum(successes[split:]) / sum(ns[split:]),
        explained=best,
        p_value=(1 + hits) / (1 + permutations),
    )


def _overlaps(lengths: Sequence[float], successes: Sequence[int], ns: Sequence[int]) -> bool:
    """Whether right and wrong answers overlap in length in both directions: a finite slope exists."""
    cells = list(zip(lengths, successes, ns, strict=True))
    right = [length for length, success, _ in cells if success > 0]
    wrong = [length for length, success, n in cells if success < n]
    return bool(right and wrong) and min(right) < max(wrong) and min(wrong) < max(right)


def _floats(values: Sequence[float]) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _log_likelihood(line: Floats, x: Floats, success: Floats, n: Floats) -> float:
    log_odds = line[0] + line[1] * x
    return float((success * log_odds - n * np.logaddexp(0, log_odds)).sum())


def _flat(success: Floats, n: Floats) -> Floats:
    """The line of log-odds of one constant rate."""
    rate = success.sum() / n.sum()
    return np.array([math.log(rate / (1 - rate)), 0.0])


def _fit(x: Floats, success: Floats, n: Floats) -> tuple[Floats, Floats]:
    """Newton's steps, halved where they overshoot; the likelihood is concave, so they arrive."""
    line = _flat(success, n)
    design = np.stack([np.ones_like(x), x])
    for _ in range(STEPS):
        fitted = scipy.special.expit(line @ design)
        information = (design * (n * fitted * (1 - fitted))) @ design.T
        step = np.linalg.solve(information, design @ (success - n * fitted))
        if np.abs(step).max() < CLOSE:
            break
        likelihood = _log_likelihood(line, x, success, n)
        for _ in range(HALVINGS):
            if _log_likelihood(line + step, x, success, n) >= likelihood - ROUNDING:
                break
            step = step / 2
        line = line + step
    return line, information


def _dispersion(fitted: Floats, success: Floats, n: Floats) -> float | None:
    freedom = len(n) - PARAMETERS
    if freedom < 1:
        return None
    variance = n * fitted * (1 - fitted)
    # Far from a steep cliff the fitted rate rounds to 0 or 1, and such a cell fits exactly.
    inner = variance > 0
    return float((((success - n * fitted) ** 2)[inner] / variance[inner]).sum() / freedom)


def _explained_by_splits(successes: NDArray[np.int64], ns: Sequence[int]) -> Floats:
    """The likelihood-ratio chi-square of each split (columns) of each row of successes."""
    before, n_before = successes.cumsum(axis=1), np.cumsum(ns)
    total, n_total = before[:, -1:], n_before[-1:]
    left, n_left = before[:, :-1], n_before[:-1]
    parts = _maximum(left, n_left) + _maximum(total - left, n_total - n_left)
    explained: Floats = 2 * (parts - _maximum(total, n_total))
    return explained


def _maximum(successes: NDArray[np.int64], ns: NDArray[np.int64]) -> Floats:
    """The largest binomial log-likelihood of one rate, without its constant; 0 log 0 is 0."""
    failures = ns - successes
    largest: Floats = scipy.special.xlogy(successes, successes / ns) + scipy.special.xlogy(
        failures, failures / ns
    )
    return largest
