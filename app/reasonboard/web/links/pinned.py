"""The parameter `v` of an address: the link whose data a page keeps to."""

from collections.abc import Collection
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from reasonboard.core import url_state
from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.store import database, snapshots
from reasonboard.web.links.cells import MOST, cells, changes, sentence
from reasonboard.web.links.folder import find, keep
from reasonboard.web.links.link import Link

PARAMETER = "v"
_UNKNOWN = "This short link is not known here; showing the newest data."
_pinned: ContextVar[str] = ContextVar("link", default="")


class Pin(NamedTuple):
    """What is left of a query string without its link, and what became of that."""

    search: str
    name: str = ""
    """Of the link whose data answer, '' where the newest do."""
    link: Link | None = None
    lost: bool = False
    """Was it named, and is not there or not whole?"""


def pin(search: str) -> Pin:
    """Answer this request from the data of the link that the query string names.

    Where it names none that is known, or its data are kept no longer, the newest answer.
    """
    parts = search.removeprefix("?").split("&")
    prefix = f"{PARAMETER}="
    named = [part.removeprefix(prefix) for part in parts if part.startswith(prefix)]
    search = "&".join(part for part in parts if part and not part.startswith(prefix))
    search = f"?{search}" if search else ""
    unpin()
    if not named:
        return Pin(search)
    link = find(_store(), named[-1])
    if link is None:
        return Pin(search, lost=True)
    if not snapshots.pin(link.version):
        return Pin(search, link=link)
    _pinned.set(named[-1])
    return Pin(search, named[-1], link)


def unpin() -> None:
    """Answer from the newest data from now on."""
    snapshots.unpin()
    _pinned.set("")


def keep_to(name: str) -> None:
    """Answer from the data of the link of this name from now on, from the newest where it is ''."""
    pin(f"?{PARAMETER}={name}" if name else "")


def encode(study: Study, values: Values, named: Collection[str] = ()) -> str:
    """The query string of the values on the data that answer this request; `named` as in `url_state.encode`."""
    return with_link(url_state.encode(study, values, named), _pinned.get())


def with_link(search: str, name: str) -> str:
    """The query string of a page that keeps to the data of the link of this name, if it has one."""
    return f"{search}{'&' if search else '?'}{PARAMETER}={name}" if name else search


def notice(pin: Pin, study: Study, values: Values) -> str:
    """What a reader should know of the data that are shown; '' where they are the newest as always."""
    if pin.lost:
        return _UNKNOWN
    if pin.link is None or (pin.name and snapshots.is_newest()):
        return ""
    that = f"data {pin.link.version} of {pin.link.made}"
    since = _since(pin.link, study, values)
    if pin.name:
        return f"These are the {that}, as the link says; there are newer ones. {since}".strip()
    newest = snapshots.snapshot()
    return (
        f"The {that}, of which this link was made, are kept no longer; these are the data "
        f"{newest.version} of {newest.made}. {since}"
    ).strip()


def newest(study: Study, values: Values) -> str:
    """The query string that shows the values, as far as they are offered there, on the newest data."""
    with snapshots.newest():
        return url_state.encode(study, study.clean(values)[0])


def state(study: Study, link: Link) -> tuple[Values, list[str]]:
    """The state of a link of the study on the data that answer, and a sentence for all that these do not offer."""
    values, foreign = study.clean(link.values)
    return values, list(foreign.values())


def make(study: Study, view: View, values: Values, most: int) -> str:
    """A link to the view on the data that answer; its name. Raises FolderError."""
    snapshot = snapshots.snapshot()
    link = Link(
        study.path, view.name, values, snapshot.version, snapshot.made, _cells(study, values)
    )  # fmt: skip
    return keep(_store(), link, most)


def _since(link: Link, study: Study, values: Values) -> str:
    """What has changed behind the link's view, '' where the page shows another state by now."""
    if link.study != study.path or state(study, link)[0] != values:
        return ""
    with snapshots.newest():
        current_values, missing = state(study, link)
        if missing:  # another choice instead has other numbers
            return f"In the newest data: {' '.join(missing)}"
        now = _cells(study, current_values)
    if link.cells is None or now is None:
        return "The view has too many numbers to say what changed."
    return sentence(changes(link.cells, now))


def _cells(study: Study, values: Values) -> list[tuple[str, float, str]] | None:
    name = study.sql("rows")
    _, total = database.page(name, values, 0, 0)
    if total > MOST:
        return None
    lines = database.stream(name, values)
    return cells(next(lines), lines)


def _store() -> Path:
    return snapshots.snapshot().path.parent
