"""How much of the KV cache can be dropped."""

from app.figures.kv_cache import window_ratio_grid
from app.figures.kv_means import mean_by_ratio, mean_by_window, score_by_kept
from app.studies.common import BENCHMARKS, METRIC, MODELS, SOURCE
from app.study import Choice, Control, Study, View

KV_CACHE = Study(
    path="kv-cache",
    name="KV cache",
    question="How much of the KV cache can be dropped?",
    lead=(
        "The score at every local window (the newest tokens, always kept) and every share of the "
        "older tokens that is kept when the cache is pruned: a higher share means less "
        "compression. The highest cell of each heatmap is outlined, which does not say that it is "
        "better than the others. Differences share one colour scale."
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
            ),
        ),
        Control(
            "scales", "Score colours", (Choice("panel", "Per panel"), Choice("shared", "Shared"))
        ),
        Control("panel", "Panel", "kv_cache/panel_choices"),
        Control("window", "Window", "kv_cache/window_choices"),
        Control("ratio", "Ratio kept", "kv_cache/ratio_choices"),
    ),
    views=(
        View(
            "grid",
            "Score by local window and ratio",
            window_ratio_grid,
            options=("mode", "scales", "window", "ratio"),
            wide=True,
        ),
        View(
            "by_window",
            "Mean over ratios by window",
            mean_by_window,
            options=("mode", "panel", "window"),
            query="means",
        ),
        View(
            "by_ratio",
            "Mean over windows by ratio",
            mean_by_ratio,
            options=("mode", "panel", "ratio"),
            query="means",
        ),
        View(
            "by_kept",
            "Score by tokens kept",
            score_by_kept,
            options=("panel", "window", "ratio"),
            wide=True,
        ),
    ),
    teaser="by_window",
    evidence=("panel", "window", "ratio"),
)
