"""What several answers per item say of k answers: any right, or all right."""

import math
from collections.abc import Callable, Iterable


def pass_at_k(n: int, c: int, k: int) -> float | None:
    """The chance, 0 to 1, that at least one of k answers is right, when c of n were right.

        pass@k = 1 - C(n - c, k) / C(n, k)

    It is the share of all sets of k of the n answers that hold a right one, and so unbiased for
    answers that are independent and alike (1 - (1 - c/n)^k is too low). Exact in whole numbers,
    rounded once. None where n < k: fewer answers than asked about cannot say it.

    Source: Chen et al. 2021, "Evaluating Large Language Models Trained on Code" (arXiv 2107.03374),
    equation 1. ValueError for k under 1 and for c outside 0 to n.
    """
    _check(n, c, k)
    if n < k:
        return None
    sets = math.comb(n, k)
    return (sets - math.comb(n - c, k)) / sets


def pass_hat_k(n: int, c: int, k: int) -> float | None:
    """The chance, 0 to 1, that all of k answers are right, when c of n were right.

        pass^k = C(c, k) / C(n, k)

    Unbiased as `pass_at_k`, and None for n < k as there. At k = 1 both are c / n.

    Source: Yao et al. 2024, "tau-bench" (arXiv 2406.12045). ValueError as for `pass_at_k`.
    """
    _check(n, c, k)
    return math.comb(c, k) / math.comb(n, k) if n >= k else None


def mean_pass_at_k(counts: Iterable[tuple[int, int, int]], k: int) -> float | None:
    """The mean of pass@k over items, from (n, c, items): so many items have c right of n answers.

    Each item counts once, whatever its number of answers. None where any item has fewer than k
    answers (the mean of the others would be that of another set of items), and where there are no
    items; a triple of 0 items says nothing. The uncertainty is that of a mean over items with one
    score each. ValueError as for `pass_at_k`, and for a negative number of items.
    """
    return _mean(pass_at_k, counts, k)


def mean_pass_hat_k(counts: Iterable[tuple[int, int, int]], k: int) -> float | None:
    """The mean of pass^k over items, from (n, c, items); None and ValueError as `mean_pass_at_k`."""
    return _mean(pass_hat_k, counts, k)


def _mean(
    of_item: Callable[[int, int, int], float | None], counts: Iterable[tuple[int, int, int]], k: int
) -> float | None:
    parts, total = [], 0
    for n, c, items in counts:
        if items < 0:
            raise ValueError(f"{items} items with {c} of {n} right: expected 0 or more")
        value = of_item(n, c, k)
        if not items:
            continue
        if value is None:
            return None
        parts.append(items * value)
        total += items
    return math.fsum(parts) / total if total else None


def _check(n: int, c: int, k: int) -> None:
    if k < 1:
        raise ValueError(f"k {k}: expected at least 1")
    if not 0 <= c <= n:
        raise ValueError(f"{c} right of {n}: expected 0 to {n}")
