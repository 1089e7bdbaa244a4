"""Fields of problems in the roles of declared studies: statistics over the answers to those of a level or a subject."""

import csv
import math
import shutil
import statistics
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from reasonboard import config
from reasonboard.ingest.loading import load as loading
from reasonboard.statistics.score import Score
from reasonboard.statistics.uncertainty import Uncertainty
from reasonboard.store import snapshots
from reasonboard.studies.own.suggested import draft
from reasonboard.studies.test_time.attempts import attempts
from reasonboard.studies.test_time.cut_off import CutOff
from reasonboard.web.main import create_app
from reasonboard.web.page import selection
from tests.clustered import clustered_mean
from tests.studies.own.test_store import declare, the

ITEMS = """
question = "Which problems are hard?"
[rows]
of = "answers"
where = { source = "marked" }
[roles]
x = "item.level"
"""


@pytest.fixture(scope="module")
def folder(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("items") / "folder"
    return shutil.copytree(small_store_template.parent, folder)


@pytest.fixture
def store(folder: Path) -> Iterator[Path]:
    snapshots.use(folder / "store")
    yield folder / "store"
    snapshots.close()


@pytest.fixture(scope="module")
def marked(folder: Path) -> list[dict[str, Any]]:
    """Answers of two models to problems of three levels and subjects, loaded as `marked`: one has no level 3."""
    rows = [
        {
            "model": model,
            "benchmark": "B",
            "item": f"{subject}-{level}-{item}",
            "repeat": repeat,
            "Level": level,
            "subject": subject,
            "score": (
                score := int((item + repeat * level + len(subject)) % (3 + (model == "n")) != 0)
            ),
            "prediction": "right" if score else f"wrong {repeat}",
            "tokens": 100 * level + 31 * item + 17 * repeat**2,
            "finish": "length" if (item * repeat) % (level + 1) == 1 else "stop",
        }
        for model in ("m", "n")
        for level in (1, 2, 3)
        for subject in ("algebra", "sets", "logic")
        for item in range(3 + level)
        for repeat in range(2 + (item % 2) * 2)
        if (level, subject) != (3, "sets")
    ]
    with (folder / "marked.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)
    loading.load(folder / "data", folder / "store", [str(folder / "marked.csv")], name="marked")
    return rows


def _grid(path: str, value: str = "value") -> dict[tuple[str, str], float]:
    study = the(path)
    rows = study.rows("grid", study.defaults())
    return {(row["x"], row["color"]): row[value] for row in rows if row["value"] is not None}


def _items(rows: Sequence[dict[str, Any]], field: str) -> list[list[Any]]:
    """What the answers to each problem have in a field."""
    by_item = defaultdict(list)
    for row in rows:
        by_item[row["item"]].append(row[field])
    return list(by_item.values())


def _passes(rows: Sequence[dict[str, Any]], score: Callable[[Any], bool]) -> float:
    return statistics.mean(
        statistics.mean(map(score, combinations(right, 2))) for right in _items(rows, "score")
    )


_OF_ROWS: dict[str, Callable[..., float]] = {
    "accuracy": lambda rows: statistics.mean(map(statistics.mean, _items(rows, "score"))),
    "pass@k": lambda rows: _passes(rows, any),
    "pass^k": lambda rows: _passes(rows, all),
    "cut_share": lambda rows: statistics.mean(row["finish"] == "length" for row in rows),
    "mean(tokens)": lambda rows: statistics.mean(row["tokens"] for row in rows),
}
_SUBJECTS = {"all": ("algebra", "sets", "logic"), "two": ("algebra", "sets")}


def test_statistics_over_the_answers_to_problems_of_a_level_are_those_of_their_rows(
    folder: Path, store: Path, marked: list[dict[str, Any]]
) -> None:
    heads = {
        "all": ITEMS,
        "two": ITEMS.replace('"marked" }', '"marked", "item.subject" = ["algebra", "sets"] }'),
    }
    cases = list(product(enumerate(_OF_ROWS), heads))
    declare(
        folder,
        *(
            f'path = "level-{number}-{subjects}"\n{heads[subjects]}y = "{name}"\ncolor = "model"\n'
            f"{'filter' if 'k' in name[-1] else 'average'} = {['k'] if 'k' in name[-1] else []}\n"
            for (number, name), subjects in cases
        ),
    )
    snapshots.use(store)
    for (number, name), subjects in cases:
        study = the(f"level-{number}-{subjects}")
        rows = study.rows("grid", study.defaults())
        found = {
            (row["x"], row["color"]): row["value"] for row in rows if row["filtered"] in ([], ["2"])
        }
        expected = {
            (str(level), model): _OF_ROWS[name](
                [
                    row
                    for row in marked
                    if (row["Level"], row["model"]) == (level, model)
                    and row["subject"] in _SUBJECTS[subjects]
                ]
            )
            for level, model in product((1, 2, 3), ("m", "n"))
        }
        assert found == pytest.approx(expected), (name, subjects)


def test_intervals_of_a_level_are_over_its_problems(
    folder: Path, store: Path, marked: list[dict[str, Any]]
) -> None:
    head = f'{ITEMS}color = "model"\n'
    declare(
        folder,
        f'path = "by-accuracy"\n{head}y = "accuracy"\n',
        f'path = "by-cut"\n{head}y = "cut_share"\n',
    )
    snapshots.use(store)
    right, cut = _grid("by-accuracy", "stderr"), _grid("by-cut", "stderr")
    for level, model in product((1, 2, 3), ("m", "n")):
        rows = [row for row in marked if (row["Level"], row["model"]) == (level, model)]
        means = [statistics.mean(each) for each in _items(rows, "score")]
        assert right[str(level), model] == pytest.approx(
            statistics.stdev(means) / math.sqrt(len(means))
        )
        ends = [[one == "length" for one in each] for each in _items(rows, "finish")]
        clustered = clustered_mean([sum(each) for each in ends], [len(each) for each in ends])
        assert clustered is not None
        assert cut[str(level), model] == pytest.approx(clustered.stderr)


def test_intervals_of_attempts_votes_and_cut_shares_are_those_of_the_page_of_test_time(
    folder: Path, store: Path, marked: list[dict[str, Any]]
) -> None:
    text = ITEMS.replace("item.level", "k") + 'color = "model"\n'
    curves = {"pass@k": "any_right", "pass^k": "all_right", "majority@k": "majority"}
    declare(
        folder,
        *(f'path = "attempts-{n}"\n{text}y = "{name}"\n' for n, name in enumerate(curves)),
        f'path = "cut-off"\n{ITEMS.replace("item.level", "model")}y = "cut_share"\n',
    )
    snapshots.use(store)
    runs = attempts(_of_test_time("passes"))
    assert [run.least for run in runs] == [2, 2]
    for number, curve in enumerate(curves.values()):
        shown = _intervals(f"attempts-{number}")
        for run in runs:
            points = getattr(run, curve)
            assert [point.k for point in points] == [1, 2]
            for point in points:
                _assert_same(shown[run.row["model"], str(point.k)], point.score)
    shown = _intervals("cut-off")
    cut_off = [CutOff(row) for row in _of_test_time("cut_off")]
    assert all(0 < share.cut < share.answers for share in cut_off)
    assert set(shown) == {("", share.row["model"]) for share in cut_off}
    for share in cut_off:
        _assert_same(shown["", share.row["model"]], share.intervals[0])


def _of_test_time(query: str) -> list[dict[str, Any]]:
    """The rows of a query of the page of test-time."""
    test_time = the("test-time")
    values, notices = test_time.clean({"source": ["marked"], "panel": "B"})
    assert not notices
    return test_time.rows(query, values)


def _intervals(path: str) -> dict[tuple[str, str], Uncertainty]:
    """The interval of each mark of a study by its line and its place."""
    study = the(path)
    rows = study.view_rows(study.views[0], study.defaults())
    return {(row["color"], row["x"]): row["interval"] for row in rows}


def _assert_same(interval: Uncertainty, other: Uncertainty | Score | None) -> None:
    assert other is not None
    if isinstance(other, Uncertainty):
        assert interval.method == other.method
    assert (interval.low, interval.high) == pytest.approx((other.low, other.high))


def test_two_fields_have_a_place_for_each_pair_that_problems_have_and_none_is_paired_with_another(
    folder: Path, store: Path, marked: list[dict[str, Any]]
) -> None:
    text = f'path = "pairs"\n{ITEMS}y = "accuracy"\ncolor = "item.subject"\nfilter = "model"\n'
    declare(folder, text)
    snapshots.use(store)
    rows = the("pairs").rows("grid", the("pairs").defaults())
    places = {(row["x"], row["color"]) for row in rows}
    assert places == {(str(row["Level"]), row["subject"]) for row in marked}
    assert all(row["run"] is None for row in rows)


def test_a_draft_and_explore_offer_the_fields_of_problems(
    folder: Path, store: Path, marked: list[dict[str, Any]]
) -> None:
    text = draft(["marked"])
    assert text is not None
    assert tomllib.loads(text)["roles"]["x"]["column"] == "item.level"
    assert "item.subject" in text
    declare(folder, text.replace('path = "level"', 'path = "drafted-level"'))
    snapshots.use(store)
    explore = the("explore")
    values, notices = explore.clean(
        {
            "source": ["marked"],
            "metric": "answers.accuracy",
            "along": "item.level",
            "only": "item.subject",
        }
    )
    assert not notices
    assert (values["color"], values["value"]) == ("model", "algebra")
    values |= {"only": "none"}
    shown = {
        (row["x"], row["color"]): row["value"]
        for row in explore.view_rows(explore.views[0], values)
    }
    assert shown == pytest.approx(_grid("drafted-level"))
    assert explore.saved is not None
    saved = tomllib.loads(explore.saved.write(explore, values))
    assert saved["rows"]["of"] == "answers"
    assert saved["roles"]["y"] == "accuracy"


@pytest.mark.long
def test_the_details_of_a_mark_are_what_the_answers_of_each_run_to_its_problems_give(
    folder: Path, store: Path, marked: list[dict[str, Any]]
) -> None:
    roles = 'y = "accuracy"\npanel = "item.subject"\nfilter = "model"\n'
    declare(folder, f'path = "behind"\n{ITEMS}{roles}')
    snapshots.use(store)
    study = the("behind")
    values = study.defaults() | {"filter1": "n", "panel": "logic", "x": "2"}
    (behind,), total = study.measurements(values, 10)
    rows = [
        row for row in marked if (row["model"], row["subject"], row["Level"]) == ("n", "logic", 2)
    ]
    assert total == 1
    assert behind["value"] == pytest.approx(_OF_ROWS["accuracy"](rows))
    assert behind["n"] == len(_items(rows, "score"))
    assert behind["locator"] == "its answers to problems of subject logic, level 2"
    problems = the("pair")
    assert behind["list_fields"] == ["subject:logic", "level:2"]
    listed = {"a": behind["list_of"], "b": "", "panel": behind["list_benchmark"]}
    of_list, notices = problems.clean(listed | {"field": behind["list_fields"]})
    assert not notices
    items = {row["item"] for row in problems.rows("problems", of_list)}
    assert items == {row["item"] for row in rows}
    app = create_app(config.read({"REASONBOARD_STORE": str(store)}))
    with app.test_request_context("/"):
        html = selection.evidence(study, values)
    address = urlencode({"a": behind["list_of"], "b": "", "panel": "B"}).replace("&", "&amp;")
    link = f'href="/pair?{address}&amp;field=subject:logic,level:2#problems"'
    assert f"{link}>These problems of this run<" in html


def test_a_mark_of_problems_that_a_study_wants_leads_to_these_alone(
    folder: Path, store: Path, marked: list[dict[str, Any]]
) -> None:
    wanted = ITEMS.replace(
        '"marked"', '"marked", "item.level" = [1, 3], "item.subject" = ["logic"]'
    )
    declare(folder, f'path = "some"\n{wanted}y = "accuracy"\ncolor = "model"\n')
    snapshots.use(store)
    study = the("some")
    (behind,), _ = study.measurements(study.defaults() | {"series": "n", "x": "3"}, 10)
    assert sorted(behind["list_fields"]) == ["level:3", "subject:logic"]


def test_the_details_of_a_mark_in_explore_are_of_its_problems_too(
    store: Path, marked: list[dict[str, Any]]
) -> None:
    explore = the("explore")
    chosen = {"source": ["marked"], "metric": "answers.accuracy", "along": "item.level"}
    values, _ = explore.clean(chosen | {"color": "model", "series": "m", "x": "3"})
    (behind,), _total = explore.measurements(values, 10)
    assert behind["value"] == pytest.approx(
        _OF_ROWS["accuracy"]([row for row in marked if (row["model"], row["Level"]) == ("m", 3)])
    )
    assert behind["list_fields"] == ["level:3"]


@pytest.mark.long
def test_the_details_of_a_mark_are_of_the_rows_that_its_study_wants(
    folder: Path, store: Path, marked: list[dict[str, Any]]
) -> None:
    wanted = ITEMS.replace('"marked"', '"marked", model = "n"')
    declare(folder, f'path = "of-n"\n{wanted}y = "accuracy"\n')
    snapshots.use(store)
    study = the("of-n")
    behind, total = study.measurements(study.defaults() | {"x": "3"}, 10)
    assert ([row["model"] for row in behind], total) == (["n"], 1)
