"""What leaves the board keeps to the data that it was made on, and says so once these are no longer kept."""

import html
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.ingest.loading.load import load
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

    @property
    def version(self) -> str:
        return snapshots.current(self.store).version

    def link(
        self, view: str = "grid", search: str = SEARCH, study: str = "kv-cache"
    ) -> tuple[str, str]:
        """The name of a short link to the view, and what is said of it."""
        request = {f"{study}-page-share": {"view": view, "search": search}}
        shared = f"{study}-page-shared"
        answer = self._post(f"{shared}.data", request)[shared]["data"]
        return answer["name"], answer["status"]

    def page(self, search: str, path: str = "kv-cache") -> str:
        request = {"path": f"/{path}", "search": search, "columns": 4, "carried": None}
        return json.dumps(self._post("page.children", {"request": request}), ensure_ascii=False)

    def permalink(self, search: str) -> str:
        """The query string of what leaves the page at this address."""
        return str(re.findall(r'"data-permalink": "([^"]*)"', self.page(search))[0])

    def text(self, path: str) -> str:
        """What the server answers, decoded."""
        answer = self.client.get(path)
        assert answer.status_code == 200, path
        return html.unescape(answer.text)

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


@pytest.fixture
def clean(
    tmp_path: Path, data: Path, small_store: Path, monkeypatch: pytest.MonkeyPatch
) -> Dashboard:
    """A dashboard before the first load."""
    monkeypatch.setattr(snapshots, "_FRESH", -1.0)
    return Dashboard(tmp_path, data, small_store)


@pytest.mark.long
def test_what_left_the_board_before_a_load_shows_the_same_after_it(clean: Dashboard) -> None:
    search = clean.permalink("")
    assert search == f"?source=caption-kv-cache&data={clean.version}"
    item = f"item=kv-cache/grid{search.replace('&', '%26')}&caption=As+it+was"
    saved: dict[str, Callable[[], str]] = {
        "link": lambda: clean.page(search),
        "frame": lambda: clean.text(f"/embed/kv-cache/grid{search}"),
        "rows": lambda: clean.text(f"/api/kv-cache/grid.csv{search}"),
        "figure": lambda: clean.text(f"/api/kv-cache/grid.figure.json{search}"),
        "sheet": lambda: clean.page(f"?{item}", "sheet"),
        "file": lambda: clean.text(f"/api/sheet.html?{item}"),
        "references": lambda: clean.text(f"/api/sheet.bib?{item}"),
    }
    before = {name: show() for name, show in saved.items()}
    clean.load(41.2)
    clean.load(43.7)
    after = {name: show() for name, show in saved.items()}
    for page in (before, after):
        page["link"] = re.sub(r'"data-news": "[^}]*}"|<p class=\\"notice.*?</p>', "", page["link"])
    assert before == after


def test_only_the_bare_address_of_a_page_follows_the_newest_source(dashboard: Dashboard) -> None:
    assert "my-7b" in dashboard.page("")
    assert "my-7b" not in dashboard.page("?mode=best")
    # In a sheet or in a page of others an address without a source means the best bundled one.
    for text in (
        dashboard.text("/embed/kv-cache/grid"),
        dashboard.page("?item=kv-cache/grid", "sheet"),
    ):
        assert "Caption of the DynTS sweep" in text
        assert "my-7b" not in text


@pytest.mark.long
def test_a_permalink_whose_data_are_gone_shows_the_newest_of_its_source_and_says_so(
    clean: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_folder, "KEPT", 2)
    first, search = clean.version, clean.permalink("?benchmark=AIME24")
    before = clean.csv(search)
    for value in (41.2, 43.7):
        clean.load(value)
    gone = f"Data {first} is no longer kept. Showing the newest data, {clean.version}"
    page = clean.page(search)
    assert gone in page
    assert "my-7b" not in page
    assert clean.csv(search) == before
    answer = clean.client.get(f"/api/kv-cache/grid.csv{search}")
    assert answer.headers["Reasonboard-Notice"].startswith(gone)
    item = f"item=kv-cache/grid{search.replace('&', '%26')}"
    for text in (
        clean.page(f"?{item}&{item}", "sheet"),
        clean.text(f"/api/sheet.html?{item}&{item}"),
    ):
        assert f"Figures 1, 2: {gone}" in text
        assert "my-7b" not in text
        assert f"data={first}" in text  # it says so the next time, too
    assert gone in clean.text(f"/embed/kv-cache/grid{search}")


@pytest.mark.long
def test_a_sheet_says_which_data_each_figure_shows(dashboard: Dashboard) -> None:
    first = dashboard.permalink(SEARCH)
    dashboard.load(43.7)
    items = [
        f"item=kv-cache/grid{one.replace('&', '%26')}"
        for one in (first, dashboard.permalink(SEARCH))
    ]
    text = dashboard.text(f"/api/sheet.html?{'&'.join(items)}")
    versions = [one.rpartition("=")[2] for one in items]
    assert re.search(
        rf"data {versions[0]} of \S+ \(figure 1\); data {versions[1]} of \S+ \(figure 2\)", text
    )
    assert text.count("41.2") >= 1
    assert text.count("43.7") >= 1


def test_a_worker_that_has_not_looked_yet_finds_the_data_that_another_one_has_named(
    dashboard: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "_FRESH", 3600.0)
    dashboard.csv(SEARCH)
    dashboard.load(43.7)
    assert "0.412" in dashboard.csv(SEARCH)
    answer = dashboard.client.get(f"/api/kv-cache/grid.csv{SEARCH}&data={dashboard.version}")
    assert "0.437" in answer.text
    assert "Reasonboard-Notice" not in answer.headers


