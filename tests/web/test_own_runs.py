"""What pages say of the reader's own runs: in their first line, on the first page, and to pages that are open."""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.cli import declaring
from reasonboard.core.control import Choice, Control
from reasonboard.store import database, going, snapshots
from reasonboard.studies import BY_PATH, find
from reasonboard.studies.own.explore.study import EXPLORE
from reasonboard.web.api.newest import news
from reasonboard.web.components import controls
from reasonboard.web.main import create_app, render
from reasonboard.web.page import sections
from tests.conftest import EXAMPLES, Given
from tests.own_runs import HEADER, own_store, run_table

SCALE = BY_PATH["scale-progress"]
OLDER = "older"
NOWHERE = HEADER.replace("step,", "") + "org/none,3,X,50,10,percent\n"


@pytest.fixture(scope="module")
def store(_published: Given, tmp_path_factory: pytest.TempPathFactory) -> Path:
    tables = {
        "hidden": NOWHERE,
        OLDER: run_table("org/old", 50),
        "my-run": run_table("org/mine", 60),
    }
    return own_store(_published, tmp_path_factory.mktemp("own"), **tables)


@pytest.fixture(scope="module")
def own_client(store: Path) -> FlaskClient:
    return create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()


@pytest.fixture
def own(store: Path, own_client: FlaskClient) -> Iterator[None]:
    snapshots.use(store)
    yield
    database.close()


def section(name: str, **chosen: str) -> str:
    (found,) = [one for one in sections.SECTIONS if one.name == name]
    return str(found.content(SCALE, SCALE.clean(chosen)[0]))


def parts(component: Any) -> str:
    """All that a page says, as one text."""
    return json.dumps(
        component, default=lambda one: one.to_plotly_json(), ensure_ascii=False
    ).replace('\\"', '"')


@pytest.mark.usefixtures("own")
def test_the_answer_starts_with_the_run_in_its_color() -> None:
    assert section("answer-line").startswith(
        '<strong><span class="own">my-run</span> is 20.0 points below 4B'
    )


@pytest.mark.usefixtures("own")
def test_the_line_under_it_names_the_run_its_time_its_tool_and_the_intervals() -> None:
    line = section("byline")
    assert '<strong class="own">● my-run</strong> loaded 20' in line
    assert ', table <span class="watched" data-watched="my-run"></span></span>' in line
    assert "−20.0 points (−" in line
    assert 'class="own"' not in section("byline", source="best")


@pytest.mark.usefixtures("own")
def test_findings_of_the_run_are_marked_as_the_reader_s_unless_switched_off() -> None:
    view = SCALE.views[0]
    marked = sections.observations(SCALE, view, SCALE.defaults())
    assert '<span class="yours">yours</span>' in marked
    assert '<ol class="findings own-rows' in marked
    plain = sections.observations(SCALE, view, SCALE.clean({"own": "off"})[0])
    assert "own-rows" not in plain
    assert "yours" not in plain


@pytest.mark.usefixtures("own")
def test_a_page_lists_own_sources_first_under_a_heading_that_cannot_be_chosen() -> None:
    page = render({"path": "/scale-progress"}, "/")
    (options,) = [
        one["options"]
        for one in _dicts(page)
        if one.get("id") == "scale-progress-source" and "options" in one
    ]
    assert [option["label"] for option in options] == [
        "Your runs", "my-run", "older", "Bundled", "best", "made_up"
    ]  # fmt: skip
    assert [option["label"] for option in options if option.get("disabled")] == [
        "Your runs",
        "Bundled",
    ]


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("path", ["models", "data", "explore"])
def test_where_several_sources_can_be_chosen_the_heading_chooses_all_own_ones(path: str) -> None:
    study = find(path)
    assert study is not None
    (control,) = [one for one in study.controls if one.name == "source"]
    options = control.options(study.defaults())
    mine = [option.value for option in options if option.group == "Your runs"]
    assert {"my-run", "older"} <= set(mine)
    (heading,) = [
        one for one in controls.choices(control, options) if one["label"] == "All your runs"
    ]
    assert "disabled" not in heading
    chosen, invalid = control.clean([heading["value"]], options)
    assert (chosen, invalid) == (mine, [])
    assert control.clean([*mine[:1], heading["value"]], options)[0] == mine
    assert control.clean(["best", *mine, heading["value"]], options)[0] == ["best"]


def test_choices_of_no_group_are_bundled_only_among_the_reader_s_own() -> None:
    control = Control("metric", "Metric", ())
    metrics = [Choice("acc", "acc"), Choice("answers.pass@k", "pass@k", "Computed from answers")]
    runs = [Choice("b", "B", "Benchmarks shared with A"), Choice("c", "C")]
    sources = [Choice("mine", "mine", "Your runs"), Choice("paper", "paper")]
    headings = [
        [one["label"] for one in controls.choices(control, options) if one.get("disabled")]
        for options in (metrics, runs, sources)
    ]
    assert headings == [
        ["Computed from answers"],
        ["Benchmarks shared with A", "Others"],
        ["Your runs", "Bundled"],
    ]


