"""The rows of the study of models as columns of benchmarks and blocks of models, with the numbers derived from them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from reasonboard.core.findings.grim import off_grain
from reasonboard.core.findings.pairs import Answers
from reasonboard.core.findings.result import Result, result_of, with_interval
from reasonboard.statistics.contrasts import (
    ALPHA,
    contrast,
    holm,
    interval_of_difference,
    of_all_pairs,
)
from reasonboard.statistics.paired import PairedScores, paired_contrast, paired_interval
from reasonboard.statistics.sweeps import highest, snapped
from reasonboard.statistics.uncertainty import (
    Measured,
    Uncertainty,
    detectable,
    of_measured,
    standard_error,
)

Row = dict[str, Any]
FEW_BENCHMARKS = 0.5
"""The share of the benchmarks of the run that has most in a block, under which a mean rank says little."""


class Column:
    """All scores of one benchmark in a block, whatever a reader filters: what is told from what follows from them.

    The tests are paired by problem where the answers of both runs are loaded and one of them is among the highest
    (`paired_run` of tables.sql), else two-proportion score tests, or z tests with the standard errors where these say
    more. All pairs of its models are one family, with Holm's correction over these: the highest is named after
    looking, so that a correction over the pairs with it alone would part models from it that noise put there.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        first = rows[0]
        self.panel: str = first["panel"]
        self.benchmark: str = first["benchmark"]
        self.domain: str = first["domain"] or "other"
        self.is_share: bool = first["unit"] == "fraction"
        self.sign = -1 if first["higher_is_better"] is False else 1
        self._at = {row["key"]: at for at, row in enumerate(rows)}

    @cached_property
    def cells(self) -> list[Measured]:
        """The scores with what is known of each; nothing of scores that are no fraction."""
        return [measured(row) for row in self.rows]

    @cached_property
    def ranks(self) -> dict[str, float]:
        """Of each run, 1 for the best; equal scores share their mean rank."""
        values = [-self.sign * row["value"] for row in self.rows]
        ranks = scipy.stats.rankdata(values)
        return {row["key"]: float(rank) for row, rank in zip(self.rows, ranks, strict=True)}

    @cached_property
    def problems(self) -> int | None:
        """The number of problems, the largest where the runs differ."""
        return max((row["n_items"] for row in self.rows if row["n_items"]), default=None)

    @cached_property
    def best(self) -> frozenset[str]:
        """The runs of the best score."""
        best = max(self.sign * row["value"] for row in self.rows)
        return frozenset(row["key"] for row in self.rows if self.sign * row["value"] == best)

    @cached_property
    def top(self) -> int:
        """The place of the best run that the others are compared with."""
        return highest([cell._replace(value=self.sign * cell.value) for cell in self.cells])

    @cached_property
    def sharing(self) -> frozenset[str] | None:
        """The runs that cannot be told from the best, with it; None where nothing is known of some of them."""
        if len(self.rows) == 1 or not self._known.all():
            return None
        at = self.top
        return frozenset(
            row["key"]
            for place, row in enumerate(self.rows)
            if place == at or not self.is_apart[at, place]
        )

    @cached_property
    def detects(self) -> float | None:
        """The smallest difference of two of its models that a test would find, in percent points."""
        found = detectable(
            [cell for cell, known in zip(self.cells, self._known, strict=True) if known]
        )
        return None if found is None else found * 100

    @cached_property
    def adjusted(self) -> NDArray[np.float64]:
        """The corrected p-value of every two runs, 1 where one of them cannot be tested."""
        count = len(self.rows)
        found = np.ones((count, count))
        known = np.flatnonzero(self._known)
        if len(known) > 1:
            one, other = (known[places] for places in np.triu_indices(len(known), 1))
            found[one, other] = of_all_pairs([self.cells[at] for at in known])
            for (a, b), scores in self._paired.items():
                test, whole = paired_contrast(scores), self.rows[a]["value"] - self.rows[b]["value"]
                # Problems that only one answered can turn a difference: then nothing is told from it.
                is_alike = test is not None and scores.difference * whole > 0
                found[min(a, b), max(a, b)] = test.p_value if test and is_alike else 1.0
            found[one, other] = found[other, one] = holm(found[one, other].tolist())
        return found

    def paired(self, a: int, b: int) -> PairedScores | None:
        """The problems that the runs at these places both answered, where their difference is tested by these."""
        return self._paired.get((a, b)) or (
            found.turned if (found := self._paired.get((b, a))) else None
        )

    @cached_property
    def _paired(self) -> dict[tuple[int, int], PairedScores]:
        """By the places of two runs of which something is known."""
        found = {}
        for at, row in enumerate(self.rows):
            for one in row["paired"]:
                other, answers = self._at.get(one["key_b"]), Answers.from_row(one)
                if other is None or not (self._known[at] and self._known[other]):
                    continue
                if answers.scores and answers.pairable:
                    found[at, other] = answers.scores
        return found

    @cached_property
    def is_apart(self) -> NDArray[np.bool_]:
        """Which two runs can be told apart."""
        values = np.array([row["value"] for row in self.rows])
        apart: NDArray[np.bool_] = (self.adjusted <= ALPHA) & (values[:, None] != values)
        return apart

    @property
    def tests(self) -> int:
        """The tests that are corrected over each other."""
        return len(self.rows) * (len(self.rows) - 1) // 2

    @cached_property
    def next_best(self) -> int | None:
        """The place of the run that is hardest to tell from the best; None where nothing is known of some."""
        if self.sharing is None:
            return None
        others = [at for at in range(len(self.rows)) if at != self.top]
        return max(
            others, key=lambda at: (self.adjusted[self.top, at], self.sign * self.rows[at]["value"])
        )

    @cached_property
    def lead(self) -> Result | None:
        """The best run minus `next_best`, with an interval that holds together with all pairs of the benchmark."""
        if self.next_best is None:
            return None
        best, other = self.cells[self.top], self.cells[self.next_best]
        scores = self.paired(self.top, self.next_best)
        found = paired_contrast(scores) if scores else contrast(best, other)
        if found is None:
            return None
        result = result_of(found, float(self.adjusted[self.top, self.next_best]), self.tests)
        level = 1 - ALPHA / self.tests
        ends = (
            paired_interval(scores, level) if scores else interval_of_difference(best, other, level)
        )
        return with_interval(result, *ends) if ends else result

    @property
    def lead_paired(self) -> PairedScores | None:
        """The problems by which `lead` is tested, where it is paired."""
        return None if self.next_best is None else self.paired(self.top, self.next_best)

    def told_from(self, key: str, other: str) -> bool | None:
        """Can the run be told from the other? None where nothing is known of one of them."""
        one, two = self._at[key], self._at[other]
        return bool(self.is_apart[one, two]) if self._known[one] and self._known[two] else None

    def has(self, key: str) -> bool:
        return key in self._at

    def row(self, key: str) -> Row:
        """The row of a run."""
        return self.rows[self._at[key]]

    def cell(self, key: str) -> Measured:
        """The score of a run with what is known of it."""
        return self.cells[self._at[key]]

    @cached_property
    def impossible(self) -> frozenset[str]:
        """The runs whose printed score no count of right answers gives."""
        printed = [
            row
            for row in self.rows
            if self.is_share and row["kind"] == "stated" and row["stderr"] is None
        ]
        return frozenset(row["key"] for row in off_grain(printed))

    @cached_property
    def _known(self) -> NDArray[np.bool_]:
        return np.array([self.is_share and standard_error(cell) is not None for cell in self.cells])


