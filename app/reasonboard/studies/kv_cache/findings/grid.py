"""What the heatmaps of window and ratio say, each by itself and all together."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.words import (
    SAME_ITEMS,
    best_sentence,
    count_of,
    interval,
    join_names,
    p_value,
    percent,
)
from reasonboard.statistics.differences import ALPHA
from reasonboard.statistics.effects import Homogeneity, in_standard_errors
from reasonboard.statistics.uncertainty import of_measured
from reasonboard.studies.kv_cache.heatmap import Heatmap, heatmap_of
from reasonboard.studies.kv_cache.rows import CORRECTION, FAMILIES, Row, ranking, setting_words

_OFF_GRAIN = 2.0
"""How strongly a value that cannot have been printed speaks: it is certain, but of one cell."""


def of_the_grid(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each heatmap: whether its cells differ, what noise leaves of its best, and impossible values.

    Rows are those of sql/grid.sql.
    """
    maps = [heatmap_of(row) for row in rows]
    best = [
        _best(heatmap, heatmap.homogeneity, heatmap.same)
        for heatmap in maps
        if heatmap.homogeneity and heatmap.same is not None and len(heatmap.cells) > 1
    ]
    return [
        *best,
        *(_impossible(heatmap, heatmap.impossible) for heatmap in maps if heatmap.impossible),
    ]


def of_the_agreement(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Whether the heatmaps order the settings that they share alike, and which is high in all."""
    order = ranking(rows)
    if order is None:
        return []
    settings, test, p = order.settings, order.test, order.p
    by_rank = _joined([setting_words(*settings[index]) for index in test.best_by_rank])
    first = "The heatmaps agree on the order of the settings" if p <= ALPHA else (
        "The heatmaps do not significantly agree on the order of the settings"
    )  # fmt: skip
    window, ratio = settings[test.best_by_rank[0]]
    return [
        Finding(
            subject=f"{order.heatmaps} heatmaps",
            estimate=order.concordance,
            unit="Kendall's W",
            p=p,
            verdict=verdict_of(p, 1),
            text=f"{first} (Kendall's W {order.concordance:.2f} over {order.heatmaps}, {p_value(p)}). Best mean rank: "
            f"{by_rank} ({min(test.mean_ranks):.1f} of {len(settings)}).",
            strength=in_standard_errors(p),
            test=(
                "Friedman's chi-square test of Kendall's coefficient of concordance; rough for few "
                "heatmaps. Assumes independent heatmaps, and uses only the order of the cells, not "
                "their noise."
            ),
            marks={"window": str(window), "ratio": str(ratio)},
        )
    ]


def _best(heatmap: Heatmap, test: Homogeneity, p: float) -> Finding:
    top = heatmap.cells[heatmap.best]
    uncertainty = of_measured(top)
    tied, others = len(heatmap.together) - 1, len(heatmap.cells) - 1
    within = f" ({interval(uncertainty.low, uncertainty.high)})" if uncertainty else ""
    best = f"{heatmap.setting_words(heatmap.best)} with {percent(top.value)}{within}"
    corrected = f"({p_value(p)} after {CORRECTION})"
    differ = (
        f"the cells differ by more than sampling noise {corrected}"
        if p <= ALPHA
        else f"no significant difference between the cells {corrected}"
    )
    again, spread = _expected_again(heatmap)
    return Finding(
        subject=heatmap.panel,
        detail=f"highest; {tied or 'none'} of {others} others tied with it",
        estimate=top.value * 100,
        low=uncertainty.low * 100 if uncertainty else None,
        high=uncertainty.high * 100 if uncertainty else None,
        unit="%",
        p=p,
        verdict="open" if tied else verdict_of(p, 1),
        text=f"{heatmap.panel}: {best_sentence(best, tied, others, 'other cell')}; {differ}{again}.",
        strength=in_standard_errors(test.p),
        plain_p=test.p,
        tests=heatmap.tests["heatmaps"],
        test=f"Two-proportion score tests against the highest cell, {CORRECTION} over {heatmap.tests['pairs']:,} "
        f"{FAMILIES['pairs']}; chi-square test that all {others + 1} cells have one accuracy ({test.chi2:.1f} on "
        f"{test.df}, {p_value(test.p)}, {CORRECTION} over {count_of(heatmap.tests['heatmaps'], 'heatmap')}). "
        f"{spread}{SAME_ITEMS}",
        marks=heatmap.marks(heatmap.best),
    )


def _expected_again(heatmap: Heatmap) -> tuple[str, str]:
    """What the highest cell may be expected to reach again, and the spreads that say so."""
    shrunk = heatmap.shrunk
    if shrunk is None or shrunk.observed_sd is None:
        return "", ""
    return (
        f"; on a rerun, expect the highest at {percent(shrunk.values[heatmap.best])}",
        (
            "The expected value is an empirical Bayes estimate: the cells spread by "
            f"{shrunk.observed_sd * 100:.1f} points (SD), noise alone by "
            f"{shrunk.noise_sd * 100:.1f}. "
        ),
    )


def _impossible(heatmap: Heatmap, cells: Sequence[Row]) -> Finding:
    """The values of a heatmap that no count of right answers gives."""
    first = cells[0]
    values = [
        f"{percent(cell['value'], cell['decimals'])} at {heatmap.setting_words(cell['at'])}"
        for cell in cells
    ]
    near = " and ".join(percent(end) for end in (first["below"], first["above"]) if end is not None)
    return Finding(
        subject=heatmap.panel,
        detail=f"printed value, impossible with {first['answers']:,} answers",
        estimate=first["value"] * 100,
        unit="%",
        text=f"{heatmap.panel}: {_joined(values)} cannot be a share of {first['answers']:,} answers; possible near "
        f"{percent(first['value'], first['decimals'])}: {near}.",
        strength=_OFF_GRAIN,
        test=(
            "No whole number of correct answers rounds to the printed value (GRIM test). Assumes "
            "equally weighted right or wrong answers."
        ),
        marks=heatmap.marks(first["at"]),
    )


def _joined(names: Sequence[str]) -> str:
    return join_names(names, sep="; ") if names else ""
