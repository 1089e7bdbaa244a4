"""The sources of a study as a BibTeX file: `/api/sources.bib?study=<path>`, of all without a study."""

from hashlib import sha256

from flask import Blueprint, Response, request

from reasonboard.export.bibtex import bibliography
from reasonboard.store import snapshots
from reasonboard.studies import all_studies, find
from reasonboard.web.api.replies import query
from reasonboard.web.citation import entry
from reasonboard.web.links import pinned

ALL = "data"
"""The study whose sources are all that there are."""

routes = Blueprint("bibliography", __name__)


@routes.get("/sources.bib")
def sources() -> Response:
    """One entry per source, in the order of the page; 404 for an unknown study."""
    pinned.pin(query())
    path = request.args.get("study", ALL)
    study = find(path)
    if study is None:
        known = ", ".join(study.path for study in all_studies())
        return Response(f"Unknown study. Available: {known}.\n", 404, mimetype="text/plain")
    version = snapshots.snapshot().version
    rows = study.sources(study.defaults())
    text = bibliography(entry(row) for row in rows)
    answer = Response(text, content_type="application/x-bibtex; charset=utf-8")
    name = f"reasonboard-{study.path}-{version}.bib"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.set_etag(sha256(f"{study.path} {version}".encode()).hexdigest()[:32])
    answer.make_conditional(request)
    return answer
