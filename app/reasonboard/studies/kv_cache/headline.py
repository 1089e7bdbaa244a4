"""How much of the cache can be dropped, in one sentence."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.core.control import Values
from reasonboard.core.headline import Headline, counted
from reasonboard.core.study import Study
from reasonboard.studies.kv_cache.heatmap import Heatmap, heatmap_of
from reasonboard.studies.kv_cache.rows import CORRECTION, FAMILIES


class _Enough(NamedTuple):
    """The cheapest setting of a heatmap that is shown to lose no more than the acceptable loss."""

    panel: str
    window: int
    """Below 0 where it is not stated, so `ratio`."""
    ratio: float

    @property
    def sentence(self) -> str:
        """The cheapest setting that is good enough, as a sentence."""
        if self.window < 0:
            return f"{self.ratio * 100:.0f} % of the cache suffices, window not stated"
        if self.ratio < 0:
            return f"Window {self.window:,} suffices, share of older tokens not stated"
        return f"{self.ratio * 100:.0f} % of the older tokens suffices at window {self.window:,}"


def headline(study: Study, values: Values) -> Headline | None:
    """Which setting is shown to be good enough, and on how many heatmaps; else that none is."""
    main = next(view for view in study.views if view.place == "main")
    maps = [heatmap_of(row) for row in study.view_rows(main, values)]
    if not maps:
        return None
    margin = float(str(values["margin"])) / 100
    enough = [setting for heatmap in maps if (setting := _enough(heatmap, margin))]
    together = [(heatmap, heatmap.best_set) for heatmap in maps if heatmap.best_set is not None]
    n_differing = (
        sum(len(among) < len(heatmap.cells) for heatmap, among in together) if together else None
    )
    models = sorted({heatmap.row["model"] for heatmap in maps})
    problems = sorted({heatmap.row["n_items"] for heatmap in maps if heatmap.row["n_items"]})
    size = f", {problems[0]:,} to {problems[-1]:,} problems" if len(problems) > 1 else ""
    return Headline(
        *_answer(maps, enough, n_differing),
        control="margin",
        subject=" and ".join(models) if len(models) < 4 else counted(len(models), "model"),  # noqa: PLR2004
        extent=f"{counted(len(maps), 'heatmap')}, {max(len(heatmap.cells) for heatmap in maps)} settings each{size}",
        tested="A setting is good enough where the interval of its difference to the highest cell (Newcombe, or the "
        "standard errors where these say more) ends above the acceptable loss, at a level corrected by Bonferroni "
        f"over the {maps[0].tests['cells']:,} {FAMILIES['cells']}. Cells are told from the highest by two-proportion "
        f"score tests with {CORRECTION} over the {maps[0].tests['pairs']:,} {FAMILIES['pairs']}. Both families are "
        "those of this source and metric, whatever is filtered. Problems count as "
        "independent, attempts at one as one; cells share their problems.",
    )


def _answer(
    maps: Sequence[Heatmap], enough: Sequence[_Enough], n_differing: int | None
) -> tuple[str, str]:
    if not enough and n_differing is None:
        return (
            "Undecided: of no setting is the uncertainty known.",
            "So a loss within {} cannot be established.",
        )
    if not enough:
        strong = (
            f"Undecided: settings differ in {n_differing} of {len(maps)} heatmaps."
            if n_differing
            else "Undecided: no setting can be told from the best."
        )
        return strong, "A loss within {} is not established for any smaller cache."
    least = min(enough, key=lambda setting: (setting.ratio, setting.window))
    if len(maps) == 1:
        return f"{least.sentence}.", "For a loss within {} of the best setting."
    return (
        f"On {len(enough)} of {len(maps)} heatmaps a smaller cache suffices.",
        f"{least.panel}: {least.sentence}, for a loss within {{}}.",
    )


def _enough(heatmap: Heatmap, margin: float) -> _Enough | None:
    indexes = sorted(heatmap.good_and_cheap(margin))
    if not indexes:
        return None
    return _Enough(
        heatmap.panel, heatmap.row["kv_window"][indexes[0]], heatmap.row["kv_ratio"][indexes[0]]
    )
