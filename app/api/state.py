"""What is asked for: a view of a study in one state, by its path and its query string."""

from collections.abc import Iterable
from typing import NamedTuple

from app import address
from app.control import Values
from app.studies import STUDIES
from app.study import COLUMNS, Study, View


class UnknownError(Exception):
    """What there is instead of what was asked for, in one line."""


class State(NamedTuple):
    study: Study
    view: View
    values: Values
    notices: list[str]
    """A sentence for each value that was foreign."""
    columns: int

    @property
    def search(self) -> str:
        """The query string of the page in this state, '' where all is at its default."""
        return address.encode(self.study, self.values)


def find(path: str, name: str) -> tuple[Study, View]:
    """The study and its view; raises UnknownError with those that there are."""
    study = next((one for one in STUDIES if one.path == path), None)
    if study is None:
        raise UnknownError(
            f"There is no such study; there are {_list(one.path for one in STUDIES)}."
        )
    view = next((one for one in study.views if one.name == name), None)
    if view is None:
        views = _list(one.name for one in study.views)
        raise UnknownError(f"There is no such view of {study.path}; there are {views}.")
    return study, view


def read(study: Study, view: View, search: str, *, drawn: bool) -> State:
    """The state that a query string stands for; only where a chart is `drawn` it may say `columns`."""
    columns, notices = COLUMNS[-1], []
    if drawn:
        search, asked = _taken(search)
        if asked is not None and asked not in map(str, COLUMNS):
            notices = [f"columns is a number from 1 to {columns}; drawing {columns} side by side."]
        elif asked is not None:
            columns = int(asked)
    values, foreign = address.decode(study, search)
    return State(study, view, values, notices + foreign, columns)


def _taken(search: str) -> tuple[str, str | None]:
    """The query string without `columns`, and the last of those it had."""
    parts = search.split("&")
    asked = [part.removeprefix("columns=") for part in parts if part.startswith("columns=")]
    rest = "&".join(part for part in parts if not part.startswith("columns="))
    return rest, asked[-1] if asked else None


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
