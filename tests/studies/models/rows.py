"""Hand-written rows as sql/scores.sql and sql/pair.sql give them."""

from collections.abc import Sequence
from typing import Any

from reasonboard.studies.models.pair import Against

Row = dict[str, Any]


def score(
    model: str, value: float, benchmark: str = "B", n: int | None = 500, **more: object
) -> Row:
    """A score of a model in the block of source `s`."""
    base: Row = {
        "key": f"s/{model}", "title": "s", "own": False, "model": model, "variant": "", "runs": 1,
        "block": "s", "block_title": "s", "place": 1, "benchmark": benchmark, "panel": benchmark, "domain": "math",
        "metric": "accuracy", "unit": "fraction", "higher_is_better": True, "value": value, "stderr": None,
        "scale": "proportion",
        "n_items": n, "n_listed": False, "n_repeats": None, "n_seeds": 0, "reruns": 1, "seed_sd": None,
        "kind": "stated",
        "ambiguous": False, "loaded_at": None, "all_runs": 2, "paired": [],
    }  # fmt: skip
    return base | more


def pair(a: float, b: float, benchmark: str = "B", n: int | None = 500, **more: object) -> Row:
    """A benchmark that A and B both have, without answers."""
    known = {"unit": "fraction", "higher_is_better": True, "stderr": None, "scale": "proportion",
    "n_items": n, "n_listed": False,
             "n_repeats": None, "n_seeds": 0, "seed_sd": None}  # fmt: skip
    base: Row = {
        "benchmark": benchmark, "panel": benchmark, "panels": [benchmark], "metric": "accuracy",
        "kinds": ["stated", "stated"],
        "a": known | {"value": a}, "b": known | {"value": b}, "items_a": 0, "items_b": 0, "n": 0, "mean_a": None,
        "mean_b": None, "sd": None, "only_a": 0, "only_b": 0, "binary": False, "attempts": None,
        "seeds_a": None, "seeds_b": None, "name_a": "M", "name_b": "N", "own_a": False, "are_open": False,
    }  # fmt: skip
    return base | more


def against(rows: Sequence[Row], b: str) -> Against:
    """The differences of these scores to run B, as sql/against.sql gives their rows."""
    of_b = {row["benchmark"]: row for row in rows if row["key"] == b}
    pairs = [
        pair(0, 0, row["benchmark"]) | {"a": row, "b": of_b[row["benchmark"]]}
        for row in rows
        if row["key"] != b and row["benchmark"] in of_b
    ]
    return Against(pairs, lambda rows: rows)
