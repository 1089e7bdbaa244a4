"""A frontier: values by what they cost, those that no cheaper mark reaches joined by steps over all others."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from reasonboard.charts.intervals import End
from reasonboard.charts.lines import upright_lines
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import area, scatter
from reasonboard.charts.verdict_marks import Look, Sign, look

Standing = Literal["frontier", "open", "below", "untested"]
"""On the frontier, or beneath it: tied with it, significantly below, or not tested."""
FEW = 8
"""Up to this number of marks of a panel each has its interval drawn; of more those on the frontier."""


class Corner(NamedTuple):
    """A mark on the frontier, in axis units."""

    cost: float
    value: float
    ends: tuple[float, float] | None = None
    """Its interval, where that is known and shown."""


def steps(corners: Sequence[Corner], right: float, line: dict[str, Any], **more: Any) -> Trace:
    """The frontier by rising cost: each value holds up to the next cost, the last one up to `right`."""
    x = [*(corner.cost for corner in corners), right]
    y = [round(corner.value, 2) for corner in (*corners, corners[-1])]
    look = {"line": line | {"shape": "hv"}, "hoverinfo": "skip", "name": "frontier"}
    return scatter("lines", x, y, **look | more)


def steps_with_band(
    corners: Sequence[Corner], right: float, line: dict[str, Any], band_ink: str
) -> list[Trace]:
    """The frontier over its intervals, each as wide as its step; without these where none is known."""
    frontier = steps(corners, right, line)
    if not any(corner.ends for corner in corners):
        return [frontier]
    costs = [corner.cost for corner in corners]
    x = [end for step in pairwise([*costs, right]) for end in step]
    ends = [corner.ends or (corner.value, corner.value) for corner in corners]
    low = [round(end, 2) for end, _ in ends for _ in range(2)]
    high = [round(end, 2) for _, end in ends for _ in range(2)]
    name = "95% intervals of the frontier"
    return [area([*x, *x[::-1]], [*low, *high[::-1]], band_ink, name=name), frontier]


def whiskers(ends: Iterable[tuple[End, str]]) -> list[Trace]:
    """Upright intervals with their inks: a trace for each ink."""
    by_ink: dict[str, list[End]] = {}
    for (cost, low, high), ink in ends:
        by_ink.setdefault(ink, []).append((cost, round(low, 2), round(high, 2)))
    return [upright_lines(some, ink, name="95% interval") for ink, some in by_ink.items()]


def look_of(standing: Standing, ink: str, *, own: bool) -> Look:
    """The look of a mark: those on the frontier are the best for their cost."""
    sign: Sign = "best" if standing == "frontier" else standing
    return look(sign, ink, own=own)
