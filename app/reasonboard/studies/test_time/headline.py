"""What thinking longer buys, in one sentence."""

from collections.abc import Sequence

from reasonboard.core.control import Values
from reasonboard.core.findings.words import points
from reasonboard.core.headline import Headline, any_in_words, counted, share_in_words
from reasonboard.core.study import Study
from reasonboard.studies.test_time.rows import Panel, Row, panels_of

_TESTED = (
    "On each benchmark the highest run against the one with the fewest tokens, and each run beneath the frontier "
    "against the highest of it with as many tokens or fewer: by two-proportion score tests, or z tests with the "
    "standard errors over problems where these say more. Holm's correction is over all pairs of runs of the benchmark, "
    "whatever is filtered, which allows for picking the highest; intervals hold together (Bonferroni). The highest of "
    "many runs is flattered by chance. Runs answer the same problems, so the tests are cautious; they differ in more "
    "than their tokens, so a difference is not the work of the tokens alone."
)


def headline(study: Study, values: Values) -> Headline | None:
    """An own run against the frontier; else on how many benchmarks longer answers come with more accuracy."""
    main = next(view for view in study.views if view.place == "main")
    rows = study.view_rows(main, values)
    if not rows:
        return None
    panels = panels_of(rows)
    own = max((row for row in rows if row["own"]), key=_company_and_tokens, default=None)
    strong, context = _of_own(own, rows) if own else _of_all(panels)
    if own and not strong:
        strong, context = "has no other run beside it on its benchmarks.", _of_all(panels)[0]
    runs = len({row["key"] for row in rows})
    return Headline(
        strong,
        context,
        own=str(own["name"]) if own else "",
        subject=_models(rows),
        extent=f"{counted(runs, 'run')} on {counted(len(panels), 'benchmark')}",
        tested=_TESTED,
    )


def _of_all(panels: Sequence[Panel]) -> tuple[str, str]:
    testable = [panel for panel in panels if panel.gain]
    if not testable:
        return "Undecided: no benchmark has two runs whose uncertainty is known.", ""
    clear = [panel for panel in testable if panel.gain and panel.gain.significant]
    n = counted(len(testable), "benchmark")
    if not clear:
        where = testable[0].name if len(testable) == 1 else any_in_words(len(testable), "benchmark")
        return f"Undecided: longer answers are not clearly better on {where}.", ""
    top = max(clear, key=_gain)
    cost = "price" if top.best["priced"] else "tokens"
    where = top.name if len(testable) == 1 else f"{len(clear)} of {n}"
    return (
        f"{'Dearer' if top.best['priced'] else 'Longer'} answers come with more accuracy on {where}.",
        f"On {top.name} by {points(_gain(top))}, at {top.factor:.1f} times the {cost}.",
    )


def _company_and_tokens(row: Row) -> tuple[bool, float]:
    """Of several own runs the answer speaks of one that has others beside it, then of the one that thinks longest."""
    return len(row["of"].rows) > 1, row["tokens"]


def _of_own(own: Row, rows: Sequence[Row]) -> tuple[str, str]:
    """Where the own run stands on each of its benchmarks that others have; "" where none has."""
    verdicts = [
        row["of"].verdict(row)
        for row in rows
        if row["key"] == own["key"] and len(row["of"].rows) > 1
    ]
    if not verdicts:
        return "", ""
    below = verdicts.count("below")
    cost = "price" if own["priced"] else "tokens"
    if set(verdicts) == {"untested"}:
        return "cannot be compared: no uncertainty is known.", ""
    n = counted(len(verdicts), "benchmark")
    if set(verdicts) == {"frontier"}:
        all_benchmarks = f"{share_in_words(len(verdicts), len(verdicts))} benchmarks"
        where = all_benchmarks if len(verdicts) > 1 else str(own["panel"])
        return f"is the best for its {cost} on {where}.", ""
    if not below:
        several = any_in_words(len(verdicts), "benchmark")
        where = several if len(verdicts) > 1 else str(own["panel"])
        return f"cannot be told from the best for its {cost} on {where}.", ""
    where = f"{below} of {n}" if len(verdicts) > 1 else str(own["panel"])
    gap = max(row["of"].below(row) for row in rows if row["key"] == own["key"])
    return (
        f"is below the best for its {cost} on {where}.",
        f"At most by {points(gap)}." if gap else "",
    )


def _gain(panel: Panel) -> float:
    return panel.gain.estimate if panel.gain else 0.0


def _models(rows: Sequence[Row]) -> str:
    models = list(dict.fromkeys(row["model"] for row in rows))
    return " and ".join(models) if len(models) < 3 else counted(len(models), "model")  # noqa: PLR2004
