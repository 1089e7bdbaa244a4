"""What the server does for one change: the parts of a view, and the whole callback."""

import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.charts.marks import without_marks
from reasonboard.core import insights, study_tables
from reasonboard.core.control import Values
from reasonboard.core.study import COLUMNS, Study
from reasonboard.core.view import View
from reasonboard.store import cache, database, snapshots
from reasonboard.web.components.tables import PAGE_SIZE
from reasonboard.web.main import create_app
from scripts.bench.results import Row, median, p95
from scripts.bench.states import body, callback_of, distinct, start, walk

_PARTS = ("query ms", "rows ms", "figure ms", "JSON ms", "findings ms", "table ms")


def parts(store: Path, pages: Sequence[Study], size: int, rounds: int, seconds: float) -> list[Row]:
    """A row per view: what it takes where nothing of it is in memory yet."""
    snapshots.use(store)
    rows = []
    for study in pages:
        until = time.monotonic() + seconds
        times_of_views: dict[str, list[dict[str, float]]] = {view.name: [] for view in study.views}
        for values in distinct(study, rounds):
            for view in study.views:
                times_of_views[view.name].append(_view_times(study, view, values))
            if time.monotonic() > until:
                break
        for name, times in times_of_views.items():
            medians = {part: median([time_[part] for time_ in times]) for part in (*_PARTS, "kB")}
            rows.append(
                Row(
                    "server, by view",
                    f"{study.path}/{name}",
                    size,
                    {"states": len(times)} | medians,
                )
            )
    database.close()
    return rows


def callbacks(
    store: Path, pages: Sequence[Study], size: int, rounds: int, seconds: float
) -> list[Row]:
    """A row per page: whole callbacks, request in and JSON out: for a new state, and for the same again."""
    client = create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()
    snapshots.use(store)
    dependencies = client.get("/_dash-dependencies").get_json()
    rows = [
        Row(
            "server, whole change",
            study.path,
            size,
            _page_times(client, study, dependencies, rounds, seconds),
        )
        for study in pages
    ]
    database.close()
    return rows


def _view_times(study: Study, view: View, values: Values) -> dict[str, float]:
    """The parts of one view in ms: its query, its rows besides that, its figure of rows in memory, its JSON,
    what is said of it, and the first rows of its table."""
    cache.forget()
    name = study.sql(view.query or view.name)
    query_ms = _took(lambda: database.query(name, **values))
    rows_ms = _took(lambda: study.view_rows(view, values))
    figures: list[Any] = []
    figure = _took(lambda: figures.append(study.answer(view, values, COLUMNS[-1]).figure))
    texts: list[bytes] = []
    written = _took(lambda: texts.append(orjson.dumps(without_marks(figures[0]))))
    findings = _took(lambda: insights.findings(study, view, values))
    table = _took(lambda: study_tables.page(study, view, values, 0, PAGE_SIZE))
    took = (query_ms, max(0.0, rows_ms - query_ms), figure, written, findings, table)
    times = dict(zip(_PARTS, took, strict=True))
    return times | {"kB": len(texts[0]) / 1000}


def _page_times(
    client: FlaskClient, study: Study, dependencies: list[Any], rounds: int, seconds: float
) -> dict[str, float | int]:
    callback, before = callback_of(study, dependencies), start(study)
    new: list[float] = []
    known: list[float] = []
    sizes: list[int] = []
    until = time.monotonic() + seconds
    for change in islice(walk(study, before, seed=3), rounds):
        request = body(study, callback, before, change.values)
        sizes.append(_answered(client, request, new))
        _answered(client, request, known)
        before = change.values
        if time.monotonic() > until:
            break
    return {
        "changes": len(sizes),
        "new p50 ms": median(new),
        "new p95 ms": p95(new),
        "known p50 ms": median(known),
        "kB": median([size / 1000 for size in sizes]),
    }


def _answered(client: FlaskClient, request: dict[str, Any], times: list[float]) -> int:
    """How many bytes the answer has; `times` gets what it took, in ms."""
    started = time.perf_counter()
    answer = client.post("/_dash-update-component", json=request)
    times.append((time.perf_counter() - started) * 1000)
    if answer.status_code != 200:  # noqa: PLR2004
        raise OSError(f"HTTP {answer.status_code}: {answer.text}")
    return len(answer.data)


def _took(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000
