"""Page, CSV and figure of the examples of declared studies hold the same numbers, in random states of each."""

from collections.abc import Iterator
from pathlib import Path

import orjson
import plotly.graph_objects as go
import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from reasonboard import config
from reasonboard.cli import declaring
from reasonboard.core import url_state
from reasonboard.store import database
from reasonboard.studies import find
from reasonboard.web.main import create_app, render
from reasonboard.web.page.ids import id_of
from tests.agreement.declared import relation
from tests.agreement.forms import forms
from tests.agreement.test_forms import differences, many
from tests.conftest import EXAMPLES
from tests.states import MANY, states

PATHS = [declaring.read(path).path for path in sorted(EXAMPLES.glob("*.toml"))]


@pytest.fixture(scope="module")
def client(examples: Path) -> Iterator[FlaskClient]:
    settings = {
        "REASONBOARD_STORE": str(examples / "store"),
        "REASONBOARD_DATA": str(examples / "data"),
    }
    yield create_app(config.read(settings)).test_client()
    database.close()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.usefixtures("remembered")
@many(MANY)
@given(data=st.data())
def test_page_csv_and_figure_of_an_example_hold_the_same_numbers(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    study = find(path)
    assert study is not None
    values = data.draw(states(study)) | {"tables": ""}
    search = url_state.encode(study, values)
    with client.application.test_request_context():
        page = render({"path": f"/{path}", "search": search, "columns": 4}, "/")
    assert page[id_of(study, "search")].data == search
    for view in study.views:
        found = forms(client, study, view, values)
        wrong = differences(*relation(study, view.name, found))
        assert not wrong, (view.name, wrong[:5])
        figure = orjson.loads(client.get(f"/api/{path}/{view.name}.figure.json{search}").data)
        shown = page[id_of(study, "answer")].data["figures"][view.name]
        assert orjson.loads(orjson.dumps(shown)) == figure
        go.Figure(figure)
