"""Which model is best, and on how many benchmarks it is significant, in one sentence."""

from collections import Counter
from collections.abc import Sequence

from reasonboard.charts.text_width import cut_apart
from reasonboard.core.control import Values
from reasonboard.core.headline import Headline, counted, share_in_words
from reasonboard.core.study import Study
from reasonboard.studies.models.blocks import Block, Run, blocks_of
from reasonboard.studies.models.columns import Column

_LONGEST = 32
_TESTED = (
    "A model shares the first place of a benchmark where it cannot be told from the highest score. Where the answers "
    "of both are loaded and one is among the three highest, they are compared by problem: by McNemar's exact test of "
    "single right or wrong answers, else by a t test. Elsewhere by two-proportion score tests, or z tests with the "
    "standard errors over problems where these say more, which are cautious, as models answer the same problems. "
    "Holm's correction is over all pairs of models of that benchmark in its block. Mean ranks are over the benchmarks "
    "that a model has; equal scores share a rank. Problems count as independent and attempts at one problem as one."
)


def headline(study: Study, values: Values) -> Headline | None:
    """The own run with the best mean rank against the leaders of its block, else the best run of the first block.

    The block is the first one in which an own run can be tested.
    """
    main = next(view for view in study.views if view.place == "main")
    blocks = blocks_of(study.view_rows(main, values))
    if not blocks:
        return None
    block = block_of_answer(blocks)
    own = next((run for run in block.runs if run.own), None)
    strong, context = _of_own(own, block) if own else _of_best(block)
    runs = sum(len(block.runs) for block in blocks)
    benchmarks = {column.benchmark for block in blocks for column in block.columns}
    return Headline(
        strong,
        context,
        own=_short(own.name, block) if own else "",
        subject=_sizes(blocks),
        extent=f"{counted(runs, 'run')} on {counted(len(benchmarks), 'benchmark')}",
        tested=_TESTED,
    )


def block_of_answer(blocks: Sequence[Block]) -> Block:
    """The first block in which an own run can be tested, else the first."""
    return next((block for block in blocks if _is_tested(block)), blocks[0])


def _is_tested(block: Block) -> bool:
    """Can its first own run be told from another on some benchmark?"""
    own = next((run for run in block.runs if run.own), None)
    return own is not None and any(column.sharing is not None for column in _of(own, block))


def _sizes(blocks: Sequence[Block]) -> str:
    """'Pythia (17) · 3 more': the runs of the first source, so that the byline is one line."""
    sizes: Counter[str] = Counter()
    for block in blocks:
        sizes[block.title] += len(block.runs)
    title, count = next(iter(sizes.items()))
    others = len(sizes) - 1
    return f"{title} ({count})" + (f" · {others} more" if others else "")


def _of_own(run: Run, block: Block) -> tuple[str, str]:
    own_columns = _of(run, block)
    testable = [column for column in own_columns if column.sharing is not None]
    if all(len(column.rows) == 1 for column in own_columns):
        them = "it" if len(own_columns) == 1 else "them"
        return (
            f"has scores on {counted(len(own_columns), 'benchmark')};",
            f"no other model here has {them}.",
        )
    if not testable:
        return f"cannot be tested: {_why_untested(own_columns)} where others have scores.", ""
    shared = sum(run.key in (column.sharing or ()) for column in testable)
    leads = sum(run.key in column.best for column in testable)
    tested = counted(len(testable), "benchmark")
    several = f"{share_in_words(len(testable), len(testable))} benchmarks"
    all_testable = several if len(testable) > 1 else testable[0].benchmark
    if leads == len(testable):
        return f"has the best score on {all_testable};", _sharing_first(run, testable, block)
    elif not shared:
        return f"is worse than the leader on {all_testable}.", "" if block.runs[
            0
        ] is run else _best_rank(block, run)
    elif shared == len(testable):
        strong = f"cannot be told from the leader on {all_testable}."
    else:
        worse = len(testable) - shared
        strong = f"cannot be told from the leader on {shared} of {tested}, worse on {worse}."
    return strong, _best_rank(block, run)


def _of_best(block: Block) -> tuple[str, str]:
    best = block.runs[0]
    columns = _of(best, block)
    testable = [column for column in columns if column.sharing is not None]
    if len(block.runs) == 1:
        return f"{_short(best.name, block)} has no other model beside it.", ""
    if not testable:
        return (
            f"Not tested: {_why_untested(columns)} where models share a benchmark.",
            "" if best.rank is None else f"{best.name} has the best mean rank.",
        )
    leads = sum(best.key in column.best for column in testable)
    strong = (
        f"{_short(best.name, block)} leads on {leads} of {counted(len(testable), 'benchmark')};"
    )
    return strong, _sharing_first(best, testable, block)


def _sharing_first(run: Run, columns: Sequence[Column], block: Block) -> str:
    """On how many of the benchmarks on which a run has the highest score others share the first place."""
    best = [column for column in columns if run.key in column.best]
    if len(best) == 1 and best[0].sharing and len(best[0].sharing) == 2:  # noqa: PLR2004
        (other,) = best[0].sharing - {run.key}
        return f"{_short(best[0].row(other)['name'], block)} cannot be told from it."
    shared = [len(column.sharing or ()) > 1 for column in best]
    if not any(shared):
        return "no other model can be mistaken for it there."
    where = "there" if all(shared) else f"on {sum(shared)} of these"
    return f"{where}, others cannot be told from it."


def _short(name: str, block: Block) -> str:
    """The name of a run of the block in a line, with what tells it from the others there."""
    return cut_apart([*(run.name for run in block.runs), name], _LONGEST)[name]


def _why_untested(columns: Sequence[Column]) -> str:
    """Why on none of the benchmarks that several models have the first place is tested."""
    return " or ".join(
        dict.fromkeys(column.why_untested for column in columns if len(column.rows) > 1)
    )


def _best_rank(block: Block, own: Run) -> str:
    first = block.runs[0]
    name = "It" if first is own else first.name
    is_ranked = len(block.columns) > 1 and first.rank is not None
    return f"{name} has the best mean rank." if is_ranked else ""


def _of(run: Run, block: Block) -> Sequence[Column]:
    return [column for column in block.columns if column.panel in run.scores]
