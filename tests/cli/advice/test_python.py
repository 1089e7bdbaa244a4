"""What messages advise: of the Python interface, and if a package or a setting of a bucket is missing."""

import importlib
import re
import sys
from collections.abc import Iterator
from importlib.metadata import requires
from typing import Any

import pandas as pd
import pytest

import reasonboard as rb
from reasonboard import config
from reasonboard.store import database
from reasonboard.store.errors import RemoteError
from reasonboard.web.main import create_app
from tests.cli.advice.following import Board, follows
from tests.python.conftest import answering
from tests.remote.conftest import endpoint, made_bucket

FRAME = {"model": ["org/a"], "benchmark": ["AIME24"], "value": [0.4]}


@pytest.mark.long
@follows("rb.load(..., ", " (a frame has no TOML beside it: add or rename columns)")
def test_a_frame_is_loaded_as_its_refusal_says(board: Board) -> None:
    """The options of the command are arguments of `rb.load`; a frame has no TOML."""

    def refused(frame: pd.DataFrame, name: str, **options: object) -> str:
        with pytest.raises(rb.BoardError) as refusal:
            rb.load(frame, name=name, **options)  # type: ignore[arg-type]
        message = board.hear(refusal.value)
        assert "reasonboard load" not in message
        return message

    frame = pd.DataFrame(FRAME)
    assert "rb.load(..., unit=UNIT)" in refused(frame, "mine")
    rb.load(frame, name="mine", unit="fraction")
    other = frame.assign(value=[0.5], budget=["high"])
    message = refused(other, "other", unit="fraction")
    assert "rb.load(..., replace=True)" in message
    (names,) = re.findall(r"rb.load\(..., settings=(\[.*?\])\)", message)
    rb.load(other, name="other", unit="fraction", settings=[names[2:-2]])
    rb.load(other.drop(columns="budget"), name="other", unit="fraction", replace=True)
    assert "rb.load(..., name=NAME)" in refused(frame, "caption-kv-cache", unit="fraction")
    wrong = frame.rename(columns={"model": "who"})
    refused(wrong, "wrong", unit="fraction")
    rb.load(wrong.rename(columns={"who": "model"}), name="right", unit="fraction", replace=True)


@follows(
    'no value (expected some, as in run.log({"AIME24/accuracy": 0.41}))',
    "is closed (expected run.log before the run is closed)",
)
def test_results_are_logged_before_the_run_is_closed(board: Board) -> None:
    run = rb.init("grpo-7b", model="org/m", folder=board.folder)
    with pytest.raises(rb.BoardError) as refusal:
        run.log({})
    board.hear(refusal.value)
    run.log({"AIME24/accuracy": 0.41})
    run.close()
    with pytest.raises(rb.BoardError) as refusal:
        run.log({"AIME24/accuracy": 0.41})
    board.hear(refusal.value)
    board.do("load", str(run.path))
    assert board.values() == [0.41]


@pytest.fixture
def guarded(board: Board) -> Iterator[str]:
    """The address of a dashboard behind a login."""
    server = create_app(config.read())
    answer = server.wsgi_app

    def after_login(environ: Any, start: Any) -> Any:
        if environ.get("HTTP_X_USER"):
            return answer(environ, start)
        start("401 Unauthorized", [("Content-Type", "text/plain")])
        return [b"login"]

    server.wsgi_app = after_login  # type: ignore[assignment, method-assign]
    with answering(server) as address:
        yield address
    database.close()


@follows(
    ": login required (expected the headers of a user who is logged in: rb.open(url, headers={...})).",
    " runs no SQL (expected rb.open() where the store is, or frame('data/by_benchmark') and the other views)",
)
def test_a_board_is_opened_with_headers_and_asked_for_views(board: Board, guarded: str) -> None:
    with pytest.raises(rb.BoardError) as refusal:
        rb.open(guarded).frame("data/by_benchmark")
    board.hear(refusal.value)
    remote = rb.open(guarded, headers={"X-User": "me"})
    assert len(remote.frame("data/by_benchmark"))
    with pytest.raises(rb.BoardError) as refusal:
        remote.query("SELECT 1")
    board.hear(refusal.value)
    assert len(rb.open().query("SELECT 1"))


__all__ = ["endpoint"]

MISSING = {
    "reasonboard.store.places.bucket": "pyarrow",
    "reasonboard.store.places.clickhouse": "pyarrow",
    "reasonboard.store.places.clickhouse_client": "clickhouse_connect",
}
"""Module -> a package that it needs."""


@follows(
    "s3://: pyarrow is not installed (expected it: pip install 'reasonboard[s3]')",
    " is not installed (expected it: pip install 'reasonboard[clickhouse]')",
)
def test_an_extra_that_a_message_names_brings_what_is_missing(
    heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, package in MISSING.items():
        with monkeypatch.context() as without:
            without.setitem(sys.modules, package, None)
            without.delitem(sys.modules, module, raising=False)
            with pytest.raises(RemoteError) as refusal:
                importlib.import_module(module)
        heard.append(str(refusal.value))
        (extra,) = re.findall(r"pip install 'reasonboard\[(\w+)\]'", str(refusal.value))
        wanted = [line for line in requires("reasonboard") or () if f"extra == '{extra}'" in line]
        assert any(line.startswith(package.replace("_", "-")) for line in wanted), extra


@follows(": no credentials (expected them in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)")
def test_a_bucket_takes_its_credentials_from_the_environment(
    heard: list[str], endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reasonboard.store.places.bucket import Bucket  # noqa: PLC0415  (it needs pyarrow)

    name = made_bucket(endpoint)
    for variable in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(RemoteError) as refusal:
        Bucket(name, f"s3://{name}", {"endpoint_override": endpoint}, 1)
    heard.append(str(refusal.value))
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    assert Bucket(name, f"s3://{name}", {"endpoint_override": endpoint}, 1).files("") == []
