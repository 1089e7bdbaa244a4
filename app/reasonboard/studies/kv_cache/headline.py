"""How much of the cache can be dropped, in one sentence and as a small picture."""

from collections.abc import Sequence
from operator import itemgetter

from reasonboard.charts.teaser import Teaser, TeaserLine
from reasonboard.core.control import Values
from reasonboard.core.headline import Headline, counted, part_in_words
from reasonboard.core.study import Study
from reasonboard.studies.kv_cache.heatmap import Heatmap, heatmap_of
from reasonboard.studies.kv_cache.rows import CORRECTION, FAMILIES, means_along


def headline(study: Study, values: Values) -> Headline | None:
    """Which setting is shown to be good enough, and on how many heatmaps; else that none is."""
    maps = [heatmap_of(row) for row in study.view_rows(study.views[0], values)]
    if not maps:
        return None
    margin = float(str(values["margin"])) / 100
    models = sorted({heatmap.row["model"] for heatmap in maps})
    return Headline(
        *_answer(maps, margin),
        control="margin",
        subject=" and ".join(models) if len(models) < 4 else counted(len(models), "model"),  # noqa: PLR2004
        extent=_extent(maps),
        tested=(
            "A setting is good enough if the score interval of its difference from the highest "
            "cell rules out a larger loss than the acceptable one, at a level corrected by "
            f"Bonferroni over the {maps[0].tests['cells']:,} {FAMILIES['cells']}. Cells are "
            f"compared with the highest by two-proportion score tests with {CORRECTION} over the "
            f"{maps[0].tests['pairs']:,} {FAMILIES['pairs']}. Both corrections are over this "
            "source and metric, regardless of filters. Problems count as independent, and all "
            "attempts at a problem as one; cells share their problems."
        ),
    )


def _extent(maps: Sequence[Heatmap]) -> str:
    """'8 heatmaps, up to 30 settings each, 100 to 500 problems'."""
    sizes = sorted({len(heatmap.cells) for heatmap in maps})
    settings = counted(sizes[-1], "setting")
    if len(maps) > 1:
        settings = f"{'up to ' if len(sizes) > 1 else ''}{settings} each"
    problems = sorted({heatmap.row["n_items"] for heatmap in maps if heatmap.row["n_items"]})
    size = f", {problems[0]:,} to {problems[-1]:,} problems" if len(problems) > 1 else ""
    return f"{counted(len(maps), 'heatmap')}, {settings}{size}"


def _answer(maps: Sequence[Heatmap], margin: float) -> tuple[str, str]:
    """What is shown within the acceptable loss, which stands where the context has `{}`."""
    compared = [heatmap for heatmap in maps if len(heatmap.cells) > 1]
    tested = [heatmap for heatmap in compared if heatmap.best_set is not None]
    untested = len(compared) - len(tested)
    if not compared:
        return "Each heatmap has only one setting, so nothing to compare.", "Acceptable loss: {}."
    if not tested:
        return (
            "Not tested: number of problems unknown.",
            "So a loss above {} cannot be ruled out for any smaller cache.",
        )
    enough = [
        (ratio, window, heatmap.panel)
        for heatmap in maps
        for index in sorted(heatmap.good_and_cheap(margin))[:1]
        for window, ratio in [heatmap.settings[index]]
    ]
    if not enough:
        return _without(tested, untested)
    ratio, window, panel = min(enough, key=itemgetter(0, 1))
    suffices = _suffices(window, ratio)
    if len(compared) == 1:
        return f"{suffices}.", "For a loss of at most {} to the best setting."
    where = part_in_words(len(enough), len(tested), "heatmap", untested)
    return (
        f"On {where} a smaller cache suffices.",
        f"{panel}: {suffices}, for a loss of at most {{}}.",
    )


def _without(tested: Sequence[Heatmap], untested: int) -> tuple[str, str]:
    """No setting is shown to be good enough."""
    differing = sum(bool(heatmap.lower) for heatmap in tested)
    left = f" ({counted(untested, 'heatmap')} not tested)" if untested else ""
    loss = f"For every smaller cache, a loss above {{}} cannot be ruled out{left}."
    if not differing:
        return "Cannot tell yet: no setting is significantly worse than the best.", loss
    where = f" in {part_in_words(differing, len(tested), 'heatmap', untested)}"
    return f"Cannot tell yet: settings differ{where if len(tested) + untested > 1 else ''}.", loss


def _suffices(window: int, ratio: float) -> str:
    """A setting that is good enough, as a sentence; an axis below 0 is not stated."""
    if window < 0:
        return f"{ratio * 100:.0f}% of the cache suffices, window not stated"
    if ratio < 0:
        return f"Window {window:,} suffices, share of older tokens not stated"
    return f"{ratio * 100:.0f}% of the older tokens suffices at window {window:,}"


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
