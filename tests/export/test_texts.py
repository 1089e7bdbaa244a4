"""Tables for Markdown and LaTeX: what data say is shown, never run."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.export import latex, markdown
from reasonboard.export.texts import TextTable, one_line

SAID = {"study": "kv-cache", "view": "by_window", "title": "Mean & more", "kinds": "illustrative",
        "source": "A | B", "address": "/kv-cache?a=1"}  # fmt: skip
TABLE = TextTable(
    [("model", False), ("n", True), ("value", True), ("gap", True), ("kind", False)],
    [
        ["a|b\\", "12", "45.67%", "-0.5", "read from a figure"],
        ["–", "–", "1,234", "0", "stated"],
    ],
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
