"""`/v/<name>`: where a short link leads."""

from flask import Blueprint, Response

from app import snapshots
from app.links.folder import find
from app.links.pinned import PARAMETER
from app.studies import STUDIES


def blueprint(prefix: str, missing: str) -> Blueprint:
    """The route under `<prefix>v/`; `missing` is the page that stands where no link is."""
    routes = Blueprint("links", __name__, url_prefix=f"{prefix}v")

    @routes.get("/<path:name>")
    def follow(name: str) -> Response:
        link = find(snapshots.snapshot().path.parent, name)
        if link is None or link.study not in [study.path for study in STUDIES]:
            return Response(missing, 404, mimetype="text/html")
        joined = "&" if link.search else "?"
        target = f"{prefix}{link.study}{link.search}{joined}{PARAMETER}={name}#{link.view}"
        response = Response(status=302)
        response.location = target
        response.autocorrect_location_header = False
        response.headers["Cache-Control"] = "no-store"
        return response

    return routes
