"""Which recipe is better at equal step, in one sentence."""

from collections.abc import Sequence

from reasonboard.core.findings.result import BEFORE_CORRECTION, Result
from reasonboard.core.findings.words import decimals_for, points, signed_range
from reasonboard.core.headline import Headline, counted
from reasonboard.studies.iterations.recipe_pair import LAST, RecipePair
from reasonboard.studies.iterations.recipes import Overall, Recipes
from reasonboard.studies.iterations.rows import ITERATION, Row

Tested = tuple[RecipePair, Result]
_TESTED = (
    "Two recipes are compared at the last iteration that all their seeds have, or at the "
    "choice of “Compare at”. At equal tokens or hours, accuracy is interpolated between "
    "two evaluations of a seed. If the answers of all seeds are known, seeds are crossed "
    "with problems: the variance of the difference is the variance over problems plus "
    "what the seeds add (Welch, t with Satterthwaite's degrees of freedom), for new seeds "
    "and problems like these. Otherwise it is Welch's t test over seeds, for these "
    "problems. Holm's correction is over all benchmarks and pairs of recipes, regardless "
    "of filters; the mean over benchmarks is one planned test. Intervals are not "
    "corrected."
)


def recipe_headline(recipes: Recipes, rows: Sequence[Row]) -> Headline | None:
    """The recipe that is ahead on the whole against the next, on what is chosen; None where no two can be compared."""
    shown, pairs = recipes.shown(rows)
    if not pairs:
        return None
    first, next_one = pairs[0].a.run, pairs[0].b.run
    of_two = [pair for pair in pairs if (pair.a.run, pair.b.run) == (first, next_one)]
    tested = [(pair, result) for pair in of_two if (result := recipes.result(pair))]
    mean = next(
        (
            one
            for one in recipes.overall
            if (one.a, one.b) == (of_two[0].a.name, of_two[0].b.name)
            and {*one.benchmarks} == {pair.a.benchmark for pair in of_two}
        ),
        None,
    )
    is_usual = (recipes.along, recipes.compare_at) == (ITERATION, LAST)
    strong, context = _answer(of_two, tested, mean, "" if is_usual else f" {recipes.where}")
    runs = {one.run for one in shown}
    seeds = {len(one.seeds) for one in shown}
    steps = [step for one in recipes.all for step in one.means]
    times = f" × {seeds.pop()} seeds" if len(seeds) == 1 else ""
    return Headline(
        strong,
        context,
        subject=f"{counted(len(runs), 'recipe')}{times}",
        extent=f"iterations {min(steps):,}–{max(steps):,}",
        tested=_TESTED,
    )


def _answer(
    pairs: Sequence[RecipePair], tested: Sequence[Tested], mean: Overall | None, place: str
) -> tuple[str, str]:
    """The answer, and what belongs to it; `place` says where several benchmarks are compared, unless at the end."""
    a, b = pairs[0].a.name, pairs[0].b.name
    if not tested:
        return f"{a} and {b} cannot be compared{place}: {pairs[0].untested}.", ""
    sure = [one for one in tested if one[1].significant]
    ahead = [one for one in sure if one[1].estimate > 0]
    behind = [one for one in sure if one[1].estimate < 0]
    rest = [one for one in tested if not one[1].significant]
    if len(ahead) == 1 or (not ahead and len(behind) == 1):
        (first,), others = (ahead, behind) if ahead else (behind, [])
        better, than = (a, b) if first[1].estimate > 0 else (b, a)
        strong = (
            f"{better} is better than {than} on {first[0].a.benchmark} {first[0].where()}, "
            f"by {points(abs(first[1].estimate))} {_ends(first[1])}."
        )
        return strong, _worse(others) + _rest(rest, sign=1 if ahead else -1)
    if ahead or behind:
        better, than, some = (a, b, ahead) if ahead else (b, a, behind)
        strong = f"{better} is better than {than} on {len(some)} of {counted(len(tested), 'benchmark')}{place}"
        return f"{strong}{_on_average(mean)}.", _worse(behind if ahead else []) + _rest(
            rest, sign=1 if ahead else -1
        )
    return _undecided(a, b, rest, mean, place)


def _undecided(
    a: str, b: str, rest: Sequence[Tested], mean: Overall | None, place: str
) -> tuple[str, str]:
    """The answer where no single benchmark decides."""
    result = mean.result if mean else None
    if result:
        by = f"{points(abs(result.estimate))} {_ends(result)}"
        better, than = (a, b) if result.estimate > 0 else (b, a)
        if result.significant:
            return (
                f"{better} is better than {than} on average of {counted(len(rest), 'benchmark')}{place}, by {by}.",
                "No single benchmark decides.",
            )
        return f"Cannot tell yet: {better} is ahead of {than} by {by} on average{place}.", ""
    pair, only = rest[0]
    better, than = (a, b) if only.estimate > 0 else (b, a)
    where = f"on {pair.a.benchmark} {pair.where()}"
    lead = f"{better} is {points(abs(only.estimate))} ahead of {than} {where} {_ends(only)}"
    if only.words == BEFORE_CORRECTION:
        return f"{lead}, significant {BEFORE_CORRECTION}.", ""
    return f"Cannot tell yet: {lead}.", ""


def _worse(behind: Sequence[Tested]) -> str:
    return "".join(
        f"On {pair.a.benchmark} it is worse, by {points(abs(result.estimate))} {_ends(result)}. "
        for pair, result in behind[:1]
    )


def _rest(rest: Sequence[Tested], sign: int) -> str:
    """What is open: of one benchmark its difference, of several how many."""
    if len(rest) > 1:
        return f"On {len(rest)} benchmarks the data cannot tell yet."
    for pair, result in rest:
        value = sign * result.estimate
        which = f"also {value * 100:.1f} ahead" if value > 0 else f"{-value * 100:.1f} behind"
        low, high = (result.low or 0.0, result.high or 0.0)
        low, high = (low, high) if sign > 0 else (-high, -low)
        ends = signed_range(low, high)
        if result.words == BEFORE_CORRECTION:
            return f"On {pair.a.benchmark} it is {which} ({ends}), significant {BEFORE_CORRECTION}."
        by = f"{pair.problems:,} problems" if pair.problems else "these seeds"
        return f"On {pair.a.benchmark} it is {which}, but {by} cannot tell yet ({ends})."
    return ""


def _on_average(mean: Overall | None) -> str:
    if mean is None or mean.result is None:
        return ""
    return f", by {points(abs(mean.value))} on average {_ends(mean.result)}"


def _ends(result: Result) -> str:
    """'(2.2 to 7.1)': the size of a difference, without the sign that its side says."""
    low, high = result.low or 0.0, result.high or 0.0
    low, high = (low, high) if result.estimate >= 0 else (-high, -low)
    if low < 0:
        return f"({signed_range(low, high)})"
    first, last = (f"{end * 100:.{decimals_for(end * 100)}f}" for end in (low, high))
    return f"({first} to {last})"
