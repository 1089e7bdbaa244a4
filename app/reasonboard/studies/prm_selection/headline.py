"""Which data to train on, in one sentence."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from reasonboard.core.control import Values, selects
from reasonboard.core.headline import Headline, any_in_words, counted, share_in_words
from reasonboard.core.study import Study
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.prm_selection.rows import CORRECTION, FAMILY, Row, against_highest, bars


class _Panel(NamedTuple):
    """A benchmark and student: the highest selector, and over how many others it is significantly better."""

    name: str
    best: str
    beaten: int
    others: int


def headline(study: Study, values: Values) -> Headline | None:
    """Where one selector is significantly better than others, and where none is.

    Each benchmark's highest selector against its others, corrected as all comparisons of the page (rows.compared).
    """
    rows = study.rows("by_benchmark", values | {"benchmark": [], "model": []})
    panels = _panels(rows)
    selected_panels = [
        panel
        for row, panel in panels
        if all(selects(values[name], row[name]) for name in ("benchmark", "model"))
    ]
    if not selected_panels:
        return None
    students = sorted({str(row["model"]) for row, _ in panels if row["model"]})
    selectors = {row["selector"] for row in rows}
    return Headline(
        *_answer(selected_panels),
        subject=students[0] if len(students) == 1 else counted(len(students), "student"),
        extent=f"{'as student, ' if len(students) == 1 else ''}{counted(len(selectors), 'selector')}, "
        f"{counted(len(selected_panels), 'benchmark')}",
        tested="On each benchmark the highest selector against every other with as many samples: two-proportion score "
        f"tests, {CORRECTION} over all {rows[0]['comparisons']:,} {FAMILY} of this source and metric, whatever is "
        "filtered: that allows for picking the highest, and every chart of the page has the same verdicts. Answers are "
        "taken as independent; all selectors answer the same problems.",
    )


def _panels(rows: Sequence[Row]) -> list[tuple[Row, _Panel]]:
    """Each benchmark and student with what its comparisons say."""
    several = len({row["model"] for row in rows}) > 1
    panels = []
    for _, group in groupby(rows, key=lambda row: (row["benchmark"], row["model"])):
        if len(values := bars(panel_rows := list(group))) > 1:
            row = panel_rows[0]
            name = f"{row['benchmark']} → {row['model']}" if several else row["benchmark"]
            comparisons = against_highest(values)
            beaten = sum(comparison.verdict is Verdict.BETTER for comparison in comparisons)
            best = comparisons[0].first["selector"]
            panels.append((row, _Panel(name, best, beaten, len(comparisons))))
    return panels


def _answer(selected_panels: Sequence[_Panel]) -> tuple[str, str]:
    top = max(selected_panels, key=lambda panel: panel.beaten)
    if not top.beaten:
        where = (
            selected_panels[0].name
            if len(selected_panels) == 1
            else any_in_words(len(selected_panels), "benchmark")
        )
        return f"Undecided: no selector is clearly best on {where}.", ""
    who = share_in_words(top.beaten, top.others)
    strong = f"Data picked by {top.best} is better than {who} others on {top.name}."
    others = [panel for panel in selected_panels if panel is not top]
    clear = sum(panel.beaten > 0 for panel in others)
    if not others:
        return strong, ""
    if not clear:
        where = f"the other {len(others)} benchmarks" if len(others) > 1 else others[0].name
        return strong, f"On {where} no selector is clearly best."
    return strong, f"On {clear} of the other {len(others)} a selector is better than some."
