"""`GET /api/newest.json`: the reader's newest run of each page, so that an open page notices a load."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

import orjson

from reasonboard.core.control import Choice, Values
from reasonboard.core.study import Study
from reasonboard.studies import listed


class Newest(NamedTuple):
    """A run that was loaded, and the address of the page that shows it."""

    source: str
    name: str
    href: str


def newest(prefix: str) -> bytes:
    """The newest own source by the path of each study that shows one, as JSON: some 70 bytes each."""
    return orjson.dumps({path: one._asdict() for path, one in _newest(prefix)})


def own_sources(study: Study) -> list[Choice]:
    """The sources of a study that are the reader's own, the newest first."""
    values: Values = {"study": study.path}
    for control in study.controls:
        options = control.options(values)
        if control.name == "source":
            return [one for one in options if one.group]
        values[control.name] = control.default(options)
    return []


def _newest(prefix: str) -> Iterator[tuple[str, Newest]]:
    for study in listed():
        for one in own_sources(study)[:1]:
            # A page of several sources shows it beside the others.
            several = any(control.name == "source" and control.multi for control in study.controls)
            search = "" if several else f"?source={quote(one.value, safe='')}"
            yield study.path, Newest(one.value, one.label, f"{prefix}{study.path}{search}")
