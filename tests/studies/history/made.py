"""Runs in time with made-up answers, as sql/series.sql returns them."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reasonboard.studies.history.rows import Row, Series, all_series, with_series

FIRST = datetime(2026, 11, 1, 2, 30)
Answers = NDArray[np.float64]


def nights(
    runs: int, problems: int = 400, *, lower: Mapping[int, int] | None = None, seed: int = 1
) -> Answers:
    """Right or wrong answers, problems x runs: each run flips some, and from run K on `lower[K]` stay wrong."""
    rng = np.random.default_rng(seed)
    table = np.tile((np.arange(problems) % 5 != 0).astype(float)[:, None], runs)
    for run in range(runs):
        flipped = rng.choice(problems, problems // 25, replace=False)
        table[flipped, run] = 1 - table[flipped, run]
    for first, count in (lower or {}).items():
        table[1 : 5 * count : 5, first:] = 0
    return table


def rows_of(tables: Mapping[str, Answers], *, with_answers: bool = True, **more: Any) -> list[Row]:
    """A row for each run and benchmark; `more` replaces columns, by a value or by one for each run."""
    return [
        _row(benchmark, table, run, with_answers=with_answers)
        | {name: value[run] if isinstance(value, list) else value for name, value in more.items()}
        for benchmark, table in tables.items()
        for run in range(table.shape[1])
    ]


def _row(benchmark: str, table: Answers, run: int, *, with_answers: bool) -> Row:
    problems, runs = table.shape
    answers = table[:, run]
    return {
        "benchmark": benchmark,
        "of_benchmark": benchmark,
        "metric": "accuracy",
        "unit": "fraction",
        "scale": "proportion",
        "higher_is_better": True,
        "value": float(answers.mean()),
        "stderr": None,
        "n_items": problems,
        "n_repeats": None,
        "n_listed": False,
        "key": f"run{run + 1}",
        "run": run,
        "source": "nightly",
        "title": "nightly",
        "model": "my-7b",
        "made_at": FIRST + timedelta(days=run),
        "made_from": "stated",
        "build": f"vllm 1.0.dev{run + 1}",
        "seed": None,
        "repeat": None,
        "kind": "measured",
        "locator": "results.acc",
        "age": runs - run,
        "all_runs": runs,
        "pair": f"nightly/my-7b · {run + 1}",
        "items_digest": f"of {problems}" if with_answers else None,
        "is_graded": False,
        "attempts": 1,
        "means": [None if np.isnan(one) else float(one) for one in answers]
        if with_answers
        else None,
        "problems": list(range(1, problems + 1)) if with_answers and run == 0 else None,
    }


def series_of(table: Answers, **more: Any) -> Series:
    """The one series of these answers."""
    (series,) = all_series(with_series(rows_of({"GSM8K": table}, **more)))
    return series


def page_of(tables: Mapping[str, Answers], **more: Any) -> list[Row]:
    """The rows of the page of these benchmarks."""
    return with_series(rows_of(tables, **more))


def by_name(rows: Sequence[Row]) -> dict[str, Series]:
    return {series.benchmark: series for series in all_series(rows)}
