"""Grids of cells: do they differ, which may be the best, and what each row and column adds."""

import math
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from app.statistics.corrections import holm

Adjust = Callable[[Sequence[float]], Sequence[float]]
Label = str | float


class Homogeneity(NamedTuple):
    """A chi-square test that all proportions are one; under 5 expected it is only a rough guide."""

    chi2: float
    df: int
    p: float
    smallest_expected: float


class Effect(NamedTuple):
    """The mean of the cells of one row or column; no standard error where none is known."""

    label: Label
    mean: float
    stderr: float | None
    cells: int


class MainEffects(NamedTuple):
    """Means by row and by column, in order of first appearance; comparable where complete."""

    rows: tuple[Effect, ...]
    columns: tuple[Effect, ...]
    mean: float
    complete: bool


class Shrinkage(NamedTuple):
    """Cells pulled toward their grid's mean, and the spreads (SD) that say how far; 0 to 1."""

    values: tuple[float, ...]
    mean: float
    observed_sd: float | None
    noise_sd: float
    between_sd: float


class Agreement(NamedTuple):
    """How far several grids order the same cells alike; the best are indices of cells."""

    mean_ranks: tuple[float, ...]
    best_by_rank: tuple[int, ...]
    minimum_z: tuple[float, ...] | None
    best_by_minimum_z: tuple[int, ...]
    concordance: float | None
    p: float | None


def homogeneity(values: Sequence[float], ns: Sequence[int]) -> Homogeneity | None:
    """Whether the proportions of k cells differ by more than independent sampling makes them.

    Pearson's chi-square of the table of right and wrong answers: the sum of
    n_i (p_i - m)^2 / (m (1 - m)) with m the pooled proportion, on k - 1 degrees of freedom. Values
    are fractions 0 to 1 and are used as they are (a printed 0.493 of 150 counts 73.95 answers). It
    assumes independent answers; cells that share their items vary less by chance than this expects,
    so the test is then too slow to find a difference. The approximation wants an expected count of
    5 in each field (Cochran 1954): the smallest one is given. Source: Pearson (1900).

    None with fewer than two cells, and where every cell is 0 or every cell is 1: the pooled
    proportion has no variance to compare with. Some cells at 0 and others at 1 are tested.
    ValueError: lengths differ, a value is not in 0 to 1, or an n is below 1.
    """
    from scipy.stats import chi2_contingency  # noqa: PLC0415  (slow to import)

    _check(values, ns)
    pooled = _pooled(values, ns) if values else 0.0
    if len(values) < 2 or pooled in (0, 1):  # noqa: PLR2004  (cells differ from one another)
        return None
    right = [value * n for value, n in zip(values, ns, strict=True)]
    wrong = [(1 - value) * n for value, n in zip(values, ns, strict=True)]
    found = chi2_contingency([right, wrong], correction=False)
    expected = float(found.expected_freq.min())
    return Homogeneity(float(found.statistic), int(found.dof), float(found.pvalue), expected)


def not_separable(
    values: Sequence[float],
    ns: Sequence[int],
    level: float = 0.95,
    *,
    adjust: Adjust = holm,
    every_pair: bool = True,
) -> tuple[int, ...]:
    """The indices of the cells that cannot be told from the best one, the best one among them.

    Each cell is compared with the highest value (of several, that with the largest n) by the
    two-sided score test, z = (p1 - p2) / sqrt(m (1 - m) (1/n1 + 1/n2)) with m pooled over the two;
    the p-values are corrected together by `adjust` (Holm) and a cell is separable where its own is
    at most 1 - level. Values are fractions 0 to 1. It assumes independent answers. A cell with few
    answers stays in the set because little is known of it, not because it is good.

    The best is chosen after looking, so comparing it with the others as if it had been named
    before says 'separable' too often: at level 0.95, nearly one in four grids of 20 equal cells
    loses a cell (one in eleven of 5). `every_pair` corrects over all k (k - 1) / 2 pairs, which
    holds whichever cell is the best: at most one in 20. Source: Agresti, Categorical Data Analysis
    (2013), section 3.2 (score test); Hsu, Multiple Comparisons (1996), ch. 4 (the selected best).

    Empty without cells, the only cell of one.
    ValueError: lengths differ, a value is not in 0 to 1, an n is below 1, or the level is not
    between 0 and 1.
    """
    _check(values, ns)
    if not 0 < level < 1:
        raise ValueError(f"a level between 0 and 1 is expected, not {level}")
    if not values:
        return ()
    cells = list(zip(values, ns, strict=True))
    best = max(range(len(cells)), key=cells.__getitem__)
    if every_pair:
        pairs = list(combinations(range(len(cells)), 2))
    else:
        pairs = [(best, other) for other in range(len(cells)) if other != best]
    corrected = adjust([_score_p(*cells[one], *cells[two]) for one, two in pairs])
    separable = {
        place
        for pair, p in zip(pairs, corrected, strict=True)
        if best in pair and p <= 1 - level
        for place in pair
    }
    return tuple(place for place in range(len(cells)) if place == best or place not in separable)


