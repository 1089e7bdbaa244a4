"""The frontier of the benchmark where longer answers come with most accuracy, as a small picture."""

import math

from reasonboard.charts.log_axes import short
from reasonboard.charts.teaser import Teaser, TeaserLine
from reasonboard.core.study import Study
from reasonboard.studies.test_time.rows import panels_of


def teaser(study: Study) -> Teaser | None:
    """The runs that no shorter one reaches, by their tokens on a log scale."""
    main = next(view for view in study.views if view.place == "main")
    panels = [
        panel
        for panel in panels_of(study.view_rows(main, study.defaults()))
        if len(panel.frontier) > 1
    ]
    if not panels:
        return None
    panel = panels[0]
    edge = [panel.rows[at] for at in panel.frontier]
    first, last = edge[0], edge[-1]
    line = TeaserLine(
        y=[row["value"] * 100 for row in edge],
        x=[math.log10(row["x"]) for row in edge],
        label=f"{last['value'] * 100:.0f} %",
        first=f"{first['value'] * 100:.0f} %",
        dots=True,
    )
    return Teaser(
        f"{panel.name}: from {first['value']:.0%} at {short(first['x'])} tokens to {last['value']:.0%} at "
        f"{short(last['x'])}.",
        f"{panel.name}, {short(first['x'])} tokens",
        short(last["x"]),
        lines=[line],
    )
