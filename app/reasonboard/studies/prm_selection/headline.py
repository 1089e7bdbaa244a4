"""Which data to train on, in one sentence and as a small picture."""

from collections.abc import Sequence

from reasonboard.charts.teaser import Teaser, TeaserDot
from reasonboard.core.control import Values
from reasonboard.core.headline import Headline, counted, part_in_words
from reasonboard.core.study import Study
from reasonboard.studies.prm_selection.rows import (
    CORRECTION,
    FAMILY,
    Ranking,
    bars,
    interval,
    rankings,
)


def headline(study: Study, values: Values) -> Headline | None:
    """Where one selector is significantly better than others, and where none is.

    Each benchmark's highest selector against its others, corrected as all comparisons of the page (rows.compared).
    """
    rows = study.rows("by_benchmark", values)
    if not rows:
        return None
    panels = [panel for panel in rankings(rows) if panel.comparisons]
    students = sorted({str(row["model"]) for row in rows if row["model"]})
    selectors = {row["selector"] for row in rows}
    benchmarks = {row["benchmark"] for row in rows}
    return Headline(
        *_answer(panels, len(selectors)),
        subject=students[0] if len(students) == 1 else counted(len(students), "student"),
        extent=f"{'as student, ' if len(students) == 1 else ''}{counted(len(selectors), 'selector')}, "
        f"{counted(len(benchmarks), 'benchmark')}",
        tested=(
            "On each benchmark, the highest selector is compared with every other one at the same "
            f"sample size: two-proportion score tests, {CORRECTION} over all "
            f"{rows[0]['comparisons']:,} {FAMILY} of this source and metric, regardless of "
            "filters. That allows for picking the highest, and gives all charts of the page the "
            "same verdicts. Assumes independent answers; all selectors answer the same problems."
        ),
    )


def _answer(panels: Sequence[Ranking], selectors: int) -> tuple[str, str]:
    tested = [panel for panel in panels if panel.tested]
    if not panels:
        why = "One selector is" if selectors == 1 else "No two selectors are"
        end = "chosen" if selectors == 1 else "comparable at the same sample size"
        return f"{why} {end}, so nothing to compare.", ""
    if not tested:
        return "Not tested: number of problems unknown.", ""
    untested = len(panels) - len(tested)
    # One benchmark of several students is several panels.
    is_once = len({panel.benchmark for panel in panels}) == len(panels)
    noun = "benchmark" if is_once else "pair of benchmark and student"
    nouns = "benchmarks" if is_once else "pairs of benchmark and student"
    left = f"Not tested on {untested:,} more." if untested else ""
    top = max(tested, key=lambda panel: panel.beaten)
    if not top.beaten:
        where = (
            tested[0].name if len(tested) == 1 else f"any of {counted(len(tested), noun, nouns)}"
        )
        return f"Cannot tell yet: no selector is significantly better on {where}.", left
    others = part_in_words(top.beaten, top.tested, "other", top.untested)
    strong = f"Data picked by {top.best} is better than {others} on {top.name}."
    return strong, " ".join(filter(None, [_elsewhere(top, tested, nouns), left]))


def _elsewhere(top: Ranking, tested: Sequence[Ranking], nouns: str) -> str:
    """On how many of the other benchmarks some selector is better."""
    others = [panel for panel in tested if panel is not top]
    clear = sum(panel.beaten > 0 for panel in others)
    if not others:
        return ""
    if len(others) == 1:
        some = "a selector is better than some" if clear else "no selector is significantly better"
        return f"On {others[0].name} {some}."
    if not clear:
        return f"On the other {len(others):,} {nouns} no selector is significantly better."
    return f"On {clear:,} of the other {len(others):,} {nouns} a selector is better than some."


def teaser(study: Study) -> Teaser | None:
    """Of the benchmark that the page selects: the best selector, the reference, the largest and the lowest."""
    values = study.defaults()
    rows = [
        row for row in study.rows("by_benchmark", values) if row["benchmark"] == values["panel"]
    ]
    known = sorted(bars(rows), key=lambda row: -float(row["value"]))
    if len(known) < 2:  # noqa: PLR2004
        return None
    # Of several as large, the one whose name is cut least.
    largest = max(known, key=lambda row: (row["params_b"] or 0, -len(row["selector"])))
    reference = [row for row in known if row["selector"] == values["reference"]]
    names = {row["selector"] for row in (known[0], *reference, largest, known[-1])}
    picked = [row for row in known if row["selector"] in names]
    benchmark = str(values["panel"])
    return Teaser(
        f"{benchmark} after training on the data of: "
        + ", ".join(f"{row['selector']} {row['value']:.0f}%" for row in picked),
        f"{benchmark} accuracy after training on each selection",
        dots=[_dot(row, strong=row is known[0]) for row in picked],
    )


def _dot(row: dict[str, float | str], *, strong: bool) -> TeaserDot:
    low, high = interval(row) or (None, None)
    return TeaserDot(str(row["selector"]).split(" (")[0], float(row["value"]), low, high, strong)
