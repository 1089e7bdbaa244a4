"""What is made ahead: after the answer, the newest first, on the data that were answered from."""

import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar

import pytest
from flask import Flask
from flask.testing import FlaskClient

from reasonboard.web import ahead

Steps = Callable[[], Iterator[None]]
Begin = Callable[[Iterator[None]], None]
_PATIENCE = 20
_NEVER = 3600.0
_data: ContextVar[str] = ContextVar("data", default="")


@pytest.fixture
def started() -> Iterator[None]:
    ahead.start()
    yield
    ahead.stop()


def client(begin: Begin = ahead.begin, **steps: Steps) -> FlaskClient:
    """A server that answers the name of each of these and has its steps done ahead."""
    server = Flask(__name__)
    server.before_request(ahead.asked)

    @server.get("/<name>")
    def answer(name: str) -> str:
        _data.set(f"data of {name}")
        begin(steps[name]())
        return name

    return server.test_client()


def noting(*found: list[str], done: threading.Event) -> Steps:
    def steps() -> Iterator[None]:
        for one in found:
            one.append(_data.get())
            yield
        done.set()

    return steps


@pytest.mark.usefixtures("started")
def test_steps_are_done_when_the_answer_is_sent_on_the_data_of_its_request() -> None:
    notes: list[str] = []
    done = threading.Event()
    answer = client(a=noting(notes, notes, done=done)).get("/a", buffered=False)
    assert not done.wait(0.05)
    assert notes == []
    answer.close()
    assert done.wait(_PATIENCE)
    assert notes == ["data of a", "data of a"]


@pytest.mark.usefixtures("started")
def test_newer_work_is_done_instead_of_the_rest_of_the_older() -> None:
    notes: list[str] = []
    begun, go_on, done = (threading.Event() for _ in range(3))

    def older() -> Iterator[None]:
        begun.set()
        assert go_on.wait(_PATIENCE)
        yield
        notes.append("the rest of the older")

    asked = client(older=older, newer=noting(notes, done=done))
    asked.get("/older").close()
    assert begun.wait(_PATIENCE)
    asked.get("/newer").close()
    go_on.set()
    assert done.wait(_PATIENCE)
    assert notes == ["data of newer"]


@pytest.mark.usefixtures("started")
def test_work_that_fails_is_left_and_the_next_is_done() -> None:
    notes: list[str] = []
    done = threading.Event()

    def failing() -> Iterator[None]:
        yield
        raise ValueError("no such number")

    asked = client(failing=failing, next=noting(notes, done=done))
    asked.get("/failing").close()
    asked.get("/next").close()
    assert done.wait(_PATIENCE)
    assert notes == ["data of next"]


def test_nothing_is_done_ahead_before_it_was_started_and_after_it_was_stopped() -> None:
    notes: list[str] = []
    asked = client(a=noting(notes, done=threading.Event()))
    asked.get("/a").close()
    ahead.start()
    answer = asked.get("/a", buffered=False)
    ahead.stop()
    answer.close()
    assert notes == []


def started_with(monkeypatch: pytest.MonkeyPatch, quiet: float, *, likely: bool = True) -> None:
    monkeypatch.setattr(ahead, "_QUIET", quiet)
    ahead.start(likely=likely)


def test_what_is_likely_is_done_when_nobody_asks_for_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notes: list[str] = []
    done = threading.Event()
    started_with(monkeypatch, 0.01)
    client(ahead.begin_when_quiet, a=noting(notes, notes, done=done)).get("/a").close()
    assert done.wait(_PATIENCE)
    ahead.stop()
    assert notes == ["data of a", "data of a"]


def test_what_is_likely_waits_while_requests_come_and_keeps_nothing_else_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notes: list[str] = []
    done, due = threading.Event(), threading.Event()
    started_with(monkeypatch, _NEVER)
    client(ahead.begin_when_quiet, a=noting(notes, done=done)).get("/a").close()
    client(b=noting([], done=due)).get("/b").close()
    assert due.wait(_PATIENCE)
    assert not done.is_set()
    ahead.stop()  # returns, though it will never be quiet
    assert notes == []


def test_newer_choices_take_the_place_of_those_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    notes: list[str] = []
    done = threading.Event()
    started_with(monkeypatch, _NEVER)
    asked = client(
        ahead.begin_when_quiet,
        older=noting(notes, done=threading.Event()),
        newer=noting(notes, done=done),
    )
    asked.get("/older").close()
    line = ahead._State.when_quiet
    assert line
    line._quiet = 0.01
    asked.get("/newer").close()
    assert done.wait(_PATIENCE)
    ahead.stop()
    assert notes == ["data of newer"]


def test_where_it_is_switched_off_nothing_is_made_that_is_only_likely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notes: list[str] = []
    done = threading.Event()
    started_with(monkeypatch, 0.0, likely=False)
    client(ahead.begin_when_quiet, a=noting(notes, done=threading.Event())).get("/a").close()
    client(b=noting([], done=done)).get("/b").close()
    assert done.wait(_PATIENCE)
    ahead.stop()
    assert notes == []
