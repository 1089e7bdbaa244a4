"""How much of the KV cache can be dropped."""

from reasonboard.core.common_controls import BENCHMARKS, INTERVALS, METRIC, MODELS, SOURCE, compared
from reasonboard.core.control import Choice, Control
from reasonboard.core.study import Study, View
from reasonboard.studies.kv_cache.charts.agreement import settings_that_agree
from reasonboard.studies.kv_cache.charts.grid import window_ratio_grid
from reasonboard.studies.kv_cache.charts.kept import score_by_kept
from reasonboard.studies.kv_cache.charts.means import mean_by_ratio, mean_by_window
from reasonboard.studies.kv_cache.findings.grid import of_the_agreement, of_the_grid
from reasonboard.studies.kv_cache.findings.means import (
    along_ratios,
    along_windows,
    of_the_kept,
)

KV_CACHE = Study(
    path="kv-cache",
    name="KV cache",
    question="How much of the KV cache can be dropped?",
    lead=(
        "The score at every local window (the newest tokens, always kept) and every share of the "
        "older tokens that is kept when the cache is pruned: a higher share means less "
        "compression. Where only some cells cannot be told from the highest, these have a light "
        "corner; a star marks the cheapest setting that is shown to lose no more than what is "
        "good enough."
    ),
    controls=(
        SOURCE,
        METRIC,
        BENCHMARKS,
        MODELS,
        Control(
            "mode",
            "Show",
            (
                Choice("value", "Score"),
                Choice("best", "Difference to best"),
                Choice("cell", "Difference to chosen cell"),
                Choice("shrunk", "Score, shrunk by noise"),
            ),
        ),
        Control(
            "scales", "Score colours", (Choice("panel", "Per panel"), Choice("shared", "Shared"))
        ),
        INTERVALS,
        Control(
            "margin",
            "Good enough",
            (
                Choice("5", "Within 5 points"),
                Choice("2", "Within 2 points"),
                Choice("1", "Within 1 point"),
            ),
        ),
        Control("panel", "Panel", "studies/kv_cache/panel_choices"),
        Control("window", "Window", "studies/kv_cache/window_choices"),
        Control("ratio", "Ratio kept", "studies/kv_cache/ratio_choices"),
        compared("source", "metric", "model", "panel", "window", "ratio"),
    ),
    views=(
        View(
            "grid",
            "Score by local window and ratio",
            window_ratio_grid,
            options=("mode", "scales", "intervals", "margin", "window", "ratio"),
            wide=True,
            observe=of_the_grid,
        ),
        View(
            "by_window",
            "Mean over ratios by window",
            mean_by_window,
            options=("mode", "intervals", "panel", "window"),
            query="means",
            observe=along_windows,
        ),
        View(
            "by_ratio",
            "Mean over windows by ratio",
            mean_by_ratio,
            options=("mode", "intervals", "panel", "ratio"),
            query="means",
            observe=along_ratios,
        ),
        View(
            "by_kept",
            "Score by tokens kept",
            score_by_kept,
            options=("intervals", "margin", "panel", "window", "ratio"),
            observe=of_the_kept,
        ),
        View(
            "agreement",
            "Settings that are high in all heatmaps",
            settings_that_agree,
            options=("window", "ratio"),
            observe=of_the_agreement,
        ),
    ),
    teaser="by_window",
    evidence=("panel", "window", "ratio"),
)
