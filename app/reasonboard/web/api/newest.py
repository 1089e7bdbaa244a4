"""`GET /api/newest.json`: what a page shows of the reader's own runs, so that one that is open notices newer data.

It says which loads are watched, too, and when their last row came (`store/going.py`).
"""

import time
from collections.abc import Iterator
from functools import reduce
from operator import xor
from typing import NamedTuple
from urllib.parse import quote

import orjson

from reasonboard.core.control import Choice, Values
from reasonboard.core.study import Study
from reasonboard.store import going, snapshots
from reasonboard.store.database import Row, query
from reasonboard.studies import listed_studies


class News(NamedTuple):
    """The own runs of a page."""

    sources: list[str]
    """The newest first."""
    runs: int
    stamp: str
    """Differs where something else is loaded of them."""


class Newest(NamedTuple):
    """The newest of a page's own sources, the address that shows it, and what the page has of all."""

    name: str
    href: str
    news: News


def newest(prefix: str) -> bytes:
    """The newest own source by the path of each study that shows one, and the loads that are watched, as JSON."""
    now = time.time()
    watched = {
        name: {"last": load.last, "goes": now <= load.until}
        for name, load in going.all_loads(snapshots.snapshot().path.parent).items()
    }
    pages = {
        path: {"name": source.name, "href": source.href, **source.news._asdict()}
        for path, source in _newest(prefix)
    }
    return orjson.dumps({"pages": pages, "watched": watched})


def news(study: Study) -> News:
    """What a page of the study has of the reader's own runs on the data that answer."""
    return _news_of(study, own_sources(study))


def own_sources(study: Study) -> list[Choice]:
    """The sources of a study that are the reader's own, the newest first."""
    values: Values = {"study": study.path}
    for control in study.controls:
        options = control.options(values)
        if control.name == "source":
            return [option for option in options if option.group]
        values[control.name] = control.default(options)
    return []


def _news_of(study: Study, sources: list[Choice]) -> News:
    loads = {row["source"]: row for row in query("core/own_news")}
    rows = [loads[source.value] for source in sources if source.value in loads]
    runs = sum(_runs(row, study.path) for row in rows)
    stamp = reduce(xor, (int(row["stamp"] or 0) for row in rows), 0)
    return News([source.value for source in sources], runs, f"{stamp:x}")


def _runs(load: Row, path: str) -> int:
    """How many runs of a load the page shows; all of them on one that shows those of other pages."""
    runs_by_page = load["shown"] or {}
    return int(runs_by_page[path] if path in runs_by_page else load["runs"])


def _newest(prefix: str) -> Iterator[tuple[str, Newest]]:
    for study in listed_studies():
        sources = own_sources(study)
        for source in sources[:1]:
            # A page of several sources shows it beside the others.
            several = any(
                control.name == "source" and bool(control.multi) for control in study.controls
            )
            search = "" if several else f"?source={quote(source.value, safe='')}"
            href = f"{prefix}{study.path}{search}"
            yield study.path, Newest(source.label, href, _news_of(study, sources))
