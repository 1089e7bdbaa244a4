"""The docs, at /docs: the site that `make docs` and the image build, and the guide of each page."""

from collections.abc import Callable
from pathlib import Path

from flask import Blueprint, Response, redirect, send_from_directory

PATH = "docs"
GUIDES = {
    "": "tutorial/first-ten-minutes.html",
    "data": "explanation/data.html",
    "history": "guides/history.html",
    "item": "guides/compare.html",
    "iterations": "guides/training.html",
    "kv-cache": "reference/cells.html#tables-for-a-page",
    "load": "guides/load.html",
    "models": "guides/compare.html",
    "pair": "guides/compare.html",
    "prm-selection": "reference/charts.html#which-page-shows-my-runs",
    "scale-progress": "guides/training.html",
    "sheet": "guides/figures.html#several-charts-on-one-page",
    "test-time": "reference/answers.html",
    "type-length": "reference/charts.html#which-page-shows-my-runs",
}
"""The page of the docs for each page of the board, by their paths."""
_OWN = "guides/studies.html"


def guide(path: str) -> str:
    """The address of the guide of a page, relative to that page; Explore and declared studies share one."""
    return f"{PATH}/{GUIDES.get(path, _OWN)}"


def blueprint(prefix: str, site: Path, missing: Callable[[str, str], str]) -> Blueprint:
    """The files of `site`; `missing` makes a page that says in two sentences what is not there."""
    routes = Blueprint("docs", __name__, url_prefix=f"{prefix}{PATH}")

    @routes.get("")
    def entry() -> Response:
        return redirect(f"{prefix}{PATH}/")  # type: ignore[return-value]

    @routes.get("/")
    @routes.get("/<path:path>")
    def page(path: str = "index.html") -> Response:
        return send_from_directory(site, path)

    @routes.errorhandler(404)
    def not_found(_: Exception) -> Response:
        reason = (
            ("There is no page at this address.", "The page may have moved.")
            if (site / "index.html").is_file()
            else (
                "The docs are not part of this installation.",
                "The Docker image has them, and `make docs` in a checkout builds them.",
            )
        )
        return Response(missing(*reason), 404, mimetype="text/html")

    return routes
