"""Charts are drawn once for a state."""

import json
import threading
from collections.abc import Iterator

import pytest

from reasonboard.charts.marks import picked, without_marks
from reasonboard.core import rendered
from reasonboard.core.study import Answer, Study
from reasonboard.core.view import View
from reasonboard.store import cache
from reasonboard.studies import STUDIES, find

STUDY = next(study for study in STUDIES if study.path == "kv-cache")
GRID = next(view for view in STUDY.views if view.name == "grid")
RATIO = next(view for view in STUDY.views if view.name == "by_ratio")
"""A view that not every control of its page decides."""


@pytest.fixture(autouse=True)
def nothing_kept(bundled: None) -> Iterator[None]:
    cache.forget()
    yield
    cache.forget()


class Counting:
    """Counts how often a view is drawn, each time as slowly as is asked."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, wait: threading.Event | None = None
    ) -> None:
        self.count = 0
        answer = Study.answer

        def counted(study: Study, view: View, values: dict[str, object], columns: int) -> Answer:
            self.count += 1
            if wait:
                wait.wait(20)
            return answer(study, view, values, columns)  # type: ignore[arg-type]

        monkeypatch.setattr(Study, "answer", counted)


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_a_click_on_what_is_kept_picks_what_it_picks_of_the_figure(study: Study) -> None:
    values = study.defaults()
    for view in study.views:
        figure = study.answer(view, values, 4).figure
        marks = rendered.rendered_view(study, view, values, 4).marks
        assert len(marks["data"]) == len(figure["data"])
        for number in range(-1, len(figure["data"]) + 1):
            for point in ({"pointNumber": 1}, {"x": 0.4, "y": 0.4}, {"x": 1, "y": "a"}, {}):
                click = {"curveNumber": number} | point
                assert picked(marks, click) == picked(figure, click)


def test_what_is_kept_says_what_the_view_says() -> None:
    values = STUDY.defaults()
    answer = STUDY.answer(GRID, values, 4)
    kept = rendered.rendered_view(STUDY, GRID, values, 4)
    assert json.loads(kept.figure) == json.loads(json.dumps(without_marks(answer.figure)))
    assert (kept.legend, kept.foot, kept.summary) == answer[2:]
    assert kept.height == answer.figure["layout"]["height"]


def test_an_equal_state_is_drawn_once_and_another_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Counting(monkeypatch)
    values = STUDY.defaults()
    assert rendered.rendered_view(STUDY, RATIO, values, 4) is rendered.rendered_view(
        STUDY, RATIO, dict(values), 4
    )
    assert counting.count == 1
    elsewhere = next(name for name in values if name not in dict(STUDY.cache_key(RATIO, values)))
    assert rendered.rendered_view(STUDY, RATIO, values | {elsewhere: "other"}, 4)
    assert counting.count == 1
    rendered.rendered_view(STUDY, RATIO, values, 2)
    rendered.rendered_view(STUDY, RATIO, values | {"intervals": "off"}, 4)
    assert counting.count == 3


def test_who_asks_meanwhile_waits_for_the_same_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    counting = Counting(monkeypatch, go)
    values = STUDY.defaults()
    asking = [
        threading.Thread(target=rendered.rendered_view, args=(STUDY, GRID, values, 4))
        for _ in range(4)
    ]
    for one in asking:
        one.start()
    go.set()
    for one in asking:
        one.join(20)
    assert counting.count == 1


@pytest.mark.parametrize(("path", "view"), [("iterations", "grid"), ("pair", "benchmarks")])
def test_a_figure_that_is_saved_has_no_ground_under_what_is_selected(path: str, view: str) -> None:
    study = find(path)
    assert study is not None
    shown = study.view(view)
    assert shown is not None
    values = study.defaults()
    if path == "iterations":
        values |= {"panel": "AIME24"}
    on_page = rendered.rendered_view(study, shown, values, 4)
    saved = on_page.without_selection()

    def named(one: rendered.RenderedView) -> list[str]:
        return [
            shape["name"] for shape in json.loads(one.figure)["layout"]["shapes"] if "name" in shape
        ]

    assert named(on_page) == ["selection"]
    assert named(saved) == []
    assert len(json.loads(saved.figure)["data"]) == len(json.loads(on_page.figure)["data"])
