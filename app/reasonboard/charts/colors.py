"""Every color of Reasonboard: change one here, then run `make colors`.

That writes assets/colors.css and assets/colors.js for the browser. Figures are made for a light page;
the browser exchanges their colors for the partners in `DARK`.
"""

INK = "#14171c"
MUTED = "#5b6472"
HAIRLINE = "#e5e8ed"
FAINT = "#c5cbd4"
"""A line stronger than HAIRLINE; never of text."""
PAPER = "#ffffff"
SOFT = "#f6f7f9"
ACCENT = "#2f5bd0"
"""Of links and of the focus; no data have it."""
ACCURACY = "#0b6bb0"
TOKENS = "#b4540a"
ACCURACY_BAND = "rgba(11,107,176,0.13)"
TOKENS_BAND = "rgba(180,84,10,0.11)"
WARNING = "#b42318"
OWN = "#e0245e"
"""Of runs that a reader loaded, and of nothing else."""
OWN_BAND = "rgba(224,36,94,0.12)"
CLEAR = "rgba(0,0,0,0)"
BLACK, WHITE = "#000", "#fff"

ON_CELL = {
    (BLACK, BLACK): "#000001", (BLACK, WHITE): "#000002", (WHITE, BLACK): "#fffffe", (WHITE, WHITE): "#fffffd",
}  # fmt: skip
"""The color of a number in a cell, by what reads better on the cell of a light and of a dark page."""

SERIES = ("#3557a8", "#bf6e18", "#4a8b78", "#752748", "#624601", "#371964", "#459cc9", "#472216")
SERIES_TEXT = {"#bf6e18": "#ab6418", "#4a8b78": "#468170", "#459cc9": "#3a7da1"}
"""The darker color of a label whose series has less than 4.5:1 on paper."""
SEQUENTIAL = (
    "#f6f7e6", "#abdfc1", "#72c7bb", "#4aafb4", "#2595ae", "#1b79a5", "#245992", "#253570", "#1a1b41",
)  # fmt: skip
"""From low, which is near the paper, to high."""
DIVERGING = (
    "#7c350e", "#a6561d", "#cb7d3d", "#e4ae78", "#f2d4b5", "#f6f6f3",
    "#c8e2f5", "#98c7eb", "#629ed6", "#3b72b2", "#1d4587",
)  # fmt: skip
"""From worse over 0, which is near the paper, to better."""
WORSE, BETTER = DIVERGING[1], DIVERGING[-2]
"""Of what a test found to be worse or better, and of the words for it."""

DARK_SEQUENTIAL = (
    "#1f2452", "#263f7a", "#236098", "#1b7da7", "#2796ae", "#49afb4", "#6dc5ba", "#9edabe", "#ecf2db",
)  # fmt: skip
DARK_DIVERGING = (
    "#feb16b", "#d58a4e", "#a96738", "#74472b", "#4a3225", "#212326",
    "#2c3c54", "#3a5a86", "#4e82bb", "#6eabe0", "#97d3fd",
)  # fmt: skip
_DARK_SERIES = (
    "#70b3ff",
    "#bf631a",
    "#9df2ca",
    "#ca829e",
    "#c8ab7e",
    "#7a79d7",
    "#c0d8e8",
    "#a27063",
)

DARK = (
    {
        PAPER: "#0f1115", SOFT: "#171a20", INK: "#e9ebee", MUTED: "#9aa4b2", HAIRLINE: "#252a32", FAINT: "#3b424d",
        ACCENT: "#8fb0ff", ACCURACY: "#6aaef0", TOKENS: "#f0a15e", WARNING: "#ff8a80", OWN: "#ff4f8b",
        ACCURACY_BAND: "rgba(106,174,240,0.16)", TOKENS_BAND: "rgba(240,161,94,0.14)",
        OWN_BAND: "rgba(255,79,139,0.16)",
    }
    | {token: dark for (_, dark), token in ON_CELL.items()}
    | dict(zip(SERIES, _DARK_SERIES, strict=True))
    | {text: dict(zip(SERIES, _DARK_SERIES, strict=True))[series] for series, text in SERIES_TEXT.items()}
    | dict(zip(SEQUENTIAL, DARK_SEQUENTIAL, strict=True))
    | dict(zip(DIVERGING, DARK_DIVERGING, strict=True))
)  # fmt: skip
"""The partners on a dark page, of the series and of the stops of scales too."""

PAGE = {
    "light": {
        "paper": PAPER, "soft": SOFT, "ink": INK, "ink-2": "#3b424d", "muted": MUTED, "hairline": HAIRLINE,
        "strong-line": FAINT, "accent": ACCENT, "accuracy": ACCURACY, "tokens": TOKENS, "warning": WARNING, "own": OWN,
        "ramp": ", ".join(SEQUENTIAL[::2]), "diverging": ", ".join(DIVERGING[::2]),
    },
    "dark": {
        "paper": DARK[PAPER], "soft": DARK[SOFT], "ink": DARK[INK], "ink-2": "#c6ccd5", "muted": DARK[MUTED],
        "hairline": DARK[HAIRLINE], "strong-line": DARK[FAINT], "accent": DARK[ACCENT], "accuracy": DARK[ACCURACY],
        "tokens": DARK[TOKENS], "warning": DARK[WARNING], "own": DARK[OWN],
        "ramp": ", ".join(DARK_SEQUENTIAL[::2]), "diverging": ", ".join(DARK_DIVERGING[::2]),
    },
    "print": {"paper": WHITE, "ink": BLACK, "muted": "#444", "hairline": "#ccc", "rule": "#999"},
}  # fmt: skip
"""The colors of a page by scheme: custom properties such as --light-paper."""
