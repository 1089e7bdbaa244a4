"""A loaded sweep of the KV cache with a run without pruning: the page compares every setting with it."""

import plotly.graph_objects as go
import pytest

from reasonboard.store import snapshots
from reasonboard.studies.kv_cache.headline import headline
from reasonboard.studies.kv_cache.study import KV_CACHE
from tests.ingest.mine import Mine

pytestmark = pytest.mark.usefixtures("studies_made")

HEADER = "model,benchmark,kv_window,kv_ratio,value,n,unit\n"
SWEEP = [(500, 0.1, 30.0), (500, 0.5, 43.0), (2000, 0.1, 42.0), (2000, 0.5, 44.5)]


def table(full: str = "") -> str:
    cells = [
        f"org/my-7b,AIME24,{window},{ratio},{value},2000,percent" for window, ratio, value in SWEEP
    ]
    return HEADER + "\n".join([*cells, *([full] if full else [])]) + "\n"


def test_a_ratio_of_1_without_a_window_is_the_full_cache_of_the_page(mine: Mine) -> None:
    report = mine.load(mine.table(table("org/my-7b,AIME24,,1,44.0,2000,percent")))
    assert (report.runs, report.studies) == (5, ["kv-cache", "models"])
    snapshots.use(mine.store)
    values, notices = KV_CACHE.clean({"source": "mine", "mode": "full"})
    assert notices == {}
    figure = KV_CACHE.answer(KV_CACHE.views[0], values, 4).figure
    go.Figure(figure)
    heatmap = next(one for one in figure["data"] if one["type"] == "heatmap")
    assert heatmap["z"] == [[-14.0, 0.0], [0.0, 0.0]], "what is not significant has no color"
    assert any("full cache 44.0%" in note["text"] for note in figure["layout"]["annotations"])
    assert len(KV_CACHE.rows("marks", values | {"panel": "", "window": "", "ratio": ""})) == 4


@pytest.mark.long
def test_without_that_run_nothing_is_offered(mine: Mine) -> None:
    mine.load(mine.table(table()))
    snapshots.use(mine.store)
    values, notices = KV_CACHE.clean({"source": "mine", "mode": "full"})
    assert values["mode"] == "value"
    assert "mode" in notices


def test_a_share_without_a_window_stands_on_the_page_along_its_one_axis(mine: Mine) -> None:
    rows = [(0.1, 31.0), (0.3, 44.2), (0.5, 44.3), (0.9, 44.5), (1, 44.6)]
    lines = [f"org/my-7b,AIME24,,{ratio},{value},20000,percent" for ratio, value in rows]
    assert mine.load(mine.table(HEADER + "\n".join(lines) + "\n")).studies == ["kv-cache", "models"]
    snapshots.use(mine.store)
    values, notices = KV_CACHE.clean({"source": "mine"})
    assert notices == {}
    figures = {view.name: KV_CACHE.answer(view, values, 4).figure for view in KV_CACHE.views}
    for figure in figures.values():
        go.Figure(figure)
    grid = figures["grid"]
    heatmap = next(one for one in grid["data"] if one["type"] == "heatmap")
    assert heatmap["z"] == [[31.0, 44.2, 44.3, 44.5]]
    (across,) = [one for name, one in grid["layout"].items() if name.startswith("yaxis")]
    assert [label.replace("<b>", "").replace("</b>", "") for label in across["ticktext"]] == [""]
    assert "the number of newest tokens is not stated" in grid["layout"]["meta"]["subtitle"]
    words = [note["text"] for note in grid["layout"]["annotations"]]
    assert any("full cache 44.6%" in text for text in words)
    for name in ("by_ratio", "by_window"):  # shares stand in the place of windows
        lists = [one["y"] for one in figures[name]["data"] if one.get("mode", "").endswith("s")]
        assert [31.0, 44.2, 44.3, 44.5] in [list(y) for y in lists]
    answer = headline(KV_CACHE, values)
    assert answer is not None
    assert answer.strong == "30% of the cache suffices, window not stated."