def test_a_short_link_leads_to_its_view_and_names_its_data(dashboard: Dashboard) -> None:
    name, status = dashboard.link()
    assert status == ""
    answer = dashboard.client.get(f"/v/{name}")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/kv-cache{SEARCH}&data={dashboard.version}#grid"
    assert answer.headers["Cache-Control"] == "no-store"
    shown = dashboard.page(f"{SEARCH}&data={dashboard.version}")
    assert "is not a setting" not in shown
    assert "Newer data is available" not in shown


@pytest.mark.long
def test_a_pinned_page_and_its_files_keep_to_their_data(dashboard: Dashboard) -> None:
    search = dashboard.permalink(SEARCH)
    before = dashboard.csv(SEARCH)
    dashboard.load(43.7, "org/my-7b,AIME24,500,0.3,accuracy,30,30,percent\n")
    assert dashboard.csv(SEARCH) != before
    assert "0.437" in dashboard.csv(SEARCH)
    assert dashboard.csv(search) == before
    shown = dashboard.page(search)
    assert (
        "as pinned in the address. Newer data is available. Numbers of this view: 1 added, 1 changed"
        in shown
    )
    assert "from 41.2% to 43.7%" in shown
    assert "Show the newest data" in shown
    # Its links keep to the data, too.
    assert len(re.findall(f"&data={search[-7:]}", shown)) > 3


@pytest.mark.long
def test_another_filter_of_a_pinned_page_keeps_to_its_data(dashboard: Dashboard) -> None:
    search = dashboard.permalink(SEARCH)
    dashboard.load(43.7)
    figure = dashboard.client.get(f"/api/kv-cache/grid.figure.json{search}&colors=shared").text
    assert "41.2" in figure
    assert "43.7" not in figure
    assert "Numbers of this view: 1 changed" in dashboard.page(f"{search}&intervals=off")


@pytest.mark.long
def test_a_short_link_outlives_its_data_and_says_what_changed(
    dashboard: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_folder, "KEPT", 2)
    name, _ = dashboard.link()
    search = dashboard.permalink(SEARCH)
    for value in (42.0, 43.7):
        dashboard.load(value)
    assert dashboard.client.get(f"/v/{name}").headers["Location"] == f"/kv-cache{search}#grid"
    shown = dashboard.page(search)
    assert f"Data {search[-7:]} is no longer kept." in shown
    assert "Numbers of this view: 1 changed" in shown
    assert "from 41.2% to 43.7%" in shown
    assert "Show the newest data" not in shown
    # No link was made of this state.
    assert "Numbers of this view" not in dashboard.page(f"{search}&intervals=off")


@pytest.mark.long
def test_a_link_whose_numbers_did_not_change_says_that(
    dashboard: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_folder, "KEPT", 2)
    dashboard.link()
    search = dashboard.permalink(SEARCH)
    for value in (42.0, 41.2):
        dashboard.load(value, f"org/my-7b,OTHER,1,0.5,tokens,{value * 10:.0f},30,tokens\n")
    dashboard.load(41.2)
    assert "The numbers of this view are unchanged." in dashboard.page(search)


@pytest.mark.parametrize("name", ["aaaaaaaaaaaa", "..%2f..%2fcurrent", "x", "%00", "a" * 4000])
def test_a_short_link_that_does_not_exist_is_not_found(dashboard: Dashboard, name: str) -> None:
    assert dashboard.client.get(f"/v/{name}").status_code == 404


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("0000000", "Data 0000000 is no longer kept."),
        ("x", "“x” is not a version of the data; showing the newest data, "),
        ("%3Cb%3E", "“&lt;b&gt;” is not a version of the data; "),
        ("a" * 4000, f"“{'a' * 40}” is not a version of the data; "),
    ],
)
def test_a_version_that_is_not_there_is_a_notice(
    dashboard: Dashboard, version: str, words: str
) -> None:
    search = f"{SEARCH}&data={version}"
    assert words in dashboard.page(search)
    answer = dashboard.client.get(f"/api/kv-cache/grid.csv{search}")
    assert answer.status_code == 200
    assert answer.text == dashboard.csv(SEARCH)
    assert "howing the newest data" in answer.headers["Reasonboard-Notice"]
    assert f"data={dashboard.version}" in dashboard.permalink(search)


def test_a_changed_file_of_a_link_is_no_link(dashboard: Dashboard) -> None:
    name, _ = dashboard.link()
    (path,) = (dashboard.store / "links").iterdir()
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert dashboard.client.get(f"/v/{name}").status_code == 404


@pytest.mark.long
def test_a_pin_ends_with_its_request(dashboard: Dashboard) -> None:
    search = dashboard.permalink(SEARCH)
    dashboard.load(43.7)
    dashboard.csv(search)
    assert "0.437" in dashboard.csv(SEARCH)
    assert "Newer data is available" not in dashboard.page(SEARCH)


@pytest.mark.parametrize(("study", "view"), [("pair", "benchmarks"), ("history", "course")])
def test_a_page_without_a_table_of_all_its_numbers_has_links_and_keeps_to_its_data(
    dashboard: Dashboard, study: str, view: str
) -> None:
    name, status = dashboard.link(view, "", study)
    assert name
    assert not status
    old = dashboard.version
    dashboard.load(45.0)
    assert "What changed in this view cannot be listed." in dashboard.page(f"?data={old}", study)


def test_a_page_that_is_answered_while_others_publish_is_not_called_pinned(
    dashboard: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "is_newest", lambda: False)
    assert "pinned in the address" not in dashboard.page(SEARCH)


@pytest.mark.long
def test_of_too_many_numbers_a_page_does_not_say_what_changed(
    dashboard: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pinned, "MOST", 1)
    search = dashboard.permalink(SEARCH)
    dashboard.load(43.7)
    assert "Newer data is available. What changed in this view cannot be listed." in dashboard.page(
        search
    )
