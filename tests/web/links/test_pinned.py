"""Pages that keep to a version of the data while it changes: filters, other data, what is lost."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import snapshots
from reasonboard.store.snapshots import snapshot
from reasonboard.web.main import create_app
from tests.web.test_main import body, callbacks, post

SEARCH = "?benchmark=AIME24"
NAMED = "?source=caption-kv-cache&benchmark=AIME24"
SOURCE = "caption-kv-cache.csv"
FIRST = "500,0.1,AIME24,43.7,"


class World(NamedTuple):
    """A dashboard on a store of its own, whose data can be changed while it runs."""

    client: FlaskClient
    store: Path
    data: Path

    @property
    def version(self) -> str:
        return snapshots.current(self.store).version

    def change(self, old: str, new: str) -> str:
        """Publish the sources with one text in place of another; the version of the data."""
        path = self.data / SOURCE
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        return publish(self.data, self.store)

    def drop(self, word: str) -> None:
        """Publish the sources without the rows that have this word."""
        path = self.data / SOURCE
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if word not in line))
        publish(self.data, self.store)

    def page(self, search: str) -> str:
        request = {"path": "/kv-cache", "search": search, "columns": 4}
        return words_of(post(self.client, body(showing(self.client), request)).text)

    def link(self, search: str = SEARCH) -> str:
        """The name of a link to the grid, made as the menu makes it."""
        values = {"kv-cache-page-share.data": {"view": "grid", "search": search}}
        made = self.call("kv-cache-page-shared.data", values)["kv-cache-page-shared"]["data"]
        assert made["name"], made
        return str(made["name"])

    def call(self, output: str, values: dict[str, Any], changed: str = "") -> dict[str, Any]:
        """What the callback with this output answers to these values of its inputs and states."""
        callback = next(one for one in callbacks(self.client) if output in one["output"])
        content = body(callback, None)
        for item in (*content["inputs"], *content["state"]):
            is_version = item["property"] == "data-version"
            default = snapshot().version if is_version else None
            item["value"] = values.get(f"{item['id']}.{item['property']}", default)
        if changed:
            content["changedPropIds"] = [changed]
        answer = post(self.client, content)
        assert answer.status_code == 200, answer.text
        response: dict[str, Any] = json.loads(answer.data)["response"]
        return response


def showing(client: FlaskClient) -> dict[str, Any]:
    return next(callback for callback in callbacks(client) if callback["output"] == "page.children")


def words_of(text: str) -> str:
    """The answer with every letter as itself."""
    return json.dumps(json.loads(text), ensure_ascii=False)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `data`, one source, and its `store`, to be copied."""
    folder, bundled = tmp_path_factory.mktemp("published"), config.read({}).data
    shutil.copytree(bundled / "catalogue", folder / "data" / "catalogue")
    for name in (SOURCE, "caption-kv-cache.toml"):
        shutil.copy(bundled / name, folder / "data")
    publish(folder / "data", folder / "store")
    return folder


