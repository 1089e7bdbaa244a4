"""Two runs compared in Python: the numbers of their page."""

import csv
import io
from pathlib import Path
from urllib.parse import urlencode

import pytest

import reasonboard as rb
from reasonboard import config
from reasonboard.web.main import create_app
from tests.studies.pair.two_loads import A, B


def test_a_comparison_has_the_numbers_of_the_page(pair_store: Path) -> None:
    board = rb.open(pair_store)
    client = create_app(config.read({"REASONBOARD_STORE": str(pair_store)})).test_client()
    search = urlencode({"a": A, "b": B})
    lines = list(csv.DictReader(io.StringIO(client.get(f"/api/pair/benchmarks.csv?{search}").text)))
    for line in lines[:-1]:  # the last is the mean over them
        found = board.compare(A, B, benchmark=line["benchmark"])
        for name, number in (
            ("a", found.a), ("b", found.b), ("a minus b", found.difference), ("interval low", found.low),
            ("interval high", found.high), ("p", found.p), ("p corrected", found.p_corrected), ("tests", found.tests),
            ("n", found.n),
        ):  # fmt: skip
            assert line[name] == ("" if number is None else str(number))
        assert (line["test"] or None, line["verdict"]) == (found.test, found.verdict)
        assert (line["compared"] == "paired") == found.paired
    table = board.compare(A, B)
    assert list(table["benchmark"]) == [line["benchmark"] for line in lines]
    assert table["a minus b"].tolist() == [float(line["a minus b"]) for line in lines]


def test_a_comparison_has_its_problems_and_the_settings_that_differ(pair_store: Path) -> None:
    board = rb.open(pair_store)
    found = board.compare(A, B, benchmark="M")
    assert found.settings == {
        "Shots": ("0", "5"),
        "Max tokens": ("32,768", "2,048"),
        "Harness version": ("1", "2"),
    }
    assert found.settings_summary.startswith("Settings differ: shots, max tokens. ")
    assert "(Shots: 0 and 5; Max tokens: 32,768 and 2,048; Harness version: 1 and 2)" in repr(found)
    assert (len(found.items), (found.items["a"] > found.items["b"]).sum(), found.n) == (40, 18, 40)
    assert "M: A minus B +45 points" in repr(found)
    assert repr(found).splitlines()[-1] == found.attrs["address"]
    assert board.compare("org-a", "org-b", benchmark="M").difference == found.difference
    for a, b, benchmark, message in (
        (A, B, "own a", "not available here"),
        (A, "nobody", "M", "B: “nobody” is not available here"),
    ):
        with pytest.raises(rb.BoardError, match=message):
            board.compare(a, b, benchmark=benchmark)


def test_the_problems_of_a_run_are_a_frame(pair_store: Path) -> None:
    board = rb.open(pair_store)
    items = board.items(A, "R")
    assert list(items) == [
        "item",
        "score",
        "attempts",
        "correct",
        "tokens",
        "finish",
        "cut",
        "kind",
    ]
    assert sorted(items["item"]) == ["r0", "r1", "r2", "r3"]
    assert dict(zip(items["item"], items["score"], strict=True)) == {
        "r0": 0,
        "r1": 0.25,
        "r2": 0.5,
        "r3": 0.75,
    }
    assert set(items["attempts"]) == {4}
    runs = board.runs()
    assert {A, B} < set(runs["run"])
    with pytest.raises(rb.BoardError, match="not available here"):
        board.items(A, "nothing")