@dataclass(frozen=True)
class Run:
    """A row of a block: a run with its scores by the panels of their columns."""

    key: str
    name: str
    model: str
    own: bool
    runs: int
    """How many runs of its model there are, of which it is the newest."""
    scores: dict[str, Row]
    rank: float
    """The mean over its benchmarks that are shown."""
    few: bool
    """Has it under half of the benchmarks of the run with most of them?"""


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
        rows = [row for run in self.runs if run.own for row in run.scores.values()]
        return max((str(row["loaded_at"] or "") for row in rows), default="")


def with_columns(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/scores.sql, each with its `column` and its `rank` in it, before any is filtered."""
    names = names_of(rows)
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["panel"]].append(row | {"name": names[row["key"]]})
    for group in groups.values():
        column = Column(group)
        for row in group:
            row["column"] = column
    return [row for group in groups.values() for row in group]


def names_of(rows: Sequence[Row]) -> dict[str, str]:
    """What each run is called on the page: its model, what tells it from the model's other runs, its source at need.

    Where all of a block are of one model and differ in something else, that alone.
    """
    models: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        models[row["block"]].add(row["model"])
    firsts = {row["key"]: row for row in rows}
    found = {}
    for key, row in firsts.items():
        alone = len(models[row["block"]]) == 1 and row["variant"]
        found[key] = (
            row["variant"] if alone else " · ".join(filter(None, [row["model"], row["variant"]]))
        )
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for key, row in firsts.items():
        counts[row["block"], found[key]] += 1
    return {
        key: f"{found[key]} · {row['title']}"
        if counts[row["block"], found[key]] > 1
        else found[key]
        for key, row in firsts.items()
    }


def blocks_of(rows: Sequence[Row], order: str = "rank", panel: str = "") -> list[Block]:
    """The blocks of filtered rows of `with_columns`, those with own runs first, the newest on top, each in `order`.

    Of the rows of one `place`, runs that no common benchmark links stand in blocks of their own. `order` is "rank",
    "name" or "benchmark": by the score on `panel` in the block that has it, else by rank.
    """
    placed = sorted(rows, key=lambda row: row["place"])
    blocks = [
        _block(linked, order, panel)
        for _, group in groupby(placed, key=lambda row: row["place"])
        for linked in _linked(list(group))
    ]
    newest_first = sorted(blocks, key=lambda block: block.loaded_at, reverse=True)
    return sorted(
        newest_first, key=lambda block: (not block.own, block.own and len(block.runs) == 1)
    )


def _linked(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows in groups that share neither a run nor a panel, in the order of their first rows."""
    runs, panels = (list(dict.fromkeys(row[name] for row in rows)) for name in ("key", "panel"))
    at_run, at_panel = ({name: at for at, name in enumerate(names)} for names in (runs, panels))
    ends = [(at_run[row["key"]], len(runs) + at_panel[row["panel"]]) for row in rows]
    size = len(runs) + len(panels)
    graph = scipy.sparse.coo_array(
        (np.ones(len(rows)), tuple(zip(*ends, strict=True))), shape=(size, size)
    )
    _, group_of = scipy.sparse.csgraph.connected_components(graph, directed=False)
    groups: dict[int, list[Row]] = defaultdict(list)
    for row, (run, _) in zip(rows, ends, strict=True):
        groups[group_of[run]].append(row)
    return list(groups.values())


def _block(rows: Sequence[Row], order: str, panel: str) -> Block:
    columns = _in_order(list({row["panel"]: row["column"] for row in rows}.values()))
    by_key: dict[str, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        by_key[row["key"]][row["panel"]] = row
    most = max(map(len, by_key.values()))
    runs = [_run(key, scores, most) for key, scores in by_key.items()]
    first = rows[0]
    models = {row["model"] for row in rows}
    detail = next(iter(models)) if len(models) == 1 and len(runs) > 1 else ""
    titles = {row["title"] for row in rows}
    title = titles.pop() if len(titles) == 1 else first["block_title"]
    return Block(title, detail, _sorted(runs, order, panel), columns)


def _run(key: str, scores: dict[str, Row], most: int) -> Run:
    first = next(iter(scores.values()))
    ranks = [row["column"].ranks[key] for row in scores.values()]
    few = len(scores) < most * FEW_BENCHMARKS
    mean = sum(ranks) / len(ranks)
    return Run(key, first["name"], first["model"], first["own"], first["runs"], scores, mean, few)


def _sorted(runs: list[Run], order: str, panel: str) -> list[Run]:
    ranked = sorted(runs, key=lambda run: (run.few, run.rank, run.name))
    if order == "name":
        return sorted(ranked, key=lambda run: run.name.lower())
    if order == "benchmark" and any(panel in run.scores for run in ranked):
        return sorted(ranked, key=lambda run: _place(run, panel))
    return ranked


def _place(run: Run, panel: str) -> float:
    row = run.scores.get(panel)
    return float(row["column"].ranks[run.key]) if row else float("inf")


def _in_order(columns: list[Column]) -> list[Column]:
    """By domain, the one of most benchmarks first, then by the number of problems."""
    counts: dict[str, int] = defaultdict(int)
    for column in columns:
        counts[column.domain] += 1
    return sorted(
        columns,
        key=lambda one: (
            one.domain == "other", -counts[one.domain], one.domain, one.problems or 10**9, one.benchmark.lower(),
        ),
    )  # fmt: skip


def measured(row: Row) -> Measured:
    """A score with what is known of it; c / n where just one count of right answers prints as it."""
    if row["unit"] != "fraction" or not 0 <= row["value"] <= 1:
        return Measured(row["value"])
    return snapped(Measured.from_row(row["value"], row))


def interval(row: Row) -> Uncertainty | None:
    """The 95 % interval of a score that is a fraction."""
    if row["unit"] != "fraction" or not 0 <= row["value"] <= 1:
        return None
    return of_measured(measured(row))
