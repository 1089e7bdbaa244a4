"""The models of one benchmark as dots, as a small picture."""

from reasonboard.charts.teaser import Teaser, TeaserDot
from reasonboard.core.headline import share_in_words
from reasonboard.core.study import Study
from reasonboard.studies.models.blocks import Block, blocks_of
from reasonboard.studies.models.columns import Column, noun_of
from reasonboard.studies.models.headline import block_of_answer

_MOST = 4


def teaser(study: Study) -> Teaser | None:
    """The best four runs of the block that the answer speaks of, on one benchmark, with their intervals."""
    main = next(view for view in study.views if view.place == "main")
    values = study.defaults()
    blocks = blocks_of(study.view_rows(main, values))
    if not blocks:
        return None
    block = block_of_answer(blocks)
    own = next((run.key for run in block.runs if run.own), "")
    column = _column(block, own, str(values["panel"]))
    if column is None:
        return None
    dots = _dots(column, own)
    tied, total = _tied(column), len(column.rows)
    shown = f"{len(dots)} of {total}" if len(dots) < total else f"all {total}"
    return Teaser(
        f"{column.benchmark}: {shown} {noun_of(column.rows)}s{tied}.",
        f"{column.benchmark}, %{tied}",
        dots=dots,
        own=any(row["own"] for row in column.rows),
    )


def _tied(column: Column) -> str:
    """'; 2 of 13 tied for first': an end of a sentence; '' where that is not tested."""
    if column.sharing is None:
        return ""
    first = len(column.sharing)
    if first == 1:
        return "; the best is significantly ahead"
    return f"; {share_in_words(first, len(column.rows))} tied for first"


def _column(block: Block, own: str, panel: str) -> Column | None:
    """The selected benchmark if the block has it, else the one of most models that its own run has."""
    columns = [column for column in block.columns if column.is_share and column.is_ranked]
    return max(
        columns,
        key=lambda column: (column.panel == panel, column.has(own), len(column.rows)),
        default=None,
    )


def _dots(column: Column, own_key: str) -> list[TeaserDot]:
    """The best, and the own run that the answer speaks of."""
    ranked = sorted(column.rows, key=lambda row: (column.ranks[row["key"]], row["name"]))
    own = next((row for row in ranked if row["key"] == own_key), None)
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
