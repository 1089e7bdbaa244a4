"""The views that a copied address shows: of a page, or of a view in the API."""

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from reasonboard import studies
from reasonboard.core.study import Study
from reasonboard.core.url_state import LONGEST
from reasonboard.core.view import View
from reasonboard.export.texts import one_line
from reasonboard.web.api.state import UnknownError, find

_SHOWN = 100
_MOST_STEPS = 20


class Addressed(NamedTuple):
    study: Study
    views: tuple[View, ...]
    ending: str
    """File ending of an address of the API, else ''."""
    search: str
    """The query string, which `state.read` cleans."""


def addressed(url: str) -> Addressed:
    """The views of an address, whatever its host and prefix; raises UnknownError.

    `/kv-cache?model=X` is a page with all its views, `/kv-cache#grid` one of them, and so is
    `/api/kv-cache/grid` with or without the ending of a form.
    """
    try:
        parts = urlsplit(url)
        steps = [unquote(step, errors="strict") for step in parts.path.strip("/").split("/")]
    except ValueError:
        raise UnknownError(f"{quoted(url)} is not an address.") from None
    if len(parts.query) > LONGEST or len(steps) > _MOST_STEPS:
        raise UnknownError(f"{quoted(url)} is too long (at most {LONGEST:,} bytes of a query).")
    fragment = unquote(parts.fragment)
    if len(steps) > 2 and steps[-3] == "api":  # noqa: PLR2004  (api, study, view)
        name, _, ending = steps[-1].partition(".")
        study, view = find(steps[-2], name)
        return Addressed(study, (view,), ending, parts.query)
    study = _study(steps[-1])
    views = (find(study.path, fragment)[1],) if fragment else study.views
    return Addressed(study, views, "", parts.query)


def quoted(url: str) -> str:
    """The address as a message shows it: on one line, and not too long."""
    line = one_line(url)
    return f"“{line[:_SHOWN]}{'…' * (len(line) > _SHOWN)}”"


def _study(path: str) -> Study:
    study = studies.find(path)
    return find(path, study.views[0].name if study else "")[0]
