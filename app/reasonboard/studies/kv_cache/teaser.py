"""Mean score by share kept, as a small picture."""

from reasonboard.charts.teaser import Teaser, TeaserLine
from reasonboard.core.study import Study
from reasonboard.studies.kv_cache.rows import means_along


def teaser(study: Study) -> Teaser | None:
    """The means over windows of the first heatmap, by the share of older tokens kept."""
    view = next(view for view in study.views if view.query == "means")
    means = means_along(study.view_rows(view, study.defaults()), "ratio")
    if not means:
        return None
    first = means[0]
    scores = [mean.value * 100 for mean in first.means]
    intervals = [
        (mean.interval[0] * 100, mean.interval[1] * 100) for mean in first.means if mean.interval
    ]
    name = first.panel.split(" · ")[-1]
    return Teaser(
        f"{first.panel}: mean score {scores[0]:.0f}% with {first.steps[0] * 100:.0f}% of the older tokens kept, "
        f"{scores[-1]:.0f}% with {first.steps[-1] * 100:.0f}%.",
        f"{first.steps[0] * 100:.0f}% kept",
        f"{first.steps[-1] * 100:.0f}% kept",
        [
            TeaserLine(
                scores,
                label=f"{name}\n{scores[-1]:.0f}%",
                dots=True,
                ends=intervals if len(intervals) == len(scores) else (),
            )
        ],
    )
