"""What is asked for: a view of a study in one state, by its path and its query string."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reasonboard.core import address
from reasonboard.core.control import Values
from reasonboard.core.study import COLUMNS, Study, View
from reasonboard.export.forms import Form
from reasonboard.export.images import SCHEMES, SCREEN, SIZES, Size
from reasonboard.studies import STUDIES
from reasonboard.web.links import pinned


class UnknownError(Exception):
    """What there is instead of what was asked for, in one line."""


class State(NamedTuple):
    study: Study
    view: View
    values: Values
    notices: list[str]
    """A sentence for each value that was foreign."""
    columns: int
    size: Size = SCREEN
    scheme: str = next(iter(SCHEMES))
    link: str = ""
    """The short link whose data it keeps to, '' for the newest."""

    @property
    def search(self) -> str:
        """The query string of the page in this state, '' where all is at its default."""
        return pinned.encode(self.study, self.values)


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


def read(study: Study, view: View, search: str, form: Form) -> State:
    """The state that a query string stands for, with those settings that the form has."""
    search, asked = _taken(search, form.settings)
    pin = pinned.pin(search)
    notices: list[str] = []
    sizes = {size.name: size for size in SIZES}
    size = sizes[_setting("size", asked, sizes, SCREEN.name, notices)]
    scheme = _setting("scheme", asked, SCHEMES, next(iter(SCHEMES)), notices)
    usual = size.columns if "size" in asked else COLUMNS[-1]
    numbers = [str(number) for number in COLUMNS]
    columns = int(_setting("columns", asked, numbers, str(usual), notices))
    values, foreign = address.decode(study, pin.search)
    said = pinned.notice(pin, study, values)
    told = [*notices, *([said] if said else []), *foreign]
    return State(study, view, values, told, columns, size, scheme, pin.name)


def _setting(
    name: str, asked: dict[str, str], offered: Iterable[str], usual: str, notices: list[str]
) -> str:
    """What is asked for of what is offered; where that is foreign, the usual and a notice."""
    wanted = asked.get(name, usual)
    if wanted in offered:
        return wanted
    notices.append(f"{name} is one of {_list(offered)}; taking {usual}.")
    return usual


def _taken(search: str, names: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The query string without these names, and what it last had for each."""
    pairs = [(part, part.partition("=")) for part in search.removeprefix("?").split("&")]
    asked = {name: value for _, (name, _, value) in pairs if name in names}
    return "&".join(part for part, (name, _, _) in pairs if name not in names), asked


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
