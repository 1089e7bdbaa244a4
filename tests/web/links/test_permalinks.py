"""Short links keep to the data that they were made on, and say what changed when these are gone."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.ingest.load import load
from reasonboard.store import folder as store_folder
from reasonboard.store import snapshots
from reasonboard.web.links import pinned
from reasonboard.web.main import create_app
from tests.sources import two_sources

TABLE = """model,benchmark,kv_window,kv_ratio,metric,value,n,unit
org/my-7b,MATH500,500,0.1,accuracy,{value},500,percent
org/my-7b,MATH500,500,0.3,accuracy,80,500,percent
"""
SEARCH = "?source=mine"


class Dashboard:
    """A running dashboard, and loads beside it."""

    def __init__(self, folder: Path, data: Path, store: Path) -> None:
        self.folder = folder
        self.store = store
        self.data = data
        settings = config.read({"REASONBOARD_STORE": str(self.store)})
        self.client: FlaskClient = create_app(settings).test_client()

    def load(self, value: float, more: str = "") -> None:
        load_table(self.folder, self.data, self.store, TABLE.format(value=value) + more)

    def link(self, view: str = "grid", search: str = SEARCH) -> tuple[str, str]:
        """The name of a short link to the view, and what is said of it."""
        request = {"kv-cache-page-share": {"view": view}, "kv-cache-search": search}
        answer = self._post("kv-cache-page-shared.data", request)["kv-cache-page-shared"]["data"]
        return answer["name"], answer["status"]

    def page(self, search: str) -> str:
        request = {"path": "/kv-cache", "search": search, "columns": 4, "carried": None}
        return json.dumps(self._post("page.children", {"request": request}), ensure_ascii=False)

    def _post(self, output: str, values: dict[str, Any]) -> Any:
        callbacks = json.loads(self.client.get("/_dash-dependencies").data)
        callback = next(one for one in callbacks if one["output"] == output)
        pairs = [part.rsplit(".", 1) for part in output.strip(".").split("...")]
        outputs = [{"id": id, "property": name} for id, name in pairs]
        filled = {
            name: [one | {"value": values.get(one["id"])} for one in callback[name]]
            for name in ("inputs", "state")
        }
        first = filled["inputs"][0]
        answer = self.client.post(
            "/_dash-update-component",
            json=filled
            | {
                "output": output,
                "outputs": outputs if output.startswith("..") else outputs[0],
                "changedPropIds": [f"{first['id']}.{first['property']}"],
            },
        )
        assert answer.status_code == 200, answer.text
        return answer.json["response"]  # type: ignore[index]

    def csv(self, search: str) -> str:
        return self.client.get(f"/api/kv-cache/grid.csv{search}").text


def load_table(folder: Path, data: Path, store: Path, text: str) -> None:
    (folder / "mine.csv").write_text(text)
    load(data, store, [str(folder / "mine.csv")], name="mine", replace=True)


@pytest.fixture(scope="module")
def loaded_store(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which the table is loaded, to be copied."""
    folder = tmp_path_factory.mktemp("loaded")
    store = shutil.copytree(small_store_template, folder / "store")
    load_table(folder, two_sources(folder / "data"), store, TABLE.format(value=41.2))
    return store


@pytest.fixture
def dashboard(
    tmp_path: Path, data: Path, loaded_store: Path, monkeypatch: pytest.MonkeyPatch
) -> Dashboard:
    monkeypatch.setattr(snapshots, "_FRESH", -1.0)  # every request looks at the store
    return Dashboard(tmp_path, data, shutil.copytree(loaded_store, tmp_path / "store"))


def test_a_short_link_leads_to_its_view_and_names_its_data(dashboard: Dashboard) -> None:
    name, status = dashboard.link()
    answer = dashboard.client.get(f"/v/{name}")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/kv-cache{SEARCH}&v={name}#grid"
    assert answer.headers["Cache-Control"] == "no-store"
    assert snapshots.current(dashboard.store).version in status
    shown = dashboard.page(f"{SEARCH}&v={name}")
    assert "is not a setting" not in shown
    assert "there are newer ones" not in shown


