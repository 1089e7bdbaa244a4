"""A source as it is cited: in one line of plain text, as an entry of a bibliography, and the BibTeX file of a study."""

from hashlib import sha256

from flask import Blueprint, Response, request

from reasonboard.core.provenance import KIND_WORDS
from reasonboard.export.bibtex import Entry, bibliography
from reasonboard.store import snapshots
from reasonboard.studies import all_studies, find
from reasonboard.web.api.replies import query
from reasonboard.web.components.cells import Row
from reasonboard.web.links import pinned


def entry(row: Row) -> Entry:
    """The entry of a row of `sources`; one without known parts is a @misc of its title and file."""
    bibtex = row["bibtex"]
    if bibtex is None:
        note = f"{row['citation']}. File {row['file']}, sha256 {row['sha256']}"
        fields = {"title": row["title"], "url": row["url"] or "", "note": note}
        return Entry("misc", row["id"], fields=fields)
    fields = bibtex["fields"]
    numbers = f"numbers here: {KIND_WORDS[row['kind']]}"
    note = "; ".join(filter(None, [fields.get("note"), numbers]))
    return Entry(bibtex["type"], bibtex["key"], tuple(bibtex["authors"]), fields | {"note": note})


def plain(row: Row) -> str:
    """The citation in one line, with its address, the kind of its numbers and the file they are in."""
    parts = [
        row["citation"],
        row["url"] or "",
        f"Numbers here: {KIND_WORDS[row['kind']]}",
        f"File {row['file']}, sha256 {row['sha256']}",
    ]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


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
