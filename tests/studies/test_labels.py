"""In the dense charts of the bundled sources no label covers a mark or an interval."""

import pytest

from reasonboard.core.study import Study
from reasonboard.studies.iterations.study import ITERATIONS
from reasonboard.studies.kv_cache.study import KV_CACHE
from reasonboard.studies.prm_selection.study import PRM_SELECTION
from reasonboard.studies.scale_progress.study import SCALE_PROGRESS
from reasonboard.studies.type_length.study import TYPE_LENGTH
from tests.charts.label_boxes import covered, struck

CHARTS = [
    (TYPE_LENGTH, "curves"),
    (ITERATIONS, "summary"),
    (SCALE_PROGRESS, "along_training"),
    (SCALE_PROGRESS, "along_size"),
    (PRM_SELECTION, "by_samples"),
    (PRM_SELECTION, "by_selector"),
    (KV_CACHE, "by_kept"),
]


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize(("columns", "width"), [(2, 600), (1, 328)])
@pytest.mark.parametrize(("study", "name"), CHARTS, ids=[name for _, name in CHARTS])
def test_no_label_covers_a_mark_or_an_interval(
    study: Study, name: str, columns: int, width: int
) -> None:
    view = study.view(name)
    assert view is not None
    assert covered(study.answer(view, study.defaults(), columns).figure, width) == []


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize(("columns", "width"), [(2, 600), (1, 328)])
@pytest.mark.parametrize(("study", "name"), CHARTS, ids=[name for _, name in CHARTS])
def test_no_label_hides_a_band_and_none_is_struck_by_a_line(
    study: Study, name: str, columns: int, width: int
) -> None:
    view = study.view(name)
    assert view is not None
    figure = study.answer(view, study.defaults(), columns).figure
    assert [note["text"] for note in figure["layout"]["annotations"] if "bgcolor" in note] == []
    assert struck(figure, width) == []


def test_a_label_on_a_mark_or_on_an_interval_is_found() -> None:
    axis = {"range": [0, 10]}
    dots = {
        "mode": "markers", "x": [5, 9], "y": [5, 5], "error_y": {"array": [3, 0], "arrayminus": [0, 0]},
    }  # fmt: skip
    layout = {
        "xaxis": axis, "yaxis": axis, "height": 200, "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "annotations": [
            {"text": "on a dot", "x": 9, "y": 5}, {"text": "on a bar", "x": 5, "y": 7},
            {"text": "free", "x": 2, "y": 2},
        ],
    }  # fmt: skip
    assert {text for text, *_ in covered({"data": [dots], "layout": layout}, 400)} == {
        "on a dot",
        "on a bar",
    }
