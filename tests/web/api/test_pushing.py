"""Rows that another machine sends: who may, how much, and that none is lost or torn."""

import gzip
import json
import math
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from reasonboard import config
from reasonboard.config import SettingsError
from reasonboard.ingest.loading.load import load, remove
from reasonboard.store import database, going, pushed
from reasonboard.web.api import pushing
from reasonboard.web.main import create_app

TOKEN = "0123456789abcdef"
ROW = {"model": "m-1b", "benchmark": "B", "iteration": 0, "value": 40, "unit": "percent"}
LINE = json.dumps(ROW).encode() + b"\n"


@pytest.fixture(scope="module")
def store(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shutil.copytree(small_store_template, tmp_path_factory.mktemp("pushed") / "store")


@pytest.fixture(scope="module")
def taking(store: Path) -> FlaskClient:
    settings = config.read({"REASONBOARD_STORE": str(store), "REASONBOARD_TOKEN": TOKEN})
    application = create_app(settings)
    database.close()
    return application.test_client()


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch, store: Path) -> Iterator[None]:
    monkeypatch.setattr(pushing.Rate, "allows", lambda _: True)
    yield
    pushed.remove(store, "mine")


def send(client: FlaskClient, name: str, body: bytes, token: str = TOKEN) -> TestResponse:
    headers = {"Authorization": f"Bearer {token}"}
    return client.post(f"/api/runs/{name}", data=body, headers=headers)


def rows(store: Path, name: str) -> bytes:
    return (store / pushed.relative(name)).read_bytes()


def test_without_a_token_in_the_settings_there_is_nothing(client: FlaskClient) -> None:
    assert send(client, "mine", LINE).status_code == 404


def test_without_the_right_token_nothing_is_taken(taking: FlaskClient, store: Path) -> None:
    for answer in (taking.post("/api/runs/mine", data=LINE), send(taking, "mine", LINE, TOKEN[1:])):
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert pushed.names(store) == []


def test_rows_are_kept_as_lines_and_loaded_like_any_file(
    taking: FlaskClient, store: Path, data: Path
) -> None:
    assert send(taking, "mine", LINE + LINE.strip()).data == b"2 rows taken.\n"
    with (store / pushed.relative("mine")).open("ab") as file:
        file.write(b'{"torn')  # by a worker that was killed
    answer = send(taking, "mine", LINE.replace(b": 0", b": 10"))
    assert (answer.status_code, answer.data) == (202, b"1 row taken.\n")
    assert rows(store, "mine") == 2 * LINE + LINE.replace(b": 0", b": 10")
    read = load(data, store, [str(store / pushed.relative("mine"))], name="mine", running=True)
    assert (read.runs, read.measurements) == (2, 2)
    remove(data, store, ["mine"])
    assert pushed.names(store) == []


@pytest.mark.parametrize(
    ("name", "body", "status", "words"),
    [
        ("mine", b"", 400, "body: empty"),
        ("mine", LINE + b"{]", 400, "body:2:2: "),
        ("mine", b"[1]", 400, "body:1: list"),
        ("mine", b"\xff", 400, "body:1:1: not UTF-8"),
        ("a b", LINE, 400, "'a b' is not a valid name"),
        ("..", LINE, 400, "not a valid name"),
        (
            "pythia",
            LINE,
            400,
            "pythia is the name of a bundled source. Use another name in the address",
        ),
        ("mine", LINE * 4000, 413, "262,144 bytes"),
        *(
            ("mine", LINE + b"\n" + json.dumps(ROW | wrong).encode(), 400, words)
            for wrong, words in (
                (
                    {"value": 400},
                    "body: line 3, column 'value': 400 is no percent (expected 0 to 100)",
                ),
                (
                    {"value": "forty"},
                    "'forty' is no number (expected a number such as 0.437). Nothing",
                ),
                ({"value": "0,4"}, "'0,4' is no number (expected a number such as 0.437). Nothing"),
                ({"value": [40]}, "[40] is no number (expected a number"),
                ({"value": 10**400}, "1000000000000000000000000000000000000000 is too large"),
                ({"stderr": -1, "value": 4}, "body: line 3, column 'value': stderr is -1 "),
                (
                    {"unit": "bananas"},
                    "body: line 3, column 'unit': the unit is 'bananas' (expected fraction, ",
                ),
                (
                    {"unit": None},
                    "no unit (expected fraction, percent, tokens or hours). Nothing",
                ),
                ({"model": " "}, "no name of a model (expected one in each row)"),
                ({"model": None}, "no name of a model (expected one in each row)"),
                ({"benchmark": None}, "no name of a benchmark (expected one in each row)"),
                ({"benchmark": "B" * 513}, "benchmark is 'BBBB"),
                ({"model": "a/" * 50_000}, "raw_model is 'a/a/"),
                ({"iteration": 0.5}, "body: line 3: iteration is '0.5' (expected a whole number"),
                ({"iteration": -1}, "iteration is -1 "),
                ({"Model": "m"}, "two columns of one name: 'model'"),
                ({"score": 40}, "'value' and 'score' could both be value"),
                ({"\ud800": 1}, "'\\ud800' is half of a character"),
                ({"value": math.nan}, "NaN is not JSON (expected a number"),
                ({"value": -math.inf}, "-Infinity is not JSON (expected a number"),
            )
        ),
        ("mine", LINE + LINE.replace(b"40", b"1e999"), 400, "body:2: 1e999 is too large"),
        ("mine", LINE + LINE.replace(b"40", b'40, "value": 41'), 400, "body:2: the key 'value' "),
        ("mine", LINE + b'{"a": ' + b"[" * 9999, 400, "body:2: nested too deeply"),
        (
            "mine",
            b'{"model": "m"}',
            400,
            "body:1: no column for benchmark (expected a column task, dataset, benchmark). Nothing",
        ),
        (
            "mine",
            LINE + LINE.replace(b"{", b'{"item": "1", ').replace(b"40", b"1"),
            400,
            "body: line 1, column 'item': no problem (expected its name in each row)",
        ),
    ],
)
def test_what_is_refused_leaves_nothing(
    taking: FlaskClient, store: Path, name: str, body: bytes, status: int, words: str
) -> None:
    answer = send(taking, name, body)
    assert answer.status_code == status
    assert words in answer.text
    assert answer.text.count("\n") == 1
    assert pushed.names(store) == []


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            {"Model": "m"},
            "body:2: two columns of one name: 'model' (expected one)",
        ),
        ({"score": 40}, "body:2: 'value' and 'score' could both be value (expected one)"),
        (
            {"item": "1", "value": 1},
            "body:2: these are single answers, and the rows of mine before are numbers (expected another name)",
        ),
    ],
)
def test_rows_that_cannot_be_one_table_with_those_before_are_refused(
    taking: FlaskClient, store: Path, more: dict[str, object], words: str
) -> None:
    assert send(taking, "mine", LINE).status_code == 202
    item = {"item": "0", "value": 1} if "item" in more else {}
    answer = send(
        taking, "mine", b"\n".join(json.dumps(ROW | each).encode() for each in (item, more))
    )
    words = words.replace("body:2", "body:1") if item else words
    assert (answer.status_code, answer.text) == (400, f"{words}. Nothing was stored.\n")
    assert rows(store, "mine") == LINE
    assert send(taking, "mine", json.dumps(ROW | {"seed": 1}).encode()).status_code == 202


