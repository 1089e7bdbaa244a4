"""`/v/<name>`: where a short link leads."""

from collections.abc import Callable

from flask import Blueprint, Response

from reasonboard import studies
from reasonboard.store import snapshots
from reasonboard.web.links.folder import find


def blueprint(prefix: str, missing: Callable[[], str]) -> Blueprint:
    """The route under `<prefix>v/`; `missing` makes the page for a link that does not exist."""
    routes = Blueprint("links", __name__, url_prefix=f"{prefix}v")

    @routes.get("/<path:name>")
    def follow(name: str) -> Response:
        link = find(snapshots.snapshot().path.parent, name)
        study = studies.find(link.study) if link else None
        if link is None or study is None or study.view(link.view) is None:
            return Response(missing(), 404, mimetype="text/html")
        response = Response(status=302)
        response.location = f"{prefix}{study.path}{link.search}#{link.view}"
        response.autocorrect_location_header = False
        response.headers["Cache-Control"] = "no-store"
        return response

    return routes
