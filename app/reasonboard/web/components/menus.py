"""The menus of a view: its images, its links and lines of code, and the sheet."""

from dash import get_relative_path

from reasonboard.core.view import View
from reasonboard.export.images import PRINTS, SCHEMES
from reasonboard.web.components.markup import Html, render

SCALES = (1, 2, 3)
"""Pixels of a PNG for one of the page."""
FORMATS = ("png", "svg")
LANGUAGES = ("Python", "pandas", "DuckDB", "R", "curl")
"""In which the rows behind a view can be read (assets/share.js has the lines)."""


def menus(id: str, study: str, view: View) -> Html:
    """The menus of the view `id` on the page of `study`; the browser fills the one for sharing when it is opened."""
    return render(
        "menus",
        id=id,
        study=study,
        page=get_relative_path(f"/{study}"),
        view=view.name,
        title=view.title,
        schemes=SCHEMES,
        scales=SCALES,
        prints=PRINTS,
        formats=FORMATS,
        languages={name: name for name in LANGUAGES},
    )
