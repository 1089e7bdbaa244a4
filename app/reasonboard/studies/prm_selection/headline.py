"""Which data to train on, in one sentence."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from reasonboard.core.control import Values
from reasonboard.core.headline import Headline, counted
from reasonboard.core.study import Study
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.prm_selection.rows import Row, bars, compared


class _Panel(NamedTuple):
    """A benchmark and student: the highest selector, and over how many others it is significantly better."""

    name: str
    best: str
    beaten: int
    others: int


def headline(study: Study, values: Values) -> Headline | None:
    """Where one selector is significantly better than others, and where none is.

    Each benchmark's highest selector against its others; all of them on all benchmarks of the source and metric are
    one family of tests (Holm), whatever is filtered.
    """
    rows = study.rows("by_benchmark", values | {"benchmark": [], "model": []})
    panels, tests = _panels(rows)
    chosen = {name: values[name] for name in ("benchmark", "model")}
    shown = [
        panel
        for row, panel in panels
        if all(not wanted or row[name] in wanted for name, wanted in chosen.items())
    ]
    if not shown:
        return None
    students = sorted({str(row["model"]) for row, _ in panels if row["model"]})
    selectors = {row["selector"] for row in rows}
    return Headline(
        *_answer(shown),
        subject=students[0] if len(students) == 1 else counted(len(students), "student"),
        extent=f"{'as student, ' if len(students) == 1 else ''}{counted(len(selectors), 'selector')}, "
        f"{counted(len(shown), 'benchmark')}",
        tested="On each benchmark the highest selector against every other with as many samples: two-proportion score "
        f"tests, Holm's correction over the {counted(tests, 'comparison')} of this source and metric, whatever is "
        "filtered. The highest was picked by its value, so this says “better” somewhat too often. Answers are taken as "
        "independent; all selectors answer the same problems.",
    )


def _panels(rows: Sequence[Row]) -> tuple[list[tuple[Row, _Panel]], int]:
    """Each benchmark and student with what its comparisons say, corrected together; the number of tests."""
    groups = [
        list(group) for _, group in groupby(rows, key=lambda row: (row["benchmark"], row["model"]))
    ]
    several = len({row["model"] for row in rows}) > 1
    known = [(group[0], values) for group in groups if len(values := bars(group)) > 1]
    best = [max(values, key=lambda row: (row["value"], row["n_items"] or 0)) for _, values in known]
    pairs = [
        (top, row)
        for top, (_, values) in zip(best, known, strict=True)
        for row in values
        if row is not top
    ]
    results = iter(compared(pairs))
    panels = []
    for top, (row, values) in zip(best, known, strict=True):
        own = [next(results) for _ in values[1:]]
        name = f"{row['benchmark']} → {row['model']}" if several else row["benchmark"]
        beaten = sum(one.verdict is Verdict.BETTER for one in own)
        panels.append((row, _Panel(name, top["selector"], beaten, len(own))))
    return panels, len(pairs)


def _answer(shown: Sequence[_Panel]) -> tuple[str, str]:
    top = max(shown, key=lambda panel: panel.beaten)
    if not top.beaten:
        where = shown[0].name if len(shown) == 1 else f"any of {len(shown)} benchmarks"
        return f"Undecided: no selector is clearly best on {where}.", ""
    who = f"all {top.others}" if top.beaten == top.others else f"{top.beaten} of {top.others}"
    strong = f"Data picked by {top.best} is better than {who} others on {top.name}."
    rest = [panel for panel in shown if panel is not top]
    clear = sum(panel.beaten > 0 for panel in rest)
    if not rest:
        return strong, ""
    if not clear:
        where = f"the other {len(rest)} benchmarks" if len(rest) > 1 else rest[0].name
        return strong, f"On {where} no selector is clearly best."
    return strong, f"On {clear} of the other {len(rest)} a selector is better than some."
