"""Answers scored in any unit: kept, averaged with their standard error, paired, and never called right or wrong."""

import random
import shutil
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

import pytest
from scipy import stats

from reasonboard import config
from reasonboard.core.control import Control, Values
from reasonboard.ingest.formats.records import Found, Measurement, Run, Sample
from reasonboard.store import database, snapshots
from reasonboard.store.database import query
from reasonboard.studies.pair.headline import compared
from reasonboard.studies.pair.problems import listing
from reasonboard.studies.pair.rows import Line, lines, table
from reasonboard.studies.pair.study import PAIR
from reasonboard.web.main import create_app
from tests.ingest.in_process import load_records
from tests.web.item.test_page import page, words

PROBLEMS = 40
A, B = "mine/org/a-7b", "mine/org/b-7b"


class Graded(NamedTuple):
    """A metric, and what the scores of A and of B lie between."""

    metric: str
    unit: str
    of_a: tuple[float, float]
    of_b: tuple[float, float]
    verdict: str


METRICS = (
    Graded("judge_score", "score", (6, 9), (2, 5), "A better"),
    Graded("perplexity", "perplexity", (20, 30), (10, 15), "B better"),
    Graded("flips", "score", (3, 4), (1, 2), "A higher"),
    Graded("f1", "fraction", (0.7, 0.9), (0.2, 0.4), "A better"),
)
BY_NAME = {graded.metric: graded for graded in METRICS}


def scores(graded: Graded, letter: str) -> list[float]:
    drawn = random.Random(f"{graded.metric} {letter}")
    between = graded.of_a if letter == "a" else graded.of_b
    return [round(drawn.uniform(*between), 3) for _ in range(PROBLEMS)]


def found(letter: str) -> Found:
    """Of each metric the answers to a benchmark called like it; of `stated` also a mean that a file states."""
    samples = [
        Sample(f"{one.metric} bench", f"item {n:02}", 0, score, one.metric, unit=one.unit,
               finish="length" if letter == "b" and n % 4 == 0 else "stop")
        for one in METRICS
        for n, score in enumerate(scores(one, letter))
    ]  # fmt: skip
    wrong = [Sample("wrong bench", f"item {n}", 0, float(n < 5), "is_incorrect") for n in range(20)]
    judged = scores(METRICS[0], letter)
    more = [
        Sample(name, f"item {n}", 0, score, "judge_score", unit="score")
        for name in ("stated bench", "other bench")
        for n, score in enumerate(judged)
    ]
    stated = [
        Measurement("stated bench", "judge_score", round(mean(judged), 2), "score", "here"),
        Measurement(
            "other bench", "judge_score", 99.0, "score", "a number that is no mean of them"
        ),
    ]
    return Found(Run("tool", f"org/{letter}-7b"), stated, [*samples, *wrong, *more])


