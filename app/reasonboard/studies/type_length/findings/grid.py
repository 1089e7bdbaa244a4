"""What the heatmaps over type and length say: methods on the same cells, types on the same lengths."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result, known_results, planned
from reasonboard.core.findings.words import (
    BENJAMINI_HOCHBERG,
    above_or_below,
    conclusion,
    count_of,
    how_tested,
    join_names,
    percent,
    signed,
)
from reasonboard.statistics.decline import shared_lengths
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.means import difference, mean
from reasonboard.statistics.sweeps import best_set
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.type_length.findings.decline import share
from reasonboard.studies.type_length.rows import (
    CellKey,
    MethodPair,
    Row,
    by_panel,
    cell_differences,
    cells_of,
    lengths_words,
    mean_difference,
    methods_compared,
    shared_cells,
)

_MEANS = "z test of the mean difference, each cell counting once"


def of_the_grid(
    rows: Sequence[Row], *, mode: str, first: str, second: str, type: str, **_options: str
) -> list[Finding]:
    """Methods compared on the cells that they share; types compared on the lengths that all have."""
    rows_by_panel = by_panel(rows)
    if mode == "difference":
        both = {first, second} <= set(rows_by_panel)
        return _differences(rows_by_panel[first], rows_by_panel[second], type) if both else []
    best = filter(None, map(_best, rows_by_panel.values()))
    methods = methods_compared(rows_by_panel.values(), type)
    return [*(_method(pair, type) for pair in methods), *best]


def _method(pair: MethodPair, type: str) -> Finding:
    row, other, cells, result = pair.row, pair.other, pair.cells, pair.result
    where = f"the {cells} cells{f' of {type}' if type else ''} that both have"
    return Finding.of(
        row["panel"],
        result,
        f"{_moved(row['panel'], other['panel'], pair.difference)} on {where} ({conclusion(result, unsigned=True)}).",
        how_tested(
            result,
            "pairs of methods of this source",
            test=_MEANS,
            correction="Bonferroni's correction",
        ),
        {"first": row["panel"]} if row["chosen"] else {},
        estimate=pair.difference * 100,
        detail=f"minus {other['method']}, mean of {count_of(cells, 'shared cell')}",
    )


def _best(rows: Sequence[Row]) -> Finding | None:
    """Which type is highest on the lengths that all types have, and which are tied with it."""
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
    others = (
        f"tied with it: {', '.join(tied)}" if tied else "every other type is significantly lower"
    )
    ends = means[high].share
    return Finding(
        subject=f"{high} · {rows[0]['panel']}",
        detail=f"highest type, {f'tied with {join_names(tied)}' if tied else 'significantly above all others'}",
        estimate=means[high].value * 100,
        low=ends.low * 100 if ends else None,
        high=ends.high * 100 if ends else None,
        unit="%",
        verdict="open" if tied else "better",
        text=f"{rows[0]['panel']}: on the lengths that all types have ({lengths_words(lengths)}) {high} is highest "
        f"with {percent(means[high].value)} ({share(means[high])}); {others}; {low} is lowest with "
        f"{percent(means[low].value)} ({share(means[low])}).",
        strength=abs(difference(groups[high], groups[low]).z),
        test=(
            f"Two-proportion score test of all pairs of {len(names)} types over their answers at "
            "these lengths, Holm's correction. Assumes independent answers; the seeds of a cell "
            "share its problems."
        ),
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
    means = known_results(kinds, lambda kind: mean_difference(a, b, shared_cells(a, b, kind)))
    kind, clearest = next(
        (mean_ for mean_ in means if mean_[0] == type),
        max(means, key=lambda mean_: mean_[1].strength),
    )
    mean_gap = planned(mean_difference(a, b, shared))
    moved = _moved(first[0]["panel"], second[0]["panel"], mean_gap.estimate)
    return [
        Finding.of(
            first[0]["panel"],
            mean_gap,
            f"{moved} on the {len(shared)} cells that both have ({conclusion(mean_gap, unsigned=True)}).",
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
        f"{open_ones} are not significant; the clearest is {kind} at length {length} with "
        f"{signed(most.estimate)} points ({conclusion(most)}).",
        how_tested(most, "cells", correction=BENJAMINI_HOCHBERG),
        strength=most.strength,
        marks={"type": kind, "length": str(length)},
    )


def _moved(name: str, other: str, difference: float) -> str:
    if not difference:
        return f"{name} equals {other} on average"
    return f"{name} is {above_or_below(difference)} {other} on average"
