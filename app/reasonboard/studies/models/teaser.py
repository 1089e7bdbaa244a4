"""The models of one benchmark as dots, as a small picture."""

from reasonboard.charts.teaser import Teaser, TeaserDot
from reasonboard.core.study import Study
from reasonboard.studies.models.blocks import blocks_of
from reasonboard.studies.models.columns import Column
from reasonboard.studies.models.rows import interval

_MOST = 4


def teaser(study: Study) -> Teaser | None:
    """The best four runs of the first block, with their intervals, on the selected benchmark.

    Where that has one run only, on the benchmark with an own run and the most others.
    """
    main = next(view for view in study.views if view.place == "main")
    values = study.defaults()
    blocks = blocks_of(study.view_rows(main, values))
    columns = [one for block in blocks[:1] for one in block.columns if one.is_share]
    if not columns:
        return None
    fullest = max(columns, key=lambda one: (any(row["own"] for row in one.rows), len(one.rows)))
    several = [one for one in columns if one.panel == values["panel"] and len(one.rows) > 1]
    column = next(iter(several), fullest)
    dots = _dots(column)
    sharing = (
        f", {len(column.sharing)} of {len(column.rows)} share first place" if column.sharing else ""
    )
    return Teaser(
        f"{column.benchmark}: the best {len(dots)} models{sharing}.",
        f"{column.benchmark}, %{sharing}",
        dots=dots,
    )


def _dots(column: Column) -> list[TeaserDot]:
    """The best, an own run among them; the answer speaks of that."""
    ranked = sorted(column.rows, key=lambda row: (column.ranks[row["key"]], row["name"]))
    own = next((row for row in ranked if row["own"]), None)
    first = [row for row in ranked if row is own or row in ranked[:_MOST]]
    if len(first) > _MOST:
        first = [*first[: _MOST - 1], first[-1]]
    strong = own or ranked[0]
    found = []
    for row in first:
        ends = interval(row)
        low, high = (ends.low * 100, ends.high * 100) if ends else (None, None)
        found.append(TeaserDot(row["name"], row["value"] * 100, low, high, row is strong))
    return found
