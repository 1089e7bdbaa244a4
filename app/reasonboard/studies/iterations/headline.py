"""What the iterations bought, in one sentence and as a small picture."""

from collections.abc import Sequence

from reasonboard.charts.teaser import Teaser, TeaserLine, after_gaps
from reasonboard.core.control import Values, selects
from reasonboard.core.headline import Headline, counted, share_in_words
from reasonboard.core.study import Study
from reasonboard.studies.iterations.curve import Curve
from reasonboard.studies.iterations.family import benchmarks, curves, recipes_of
from reasonboard.studies.iterations.recipe_headline import recipe_headline
from reasonboard.studies.iterations.rows import ITERATION, RECIPES, SEEDS, Row, amount

_UNTESTED = "not tested: number of problems unknown"
_SMALL = 3
"""Ratios below this are given with one decimal."""


def headline(study: Study, values: Values) -> Headline | None:
    """On how many benchmarks accuracy rose, on how many significantly, and how much longer responses became.

    The gains of all benchmarks and models of the source and metric are one family of tests (Holm), whatever is
    filtered.
    """
    rows = study.view_rows(study.main_view, values | {"benchmark": [], "model": []})
    pairs = list(zip(rows, curves(rows), strict=True))
    chosen = [(row, curve) for row, curve in pairs if _is_selected(row, values)]
    recipes = recipes_of(rows) if values["form"] in (RECIPES, SEEDS) else None
    if recipes and (answer := recipe_headline(recipes, [row for row, _ in chosen])):
        return answer
    gained = [
        (row, curve) for row, curve in chosen if curve.change is not None and not curve.aggregate
    ]
    gains = [curve for _, curve in gained]
    if not gains:
        return _without_gains([curve for _, curve in chosen])
    family = sum(curve.tested_gain is not None for _, curve in pairs)
    runs = list(dict.fromkeys(row["run"] for row, _ in gained))
    noun = "model" if len({row["model"] for row, _ in gained}) == len(runs) else "run"
    steps = sorted({iteration for curve in gains for iteration in curve.iterations})
    return Headline(
        _gains(gains, noun),
        _lengths(gains),
        subject=runs[0] if len(runs) == 1 else counted(len(runs), noun),
        extent=f"{counted(len(steps), 'checkpoint')}, iterations {steps[0]:,}–{steps[-1]:,}"
        f"{_used(gains, steps[-1], str(values['along']))}",
        tested=(
            "Each gain is the last minus the first checkpoint, tested by the two-proportion score "
            "test (or the standard errors in the source). Holm's correction is over the "
            f"{counted(family, 'gain')} of this source and metric that can be tested, regardless "
            "of filters. Assumes independent answers. Both checkpoints answered the same "
            "problems, so the true noise is smaller. There is no test if the number of problems "
            "is unknown."
        ),
    )


def _used(gains: Sequence[Curve], last: int, along: str) -> str:
    """What the trainings had used by the last iteration: ', 30 h'; "" where the x axis `along` shows iterations."""
    amounts = [curve.x_values[last] for curve in gains if last in curve.x_values]
    return f", {amount(along, max(amounts))}" if amounts and along != ITERATION else ""


def _without_gains(all_curves: Sequence[Curve]) -> Headline | None:
    """The answer where no accuracy has a first and a last value: how much longer responses became."""
    lengths = _lengths(all_curves)
    if any(curve.accuracy for curve in all_curves):
        return Headline("Only one checkpoint, so nothing to compare.", lengths)
    return Headline("No accuracy is logged.", lengths) if lengths else None


