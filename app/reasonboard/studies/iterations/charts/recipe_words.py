"""The words of the chart of recipes."""

from collections.abc import Sequence

from reasonboard.charts.theme import plain
from reasonboard.core.findings.result import BEFORE_CORRECTION
from reasonboard.core.findings.words import join_names, signed
from reasonboard.core.headline import counted
from reasonboard.studies.iterations.recipe import FEWEST, Recipe
from reasonboard.studies.iterations.recipe_pair import RecipePair
from reasonboard.studies.iterations.recipes import Recipes
from reasonboard.studies.iterations.rows import ITERATION, SEEDS, UNITS, words_of

Shown = Sequence[Sequence[Recipe]]
"""The recipes of each panel."""


def heading(shown: Shown) -> str:
    """What the chart is called."""
    by = {"hours": "hours", "tokens": "tokens"}.get(UNITS[along_of(shown)], "step")
    names = list(dict.fromkeys(one.name for panel in shown for one in panel))
    if len(names) == 1:
        return (
            f"{names[0]} by {by}, {max(len(one.seeds) for panel in shown for one in panel)} seeds"
        )
    return f"{'Both recipes' if len(names) == 2 else 'Recipes'} by {by}, and their difference"  # noqa: PLR2004


def along_of(shown: Shown) -> str:
    """What all are drawn along."""
    return next((one.along for panel in shown for one in panel), ITERATION)


def subtitle(shown: Shown, form: str, *, intervals: bool) -> str:
    """What the lines are."""
    seeds = _seeds(shown)
    if form == SEEDS:
        return f"Accuracy in % {words_of(along_of(shown))}: each of {seeds} seeds."
    is_band = intervals and any(one.band for panel in shown for one in panel)
    band = " with its 95% band for these problems" if is_band else ""
    return (
        f"Accuracy in % {words_of(along_of(shown))}: mean of {seeds} seeds{band}; thin lines: "
        "seeds."
    )


def foot(shown: Shown, *, has_strip: bool, is_band: bool) -> str:
    """The methods of the band and the differences."""
    parts = []
    if is_band and any(one.band for panel in shown for one in panel):
        parts.append("band: Student's t over seeds at each step, for these problems")
    few = {one.name for panel in shown for one in panel if 1 < len(one.seeds) < FEWEST}
    if few:
        parts.append(f"{join_names(sorted(few), 2)}: no band of two seeds")
    if has_strip:
        parts.append(
            "differences: filled if significant after Holm's correction. The large one is the "
            "planned test, corrected over benchmarks and pairs of recipes; it uses seeds and "
            "problems if answers are known. The others are tested over seeds and corrected over "
            "all that are drawn"
        )
        if along_of(shown) != ITERATION:
            parts.append(
                "each mean is drawn at the mean cost of its seeds; between two evaluations of a seed, "
                "accuracy is interpolated"
            )
    parts.append("own scales")
    return "; ".join(parts)


def summary(recipes: Recipes, shown: Shown) -> str:
    """The text alternative."""
    names = list(dict.fromkeys(one.name for panel in shown for one in panel))
    steps = [step for panel in shown for one in panel for step in one.means]
    results = [result for result in recipes.results.values() if result]
    sure = sum(result.significant for result in results)
    tested = f"; {sure} of {counted(len(results), 'difference')} significant" if results else ""
    return (
        f"Accuracy of {join_names(names, 4)} on {counted(len(shown), 'benchmark')} over iterations "
        f"{min(steps)} to {max(steps)}{tested}."
    )


def pair_words(recipes: Recipes, pairs: Sequence[RecipePair]) -> tuple[str, bool]:
    """What a panel says of the recipe that is ahead, and is it significant?"""
    results = [recipes.result(pair) for pair in pairs]
    sure = [
        pair for pair, result in zip(pairs, results, strict=True) if result and result.significant
    ]
    if len(pairs) > 1:
        name, count = plain(pairs[0].a.name), sum(pair.value > 0 for pair in sure)
        if not sure:
            return "○ cannot tell yet", False
        return f"<b>▲ {name} better than {count} of {len(pairs)}</b>", True
    if sure:
        ahead = pairs[0].a if pairs[0].value > 0 else pairs[0].b
        return f"<b>▲ {plain(ahead.name)} better by {signed(abs(pairs[0].value))[1:]}</b>", True
    if results[0] is None:
        return "– not tested", False
    is_before = results[0].words == BEFORE_CORRECTION
    return f"○ {BEFORE_CORRECTION if is_before else 'cannot tell yet'}", False


def _seeds(shown: Shown) -> str:
    counts = sorted({len(one.seeds) for panel in shown for one in panel})
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
