"""Two runs whose ids are not the same problems: the text pairs them where it is known, a number within its tool."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reasonboard import config
from reasonboard.core import insights, study_tables
from reasonboard.core.control import Values
from reasonboard.ingest.formats.records import Found, Run, Sample
from reasonboard.store import database, snapshots
from reasonboard.studies.pair.headline import compared
from reasonboard.studies.pair.rows import lines
from reasonboard.studies.pair.study import PAIR
from reasonboard.web.item.address import Address
from reasonboard.web.item.all_runs import of_all
from reasonboard.web.item.answers import answers
from reasonboard.web.item.page import layout
from tests.ingest.in_process import load_records
from tests.sources import two_sources

TEXTS = {"a": (1, 2, 3, 4, 9, 9), "b": (2, 1, 5, 3, 9, 9)}
"""The digests of the problems 0 to 5 of each run: b has another order and one of its own, 9 appears twice."""


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Values]:
    folder = tmp_path_factory.mktemp("texts")
    data, store = two_sources(folder / "data"), folder / "store"
    for name, texts in TEXTS.items():
        found = [
            Sample("M", str(n), 0, float(name == "a"), problem=text) for n, text in enumerate(texts)
        ]
        run = Run(f"tool {name}", f"model-{name}")
        load_records(data, store, iter([Found(run, (), found)]), name)
    snapshots.use(store)
    yield PAIR.clean({"a": "a/model-a", "b": "b/model-b", "panel": "M"})[0]
    database.close()


def _subtitle(values: Values) -> str:
    return str(_meta(values)["subtitle"])


def _summary(values: Values) -> str:
    return str(_meta(values)["summary"])


def _meta(values: Values) -> dict[str, Any]:
    view = PAIR.view("problems")
    assert view is not None
    meta: dict[str, Any] = PAIR.answer(view, values, 4).figure["layout"]["meta"]
    return meta


def test_problems_of_one_text_are_paired_whatever_their_ids(values: Values) -> None:
    (line,) = lines(compared(values))
    assert line.how == ("paired", "5 of 6 problems")
    assert _subtitle(values).startswith("Matched by problem text")
    view = PAIR.view("problems")
    assert view is not None
    rows, total = study_tables.page(PAIR, view, values, 0, 50)
    assert (total, sorted(row["item"] for row in rows)) == (5, ["0", "1", "2", "4", "5"])


def test_the_page_of_a_problem_shows_the_answers_to_its_text(values: Values) -> None:
    address = Address(a=str(values["a"]), b=str(values["b"]), benchmark="M", item="0")
    found = answers(address, config.read({})).answers
    assert [(one.letter, one.item) for one in found] == [("A", "0"), ("B", "1")]
    hrefs = [run["href"] for run in of_all(address, found, "item").runs]
    assert ["item=0" in href for href in hrefs] == [True, False]
    page = str(layout(address.search(), "/"))
    assert "<bdi>1</bdi>, matched by problem text" in page
    unanswered = Address(a=str(values["a"]), b=str(values["b"]), benchmark="M", item="3")
    assert [answer.letter for answer in answers(unanswered, config.read({})).answers] == ["A"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("tools", "pairs"),
    [(("one", "one"), {"number": 4, "named": 4}), (("one", "other"), {"number": 0, "named": 4})],
)
def test_a_number_without_a_text_pairs_within_its_tool_alone(
    data: Path, small_store: Path, tools: tuple[str, str], pairs: dict[str, int]
) -> None:
    for name, tool in zip(("first", "second"), tools, strict=True):
        found = [
            Sample(benchmark, id.format(n), 0, float(n % 2))
            for benchmark, id in (("number", "{}"), ("named", "HumanEval/{}"))
            for n in range(4)
        ]
        run = Run(tool, f"model-{name}")
        load_records(data, small_store, iter([Found(run, (), found)]), name)
    snapshots.use(small_store)
    chosen = {"a": "first/model-first", "b": "second/model-second", "panel": "named"}
    values, _ = PAIR.clean(chosen)
    assert {row["benchmark"]: row["n"] for row in compared(values)} == pairs
    assert _subtitle(values).startswith("Matched by problem id")
    if not pairs["number"]:
        assert "one and other may number them differently" in _summary(values | {"panel": "number"})
    database.close()


@pytest.mark.long
def test_a_text_that_one_file_lacks_is_said_where_nothing_is_paired(
    data: Path, small_store: Path
) -> None:
    for name, problem in (("first", 7), ("second", None)):
        found = [
            Sample("M", str(n), 0, float(n % 2), problem=problem and problem + n) for n in range(4)
        ]
        load_records(data, small_store, iter([Found(Run(name, f"model-{name}"), (), found)]), name)
    snapshots.use(small_store)
    values, _ = PAIR.clean({"a": "first/model-first", "b": "second/model-second", "panel": "M"})
    summary = _summary(values)
    assert (
        "for this benchmark. The files of A have the text of each problem; the files of B"
        in summary
    )
    database.close()


def test_two_runs_of_one_name_without_a_common_problem_are_told_apart_and_not_paired(
    data: Path, small_store: Path
) -> None:
    for at, name in enumerate(("first", "second")):
        found = [Sample("M", f"item {10 * at + n}", 0, float(n % 2)) for n in range(4)]
        run = Run("tool", "org/same-7b", date=f"2026-01-0{at + 1}T00:00:00")
        load_records(data, small_store, iter([Found(run, (), found)]), name)
    snapshots.use(small_store)
    values, _ = PAIR.clean({"a": "first/org/same-7b", "b": "second/org/same-7b", "panel": "M"})
    headline = insights.headline(PAIR, values)
    assert headline.subject == "A org/same-7b · first, B org/same-7b · second"
    (line,) = lines(compared(values))
    assert line.how == ("unpaired", "no shared problems")
    assert "They answered different problems" in _summary(values)
    database.close()