@pytest.mark.usefixtures("own")
def test_the_first_page_lists_the_newest_loads_where_they_are_shown_and_what_they_lack() -> None:
    page = parts(render({"path": "/"}, "/"))
    assert page.index("● my-run") < page.index("● older") < page.index("● hidden")
    assert '<a href="/scale-progress?source=my-run">Scale × progress</a>' in page
    assert "<p>KV cache: window or ratio</p>" in page
    hidden = page[page.index("● hidden") :]
    assert 'Shown in <a href="/models?source=hidden">Models</a>' in hidden
    assert "<p>Scale × progress: steps of more than one checkpoint</p>" in hidden


def loads_of(client: FlaskClient, path: str) -> Any:
    """The names of the loads that a page can show by now, each with the number of its runs."""
    loads = client.get(f"/api/newest.json?study={path}").get_json()["loads"]
    return None if loads is None else {name: runs for name, runs, _ in loads}


def test_an_open_page_can_ask_what_is_loaded_with_few_bytes(own_client: FlaskClient) -> None:
    answer = own_client.get("/api/newest.json?study=scale-progress")
    loads = answer.get_json()["loads"]
    assert [load[:2] for load in loads] == [["my-run", 2], [OLDER, 2]]
    assert len({stamp for *_, stamp in loads}) == 2
    assert len(answer.data) < 200
    known = {"If-None-Match": answer.headers["ETag"]}
    again = own_client.get("/api/newest.json?study=scale-progress", headers=known)
    assert (again.status_code, again.data) == (304, b"")


def test_each_page_asks_only_for_the_loads_that_it_can_show(own_client: FlaskClient) -> None:
    every = {"my-run": 2, OLDER: 2, "hidden": 1}
    for path in ("", "models", "data", "explore", "pair"):
        assert loads_of(own_client, path) == every
    assert loads_of(own_client, "scale-progress") == {"my-run": 2, OLDER: 2}
    assert loads_of(own_client, "kv-cache") == {}
    assert loads_of(own_client, "nothing") is None


@pytest.mark.usefixtures("own")
def test_a_page_knows_which_loads_it_shows_and_which_others_it_could() -> None:
    def names(path: str, **chosen: Any) -> tuple[list[str], list[str] | None]:
        study = BY_PATH.get(path, EXPLORE)
        known = news(study, study.clean(chosen)[0])
        assert not known["empty"]
        return [name for name, *_ in known["shown"]], known["others"]

    assert names("scale-progress") == (["my-run"], [OLDER])
    assert names("scale-progress", source="best") == ([], ["my-run", OLDER])
    assert names("explore") == (["my-run"], [OLDER, "hidden"])
    assert names("models") == (["my-run", OLDER, "hidden"], [])
    # One whose filter would hide a new load says nothing of it.
    assert names("models", source=[OLDER]) == ([OLDER], None)
    assert names("data", source=["best"]) == ([], None)
    runs = [choice.value for choice in BY_PATH["pair"].controls[0].options({"study": "pair"})]
    mine, older = (next(run for run in runs if run.startswith(name)) for name in ("my-run/", OLDER))
    assert names("pair", a=mine, b=older) == (["my-run", OLDER], ["hidden"])


def test_it_says_which_loads_are_watched_and_when_their_last_row_came(
    own_client: FlaskClient, store: Path
) -> None:
    now = time.time()
    going.note(store, "my-run", going.Going(now - 12, now + 60))
    going.note(store, OLDER, going.Going(now - 120, now - 60))
    watched = own_client.get("/api/newest.json").get_json()["watched"]
    assert watched == {
        "my-run": {"last": now - 12, "goes": True, "waits": False},
        OLDER: {"last": now - 120, "goes": False, "waits": False},
    }
    for name in ("my-run", OLDER):
        going.forget(store, name)
    assert own_client.get("/api/newest.json").get_json()["watched"] == {}


def test_without_loads_there_is_nothing_to_tell(client: FlaskClient) -> None:
    for path in ("", "models", "data"):
        answer = client.get(f"/api/newest.json?study={path}")
        assert answer.get_json() == {"loads": [], "watched": {}, "aside": {}}


@pytest.mark.long
def test_a_study_that_is_added_changes_no_load(
    examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "_FRESH", -1.0)
    folder = shutil.copytree(examples, tmp_path / "folder")
    own = create_app(config.read({"REASONBOARD_STORE": str(folder / "store")})).test_client()
    paths = ["", "explore", "models", "data", "pair", "best-of-n"]
    before = {path: own.get(f"/api/newest.json?study={path}").get_json() for path in paths}
    assert all(known["loads"] for known in before.values())
    text = (EXAMPLES / "best-of-n.toml").read_text().replace('"best-of-n"', '"another"')
    (tmp_path / "another.toml").write_text(text)
    version = snapshots.current(folder / "store").version
    declaring.add(folder / "data", folder / "store", [declaring.read(tmp_path / "another.toml")])
    assert snapshots.current(folder / "store").version != version
    after = {path: own.get(f"/api/newest.json?study={path}").get_json() for path in paths}
    assert after == before
    assert loads_of(own, "another") == loads_of(own, "best-of-n")


def _dicts(part: Any) -> Iterator[dict[str, Any]]:
    """The properties of a component and of all within it."""
    if hasattr(part, "to_plotly_json"):
        properties = part.to_plotly_json()["props"]
        yield properties
        part = properties.get("children")
    for child in part if isinstance(part, list) else [part] if part is not None else []:
        if hasattr(child, "to_plotly_json"):
            yield from _dicts(child)