def main_effects(
    rows: Sequence[Label],
    columns: Sequence[Label],
    values: Sequence[float],
    ns: Sequence[int] | None = None,
) -> MainEffects:
    """The mean of each row and of each column, each cell counting once, with standard errors.

    Cell i stands in row rows[i] and column columns[i]. The standard error of a mean of m cells is
    sqrt(sum of p (1 - p) / n) / m, so it falls with the number of cells; it assumes independent
    answers (shared items would make a row's cells move together). Values are fractions 0 to 1.
    Where `complete` is False some combination is missing: rows then average different columns, and
    a difference of their means is also one of columns.

    A standard error is None without ns, and where all cells of the mean are at 0 or 1: there the
    formula gives 0, which is not what is known.
    ValueError: no cell, lengths differ, a combination comes twice, a value is not in 0 to 1, or
    an n is below 1.
    """
    _check(values, ns if ns is not None else [1] * len(values))
    places = list(zip(rows, columns, strict=False))
    if not len(rows) == len(columns) == len(values) > 0:
        raise ValueError(
            "one row and one column for each of at least one cell are expected, "
            f"not {len(rows)} and {len(columns)} for {len(values)}"
        )
    if len(set(places)) < len(places):
        twice = next(place for place in places if places.count(place) > 1)
        raise ValueError(f"each combination once is expected, {twice} comes twice")
    by_row, by_column = _effects(rows, values, ns), _effects(columns, values, ns)
    complete = len(by_row) * len(by_column) == len(places)
    return MainEffects(by_row, by_column, sum(values) / len(values), complete)


def shrunk(values: Sequence[float], ns: Sequence[int]) -> Shrinkage | None:
    """The cells as they may be expected again: pulled toward the mean by their share of noise.

    Empirical Bayes on fractions 0 to 1: cell i keeps T / (T + s_i^2) of its distance from the mean,
    with s_i^2 = m (1 - m) / n_i its binomial variance at the pooled proportion m, T the variance
    between cells by moments (DerSimonian and Laird) and the mean weighted by 1 / (T + s_i^2). T is
    0 where the homogeneity chi-square is at most its degrees of freedom: the cells differ no more
    than noise does, and all shrink to the mean. The highest cell is the one that luck helped most,
    and this is the correction. Given with it: the SD of the cells, the noise SD (root mean square
    of s_i) and the SD between (sqrt T). It assumes independent answers and cells that are
    exchangeable, without an order by row or column. Sources: Efron and Morris (1975);
    DerSimonian and Laird (1986).

    None without cells. A cell alone keeps its value, and has no observed SD.
    ValueError: lengths differ, a value is not in 0 to 1, or an n is below 1.
    """
    _check(values, ns)
    if not values:
        return None
    centre = _pooled(values, ns)
    noise = [centre * (1 - centre) / n for n in ns]
    between = _between_variance(values, ns, centre)
    if between > 0:
        weights = [1 / (between + one) for one in noise]
        mean = sum(w * value for w, value in zip(weights, values, strict=True)) / sum(weights)
    else:
        mean = centre  # the weights are then as the ns
    return Shrinkage(
        tuple(
            mean + between / (between + one) * (value - mean) if between > 0 else mean
            for value, one in zip(values, noise, strict=True)
        ),
        mean,
        _sd(values) if len(values) > 1 else None,
        math.sqrt(sum(noise) / len(noise)),
        math.sqrt(between),
    )