def _gains(gains: Sequence[Curve], noun: str) -> str:
    """How many rose or fell, and how many of these significantly; `noun` is what several runs are called."""
    if len(gains) == 1:
        return _one_gain(gains[0])
    changes = [curve.change or 0.0 for curve in gains]
    rising, falling = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
    way, count = ("fell", falling) if falling and not rising else ("rose", rising)
    if not rising and not falling:
        return f"Accuracy changed {_where(gains, 0, noun)}."
    start = f"Accuracy {way} {_where(gains, count, noun)}"
    tested = [curve.tested_gain for curve in gains if curve.tested_gain]
    if not tested:
        return f"{start}; {_UNTESTED}."
    up, down = (
        sum(result.significant and result.estimate * sign > 0 for result in tested)
        for sign in (1, -1)
    )
    sure, other = (down, up) if way == "fell" else (up, down)
    fell = f", fell significantly on {other:,}" if other else ""
    which = "for" if _is_one_benchmark(gains) else "on"
    return f"{start}, significantly {which} {_of_them(sure, count, len(tested), len(gains))}{fell}."


def _of_them(sure: int, count: int, tested: int, total: int) -> str:
    """On how many of `count` changes: 'both', 'none', '3'; '3 of the 7 tested' where not all of `total` are tested."""
    if tested < total:
        if tested > 1:
            return f"{sure or 'none'} of the {tested:,} tested"
        return "the one tested" if sure else "none"
    if sure < count:
        return f"{sure or 'none'}"
    return "it" if count == 1 else "both" if count == 2 else "all"  # noqa: PLR2004


def _is_one_benchmark(gains: Sequence[Curve]) -> bool:
    return len({curve.benchmark for curve in gains}) == 1


def _one_gain(curve: Curve) -> str:
    change, result = curve.change or 0.0, curve.tested_gain
    way = "rose" if change > 0 else "fell" if change < 0 else "changed"
    verdict = f" ({_UNTESTED})" if result is None else f", {result.clause}"
    return f"Accuracy on {curve.benchmark} {way} by {abs(change) * 100:.1f} points{verdict}."


def _where(gains: Sequence[Curve], count: int, noun: str) -> str:
    """'on 5 of 6 benchmarks', 'on MATH500 for both models'; of several runs and benchmarks 'on 5 of 6 curves'."""
    if _is_one_benchmark(gains):
        return f"on {gains[0].benchmark} for {_share(count, len(gains), noun)}"
    several = len({curve.benchmark for curve in gains}) < len(gains)
    return f"on {_share(count, len(gains), 'curve' if several else 'benchmark')}"


def _share(part: int, total: int, noun: str) -> str:
    return f"{share_in_words(part, total) if part else f'none of {total:,}'} {noun}s"


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


def teaser(study: Study) -> Teaser | None:
    """The benchmark with the largest significant gain; with the largest gain where none is significant."""
    curves = [
        curve
        for curve in benchmarks(study.rows("grid", study.defaults()))
        if curve.change is not None
    ]
    if not curves:
        return None
    sure = [curve for curve in curves if curve.tested_gain and curve.tested_gain.significant]
    top = max(sure or curves, key=lambda curve: curve.change or 0)
    accuracy = [value * 100 for value in top.accuracy]
    lines = [
        TeaserLine(
            accuracy,
            top.iterations,
            label=f"{accuracy[-1]:.0f}%\n{top.name}",
            first=f"{accuracy[0]:.0f}%",
            after_gaps=after_gaps(top.iterations, top.missing),
        )
    ]
    words = f"{top.name}: accuracy from {accuracy[0]:.0f} to {accuracy[-1]:.0f}%"
    if len(top.lengths) > 1:
        tokens = [value for _, value in top.lengths]
        end = f"{tokens[-1] / 1000:.0f}k\ntokens"
        at = [iteration for iteration, _ in top.lengths]
        gaps = after_gaps(at, top.missing_lengths)
        lines.append(TeaserLine(tokens, at, "tokens", end, below=True, after_gaps=gaps))
        words += f", mean response from {tokens[0]:,.0f} to {tokens[-1]:,.0f} tokens"
    return Teaser(
        f"{words}, iterations {top.iterations[0]} to {top.iterations[-1]}.",
        f"iteration {top.iterations[0]}",
        f"{top.iterations[-1]:,}",
        lines,
    )
