"""Several answers per item, and estimates for k answers."""

import math

from reasonboard.statistics.checks import check_counts, check_successes


def pass_at_k(n: int, c: int, k: int) -> float | None:
    """The chance, 0 to 1, that at least one of k answers is right, when c of n were right.

        pass@k = 1 - C(n - c, k) / C(n, k)

    Unbiased for answers that are independent and alike (1 - (1 - c/n)^k is too low). None where n < k.

    Source: Chen et al. 2021, "Evaluating Large Language Models Trained on Code" (arXiv 2107.03374).
    """
    check_counts([k])
    check_successes([c], [n])
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
    check_counts([k])
    check_successes([c], [n])
    return math.comb(c, k) / math.comb(n, k) if n >= k else None
