"""The x axis of a chart of runs: dates with their builds beneath, or builds one after the other."""

from collections.abc import Sequence
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
    kept: list[int] = []
    ends = -1e9
    order = list(range(len(drawn)))
    last_width = _width(labels[-1])
    for at in order:
        place = (drawn[at].x - low) / (high - low) * width
        half = _width(labels[at]) / 2
        is_last = at == order[-1]
        until = (drawn[-1].x - low) / (high - low) * width - last_width / 2 - _BETWEEN
        if place - half < ends + _BETWEEN or (not is_last and place + half > until):
            continue
        kept.append(at)
        ends = place + half
    texts = [
        f"<b>{labels[at]}</b>" if picked and drawn[at].key == picked else labels[at] for at in kept
    ]
    return {
        "range": [low, high], "tickvals": [drawn[at].x for at in kept], "ticktext": texts, "showgrid": False,
    }  # fmt: skip


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
        has_date = run.made_from != "order of loads"
        words = day_words(run.made_at, month=is_new) if has_date else str(point.places[0] + 1)
        build = builds.get(run.build, "") if with_builds else ""
        labels.append(f"{words}<br>{plain(build)}" if build else words)
    return labels
