"""`GET /api/search.json`: what the search of the page finds, each with the page that shows it."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote

import orjson

from reasonboard.core import url_state
from reasonboard.core.control import Choice, Control, Values
from reasonboard.core.study import Study
from reasonboard.store.cache import Kept
from reasonboard.store.database import query
from reasonboard.studies import listed_studies
from reasonboard.studies.own.explore.study import EXPLORE
from reasonboard.web.home import pages_of_load

_KINDS = {"source": "Source", "benchmark": "Benchmark", "model": "Model"}
"""The filters whose choices are found, with what a choice is called."""
Entry = dict[str, str]
"""`words`: the name; `kind`: what it is and where; `href`: the address of the page that shows it."""


def _entries(prefix: str) -> bytes:
    """Every page, source, benchmark, model and load as JSON."""
    entries = [*_loads(prefix)]
    for study in (*listed_studies(), EXPLORE):
        entries.append({"words": study.name, "kind": "Page", "href": prefix + study.path})
        entries.extend(_choices(_up_to_the_last(study), prefix))
    return orjson.dumps(entries)


def _loads(prefix: str) -> Iterator[Entry]:
    """What a reader loaded, on each page that shows it."""
    for row in query("core/newest_loads"):
        paths = pages_of_load(row)
        for study in (study for study in listed_studies() if study.path in paths):
            yield {
                "words": row["name"],
                "kind": f"Your results · {study.name}",
                "href": f"{prefix}{study.path}?source={quote(row['name'], safe='')}",
            }


def _up_to_the_last(study: Study) -> Study:
    """The study without the controls after the last of which choices are found: these need not be asked for."""
    places = [index for index, control in enumerate(study.controls, 1) if control.name in _KINDS]
    return replace(study, controls=study.controls[: max(places, default=0)], views=())


def _choices(study: Study, prefix: str) -> Iterator[Entry]:
    """The choices of the filters, each with the first source that offers it."""
    seen: set[tuple[str, str]] = set()
    controls = {control.name: control for control in study.controls if control.name in _KINDS}
    for values in _sources(study, controls.get("source")):
        before = url_state.encode(study, values)
        for name, control in controls.items():
            options = control.options(values)
            for option in options:
                if (name, option.value) in seen:
                    continue
                seen.add((name, option.value))
                search = (
                    url_state.encode(study, study.clean({name: option.value})[0])
                    if name == "source"
                    else _with(before, control, option.value, options)
                )
                kind = f"{_KINDS[name]} · {study.name}"
                yield {
                    "words": option.label, "kind": kind, "href": f"{prefix}{study.path}{search}"
                }  # fmt: skip


def _with(search: str, control: Control, choice: str, options: list[Choice]) -> str:
    """The query string of a page at its defaults with one choice: what depends on this choice need not be known."""
    value, _ = control.clean(choice, options)
    if value == control.default(options):
        return search
    return f"{f'{search}&' if search else '?'}{url_state.parameter(control.name, value)}"


def _sources(study: Study, control: Control | None) -> Iterator[Values]:
    """What a study shows by default of each of its sources."""
    defaults = study.defaults()
    if control is None or control.multi:
        yield defaults
        return
    for option in control.options(defaults):
        yield study.clean({"source": option.value})[0]


entries = Kept(_entries)
