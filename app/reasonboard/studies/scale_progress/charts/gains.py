"""When each size has its gain, and how far its last value is under its best."""

from collections.abc import Sequence

from reasonboard.charts.colors import HAIRLINE, INK, MUTED
from reasonboard.charts.intervals import NO_UNCERTAINTY, level_lines
from reasonboard.charts.theme import Figure, Trace, axis, empty, figure, plain, title
from reasonboard.charts.traces import dots, marker, note, pen
from reasonboard.core.findings.words import size_label
from reasonboard.statistics.growth import Reached
from reasonboard.studies.scale_progress.rows import (
    FEWEST,
    Cell,
    Curve,
    Row,
    range_words,
    training_share,
    trainings,
)

_ROW = 29
"""Pixels from one row to the next."""
_BEST_KEY = (
    "○ best checkpoint; −: drop from it to the last, ▼ significant, ≈ not significant "
    "(Holm over its checkpoints, Bonferroni over all trainings of this source and metric)"
)


def gains_by_size(
    rows: Sequence[Row], *, panel: str, size: str, intervals: str, columns: int
) -> Figure:
    """For each size: at which progress it has 90% of its gain, and how far its last value is under its best.

    Rows are those of `accuracy_along_training`: one per model and checkpoint, by size.
    """
    curves = [curve for curve in trainings(rows, panel) if len(curve.cells) >= FEWEST]
    if not curves:
        return empty("No curve: it takes three checkpoints of a model.")
    colors = [INK if curve.cells[0].model == size else MUTED for curve in curves]
    gains = {index: gain for index, curve in enumerate(curves) if (gain := curve.reached)}
    labels = [size_label(curve.cells[0].params_b) for curve in curves]
    layout = {
        "xaxis": axis(range=[-0.02, 1.02], title=title("training progress")),
        "yaxis": axis(
            range=[-0.6, len(curves) - 0.3],
            tickvals=list(range(len(curves))),
            ticktext=labels,
            gridcolor=HAIRLINE,
        ),
        "margin": {"l": 52, "r": 128, "t": 24, "b": 48},
        "hovermode": "closest",
        "annotations": [
            note(_last(curve), 1, index, color=color, xref="paper", xanchor="left", xshift=10)
            for index, (curve, color) in enumerate(zip(curves, colors, strict=True))
        ],
    }
    known = any(gain.has_range for gain in gains.values())
    about = "bar: 95% bootstrap range" if known else NO_UNCERTAINTY
    tested = [curve for curve in curves if curve.change()]
    which = (
        "a significant gain" if len(tested) == len(curves) else "a gain (significant, if tested)"
    )
    words = ", ".join(f"{labels[index]} at {gain.x:.2g}" for index, gain in gains.items())
    return figure(
        [
            *(_ranges(gains) if intervals == "on" else []),
            _shares(curves, gains, colors),
            _bests(curves, colors),
        ],
        layout,
        height=max(200, 72 + _ROW * len(curves)),
        summary=f"{panel}: 90% of the gain is reached by {words}."
        if words
        else f"{panel}: no size has {'a significant' if tested else 'a'} gain.",
        uncertainty=f"◆ 90% of {which if tested else 'a gain, not tested'}, {about} · {_BEST_KEY}",
    )


def _ranges(gains: dict[int, Reached]) -> list[Trace]:
    """The ranges of the rows, behind their marks; nothing if none is known."""
    ends = [
        (index, round(gain.low or 0.0, 4), 1.0 if gain.high is None else round(gain.high, 4))
        for index, gain in gains.items()
        if gain.has_range
    ]
    return [level_lines(ends, "95% interval", pen(MUTED, 1.6))] if ends else []


def _shares(curves: Sequence[Curve], gains: dict[int, Reached], colors: list[str]) -> Trace:
    """The checkpoint at which each size has 90% of its gain."""
    at = {
        index: next(cell for cell in curves[index].cells if cell.progress == gain.x)
        for index, gain in gains.items()
    }
    words = [
        f"90% of its gain at {training_share(gain.x)} of training{_range(gain)}"
        for gain in gains.values()
    ]
    return _points("90% of the gain", "diamond", at, words, colors)


def _bests(curves: Sequence[Curve], colors: list[str]) -> Trace:
    """The best checkpoint of each size that ends under it."""
    at = {index: curve.loss.best for index, curve in enumerate(curves) if curve.loss}
    words = [
        f"best: {best.value * 100:.1f}% at {training_share(best.progress)} of training, "
        f"last {curves[index].cells[-1].value * 100:.1f}%"
        for index, best in at.items()
    ]
    return _points("best", "circle-open", at, words, colors)


def _points(
    name: str, symbol: str, at: dict[int, Cell], words: list[str], colors: list[str]
) -> Trace:
    """A mark in the row of each of these cells."""
    inks = [colors[index] for index in at]
    models = [cell.model for cell in at.values()]
    return dots(
        [round(cell.progress, 4) for cell in at.values()],
        list(at),
        [f"{plain(model)}<br>{text}" for model, text in zip(models, words, strict=True)],
        marker(10, inks, inks, 1.5, symbol=symbol),
        name=name,
        meta={"sets": {}, "x": "size", "xs": models},
    )


def _range(gain: Reached) -> str:
    if not gain.has_range:
        return f"<br>{NO_UNCERTAINTY}"
    return f"<br>95% range {range_words(gain)}"


def _last(curve: Curve) -> str:
    """The last value, and how far it is under the best one."""
    words, lost = f"last {curve.cells[-1].value * 100:.1f}%", curve.loss
    if lost is None:
        return words
    sign = "" if lost.result is None else " ▼" if lost.result.significant else " ≈"
    return f"{words}, −{lost.size * 100:.1f}{sign}"
