"""What every figure shares: axes, the base layout, the choice of a color by number."""

from collections.abc import Sequence
from typing import Any, Required, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from reasonboard.charts.colors import (
    BLACK,
    FAINT,
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    SERIES,
    WARNING,
    WHITE,
)

Figure = dict[str, Any]
Trace = dict[str, Any]
Floats = NDArray[np.float64]

FONT = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "triangle-down", "star")
SIGNS = dict(zip(SYMBOLS, "●■◆▲✚✖▼★", strict=True))
"""The marker shapes as letters, for keys."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")


def color(number: int) -> str:
    """The color of a model, method, selector or type by its number in the snapshot."""
    return SERIES[number % len(SERIES)]


def symbol(number: int) -> str:
    """The marker shape that goes with `color`, so that color is never alone."""
    return SYMBOLS[(number + number // len(SERIES)) % len(SYMBOLS)]


def dash(number: int) -> str:
    """The line style that goes with `color`."""
    return DASHES[(number + number // len(SERIES)) % len(DASHES)]


def scale(colors: Sequence[str]) -> list[list[float | str]]:
    """Colors at even distances as a Plotly color scale."""
    return [[index / (len(colors) - 1), color] for index, color in enumerate(colors)]


def colors_at(shares: Sequence[float], colors: Sequence[str]) -> Floats:
    """The red, green and blue (0 to 255) of a scale at shares of its way (0 to 1), a row each."""
    stops = np.array([channels(color) for color in colors], dtype=np.float64)
    positions = np.clip(shares, 0.0, 1.0) * (len(colors) - 1)
    low = np.minimum(positions.astype(np.int64), len(colors) - 2)
    mixed: Floats = stops[low] + (stops[low + 1] - stops[low]) * (positions - low)[:, None]
    return mixed


def contrast_ratios(color: str, backgrounds: Floats) -> Floats:
    """The contrast of a color with each background, 1 to 21 (WCAG 2, 1.4.3)."""
    text, behind = _luminances(np.array([channels(color)])), _luminances(backgrounds)
    ratios: Floats = (np.maximum(text, behind) + 0.05) / (np.minimum(text, behind) + 0.05)
    return ratios


def label_colors(backgrounds: Floats) -> list[str]:
    """Black or white, whichever has the higher contrast on each background (WCAG 2, 1.4.3)."""
    lighter = _luminances(backgrounds) + 0.05
    return [BLACK if is_light else WHITE for is_light in lighter / 0.05 > 1.05 / lighter]


class Words(TypedDict, total=False):
    """The words of a figure."""

    summary: Required[str]
    """Its text alternative, one sentence."""
    uncertainty: str | None
    """The methods of its intervals and verdicts."""
    heading: str
    """What it concludes; "" for the title of its view."""
    subtitle: str
    """What it shows, with its unit."""


def figure(
    traces: list[Trace],
    layout: dict[str, Any],
    *,
    height: int,
    panels: Sequence[dict[str, Any]] = (),
    **words: Unpack[Words],
) -> Figure:
    """A figure in the house style. `panels` are its panels in the order of reading (`grid.named_panel`); without them
    the figure is one."""
    meta = {name: said for name, said in words.items() if said or name != "uncertainty"}
    meta |= {"panels": panels} if panels else {}
    base = {
        "height": height,
        "margin": {"l": 56, "r": 16, "t": 28, "b": 44},
        "paper_bgcolor": PAPER,
        "plot_bgcolor": PAPER,
        "font": {"family": FONT, "size": 12, "color": INK},
        "hoverlabel": {
            "bgcolor": PAPER,
            "bordercolor": FAINT,
            "font": {"family": FONT, "color": INK, "size": 12},
            "align": "left",
        },
        "showlegend": False,
        "dragmode": False,
        "meta": meta,
    }
    return {"data": traces, "layout": base | layout}


def axis(**settings: Any) -> dict[str, Any]:
    """An axis without box or zero line: fixed, with hairlines for its grid."""
    base = {
        "fixedrange": True,
        "zeroline": False,
        "showline": False,
        "gridcolor": HAIRLINE,
        "tickfont": {"color": MUTED, "size": 11},
        "ticks": "",
        "automargin": False,
        # Or each label is measured, which is a tenth of what a figure of many panels takes.
        "ticklabeloverflow": "allow",
    }
    return base | settings


def title(text: str) -> dict[str, Any]:
    """An axis title."""
    return {"text": text, "font": {"color": MUTED, "size": 11}, "standoff": 8}


def empty(reason: str, heading: str = "") -> Figure:
    """A figure with `reason` in place of marks and as its summary, which a page writes as a line instead (`meta`)."""
    note = {
        "text": plain(reason), "xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5,
        "showarrow": False, "font": {"color": MUTED, "size": 13},
    }  # fmt: skip
    hidden = {"visible": False, "fixedrange": True}
    layout = {"annotations": [note], "xaxis": hidden, "yaxis": hidden}
    empty_figure = figure([], layout, height=180, summary=reason)
    empty_figure["layout"]["meta"] |= {"heading": heading} if heading else {}
    empty_figure["layout"]["meta"]["empty"] = True
    return empty_figure


def no_data_reason(chart: Figure) -> str:
    """The reason in a figure that has nothing to draw; '' in any other."""
    meta = chart["layout"]["meta"]
    return str(meta["summary"]) if meta.get("empty") else ""


def plain(text: str) -> str:
    """Text from data made harmless: Plotly would render it as pseudo-HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def mark_illustrative(chart: Figure) -> None:
    """Say in the figure itself that its values are made up."""
    layout = chart["layout"]
    note = {
        "text": "ILLUSTRATIVE: values made up to show a described trend, not measurements",
        "xref": "paper", "yref": "paper", "x": 0, "y": 1, "yshift": layout["margin"]["t"] + 10,
        "xanchor": "left", "yanchor": "bottom", "showarrow": False, "font": {"color": WARNING, "size": 12},
        "bgcolor": PAPER, "bordercolor": WARNING, "borderpad": 3,
    }  # fmt: skip
    layout["annotations"] = [*layout.get("annotations", []), note]
    layout["margin"] = layout["margin"] | {"t": layout["margin"]["t"] + 36}
    layout["height"] += 36


def channels(color: str) -> tuple[int, int, int]:
    """The red, green and blue (0 to 255) of a color as #rrggbb."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _luminances(colors: Floats) -> Floats:
    """Of colors with the linear intensities of their sRGB channels (IEC 61966-2-1)."""
    parts = colors / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)  # noqa: PLR2004
    red, green, blue = linear.T
    luminances: Floats = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return luminances
