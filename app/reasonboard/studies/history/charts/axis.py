"""The x axis of a chart of runs: dates with their builds beneath, or builds one after the other."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from reasonboard.charts.text_width import text_width
from reasonboard.charts.theme import plain
from reasonboard.studies.history.points import Point, day_words, short_builds

_AROUND = 0.035
"""Of the axis, that stays free at both ends."""
_SIZE, _BETWEEN = 11, 10
"""Of the letters of a label, and the pixels between two."""


def x_range(drawn: Sequence[Point]) -> tuple[float, float]:
    """The range of the axis: one mark stands in its middle."""
    low, high = drawn[0].x, drawn[-1].x
    margin = (high - low) * _AROUND or 0.5
    return low - margin, high + margin


def x_axis(
    drawn: Sequence[Point], axis: str, width: int, *, with_builds: bool, picked: str = ""
) -> dict[str, Any]:
    """The axis with as many labels as `width` pixels have room for; that of the run `picked` is bold."""
    low, high = x_range(drawn)
    labels = _labels(drawn, axis, with_builds=with_builds)
    places = [(point.x - low) / (high - low) * width for point in drawn]
    halves = [_width(label) / 2 for label in labels]
    steps = range(1, len(drawn) + 1)
    kept = next(
        (kept for step in steps if _is_free(kept := _every(step, places, halves), places, halves)),
        [0],
    )
    texts = [
        f"<b>{labels[at]}</b>" if picked and drawn[at].key == picked else labels[at] for at in kept
    ]
    return {
        "range": [low, high], "tickvals": [drawn[at].x for at in kept], "ticktext": texts, "showgrid": False,
    }  # fmt: skip


def _every(step: int, places: Sequence[float], halves: Sequence[float]) -> list[int]:
    """Every so many labels from the first one on, and the last one in place of those that it would touch."""
    last = len(places) - 1
    until = places[last] - halves[last] - _BETWEEN
    return [*(at for at in range(0, last, step) if places[at] + halves[at] <= until), last]


def _is_free(kept: Sequence[int], places: Sequence[float], halves: Sequence[float]) -> bool:
    """Does no label touch the next one?"""
    ends = (
        (places[at] + halves[at], places[after] - halves[after]) for at, after in pairwise(kept)
    )
    return all(end + _BETWEEN <= start for end, start in ends)


def _width(label: str) -> float:
    return max(text_width(line, _SIZE) for line in label.split("<br>"))


def _labels(drawn: Sequence[Point], axis: str, *, with_builds: bool) -> list[str]:
    """A label for each point: the first and the last of them, and the first of a month, name the month."""
    builds = short_builds([point.last.run.build for point in drawn])
    if axis == "build":
        return [plain(builds.get(point.last.run.build, "?")) for point in drawn]
    labels = []
    for at, point in enumerate(drawn):
        run = point.last.run
        before = drawn[at - 1].last.run.made_at if at else None
        is_new = before is None or before.month != run.made_at.month or at == len(drawn) - 1
        has_date = run.made_from != "load order"
        words = day_words(run.made_at, month=is_new) if has_date else str(point.places[0] + 1)
        build = builds.get(run.build, "") if with_builds else ""
        labels.append(f"{words}<br>{plain(build)}" if build else words)
    return labels
