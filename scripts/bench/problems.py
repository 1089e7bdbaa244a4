"""The page of two models whose answers are many: its problems, a page at a time, and one of them."""

import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import duckdb
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.core import url_state
from reasonboard.core.control import Values
from reasonboard.core.study import COLUMNS
from reasonboard.ingest.snapshot.publish import change, publish
from reasonboard.store import cache
from reasonboard.studies import STUDIES
from reasonboard.web.main import create_app
from scripts.bench.results import Number, Row, median, p95
from scripts.bench.states import body, callback_of
from scripts.bench.stores import MADE_FILE, digest, used

A, B = "made/model-0b", "made/model-1b"
_PAIR = next(study for study in STUDIES if study.path == "pair")
_BENCHMARK = "made"
_PART = "problems of two runs"
ALL = 10**12


def problems(folder: Path, count: int, rounds: int) -> Iterator[Row]:
    """A row per thing that a reader does with two runs of `count` answers each, new to the server every time."""
    store = folder / f"problems-{count:.0e}-{digest(Path(__file__))}"
    if not (store / "made").is_file():
        data = config.read({}).data
        publish(data, store)
        # As much as makes a load build all anew: the rows are written past what notes the changed runs.
        change(data, store, lambda connection: _answers(connection, count), incoming=ALL)
        (store / "made").touch()
    client = create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()
    with used(store):
        start, _ = _PAIR.clean({"a": A, "b": B, "panel": _BENCHMARK})
        requests = _requests(client, start)
        opened = requests["opened"]
        for what, request in requests.items():
            before = opened if what != "opened" else None
            yield Row(_PART, what, count, timed(request, rounds, before))


def _answers(connection: duckdb.DuckDBPyConnection, count: int) -> None:
    """Two runs with an answer to each of `count` problems: half of them right, some cut off."""
    connection.execute(MADE_FILE, {"file": "sha"})
    connection.execute(
        """INSERT INTO loaded_run BY NAME
           SELECT 'run-' || i AS key, 'made' AS loaded_as, 'made' AS tool, 'model-' || i || 'b' AS raw_model,
               raw_model AS model, false AS of_run, [] AS inferred
           FROM range(2) AS r(i)"""
    )
    connection.execute(
        """INSERT INTO sample BY NAME
           SELECT 'run-' || r AS run, 'sha' AS sha256, $benchmark AS benchmark, 'acc' AS metric,
               'problem ' || i AS item, 0 AS repeat, hash(2 * i + r) % 2 AS score, 100 AS tokens_in,
               hash(3 * i + r) % 8000 AS tokens_out,
               CASE WHEN hash(5 * i + r) % 9 = 0 THEN 'length' ELSE 'stop' END AS finish
           FROM range($count) AS i(i), range(2) AS r(r)""",
        {"benchmark": _BENCHMARK, "count": count},
    )


def _requests(client: FlaskClient, start: Values) -> dict[str, Callable[[int], object]]:
    """What a reader does, by its name; each is asked with the number of the round, so that none is asked twice."""
    callback = callback_of(_PAIR, client.get("/_dash-dependencies").get_json())

    def changed(**chosen: str) -> object:
        values, notices = _PAIR.clean({**start, **chosen})
        if notices:
            raise ValueError(notices)
        answer = client.post("/_dash-update-component", json=body(_PAIR, callback, start, values))
        return checked(answer.status_code, answer.data, chosen)

    def opened(path: str, search: str) -> object:
        request = {"path": f"/{path}", "search": search, "columns": COLUMNS[-1]}
        answer = client.post("/_dash-update-component", json=opening(request))
        return checked(answer.status_code, answer.data, search)

    first = url_state.encode(_PAIR, start)
    names = {"a": A, "b": B, "benchmark": _BENCHMARK}
    return {
        "opened": lambda _: opened("pair", first),
        "next page": lambda number: changed(tables=f"problems;{number + 2}"),
        "a page far down": lambda number: changed(tables=f"problems;{number + 5000}"),
        "a page far down of A alone": lambda number: changed(
            b="", tables=f"problems;{number + 5000}"
        ),
        "all problems": lambda number: changed(items="all", tables=f"problems;{number + 1}"),
        "cut off": lambda number: changed(finish="b", tables=f"problems;{number + 1}"),
        "sorted by tokens": lambda number: changed(tables=f"problems;{number + 1};-tokens_a"),
        "a search": lambda number: changed(tables=f"problems;;;m {number + 1}7"),
        "one problem": lambda number: opened(
            "item", f"?{urlencode(names | {'item': f'problem {number * 7}', 'items': 'all'})}"
        ),
    }


def opening(location: dict[str, object]) -> dict[str, object]:
    """What the browser sends to open a page."""
    output = {"id": "page", "property": "children"}
    request = {"id": "request", "property": "data", "value": location}
    return {
        "output": "page.children", "outputs": output, "inputs": [request], "changedPropIds": ["request.data"]
    }  # fmt: skip


def checked(status: int, content: bytes, what: object) -> bytes:
    """The content of an answer that is no error."""
    if status != 200:  # noqa: PLR2004
        raise OSError(f"HTTP {status} of {what}: {content[:200]!r}")
    return content


def timed(
    request: Callable[[int], object], rounds: int, before: Callable[[int], object] | None
) -> dict[str, Number]:
    """What a request takes of a server that knows nothing of the two runs, or has answered `before` alone."""
    times, processor = [], []
    for number in range(rounds):
        cache.forget()
        if before:
            before(number)
        began, used_before = time.perf_counter(), _seconds()
        request(number)
        times.append((time.perf_counter() - began) * 1000)
        processor.append((_seconds() - used_before) * 1000)
    return {
        "requests": rounds,
        "p50 ms": median(times),
        "p95 ms": p95(times),
        "CPU p50 ms": median(processor),
    }


def _seconds() -> float:
    used_so_far = resource.getrusage(resource.RUSAGE_SELF)
    return used_so_far.ru_utime + used_so_far.ru_stime