@pytest.mark.long
def test_a_pinned_page_and_its_files_keep_to_their_data(dashboard: Dashboard) -> None:
    name, _ = dashboard.link()
    before = dashboard.csv(SEARCH)
    dashboard.load(43.7, "org/my-7b,AIME24,500,0.3,accuracy,30,30,percent\n")
    assert dashboard.csv(SEARCH) != before
    assert "0.437" in dashboard.csv(SEARCH)
    assert dashboard.csv(f"{SEARCH}&v={name}") == before
    shown = dashboard.page(f"{SEARCH}&v={name}")
    assert (
        "as the link says; there are newer ones. Numbers of this view: 1 added, 1 changed" in shown
    )
    assert "from 41.2 % to 43.7 %" in shown
    assert "Show the newest data" in shown
    assert f"&v={name}" in shown  # its links keep to the data, too


@pytest.mark.long
def test_another_filter_of_a_pinned_page_keeps_to_its_data(dashboard: Dashboard) -> None:
    name, _ = dashboard.link()
    dashboard.load(43.7)
    figure = dashboard.client.get(
        f"/api/kv-cache/grid.figure.json{SEARCH}&colours=shared&v={name}"
    ).text
    assert "41.2" in figure
    assert "43.7" not in figure
    assert "there are newer ones. Numbers" not in dashboard.page(f"{SEARCH}&intervals=off&v={name}")


@pytest.mark.long
def test_a_link_outlives_its_data_and_says_what_changed(
    dashboard: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_folder, "KEPT", 2)
    name, status = dashboard.link()
    for value in (42.0, 43.7):
        dashboard.load(value)
    version = re.findall(r"data (\w{7})", status)[0]
    shown = dashboard.page(f"{SEARCH}&v={name}")
    assert f"The data {version} of " in shown
    assert "are kept no longer" in shown
    assert "Numbers of this view: 1 changed" in shown
    assert "from 41.2 % to 43.7 %" in shown
    assert "Show the newest data" not in shown
    answer = dashboard.client.get(f"/api/kv-cache/grid.csv{SEARCH}&v={name}")
    assert "0.437" in answer.text
    assert "are kept no longer" in answer.headers["Reasonboard-Notice"]


def test_a_link_whose_numbers_did_not_change_says_that(
    dashboard: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_folder, "KEPT", 2)
    name, _ = dashboard.link()
    for value in (42.0, 41.2):
        dashboard.load(value, f"org/my-7b,OTHER,1,0.5,tokens,{value * 10:.0f},30,tokens\n")
    dashboard.load(41.2)
    assert "The numbers of this view are the same." in dashboard.page(f"{SEARCH}&v={name}")


@pytest.mark.parametrize("name", ["aaaaaaaaaaaa", "..%2f..%2fcurrent", "x", "%00", "a" * 4000])
def test_an_unknown_link_is_not_found_and_a_page_says_so(dashboard: Dashboard, name: str) -> None:
    assert dashboard.client.get(f"/v/{name}").status_code == 404
    shown = dashboard.page(f"{SEARCH}&v={name}")
    assert "This short link is not known here" in shown
    answer = dashboard.client.get(f"/api/kv-cache/grid.csv{SEARCH}&v={name}")
    assert answer.status_code == 200
    assert "not known here" in answer.headers["Reasonboard-Notice"]


def test_a_changed_file_of_a_link_is_no_link(dashboard: Dashboard) -> None:
    name, _ = dashboard.link()
    (path,) = (dashboard.store / "links").iterdir()
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert dashboard.client.get(f"/v/{name}").status_code == 404


@pytest.mark.long
def test_a_pin_ends_with_its_request(dashboard: Dashboard) -> None:
    name, _ = dashboard.link()
    dashboard.load(43.7)
    dashboard.csv(f"{SEARCH}&v={name}")
    assert "0.437" in dashboard.csv(SEARCH)
    assert "there are newer ones" not in dashboard.page(SEARCH)


@pytest.mark.long
def test_of_too_many_numbers_a_link_keeps_none_and_says_so(
    dashboard: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pinned, "MOST", 1)
    name, _ = dashboard.link()
    dashboard.load(43.7)
    shown = dashboard.page(f"{SEARCH}&v={name}")
    assert "there are newer ones. The view has too many numbers to say what changed." in shown
