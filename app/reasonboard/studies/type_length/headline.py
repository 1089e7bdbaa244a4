"""Whether a skill generalizes over type and length, in one sentence."""

from collections.abc import Sequence

from reasonboard.core.control import Values
from reasonboard.core.findings.result import known_results
from reasonboard.core.findings.words import signed
from reasonboard.core.headline import Headline, counted, share_in_words
from reasonboard.core.study import Study
from reasonboard.statistics.decline import log_odds_slope
from reasonboard.studies.type_length.rows import (
    Row,
    cells_of,
    curves_of,
    mean_difference,
    shared_cells,
)


def headline(study: Study, values: Values) -> Headline | None:
    """In how many types accuracy falls with length for B, and what A adds to it on the cells that both have."""
    a, b = str(values["first"]), str(values["second"])
    rows = study.rows("grid", values | {"mode": "difference"})
    falls = _falls(rows, b)
    of_b = [row for row in rows if row["panel"] == b]
    if not falls or not of_b:
        return None
    down, tested = falls
    shown_rows = study.rows(
        "grid", values | {"mode": "accuracy", "benchmark": [], "model": [], "method": []}
    )
    types = len({row["task_type"] for row in of_b})
    who = of_b[0]["model"]
    strong = (
        where_it_falls(who, down, tested)
        if down
        else f"Undecided: in no type is a fall of {who} with length clear."
    )
    return Headline(
        strong,
        "" if a == b else _added(rows, shown_rows, a, b),
        subject=counted(len({row["model"] for row in shown_rows if row["chosen"]}), "model"),
        extent=f"{counted(len({row['panel'] for row in shown_rows if row['chosen']}), 'panel')} of model and method, "
        f"{counted(types, 'type')}, lengths {min(row['lengths'][0] for row in of_b):g} to "
        f"{max(row['lengths'][-1] for row in of_b):g}",
        tested="Weighted logistic regression of right answers on length, its standard error widened where the "
        "cells scatter more than the binomial, with Holm's correction over the "
        f"{counted(tested, 'type')} of the model and method. What A adds is the mean of A minus the mean of B over "
        "the cells of type and length that both have, each cell counting once.",
    )


def where_it_falls(who: str, down: int, tested: int) -> str:
    """'Partly: X falls with length in 5 of 7 types.'; a single type or all of them in their own words."""
    if tested == 1:
        return f"No: {who} falls with length in the one type that can be tested."
    if down == tested:
        return f"No: {who} falls with length in {share_in_words(down, tested)} types."
    return f"Partly: {who} falls with length in {down} of {tested} types."


def _falls(rows: Sequence[Row], panel: str) -> tuple[int, int] | None:
    """In how many types of a panel accuracy significantly falls with length, of how many that can be tested."""
    curves = curves_of(rows, panel)
    slopes = known_results(curves, lambda kind: log_odds_slope(curves[kind]))
    if not slopes:
        return None
    return sum(result.significant and result.estimate < 0 for _, result in slopes), len(slopes)


def _added(rows: Sequence[Row], shown_rows: Sequence[Row], a: str, b: str) -> str:
    """What A adds to B, and what the same two methods differ by at the largest other model that has both."""
    of_a, of_b = (next((row for row in rows if row["panel"] == panel), None) for panel in (a, b))
    first = _difference(
        [row for row in rows if row["panel"] == a], [row for row in rows if row["panel"] == b]
    )
    if of_a is None or of_b is None or first is None:
        return ""
    if of_a["model"] != of_b["model"] or of_a["method"] == of_b["method"]:
        return f"{a} {_adds(first)} to it."
    what = f"{of_a['method']} {_adds(first)} to {of_b['method']}"
    others = sorted(
        {
            (row["params_b"], row["model"])
            for row in shown_rows
            if row["params_b"] and row["model"] != of_a["model"]
        }
    )
    for _, model in reversed(others):
        pair = [
            [
                row
                for row in shown_rows
                if (row["model"], row["method"], row["benchmark"])
                == (model, side["method"], side["benchmark"])
            ]
            for side in (of_a, of_b)
        ]
        if (other := _difference(*pair)) is not None:
            return f"{what}, {signed(other)} with {model}."
    return f"{what}."


def _adds(difference: float) -> str:
    return f"{'adds' if difference >= 0 else 'takes'} {abs(difference) * 100:.1f} points"


def _difference(a: Sequence[Row], b: Sequence[Row]) -> float | None:
    """The mean of A minus that of B over the cells that both have; None where they share none."""
    of_a, of_b = cells_of(a), cells_of(b)
    shared = shared_cells(of_a, of_b)
    return mean_difference(of_a, of_b, shared).value if shared else None
