"""The claims about the sweep of windows and ratios, on hand-written heatmaps of each outcome."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from reasonboard.core.findings.claim import Checked
from reasonboard.core.observed import claims
from reasonboard.studies.kv_cache.findings.kv_cache_claims import (
    four_models,
    highest_everywhere,
    lowest_on_average,
    range_is,
)
from reasonboard.studies.kv_cache.findings.kv_cache_effects import (
    dips,
    effect_varies,
    falls_with_ratio,
    little_effect,
    matters,
    most_robust,
    peaks,
)
from reasonboard.studies.kv_cache.study import KV_CACHE

Row = dict[str, Any]
Judge = Callable[[list[Row]], Checked]
RATIOS = (0.1, 0.3, 0.4)
MANY = 20_000


def grid(benchmark: str, *lines: list[float], n: int | None = MANY, **more: Any) -> Row:
    """A heatmap with a line of percents over the ratios for each of the windows 500, 2000, ..."""
    windows = (500, 2000, 3000)[: len(lines)]
    size = sum(map(len, lines))
    return {
        "panel": f"M · {benchmark}", "model": "M", "benchmark": benchmark,
        "kv_window": [window for window, line in zip(windows, lines, strict=True) for _ in line],
        "kv_ratio": [ratio for line in lines for ratio in RATIOS[: len(line)]],
        "value": [value for line in lines for value in line], "items": [n] * size,
        "repeats": [None] * size, "seeds": [None] * size, "stderrs": [None] * size,
    } | more  # fmt: skip


LOW, HIGH = [20.0, 21.0, 22.0], [60.0, 61.0, 62.0]
X, Y = grid("X", HIGH, HIGH), grid("Y", LOW, LOW)

CASES: list[tuple[str, Judge, list[Row], str, str]] = [
    ("ahead", partial(highest_everywhere, benchmark="X"), [X, Y], "holds", "6 of 6 pairs"),
    ("behind", partial(highest_everywhere, benchmark="Y"), [X, Y], "fails", "0 of 6 pairs"),
    (
        "few",
        partial(highest_everywhere, benchmark="X"),
        [grid("X", HIGH, n=30), grid("Y", [59.0, 60.0, 61.0], n=30)],
        "not resolved",
        "3 of 3 pairs of cells, 0 of",
    ),
    (
        "no n",
        partial(highest_everywhere, benchmark="X"),
        [grid("X", HIGH, n=None), Y],
        "not resolved",
        "unknown",
    ),
    ("alone", partial(highest_everywhere, benchmark="X"), [X], "cannot be checked", "no heatmap"),
    (
        "absent",
        partial(highest_everywhere, benchmark="Z"),
        [X, Y],
        "cannot be checked",
        "no heatmap",
    ),
    ("lowest", partial(lowest_on_average, benchmark="Y"), [X, Y], "holds", "1 of 1 others"),
    ("not lowest", partial(lowest_on_average, benchmark="X"), [X, Y], "fails", "0 of 1"),
    (
        "lowest, few",
        partial(lowest_on_average, benchmark="Y"),
        [grid("X", HIGH, n=30), grid("Y", [59.0, 60.0, 61.0], n=30)],
        "not resolved",
        "0 of 1",
    ),
    (
        "lowest, no n",
        partial(lowest_on_average, benchmark="Y"),
        [X, grid("Y", LOW, n=None)],
        "not resolved",
        "unknown",
    ),
    (
        "lowest, alone",
        partial(lowest_on_average, benchmark="Y"),
        [Y],
        "cannot be checked",
        "no heatmap",
    ),
    (
        "one model",
        four_models,
        [X, Y],
        "fails",
        "2 heatmaps are of 1 model (M) on 2 benchmarks (X, Y)",
    ),
    ("two models", four_models, [X, Y | {"model": "N"}], "holds", "2 models (M, N)"),
    ("one heatmap", four_models, [X], "cannot be checked", "one heatmap"),
    (
        "range",
        partial(range_is, benchmark="X", low=0.6, high=0.62),
        [X],
        "holds",
        "60.0 % (window 500, ratio 0.1)",
    ),
    (
        "range off",
        partial(range_is, benchmark="X", low=0.5, high=0.62),
        [X],
        "fails",
        "from 60.0 %",
    ),
    (
        "range absent",
        partial(range_is, benchmark="Z", low=0.5, high=0.6),
        [X],
        "cannot be checked",
        "no heatmap",
    ),
    (
        "little",
        partial(little_effect, control="ratio"),
        [X, Y],
        "holds",
        "the largest is 2.0 points, and 0 could",
    ),
    (
        "large",
        partial(little_effect, control="ratio"),
        [grid("X", [20.0, 40.0], [20.0, 40.0])],
        "fails",
        "1 are resolved",
    ),
    (
        "little, few",
        partial(little_effect, control="ratio"),
        [grid("X", HIGH, n=30)],
        "not resolved",
        "3 could",
    ),
    (
        "little, no n",
        partial(little_effect, control="ratio"),
        [grid("X", HIGH, n=None)],
        "not resolved",
        "unknown",
    ),
    (
        "little, gaps",
        partial(little_effect, control="ratio"),
        [grid("X", HIGH, [60.0])],
        "cannot be checked",
        "all its",
    ),
    ("matters", partial(matters, control="window"), [grid("X", LOW, HIGH)], "holds", "1 of 1"),
    ("matters not", partial(matters, control="window"), [X], "not resolved", "0 of 1"),
    (
        "matters, no n",
        partial(matters, control="window"),
        [grid("X", LOW, HIGH, n=None)],
        "not resolved",
        "unknown",
    ),
    (
        "matters, gaps",
        partial(matters, control="window"),
        [grid("X", HIGH, [60.0])],
        "cannot be checked",
        "all its",
    ),
    (
        "varies",
        partial(effect_varies, control="window"),
        [grid("X", LOW, HIGH), grid("Y", HIGH, LOW)],
        "holds",
        "p < 0.001",
    ),
    (
        "varies not",
        partial(effect_varies, control="window"),
        [X, Y],
        "not resolved",
        "chi-square of 0.0 on 1",
    ),
    (
        "varies, no n",
        partial(effect_varies, control="window"),
        [X, grid("Y", LOW, LOW, n=None)],
        "not resolved",
        "unknown",
    ),
    (
        "varies, alone",
        partial(effect_varies, control="window"),
        [X],
        "cannot be checked",
        "two heatmaps",
    ),
    (
        "steady",
        partial(most_robust, benchmark="Y"),
        [grid("X", LOW, HIGH), grid("Y", [50.0] * 3)],
        "holds",
        "in X",
    ),
    (
        "as steady",
        partial(most_robust, benchmark="Y"),
        [grid("X", HIGH, n=30), grid("Y", LOW, n=30)],
        "not resolved",
        "In none of 2",
    ),
    (
        "unsteady",
        partial(most_robust, benchmark="X"),
        [grid("X", LOW, HIGH), grid("Y", [50.0] * 3)],
        "not resolved",
        "in X",
    ),
    (
        "steady, no n",
        partial(most_robust, benchmark="Y"),
        [X, grid("Y", LOW, n=None)],
        "not resolved",
        "not known",
    ),
    ("steady, alone", partial(most_robust, benchmark="X"), [X], "cannot be checked", "no heatmap"),
    (
        "falls",
        partial(falls_with_ratio, benchmark="X", window=500),
        [grid("X", HIGH[::-1])],
        "holds",
        "62.0 % / 61.0 % / 60.0 %",
    ),
    (
        "rises",
        partial(falls_with_ratio, benchmark="X", window=500),
        [X],
        "fails",
        "+0.6 points for each 0.1",
    ),
    (
        "falls, few",
        partial(falls_with_ratio, benchmark="X", window=500),
        [grid("X", HIGH[::-1], n=30)],
        "not resolved",
        "p = 0.",
    ),
    (
        "falls, no n",
        partial(falls_with_ratio, benchmark="X", window=500),
        [grid("X", HIGH, n=None)],
        "not resolved",
        "unknown",
    ),
    (
        "falls, absent",
        partial(falls_with_ratio, benchmark="X", window=9),
        [X],
        "cannot be checked",
        "no window 9",
    ),
    (
        "dips",
        partial(dips, benchmark="X", ratios=(0.3,)),
        [grid("X", [60.0, 50.0, 60.0])],
        "holds",
        "lower at 1 of 1",
    ),
    (
        "bulges",
        partial(dips, benchmark="X", ratios=(0.3,)),
        [grid("X", [60.0, 70.0, 60.0])],
        "fails",
        "10.0 points higher",
    ),
    (
        "dips at one",
        partial(dips, benchmark="X", ratios=(0.3,)),
        [grid("X", [60.0, 40.0, 60.0], [60.0, 61.0, 60.0])],
        "not resolved",
        "lower at 1 of 2 windows",
    ),
    (
        "dips, no n",
        partial(dips, benchmark="X", ratios=(0.3,)),
        [grid("X", HIGH, n=None)],
        "not resolved",
        "unknown",
    ),
    (
        "dips, absent",
        partial(dips, benchmark="X", ratios=(0.2,)),
        [X],
        "cannot be checked",
        "lacks",
    ),
    (
        "peaks",
        partial(peaks, benchmark="X", ratio=0.3),
        [grid("X", [60.0, 70.0, 60.0])],
        "holds",
        "at ratio 0.3, 70.00 %; 0.3",
    ),
    (
        "peaks elsewhere",
        partial(peaks, benchmark="X", ratio=0.1),
        [X],
        "fails",
        "at ratio 0.4, 62.00 %; at 0.1 it is 60.00 %",
    ),
    (
        "peaks, few",
        partial(peaks, benchmark="X", ratio=0.4),
        [grid("X", HIGH, n=30)],
        "not resolved",
        "0 of 2 other",
    ),
    (
        "peaks, no n",
        partial(peaks, benchmark="X", ratio=0.4),
        [grid("X", HIGH, n=None)],
        "not resolved",
        "unknown",
    ),
    ("peaks, absent", partial(peaks, benchmark="X", ratio=0.2), [X], "cannot be checked", "lacks"),
]


@pytest.mark.parametrize(
    ("judge", "rows", "outcome", "words"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_the_outcome_and_its_numbers(
    judge: Judge, rows: list[Row], outcome: str, words: str
) -> None:
    found = judge(rows)
    assert found.outcome == outcome
    assert words in found.words
    assert found.words.endswith(".")


def test_cases_name_the_places_with_numbers() -> None:
    wrong = range_is([X], benchmark="X", low=0.5, high=0.62)
    assert wrong.cases == ["lowest: 50.0 % stated, 60.0 % at window 500, ratio 0.1"]
    few = highest_everywhere([grid("X", [60.0], n=30), grid("Y", [59.0], n=30)], benchmark="X")
    assert few.cases == ["M · Y, window 500, ratio 0.1: 60.0 % against 59.0 %"]


@pytest.mark.usefixtures("bundled")
def test_the_bundled_claims_have_their_outcomes() -> None:
    found = claims(KV_CACHE, KV_CACHE.defaults())
    outcomes = [one.checked.outcome for one in found]
    counts = {
        name: outcomes.count(name)
        for name in ("holds", "fails", "not resolved", "cannot be checked")
    }
    assert counts == {"holds": 4, "fails": 3, "not resolved": 8, "cannot be checked": 3}
    first, *_ = found
    assert first.checked.words.startswith("AMC23 is higher in 60 of 60 pairs of cells")
    assert first.checked.outcome == "holds"
    models = next(one for one in found if "four models" in one.text)
    assert models.checked.outcome == "fails"
    assert "2 models (R1-Llama, R1-Qwen) on 4 benchmarks" in models.checked.words


@pytest.mark.usefixtures("bundled")
def test_a_source_without_n_resolves_no_difference() -> None:
    values, _ = KV_CACHE.clean({"source": "caption-kv-cache"})
    found = {one.text: one.checked for one in claims(KV_CACHE, values)}
    compared = [
        one
        for text, one in found.items()
        if "go from about" not in text and "four models" not in text
    ]
    assert {one.outcome for one in compared} == {"not resolved", "cannot be checked"}