def test_the_columns_of_rows_are_known_without_their_list(taking: FlaskClient, store: Path) -> None:
    send(taking, "mine", LINE)
    (listed,) = (store / pushed.FOLDER).glob("*.columns.json")
    listed.unlink()
    assert send(taking, "mine", LINE.replace(b"value", b"score")).status_code == 400


def test_a_body_labelled_gzip_is_refused(taking: FlaskClient, store: Path) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Encoding": "gzip"}
    for body in (LINE, gzip.compress(LINE)):
        answer = taking.post("/api/runs/mine", data=body, headers=headers)
        assert (answer.status_code, answer.text) == (
            415,
            "The body is encoded as gzip (expected plain JSON lines).\n",
        )
    assert pushed.names(store) == []


def test_rows_that_are_set_aside_are_told_in_answers_metrics_and_to_pages(
    taking: FlaskClient, store: Path
) -> None:
    send(taking, "mine", LINE)
    pushed.note_aside(store, "mine", pushed.Aside(2, ("row 1: other", "row 2: other")))
    pushed.note_aside(store, "gone", pushed.Aside(1, ("row 1",)))
    line = "2 rows are set aside of mine: row 1: other; row 2: other."
    assert send(taking, "mine", LINE).text == f"1 row taken. {line}\n"
    text = taking.get("/metrics").text
    assert 'reasonboard_pushed_rows_set_aside{load="mine"} 2.0' in text
    assert 'reasonboard_pushed_load_refused{load="mine"} 0.0' in text
    assert taking.get("/api/newest.json").get_json()["aside"] == {"mine": line}
    pushed.remove(store, "mine")
    assert taking.get("/api/newest.json").get_json()["aside"] == {}


def test_pages_know_that_pushed_rows_wait(taking: FlaskClient, store: Path) -> None:
    send(taking, "mine", LINE)
    shown = pushed.changed(store, "mine")
    going.note(store, "mine", going.Going(shown, shown + 1000))

    def waits() -> object:
        return taking.get("/api/newest.json").get_json()["watched"]["mine"]["waits"]

    assert waits() is False
    assert 'reasonboard_rows_waiting{load="mine"} 0.0' in taking.get("/metrics").text
    going.note(store, "mine", going.Going(shown, shown - 1000, waits=True))
    assert taking.get("/api/newest.json").get_json()["watched"]["mine"]["goes"] is True
    assert 'reasonboard_rows_waiting{load="mine"} 1.0' in taking.get("/metrics").text
    going.note(store, "mine", going.Going(shown - 60, shown - 1000))  # of the last look
    assert waits() is True
    going.forget(store, "mine")


def test_a_full_spool_says_so(
    taking: FlaskClient, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushed, "LARGEST", len(LINE))
    assert send(taking, "full", LINE).status_code == 202
    assert send(taking, "full", LINE).status_code == 507
    assert rows(store, "full") == LINE
    pushed.remove(store, "full")


def test_too_many_calls_have_to_wait(
    taking: FlaskClient, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushing.Rate, "allows", lambda _: False)
    answer = send(taking, "mine", LINE)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    assert pushed.names(store) == []


def test_a_short_token_is_refused_without_being_shown() -> None:
    with pytest.raises(SettingsError) as error:
        config.read({"REASONBOARD_TOKEN": "secret"})
    assert "secret" not in str(error.value)
