"""What the lines along training and over model size share."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import MUTED
from reasonboard.charts.intervals import NO_UNCERTAINTY
from reasonboard.charts.lines import Line, vertical
from reasonboard.charts.traces import level as level_line
from reasonboard.core.findings.uncertainty_words import half_widths
from reasonboard.statistics.uncertainty import Uncertainty


def interval_template(
    uncertainties: Sequence[Uncertainty | None], *, together: bool = False
) -> tuple[list[Any] | None, str]:
    """What a hover template says of the intervals of a line, and what it needs for it by point."""
    beside, about = half_widths(uncertainties, " points", together=together)
    return beside, about if about == NO_UNCERTAINTY else f"95% interval {about}"


def values_in_sight(lines: Sequence[Line]) -> list[float]:
    """All that has to be in sight: the values, and the intervals of the lines that show theirs."""
    ends = [end for line in lines for pair in line.ends if pair for end in pair]
    return [*(value for line in lines for value in line.y), *ends]


def guides(selected: Sequence[float], target: float | None) -> list[dict[str, Any]]:
    """The upright line of what is picked, and a line at 90% of the gain, a fraction."""
    upright = [vertical(at, MUTED) for at in selected[:1]]
    return upright if target is None else [*upright, level_line(round(target * 100, 2))]
