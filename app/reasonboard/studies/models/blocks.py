"""Blocks of models that share benchmarks, with their runs in order and their columns by domain."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby

from reasonboard.core.findings.pairs import Row
from reasonboard.studies.models.columns import Column, are_few, averaged, of_chosen
from reasonboard.studies.models.pair_tests import correct_over_benchmarks

MOST_RUNS = 500
"""The runs that sql/scores.sql has at most."""


def with_columns(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/scores.sql before any is filtered, each with its `name`, its `column` and if these are `few`."""
    names = names_of(rows)
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["panel"]].append(row | {"name": names[row["key"]]})
    columns = [Column(group) for group in groups.values()]
    correct_over_benchmarks([(column.benchmark, column.pairs) for column in columns])
    is_few = are_few(columns)
    blocks = Counter(column.benchmark for column in columns)
    for column in columns:
        column.title = column.benchmark if blocks[column.benchmark] == 1 else column.panel
        for row in column.rows:
            row |= {"column": column, "few": is_few}
    return [row for group in groups.values() for row in group]


def names_of(rows: Sequence[Row]) -> dict[str, str]:
    """What each run is called on the page: its model, what tells it from the model's other runs, its source at need.

    If all runs of a block are of one model and differ in something else, that alone.
    """
    firsts = {row["key"]: row for row in rows}
    models: dict[str, list[str]] = defaultdict(list)
    for row in firsts.values():
        models[row["block"]].append(row["model"])
    names = {}
    for key, row in firsts.items():
        of_block = models[row["block"]]
        is_one_model = len(of_block) > 1 and len({*of_block}) == 1 and row["variant"]
        parts = [row["variant"]] if is_one_model else [row["model"], row["variant"]]
        names[key] = " · ".join(filter(None, parts))
    counts = Counter((row["block"], names[key]) for key, row in firsts.items())
    return {
        key: names[key] + (f" · {row['title']}" if counts[row["block"], names[key]] > 1 else "")
        for key, row in firsts.items()
    }


Scores = dict[str, dict[str, Row]]
"""The rows of runs by their keys and panels."""

FEW_BENCHMARKS = 0.5
"""The share of the benchmarks of the run that has most in a block, under which a mean rank says little."""


@dataclass(frozen=True)
class Run:
    """A row of a block: a run with its scores by the panels of their columns."""

    key: str
    name: str
    model: str
    own: bool
    runs: int
    """How many runs its model has; this one is the newest."""
    loaded_at: str
    """When it was loaded; "" for a bundled one."""
    scores: dict[str, Row]
    rank: float | None
    """The mean over its benchmarks that are shown; None where nothing is ranked on any of them."""
    few: bool
    """Has it under half of the benchmarks of the run with most of them?"""

    @property
    def averaged(self) -> str:
        """Of how many runs its scores are the mean, at most: 'mean of 6 runs'; "" for a single run."""
        return averaged(max(self.scores.values(), key=lambda row: row["reruns"] or 0))


@dataclass(frozen=True)
class Domain:
    """The benchmarks of one domain in a block."""

    name: str
    columns: list[Column]

    def rank(self, run: Run) -> float | None:
        """The mean rank of the run over those that it has; None where it has none."""
        return _mean_rank(
            run.key, [column for column in self.columns if column.panel in run.scores]
        )

    def first_places(self, run: Run) -> tuple[int, int]:
        """On how many of its benchmarks the run is first or tied for first, and on how many that is tested."""
        known = [
            column.sharing
            for column in self.columns
            if column.panel in run.scores and column.sharing is not None
        ]
        return sum(run.key in sharing for sharing in known), len(known)


@dataclass(frozen=True)
class Block:
    """Models that share benchmarks, the best mean rank first, and their columns by domain."""

    title: str
    detail: str
    runs: list[Run]
    columns: list[Column]

    @property
    def own(self) -> bool:
        return any(run.own for run in self.runs)

    @property
    def loaded_at(self) -> str:
        """When the newest of its own runs was loaded; "" for bundled ones."""
        return max(run.loaded_at for run in self.runs)

    @cached_property
    def domains(self) -> list[Domain]:
        """Its columns by domain, in their order."""
        groups = groupby(self.columns, key=lambda column: column.domain)
        return [Domain(name, list(group)) for name, group in groups]