def agreement(grids: Sequence[Sequence[float]]) -> Agreement:
    """Which cell is good in all of several grids, and whether the grids agree on it at all.

    grids[g][i] is the value of cell i in grid g, higher is better; every grid has the same cells in
    the same order, and the units may differ. Ranks run from 1 for the highest within a grid (ties
    share their mean rank) and are averaged over grids. z is (value - mean of the grid) / SD of the
    grid (k - 1); the robust choice is the cell whose lowest z over the grids is highest. All cells
    that share the best are named. Concordance is Kendall's W with ties, 0 (none) to 1 (one order),
    and p is that of Friedman's chi-square on k - 1 degrees of freedom: rough for few grids.
    Source: Kendall and Babington Smith (1939); Friedman (1937).

    A grid whose cells are all equal has no z and is left out of it; minimum_z is None where no grid
    has one. Concordance and p are None with fewer than two grids or three cells, or where every
    grid is all ties. Without cells everything is empty.
    ValueError: grids differ in their number of cells, or a value is not finite.
    """
    if len({len(grid) for grid in grids}) > 1:
        raise ValueError(f"as many cells in every grid are expected, not {[*map(len, grids)]}")
    for value in (value for grid in grids for value in grid):
        if not math.isfinite(value):
            raise ValueError(f"a finite value is expected, not {value}")
    if not grids or not grids[0]:
        return Agreement((), (), None, (), None, None)
    ranks = [_ranks(grid) for grid in grids]
    mean_ranks = tuple(sum(column) / len(grids) for column in zip(*ranks, strict=True))
    scores = [_z_scores(grid) for grid in grids if max(grid) > min(grid)]
    lowest = tuple(map(min, zip(*scores, strict=True))) if scores else None
    concordance, p = _concordance(grids) if scores else (None, None)
    return Agreement(
        mean_ranks,
        _places_of_highest([-rank for rank in mean_ranks]),
        lowest,
        _places_of_highest(lowest) if lowest else (),
        concordance,
        p,
    )


def _score_p(one: float, n_one: int, two: float, n_two: int) -> float:
    """Two-sided p of the score test; 1 where the pooled proportion is 0 or 1: both are equal."""
    pooled = _pooled((one, two), (n_one, n_two))
    variance = pooled * (1 - pooled) * (1 / n_one + 1 / n_two)
    return math.erfc(abs(one - two) / math.sqrt(2 * variance)) if variance > 0 else 1.0


def _effects(
    labels: Sequence[Label], values: Sequence[float], ns: Sequence[int] | None
) -> tuple[Effect, ...]:
    found = []
    for label in dict.fromkeys(labels):
        places = [place for place, other in enumerate(labels) if other == label]
        inside = [values[place] for place in places]
        stderr = None
        if ns is not None and any(0 < value < 1 for value in inside):
            variance = sum(values[place] * (1 - values[place]) / ns[place] for place in places)
            stderr = math.sqrt(variance) / len(places)
        found.append(Effect(label, sum(inside) / len(places), stderr, len(places)))
    return tuple(found)


def _between_variance(values: Sequence[float], ns: Sequence[int], centre: float) -> float:
    """DerSimonian and Laird's moment estimate with every cell's noise at the pooled proportion."""
    noise = centre * (1 - centre)
    if noise <= 0 or len(values) == 1:
        return 0.0
    weights = [n / noise for n in ns]
    spread = sum(w * (value - centre) ** 2 for w, value in zip(weights, values, strict=True))
    scale = sum(weights) - sum(w * w for w in weights) / sum(weights)
    return max(0.0, (spread - (len(values) - 1)) / scale)


def _ranks(values: Sequence[float]) -> list[float]:
    """Rank 1 for the highest; ties share the mean of their ranks."""
    return [
        1 + sum(other > value for other in values) + (values.count(value) - 1) / 2
        for value in values
    ]


def _z_scores(values: Sequence[float]) -> list[float]:
    mean, sd = sum(values) / len(values), _sd(values)
    return [(value - mean) / sd for value in values]


def _concordance(grids: Sequence[Sequence[float]]) -> tuple[float | None, float | None]:
    """Kendall's W and its p, from Friedman's test with the cells as treatments."""
    from scipy.stats import friedmanchisquare  # noqa: PLC0415  (slow to import)

    cells = list(zip(*grids, strict=True))
    if len(grids) < 2 or len(cells) < 3:  # noqa: PLR2004  (the least that Friedman's test takes)
        return None, None
    found = friedmanchisquare(*cells)
    return float(found.statistic) / (len(grids) * (len(cells) - 1)), float(found.pvalue)


def _places_of_highest(values: Sequence[float]) -> tuple[int, ...]:
    """All places that share the highest value, up to the last bits of a sum."""
    top = max(values)
    return tuple(
        place for place, value in enumerate(values) if math.isclose(value, top, abs_tol=1e-12)
    )


def _pooled(values: Sequence[float], ns: Sequence[int]) -> float:
    """The proportion of all answers together; exactly 0 or 1 where all values are."""
    if len(set(values)) == 1:
        return values[0]
    return sum(value * n for value, n in zip(values, ns, strict=True)) / sum(ns)


def _sd(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))


def _check(values: Sequence[float], ns: Sequence[int]) -> None:
    if len(values) != len(ns):
        raise ValueError(f"one n for each value is expected, not {len(ns)} for {len(values)}")
    for value in values:
        if not 0 <= value <= 1:
            raise ValueError(f"a fraction from 0 to 1 is expected, not {value}")
    for n in ns:
        if n < 1:
            raise ValueError(f"an n of at least 1 is expected, not {n}")
