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


CSV = Form("csv", "CSV", "text/csv", "every row; texts that a spreadsheet would run are defused")
JSON = Form(
    "json",
    "JSON",
    "application/json",
    "every row, the columns with their types, and where the numbers come from",
)
PARQUET = Form(
    "parquet",
    "Parquet",
    "application/vnd.apache.parquet",
    "every row, typed; where the numbers come from stands in the metadata of the file",
)
MARKDOWN = Form(
    "md", "Markdown", "text/markdown", "a table as GitHub shows it, numbers as on the page", 2000
)
LATEX = Form(
    "tex", "LaTeX", "application/x-tex", "a table for booktabs, numbers as on the page", 2000
)
FIGURE = Form(
    "figure.json",
    "Figure",
    "application/json",
    "the chart that the page draws, for Plotly",
    settings=("columns",),
)
_LOOK = ("size", "scheme", "columns")
PNG = Form("png", "PNG", "image/png", "an image that leads back to its view", settings=_LOOK)
SVG = Form("svg", "SVG", "image/svg+xml", "the same, in lines and letters", settings=_LOOK)
PDF = Form("pdf", "PDF", "application/pdf", "the same, as wide as on paper", settings=_LOOK)

TABLES = (CSV, JSON, PARQUET, MARKDOWN, LATEX)
"""The forms of the rows behind a view."""
IMAGES = (PNG, SVG, PDF)
FORMS = (*TABLES, FIGURE, *IMAGES)


def unlimited() -> str:
    """The endings of the forms that take any number of rows, in words."""
    *first, last = [f".{form.ending}" for form in TABLES if form.most is None]
    return f"{', '.join(first)} or {last}"
