"""`GET /api/newest.json`: the reader's newest run of each page, so that an open page notices a load."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

import orjson

from reasonboard.core.control import Choice
from reasonboard.core.study import Study
from reasonboard.studies import STUDIES


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
    source = next((one for one in study.controls if one.name == "source"), None)
    options = source.options({"study": study.path}) if source and not source.multi else []
    return [one for one in options if one.group]


def _newest(prefix: str) -> Iterator[tuple[str, Newest]]:
    for study in STUDIES:
        for one in own_sources(study)[:1]:
            address = f"{prefix}{study.path}?source={quote(one.value, safe='')}"
            yield study.path, Newest(one.value, one.label, address)
