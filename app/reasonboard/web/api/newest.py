"""`GET /api/newest.json?study=PATH`: the reader's own loads that a page can show, so that an open one notices a change.

It also lists the loads that are watched with the time of their last row (`store/going.py`), and what no page shows of
them: pushed rows that are set aside (`store/pushed.py`), and files that cannot be read.
"""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

import orjson

from reasonboard.core.control import Control, Values
from reasonboard.core.study import Study
from reasonboard.store import going, pushed, snapshots
from reasonboard.store.database import query
from reasonboard.studies import find

Load = tuple[str, int, str]
"""The name of a load, how many of its runs a page shows, and a text that changes with what is loaded of them."""


class Watched(TypedDict):
    """A load that is watched."""

    last: float
    """When its last row came, in seconds since 1970."""
    goes: bool
    """Is another row still expected?"""
    waits: bool
    """Are there rows that no page shows yet?"""


class News(TypedDict):
    """What a page knows of the reader's own loads (assets/loaded.js finds what differs from `newest`)."""

    shown: list[Load]
    others: list[str] | None
    """Those that it could show, None if its filters would hide a new one."""
    one: bool
    """Does it show one load by default, so that a new one is shown by choosing it?"""
    empty: bool
    """Does it say that nothing is loaded, so that the first load is shown at once?"""


def newest(path: str) -> bytes:
    """The loads that the page at this path can show by now, null for an unknown page, and those that are watched."""
    store = snapshots.snapshot().path.parent
    study = find(path)
    loads = None if path and study is None else _loads(study)
    watched = going.all_loads(store)
    aside = {name: f"{load.problem}." for name, load in watched.items() if load.problem}
    for name, rows in pushed.asides(store).items():
        if lines := rows.lines(name):
            aside[name] = " ".join(lines)
    return orjson.dumps({"loads": loads, "watched": _watched(store, watched), "aside": aside})


def _watched(store: Path, loads: Mapping[str, going.Going]) -> dict[str, Watched]:
    """The loads that are watched: rows that were pushed since the last look wait, too."""
    now = time.time()
    watched: dict[str, Watched] = {}
    for name, load in loads.items():
        pushed_at = pushed.changed(store, name)
        waits = load.waits or pushed_at > load.last
        last = max(load.last, pushed_at)
        watched[name] = {"last": last, "goes": waits or now <= load.until, "waits": waits}
    return watched


def news(study: Study, values: Values) -> News:
    """What a page of the study in this state knows."""
    loads, source = _loads(study), _source(study)
    chosen = {row["id"] for row in study.sources(values) if row["chosen"]}
    others = [name for name, *_ in loads if name not in chosen]
    is_one = source is not None and source.always_in_address
    is_narrowed = source is not None and not is_one and bool(others)
    return {
        "shown": [load for load in loads if load[0] in chosen],
        "others": None if is_narrowed else others,
        "one": is_one,
        "empty": study.path == "data" and not loads,
    }


def news_of_home() -> News:
    """What the first page knows."""
    loads = _loads(None)
    return {"shown": loads, "others": [], "one": False, "empty": not loads}


def _loads(study: Study | None) -> list[Load]:
    """The loads that a page of the study can show, or the first page, the newest first."""
    rows = query("core/own_news", study=study.path if study else "")
    offered = _offered(study) if study else None
    return [
        (row["name"], row["runs"], f"{row['stamp']:x}")
        for row in rows
        if offered is None or row["name"] in offered
    ]


def _offered(study: Study) -> set[str] | None:
    """The sources that a page of the study can show; None if no control of it chooses among them."""
    source = _source(study)
    return {option.value for option in source.options(study.defaults())} if source else None


def _source(study: Study) -> Control | None:
    return next((control for control in study.controls if control.name == "source"), None)
