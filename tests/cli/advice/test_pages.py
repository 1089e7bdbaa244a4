"""What a server says to browsers and machines, and what pages advise."""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.store import snapshots
from reasonboard.studies import find
from reasonboard.studies.data.study import runs_by_study
from reasonboard.studies.history.charts.course import NOTHING
from reasonboard.studies.history.headline import HOW_TO
from reasonboard.studies.history.study import HISTORY
from reasonboard.web import hosts, main
from reasonboard.web.api import loading, pushing
from reasonboard.web.images import service
from tests.cli.advice.following import Board, follows
from tests.cli.advice.test_loads import numbers

TOKEN = "0123456789abcdef"
Client = Callable[..., FlaskClient]


@pytest.fixture
def client(board: Board, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A server with these settings that has what answers machines, and no pages."""

    def make(*, replica: bool = False, **settings: str) -> FlaskClient:
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        read, server = config.read(), Flask(__name__)
        hosts.refuse_other_hosts(server, read)
        snapshots.use(board.store)
        server.register_blueprint(pushing.blueprint("/", read))
        server.register_blueprint(loading.blueprint("/", read, replica=replica))
        main._route_probes(server, read)
        return server.test_client()

    return make


@follows(
    "This server accepts no runs (REASONBOARD_TOKEN is not set).",
    "or with a token (REASONBOARD_TOKEN).",
)
def test_runs_and_files_are_taken_with_the_token(board: Board, client: Client) -> None:
    row = '{"model": "m-1b", "benchmark": "B", "value": 40, "unit": "percent"}\n'
    own = {"Reasonboard-Load": "1", "Authorization": f"Bearer {TOKEN}"}
    for settings, status in (({}, (404, 403)), ({"REASONBOARD_TOKEN": TOKEN}, (202, 204))):
        server = client(**settings)
        pushed = server.post("/api/runs/mine", data=row, headers=own)
        dropped = server.delete(f"/api/load/{'0' * 32}", headers=own)
        board.hear(pushed.text + dropped.text)
        assert (pushed.status_code, dropped.status_code) == status


@follows(
    "This is a replica: it shows what is published elsewhere (`reasonboard load PATH --to URL`)."
)
def test_a_replica_says_how_results_come_to_it(board: Board, client: Client) -> None:
    server = client(replica=True)
    board.hear(server.delete(f"/api/load/{'0' * 32}", headers={"Reasonboard-Load": "1"}).text)
    place = board.folder / "place"
    place.mkdir()
    board.do("load", numbers(board, "a.csv", "0.4"), "--to", f"file://{place}")
    assert list(place.rglob("*.json"))


@follows(
    " is not allowed. Add it to REASONBOARD_ALLOWED_HOSTS.",
    "Metrics are only served to this machine and to REASONBOARD_TRUSTED_PROXIES, not through a proxy.",
)
def test_hosts_and_peers_are_allowed_by_the_settings(board: Board, client: Client) -> None:
    for settings, status in (
        ({}, (421, 403)),
        (
            {"REASONBOARD_ALLOWED_HOSTS": "board.lab", "REASONBOARD_TRUSTED_PROXIES": "10.0.0.0/8"},
            (200, 200),
        ),
    ):
        server = client(**settings)
        named = server.get("/healthz", headers={"Host": "board.lab"})
        asked = server.get("/metrics", environ_overrides={"REMOTE_ADDR": "10.0.0.5"})
        board.hear(named.text + asked.text)
        assert (named.status_code, asked.status_code) == status


@follows("CHROMIUM=/path", "(here CHROMIUM names no program).")
def test_images_are_made_by_the_browser_of_the_setting(heard: list[str], tmp_path: Path) -> None:
    program = tmp_path / "browser"
    with pytest.raises(service.MissingError) as refusal:
        service.chromium({"CHROMIUM": str(program), "PATH": ""})
    heard.append(str(refusal.value))
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    assert service.chromium({"CHROMIUM": str(program), "PATH": ""}) == str(program)


@pytest.mark.long
@follows(
    "No runs loaded yet. Drop result files on this page, or run `reasonboard load PATH...`.",
    "reasonboard load results/ --name my-run",
    "reasonboard load results/ --dry-run",
    "reasonboard load --aliases names.toml",
    "reasonboard names",
    "reasonboard runs",
    "reasonboard remove my-run",
    "reasonboard rollback",
)
def test_the_commands_that_data_shows_work_in_their_order(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.hear(runs_by_study([], columns=1))
    numbers(board, "results/a.csv", "0.4")
    board.file("names.toml", '[model]\n"org/my-7b" = "Mine"\n')
    monkeypatch.chdir(board.folder)
    data = find("data")
    assert data
    for command, _ in data.commands:
        board.hear(command)
        board.do(*shlex.split(command)[1:])
    assert board.values() == [0.4]  # `rollback` took the removal back


@follows(
    "Load at least two evaluations: reasonboard load RESULTS.",
    "None of your runs has a score here. Load results: reasonboard load RESULTS.",
    "reasonboard load results/ --name nightly",
)
def test_the_commands_that_history_shows_work(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.hear(HOW_TO)
    board.hear(NOTHING)
    results = numbers(board, "results/a.csv", "0.4")
    board.do("load", results)
    board.do("remove", "a")
    monkeypatch.chdir(board.folder)
    for command, _ in HISTORY.commands:
        board.hear(command)
        board.do(*shlex.split(command)[1:])
    assert board.values() == [0.4]
