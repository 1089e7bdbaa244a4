"""A teaser as a drawing in the page: no script, and the colors of the page in both schemes."""

import math
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise

from markupsafe import Markup

from reasonboard.charts.teaser import Teaser, TeaserDot, TeaserLine
from reasonboard.charts.text_width import Room, cut, cut_apart, fitted_names
from reasonboard.web.components.markup import Html

_BASE, _RIGHT = 110, 238
_TOP, _FOOT = 14, 28
"""The room above a line for its label, and the height of a line at the foot."""
_ROW = 14
"""From one line of words to the next."""
_NAMES, _SIZE = 158, 12.5
"""The room of a name beside its dot, and the size of its letters."""
_LONGEST_BELOW = 34
"""Characters below the base line up to the right end of the lines."""
_LONGEST_AT_END = 14
"""Those of a word at the end of a line."""


def svg(teaser: Teaser) -> Html:
    """The drawing, 330 x 128; all texts escaped."""
    parts = list(_dots(teaser.dots)) if teaser.dots else _lines(teaser.lines)
    if not teaser.dots:
        parts.append(Markup('<path class="base" d="M0 {}H330"/>').format(_BASE))
    room = _LONGEST_BELOW - len(teaser.end) if teaser.end else 2 * _LONGEST_BELOW
    parts.append(_text(0, 125, cut(teaser.start, room)))
    if teaser.end:
        parts.append(_text(_RIGHT + 4, 125, teaser.end, anchor="end"))
    frame = Markup('<svg class="teaser" viewBox="0 0 330 128" role="img" aria-label="{}">{}</svg>')
    return Html(str(frame.format(teaser.summary, Markup("").join(parts))))


def _lines(lines: Sequence[TeaserLine]) -> list[Markup]:
    above = [line for line in lines if not line.below]
    foot = _FOOT + 8 if len(above) < len(lines) else 6
    values = [
        value for line in above for value in (*line.y, *(end for pair in line.ends for end in pair))
    ]
    parts, ends = list[Markup](), list[tuple[float, TeaserLine]]()
    for line in lines:
        low, high = (0.0, max(line.y)) if line.below else (min(values), max(values))
        bottom, top = (_BASE, _BASE - _FOOT) if line.below else (_BASE - foot, _TOP)
        xs = line.x or range(len(line.y))
        first, last = min(xs), max(xs)
        up = partial(_on, (low, high), (bottom, top))
        places = [
            (_on((first, last), (5, _RIGHT), x), up(y)) for x, y in zip(xs, line.y, strict=True)
        ]
        parts += _line(line, places, [(up(a), up(b)) for a, b in line.ends])
        ends.append((places[-1][1], line))
    return [*parts, *_end_labels(ends)]


def _on(ends: tuple[float, float], places: tuple[float, float], value: float) -> float:
    """The place of a value on a scale whose ends are at these places."""
    (low, high), (start, end) = ends, places
    return start + (value - low) / ((high - low) or 1) * (end - start)


def _end_labels(ends: Sequence[tuple[float, TeaserLine]]) -> Iterable[Markup]:
    """The labels of lines beside their ends, from above to below, none over another one."""
    lowest = _BASE + 10 - _ROW * sum(len(line.label.split("\n")) for _, line in ends)
    names = cut_apart(
        [word for _, line in ends for word in line.label.split("\n")], _LONGEST_AT_END
    )
    free = -math.inf
    for end, line in sorted(ends, key=lambda pair: pair[0]):
        words = line.label.split("\n")
        y = max(min(end + 4, lowest), free)
        for row, word in enumerate(words):
            yield _text(_RIGHT + 9, y + _ROW * row, names[word], line.color, strong=row == 0)
        free = y + _ROW * len(words)
        lowest += _ROW * len(words)


def _line(
    line: TeaserLine, places: Sequence[tuple[float, float]], ends: Sequence[tuple[float, float]]
) -> Iterable[Markup]:
    starts = [0, *line.after_gaps]
    parts = [places[start:end] for start, end in zip(starts, [*line.after_gaps, None], strict=True)]
    paths = ["M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in part) for part in parts]
    path = "".join(paths)
    if line.below:
        filled = "".join(
            f"{outline}L{part[-1][0]:.1f} {_BASE}L{part[0][0]:.1f} {_BASE}Z"
            for outline, part in zip(paths, parts, strict=True)
        )
        yield Markup('<path class="{} area" d="{}"/>').format(line.color, filled)
    bars = "".join(
        f"M{x:.1f} {a:.1f}V{b:.1f}" for (x, _), (a, b) in zip(places, ends, strict=False)
    )
    if bars:
        yield Markup('<path class="{} bar" d="{}"/>').format(line.color, bars)
    yield Markup('<path class="{} line" d="{}"/>').format(line.color, path)
    for x, y in places if line.dots else places[-1:]:
        yield Markup('<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="3.6"/>').format(
            line.color, x, y
        )
    if line.first:
        x, y = places[0]
        over = min(y, _highest(places, x + 8 * len(line.first)) + 8)
        yield _text(x - 4, max(over - 16, 10), line.first, line.color, strong=True)


def _highest(places: Sequence[tuple[float, float]], until: float) -> float:
    """The y of the highest place of a line from its beginning to the x `until`; y grows downwards."""
    highest = places[0][1]
    for (x, y), (next_x, next_y) in pairwise(places):
        if x >= until:
            break
        share = min(1.0, (until - x) / ((next_x - x) or 1))
        highest = min(highest, y + share * (next_y - y))
    return highest


def _dots(dots: Sequence[TeaserDot]) -> Iterable[Markup]:
    values = [
        value for dot in dots for value in (dot.value, dot.low, dot.high) if value is not None
    ]
    across = partial(_on, (min(values), max(values)), (168, 280))
    names = fitted_names([Room(dot.name, _NAMES, _SIZE) for dot in dots])
    for row, (dot, name) in enumerate(zip(dots, names, strict=True)):
        y, color = 10 + row * 27, "accuracy" if dot.strong else "muted"
        yield _text(0, y + 4, name, "ink" if dot.strong else "muted", strong=dot.strong)
        end = across(dot.value)
        if dot.low is not None and dot.high is not None:
            end = across(dot.high)
            yield Markup('<path class="{} bar" d="M{:.1f} {}H{:.1f}"/>').format(
                color, across(dot.low), y, end
            )
        yield Markup('<circle class="{}" cx="{:.1f}" cy="{}" r="4"/>').format(
            color, across(dot.value), y
        )
        label = f"{dot.value:.0f}{'%' if dot.strong else ''}"
        yield _text(end + 8, y + 4, label, color, strong=dot.strong)


def _text(
    x: float,
    y: float,
    words: str,
    color: str = "muted",
    *,
    anchor: str = "start",
    strong: bool = False,
) -> Markup:
    return Markup('<text class="{}{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
        color, " strong" if strong else "", x, y, anchor, words
    )
