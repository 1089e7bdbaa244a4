"""What the heatmaps of window and ratio say, each by itself and all together."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.grain import off_grain
from reasonboard.core.findings.words import interval, p_value, percent
from reasonboard.statistics.agreement import agreement
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.corrections import of_known
from reasonboard.statistics.effects import in_standard_errors
from reasonboard.statistics.grids import Homogeneity, homogeneity, shrunk
from reasonboard.statistics.sweeps import best_set, common, highest, listed
from reasonboard.statistics.uncertainty import Measured, effective_answers, of_measured

Row = dict[str, Any]

SHARED = (
    "Answers are taken as independent; cells share their items, so the noise between them is smaller "
    "than this says."
)
_OFF_GRAIN = 2.0
"""How strongly a value that cannot have been printed speaks: it is certain, but of one cell."""


def of_the_grid(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each heatmap: whether its cells differ, what noise leaves of its best, and impossible values.

    Rows are those of `figures.kv_cache.window_ratio_grid`.
    """
    cells = [cells_of(row) for row in rows]
    tests = [_homogeneity(tuple(of)) for of in cells]
    ps = of_known([test.p if test else None for test in tests])
    together = [
        _best(row, of, test, p, sum(test is not None for test in tests))
        for row, of, test, p in zip(rows, cells, tests, ps, strict=True)
        if test and p is not None
    ]
    return [*together, *(found for row in rows for found in _impossible(row))]


def of_the_agreement(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Whether the heatmaps order the settings that they share alike, and which is high in all."""
    places, grids = common([(row["kv_window"], row["kv_ratio"], row["value"]) for row in rows])
    found = agreement(grids)
    if len(grids) < 2 or found.concordance is None or found.p is None:  # noqa: PLR2004
        return []
    agree = found.p <= ALPHA
    by_rank = [place(*places[one]) for one in found.best_by_rank]
    by_z = [place(*places[one]) for one in found.best_by_minimum_z]
    rank = min(found.mean_ranks)
    first = "The heatmaps agree on the order of the settings" if agree else (
        "No agreement of the heatmaps on the order of the settings is resolved"
    )  # fmt: skip
    z = f"; the highest minimum z is that of {_several(by_z)}" if by_z else ""
    window, ratio = places[found.best_by_rank[0]]
    return [
        Finding(
            f"{first} (Kendall's W {found.concordance:.2f} over {len(grids)}, {p_value(found.p)}); the best mean rank, "
            f"{rank:.1f} of {len(places)}, is that of {_several(by_rank)}{z}.",
            strength=in_standard_errors(found.p),
            test="Friedman's chi-square test of Kendall's coefficient of concordance; rough for few heatmaps. It takes "
            "the heatmaps as independent and sees only the order of the cells, not their noise.",
            marks={"window": str(window), "ratio": str(ratio)},
        )
    ]


def cells_of(row: Row) -> list[Measured]:
    """The cells of a row with what is known of each."""
    return listed(row["value"], row["items"], row["repeats"], row["seeds"], row["stderrs"])


def place(window: int, ratio: float) -> str:
    """A cell in words."""
    return f"window {window:,}, ratio {ratio:g}"


@lru_cache(maxsize=64)
def _homogeneity(cells: tuple[Measured, ...]) -> Homogeneity | None:
    answers = [effective_answers(cell) for cell in cells]
    known = [n for n in answers if n]
    return homogeneity([cell.value for cell in cells], known) if len(known) == len(cells) else None


def _best(row: Row, cells: Sequence[Measured], test: Homogeneity, p: float, tests: int) -> Finding:
    best = highest(cells)
    together = best_set(cells) or frozenset({best})
    top = cells[best]
    end = of_measured(top)
    within = f", {interval(end.low, end.high)}" if end else ""
    where = f"{_place(row, best)}: {percent(top.value)}{within}"
    if len(together) == len(cells):
        what = f"no cell is separable from the best ({where})"
    elif len(together) == 1:
        what = f"one cell is separably the best ({where})"
    else:
        what = f"{len(together)} of {len(cells)} cells cannot be told from the best ({where})"
    words = (
        f"the cells differ by more than sampling noise ({p_value(p)} after Holm's correction)"
        if p <= ALPHA
        else f"that the cells differ at all is not resolved ({p_value(p)} after Holm's correction)"
    )
    again, spread = _again(cells, best)
    return Finding(
        f"{row['panel']}: {what}; {words}{again}.",
        strength=in_standard_errors(test.p),
        test="Two-proportion score tests against the highest cell, Holm's correction over all pairs of cells; "
        f"chi-square test that all {len(cells)} cells have one accuracy ({test.chi2:.1f} on {test.df}, "
        f"{p_value(test.p)}, Holm over {tests} heatmap{'s' if tests > 1 else ''}). {spread}{SHARED}",
        marks=_marks(row, best),
    )


def _again(cells: Sequence[Measured], best: int) -> tuple[str, str]:
    """What the highest cell may be expected to reach again, and the spreads that say so."""
    known = [n for cell in cells if (n := effective_answers(cell))]
    found = shrunk([cell.value for cell in cells], known)
    if found is None or found.observed_sd is None:
        return "", ""
    return (
        f"; measured again, the highest may be expected at {percent(found.values[best])}",
        f"That expectation is empirical Bayes: the cells spread by {found.observed_sd * 100:.1f} points (SD), "
        f"noise alone by {found.noise_sd * 100:.1f}. ",
    )


def _impossible(row: Row) -> list[Finding]:
    """The values of a row that no count of right answers gives."""
    cells = [
        {
            "at": at, "value": value / 100, "n_items": items, "n_repeats": repeats, "n_seeds": seeds,
            "partial": stderr is not None,
        }
        for at, (value, items, repeats, seeds, stderr) in enumerate(
            zip(row["value"], row["items"], row["repeats"], row["seeds"], row["stderrs"], strict=True)
        )
    ]  # fmt: skip
    # With a standard error of its own a score need not be a count of right answers.
    found = off_grain([cell for cell in cells if not cell["partial"]])
    if not found:
        return []
    first = found[0]
    told = _several(
        [f"{percent(one['value'], one['decimals'])} at {_place(row, one['at'])}" for one in found]
    )
    near = " and ".join(percent(one) for one in (first["below"], first["above"]) if one is not None)
    return [
        Finding(
            f"{row['panel']}: {told} cannot be a share of {first['answers']:,} answers; possible near "
            f"{percent(first['value'], first['decimals'])}: {near}.",
            strength=_OFF_GRAIN,
            test="No whole number of right answers rounds to the printed value (GRIM test); assumes answers "
            "that are right or wrong and count alike.",
            marks=_marks(row, first["at"]),
        )
    ]


def _place(row: Row, at: int) -> str:
    return place(row["kv_window"][at], row["kv_ratio"][at])


def _marks(row: Row, at: int) -> dict[str, str]:
    return {
        "panel": row["panel"],
        "window": str(row["kv_window"][at]),
        "ratio": str(row["kv_ratio"][at]),
    }


def _several(names: Sequence[str], most: int = 3) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return "; ".join(names[:most]) + more
