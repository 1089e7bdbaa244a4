"""The page of one problem of what was loaded: closed benchmarks, files that are gone, answers that are too long."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from io import BufferedReader
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.readers import door
from reasonboard.store import database, foreign, parts
from reasonboard.web.item.address import Address
from reasonboard.web.item.beginnings import beginnings, first_words
from reasonboard.web.main import create_app
from tests.ingest.texts.test_places import written
from tests.waiting import ended, swap_for_a_pipe
from tests.web.item.test_page import page, words


@pytest.fixture
def client(store: Path) -> FlaskClient:
    return create_app(config.read()).test_client()


@pytest.fixture(autouse=True)
def closed_afterwards() -> Iterator[None]:
    yield
    database.close()


def begins(task: str) -> dict[str, str]:
    address = Address(a="mine/org/m-7b", benchmark=task)
    return beginnings(address, ["0"], config.read())


def shown(client: FlaskClient, samples: Path, task: str = "gsm8k", item: str = "0") -> str:
    settings = config.read()
    load(settings.data, settings.store, [str(samples.parent)], name="mine")
    return page(client, a="mine/org/m-7b", benchmark=task, item=item)


def test_texts_of_a_closed_benchmark_are_hidden_until_the_owner_allows_them(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = ["gpqa_diamond_cot_zeroshot", "leaderboard_gpqa_main", "hle", "browsecomp"]
    answer = ["<think>secret thought</think>secret answer"]
    for task in (*closed, "chless"):  # whose name has that of a closed one inside of a word
        samples = written(tmp_path / "runs" / task, answer, task)
    assert "secret answer" in shown(client, samples.parent, "chless")
    for task in closed:
        html = page(client, a="mine/org/m-7b", benchmark=task, item="0")
        for secret in ("secret", "q0", "Expected answer"):
            assert secret not in html
        assert "Text hidden" in html
        assert "m-7b is wrong." in words(html)
        assert begins(task) == {}
    monkeypatch.setenv("REASONBOARD_CLOSED_TEXTS", "1")
    for task in closed:
        assert begins(task) == {"0": "q0 é"}
        html = page(client, a="mine/org/m-7b", benchmark=task, item="0")
        assert "secret thought" in html
        assert "secret answer" in html


def test_a_file_that_is_gone_leaves_the_score(client: FlaskClient, tmp_path: Path) -> None:
    samples = written(tmp_path / "run", ["one"])
    assert "one" in shown(client, samples)
    assert begins("gsm8k") == {"0": "q0 é"}
    samples.unlink()
    assert begins("gsm8k") == {}
    text = words(page(client, a="mine/org/m-7b", benchmark="gsm8k", item="0"))
    assert "The file it was loaded from is gone." in text
    assert "m-7b is wrong." in text
    assert str(tmp_path) not in text
    for part in (config.read().store / "parts").iterdir():
        part.unlink()
    assert begins("gsm8k") == {}
    text = words(page(client, a="mine/org/m-7b", benchmark="gsm8k", item="0"))
    assert "The answers to this problem cannot be read." in text
    assert "missing (expected a file with sha256" in text
    assert str(tmp_path) not in text


def test_requests_for_texts_on_a_pipe_leave_the_server_answering(
    client: FlaskClient, tmp_path: Path
) -> None:
    samples = written(tmp_path / "run", ["one"])
    assert "one" in shown(client, samples)
    swap_for_a_pipe(samples)

    def ask(_: int) -> bool:
        one = client.application.test_client()
        asked = page(one, a="mine/org/m-7b", benchmark="gsm8k", item="0")
        return "The file cannot be read: not a regular file." in words(asked)

    with ThreadPoolExecutor(8) as threads:
        (answers,) = ended(lambda: list(threads.map(ask, range(200))))
    assert answers == [True] * 200
    assert client.get("/readyz").status_code == 200


@pytest.mark.long
def test_texts_on_a_share_that_does_not_answer_are_given_up_and_come_when_it_does(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = written(tmp_path / "run", ["one"])
    assert "one" in shown(client, samples)
    answers_again, opened = threading.Event(), foreign.opened

    def waiting(path: Path, *, links: bool = True) -> AbstractContextManager[BufferedReader]:
        if path == samples:
            answers_again.wait()
        return opened(path, links=links)

    monkeypatch.setattr(foreign, "opened", waiting)
    monkeypatch.setattr(door, "SECONDS", 0.01)
    for _ in range(20):
        text = words(page(client, a="mine/org/m-7b", benchmark="gsm8k", item="0"))
        assert "The file was not read within" in text
        assert "m-7b is wrong." in text
    assert begins("gsm8k") == {}
    answers_again.set()
    monkeypatch.setattr(door, "SECONDS", 60.0)
    while samples in foreign._Calls.late:
        pass
    assert "one" in page(client, a="mine/org/m-7b", benchmark="gsm8k", item="0")


def test_a_part_whose_place_does_not_answer_is_given_up(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "one" in shown(client, written(tmp_path / "run", ["one"]))
    answers_again = threading.Event()

    def waiting(*_: object) -> None:
        answers_again.wait()

    with monkeypatch.context() as place:
        place.setattr(parts, "check_sound", waiting)
        place.setattr(database, "SECONDS", 0.01)
        for _ in range(20):
            text = words(page(client, a="mine/org/m-7b", benchmark="gsm8k", item="0"))
            assert "The answers to this problem cannot be read." in text
            assert "it was not read within" in text
    answers_again.set()
    while foreign._Calls.late:
        pass
    assert "one" in page(client, a="mine/org/m-7b", benchmark="gsm8k", item="0")


@pytest.mark.long
def test_an_answer_of_50_megabytes_is_shown_from_its_beginning(
    client: FlaskClient, tmp_path: Path
) -> None:
    html = shown(client, written(tmp_path / "run", ["x" * 50_000_000]))
    assert "Show all, 50.0 MB" in html
    assert 20_000 <= html.count("x") < 25_000
    began = time.monotonic()
    page(client, a="mine/org/m-7b", benchmark="gsm8k", item="0")
    assert time.monotonic() - began < 10


def test_no_path_of_the_machine_is_on_the_page(client: FlaskClient, tmp_path: Path) -> None:
    html = shown(client, written(tmp_path / "run", ["one"]))
    assert str(tmp_path) not in html
    assert "samples_gsm8k" in html


def test_problems_begin_after_what_all_of_them_begin_with() -> None:
    asked = {
        "1": "Solve the following problem:  How many cups?",
        "2": "Solve the following problem: How long is it?",
    }
    assert first_words(asked) == {"1": "… many cups?", "2": "… long is it?"}
    assert first_words({"1": asked["1"]}) == {"1": "Solve the following problem: How many cups?"}
    assert first_words({"1": "word " * 50}) == {"1": "word " * 15 + "word …"}
