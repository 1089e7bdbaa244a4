"""The parameter `data` of an address: the version of the data that it keeps to.

What leaves the board (a link, a sheet item, a frame, an image, a file) has a `permalink`, which names source and
version. The address of a page that is open names a version only if the page was opened with one.
"""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote_plus

from reasonboard.core import url_state
from reasonboard.core.control import LONGEST_INVALID, Values
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.store import database, snapshots
from reasonboard.store.cache import note_snapshot
from reasonboard.web.links.cells import MOST, Cell, cells, changes, sentence
from reasonboard.web.links.folder import Link, find, keep, name_of

PARAMETER = "data"
_VERSION = re.compile(r"[0-9a-f]{7}")
_kept_to: ContextVar[str] = ContextVar("version", default="")
"""The version that the address of this request keeps to, '' where it follows the newest data."""


class Pin(NamedTuple):
    """A query string without its version of the data, and what became of that."""

    search: str
    version: str = ""
    """The one that is named; '' where the address follows the newest data."""
    lost: bool = False
    """Is it no longer kept, so that the newest data answer?"""


def pin(search: str) -> Pin:
    """Answer this request from the version of the data that the query string names.

    Without one that is kept, the newest data answer.
    """
    unpin()
    search, version = split(search)
    if not version:
        return Pin(search)
    if not snapshots.pin(version):
        return Pin(search, version, lost=True)
    _kept_to.set(version)
    return Pin(search, version)


@contextmanager
def answering(search: str) -> Iterator[Pin]:
    """The same inside the block only: then the data answer that answered before."""
    before = _kept_to.get()
    try:
        with snapshots.newest():
            yield pin(search)
    finally:
        _kept_to.set(before)


def unpin() -> None:
    """Answer from the newest data from now on."""
    snapshots.unpin()
    _kept_to.set("")


def split(search: str) -> tuple[str, str]:
    """A query string without its version of the data, and that version; '' where it names none."""
    parts = [part for part in search.removeprefix("?").split("&") if part]
    prefix = f"{PARAMETER}="
    versions = [
        unquote_plus(part.removeprefix(prefix)) for part in parts if part.startswith(prefix)
    ]
    others = "&".join(part for part in parts if not part.startswith(prefix))
    return f"?{others}" if others else "", versions[-1] if versions else ""


def is_version(text: str) -> bool:
    """Can a version of the data be called that?"""
    return _VERSION.fullmatch(text) is not None


def with_version(search: str, version: str) -> str:
    """The query string that keeps to this version; as it is for ''."""
    return f"{search}{'&' if search else '?'}{PARAMETER}={version}" if version else search


def permalink(study: Study, values: Values) -> str:
    """The query string that shows these values on the data that answer, whatever is loaded later."""
    note_snapshot()
    return with_version(url_state.encode(study, values), snapshots.snapshot().version)


def encode(study: Study, values: Values, named: Collection[str] = ()) -> str:
    """The query string of another state of the page of this request, which keeps to its data if the page does.

    `named` as in `url_state.encode`.
    """
    return with_version(url_state.encode(study, values, named), _kept_to.get())


def bare() -> str:
    """The query string of the page of this request as it opens."""
    return with_version("", _kept_to.get())


def of_page(study: Study, values: Values, asked: Pin) -> str:
    """The query string of the page itself: '' as long as its address said nothing and nothing is chosen."""
    is_bare = not asked.search and not asked.version and values == study.defaults()
    return "" if is_bare else encode(study, values)


def lost(asked: Pin) -> str:
    """A sentence where the data that an address names are not there; '' where they are."""
    if not asked.lost:
        return ""
    newest = snapshots.snapshot()
    instead = f"howing the newest data, {newest.version} ({newest.made})."
    if not is_version(asked.version):
        return f"“{asked.version[:LONGEST_INVALID]}” is not a version of the data; s{instead}"
    return f"Data {asked.version} is no longer kept. S{instead}"


def notice(asked: Pin, study: Study, values: Values) -> str:
    """What a page says of the data that it shows; '' where they are the newest as always."""
    if asked.lost:
        return f"{lost(asked)} {_since_the_link(asked, study, values)}".strip()
    if not is_behind():
        return ""
    shown = snapshots.snapshot()
    words = (
        f"Showing data {shown.version} ({shown.made}), as pinned in the address. Newer data is "
        "available."
    )
    return f"{words} {_since(study, values)}"


def is_behind() -> bool:
    """Does the address of this request keep to data that are no longer the newest?

    One that follows the newest is answered from those before, too, if others are published meanwhile.
    """
    return bool(_kept_to.get()) and not snapshots.is_newest()


def newest(study: Study, values: Values) -> str:
    """The query string that shows the values, as far as they are offered there, on the newest data."""
    with snapshots.newest():
        return url_state.encode(study, study.clean(values)[0])


def make(study: Study, view: View, values: Values, most: int) -> str:
    """A short link to the view on the data that answer; its name. Raises FolderError."""
    link = Link(study.path, view.name, permalink(study, values), _cells(study, values))
    return keep(_store(), link, most)


def _since(study: Study, values: Values) -> str:
    """How the newest numbers of a state differ from those of the data that answer."""
    before = _cells(study, values)
    with snapshots.newest():
        current_values, missing = study.clean(values)
        if missing:  # another choice instead has other numbers
            return f"In the newest data: {' '.join(missing.values())}"
        return _difference(before, _cells(study, current_values))


def _since_the_link(asked: Pin, study: Study, values: Values) -> str:
    """The same for data that are lost: '' where no short link has kept the numbers of this address."""
    search = with_version(asked.search, asked.version)
    names = (name_of(study.path, view.name, search) for view in study.views)
    link = next((link for name in names if (link := find(_store(), name))), None)
    if link is None or (values, []) != url_state.decode(study, asked.search):
        return ""
    return _difference(link.cells, _cells(study, values))


def _difference(before: list[Cell] | None, now: list[Cell] | None) -> str:
    if before is None or now is None:
        return "What changed in this view cannot be listed."
    return sentence(changes(before, now))


def _cells(study: Study, values: Values) -> list[Cell] | None:
    """The numbers behind a state; None if they are too many, or the study has no table of all."""
    name = study.sql("rows")
    if all(view.table != "rows" for view in study.views):
        return None
    _, total = database.page(name, values, 0, 0)
    if total > MOST:
        return None
    lines = database.stream(name, values)
    return cells(next(lines), lines)


def _store() -> Path:
    return snapshots.snapshot().path.parent
