"""What tells recipes apart: their difference at the last common step, on each benchmark and on the mean of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import by_sign, how_tested, points, signed_range
from reasonboard.core.headline import counted
from reasonboard.studies.iterations.curve import Curve
from reasonboard.studies.iterations.recipe_pair import RecipePair
from reasonboard.studies.iterations.recipes import Overall, Recipes
from reasonboard.studies.iterations.rows import ITERATION, RECIPES, SEEDS, Row

_NEW = "new seeds, problems like these"
_HERE = "new seeds, these problems"
_NO_TEST = "Cannot be tested: too few seeds, or all seeds equal."
_NOTE = (
    "The unit is the problem and the training seed, never problems × seeds; seeds are not paired."
)


def of_the_differences(recipes: Recipes, rows: Sequence[Row]) -> list[Finding]:
    """The mean over benchmarks first, then each benchmark, of all pairs of recipes of these rows."""
    _, pairs = recipes.shown(rows)
    named = {(pair.a.name, pair.b.name) for pair in pairs}
    benchmarks = {pair.a.benchmark for pair in pairs}
    means = [
        one
        for one in recipes.overall
        if (one.a, one.b) in named and benchmarks >= {*one.benchmarks}
    ]
    found = [
        *(_mean(one, recipes.where) for one in means),
        *(_difference(pair, recipes.result(pair)) for pair in pairs),
    ]
    return [replace(finding, leads=True) for finding in found]


def of_the_gain(finding: Finding, curve: Curve, name: str) -> Finding:
    """The finding of the gain of the recipe of this name, among those of recipes."""
    seeds = len(curve.by_seed)
    how = f"these problems, {counted(seeds, 'seed')}" if seeds > 1 else "problems like these"
    subject = f"{curve.benchmark} · {name}"
    detail = f"gain since iteration {curve.iterations[0]}: {how}"
    return replace(finding, subject=subject, detail=detail, facts=())


def of_recipes(values: Mapping[str, object]) -> tuple[str, str] | None:
    """What the findings are called and the sentence over them in the forms of recipes; None in others."""
    if values["form"] not in (RECIPES, SEEDS):
        return None
    return (
        "difference",
        "In points, with 95% intervals. The unit is the problem and the training seed, never problems × seeds.",
    )


def _difference(pair: RecipePair, result: Result | None) -> Finding:
    a, b = pair.a, pair.b
    moved = f"{points(abs(pair.value))} {by_sign(pair.value, 'above', 'from', 'below')}"
    return Finding.of(
        f"{a.benchmark} · {a.name} − {b.name}",
        result,
        f"{a.name} is {moved} {b.name} on {a.benchmark} {pair.where('iteration')} ({_ends(result, pair.untested)}).",
        how_tested(result, "benchmarks and pairs of recipes", note=f"{_seeds(pair)}. {_NOTE}")
        if result
        else f"Cannot be tested: {pair.untested}.",
        {"panel": a.benchmark}
        | ({"iteration": f"{pair.step:.0f}"} if pair.along == ITERATION else {}),
        estimate=pair.value * 100,
        detail=f"{pair.where('iteration')}: {holds_for(pair)}",
    )


def _mean(one: Overall, where: str) -> Finding:
    left_out = (
        f"; {', '.join(one.left_out)} left out: not measured for both" if one.left_out else ""
    )
    return Finding.of(
        f"Mean of {len(one.benchmarks)} · {one.a} − {one.b}",
        one.result,
        f"On average of {counted(len(one.benchmarks), 'benchmark')} {one.a} is "
        f"{points(abs(one.value))} {by_sign(one.value, 'above', 'from', 'below')} {one.b} "
        f"({_ends(one.result)}){left_out}.",
        how_tested(one.result, "", note=f"One planned test, without correction. {_NOTE}")
        if one.result
        else _NO_TEST,
        estimate=one.value * 100,
        detail=f"{where}: {_NEW if one.by_problems else _HERE}",
    )


def holds_for(pair: RecipePair) -> str:
    """For what the planned test of a pair speaks: 'new seeds, problems like these'."""
    if pair.problems is None:
        return _HERE
    return (
        _NEW
        if max(len(pair.a.seeds), len(pair.b.seeds)) > 1
        else "problems like these, one seed each"
    )


def _seeds(pair: RecipePair) -> str:
    counts = f"{len(pair.a.seeds)} and {counted(len(pair.b.seeds), 'seed')}"
    return (
        f"Paired: {pair.problems:,} problems, {counts}"
        if pair.problems
        else f"{counts}, by their means"
    )


def _ends(result: Result | None, why: str = "too few seeds") -> str:
    if result is None or result.low is None or result.high is None:
        return f"cannot be tested: {why}"
    return f"95% interval {signed_range(result.low, result.high)}; {result.words}"
