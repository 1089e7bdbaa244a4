"""Horizontal bars of counts on a log axis, one for each name and kind of number."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.charts.colors import INK
from reasonboard.charts.text_width import cut_apart
from reasonboard.charts.theme import Figure, Trace, axis, color, figure, plain, title

_ROW = 22
_SHORT = 24
_LONG = 60
_KINDS = (
    "measured", "stated", "read_off", "approximate", "bound_low", "bound_high", "extrapolated", "illustrative",
)  # fmt: skip
_PATTERNS = ("", "/", "x", "-", "|", "+", ".", "\\")


class Bar(NamedTuple):
    """One bar: its name, its length, the kind of number that it counts, and what a click on it sets."""

    name: str
    x: int
    kind: str = "measured"
    mark: str = ""


def bar_chart(bars: Sequence[Bar], *, what: str, control: str, columns: int) -> Figure:
    """The bars from above to below; `what` they count, and the `control` that a click sets, if any."""
    short = cut_apart([bar.name for bar in bars], _LONG if columns > 1 else _SHORT)
    names = [short[bar.name] for bar in bars]
    right = math.log10(max(bar.x for bar in bars)) + 0.35
    layout = {
        "xaxis": axis(type="log", range=[-0.3, right], title=title(f"{what} (log axis)"), dtick=1),
        "yaxis": axis(
            range=[len(bars) - 0.4, -0.6],
            tickvals=list(range(len(bars))),
            ticktext=[plain(name) for name in names],
            showgrid=False,
        ),
        "margin": {"l": 40 + 6 * max(map(len, names)), "r": 40, "t": 12, "b": 44},
        "bargap": 0.3,
    }
    # On a log axis stacked bars would not add up to the eye.
    kinds = [_KINDS.index(bar.kind) for bar in bars]
    trace: Trace = {
        "type": "bar",
        "orientation": "h",
        "x": [bar.x for bar in bars],
        "y": list(range(len(bars))),
        "text": [f"{bar.x:,}" for bar in bars],
        "textposition": "outside",
        "textfont": {"color": INK, "size": 11},
        "cliponaxis": False,
        "customdata": [plain(bar.name) for bar in bars],
        "hovertemplate": f"<b>%{{customdata}}</b><br>%{{text}} {what}<extra></extra>",
        "marker": {
            "color": [color(kind) for kind in kinds],
            "pattern": {"shape": [_PATTERNS[kind] for kind in kinds], "solidity": 0.25},
        },
        "meta": {"x": control, "xs": [bar.mark for bar in bars]} if control else {},
    }
    summary = f"{sum(bar.x for bar in bars):,} {what} in {len(bars)} rows."
    return figure([trace], layout, height=_ROW * len(bars) + 56, summary=summary)
