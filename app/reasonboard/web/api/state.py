"""The views and the state that a request or a copied address names, by path and query string."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from reasonboard import studies
from reasonboard.core import url_state
from reasonboard.core.control import Values
from reasonboard.core.study import COLUMNS, Study
from reasonboard.core.view import View
from reasonboard.export.forms import FORMS, SCHEMES, SCREEN, SIZES, Form, Size
from reasonboard.export.texts import one_line
from reasonboard.web.links import pinned

_SHOWN = 100
_MOST_STEPS = 20


class UnknownError(Exception):
    """Unknown study, view or form; the message lists the valid ones."""


class EmptyError(UnknownError):
    """Why a view in this state has nothing that a file of this form could hold; others may."""


class State(NamedTuple):
    study: Study
    view: View
    values: Values
    search: str
    """The query string that shows the same whatever is loaded later: it names the version of the data."""
    notices: list[str]
    """A sentence for each invalid value, and for data that are no longer kept."""
    columns: int
    size: Size = SCREEN
    scheme: str = next(iter(SCHEMES))


def find_study(path: str) -> Study:
    """The study; raises UnknownError."""
    study = studies.find(path)
    if study is None:
        raise UnknownError(
            f"Unknown study. Available: {_list(study.path for study in studies.all_studies())}."
        )
    return study


def find(path: str, name: str) -> tuple[Study, View]:
    """The study and its view; raises UnknownError."""
    study = find_study(path)
    view = study.view(name)
    if view is None:
        views = _list(view.name for view in study.views)
        raise UnknownError(f"Unknown view of {study.path}. Available: {views}.")
    return study, view


def form_of(study: Study, view: View, ending: str) -> Form:
    """The form whose files end so; raises UnknownError."""
    form = next((candidate for candidate in FORMS if candidate.ending == ending), None)
    if form is None:
        endings = _list(f".{candidate.ending}" for candidate in FORMS)
        raise UnknownError(f"Unknown form of {study.path}/{view.name}. Available: {endings}.")
    return form


def read(study: Study, view: View, search: str, form: Form, *, elsewhere: bool = False) -> State:
    """The state of a query string, with the settings of the form; `elsewhere` as in `url_state.decode`."""
    search, settings = _split(search, form.settings)
    pin = pinned.pin(search)
    notices: list[str] = []
    sizes = {size.name: size for size in SIZES}
    size = sizes[_setting("size", settings, sizes, SCREEN.name, notices)]
    scheme = _setting("scheme", settings, SCHEMES, next(iter(SCHEMES)), notices)
    default = size.columns if "size" in settings else COLUMNS[-1]
    numbers = [str(number) for number in COLUMNS]
    columns = int(_setting("columns", settings, numbers, str(default), notices))
    values, invalid = url_state.decode(study, pin.search, elsewhere=elsewhere)
    notices += [*filter(None, [pinned.lost(pin)]), *invalid]
    permalink = pinned.permalink(study, values)
    return State(study, view, values, permalink, notices, columns, size, scheme)


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
    if len(parts.query) > url_state.LONGEST or len(steps) > _MOST_STEPS:
        raise UnknownError(
            f"{quoted(url)} is too long (at most {url_state.LONGEST:,} bytes of a query)."
        )
    fragment = unquote(parts.fragment)
    if len(steps) > 2 and steps[-3] == "api":  # noqa: PLR2004  (api, study, view)
        name, _, ending = steps[-1].partition(".")
        study, view = find(steps[-2], name)
        return Addressed(study, (view,), ending, parts.query)
    study = find_study(steps[-1])
    views = (find(study.path, fragment)[1],) if fragment else study.views
    return Addressed(study, views, "", parts.query)


def quoted(url: str) -> str:
    """The address as a message shows it: on one line, and not too long."""
    line = one_line(url)
    return f"“{line[:_SHOWN]}{'…' * (len(line) > _SHOWN)}”"


def _setting(
    name: str, settings: dict[str, str], offered: Iterable[str], default: str, notices: list[str]
) -> str:
    """The given value where it is offered; else the default, and a notice."""
    value = settings.get(name, default)
    if value in offered:
        return value
    notices.append(f"{name} must be one of {_list(offered)}; using {default}.")
    return default


def _split(search: str, names: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The query string without these names, and the last value of each."""
    pairs = [(part, part.partition("=")) for part in search.removeprefix("?").split("&")]
    settings = {name: value for _, (name, _, value) in pairs if name in names}
    return "&".join(part for part, (name, _, _) in pairs if name not in names), settings


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
