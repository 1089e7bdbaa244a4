"""The parts of a Plotly figure that most charts need: strokes, dots, areas, words, notes and rules.

`more` are further settings of the trace, annotation or shape, by Plotly's names.
"""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import CLEAR, FAINT, MUTED, PAPER, SOFT
from reasonboard.charts.theme import Trace

Values = Sequence[Any]
HOVER = "%{text}<extra></extra>"
"""The hover is the text of the point and nothing else."""


def scatter(mode: str, x: Values, y: Values, **more: Any) -> Trace:
    """A scatter trace of any mode."""
    return {"type": "scatter", "mode": mode, "x": x, "y": y, **more}


def stroke(
    x: Values, y: Values, color: str, width: float, dash: str | None = None, **more: Any
) -> Trace:
    """A line through points that the pointer does not meet."""
    return scatter("lines", x, y, hoverinfo="skip", line=pen(color, width, dash), **more)


def dots(x: Values, y: Values, text: Values, marker: dict[str, Any], **more: Any) -> Trace:
    """Markers whose hover is their text, whole at the edge of the panel."""
    common = {"hovertemplate": HOVER, "cliponaxis": False}
    return scatter("markers", x, y, text=text, marker=marker, **common | more)


def area(x: Values, y: Values, fill: str, **more: Any) -> Trace:
    """A filled outline; without an edge and unknown to the pointer unless `more` says otherwise."""
    settings = {"fill": "toself", "fillcolor": fill, "line": {"width": 0}, "hoverinfo": "skip"}
    return scatter("lines", x, y, **settings | more)


def hatched(x: Values, y: Values) -> Trace:
    """The outline of a place without a number: missing is not zero."""
    pattern = {"shape": "/", "size": 6, "solidity": 0.17, "fgcolor": FAINT, "bgcolor": PAPER}
    words = {"name": "no data", "text": "not measured", "hoverinfo": "text", "hoveron": "fills"}
    return area(x, y, CLEAR, fillpattern=pattern, **words)


def texts(
    x: Values, y: Values, text: Values, color: str | list[str], size: Any = 11, **more: Any
) -> Trace:
    """Texts that the pointer does not meet."""
    font = {"size": size, "color": color}
    return scatter("text", x, y, text=text, textfont=font, hoverinfo="skip", **more)


def readable(trace: Trace, words: str) -> Trace:
    """The trace with words for the pointer and the keys, where it would have none."""
    return trace | {"hoverinfo": "text", "hovertext": words}


def pen(color: Any, width: Any, dash: str | None = None) -> dict[str, Any]:
    """The settings of a line."""
    return {"color": color, "width": width} | ({"dash": dash} if dash else {})


def marker(
    size: Any, color: Any, edge: Any = None, width: Any = None, symbol: Any = None
) -> dict[str, Any]:
    """The settings of markers; `edge` and `width` are those of their outline."""
    outline = {"line": {"color": edge, "width": width}} if edge is not None else {}
    return {"size": size, "color": color} | outline | ({"symbol": symbol} if symbol else {})


def note(
    text: str, x: Any, y: Any, *, size: float = 11, color: str | None = MUTED, **more: Any
) -> dict[str, Any]:
    """An annotation without an arrow."""
    font = {"size": size, "color": color}
    return {"text": text, "x": x, "y": y, "showarrow": False, "font": font, **more}


def paper_note(
    text: str, x: float, y: float, *, size: float = 11, color: str | None = MUTED, **more: Any
) -> dict[str, Any]:
    """A note at a place of the whole plot area; from its left edge on unless `more` says otherwise."""
    on_paper = {"xref": "paper", "yref": "paper", "xanchor": "left"}
    return note(text, x, y, size=size, color=color, **on_paper | more)


def rule(
    x: tuple[float, float], y: tuple[float, float], line: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """A straight line as a shape, from the first x and y to the second."""
    (x0, x1), (y0, y1) = x, y
    return {"type": "line", "x0": x0, "x1": x1, "y0": y0, "y1": y1, "line": line, **more}


def ground(x: tuple[float, float], y: tuple[float, float] = (0, 1), **more: Any) -> dict[str, Any]:
    """A soft rectangle as a shape, under everything else."""
    (x0, x1), (y0, y1) = x, y
    look = {"fillcolor": SOFT, "line": {"width": 0}, "layer": "below"}
    return {"type": "rect", "x0": x0, "x1": x1, "y0": y0, "y1": y1, **look, **more}


def level(y: float, **more: Any) -> dict[str, Any]:
    """A thin dotted line at a height, from side to side."""
    return rule((0, 1), (y, y), pen(MUTED, 1, "dot"), xref="paper", layer="below", **more)