@pytest.fixture
def world(published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr(snapshots, "_FRESH", -1.0)  # every request looks at the store
    shutil.copytree(published, tmp_path, dirs_exist_ok=True)
    data, store = tmp_path / "data", tmp_path / "store"
    client = create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()
    yield World(client, store, data)
    snapshots.close()


def test_the_same_view_on_the_same_data_has_the_same_link(world: World) -> None:
    name = world.link()
    assert world.link() == name
    assert world.link("?source=caption-kv-cache&benchmark=AIME24") == name
    assert world.link("") != name
    world.change(FIRST, "500,0.1,AIME24,46.9,")
    assert world.link() != name


def test_a_change_of_a_pinned_page_keeps_to_its_data(world: World) -> None:
    version = world.version
    world.change(FIRST, "500,0.1,AIME24,46.9,")
    values = {"kv-cache-search.data": f"?data={version}", "kv-cache-page.data-permalink": f"?data={version}",
              "kv-cache-source.value": "caption-kv-cache", "kv-cache-benchmark.value": ["AIME24"],
              "kv-cache-columns.data": 4, "kv-cache-grid-tab.value": "table"}  # fmt: skip
    answer = world.call("kv-cache-search.data", values, "kv-cache-benchmark.value")
    assert answer["kv-cache-search"]["data"] == f"{NAMED}&data={version}"
    assert answer["kv-cache-page"]["data-permalink"] == f"{NAMED}&data={version}"
    shown = answer["kv-cache-answer"]["data"]
    page_content = json.dumps(shown["figures"]["grid"]) + shown["html"]["kv-cache-grid-table"]
    assert "43.7" in page_content
    assert "46.9" not in page_content
    assert "Show the newest data" in answer["kv-cache-answer"]["data"]["html"]["kv-cache-notices"]


@pytest.mark.long
def test_the_way_to_the_newest_data_draws_all_anew(world: World) -> None:
    before = world.version
    version = world.change(FIRST, "500,0.1,AIME24,46.9,")
    values = {"kv-cache-search.data": f"{NAMED}&data={before}", "kv-cache-back.data": {"search": NAMED},
              "kv-cache-page.data-permalink": f"{NAMED}&data={before}", "kv-cache-page.data-version": before,
              "kv-cache-columns.data": 4}  # fmt: skip
    answer = world.call("kv-cache-search.data", values, "kv-cache-back.data")
    assert answer["kv-cache-search"]["data"] == NAMED
    assert answer["kv-cache-page"]["data-permalink"] == f"{NAMED}&data={version}"
    for view in ("grid", "agreement"):
        meta = answer["kv-cache-answer"]["data"]["figures"][view]["layout"]["meta"]
        assert f"data {version} " in meta["version"]
    assert (
        "Show the newest data" not in answer["kv-cache-answer"]["data"]["html"]["kv-cache-notices"]
    )


def test_a_choice_that_is_gone_is_said_and_not_counted(world: World) -> None:
    search = f"{SEARCH}&data={world.version}"
    world.drop("AIME24")
    page = world.page(search)
    assert "In the newest data: Benchmarks: “AIME24” is not available here" in page
    assert "Numbers of this view" not in page


@pytest.mark.parametrize(
    "name",
    ["aaaaaaaaaaaa", "..%2f..%2fcurrent", "../current", "%2e%2e", "a" * 5000, "%00", "A" * 12, "x%0d%0ay",
     "https:%2f%2fevil.example", "\\evil", "aaaaaaaaaaaa.link", "*"],
    ids=lambda name: name[:20],
)  # fmt: skip
def test_a_link_that_is_not_known_is_not_found(world: World, name: str) -> None:
    (world.store / "links").mkdir(exist_ok=True)
    assert world.client.get(f"/v/{name}").status_code == 404


def test_a_link_under_a_path_stays_there(world: World) -> None:
    name = world.link()
    environ = {"REASONBOARD_STORE": str(world.store), "REASONBOARD_PREFIX": "/results/"}
    client = create_app(config.read(environ)).test_client()
    assert client.get(f"/results/v/{name}").headers["Location"].startswith("/results/kv-cache?")
    assert client.get(f"/v/{name}").status_code == 404


def test_what_is_said_of_lost_data_stays_until_something_is_changed(world: World) -> None:
    values = {"kv-cache-search.data": NAMED, "kv-cache-page.data-permalink": NAMED,
              "kv-cache-source.value": "caption-kv-cache",
              "kv-cache-benchmark.value": ["AIME24"], "kv-cache-grid-tab.value": "table"}  # fmt: skip
    answer = world.call("kv-cache-search.data", values, "kv-cache-grid-tab.value")
    html = answer["kv-cache-answer"]["data"]["html"]
    assert "kv-cache-grid-table" in html
    assert "kv-cache-notices" not in html


@pytest.mark.long
def test_a_link_names_its_source_whatever_the_default_becomes(world: World) -> None:
    name, version = world.link(""), world.version
    toml = world.data / "caption-kv-cache.toml"
    other = toml.read_text().replace("rank = 2", "rank = 1").replace("Caption of", "Other")
    assert other != toml.read_text()
    (world.data / "a-caption.toml").write_text(other)
    (world.data / "a-caption.csv").write_text((world.data / SOURCE).read_text())
    for number in range(3):
        world.change(f"500,0.1,AMC23,{85 + number}.5,", f"500,0.1,AMC23,{86 + number}.5,")
    target = world.client.get(f"/v/{name}").headers["Location"]
    assert target == f"/kv-cache?source=caption-kv-cache&data={version}#grid"
    page = world.page(target.partition("?")[2].partition("#")[0])
    assert "Numbers of this view: 1 changed" in page


@pytest.mark.long
def test_a_pasted_link_names_what_only_its_data_have(world: World) -> None:
    version = world.version
    world.drop("AIME24")
    assert "AIME24" in world.client.get(f"/kv-cache{SEARCH}&data={version}").text
    assert "AIME24" not in world.client.get(f"/kv-cache{SEARCH}").text
