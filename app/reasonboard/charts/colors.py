"""Every color of Reasonboard: change one here, then run `make colors`.

That writes assets/colors.css and assets/colors.js for the browser. Figures are made for a light page;
the browser exchanges their colors for the partners in `DARK` or in `GREYS`.
"""

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
CLEAR = "rgba(0,0,0,0)"
BLACK, WHITE = "#000", "#fff"
UNRESOLVED = "#555"
"""Text on the middle of a diverging scale, which is the same on a dark page: it has no partner."""

# After Okabe and Ito (2008), darkened until each has a contrast of 3:1 on white.
SERIES = (ACCURACY, "#b3541e", "#0f7b5f", "#a34f86", "#7a6a00", "#2f83b8", "#5b4ea3", "#7d4a2b")
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

DARK = {
    PAPER: "#101216", INK: "#e8eaed", MUTED: "#9aa3b0", HAIRLINE: "rgba(232,234,237,0.1)", FAINT: "#474d57",
    ACCENT: "#8ea2ff", TOKENS: "#f0a060", WARNING: "#ff8589",
    ACCURACY_BAND: "rgba(95,176,234,0.18)", TOKENS_BAND: "rgba(240,160,96,0.16)",
} | dict(zip(SERIES, (
    "#5fb0ea", "#f0a060", "#45c79f", "#e08fc4", "#d8c44a", "#8fd0ff", "#b0a6f5", "#d9a282",
), strict=True))  # fmt: skip
"""The partners on a dark page, of the series too."""

GREYS = dict(zip(SERIES, (
    "#2b2b2b", "#848484", "#4d4d4d", "#949494", "#000000", "#727272", "#3c3c3c", "#606060",
), strict=True)) | {TOKENS: "#7c7c7c", ACCENT: "#0c0c0c", WARNING: "#060606"}  # fmt: skip
"""Greys of series far apart for neighbors, and of what else would look alike; the series come first."""

PAGE = {
    "light": {
        "paper": PAPER, "soft": "#f6f7f9", "ink": INK, "muted": "#646c7a", "hairline": "#e6e8ec",
        "accent": ACCENT, "warning": "#b3261e",
    },
    "dark": {
        "paper": DARK[PAPER], "soft": "#181b20", "ink": DARK[INK], "muted": DARK[MUTED], "hairline": "#262a31",
        "accent": DARK[ACCENT], "warning": DARK[WARNING],
    },
    "print": {"paper": WHITE, "ink": BLACK, "muted": "#444", "hairline": "#ccc", "rule": "#999"},
}  # fmt: skip
"""The colors of a page by scheme: custom properties such as --light-paper."""

ACCENT_SHADES = [
    "#eef1fb", "#dbe1f5", "#b9c4ec", "#97a8e3", "#8ea2ff", "#5a72cc", ACCENT, "#2c4699", "#243a80", "#1c2e66",
]  # fmt: skip
"""From light to dark, for buttons and other components."""
