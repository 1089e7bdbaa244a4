"""Tables for Markdown and LaTeX: what data say is shown, never run."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

import reasonboard as rb
from reasonboard import config
from reasonboard.charts.theme import empty, figure, no_data_reason
from reasonboard.cli import main as cli
from reasonboard.export import latex, markdown
from reasonboard.export.texts import TextTable, one_line
from reasonboard.python.errors import BoardError
from reasonboard.store import snapshots
from reasonboard.studies import BY_PATH
from reasonboard.web.main import create_app

SAID = {"study": "kv-cache", "view": "by_window", "title": "Mean & more", "kinds": "illustrative",
        "source": "A | B", "address": "/kv-cache?a=1"}  # fmt: skip
TABLE = TextTable(
    [("model", False), ("n", True), ("value", True), ("gap", True), ("kind", False)],
    [["a|b\\", "12", "45.67%", "-0.5", "read from a figure"], ["–", "–", "1,234", "0", "stated"]],
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


def test_markdown_has_the_numbers_as_on_the_page_and_says_what_they_are() -> None:
    assert markdown.markdown(SAID, TABLE).splitlines() == [
        "**Mean &amp; more**",
        "",
        "| model | n | value | gap | kind |",
        "| --- | ---: | ---: | ---: | --- |",
        "| a\\|b\\\\ | 12 | 45.67% | -0.5 | read from a figure |",
        "| – | – | 1,234 | 0 | stated |",
        "",
        "Data: illustrative  ",
        "Source: A \\| B  ",
        "View: /kv-cache?a=1  ",
    ]


def test_latex_has_the_numbers_as_on_the_page_and_says_what_they_are() -> None:
    text = latex.latex(SAID, TABLE)
    body = text.split("\\midrule\n")[1].split("\\bottomrule")[0].splitlines()
    assert body == [
        r"a\textbar{}b\textbackslash{} & 12 & 45.67\% & $-$0.5 & read from a figure \\",
        r"-- & -- & 1,234 & 0 & stated \\",
    ]
    assert r"\begin{tabular}{lrrrl}" in text
    assert r"\caption{Mean \& more. Data: illustrative. Source: A \textbar{} B}" in text
    assert r"\label{tab:kv-cache-by-window}" in text


@pytest.mark.parametrize("write", [markdown.markdown, latex.latex])
def test_no_rows_are_said_to_be_none(write: Any) -> None:
    assert "No matching rows." in write(SAID, TextTable([], []))


@given(TEXTS)
def test_a_cell_of_markdown_is_one_literal_cell(text: str) -> None:
    line = markdown.markdown(SAID, TextTable([("model", False)], [[text]])).splitlines()[4]
    inner = line.removeprefix("| ").removesuffix(" |")
    plain = re.sub(r"\\(.)", "", inner)
    assert not set(plain) & set("|<>`*_[]~$#!\\")
    shown = re.sub(r"\\(.)", r"\1", inner)
    for entity, sign in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        shown = shown.replace(entity, sign)
    assert shown == one_line(text)


@given(TEXTS)
def test_a_cell_of_latex_holds_nothing_that_latex_would_run(text: str) -> None:
    known = sorted(filter(None, latex._SIGNS.values()), key=len, reverse=True)
    left = latex.escaped(text)
    for written in known:
        left = left.replace(written, " ")
    assert not set(left) & set('\\{}$&#%_^~<>|`"*[]')
    assert "--" not in latex.escaped(text.replace("–", "").replace("—", ""))
    assert "\n" not in latex.escaped(text)


@given(TEXTS)
def test_what_is_told_in_the_head_of_latex_stays_in_its_comments(text: str) -> None:
    head = latex.latex(SAID | {"source": text}, TABLE).split(r"\begin{table}")[0]
    assert all(line.startswith("%") for line in head.split("\n") if line)


@given(TEXTS)
def test_one_line_has_no_break_and_nothing_that_hides(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert not set(line) & {"\u202e", "\u200b", "\x1b", "\0", "\u2028"}


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
