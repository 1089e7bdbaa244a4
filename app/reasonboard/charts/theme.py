"""What every figure shares: colours, axes, the base layout.

Figures are made for a light page. The browser exchanges the tokens below for their dark partners
(assets/theme.js), so a colour that is written here must stand in that table too.
"""

from collections.abc import Sequence
from typing import Any

Figure = dict[str, Any]
Trace = dict[str, Any]

INK = "#16191d"
MUTED = "#6a7280"
HAIRLINE = "rgba(22,25,29,0.1)"
"""INK so thin that words stay readable where it crosses them."""
PAPER = "#ffffff"
FAINT = "#c3c8d0"
ACCENT = "#3451b2"
ACCURACY = "#0b6bb0"
TOKENS = "#c8641b"
ACCURACY_BAND = "rgba(11,107,176,0.14)"
TOKENS_BAND = "rgba(200,100,27,0.12)"
WARNING = "#c62a2f"

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

# After Okabe and Ito (2008), darkened until each has a contrast of 3:1 on white.
COLOURS = ("#0b6bb0", "#b3541e", "#0f7b5f", "#a34f86", "#7a6a00", "#2f83b8", "#5b4ea3", "#7d4a2b")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "triangle-down", "star")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")

# Points of cividis (Nuñez, Anderton and Renslow 2018), from low to high.
CIVIDIS = (
    "#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678",
    "#a59c74", "#c3b369", "#e1cc55", "#fee838",
)  # fmt: skip
# ColorBrewer's PuOr (Harrower and Brewer 2003): from orange over white to violet.
DIVERGING = (
    "#7f3b08", "#b35806", "#e08214", "#fdb863", "#fee0b6", "#f7f7f7",
    "#d8daeb", "#b2abd2", "#8073ac", "#542788", "#2d004b",
)  # fmt: skip


def colour(number: int) -> str:
    """The colour of a model, method, selector or type by its number in the snapshot."""
    return COLOURS[number % len(COLOURS)]


def symbol(number: int) -> str:
    """The marker shape that goes with `colour`, so that colour is never alone."""
    return SYMBOLS[(number + number // len(COLOURS)) % len(SYMBOLS)]


def dash(number: int) -> str:
    """The line style that goes with `colour`."""
    return DASHES[(number + number // len(COLOURS)) % len(DASHES)]


def scale(colours: Sequence[str]) -> list[list[float | str]]:
    """Colours at even distances as a Plotly colour scale."""
    return [[index / (len(colours) - 1), one] for index, one in enumerate(colours)]


def colour_at(share: float, colours: Sequence[str]) -> tuple[float, float, float]:
    """The red, green and blue (0 to 255) of a scale at a share of its way (0 to 1)."""
    place = min(max(share, 0.0), 1.0) * (len(colours) - 1)
    low = min(int(place), len(colours) - 2)
    start, end = (_channels(colours[low]), _channels(colours[low + 1]))
    red, green, blue = (a + (b - a) * (place - low) for a, b in zip(start, end, strict=True))
    return red, green, blue


def label_colour(background: tuple[float, float, float]) -> str:
    """Black or white, whichever has the higher contrast on this background (WCAG 2, 1.4.3)."""
    luminance = sum(
        weight * _linear(channel / 255)
        for weight, channel in zip((0.2126, 0.7152, 0.0722), background, strict=True)
    )
    return "#000" if (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) else "#fff"


def figure(
    traces: list[Trace],
    layout: dict[str, Any],
    *,
    height: int,
    summary: str,
    uncertainty: str | None = None,
) -> Figure:
    """A figure in the house style; `summary` is its text alternative, one sentence, and `uncertainty`
    how its intervals and verdicts were made."""
    meta = {"summary": summary} | ({} if uncertainty is None else {"uncertainty": uncertainty})
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
    """A figure that says why there is nothing to draw."""
    note = {
        "text": plain(reason), "xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5,
        "showarrow": False, "font": {"color": MUTED, "size": 13},
    }  # fmt: skip
    hidden = {"visible": False, "fixedrange": True}
    return figure(
        [], {"annotations": [note], "xaxis": hidden, "yaxis": hidden}, height=180, summary=reason
    )


def plain(text: str) -> str:
    """Text from data made harmless: Plotly would render it as pseudo-HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def mark_illustrative(drawn: Figure) -> None:
    """Say in the figure itself that its values are made up."""
    layout = drawn["layout"]
    note = {
        "text": "ILLUSTRATIVE: values made up to show a described trend, not measurements",
        "xref": "paper", "yref": "paper", "x": 0, "y": 1, "yshift": layout["margin"]["t"] + 10,
        "xanchor": "left", "yanchor": "bottom", "showarrow": False, "font": {"color": WARNING, "size": 12},
        "bgcolor": PAPER, "bordercolor": WARNING, "borderpad": 3,
    }  # fmt: skip
    layout["annotations"] = [*layout.get("annotations", []), note]
    layout["margin"] = layout["margin"] | {"t": layout["margin"]["t"] + 36}
    layout["height"] += 36


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(channel: float) -> float:
    """The linear intensity of an sRGB channel (IEC 61966-2-1)."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)  # noqa: PLR2004
