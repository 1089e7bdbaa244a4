"""Page, CSV, figure and frame of a state hold the same numbers: random states of every study."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import orjson
import pandas as pd
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.serving import make_server

import reasonboard as rb
from reasonboard import config
from reasonboard.core import study_tables, url_state
from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.python.board import Board
from reasonboard.python.table import _TEXTS
from reasonboard.store import database
from reasonboard.studies import LISTED
from reasonboard.web.components.tables import PAGE_SIZE
from reasonboard.web.links import pinned
from reasonboard.web.main import create_app, render
from reasonboard.web.page.ids import id_of
from tests.agreement import (
    data,
    iterations,
    kv_cache,
    models,
    prm_selection,
    scale_progress,
    tokens,
    type_length,
)
from tests.agreement.forms import Forms, Numbers, forms, near
from tests.states import EXPORTED, MANY, ON_PAGE, states
from tests.web.api.test_api import in_csv, in_parquet, undefused

RELATIONS: dict[str, dict[str, Callable[[Forms], tuple[Numbers, Numbers]]]] = {
    "scale-progress": {
        "grid": scale_progress.grid,
        "along_training": scale_progress.along_training,
        "along_size": scale_progress.along_size,
        "gains": scale_progress.gains,
        "doubling": scale_progress.doubling,
    },
    "iterations": {
        "grid": iterations.grid,
        "summary": iterations.summary,
        "detail": iterations.detail,
        "course": iterations.course,
        "training": iterations.training,
    },
    "type-length": {
        "grid": type_length.grid,
        "curves": type_length.curves,
        "decline": type_length.decline,
    },
    "prm-selection": {
        "by_samples": prm_selection.by_samples,
        "by_selector": prm_selection.by_selector,
        "by_benchmark": prm_selection.by_benchmark,
        "gaps": prm_selection.gaps,
    },
    "kv-cache": {
        "grid": kv_cache.grid,
        "by_window": kv_cache.means("window"),
        "by_ratio": kv_cache.means("ratio"),
        "by_kept": kv_cache.by_kept,
        "agreement": kv_cache.agreement,
    },
    "test-time": {
        "frontier": tokens.frontier,
        "cut_off": tokens.cut_off,
        "passes": tokens.passes,
        "bins": tokens.bins,
    },
    "models": {
        "grid": models.grid,
        "forest": models.forest,
        "pair": models.pair,
        "runs": models.runs,
    },
    "data": {
        "by_benchmark": data.counted("benchmark"),
        "by_source": data.counted("source"),
        "off_grain": data.counted("benchmark"),
        "runs": data.nothing,
    },
}
EACH = pytest.mark.parametrize("study", LISTED, ids=lambda study: study.path)
_MOST = 500
"""So many rows at most where every number of every source can be shown."""


def many(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )


@pytest.fixture(scope="module")
def client(bundled_store: Path) -> Iterator[FlaskClient]:
    yield create_app(config.read({"REASONBOARD_STORE": str(bundled_store)})).test_client()
    database.close()


@st.composite
def views(draw: st.DrawFn, study: Study) -> tuple[View, Values]:
    """A view in a state; where that has too many rows, of those sources that have few together."""
    view, values = draw(st.sampled_from(study.views)), draw(states(study))
    if study.path == "data":
        sizes: Counter[str] = Counter()
        for row in study.rows("by_source", values):
            sizes[row["value"]] += row["numbers"]
        few: list[str] = []
        for source, size in sizes.items():
            if sum(sizes[one] for one in few) + size <= _MOST:
                few.append(source)
        if sizes.total() > _MOST:
            values, _ = study.clean(values | {"source": few or ["caption-kv-cache"]})
    return view, values


def differences(in_chart: Numbers, in_table: Numbers) -> list[str]:
    """Where a figure and a CSV say different numbers."""
    return [
        f"{place}: drawn {in_chart.get(place)}, in the CSV {in_table.get(place)}"
        for place in in_chart.keys() | in_table.keys()
        if len(in_chart.get(place, [])) != len(in_table.get(place, []))
        or (place in in_chart) != (place in in_table)
        or any(
            not near(one, other)
            for one, other in zip(sorted(in_chart[place]), sorted(in_table[place]), strict=True)
        )
    ]


@EACH
@pytest.mark.usefixtures("remembered")
@many(MANY)
@given(data=st.data())
def test_page_csv_and_figure_of_a_state_hold_the_same_numbers(
    client: FlaskClient, study: Study, data: st.DataObject
) -> None:
    view, values = data.draw(views(study))
    values |= {"tables": ""}  # a search in a table narrows its rows and no figure
    found = forms(client, study, view, values)
    wrong = differences(*RELATIONS[study.path][view.name](found))
    assert not wrong, wrong[:5]

    # A difference is of two panels, whatever is filtered.
    for name in {"benchmark", "model"}.intersection(found.header):
        if values[name] and values.get("mode") != "difference":
            assert {row[name] for row in found.rows} <= {*values[name], ""}

    # The first, the last and some page between of the table.
    total = len(found.rows)
    last = max(total - 1, 0) // PAGE_SIZE
    for page in {0, last, data.draw(st.integers(0, last))}:
        first = page * PAGE_SIZE
        rows, count = study_tables.page(study, view, values, first, PAGE_SIZE)
        assert count == total
        shown = found.rows[first : first + PAGE_SIZE]
        assert _written(rows) == [[undefused(one) for one in row.values()] for row in shown]


@pytest.fixture(scope="module")
def boards(client: FlaskClient, bundled_store: Path) -> Iterator[tuple[Board, Board]]:
    """The store in Python, and the same over HTTP."""
    server = make_server("127.0.0.1", 0, client.application, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield rb.open(bundled_store), rb.open(f"http://127.0.0.1:{server.port}/")
    server.shutdown()
    thread.join()
    server.server_close()


@EACH
@pytest.mark.usefixtures("remembered")
@many(EXPORTED)
@given(data=st.data())
def test_json_parquet_and_frames_of_a_state_hold_the_numbers_of_its_csv(
    client: FlaskClient,
    boards: tuple[Board, Board],
    tmp_path: Path,
    study: Study,
    data: st.DataObject,
) -> None:
    view, values = data.draw(views(study))
    base, search = f"/api/{study.path}/{view.name}", url_state.encode(study, values)
    here, over_http = (board.frame(f"/{study.path}{search}#{view.name}") for board in boards)
    document = orjson.loads(client.get(f"{base}.json{search}").data)
    for frame in (here, over_http):
        assert in_frame(frame) == [list(row.values()) for row in document["rows"]]
        assert list(frame) == [column["name"] for column in document["columns"]]
        assert frame.dtypes.map(str).to_dict() == {
            column["name"]: dtype(column["type"], column["name"]) for column in document["columns"]
        }
    assert here.attrs["version"] == over_http.attrs["version"] == document["provenance"]["version"]
    asked, version = pinned.split(here.attrs["query"])
    assert (asked, here.attrs["query"]) == (search, over_http.attrs["query"])
    assert here.attrs["version"].startswith(f"data {version} ")
    assert over_http.attrs["address"].endswith(here.attrs["address"])
    columns, rows = document["columns"], [list(row.values()) for row in document["rows"]]
    assert document["notices"] == []
    text = client.get(f"{base}.csv{search}").text
    lines = in_csv(text, columns) if columns else []
    assert [[undefused(one) for one in row] for row in lines] == [
        [undefused(None if one == "" else one) for one in row] for row in rows
    ]
    answer = client.get(f"{base}.parquet{search}")
    if columns:
        assert in_parquet(answer.data, tmp_path / "rows.parquet")[0] == rows
    else:
        assert answer.status_code == 404


@EACH
@many(ON_PAGE)
@given(data=st.data())
def test_the_page_draws_the_figures_of_its_address(
    client: FlaskClient, study: Study, data: st.DataObject
) -> None:
    values = data.draw(states(study))
    search = url_state.encode(study, values)
    with client.application.test_request_context():
        page = render({"path": f"/{study.path}", "search": search, "columns": 4}, "/")
    assert page[id_of(study, "search")].data == search
    for view in study.views:
        figure = orjson.loads(client.get(f"/api/{study.path}/{view.name}.figure.json{search}").data)
        shown = page[id_of(study, "answer")].data["figures"][view.name]
        assert orjson.loads(orjson.dumps(shown)) == figure


def in_frame(frame: pd.DataFrame) -> list[list[Any]]:
    """The rows of a frame as JSON has them."""
    days = frame.select_dtypes("datetime").columns
    plain = frame.assign(**{name: frame[name].dt.strftime("%Y-%m-%d") for name in days})
    return [
        [None if is_missing else cell for cell, is_missing in zip(*both, strict=True)]
        for both in zip(
            plain.itertuples(index=False, name=None),
            frame.isna().itertuples(index=False, name=None),
            strict=True,
        )
    ]


def dtype(type: str, name: str) -> str:
    """What the column of a frame is, whatever is filtered."""
    numbers = {
        "integer": "Int64",
        "number": "Float64",
        "boolean": "boolean",
        "date": "datetime64[s]",
    }
    return numbers.get(type, "str" if name in _TEXTS else "category")


def _written(rows: list[dict[str, Any]]) -> list[list[str]]:
    """The rows as a CSV has them."""
    text = io.StringIO()
    csv.writer(text).writerows(list(row.values()) for row in rows)
    return list(csv.reader(io.StringIO(text.getvalue())))
