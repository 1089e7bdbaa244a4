"""Runs of one configuration in order of time: did anything change, when, by how much; the last against earlier ones.

A table has a row per problem, answered in all runs, and a column per run, the oldest first. Values are fractions.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
import scipy
from numpy.typing import ArrayLike

from reasonboard.statistics.differences import POWER, Difference, Z, by_t, least_stderr
from reasonboard.statistics.intervals import normal_quantile
from reasonboard.statistics.paired import paired_answers, paired_scores
from reasonboard.statistics.score import Floats

CERTAIN, POSSIBLE = 0.002, 0.05
"""Looked at after each of 100 runs, a series without a change says "changed" once in one case of twenty."""
LONGEST = 60
"""Runs that are looked at together: the last ones since the last change that is certain."""
FEWEST, FEWEST_MEANS = 3, 8
"""Runs that are needed; by means alone it takes more to know by how much they scatter."""
AGAINST_EARLIER = "t test over problems against the mean of the earlier runs"

_DRAWS = 20_000
_DATES = 7.35
"""Steps whose chi-square is at most this much below the best one can be the step, too (Yao 1987)."""
_AFTER = 3
"""Runs after the lasting step whose least size is told."""
_TINY = 1e-15


class Change(NamedTuple):
    """The likeliest change of a series."""

    kind: Literal["step", "drift"]
    """A step is later minus earlier runs, a drift last minus first of a straight line."""
    first_after: int
    """The place of the first run after the likeliest step, from 0."""
    value: float
    low: float
    high: float
    """Hold for whatever date was picked."""
    p: float
    dates: tuple[int, int]
    """The first and the last run that can be the first one after the step."""
    scatter: float
    """By how much runs scatter about it, against what their answers explain; 1 or less: no more."""
    detects: float
    """A lasting step of this size, three runs after it, is found to be certain in four of five cases."""

    @property
    def verdict(self) -> Literal["changed", "possible", "none"]:
        """'changed' stays true however often one looks; 'possible' waits for further runs."""
        if self.p <= CERTAIN:
            return "changed"
        return "possible" if self.p <= POSSIBLE else "none"


Part = Callable[[int, int], Change | None]
"""The change of the runs from one place up to another, not included; None where they are too few."""


class Step(NamedTuple):
    """A certain step, by the places of the runs of a series."""

    start: int
    """Where the part begins by which it is judged."""
    first: int
    """The first run after it."""
    end: int
    """Where the part ends; not included."""
    change: Change
    known: int
    """The run after which it was certain."""


class _Found(NamedTuple):
    """What was found by the contrasts of a series, an entry for each in the order of `contrasts`."""

    values: Floats
    stderrs: Floats
    scatter: Floats
    correlation: Floats | None = None
    """Of the contrasts with each other, if there is only noise."""

    @property
    def z(self) -> Floats:
        """Their sizes in standard errors, without the last digits, which differ for one series and its mirror image."""
        sizes = np.abs(self.values)
        zs: Floats = np.divide(
            sizes, self.stderrs, out=np.zeros_like(sizes), where=self.stderrs > _TINY
        )
        return zs.round(9)

    def single_p(self, df: int) -> float:
        """The p-value of the largest one, were it the only one."""
        return 2 * float(scipy.special.stdtr(df, -self.z.max()))


def contrasts(runs: int) -> Floats:
    """A row for each step (mean of the later minus mean of the earlier runs), and one for a straight line."""
    table = np.empty((runs, runs))
    for k in range(1, runs):
        table[k - 1, :k], table[k - 1, k:] = -1 / k, 1 / (runs - k)
    x = np.arange(runs) - (runs - 1) / 2
    table[-1] = x / (x @ x) * (runs - 1)
    return table


def change(table: ArrayLike, seed: int = 0) -> Change | None:
    """The change of a series by its answers; None below three runs or two problems. See `change_by_sums`."""
    values = np.asarray(table, float)
    problems, runs = values.shape
    if runs < FEWEST or problems < 2:  # noqa: PLR2004 - a spread needs two
        return None
    return change_by_sums(values.mean(0), np.cov(values.T).round(12), problems, seed)


def change_by_sums(
    means: ArrayLike, covariance: ArrayLike, problems: int, seed: int = 0
) -> Change | None:
    """The same by the means of the runs and the covariance over problems of their scores.

    Every contrast is a difference per problem with the standard error s(d) / sqrt(n), whether reruns are alike or
    not. The largest |t| is compared with that of seeded draws of noise whose contrasts are correlated as these are.
    Where runs scatter more than their answers explain, standard errors grow by that factor. Assumes independent
    problems; the answers of runs to one problem may hang together in any way.

    Source: contrasts of change points, Hawkins, JASA 72 (1977) 180.
    """
    of_runs = np.asarray(means, float)
    if of_runs.size < FEWEST:
        return None
    found = _found(of_runs.round(12), np.asarray(covariance, float) / problems)
    return _answer(found, _maxima(found, problems - 1, seed), problems - 1, Z / problems)


def change_of_means(means: Sequence[float], problems: float | None = None) -> Change | None:
    """The same where only the means of the runs are known: their own scatter is the noise; None below eight runs.

    A mean of `problems` right or wrong answers cannot be surer than `least_stderr` says.
    Source: Worsley, JASA 74 (1979) 365.
    """
    of_runs = np.asarray(means, float)
    runs = of_runs.size
    if runs < FEWEST_MEANS:
        return None
    return _answer(_found_of_means(of_runs, problems), _maxima_of_means(runs), runs - 2, 0.0)


@lru_cache(LONGEST)  # they depend on the number of runs alone, which most series of a page share
def _maxima_of_means(runs: int) -> Floats:
    """Draws of the largest |t| of the contrasts of so many means of noise."""
    c = contrasts(runs)
    norms = (c**2).sum(1)
    draws = np.random.default_rng(0).standard_normal((_DRAWS, runs))
    tops = draws @ c.T
    rest = ((draws - draws.mean(1, keepdims=True)) ** 2).sum(1)[:, None] - tops**2 / norms
    maxima: Floats = np.abs(tops / np.sqrt(rest / (runs - 2) * norms)).max(1)
    return maxima


def _found_of_means(of_runs: Floats, problems: float | None) -> _Found:
    """The contrasts of a series by its means alone."""
    c, runs = contrasts(of_runs.size), of_runs.size
    norms, values = (c**2).sum(1), c @ of_runs
    left = (((of_runs - of_runs.mean()) ** 2).sum() - values**2 / norms) / (runs - 2)
    stderrs = np.sqrt(np.maximum(0, left) * norms)
    if problems:
        stderrs = np.maximum(stderrs, [least_stderr(value, problems) for value in values])
    return _Found(values, stderrs, np.ones(len(c)))


def may_be(level: float, means: ArrayLike, covariance: ArrayLike, problems: int) -> bool:
    """Would the p-value be up to this level if the largest contrast were the only one? If not, no draws are needed."""
    found = _found(np.asarray(means, float), np.asarray(covariance, float) / problems)
    return found.single_p(problems - 1) <= level


def may_be_by_means(level: float, means: Sequence[float], problems: float | None = None) -> bool:
    """The same of `change_of_means`."""
    if len(means) < FEWEST_MEANS:
        return False
    return _found_of_means(np.asarray(means, float), problems).single_p(len(means) - 2) <= level


def steps(
    part: Part, may_be_changed: Callable[[int, int], bool], runs: int, certain: float = CERTAIN
) -> list[Step]:
    """The certain steps of a series in order of time, as a reader finds them who looks after every run.

    `part` is the change of the runs from one place up to another, and `may_be_changed` says cheaply whether it is worth
    computing. After a certain step the series begins anew with the run after it. Each step is then judged by all runs
    between the steps before and after it, where these show it, too. A part has at most `LONGEST` runs.
    """
    seen: list[Step] = []
    start = 0
    for end in range(FEWEST, runs + 1):
        start = max(start, end - LONGEST)
        if end - start < FEWEST or not may_be_changed(start, end):
            continue
        found = part(start, end)
        if found and found.kind == "step" and found.p <= certain:
            seen.append(Step(start, start + found.first_after, end, found, end - 1))
            start += found.first_after
    judged: list[Step] = []
    for at, step in enumerate(seen):
        before = max(judged[-1].first if judged else 0, step.first - LONGEST)
        after = min(seen[at + 1].first if at + 1 < len(seen) else runs, step.first + LONGEST)
        found = part(before, after)
        if found and found.kind == "step" and found.p <= certain:
            judged.append(Step(before, before + found.first_after, after, found, step.known))
        else:
            judged.append(step._replace(end=after))
    return judged


def last_against(table: ArrayLike, attempts: float | None = 1) -> Difference | None:
    """The last run minus the mean of all earlier ones, by problem; at least two runs.

    Of single right or wrong answers and one earlier run it is `paired_answers`, else `paired_scores`. Where three or
    more earlier runs scatter more than their answers explain, the standard error grows by that factor.
    """
    values = np.asarray(table, float)
    n, runs = values.shape
    earlier, last = values[:, :-1], values[:, -1]
    if runs == 2 and attempts == 1 and bool(np.isin(values, (0, 1)).all()):  # noqa: PLR2004
        flips = last - earlier[:, 0]
        return paired_answers(int((flips > 0).sum()), int((flips < 0).sum()), n)
    plain = paired_scores(last, earlier.mean(1), attempts)
    if runs <= FEWEST or plain is None:
        return plain
    cov = np.cov(earlier.T) / n
    expected = float(np.trace(cov) - cov.sum() / (runs - 1)) / (runs - 2)
    scatter = float(earlier.mean(0).var(ddof=1)) / expected if expected > _TINY else 1.0
    return by_t(plain.value, plain.stderr**2 * max(1.0, scatter), n - 1, AGAINST_EARLIER)


def flips(table: ArrayLike) -> list[int]:
    """How many problems each run but the first answers otherwise than the run before it."""
    values = np.asarray(table, float)
    return [int((before != after).sum()) for before, after in pairwise(values.T)]


def _found(of_runs: Floats, cov: Floats) -> _Found:
    """The contrasts of a series by its means and their covariance."""
    c, runs = contrasts(of_runs.size), of_runs.size
    norms, values = (c**2).sum(1), c @ of_runs
    of_contrasts = c @ cov @ c.T
    variances = np.maximum(0, np.diag(of_contrasts))
    left = np.maximum(0, ((of_runs - of_runs.mean()) ** 2).sum() - values**2 / norms)
    expected = np.trace(cov) - cov.sum() / runs - variances / norms
    scatter = np.divide(left, expected, out=np.ones_like(left), where=expected > _TINY)
    stderrs = np.sqrt(variances * np.maximum(1, scatter))
    scale = np.sqrt(np.where(variances > _TINY, variances, 1))
    return _Found(values, stderrs, np.sqrt(scatter), of_contrasts / np.outer(scale, scale))


def _maxima(found: _Found, df: int, seed: int) -> Floats:
    """Draws of the largest |t| of contrasts that are correlated so."""
    correlation = np.array(found.correlation)
    np.fill_diagonal(correlation, 1)
    weights, vectors = np.linalg.eigh(correlation)
    rng = np.random.default_rng(seed)
    normals = rng.standard_normal((_DRAWS, len(weights)))
    draws = normals @ (vectors * np.sqrt(np.maximum(weights, 0))).T
    maxima: Floats = np.abs(draws).max(1) / np.sqrt(rng.chisquare(df, _DRAWS) / df)
    return maxima


def _answer(found: _Found, maxima: Floats, df: int, least: float) -> Change:
    """The largest contrast, judged by the draws; these cannot say less than one in all of them, Student's t can.

    `least` is the standard error of a step where no answer ever changed, as in `paired_scores`.
    """
    values, stderrs, z = found.values, found.stderrs, found.z
    best, step = int(z.argmax()), int(z[:-1].argmax())
    drawn = (1 + int((maxima >= z[best]).sum())) / (1 + len(maxima))
    bound = len(z) * 2 * float(scipy.special.stdtr(df, -z[best]))
    possible, certain = (float(np.quantile(maxima, 1 - p)) for p in (POSSIBLE, CERTAIN))
    half, value = possible * float(stderrs[best]), float(values[best])
    near = np.flatnonzero(z[:-1] ** 2 >= z[step] ** 2 - _DATES) + 1
    lasting = max(least, float(stderrs[max(0, len(z) - 1 - _AFTER)]))
    return Change(
        "step" if best < len(z) - 1 else "drift",
        step + 1,
        value,
        value - half,
        value + half,
        min(drawn, bound),
        (int(near.min()), int(near.max())),
        float(found.scatter[best]),
        (certain + normal_quantile(2 * POWER - 1)) * lasting,
    )
