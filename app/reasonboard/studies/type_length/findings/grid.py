"""What the heatmaps over type and length say: methods on the same cells, types on the same lengths."""

from collections.abc import Mapping, Sequence
from operator import itemgetter

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result, planned, simultaneous
from reasonboard.core.findings.words import (
    BENJAMINI_HOCHBERG,
    above_or_below,
    conclusion,
    count_of,
    how_tested,
    percent,
    signed,
)
from reasonboard.statistics.decline import shared_lengths
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.means import difference, mean
from reasonboard.statistics.sweeps import best_set
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.type_length.findings.words import share
from reasonboard.studies.type_length.rows import (
    CellKey,
    Row,
    cell_differences,
    cells_of,
    lengths_words,
    mean_difference,
    shared_cells,
)

_PANELS = 3
"""Panels whose best type is named."""
_MEANS = "z test of the mean difference, each cell counting once"


def of_the_grid(
    rows: Sequence[Row],
    *,
    panels: str,
    mode: str,
    first: str,
    second: str,
    type: str,
    **_options: str,
) -> list[Finding]:
    """Methods compared on the cells that they share; types compared on the lengths that all have."""
    rows_by_panel: dict[str, list[Row]] = {}
    for row in rows:
        if panels == "all" or row["rank"] <= int(panels):
            rows_by_panel.setdefault(row["panel"], []).append(row)
    if mode == "difference":
        both = {first, second} <= set(rows_by_panel)
        return _differences(rows_by_panel[first], rows_by_panel[second], type) if both else []
    best = sorted(
        filter(None, map(_best, rows_by_panel.values())), key=lambda finding: -finding.strength
    )
    return [*_methods(rows_by_panel, type), *best[:_PANELS]]


def _methods(rows_by_panel: Mapping[str, list[Row]], type: str) -> list[Finding]:
    """Each method against the first shown of the same model and benchmark, on shared cells."""
    pairs = []
    for rows in rows_by_panel.values():
        other = next(
            (them for them in rows_by_panel.values() if _kin(them[0]) == _kin(rows[0])), rows
        )
        a, b = cells_of(rows, type), cells_of(other, type)
        if other is not rows and (shared := shared_cells(a, b)):
            pairs.append((rows[0], other[0], len(shared), mean_difference(a, b, shared)))
    family = max(len(pairs), *(row["comparisons"] for row, *_ in pairs)) if pairs else 0
    return [
        _method(row, other, cells, result, type)
        for (row, other, cells, _), result in simultaneous(pairs, itemgetter(3), family)
        if result.low is not None
    ]


def _method(row: Row, other: Row, cells: int, result: Result, type: str) -> Finding:
    where = f"the {cells} cells{f' of {type}' if type else ''} that both have"
    return Finding.of(
        row["panel"],
        result,
        f"{_moved(row['panel'], other['panel'], result)} on {where} ({conclusion(result, unsigned=True)}).",
        how_tested(
            result,
            "pairs of methods of this source",
            test=_MEANS,
            correction="Bonferroni's correction",
        ),
        {"first": row["panel"]} if row["chosen"] else {},
        detail=f"minus {other['method']}, mean of {count_of(cells, 'shared cell')}",
    )


