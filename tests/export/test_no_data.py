"""A view with nothing to draw is saved as no picture: the reason takes its place, in every way out of the board."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

import reasonboard as rb
from reasonboard import config
from reasonboard.charts.theme import empty, figure, no_data_reason
from reasonboard.cli import main as cli
from reasonboard.python.errors import BoardError
from reasonboard.store import snapshots
from reasonboard.studies import BY_PATH
from reasonboard.web.main import create_app

EMPTY = [("test-time", "passes", ""), ("pair", "settings", "a=missing"), ("data", "runs", "")]
"""Views of bundled data that have nothing to draw: study, view, query string."""


@pytest.fixture
def client(bundled_store: Path) -> FlaskClient:
    return create_app(config.read({"REASONBOARD_STORE": str(bundled_store)})).test_client()


def reason_of(study: str, view: str) -> str:
    shown = BY_PATH[study].view(view)
    assert shown
    reason = no_data_reason(BY_PATH[study].answer(shown, BY_PATH[study].defaults(), 4).figure)
    assert reason
    return reason


def test_only_a_figure_without_data_has_a_reason() -> None:
    assert no_data_reason(empty("No data: A < B.")) == "No data: A < B."
    assert not no_data_reason(figure([], {}, height=10, summary="All is here."))


def test_its_foot_names_no_kind_of_number(bundled: None) -> None:
    study = BY_PATH["test-time"]
    view = study.view("passes")
    assert view
    answer = study.answer(view, study.defaults(), 4)
    assert study.view_rows(view, study.defaults())
    assert answer.figure["layout"]["meta"]["kinds"] == answer.legend == "no data"


@pytest.mark.parametrize(("study", "view", "search"), EMPTY)
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_api_answers_with_the_reason(
    client: FlaskClient, study: str, view: str, search: str, ending: str
) -> None:
    answer = client.get(f"/api/{study}/{view}.{ending}?{search}")
    assert (answer.status_code, answer.mimetype) == (404, "text/plain")
    assert answer.text == f"No image: {reason_of(study, view)}\n"


def test_the_command_writes_the_others_and_ends_with_code_2(
    monkeypatch: pytest.MonkeyPatch,
    bundled_store: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REASONBOARD_STORE", str(bundled_store))
    arguments = ["export", "-o", str(tmp_path)]
    assert cli.main([*arguments, "/test-time#passes"]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.splitlines() == [
        f"reasonboard: export: /test-time#passes was not written as PNG. No image: {reason_of('test-time', 'passes')}"
    ]
    assert not list(tmp_path.iterdir())
    assert cli.main([*arguments, "/test-time#passes", "/test-time#bins"]) == 2
    said = capsys.readouterr()
    assert [Path(line).name for line in said.out.splitlines()] == [
        path.name for path in tmp_path.iterdir()
    ]
    assert said.out.count("\n") == said.err.count("\n") == 1
    assert "/test-time#passes" in said.err
    assert cli.main([*arguments, "/test-time#passes", "--form", "csv"]) == 0


def test_the_python_interface_raises(bundled_store: Path) -> None:
    snapshots.unpin()
    board = rb.open(bundled_store)
    with pytest.raises(BoardError, match="test-time/passes: no figure: "):
        board.figure("test-time/passes")
    assert board.figure("test-time/bins").data


@pytest.mark.parametrize(
    "address",
    ["/embed/test-time/passes", "/api/sheet.html?item=test-time/passes"],
    ids=["embed", "sheet"],
)
def test_a_document_says_it_in_words_and_draws_nothing(client: FlaskClient, address: str) -> None:
    text = client.get(address).text
    assert reason_of("test-time", "passes") in text
    assert '<div class="graph"' not in text
