"""What every figure shares: axes, the base layout, the choice of a color by number."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import (
    BLACK,
    FAINT,
    HAIRLINE,
    INK,
    MUTED,
    ON_CELL,
    PAPER,
    SERIES,
    WARNING,
    WHITE,
)

Figure = dict[str, Any]
Trace = dict[str, Any]

FONT = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "triangle-down", "star")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")


def colour(number: int) -> str:
    """The colour of a model, method, selector or type by its number in the snapshot."""
    return SERIES[number % len(SERIES)]


def symbol(number: int) -> str:
    """The marker shape that goes with `colour`, so that colour is never alone."""
    return SYMBOLS[(number + number // len(SERIES)) % len(SYMBOLS)]


def dash(number: int) -> str:
    """The line style that goes with `colour`."""
    return DASHES[(number + number // len(SERIES)) % len(DASHES)]


def scale(colours: Sequence[str]) -> list[list[float | str]]:
    """Colours at even distances as a Plotly colour scale."""
    return [[index / (len(colours) - 1), colour] for index, colour in enumerate(colours)]


def colour_at(share: float, colours: Sequence[str]) -> tuple[float, float, float]:
    """The red, green and blue (0 to 255) of a scale at a share of its way (0 to 1)."""
    position = min(max(share, 0.0), 1.0) * (len(colours) - 1)
    low = min(int(position), len(colours) - 2)
    start, end = (channels(colours[low]), channels(colours[low + 1]))
    red, green, blue = (a + (b - a) * (position - low) for a, b in zip(start, end, strict=True))
    return red, green, blue


def cell_text_colour(share: float, colours: Sequence[str], dark_colours: Sequence[str]) -> str:
    """The text colour on a cell at a share of a scale: black or white, chosen for each colour scheme (`ON_CELL`)."""
    light, dark = (
        label_colour(colour_at(share, scale_colours)) for scale_colours in (colours, dark_colours)
    )
    return ON_CELL[light, dark]


def contrast_ratio(first: tuple[float, float, float], second: tuple[float, float, float]) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2, 1.4.3)."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def label_colour(background: tuple[float, float, float]) -> str:
    """Black or white, whichever has the higher contrast on this background (WCAG 2, 1.4.3)."""
    luminance = _luminance(background)
    return BLACK if (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) else WHITE


def figure(
    traces: list[Trace],
    layout: dict[str, Any],
    *,
    height: int,
    summary: str,
    uncertainty: str | None = None,
    panels: Sequence[dict[str, Any]] = (),
) -> Figure:
    """A figure in the house style; `summary` is its text alternative, one sentence, and `uncertainty`
    how its intervals and verdicts were made. `panels` are its panels in the order of reading
    (`grid.named_panel`); without them the figure is one."""
    meta: dict[str, Any] = {"summary": summary}
    meta |= {} if uncertainty is None else {"uncertainty": uncertainty}
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
            "font": {"color": INK, "size": 12},
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


def empty(reason: str) -> Figure:
    """A figure with `reason` in place of marks and as its summary, which a page writes as a line instead (`meta`)."""
    note = {
        "text": plain(reason), "xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5,
        "showarrow": False, "font": {"color": MUTED, "size": 13},
    }  # fmt: skip
    hidden = {"visible": False, "fixedrange": True}
    empty_figure = figure(
        [], {"annotations": [note], "xaxis": hidden, "yaxis": hidden}, height=180, summary=reason
    )
    empty_figure["layout"]["meta"]["empty"] = True
    return empty_figure


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


def channels(colour: str) -> tuple[int, int, int]:
    """The red, green and blue (0 to 255) of a colour as #rrggbb."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: tuple[float, float, float]) -> float:
    return sum(
        weight * _linear(channel / 255)
        for weight, channel in zip((0.2126, 0.7152, 0.0722), colour, strict=True)
    )


def _linear(channel: float) -> float:
    """The linear intensity of an sRGB channel (IEC 61966-2-1)."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)  # noqa: PLR2004