def _best(rows: Sequence[Row]) -> Finding | None:
    """Which type is highest on the lengths that all types have, and which cannot be told from it."""
    lengths = shared_lengths(row["lengths"] for row in rows)
    if len(rows) < 2 or not lengths:  # noqa: PLR2004 - a best needs another
        return None
    cells = cells_of(rows)
    if not all(
        cells[row["task_type"], tested_length].answers for row in rows for tested_length in lengths
    ):
        return None
    groups = {
        row["task_type"]: [cells[row["task_type"], tested_length] for tested_length in lengths]
        for row in rows
    }
    means = {kind: mean(group) for kind, group in groups.items()}
    answers = [sum(cell.answers for cell in group) for group in groups.values()]
    values = [min(1.0, mean_.value) for mean_ in means.values()]
    best = best_set(list(map(Measured, values, answers))) or ()
    names = list(groups)
    together = [names[index] for index in sorted(best)]
    high = max(together, key=lambda kind: means[kind].value)
    low = min(names, key=lambda kind: means[kind].value)
    tied = [kind for kind in together if kind != high]
    others = f"{', '.join(tied)} cannot be told from it" if tied else "every other type is lower"
    ends = means[high].share
    return Finding(
        subject=f"{high} · {rows[0]['panel']}",
        detail=f"highest type; {', '.join(tied) if tied else 'none'} cannot be told from it",
        estimate=means[high].value * 100,
        low=ends.low * 100 if ends else None,
        high=ends.high * 100 if ends else None,
        unit="%",
        verdict="open" if tied else "better",
        text=f"{rows[0]['panel']}: on the lengths that all types have ({lengths_words(lengths)}) {high} is highest "
        f"with {percent(means[high].value)} ({share(means[high])}); {others}; {low} is lowest with "
        f"{percent(means[low].value)} ({share(means[low])}).",
        strength=abs(difference(groups[high], groups[low]).z),
        test=f"Two-proportion score test of all pairs of {len(names)} types over their answers at these lengths, "
        "Holm's correction. Answers are taken as independent; the seeds of a cell share its items.",
        marks={"type": high} | ({"first": rows[0]["panel"]} if rows[0]["chosen"] else {}),
    )


def _differences(first: list[Row], second: list[Row], type: str) -> list[Finding]:
    """The mean difference on shared cells, how many cells are significant, and the clearest type."""
    a, b = cells_of(first), cells_of(second)
    shared = shared_cells(a, b)
    tests = list(cell_differences(a, b).items())
    if not tests or len(tests) < len(shared):
        return []
    kinds = sorted({kind for kind, _ in shared})
    means = simultaneous(kinds, lambda kind: mean_difference(a, b, shared_cells(a, b, kind)))
    kind, clearest = next(
        (mean_ for mean_ in means if mean_[0] == type),
        max(means, key=lambda mean_: mean_[1].strength),
    )
    mean_gap = planned(mean_difference(a, b, shared))
    return [
        Finding.of(
            first[0]["panel"],
            mean_gap,
            f"{_moved(first[0]['panel'], second[0]['panel'], mean_gap)} on the {len(shared)} cells that both have "
            f"({conclusion(mean_gap, unsigned=True)}).",
            how_tested(mean_gap, "", test=_MEANS),
            detail=f"A minus B, mean of {count_of(len(shared), 'shared cell')}",
        ),
        _count_sentence(tests, first[0]["panel"]),
        Finding.of(
            kind,
            clearest,
            f"{kind}: the mean difference of its cells is {signed(clearest.estimate)} points "
            f"({conclusion(clearest)}).",
            how_tested(clearest, "types", test=_MEANS),
            {"type": kind},
            detail="A minus B, mean of the cells of this type",
        ),
    ]


def _count_sentence(tests: Sequence[tuple[CellKey, Result]], panel: str) -> Finding:
    verdicts = [result.verdict for _, result in tests]
    better, worse, open_ones = map(
        verdicts.count, (Verdict.BETTER, Verdict.WORSE, Verdict.NOT_SIGNIFICANT)
    )
    (kind, length), most = max(tests, key=lambda test: test[1].strength)
    return Finding.count(
        panel,
        verdicts,
        "cells",
        f"{better} of {len(tests)} cells are significantly higher, {worse} lower, and "
        f"{open_ones} could be chance; the clearest is {kind} at length {length} with "
        f"{signed(most.estimate)} points ({conclusion(most)}).",
        how_tested(most, "cells", correction=BENJAMINI_HOCHBERG),
        strength=most.strength,
        marks={"type": kind, "length": str(length)},
    )


def _moved(name: str, other: str, result: Result) -> str:
    if not result.estimate:
        return f"{name} equals {other} on average"
    return f"{name} is {above_or_below(result.estimate)} {other} on average"


def _kin(row: Row) -> tuple[str, str]:
    """What two panels share that differ in their method only: all other parts of their names."""
    return str(row["model"]), str(row["panel"]).replace(str(row["method"]), "", 1)
