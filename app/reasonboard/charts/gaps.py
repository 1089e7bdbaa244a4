"""What is missing from a line: gaps where a file has no number, and where a training was restarted at a lower step."""

import math
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from reasonboard.charts.colors import CLEAR, HAIRLINE, INK, MUTED
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import area, readable, texts

T = TypeVar("T")
NAME = "missing values"
"""Of the fields, in a figure."""
_ROOM = 0.09
"""The least share of the axis that a gap has room for its word in."""


class Gap(NamedTuple):
    """A part of a line without values."""

    start: float
    """The x of the last value before it, of its first place where none is before it ..."""
    end: float
    """... and of the first value after it."""
    values: int
    """How many are missing."""
    words: str
    """What stands there instead: 'NaN'."""
    height: float
    """The mean of the values beside it."""


def gaps(x: Sequence[float], values: Sequence[Any], missing: Sequence[str | None]) -> list[Gap]:
    """The gaps of a line, in its order: `missing` says what its file has in the place of a value."""
    found: list[Gap] = []
    places = range(len(x))
    for is_missing, group in groupby(
        places, key=lambda at: values[at] is None and bool(missing[at])
    ):
        inside = list(group)
        if is_missing:
            start, end = max(inside[0] - 1, 0), min(inside[-1] + 1, len(x) - 1)
            words = ", ".join(sorted({missing[at] or "" for at in inside}))
            near = [value for value in (values[start], values[end]) if value is not None]
            height = sum(near) / len(near) if near else 0.0
            found.append(Gap(x[start], x[end], len(inside), words, height))
    return found


class Missing(NamedTuple):
    """A place along a line for which its file has no number."""

    x: float
    words: str
    """What stands there instead: 'NaN'."""


def with_gaps(trace: Trace, missing: Sequence[Missing]) -> Trace:
    """The trace of a line, whose x rise, with a point without a value at each missing place: no line leads over it."""
    if not missing:
        return trace
    known, gone = list(trace["x"]), [place.x for place in missing]
    order = sorted(range(len(known) + len(gone)), key=[*known, *gone].__getitem__)

    def spread(values: Any, filler: Any = None) -> Any:
        if not isinstance(values, list) or len(values) != len(known):
            return values
        return [values[at] if at < len(known) else filler for at in order]

    points: Trace = {
        name: spread(trace[name]) for name in ("y", "customdata", "ids") if name in trace
    }
    points |= {name: spread(trace[name], "") for name in ("text", "hovertext") if name in trace}
    if "marker" in trace:
        look = trace["marker"]
        fillers = {"color": CLEAR, "size": 1, "symbol": "circle"}
        points["marker"] = look | {
            name: spread(look[name], filler) for name, filler in fillers.items() if name in look
        }
    if "xs" in trace.get("meta", {}):
        points["meta"] = trace["meta"] | {"xs": spread(trace["meta"]["xs"], "")}
    return trace | {"x": [[*known, *gone][at] for at in order]} | points


def gaps_of(trace: Trace, missing: Sequence[Missing]) -> list[Gap]:
    """The gaps of a trace that `with_gaps` made."""
    words = {place.x: place.words for place in missing}
    return gaps(trace["x"], trace["y"], [words.get(x) for x in trace["x"]])


def unbroken(places: Sequence[T | None]) -> list[list[T]]:
    """What stands along a line, None where nothing does: a list for each part without a gap."""
    parts: list[list[T]] = [[]]
    for place in places:
        if place is not None:
            parts[-1].append(place)
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if part]


def missing_words(values: int, words: Iterable[str]) -> str:
    """The line under a chart: '16 values are missing (NaN): a gap'; "" for none."""
    if not values:
        return ""
    kinds = ", ".join(sorted(set(words)))
    if values == 1:
        return f"gap: 1 missing value ({kinds})"
    return f"gaps: {values:,} missing values ({kinds})"


def fields(
    line_gaps: Sequence[Gap], x: Sequence[float], y: Sequence[float], *, logarithmic: bool = False
) -> list[Trace]:
    """A gray field over the whole height of a panel for each gap of its one line, with the word where there is room.

    `x` and `y` are the ranges of the axes, `x` in powers of ten where it is `logarithmic`.
    """
    low, high = y
    traces: list[Trace] = []
    for gap in line_gaps:
        words = missing_words(gap.values, [gap.words])
        across = [gap.start, gap.end, gap.end, gap.start, gap.start]
        look = {
            "name": NAME,
            "text": words,
            "hoverinfo": "text",
            "hoveron": "fills",
            "opacity": 0.6,
        }
        traces.append(area(across, [low, low, high, high, low], HAIRLINE, **look))
    middle = [gap._replace(height=(low + high) / 2) for gap in line_gaps]
    return traces + words_in(middle, x, MUTED, logarithmic=logarithmic)


def words_in(
    line_gaps: Sequence[Gap], x: Sequence[float], ink: str, *, logarithmic: bool = False
) -> list[Trace]:
    """What stands there instead of values, in the gaps that have room for it."""
    traces: list[Trace] = []
    for gap in line_gaps:
        start, end = (math.log10(at) if logarithmic else at for at in (gap.start, gap.end))
        if end - start >= _ROOM * (x[1] - x[0]):
            middle = 10 ** ((start + end) / 2) if logarithmic else (start + end) / 2
            word = texts([middle], [gap.height], [gap.words], ink, textposition="middle center")
            traces.append(readable(word, missing_words(gap.values, [gap.words])))
    return traces


SIGN = "↻"


class Restart(NamedTuple):
    """A restart on the x axis."""

    x: float
    lost: int
    """How many numbers were logged from there on before it: they are left out."""


def restart_marks(restarts: Sequence[Restart], low: float) -> list[Trace]:
    """The sign of each on the axis, `low` on y."""
    return [
        readable(
            texts([one.x], [low], [SIGN], INK, 13, textposition="top right", name="restart"),
            _words(one.lost),
        )
        for one in restarts
    ]


def restart_words(restarts: Sequence[Restart]) -> str:
    """The line under a chart: '↻ restarted, 9 numbers of the lost part left out'; "" for none."""
    return f"{SIGN} {_words(sum(one.lost for one in restarts))}" if restarts else ""


def _words(lost: int) -> str:
    return f"restarted: {lost:,} discarded number{'s' * (lost != 1)} left out"
