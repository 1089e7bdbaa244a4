"""What the drawer says of a selected pair of models: their difference, by their names, and what their answers give."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.core.control import Values
from reasonboard.ingest.formats.records import Found, Run, Sample
from reasonboard.store import database, snapshots
from reasonboard.studies.models.study import MODELS
from reasonboard.web.main import create_app
from reasonboard.web.page import selection
from tests.ingest.in_process import load_records
from tests.sources import two_sources

ITEMS = 40
RIGHT = {"one": 30, "two": 10}
"""How many items each model answers rightly, always the first."""


def answers_of(benchmark: str, right: int, attempts: int) -> list[Sample]:
    return [
        Sample(benchmark, f"item {n:02}", attempt, float(n < right), tokens_out=None)
        for n in range(ITEMS)
        for attempt in range(attempts)
    ]


def two_models() -> Iterator[Found]:
    """Two models on the same items of a benchmark, and on one where each item is answered twice."""
    for model, right in RIGHT.items():
        samples = answers_of("Once", right, 1) + answers_of("Twice", right, 2)
        yield Found(Run("tool", f"m-{model}"), [], samples)
    yield Found(Run("tool", "m-other"), [], answers_of("Alone", ITEMS, 1))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("two")
    load_records(two_sources(folder / "data"), folder / "store", two_models(), "mine")
    return folder / "store"


@pytest.fixture(autouse=True)
def opened(store: Path) -> Iterator[None]:
    app = create_app(config.read({"REASONBOARD_STORE": str(store)}))
    snapshots.use(store)
    with app.test_request_context("/"):
        yield
    database.close()


def pair(benchmark: str, a: str = "mine/m-one", b: str = "mine/m-two") -> Values:
    values, notices = MODELS.clean({"source": ["mine"], "panel": benchmark, "a": a, "b": b})
    assert not notices
    assert (values["panel"], values["a"], values["b"]) == (benchmark, a, b)
    return values


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", str(html)))


def test_a_pair_is_shown_by_its_names_with_its_difference_and_both_values() -> None:
    said = words(selection.compared(MODELS, pair("Once")))
    assert "Once: m-one against m-two" in said
    assert re.search(r"\+50\.0 points 95%: \+\d+\.\d to \+\d+\.\d Significant: A is better\.", said)
    assert "A · m-one 75.0%" in said
    assert "B · m-two 25.0%" in said
    assert "40 problems that both answered" in said
    assert "mine/" not in said


def test_a_model_that_cannot_be_compared_is_shown_by_its_own_value() -> None:
    said = words(selection.compared(MODELS, pair("Alone", b="mine/m-other")))
    assert "Alone: m-other" in said
    assert "100.0%" in said
    assert "A, m-one: no benchmark in common" in said


def test_a_model_without_a_value_says_why_there_is_no_difference() -> None:
    said = words(selection.compared(MODELS, pair("Once", b="mine/m-other")))
    assert "Once: m-other A, m-one: no benchmark in common." in said


def test_both_sides_say_where_they_were_read() -> None:
    said = words(selection.evidence(MODELS, pair("Once")))
    assert "Sources of A and B" in said
    assert re.search(r"A · accuracy .*75%.* B · accuracy .*25%", said)


def test_pass_at_k_is_listed_where_it_says_more_than_the_score() -> None:
    assert "pass@k" not in words(selection.evidence(MODELS, pair("Once")))
    said = words(selection.evidence(MODELS, pair("Twice")))
    assert "Answers of B" in said
    assert (
        "40 problems, 95% intervals: Wilson with the standard error over problems, or of single answers if larger."
        in said
    )
    assert re.search(r"k pass@k pass\^k 1 25\.0% \(\d+\.\d to \d+\.\d\)", said)
