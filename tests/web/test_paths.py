"""No path of a machine leaves the board: not that of a loaded file, nor one that a file states."""

import json
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest
from flask.testing import FlaskClient

from reasonboard import config, studies
from reasonboard.cli import main as cli
from reasonboard.export.forms import FIGURE, TABLES
from reasonboard.ingest.loading.gather import gather
from reasonboard.ingest.loading.load import load
from reasonboard.store import database, snapshots
from reasonboard.store.connections import connect
from reasonboard.web.main import create_app, render
from tests.ingest.readers.test_lm_eval_samples import DATE, ROWS

MACHINE = "home-of-alice"
SECRET = (MACHINE, "big-disk")
"""Names that only the paths of the machine have."""
TASK = {"gsm8k": {"exact_match,strict-match": 0.5, "exact_match,flexible-extract": 1.0}}


class Own(NamedTuple):
    store: Path
    data: Path
    folder: Path
    """What is loaded, as `quant`."""


@pytest.fixture(scope="module")
def own(bundled_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Own:
    """Files of several tools below a private folder, and models that a tool read from a disk."""
    root = tmp_path_factory.mktemp("own")
    folder = root / MACHINE / "quant"
    _harness(folder / "bf16" / "lab__plum-7b", "/big-disk/checkpoints/lab/plum-7b")
    _harness(folder / "awq" / "plum-7b-awq", "/big-disk/checkpoints/lab/plum-7b-awq")
    _harness(folder / "unnamed", None)
    (folder / "table.csv").write_text(
        "model,benchmark,step,value,n,unit\nlab/plum-7b,MATH500,100,41,500,percent\n"
        "lab/plum-7b,MATH500,200,43,500,percent\n"
    )
    (folder / "kv.csv").write_text(
        "model,benchmark,kv_window,kv_ratio,metric,value,n,unit\n"
        + "".join(
            f"lab/plum-7b,AIME24,{window},{ratio},accuracy,{40 + window // 500},30,percent\n"
            for window, ratio in product((500, 1000), (0.1, 0.5))
        )
    )
    data, store = config.read({}).data, shutil.copytree(bundled_store, root / "store")
    load(data, store, [str(folder)], name="quant")
    alone = root / MACHINE / "alone.csv"
    alone.write_text("model,benchmark,value,n,unit\nlab/plum-1b,GSM8K,41,500,percent\n")
    load(data, store, [str(alone)], name="solo")
    return Own(store, data, folder)


def _harness(folder: Path, pretrained: str | None) -> None:
    """A results file of lm-evaluation-harness with its answers."""
    folder.mkdir(parents=True)
    named = {"model_name": pretrained, "config": {"model_args": f"pretrained={pretrained}"}}
    content = {"results": TASK, "configs": {"gsm8k": {}}} | (named if pretrained else {})
    (folder / f"results_{DATE}.json").write_text(json.dumps(content))
    (folder / f"samples_gsm8k_{DATE}.jsonl").write_text(
        "".join(f"{json.dumps(row)}\n" for row in ROWS)
    )


@pytest.fixture
def client(own: Own) -> Iterator[FlaskClient]:
    made = create_app(config.read({"REASONBOARD_STORE": str(own.store)})).test_client()
    snapshots.use(own.store)
    yield made
    database.close()


def leaks(text: str) -> list[str]:
    """Where a text has a name of the machine's folders."""
    places = [text.find(name) for name in SECRET]
    return [text[max(0, place - 80) : place + 80] for place in places if place >= 0]


def searches(study: Any) -> list[str]:
    """The page with each own source that it offers, or as it opens."""
    own = [
        f"?source={choice.value}"
        for control in study.controls
        if control.name == "source"
        for choice in control.options(study.defaults())
        if choice.group
    ]
    return own or [""]


def said(page: Any) -> str:
    """All that a page says."""
    return orjson.dumps(page, default=lambda part: part.to_plotly_json()).decode()


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("path", ["", "sheet", *[study.path for study in studies.STUDIES]])
def test_a_page_shows_none(path: str) -> None:
    study = studies.find(path)
    for search in searches(study) if study else [""]:
        page = render({"path": f"/{path}", "search": search}, "/")
        text = said(page)
        assert not leaks(text)


@pytest.mark.long
def test_no_file_of_a_view_has_one(client: FlaskClient) -> None:
    for study in studies.STUDIES:
        for view, search in product(study.views, searches(study)):
            for form in (*TABLES, FIGURE):
                address = f"/api/{study.path}/{view.name}.{form.ending}{search}"
                text = client.get(address).data.decode("utf-8", "replace")
                assert not leaks(text), address


@pytest.mark.parametrize(
    "address",
    ["/api/search.json", "/api/studies.json", "/api/newest.json?study=models", "/api/openapi.json",
     "/api/sources.bib", "/embed/models/grid?source=quant", "/api/sheet.html?item=models/grid?source=quant",
     "/api/sheet.bib?item=models/grid?source=quant"],
)  # fmt: skip
def test_nothing_else_has_one(client: FlaskClient, address: str) -> None:
    assert not leaks(client.get(address).text)


@pytest.mark.usefixtures("client")
def test_a_problem_has_none() -> None:
    (pair,) = (study for study in studies.STUDIES if study.path == "pair")
    runs = [choice.value for choice in pair.controls[0].options({"study": "pair"})]
    searches = [f"?a={run}&benchmark=GSM8K&item=1" for run in runs if run.startswith("quant/")]
    pages = [said(render({"path": "/item", "search": search}, "/")) for search in searches]
    assert any(f"samples_gsm8k_{DATE}.jsonl" in page for page in pages)
    assert not any(map(leaks, pages))


def test_a_file_is_named_by_its_load_and_its_place(own: Own) -> None:
    with connect(snapshots.current(own.store).path) as connection:
        rows = connection.execute(
            "SELECT DISTINCT file FROM result WHERE source = 'quant' ORDER BY file"
        ).fetchall()
        (citation,) = connection.execute(
            "SELECT citation FROM source WHERE id = 'quant'"
        ).fetchone() or ("",)
    assert [file for (file,) in rows] == [
        f"quant: awq/plum-7b-awq/results_{DATE}.json",
        f"quant: bf16/lab__plum-7b/results_{DATE}.json",
        "quant: kv.csv",
        "quant: table.csv",
        f"quant: unnamed/results_{DATE}.json",
    ]
    assert citation.startswith("Loaded as quant from 5 files of ")


@pytest.mark.parametrize("words", [["runs"], ["names"], ["query", "SELECT * FROM result"]])
def test_a_command_that_lists_what_is_loaded_prints_none(
    own: Own, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REASONBOARD_STORE", str(own.store))
    assert cli.main(words) == 0
    printed = capsys.readouterr().out
    assert "plum-7b" in printed
    assert not leaks(printed)


def test_of_several_paths_as_many_names_are_kept_as_tell_them_apart(tmp_path: Path) -> None:
    for name in ("a/bf16", "b/bf16", "awq"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "r.json").write_text("{}")

    def places(*names: str) -> list[str]:
        return [file.place for file in gather([str(tmp_path / name) for name in names])]

    assert places("awq") == ["r.json"]
    assert places("awq/r.json") == ["r.json"]
    assert places("awq", "a/bf16") == ["awq/r.json", "bf16/r.json"]
    assert places("a/bf16", "b/bf16") == ["a/bf16/r.json", "b/bf16/r.json"]
    assert places("a/bf16/r.json", "b/bf16/r.json") == ["a/bf16/r.json", "b/bf16/r.json"]
    with_another = [file.place for file in gather([str(tmp_path), str(tmp_path / "awq")])]
    assert with_another[0] == f"{tmp_path.name}/a/bf16/r.json"
