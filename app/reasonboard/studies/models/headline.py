"""Which model is best, and on how many benchmarks significantly, in one sentence and as a small picture."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.charts.teaser import Teaser, TeaserDot
from reasonboard.core.control import Values
from reasonboard.core.headline import Headline, any_in_words, counted, share_in_words
from reasonboard.core.pair_names import name_among
from reasonboard.core.study import Study
from reasonboard.studies.models.blocks import MOST_RUNS, Block, Run, blocks_of
from reasonboard.studies.models.columns import Column, noun_of

_TESTED = (
    "A model is tied for first on a benchmark if no other one is significantly better. "
    "Its range of ranks counts the models significantly better and significantly worse. "
    "If the answers of both models are loaded and one is among the three highest, they "
    "are compared by problem: McNemar's score test for single right or wrong answers, "
    "otherwise a t test. All others are compared by two-proportion score tests, or z "
    "tests with standard errors over problems if these are more precise; both are "
    "cautious, since models answer the same problems. Holm's correction is over all pairs "
    "of models of a benchmark in its block, and over all benchmarks of a pair as on Two "
    "models. With several models, one can be tied here and still differ from the best when "
    "only the two are compared. Average ranks are over the benchmarks "
    "that a model has; equal scores share a rank. Problems count as independent, and all "
    "attempts at a problem as one."
)


def headline(study: Study, values: Values) -> Headline | None:
    """How often the own run with the best average rank is first in its block, else the best run of the first block.

    The block is the first one in which an own run can be tested.
    """
    rows = study.view_rows(study.views[0], values)
    blocks = blocks_of(rows)
    if not blocks:
        return None
    block = block_of_answer(blocks)
    own = next((run for run in block.runs if run.own), None)
    strong, context = _of_own(own, block) if own else _of_best(block)
    return Headline(
        strong,
        context,
        own=_short(own.name, block) if own else "",
        subject=block.title,
        extent=_extent(block, blocks, rows[0]["all_runs"]),
        tested=_TESTED,
    )


def block_of_answer(blocks: Sequence[Block]) -> Block:
    """The first block in which an own run can be tested, else the first."""
    return next((block for block in blocks if _is_tested(block)), blocks[0])


def _is_tested(block: Block) -> bool:
    """Is it known on some benchmark whether its first own run is first?"""
    own = next((run for run in block.runs if run.own), None)
    return own is not None and any(column.sharing is not None for column in _of(own, block))


def _extent(block: Block, blocks: Sequence[Block], all_runs: int) -> str:
    """'10 runs on 6 benchmarks, one of 5 blocks': of the block that the answer speaks of."""
    sizes = f"{_rows(block.runs)} on {counted(len(block.columns), 'benchmark')}"
    averaged = block.runs[0].averaged if len(block.runs) == 1 else ""
    parts = [sizes, averaged, f"one of {len(blocks)} blocks" if len(blocks) > 1 else ""]
    if all_runs > MOST_RUNS:
        parts.append(f"of the first {MOST_RUNS} of {all_runs:,} runs")
    return ", ".join(filter(None, parts))


def _rows(runs: Sequence[Run]) -> str:
    """'10 runs'; a mean of several runs is not called a run: '2 models', '17 runs and means of runs'."""
    if not any(run.averaged for run in runs):
        return counted(len(runs), "run")
    if len({run.model for run in runs}) == len(runs):
        return counted(len(runs), "model")
    return f"{len(runs):,} runs and means of runs"


class _Places(NamedTuple):
    """Of a run: on how many of the benchmarks that others have, too, it is what."""

    benchmarks: int
    highest: int
    ahead: int
    tied: int
    below: int
    untested: int

    @classmethod
    def of(cls, run: Run, columns: Sequence[Column]) -> "_Places":
        sharings = [column.sharing for column in columns]
        first = [len(sharing) for sharing in sharings if sharing and run.key in sharing]
        untested = sharings.count(None)
        return cls(
            len(columns),
            sum(run.key in column.best for column in columns),
            first.count(1),
            len(first) - first.count(1),
            len(columns) - len(first) - untested,
            untested,
        )


def _of_own(run: Run, block: Block) -> tuple[str, str]:
    """'is tied for first on 2 of 3 benchmarks, significantly below first on 1.'"""
    own_columns = _of(run, block)
    shared = [column for column in own_columns if len(column.rows) > 1]
    columns = [column for column in shared if column.is_ranked]
    if shared and not columns:
        return f"is not ranked on {_where(len(shared), shared)}:", f"{shared[0].missing}."
    if not columns:
        them = "it" if len(own_columns) == 1 else "them"
        return (
            f"has scores on {counted(len(own_columns), 'benchmark')};",
            f"no other model here has {them}.",
        )
    places, which = _Places.of(run, columns), _of_several(block)
    if places.untested == places.benchmarks:
        where = _where(places.highest, columns)
        words = (
            f"scores {_highest(columns)} on {where}"
            if places.highest
            else f"is not first on {where}"
        )
        return f"{which}{words};", f"not tested: {columns[0].missing}."
    parts = [
        ("is significantly ahead", places.ahead),
        ("is tied for first", places.tied),
        ("is significantly below first", places.below),
        ("is not tested", places.untested),
    ]
    (first, most), *others = [part for part in parts if part[1]]
    strong = f"{which}{first} on {_where(most, columns)}"
    if not others:
        return f"{strong}.", _best_rank(block, run)
    rest = ", ".join(f"{words.removeprefix('is ')} on {count}" for words, count in others)
    return f"{strong},", f"{rest}. {_best_rank(block, run)}".rstrip()


def _of_several(block: Block) -> str:
    """Says that the run is one of several own ones."""
    own = [run for run in block.runs if run.own]
    return f"(best of your {_rows(own)} here) " if len(own) > 1 else ""


def _of_best(block: Block) -> tuple[str, str]:
    """'X scores highest on 4 of 6 benchmarks, significantly ahead on 1, tied for first on 3.'"""
    best = block.runs[0]
    name = _short(best.name, block)
    shared = [column for column in _of(best, block) if len(column.rows) > 1]
    columns = [column for column in shared if column.is_ranked]
    if shared and not columns:
        return "Nothing is ranked,", "since it is unknown whether higher or lower is better."
    if len(block.runs) == 1:
        return f"{name} is the only model here,", "so nothing to compare."
    leads = [column for column in columns if best.key in column.best]
    if not leads:
        where = (
            any_in_words(len(columns), "benchmark") if len(columns) > 1 else columns[0].benchmark
        )
        return (
            f"{name} has the best average rank{_of_most(block)},",
            f"but is not first on {where}.",
        )
    places = _Places.of(best, leads)
    parts = [
        ("significantly ahead", places.ahead),
        ("tied for first", places.tied),
        (f"not tested ({leads[0].missing})", places.untested),
    ]
    known = [(words, count) for words, count in parts if count]
    if len(known) == 1:
        there = "there" if len(leads) == 1 else "on both" if len(leads) == 2 else "on all of them"  # noqa: PLR2004
        context = f"{known[0][0]} {there}."
    else:
        context = ", ".join(f"{words} on {count}" for words, count in known) + "."
    return f"{name} scores {_highest(leads)} on {_where(len(leads), columns)},", context


def _highest(columns: Sequence[Column]) -> str:
    """The word for the best score: less can be better."""
    return "highest" if all(column.sign > 0 for column in columns) else "best"


def _where(count: int, columns: Sequence[Column]) -> str:
    """'4 of 6 benchmarks', 'both benchmarks'; of a single one its name."""
    if len(columns) == 1:
        return columns[0].benchmark
    return f"{share_in_words(count, len(columns))} benchmarks"


def _short(name: str, block: Block) -> str:
    """The name of a run of the block in a line, with what tells it from the others there."""
    return name_among(name, [run.name for run in block.runs])


def _best_rank(block: Block, own: Run) -> str:
    first, most = block.runs[0], _of_most(block)
    if len(block.columns) == 1 or first.rank is None:
        return ""
    if first is own:
        return f"It has the best average rank{most}."
    return f"Best average rank{most}: {_short(first.name, block)}.".replace("….", "…")


def _of_most(block: Block) -> str:
    """Says that runs of few benchmarks are left out, if one of them has a better average rank than the first."""
    ranks = [run.rank for run in block.runs if run.rank is not None]
    is_of_most = bool(ranks) and min(ranks) < ranks[0]
    return " on at least half of the benchmarks" if is_of_most else ""


def _of(run: Run, block: Block) -> Sequence[Column]:
    return [column for column in block.columns if column.panel in run.scores]


_MOST = 4


def teaser(study: Study) -> Teaser | None:
    """The best four runs of the block that the answer speaks of, on one benchmark, with their intervals."""
    values = study.defaults()
    blocks = blocks_of(study.view_rows(study.views[0], values))
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
