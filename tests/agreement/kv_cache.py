"""KV cache: what its figures draw of its cells, worked out here once more."""

from collections import defaultdict
from collections.abc import Callable
from statistics import mean

from tests.agreement.forms import Forms, Numbers, together

Cells = dict[tuple[str, str], float]
"""The percents of a heatmap by window and ratio."""


def grid(of: Forms) -> tuple[Numbers, Numbers]:
    mode = of.values["mode"]
    in_chart = together(of.marks, ("panel", "window", "ratio"), "z")
    in_table: Numbers = {}
    for panel, cells in _heatmaps(of).items():
        picked = cells.get((str(of.values["window"]), str(of.values["ratio"])))
        # No bundled source has a run with the full cache, so that mode is not offered.
        base = {"best": max(cells.values()), "cell": picked}.get(str(mode), 0.0)
        if base is not None:
            in_table |= {(panel, *at): [value - base] for at, value in cells.items()}
    if mode == "shrunk":  # drawn nearer to what rows and columns say: the places are the same
        return {place: [] for place in in_chart}, {place: [] for place in in_table}
    return in_chart, in_table


def means(control: str) -> Callable[[Forms], tuple[Numbers, Numbers]]:
    """Along the windows or the ratios."""
    at = ("window", "ratio").index(control)

    def relation(of: Forms) -> tuple[Numbers, Numbers]:
        in_table: Numbers = {}
        for panel, cells in _heatmaps(of).items():
            base = mean(cells.values()) if of.values["mode"] in ("best", "cell") else 0.0
            for place in {cell[at] for cell in cells}:
                inside = [value for one, value in cells.items() if one[at] == place]
                in_table[panel, place] = [mean(inside) - base]
        return together(of.marks, ("panel", control), "y"), in_table

    return relation


def by_kept(of: Forms) -> tuple[Numbers, Numbers]:
    in_chart = together(of.marks, ("panel", "window", "ratio"), "y")
    panel = str(of.values["panel"])
    # Nothing is drawn where a source does not say the budget of its tokens.
    cells = _heatmaps(of)[panel] if in_chart else {}
    return in_chart, {(panel, *at): [value] for at, value in cells.items()}


def agreement(of: Forms) -> tuple[Numbers, Numbers]:
    """The share of the other settings that each beats, a mean over the heatmaps."""
    in_chart = together(of.marks, ("window", "ratio"), "z")
    if of.values["benchmark"] or of.values["model"]:
        # It is over all heatmaps, whichever are shown, as its verdict would else depend on the filter.
        return {}, {}
    grids = list(_heatmaps(of).values()) if in_chart else []
    places = set.intersection(*map(set, grids)) if grids else set()
    in_table: Numbers = {}
    for place in places:
        shares = [
            mean(
                (one[place] > one[other]) + (one[place] == one[other]) / 2
                for other in places - {place}
            )
            for one in grids
        ]
        in_table[place] = [100 * mean(shares)]
    return in_chart, in_table


def _heatmaps(of: Forms) -> dict[str, Cells]:
    found: dict[str, Cells] = defaultdict(dict)
    cells = of.cells(
        lambda row: (row["model"], row["benchmark"], row["local window"], row["ratio kept"])
    )
    for (model, benchmark, window, ratio), value in cells.items():
        found[f"{model} · {benchmark}"][window, ratio] = value
    return found
