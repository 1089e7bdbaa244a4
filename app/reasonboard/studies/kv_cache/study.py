"""How much of the KV cache can be dropped."""

from reasonboard.core.common_controls import (
    BENCHMARKS,
    INTERVALS,
    METRIC,
    MODELS,
    OWN,
    SOURCE,
    choices,
    compared,
    option,
    part_of_mark,
)
from reasonboard.core.control import Control, Values
from reasonboard.core.study import Mark, Study
from reasonboard.core.view import View
from reasonboard.store.database import Row
from reasonboard.studies.kv_cache.charts.agreement import settings_that_agree
from reasonboard.studies.kv_cache.charts.grid import window_ratio_grid
from reasonboard.studies.kv_cache.charts.kept import score_by_kept
from reasonboard.studies.kv_cache.charts.means import mean_by_ratio, mean_by_window
from reasonboard.studies.kv_cache.findings import (
    along_ratios,
    along_windows,
    of_the_agreement,
    of_the_grid,
    of_the_kept,
)
from reasonboard.studies.kv_cache.headline import headline, teaser
from reasonboard.studies.kv_cache.heatmap import with_heatmaps

_QUERIES = "studies/kv_cache"
_FILTERS = ("benchmark", "model")


def marks_of_row(row: Row, _values: Values) -> list[Mark]:
    """The marks that a row of sql/rows.sql can stand for: its heatmap names the method where there are several."""
    panel = f"{row['model']} · {row['benchmark']}"
    window, ratio = (
        -1 if row[axis] is None else row[axis] for axis in ("local window", "ratio kept")
    )
    setting = {"window": window, "ratio": ratio}
    return [{"panel": panel, **setting}, {"panel": f"{panel} · {row['method']}", **setting}]


KV_CACHE = Study(
    path="kv-cache",
    name="KV cache",
    question="How much of the KV cache can be dropped?",
    lead=(
        "Score by local window (the newest tokens, always kept) and share of older tokens "
        "kept when the cache is pruned; a higher share means less compression. Outlined: "
        "highest score of a panel. Bold: tied with it, unless all are. Star: cheapest setting "
        "within the acceptable loss."
    ),
    controls=(
        SOURCE,
        METRIC,
        BENCHMARKS,
        MODELS,
        Control("mode", "Show", f"{_QUERIES}/mode_choices", segmented=True, place="chart:grid"),
        option("grid", "scales", "Colors", {"panel": "each panel", "shared": "shared"}),
        OWN,
        INTERVALS,
        Control(
            "margin",
            "Acceptable loss",
            choices({"5": "5 points", "2": "2 points", "1": "1 point"}),
            place="answer",
        ),
        part_of_mark(_QUERIES, "panel", "Heatmap"),
        part_of_mark(_QUERIES, "window", "Newest tokens kept"),
        part_of_mark(_QUERIES, "ratio", "Older tokens kept"),
        compared("source", "metric", "model", "panel", "window", "ratio"),
    ),
    views=(
        View(
            "grid",
            "Score at every window and share kept",
            window_ratio_grid,
            options=("mode", "scales", "intervals", "margin", "panel", "window", "ratio"),
            prepare_rows=with_heatmaps,
            post_filters=_FILTERS,
            place="main",
            observe=of_the_grid,
        ),
        View(
            "by_window",
            "Mean score by window",
            mean_by_window,
            options=("mode", "intervals", "panel", "window", "ratio"),
            query="means",
            post_filters=_FILTERS,
            observe=along_windows,
        ),
        View(
            "by_ratio",
            "Mean score by share kept",
            mean_by_ratio,
            place="more",
            options=("mode", "intervals", "panel", "ratio"),
            query="means",
            post_filters=_FILTERS,
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
            "Do the heatmaps agree on the best settings?",
            settings_that_agree,
            place="more",
            options=("window", "ratio"),
            observe=of_the_agreement,
        ),
    ),
    headline=headline,
    teaser=teaser,
    evidence=("panel", "window", "ratio"),
    row_marks={"rows": marks_of_row},
)
