"""What one choice leads to: the states that follow, and their charts in memory before anybody asks."""

from itertools import islice
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.core.drawn import _drawn, is_kept
from reasonboard.core.study import Study
from reasonboard.studies import STUDIES
from reasonboard.web import ahead
from reasonboard.web.main import create_app
from reasonboard.web.page import likely
from tests.web.test_main import body, callbacks, post

pytestmark = pytest.mark.usefixtures("bundled")
studies = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)


@studies
def test_every_state_is_one_choice_away_and_could_be_asked_for(study: Study) -> None:
    values = study.defaults()
    found = list(likely.next_states(study, values))
    assert found
    assert len(found) <= likely._MOST
    for after in found:
        assert study.clean(after) == (after, {})
        assert after != values
    assert all(found.count(one) == 1 for one in found)


def test_of_several_one_is_taken_in_or_out_or_all_are_cleared() -> None:
    (study,) = (one for one in STUDIES if one.path == "kv-cache")
    offered = [one.value for one in study.controls[2].options(study.defaults())]
    assert study.controls[2].name == "benchmark"
    first, second = offered[:2]
    of = study.clean({"benchmark": [first, second]})[0]
    found = [one["benchmark"] for one in likely.next_states(study, of)]
    assert [second] in found
    assert [first] in found
    assert [first, second, offered[2]] in found
    assert [] in found


def test_choices_of_short_lists_come_first() -> None:
    (study,) = (one for one in STUDIES if one.path == "kv-cache")
    values = study.defaults()
    names = [
        next(name for name in values if after[name] != values[name])
        for after in likely.next_states(study, values)
    ]
    assert names.index("mode") < names.index("ratio")


@studies
def test_the_charts_that_a_choice_changes_are_in_memory_before_it_is_made(study: Study) -> None:
    values = study.defaults()
    _drawn.cache_clear()
    for _ in likely.charts(study, values, 2):
        pass
    for after in islice(likely.next_states(study, values), 5):
        touched = {name for name in after if after[name] != values[name]}
        for view in study.views:
            assert is_kept(study, view, after, 2) == bool(study.inputs(view) & touched), view.name


def test_a_page_that_was_opened_has_its_next_charts_made(
    bundled_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (study,) = (one for one in STUDIES if one.path == "kv-cache")
    client = create_app(config.read({"REASONBOARD_STORE": str(bundled_store)})).test_client()
    (callback,) = (one for one in callbacks(client) if one["output"] == "page.children")
    _drawn.cache_clear()
    monkeypatch.setattr(ahead, "_QUIET", 0.0)
    ahead.start()
    try:
        post(client, body(callback, {"path": "/kv-cache", "search": "", "columns": 2})).close()
        line = ahead._State.when_quiet
        assert line
        line._pool.submit(int).result(60)  # what was begun before is done then
    finally:
        ahead.stop()
    after = next(likely.next_states(study, study.defaults()))
    assert is_kept(study, study.views[0], after, 2)
