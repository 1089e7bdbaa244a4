"""Two runs in which one id stands for two problems: their tools write digests of these, and the pages say so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.core import insights, study_tables
from reasonboard.core.control import Values
from reasonboard.ingest.records import Found, Run, Sample
from reasonboard.store import database, snapshots
from reasonboard.studies.pair.rows import lines
from reasonboard.studies.pair.study import PAIR
from reasonboard.web.item.address import Address
from reasonboard.web.item.answers import answers
from tests.ingest.in_process import load_records
from tests.sources import two_sources

DIGESTS = {"a": (1, 1, 1, None), "b": (1, 2, None, None)}
"""Of each run's problems 0 to 3: only of 1 both are known and differ."""


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Values]:
    folder = tmp_path_factory.mktemp("texts")
    data, store = two_sources(folder / "data"), folder / "store"
    for name, digests in DIGESTS.items():
        found = [
            Sample("M", f"item {n}", 0, float(name == "a"), problem=digest)
            for n, digest in enumerate(digests)
        ]
        run = Run("tool", f"model-{name}")
        load_records(data, store, iter([Found(run, (), found)]), name)
    snapshots.use(store)
    yield PAIR.clean({"a": "a/model-a", "b": "b/model-b", "panel": "M"})[0]
    database.close()


def test_ids_of_two_problems_are_counted_and_said(values: Values) -> None:
    (line,) = lines(PAIR.rows("benchmarks", values))
    assert line.difference.answers.texts_differ == 1
    assert line.how == ("paired", "4 problems, 1 of other text")
    view = PAIR.view("problems")
    assert view is not None
    meta = PAIR.answer(view, values, 4).figure["layout"]["meta"]
    assert "one id stands for another problem in B" in meta["subtitle"]
    rows = {
        row["item"]: row["texts_differ"] for row in study_tables.page(PAIR, view, values, 0, 50)[0]
    }
    assert rows == {"item 0": False, "item 1": True, "item 2": False, "item 3": False}


def test_the_page_of_a_problem_has_both_digests(values: Values) -> None:
    address = Address(a=str(values["a"]), b=str(values["b"]), benchmark="M", item="item 1")
    found = answers(address, config.read({})).answers
    assert [one.problem for one in found] == [1, 2]


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
    (line,) = lines(PAIR.rows("benchmarks", values))
    assert line.how == ("unpaired", "no problems in common")
    view = PAIR.view("problems")
    assert view is not None
    summary = PAIR.answer(view, values, 4).figure["layout"]["meta"]["summary"]
    assert "nothing can be paired" in summary
    database.close()
