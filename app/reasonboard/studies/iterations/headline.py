"""What the iterations bought, in one sentence."""

from collections.abc import Sequence

from reasonboard.core.control import Values, selects
from reasonboard.core.findings.result import Result
from reasonboard.core.headline import Headline, counted, share_in_words
from reasonboard.core.study import Study
from reasonboard.studies.iterations.along import ITERATION, amount
from reasonboard.studies.iterations.curve import Curve
from reasonboard.studies.iterations.family import curves
from reasonboard.studies.iterations.rows import Row

_SMALL = 3
"""Ratios below this are given with one decimal."""


def headline(study: Study, values: Values) -> Headline | None:
    """On how many benchmarks accuracy rose, on how many significantly, and how much longer responses became.

    The gains of all benchmarks and models of the source and metric are one family of tests (Holm), whatever is
    filtered.
    """
    main = next(view for view in study.views if view.place == "main")
    rows = study.view_rows(main, values | {"benchmark": [], "model": []})
    with_change = [
        pair for pair in zip(rows, curves(rows), strict=True) if pair[1].change is not None
    ]
    tested = [(row, curve, curve.tested_gain) for row, curve in with_change]
    gains = [
        (curve, result)
        for row, curve, result in tested
        if not curve.aggregate and _is_selected(row, values)
    ]
    if not gains:
        return _of_lengths(rows, values)
    family = sum(result is not None for *_, result in tested)
    models = list(
        dict.fromkeys(row["run"] for row in rows if selects(values["model"], row["model"]))
    )
    steps = sorted({iteration for curve, _ in gains for iteration in curve.iterations})
    return Headline(
        _gains(gains),
        _lengths([curve for curve, _ in gains]),
        subject=models[0] if len(models) == 1 else counted(len(models), "model"),
        extent=f"{counted(len(steps), 'checkpoint')}, iterations {steps[0]:,}–{steps[-1]:,}"
        f"{_used(gains, steps[-1], str(values['along']))}",
        tested="Each gain is the last minus the first checkpoint, tested by the two-proportion score test (or by "
        "the standard errors that the source states), with Holm's correction over the "
        f"{counted(family, 'gain')} of this source and metric that can be tested, whatever is filtered. Answers are "
        "taken as independent; both checkpoints answer the same problems, so the noise between them is smaller than "
        "this says. Where the number of problems is unknown there is no test.",
    )


def _used(gains: Sequence[tuple[Curve, Result | None]], last: int, along: str) -> str:
    """What the trainings had used by the last iteration: ', 30 h'; "" where the x axis `along` shows iterations."""
    amounts = [curve.x_values[last] for curve, _ in gains if last in curve.x_values]
    return f", {amount(along, max(amounts))}" if amounts and along != ITERATION else ""


def _of_lengths(rows: Sequence[Row], values: Values) -> Headline | None:
    """The answer of a log without accuracy: how much longer responses became."""
    lengths = _lengths(curves([row for row in rows if _is_selected(row, values)]))
    return Headline("No accuracy to compare is logged.", lengths) if lengths else None


def _gains(gains: Sequence[tuple[Curve, Result | None]]) -> str:
    if len(gains) == 1:
        (curve, result), change = gains[0], gains[0][0].change or 0.0
        verdict = (
            ""
            if result is None
            else ", significantly"
            if result.significant
            else ", which could be chance"
        )
        way = "rose" if change > 0 else "fell" if change < 0 else "changed"
        return f"Accuracy on {curve.name} {way} by {abs(change) * 100:.1f} points{verdict}."
    rising = sum((curve.change or 0) > 0 for curve, _ in gains)
    testable = sum(result is not None for _, result in gains)
    sure = sum(
        result is not None and result.significant and result.estimate > 0 for _, result in gains
    )
    where = share_in_words(rising, len(gains))
    start = f"Accuracy rose on {where} benchmarks"
    if not testable:
        return f"{start}; none can be tested."
    of_them = "all" if sure == testable else sure or "none"
    if testable == len(gains):
        return f"{start}, significantly on {of_them}."
    if testable == 1:
        return f"{start}, {'' if sure else 'not '}significantly on the one that can be tested."
    return f"{start}, significantly on {of_them} of the {testable} that can be tested."


def _lengths(selected_curves: Sequence[Curve]) -> str:
    times = sorted(
        curve.lengths[-1][1] / curve.lengths[0][1]
        for curve in selected_curves
        if len(curve.lengths) > 1 and curve.lengths[0][1] > 0
    )
    if not times:
        return ""
    low, high = _times(times[0]), _times(times[-1])
    return f"Responses became {low if low == high else f'{low} to {high}'} times as long."


def _times(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio < _SMALL else f"{ratio:.0f}"


def _is_selected(row: Row, values: Values) -> bool:
    """Do the filters of benchmarks and models leave the row?"""
    return all(selects(values[name], row[name]) for name in ("benchmark", "model"))
