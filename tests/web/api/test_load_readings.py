"""Tables not recognized that a page sends: how they are read is shown, and what is open is asked."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from reasonboard.config import Settings
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.store import dropped
from reasonboard.web import load_process
from reasonboard.web.api import loading
from tests.ingest.in_process import read_here, use_store
from tests.web.api.test_loading import KEY, OWN, client_of, send

HARD = b"model,hard_math_score\nplum-7b,0.4\nfig-3b,0.9\n"
ANSWER = "hard_math_score=accuracy of GSM8K in percent"
UNNAMED = b"temperature,GSM8K\n0.0,53.8%\n0.6,55.2%\n"
SPREAD = b"model,Size,AIME24\nplum-7b,7B,12.9 \xc2\xb1 6.1\nfig-7b,7B,23.1 \xc2\xb1 7.7\n"
SURE = b"model,MATH-500\nfig & plum-7b,83.2%\nfig-3b,71.0%\n"


@pytest.fixture
def store(small_store_template: Path, tmp_path: Path) -> Path:
    return shutil.copytree(small_store_template.parent, tmp_path / "board") / "store"


@pytest.fixture
def here(store: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Files of this user are loaded in this process: those of test_loading.py are in one of their own."""
    use_store(monkeypatch, store, store.with_name("data"))
    monkeypatch.setattr(loading, "is_of", lambda *_: True)
    monkeypatch.setattr(loading, "_run", run_here)
    monkeypatch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)
    return client_of(store)


def run_here(_settings: Settings, job: dict[str, Any]) -> Iterator[bytes]:
    lines: list[dict[str, Any]] = []
    try:
        lines.append(load_process._done(job, lines.append))  # type: ignore[arg-type]
    except IngestError as error:
        lines.append({"error": f"{error}. Nothing was loaded."})
    return (loading._with_html(json.dumps(line).encode() + b"\n") for line in lines)


def load(here: FlaskClient, *answers: str, dry: bool = True) -> list[dict[str, Any]]:
    """All lines of the answer."""
    body = {"name": "", "dry": dry, "answers": answers}
    answer = here.post(f"/api/load/{KEY}", json=body, headers=OWN)
    assert answer.status_code == 200, answer.text
    return [dict(json.loads(line)) for line in answer.text.splitlines()]


def test_a_question_waits_for_its_answer_and_the_answer_loads_the_table(
    here: FlaskClient, store: Path
) -> None:
    send(here, [("hard.csv", HARD)])
    asked = load(here)[-1]
    assert asked["asks"]
    assert not asked["changed"]
    assert "Is 0.9 in &#39;hard_math_score&#39; 90% or 0.9%?" in asked["html"]
    assert '<span class="makes">0.9 is 0.9%</span>' in asked["html"]
    assert "data-open" in asked["html"]
    assert "Nothing was loaded" in load(here, dry=False)[-1]["error"]
    send(here, [("hard.csv", HARD)])  # a load takes what was sent, done or not
    first = next(line for line in load(here, ANSWER) if "html" in line)
    assert first["doing"]  # it is shown before the tables of the pages are made
    assert "<strong>hard.csv holds 2 scores of 2 models on 1 benchmark.</strong>" in first["html"]
    assert "plum-7b has <strong>0.4%</strong> on GSM8K." in first["html"]
    assert f"reasonboard load hard.csv --as &#39;{ANSWER}&#39;" in first["html"]
    assert "data-open" not in first["html"]
    assert load(here, ANSWER, dry=False)[-1]["changed"]
    assert "GSM8K" in here.get("/api/data/by_benchmark.csv?source=hard").text
    assert not list((store / dropped.FOLDER).glob("files"))
    undone = here.post("/api/load/undo", json={"name": "hard"}, headers=OWN)
    assert "Undone: 2 runs of hard removed." in undone.text
    again = here.post("/api/load/undo", json={"name": "hard"}, headers=OWN)
    assert "expected a load of the last hour" in again.text
    assert here.post("/api/load/undo", json={"name": "hard"}).status_code == 403


