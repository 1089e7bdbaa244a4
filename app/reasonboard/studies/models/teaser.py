"""The models of one benchmark as dots, as a small picture."""

from reasonboard.charts.teaser import Teaser, TeaserDot
from reasonboard.core.study import Study
from reasonboard.studies.models.blocks import Block, blocks_of
from reasonboard.studies.models.columns import Column
from reasonboard.studies.models.headline import block_of_answer

_MOST = 4


def teaser(study: Study) -> Teaser | None:
    """The best four runs of the block that the answer speaks of, on one benchmark, with their intervals."""
    main = next(view for view in study.views if view.place == "main")
    values = study.defaults()
    blocks = blocks_of(study.view_rows(main, values))
    column = _column(block_of_answer(blocks), str(values["panel"])) if blocks else None
    if column is None:
        return None
    dots = _dots(column)
    sharing = _sharing(column)
    return Teaser(
        f"{column.benchmark}: the best {len(dots)} models{sharing}.",
        f"{column.benchmark}, %{sharing}",
        dots=dots,
        own=any(row["own"] for row in column.rows),
    )


def _sharing(column: Column) -> str:
    """How many models share the first place, as an end of a sentence; '' where it cannot be tested."""
    if column.sharing is None:
        return ""
    first = len(column.sharing)
    if first == 1:
        return ", one alone in first place"
    return f", {first} of {len(column.rows)} models share first place"


def _column(block: Block, panel: str) -> Column | None:
    """The selected benchmark if the block has it, else the one of most models that its own run has."""
    own = next((run.key for run in block.runs if run.own), "")
    columns = [column for column in block.columns if column.is_share and column.is_ranked]
    return max(
        columns,
        key=lambda column: (column.panel == panel, column.has(own), len(column.rows)),
        default=None,
    )


def _dots(column: Column) -> list[TeaserDot]:
    """The best, an own run among them; the answer speaks of that."""
    ranked = sorted(column.rows, key=lambda row: (column.ranks[row["key"]], row["name"]))
    own = next((row for row in ranked if row["own"]), None)
    first = [row for row in ranked if row is own or row in ranked[:_MOST]]
    if len(first) > _MOST:
        first = [*first[: _MOST - 1], first[-1]]
    strong = own or ranked[0]
    dots = []
    for row in first:
        ends = column.interval(row["key"])
        low, high = (ends.low * 100, ends.high * 100) if ends else (None, None)
        dots.append(TeaserDot(row["name"], row["value"] * 100, low, high, row is strong))
    return dots
