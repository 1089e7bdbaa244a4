"""The page of runs in time, with many nightly runs: opening it, and its changes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.core import url_state
from reasonboard.core.control import Values
from reasonboard.core.study import COLUMNS
from reasonboard.ingest.snapshot.publish import change, publish
from reasonboard.studies.history.study import HISTORY
from reasonboard.web.main import create_app
from scripts.bench.problems import ALL, checked, opening, timed
from scripts.bench.results import Row
from scripts.bench.states import body, callback_of
from scripts.bench.stores import MADE_FILE, digest, used

_SCRIPT = Path(__file__).with_name("history.sql")
_PART = "runs in time"


def history(folder: Path, runs: int, rounds: int) -> Iterator[Row]:
    """A row per thing that a reader does with so many runs, new to the server every time."""
    store = folder / f"history-{runs:.0e}-{digest(_SCRIPT)}"
    if not (store / "made").is_file():
        data = config.read({}).data
        publish(data, store)
        change(data, store, lambda connection: _runs(connection, runs), incoming=ALL)
        (store / "made").touch()
    client = create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()
    with used(store):
        requests = _requests(client)
        for what, request in requests.items():
            before = requests["opened"] if not what.startswith("opened") else None
            yield Row(_PART, what, runs, timed(request, rounds, before))


def _runs(connection: duckdb.DuckDBPyConnection, runs: int) -> None:
    connection.execute(MADE_FILE, {"file": "sha"})
    for statement in _SCRIPT.read_text().split(";\n"):
        if statement.strip():
            named = {"runs": runs} if "$runs" in statement else None
            connection.execute(statement, named)


def _requests(client: FlaskClient) -> dict[str, Callable[[int], object]]:
    """What a reader does, by its name."""
    callback = callback_of(HISTORY, client.get("/_dash-dependencies").get_json())
    by_label = {
        choice.label.partition(" ")[0]: choice.value
        for control in HISTORY.controls
        if control.name == "series"
        for choice in control.options({"source": []})
    }
    answered, _ = HISTORY.clean({"series": by_label["nightly-0"]})
    means, _ = HISTORY.clean({"series": by_label["nightly-1"]})
    benchmarks = [f"benchmark-{number}" for number in range(20)]

    def changed(start: Values, **chosen: str) -> object:
        values = HISTORY.changed(start, chosen)
        answer = client.post("/_dash-update-component", json=body(HISTORY, callback, start, values))
        return checked(answer.status_code, answer.data, chosen)

    def opened(values: Values) -> object:
        request = {
            "path": "/history", "search": url_state.encode(HISTORY, values), "columns": COLUMNS[-1]
        }  # fmt: skip
        answer = client.post("/_dash-update-component", json=opening(request))
        return checked(answer.status_code, answer.data, "history")

    return {
        "opened": lambda _: opened(answered),
        "opened, means alone": lambda _: opened(means),
        "another benchmark": lambda number: changed(answered, panel=benchmarks[number % 20]),
        "builds": lambda number: changed(answered, axis="build", panel=benchmarks[number % 20]),
        "another model": lambda number: changed(
            answered, series=by_label[f"nightly-{1 + number % 19}"]
        ),
    }