def test_the_files_are_told_by_what_becomes_of_them_and_their_words_are_no_html(
    here: FlaskClient,
) -> None:
    files = [
        ("f/sure.csv", SURE),
        ("f/hard.csv", HARD),
        ("f/cut.json", b'{"results": {'),
        ("f/a.md", b"no"),
    ]
    send(here, files)
    first = next(line for line in load(here) if "html" in line)["html"]
    kinds = ["cell-ready", "cell-asked", "cell-broken", "cell-left"]
    assert sorted(kinds, key=first.index) == kinds
    assert (
        "<strong>hard.csv holds 2 scores of 2 models on 1 benchmark; one question is open.</strong>"
        in first
    )
    assert "1 other file is ready; one file cannot be read." in first
    assert 'data-without="hard.csv"' in first
    assert "a.md" in first[first.index("cell-left") :]
    assert "fig &amp; plum-7b" in first


def test_a_table_of_no_results_is_shown_where_it_is_all_so_that_its_columns_can_be_said(
    here: FlaskClient,
) -> None:
    send(here, [("hard.csv", HARD)])
    said = load(here, "hard_math_score=not used")[-1]
    assert said["asks"]
    assert "no results in it" in said["lines"][0]
    assert 'data-column="hard_math_score"' in said["html"]
    assert "data-open" in said["html"]


def test_what_stands_after_plus_minus_is_offered_with_what_fits_and_so_are_earlier_readings(
    here: FlaskClient,
) -> None:
    send(here, [("sure.csv", SPREAD)])
    html = load(here)[-1]["html"]
    assert '<option value="" selected>not said: not kept</option>' in html
    assert "Standard error (fits all 2 values)" in html
    said = load(here, "±=standard error", "Size=not used")[-1]
    assert "standard error 6.1 points" in said["html"]
    assert '<option value="standard error" selected>' in said["html"]
    load(here, "±=standard error", "Size=not used", dry=False)
    send(here, [("other.csv", SPREAD.replace(b"Size", b"Note"))])
    html = load(here)[-1]["html"]
    assert (
        '<option value="[[&#34;±&#34;, &#34;±=standard error&#34;]]">sure</option>'
        in html.replace("\\u00b1", "±")
    )


def test_the_second_number_in_brackets_is_asked_about_with_what_fits(here: FlaskClient) -> None:
    text = b"model,AIME24\nplum-7b,12.9 (6.1)\nfig-7b,23.1 (7.7)\n"
    send(here, [("brackets.csv", text)])
    html = load(here)[-1]["html"]
    asked = html[html.index('value="AIME24 ()=standard error"') :]
    assert "fits all 2 values" in asked[: asked.index("</label>")]


def test_files_of_one_shape_are_shown_once_and_their_names_have_fields(here: FlaskClient) -> None:
    files = [
        (f"kv/plum-7b__{ratio}.csv", f"benchmark,accuracy (%)\nqa,{90 * ratio}\n".encode())
        for ratio in (0.1, 0.5)
    ]
    send(here, files)
    body = {"name": "", "dry": True, "answers": [], "from": "{model}__{kv_ratio}"}
    answer = here.post(f"/api/load/{KEY}", json=body, headers=OWN)
    last = json.loads(answer.text.splitlines()[-1])
    assert last["html"].count("Is this how to read") == 1
    assert "Other files with these columns are read alike." in last["html"]
    assert "load kv --from &#39;{model}__{kv_ratio}&#39;" in last["html"]
    assert "2 runs, 2 measurements" in last["lines"][0]
    assert "kv_ratio 0.1, 0.5 taken from the name {model}__{kv_ratio}" in last["notes"]


def test_an_answer_that_has_to_be_typed_has_a_field(here: FlaskClient) -> None:
    send(here, [("runs.csv", UNNAMED)])
    assert 'data-before="model=" data-after="" data-key="model"' in load(here)[-1]["html"]


@pytest.mark.parametrize("answers", ["x", [1], [""], ["x" * 1001], ["x=y"] * 1001])
def test_answers_that_no_page_sends_are_refused(here: FlaskClient, answers: object) -> None:
    body = {"name": "", "dry": True, "answers": answers}
    assert here.post(f"/api/load/{KEY}", json=body, headers=OWN).status_code == 400


def test_an_answer_that_is_no_role_says_what_is_possible(here: FlaskClient) -> None:
    send(here, [("hard.csv", HARD)])
    assert "is no role" in str(load(here, "hard_math_score=nonsense")[-1])
    assert "no table here has a column" in load(here, "Score=model")[-1]["error"]
