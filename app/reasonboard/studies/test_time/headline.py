"""What thinking longer buys, in one sentence and as a small picture."""

from collections.abc import Sequence

from reasonboard.charts.frontier import Standing
from reasonboard.charts.teaser import Teaser, frontier_line
from reasonboard.charts.ticks import short
from reasonboard.core.control import Values
from reasonboard.core.findings.words import points
from reasonboard.core.headline import Headline, any_in_words, counted, part_in_words, share_in_words
from reasonboard.core.study import Study
from reasonboard.studies.test_time.rows import MOST_RUNS, Panel, Row, panels_of

_TESTED = (
    "On each benchmark, the highest run is compared with the run with the fewest tokens, "
    "and each run below the frontier with the highest one that uses no more tokens: "
    "two-proportion score tests, or z tests with standard errors over problems if these "
    "are more precise. Holm's correction is over all pairs of runs of the benchmark, "
    "regardless of filters, which allows for picking the highest, and over the benchmarks "
    "that two runs share, as on Two models: the larger p-value counts. The score of the "
    "highest of many runs is biased upward. Runs answer the same problems, so the tests "
    "are cautious. Runs differ in more than their tokens, so tokens alone do not explain "
    "a difference."
)


def headline(study: Study, values: Values) -> Headline | None:
    """An own run against the frontier; else on how many benchmarks longer answers come with more accuracy."""
    rows = study.view_rows(study.views[0], values)
    if not rows:
        return None
    panels = panels_of(rows)
    own = _own_run(panels)
    strong, context = _of_own(own, panels) if own else _of_all(panels)
    if own and not strong:
        strong, context = "is the only run on its benchmarks.", _of_all(panels)[0]
    runs = len({row["key"] for row in rows})
    is_cut = any(row["runs"] > MOST_RUNS for row in rows)
    return Headline(
        strong,
        context,
        own=str(own["name"]) if own else "",
        subject=_models(rows),
        extent=f"{counted(runs, 'run')} on {counted(len(panels), 'benchmark')}"
        + (f", of each the best and newest {MOST_RUNS}" if is_cut else ""),
        tested=_TESTED,
    )


def _of_all(panels: Sequence[Panel]) -> tuple[str, str]:
    compared = [panel for panel in panels if panel.is_compared]
    tested = [panel for panel in compared if panel.is_tested]
    if not compared:
        return (
            f"One run{' on each benchmark' if len(panels) > 1 else ''}, so nothing to compare.",
            "",
        )
    if not tested:
        return "Not tested: number of problems unknown.", ""
    untested = len(compared) - len(tested)
    longer = "Dearer" if panels[0].best["priced"] else "Longer"
    clear = [panel for panel in tested if panel.gain and panel.gain.significant]
    if not clear:
        where = tested[0].name if len(tested) == 1 else any_in_words(len(tested), "benchmark")
        left = f"Not tested on {untested:,} more." if untested else ""
        return (
            f"Cannot tell yet: {longer.lower()} answers are not significantly better on {where}.",
            left,
        )
    top = max(clear, key=_gain)
    cost = "price" if top.best["priced"] else "tokens"
    where = part_in_words(len(clear), len(tested), "benchmark", untested)
    if len(compared) == 1:
        where = top.name
    return (
        f"{longer} answers go with higher accuracy on {where}.",
        f"On {top.name}, {points(_gain(top))} more for {top.factor:.1f} times the {cost}.",
    )


def _own_run(panels: Sequence[Panel]) -> Row | None:
    """Of several own runs one that has others beside it, then the one that thinks longest."""
    own = [
        (panel.is_compared, row["tokens"], row)
        for panel in panels
        for row in panel.rows
        if row["own"]
    ]
    return max(own, key=lambda one: one[:2])[2] if own else None


_STANDINGS: dict[Standing, tuple[str, str]] = {
    "frontier": ("is on the accuracy–{cost} frontier", "best"),
    "open": ("is tied with the accuracy–{cost} frontier", "tied"),
    "below": ("is significantly below the accuracy–{cost} frontier", "significantly below"),
    "untested": ("is not tested", "not tested"),
}
"""How an own run stands, in words that begin a sentence, and in those that go on with it."""


def _of_own(own: Row, panels: Sequence[Panel]) -> tuple[str, str]:
    """Where the own run is on each of its benchmarks that others have; "" where none has."""
    own_rows = [
        (panel, row)
        for panel in panels
        for row in panel.rows
        if row["key"] == own["key"] and panel.is_compared
    ]
    if not own_rows:
        return "", ""
    standings = [panel.verdict(row) for panel, row in own_rows]
    runs = len({row["key"] for panel in panels for row in panel.rows if row["own"]})
    which = f"(longest of your {runs} runs) " if runs > 1 else ""
    known = [
        (words, count) for name, words in _STANDINGS.items() if (count := standings.count(name))
    ]
    ((first, _), most), *others = known
    where = f"{share_in_words(most, len(standings))} benchmarks"
    if len(standings) == 1:
        where = own_rows[0][0].name
    strong = f"{which}{first.format(cost='price' if own['priced'] else 'tokens')} on {where}"
    gaps = [panel.below(row) for panel, row in own_rows if panel.verdict(row) == "below"]
    by = f"by {'up to ' if len(gaps) > 1 else ''}{points(max(gaps))}" if gaps else ""
    if others:
        rest = [
            " ".join(filter(None, [f"{words} on {count}", by if words.endswith("below") else ""]))
            for (_, words), count in others
        ]
        return f"{strong},", f"{', '.join(rest)}."
    if gaps:
        return f"{strong}.", f"{by[0].upper()}{by[1:]}."
    return f"{strong}.", "The number of problems is unknown." if "untested" in standings else ""


def _gain(panel: Panel) -> float:
    return panel.gain.estimate if panel.gain else 0.0


def _models(rows: Sequence[Row]) -> str:
    models = list(dict.fromkeys(row["model"] for row in rows))
    return " and ".join(models) if len(models) < 3 else counted(len(models), "model")  # noqa: PLR2004


def teaser(study: Study) -> Teaser | None:
    """The runs that no shorter one reaches, by their tokens on a log scale."""
    rows = study.view_rows(study.views[0], study.defaults())
    panels = [panel for panel in panels_of(rows) if len(panel.frontier) > 1]
    if not panels:
        return None
    panel = max(panels, key=_tells)
    edge = [panel.rows[index] for index in panel.frontier]
    first, last = edge[0], edge[-1]
    line = frontier_line(
        [row["x"] for row in edge],
        [row["value"] * 100 for row in edge],
        first=f"{first['value'] * 100:.0f}%",
        label=f"{last['value'] * 100:.0f}%",
    )
    return Teaser(
        f"{panel.name}: from {first['value']:.0%} at {short(first['x'])} tokens to {last['value']:.0%} at "
        f"{short(last['x'])}.",
        f"{panel.name}, {short(first['x'])} tokens",
        short(last["x"]),
        lines=[line],
    )


def _tells(panel: Panel) -> tuple[bool, bool, bool, float]:
    """How much a benchmark says: of an own run, by more than two runs on the frontier, by a significant gain."""
    is_own, is_sure = (
        any(row["own"] for row in panel.rows),
        bool(panel.gain and panel.gain.significant),
    )
    return is_own, len(panel.frontier) > 2, is_sure, _gain(panel)  # noqa: PLR2004
