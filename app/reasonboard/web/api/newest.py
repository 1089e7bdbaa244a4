"""`GET /api/newest.json?study=PATH`: the reader's own loads that a page can show, so that an open one notices a change.

It says which loads are watched, too, and when their last row came (`store/going.py`).
"""

import time
from typing import TypedDict

import orjson

from reasonboard.core.control import Control, Values
from reasonboard.core.study import Study
from reasonboard.store import going, snapshots
from reasonboard.store.database import query
from reasonboard.studies import find

Load = tuple[str, int, str]
"""The name of a load, how many of its runs a page shows, and a text that changes with what is loaded of them."""


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
    now = time.time()
    watched = {
        name: {"last": load.last, "goes": now <= load.until}
        for name, load in going.all_loads(snapshots.snapshot().path.parent).items()
    }
    study = find(path)
    loads = None if path and study is None else _loads(study)
    return orjson.dumps({"loads": loads, "watched": watched})


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
    values: Values = {"study": study.path}
    for control in study.controls:
        options = control.options(values)
        if control.name == "source":
            return {option.value for option in options}
        values[control.name] = control.default(options)
    return None


def _source(study: Study) -> Control | None:
    return next((control for control in study.controls if control.name == "source"), None)