@pytest.fixture(scope="module", autouse=True)
def store(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    store = shutil.copytree(small_store_template, tmp_path_factory.mktemp("graded") / "store")
    load_records(small_store_template.parent / "data", store, [found("a"), found("b")], "mine")
    snapshots.use(store)
    yield store
    database.close()


def values(metric: str, **chosen: Any) -> Values:
    asked = {"a": A, "b": B, "panel": panel(metric)} | chosen
    values, notices = PAIR.clean(asked)
    assert not notices
    return values


def panel(metric: str) -> str:
    names = [row["value"] for row in query("studies/pair/panel_choices", a=A, b="", metric="main")]
    return next(str(name) for name in names if str(name).partition(" bench")[0] == metric)


def line(metric: str) -> Line:
    rows = compared(values(metric))
    return next(line for line in lines(rows) if line.benchmark == panel(metric))


@pytest.mark.parametrize("graded", METRICS, ids=lambda graded: graded.metric)
def test_the_mean_has_the_standard_error_over_problems(graded: Graded) -> None:
    with snapshots.cursor() as cursor:
        rows = cursor.execute(
            "SELECT value, stderr, n_items, unit FROM result "
            "WHERE metric = $1 AND benchmark = $2 AND model LIKE '%a-7b'",
            [graded.metric, f"{graded.metric} bench"],
        ).fetchall()
    of_a = scores(graded, "a")
    expected = (mean(of_a), stdev(of_a) / sqrt(PROBLEMS), PROBLEMS, graded.unit)
    assert [row[:3] for row in rows] == [pytest.approx(expected[:3])]
    assert rows[0][3] == graded.unit


def test_a_stated_mean_takes_n_and_standard_error_from_its_answers_and_another_number_none() -> (
    None
):
    with snapshots.cursor() as cursor:
        rows = cursor.execute(
            "SELECT benchmark, value, stderr, n_items FROM result WHERE benchmark IN ('stated bench', 'other bench') "
            "AND model LIKE '%a-7b' ORDER BY benchmark DESC"
        ).fetchall()
        answered = cursor.execute(
            "SELECT DISTINCT benchmark FROM answered WHERE benchmark IN ('stated bench', 'other bench')"
        ).fetchall()
    judged = scores(METRICS[0], "a")
    number = (round(mean(judged), 2), stdev(judged) / sqrt(PROBLEMS), PROBLEMS)
    assert rows == [
        ("stated bench", *map(pytest.approx, number)),
        ("other bench", 99.0, None, None),
    ]
    assert answered == [("stated bench",)]


@pytest.mark.parametrize("graded", METRICS, ids=lambda graded: graded.metric)
def test_two_runs_are_compared_by_a_t_test_of_their_differences(graded: Graded) -> None:
    tested = line(graded.metric).difference
    a, b = scores(graded, "a"), scores(graded, "b")
    assert tested.scores is not None
    assert tested.scores.n == PROBLEMS
    assert tested.result is not None
    assert tested.result.p == pytest.approx(stats.ttest_rel(a, b).pvalue)
    assert tested.estimate == pytest.approx(mean(a) - mean(b))
    assert tested.interval is not None
    low, high = tested.interval
    assert low < tested.estimate < high
    if graded.unit != "fraction":
        assert max(abs(low), abs(high)) > 1
    assert line(graded.metric).words == graded.verdict


@pytest.mark.parametrize("graded", METRICS, ids=lambda graded: graded.metric)
def test_its_problems_are_never_right_or_wrong(graded: Graded) -> None:
    chosen = values(graded.metric, items="all")
    listed = listing(PAIR.rows("problems", chosen), chosen)
    assert len(listed.rows) == PROBLEMS
    of_a = scores(graded, "a")
    shown = {row[0].text: row[1].text for row in listed.rows}
    for n, score in enumerate(of_a):
        text = shown[f"item {n:02}"]
        number = float(text.removesuffix("%")) / (100 if graded.unit == "fraction" else 1)
        assert number == pytest.approx(score, rel=1e-3)
    labels = [choice.label for choice in control("items").options(chosen)]
    said = [
        *labels,
        *words_of("problems", chosen),
        *words_of("cut_off", chosen),
        *words_of("settings", chosen),
    ]
    assert "A higher" in labels
    assert [text for text in said if "right" in text or "wrong" in text.lower()] == []


@pytest.mark.parametrize("graded", METRICS, ids=lambda graded: graded.metric)
def test_so_is_the_page_of_a_problem(graded: Graded, store: Path) -> None:
    client = create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()
    for chosen in ({"b": B}, {}):
        text = words(page(client, a=A, benchmark=panel(graded.metric), item="item 04", **chosen))
        score = scores(graded, "a")[4]
        shown = f"{score * 100:.4g}%" if graded.unit == "fraction" else f"{score:.4g}"
        assert f"scores {shown}" in text
        assert "is right" not in text
        assert "is wrong" not in text
        assert " right, " not in text
        assert "right in" not in text


def test_an_answer_with_1_for_incorrect_is_not_called_right(store: Path) -> None:
    chosen = values("wrong", items="all")
    listed = listing(PAIR.rows("problems", chosen), chosen)
    assert {row[1].text for row in listed.rows} == {"100%", "0%"}
    client = create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()
    text = words(page(client, a=A, b=B, benchmark=panel("wrong"), item="item 0"))
    assert "scores 100%" in text
    assert "right." not in text


def control(name: str) -> Control:
    return next(one for one in PAIR.controls if one.name == name)


def words_of(view: str, chosen: Values) -> list[str]:
    of = PAIR.view(view)
    assert of is not None
    figure = PAIR.answer(of, chosen, 4).figure
    meta = figure["layout"]["meta"]
    notes = [note["text"] for note in figure["layout"].get("annotations", ())]
    return [meta["summary"], meta.get("heading", ""), meta.get("subtitle", ""), *notes]


def test_the_table_has_counts_of_higher_scores_and_the_unit() -> None:
    rows = {row["benchmark"]: row for row in table(compared(values("perplexity")))}
    row = rows[panel("perplexity")]
    assert (row["a higher"], row["b higher"], row["unit"]) == (PROBLEMS, 0, "perplexity")
