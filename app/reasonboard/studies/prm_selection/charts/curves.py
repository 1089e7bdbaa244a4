"""Accuracy of a student by who selected its training data: over samples, over selector size."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from reasonboard.charts.theme import Figure, empty
from reasonboard.studies.prm_selection.charts.curve_chart import Chart, framed
from reasonboard.studies.prm_selection.charts.frontier import frontiers
from reasonboard.studies.prm_selection.charts.gains import TEST, step_words, steps
from reasonboard.studies.prm_selection.charts.marks import (
    Row,
    extent,
    measured_only,
    points,
    same_samples,
    several,
    short,
)


def accuracy_by_samples(
    rows: Sequence[Row], *, panel: str, selector: str, samples: str, intervals: str, columns: int
) -> Figure:
    """Accuracy (percent) against training samples, log x: a curve per selector and place.

    Rows are values with `train_samples`; those with the same `selector`, `model` and `place` are
    joined, each step labelled with its gain per doubling. Rows of a `reference` are a line through
    the chart and a marker, a bracket says how many times the samples they need. `selector` is
    strong, and its marks with `samples` are ringed.
    """
    if not rows:
        return empty(f"No data: the source gives no numbers of training samples for {panel}.")
    counts = sorted({row["train_samples"] for row in rows})
    shown = intervals == "on"
    chart = Chart(framed(rows, counts, columns, shown), selector, several(rows), shown)
    groups = chart.parted(
        list(_groups(rows, ("reference", "selector", "model", "place"))), "train_samples"
    )
    gained = steps([sure for of in groups if len(sure := measured_only(of)) > 1])
    for step in gained:
        step[1]["gained"] = step_words(step)
    references = [row for of in groups for row in of if row["reference"]]
    for of in groups:
        if of[0]["reference"]:
            chart.reference(of)
            chart.traces.append(points(of, chart.ink(of[0], reference=True)))
            chart.take(of)
        else:
            chart.curve(of)
    chart.gains(gained, groups, references)
    chart.ring([row for of in groups for row in of if str(row["train_samples"]) == samples])
    return chart.figure(
        panel,
        rows,
        ticks={count: short(count) for count in counts},
        x_title=["training samples (log axis)", *_uncounted(rows[0]["uncounted"])],
        tests=[TEST] if gained else [],
        summary=(
            f"{panel}: {extent(rows)} with {', '.join(map(short, counts))} training samples, "
            f"for {len({row['selector'] for row in rows})} selectors."
        ),
    )


def accuracy_by_selector(
    rows: Sequence[Row], *, panel: str, selector: str, intervals: str, columns: int
) -> Figure:
    """Accuracy (percent) against the size of the selector (`params_b`, log x), every point named.

    Rows are values made with the same number of samples. Several values of one selector are
    joined by an upright line, the interval is that of the most trusted. Selectors without a size
    are lines through the chart. Steps are the frontier of size and accuracy of each place.
    """
    sized = [row for row in rows if row["params_b"]]
    if not sized:
        return empty(f"No data: the source gives no size of a selector for {panel}.")
    sizes = sorted({row["params_b"] for row in sized})
    shown = intervals == "on"
    chart = Chart(framed(rows, sizes, columns, shown), selector, several(rows), shown)
    groups = chart.parted(list(_groups(rows, ("selector", "model"))), "params_b")
    found = frontiers([row for of in groups for row in of if row["params_b"]])
    for place, kept in found:
        chart.frontier(place, kept)
    for of in groups:
        if of[0]["params_b"]:
            chart.sized(of)
        else:
            chart.reference(of)
    beside = shown and len({of[0]["params_b"] for of in groups}) < len(groups)
    notes = [
        *same_samples(rows),
        *(["frontier: no smaller selector is better there"] if found else []),
        *(["selectors of one size stand side by side"] if beside else []),
    ]
    return chart.figure(
        panel,
        rows,
        ticks={size: f"{size:g}B" for size in sizes},
        x_title=["selector size (parameters, log axis)", *notes],
        tests=[],
        summary=(
            f"{panel}: {extent(sized)} for {len({row['selector'] for row in sized})} selectors "
            f"from {sizes[0]:g}B to {sizes[-1]:g}B parameters."
        ),
    )


def _groups(rows: Sequence[Row], keys: tuple[str, ...]) -> Iterator[list[Row]]:
    for _, group in groupby(rows, key=lambda row: [row[key] for key in keys]):
        yield list(group)


def _uncounted(number: int) -> list[str]:
    if not number:
        return []
    return [f"not drawn: {number} value{'s' if number > 1 else ''} without a number of samples"]
