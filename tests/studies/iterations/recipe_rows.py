"""Rows of app/reasonboard/studies/iterations/sql/grid.sql for recipes with several seeds."""

from collections.abc import Sequence
from typing import Any


def recipe(
    name: str,
    *curves: Sequence[float],
    benchmark: str = "X",
    answers: Sequence[Sequence[float]] = (),
    number: int = 0,
    step: int = 100,
    **other: Any,
) -> dict[str, Any]:
    """A recipe whose seeds have these accuracies (fractions) at steps 0, 100, ...; `answers` are those at the last."""
    steps = [at * step for at in range(len(curves[0]))]
    means = [round(100 * sum(values) / len(values), 2) for values in zip(*curves, strict=True)]
    several = len(curves) > 1
    row = {
        "benchmark": benchmark, "run": f"load · {name}", "model": f"load · {name}", "aggregate": False,
        "scale": "proportion", "n_items": 30, "n_listed": False, "n_repeats": 4, "n_seeds": len(curves),
        "stderr": [None] * len(steps), "seed_sd": [0.01 if several else None] * len(steps), "iteration": steps,
        "accuracy": means, "accuracy_kind": ["measured"] * len(steps), "tokens": [None] * len(steps),
        "tokens_kind": [None] * len(steps), "tokens_low": [None] * len(steps), "tokens_high": [None] * len(steps),
        "accuracy_from": None, "accuracy_to": None, "tokens_from": None, "tokens_to": None, "kinds": ["measured"],
        "restarts": [], "number": number,
        "seeds": [
            {"seed": str(seed), "iteration": steps, "accuracy": list(values)}
            for seed, values in enumerate(curves, 1)
        ] if several else [],
        "answers": [
            {
                "seed": str(seed), "iteration": steps[-1], "items": list(range(len(scores))), "scores": list(scores),
                "attempts": 4,
            }
            for seed, scores in enumerate(answers, 1)
        ],
    }  # fmt: skip
    return row | other
