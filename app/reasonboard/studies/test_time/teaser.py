"""The frontier of the benchmark that says most of what longer answers bring, as a small picture."""

from reasonboard.charts.teaser import Teaser, frontier_line
from reasonboard.charts.ticks import short
from reasonboard.core.study import Study
from reasonboard.studies.test_time.rows import Panel, panels_of


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
    panel = max(panels, key=_tells)
    edge = [panel.rows[index] for index in panel.frontier]
    first, last = edge[0], edge[-1]
    line = frontier_line(
        [row["x"] for row in edge],
        [row["value"] * 100 for row in edge],
        first=f"{first['value'] * 100:.0f}%",
        label=f"{last['value'] * 100:.0f}%",
    )
    return Teaser(
        f"{panel.name}: from {first['value']:.0%} at {short(first['x'])} tokens to {last['value']:.0%} at "
        f"{short(last['x'])}.",
        f"{panel.name}, {short(first['x'])} tokens",
        short(last["x"]),
        lines=[line],
    )


def _tells(panel: Panel) -> tuple[bool, bool, bool, float]:
    """How much a benchmark says: of an own run, by more than two runs on the frontier, by a significant gain."""
    gain = panel.gain
    return (
        any(row["own"] for row in panel.rows),
        len(panel.frontier) > 2,  # noqa: PLR2004
        bool(gain and gain.significant),
        gain.estimate if gain else 0.0,
    )
