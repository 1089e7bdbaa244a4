"""The forms in which a view can be taken away."""

from typing import NamedTuple


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
