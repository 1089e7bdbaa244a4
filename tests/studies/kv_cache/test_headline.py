"""The answer of the KV cache: what is tested, what is not, and what there is to compare."""

from typing import Any

import pytest

from reasonboard.core import insights
from reasonboard.core.headline import Headline
from reasonboard.studies.kv_cache.study import KV_CACHE
from tests.conftest import Given


def answer(**chosen: Any) -> Headline:
    values, notices = KV_CACHE.clean(chosen)
    assert not notices
    return insights.headline(KV_CACHE, values)


def cells(
    scores: dict[tuple[int, float], float], n: int | None, **more: object
) -> list[dict[str, Any]]:
    return [
        {"kv_window": window, "kv_ratio": ratio, "value": value, "n_items": n} | more
        for (window, ratio), value in scores.items()
    ]


CLOSE = {(500, 0.1): 0.50, (500, 0.3): 0.51, (1000, 0.1): 0.50, (1000, 0.3): 0.52}
APART = {(500, 0.1): 0.10, (500, 0.3): 0.50, (1000, 0.1): 0.11, (1000, 0.3): 0.70}
NO_LOSS = "For every smaller cache, a loss above {} cannot be ruled out."


CASES = [
    (CLOSE, None, "Not tested: number of problems unknown.",
     "So a loss above {} cannot be ruled out for any smaller cache."),
    (CLOSE, 100, "Cannot tell yet: no setting is significantly worse than the best.", NO_LOSS),
    (APART, 1000, "Cannot tell yet: settings differ.", NO_LOSS),
    ({(500, 0.1): 0.5}, 100, "Each heatmap has only one setting, so nothing to compare.", "Acceptable loss: {}."),
    ({(500, 0.1): 0.5}, None, "Each heatmap has only one setting, so nothing to compare.", "Acceptable loss: {}."),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_answer_says_what_is_tested(given: Given, number: int) -> None:
    """Each case is a source of one store."""
    sources = {f"s{place}": cells(scores, n) for place, (scores, n, *_) in enumerate(CASES)}
    given("kv-cache", **sources)
    found = answer(source=f"s{number}")
    scores, _, *words = CASES[number]
    assert [found.strong, found.context] == words
    count = len(scores)
    assert found.extent == f"1 heatmap, {count} setting{'s' if count > 1 else ''}"


def test_heatmaps_that_are_not_tested_are_not_counted_among_those_that_are(given: Given) -> None:
    given("kv-cache", s=[
        *cells(APART, 1000, benchmark="B"), *cells(APART, 1000, benchmark="C"), *cells(CLOSE, 100, benchmark="D"),
        *cells(CLOSE | {(2000, 0.5): 0.5}, None, benchmark="E"),
    ])  # fmt: skip
    found = answer()
    assert found.strong == "Cannot tell yet: settings differ in 2 of the 3 heatmaps tested."
    assert (
        found.context
        == "For every smaller cache, a loss above {} cannot be ruled out (1 heatmap not tested)."
    )
    assert found.extent.startswith("4 heatmaps, up to 5 settings each")
    assert answer(benchmark=["B"]).strong == "Cannot tell yet: settings differ."


@pytest.mark.parametrize("mode", ["best", "cell"])
@pytest.mark.parametrize("intervals", ["on", "off"])
def test_differences_that_are_not_tested_have_no_color(
    given: Given, mode: str, intervals: str
) -> None:
    given("kv-cache", s=cells(APART, None))
    values, _ = KV_CACHE.clean({"mode": mode, "intervals": intervals})
    values |= {"panel": "M · B", "window": "500", "ratio": "0.1"}
    view = KV_CACHE.view("grid")
    assert view is not None
    figure = KV_CACHE.answer(view, values, 3).figure
    (heat,) = (trace for trace in figure["data"] if trace["type"] == "heatmap")
    assert {z for line in heat["z"] for z in line} == {0.0}
    assert str(heat["text"]).count("not tested") == 3
    assert figure["layout"]["meta"]["signs"] == ["highest", "not tested"]