def blocks_of(rows: Sequence[Row], order: str = "rank", panel: str = "") -> list[Block]:
    """The blocks of filtered rows of `with_columns`, those with own runs first, the newest on top, each in `order`.

    Of the rows of one `setting`, runs that no common benchmark links stand in blocks of their own. `order` is "rank",
    "name" or "benchmark": by the score on `panel` in the block that has it, else by rank.
    """
    places: dict[int, Scores] = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        places[row["place"]][row["key"]][row["panel"]] = row
    columns = of_chosen(rows)
    blocks = [
        _block(linked, columns, order, panel)
        for setting in sorted(places)
        for linked in _linked(places[setting])
    ]
    newest_first = sorted(blocks, key=lambda block: block.loaded_at, reverse=True)
    return sorted(
        newest_first, key=lambda block: (not block.own, block.own and len(block.runs) == 1)
    )


def _linked(scores: Scores) -> list[Scores]:
    """The runs in groups that share no panel, in the order of their first ones."""
    counts = Counter(chain.from_iterable(scores.values()))
    if max(counts.values()) == len(scores):
        return [scores]  # a benchmark that all runs have links them
    linked_to = {panel: panel for panel in counts}

    def first(panel: str) -> str:
        """Of the panels that are linked so far."""
        while linked_to[panel] != panel:
            linked_to[panel] = panel = linked_to[linked_to[panel]]
        return panel

    firsts = [next(iter(run)) for run in scores.values()]
    for own, run in zip(firsts, scores.values(), strict=True):
        for panel in run:
            linked_to[first(panel)] = first(own)
    groups: dict[str, Scores] = defaultdict(dict)
    for own, (key, run) in zip(firsts, scores.items(), strict=True):
        groups[first(own)][key] = run
    return list(groups.values())


def _block(scores: Scores, all_columns: dict[str, Column], order: str, panel: str) -> Block:
    names = dict.fromkeys(chain.from_iterable(scores.values()))
    columns = {name: all_columns[name] for name in names}
    most = max(map(len, scores.values()))
    runs = [_run(key, of_run, columns, most) for key, of_run in scores.items()]
    firsts = [next(iter(of_run.values())) for of_run in scores.values()]
    models = {row["model"] for row in firsts}
    detail = next(iter(models)) if len(models) == 1 and len(runs) > 1 else ""
    title, others = _titles(firsts)
    return Block(
        title,
        detail or others,
        _sorted(runs, order, columns.get(panel)),
        _in_order(list(columns.values())),
    )


def _titles(rows: Sequence[Row]) -> tuple[str, str]:
    """What a block is called, by sources that it has, and the loads besides: 'and my-run', 'and 3 loads', or "".

    `rows` are one of each run. The source by which the block is known may be filtered out, or have no such runs.
    """
    is_own = {row["title"]: row["own"] for row in rows}
    known = rows[0]["block_title"]
    title = known if known in is_own else min(is_own, key=lambda name: is_own[name])
    loads = [name for name, own in is_own.items() if own and name != title]
    if not loads:
        return title, ""
    more = "more " if is_own[title] else ""
    return title, f"and {loads[0]}" if len(loads) == 1 else f"and {len(loads)} {more}loads"


def _run(key: str, scores: dict[str, Row], columns: dict[str, Column], most: int) -> Run:
    first = next(iter(scores.values()))
    few = len(scores) < most * FEW_BENCHMARKS
    loaded_at = str(first["loaded_at"] or "") if first["own"] else ""
    return Run(
        key, first["name"], first["model"], first["own"], first["runs"], loaded_at, scores,
        _mean_rank(key, [columns[panel] for panel in scores]), few,
    )  # fmt: skip


def _mean_rank(key: str, columns: Sequence[Column]) -> float | None:
    """The mean rank of a run over the columns that rank it; None where none does."""
    ranks = [column.ranks[key] for column in columns if column.is_ranked]
    return sum(ranks) / len(ranks) if ranks else None


def _sorted(runs: list[Run], order: str, column: Column | None) -> list[Run]:
    ranked = sorted(runs, key=lambda run: (run.few, run.rank is None, run.rank or 0.0, run.name))
    if order == "name":
        return sorted(ranked, key=lambda run: run.name.lower())
    if order == "benchmark" and column is not None:
        return sorted(ranked, key=lambda run: column.ranks.get(run.key, float("inf")))
    return ranked


def _in_order(columns: list[Column]) -> list[Column]:
    """By domain, the one of most benchmarks first, then by the number of problems."""
    counts = Counter(column.domain for column in columns)
    return sorted(
        columns,
        key=lambda column: (
            column.domain == "other", -counts[column.domain], column.domain, column.problems or 10**9,
            column.benchmark.lower(),
        ),
    )  # fmt: skip
