"""Without runs of the reader the page says what to do."""

import pytest

from reasonboard.core import insights
from reasonboard.studies import LISTED, listed
from reasonboard.studies.history.headline import EMPTY
from reasonboard.studies.history.study import HISTORY

pytestmark = pytest.mark.usefixtures("bundled")


def test_the_answer_says_how_to_load_results() -> None:
    answer = insights.headline(HISTORY, HISTORY.defaults())
    assert answer.strong == EMPTY
    assert "reasonboard load RESULTS" in answer.context


def test_every_chart_is_a_line_that_says_why() -> None:
    for view in HISTORY.views:
        figure = HISTORY.answer(view, HISTORY.defaults(), 4).figure
        assert figure["layout"]["meta"]["empty"]


def test_no_navigation_names_it() -> None:
    assert listed() == LISTED


def test_no_small_picture_stands_for_nothing() -> None:
    assert HISTORY.teaser is not None
    assert HISTORY.teaser(HISTORY) is None
