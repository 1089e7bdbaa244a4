"""The forms in which a view can be taken away, and the sizes and schemes of its images."""

from typing import Any, NamedTuple


class Form(NamedTuple):
    ending: str
    """As it ends the name of a file, without the dot before it."""
    label: str
    mimetype: str
    what: str
    most: int | None = None
    """So many rows at most, None for any number of them."""
    settings: tuple[str, ...] = ()
    """What its query string may say beside what the page is at."""


CSV = Form("csv", "CSV", "text/csv", "every row; formulas are escaped for spreadsheets")
JSON = Form("json", "JSON", "application/json", "every row, with column types and sources")
PARQUET = Form(
    "parquet",
    "Parquet",
    "application/vnd.apache.parquet",
    "every row, typed; sources in the file metadata",
)
MARKDOWN = Form(
    "md", "Markdown", "text/markdown", "a table for GitHub, with numbers as on the page", 2000
)
LATEX = Form(
    "tex", "LaTeX", "application/x-tex", "a booktabs table, with numbers as on the page", 2000
)
FIGURE = Form(
    "figure.json",
    "Figure",
    "application/json",
    "the chart as a Plotly figure",
    settings=("columns",),
)
_LOOK = ("size", "scheme", "columns")
PNG = Form("png", "PNG", "image/png", "an image that remembers its view", settings=_LOOK)
SVG = Form("svg", "SVG", "image/svg+xml", "the same as vector graphics", settings=_LOOK)
PDF = Form("pdf", "PDF", "application/pdf", "the same at paper width", settings=_LOOK)

TABLES = (CSV, JSON, PARQUET, MARKDOWN, LATEX)
"""The forms of the rows behind a view."""
IMAGES = (PNG, SVG, PDF)
FORMS = (*TABLES, FIGURE, *IMAGES)


def unlimited() -> str:
    """The endings of the forms that take any number of rows, in words."""
    *first, last = [f".{form.ending}" for form in TABLES if form.most is None]
    return f"{', '.join(first)} or {last}"


_SCREEN = 1200
"""Pixels of the layout, as wide as a view gets on a page."""
PAGE = 9.0
"""Inches of height that a page of paper offers."""
_PANEL, _WORDS = 322, 170
"""Pixels of the width of a panel on paper, and of the words over and under a figure."""
_SHARP = 2
"""Pixels of a PNG for one of the layout, where nobody chooses."""


class Size(NamedTuple):
    """A width, and how a figure is laid out for it."""

    name: str
    label: str
    columns: int
    """So many panels side by side."""
    inches: float = 0
    """On paper; 0 for a screen."""

    @property
    def width(self) -> int:
        """Of the layout in pixels: on paper its small text, 11 pixels, becomes 8 points, or less with more columns."""
        usual = round(self.inches * 72 * 11 / 8)
        return max(usual, _PANEL * self.columns) if self.inches else _SCREEN

    def is_filled(self, height: int) -> bool:
        """Is a figure of this height in pixels, with its words, higher than a page of paper?"""
        return (height + _WORDS) * self.inches > PAGE * self.width

    def drawn_as(self, form: str, scheme: str = "light") -> dict[str, Any]:
        """How an image is made, in the words of assets/image.js."""
        return {
            "format": form,
            "scheme": scheme,
            "width": self.width,
            "inches": self.inches,
            "scale": _SHARP,
        }


SCREEN = Size("screen", "Screen", 4)
PRINTS = (Size("one", "One column, 3.25 in", 1, 3.25), Size("two", "Two columns, 6.75 in", 2, 6.75))
SIZES = (SCREEN, *PRINTS)
SCHEMES = {"light": "Light", "dark": "Dark"}
"""The colors that an image can be in, the first where nobody chooses."""
