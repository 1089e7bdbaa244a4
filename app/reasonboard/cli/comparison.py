"""Scores of runs, and two runs against each other, with the numbers and verdicts of the page *Two models*.

After a load each of its runs is printed against the last run of its configuration.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from reasonboard import config
from reasonboard.cli import output
from reasonboard.cli.chosen import Listed
from reasonboard.cli.output import Column
from reasonboard.core.findings.intervals import interval_of_mark
from reasonboard.core.findings.words import FRACTION, change_range, number_words, percent_range
from reasonboard.statistics.differences import Verdict
from reasonboard.store import database, snapshots
from reasonboard.store.database import query
from reasonboard.store.near_names import near_names
from reasonboard.studies.pair.headline import compared
from reasonboard.studies.pair.rows import Line, lines
from reasonboard.studies.pair.study import PAIR

Row = dict[str, Any]
WORSE, UNDECIDED, UNTESTED = "worse", "cannot tell yet", "not tested"
NOT_WORSE, LITTLE_WORSE = "not worse", "worse by less than the margin"
_WORDS: dict[Verdict | None, str] = {
    Verdict.BETTER: "better",
    Verdict.WORSE: WORSE,
    Verdict.DIFFERENT: "different",
    Verdict.NOT_SIGNIFICANT: UNDECIDED,
    None: UNTESTED,
}
"""What a verdict on A is called."""
VERDICT = Column(
    "verdict",
    styles={
        "better": "green",
        NOT_WORSE: "green",
        WORSE: "bold red",
        UNTESTED: "dim",
        UNDECIDED: "dim",
    },
)
FIELDS = (
    "benchmark", "metric", "score", "low", "high", "unit", "change", "change low", "change high",
    "p corrected", "verdict",
)  # fmt: skip
"""The columns of `Score.values`."""


class Score(NamedTuple):
    """The score of a run on a benchmark, and its change from another run if there is one."""

    benchmark: str
    row: Row
    """What is known of the score."""
    line: Line | None

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """Benchmark, score with its interval, change with its interval, and verdict."""
        line = self.line
        both = (change_text(line), verdict_of(line)) if line else ("", "")
        return self.benchmark, score_text(self.row), *both

    @property
    def values(self) -> tuple[Any, ...]:
        """The same as numbers, in the unit of the score: the columns of `FIELDS`."""
        row, line = self.row, self.line
        score = (row["metric"], row["value"], *(interval_of_mark(row) or (None, None)), row["unit"])
        if line is None:
            return self.benchmark, *score, None, None, None, None, None
        ends, result = line.difference.interval or (None, None), line.difference.result
        p = result.adjusted if result else None
        return self.benchmark, *score, line.difference.estimate, *ends, p, verdict_of(line)


class Before(NamedTuple):
    """The last run of a configuration before another, as *Two models* calls it; '' if there is none."""

    b: str = ""
    made_at: datetime | None = None


def run_before(a: str) -> Before:
    """The run before the one that *Two models* calls A."""
    rows = query("studies/history/run_before", a=a)
    return Before(**rows[0]) if rows else Before()


def called(name: str) -> dict[str, str]:
    """What *Two models* calls the runs of this name (the key of a run, a load, a model), each with its label."""
    rows = query("studies/pair/named", name=name)
    labels = {row["key"]: row["label"] for row in rows}
    is_of_one = len({row["model"] for row in rows}) == 1
    return (
        labels
        if is_of_one and len({*labels.values()}) == len(labels)
        else {key: key for key in labels}
    )


def like(name: str) -> list[str]:
    """The models and loads whose names are most like this one."""
    models = [choice.label.split(" · ")[0] for choice in PAIR.controls[0].options({})]
    named = query("studies/data/run_names")
    return near_names(name, [*models, *(row["name"] for row in named if row["kind"] == "loads")])


def scores_against(a: str, b: str) -> list[Score]:
    """The scores of A, each compared with B if both have the benchmark."""
    compared = {line.benchmark: line for line in lines_of(a, b)} if b else {}
    return [
        Score(row["benchmark"], row["a"], compared.get(row["benchmark"]))
        for row in benchmarks_of(a, "")
    ]


def lines_of(a: str, b: str) -> list[Line]:
    """The benchmarks that both have, compared."""
    return lines(benchmarks_of(a, b))


def benchmarks_of(a: str, b: str) -> Sequence[Row]:
    """The scores that both have, or all scores of A if B is ''."""
    return compared({"a": a, "b": b, "metric": "main"})


def score_text(row: Row) -> str:
    """The score of one side: '83.0 (79.5–86.0)', '5.87 perplexity'."""
    ends, unit = interval_of_mark(row), row["unit"]
    text = number_text(row["value"], unit)
    if ends is None:
        return text
    between = (
        percent_range(*ends, between="–") if unit == FRACTION else "–".join(map(number_words, ends))
    )
    return f"{text} ({between})"


def number_text(value: float, unit: str) -> str:
    """A score: a share in percent, any other with its unit."""
    return f"{100 * value:.1f}" if unit == FRACTION else f"{number_words(value)} {unit}"


def change_text(line: Line) -> str:
    """A minus B: '−3.3 (−5.3 to −1.2)', without an interval if it cannot be tested."""
    ends = line.difference.interval
    return line.change + (f" ({change_range(*ends, line.unit)})" if ends else "")


def verdict_of(line: Line, margin: float = 0.0) -> str:
    """The verdict on A; `margin` is the loss, a fraction, that is accepted."""
    word = _WORDS[line.difference.verdict]
    ends, is_share = line.difference.interval, line.unit == FRACTION
    if not (margin and ends and is_share and line.difference.a["higher_is_better"]):
        return word
    if ends[0] > -margin:
        return {UNDECIDED: NOT_WORSE, WORSE: LITTLE_WORSE}.get(word, word)
    return word


_SHOWN = 5
"""The most runs whose scores are shown on a terminal."""
_SCORES = (
    Column("benchmark", shortens=True),
    Column("score (95% interval)"),
    Column("change (95% interval)", order=1),
    VERDICT,
)


def print_scores(runs: Sequence[Listed], form: str | None) -> None:
    """Print the scores as tables, one for each run, or all of them in this form."""
    snapshots.hold(config.read().store)
    try:
        if form:
            names = ("run", "model", "date", "against", *FIELDS)
            rows = [
                (run["run"], run["model"], output.time_text(run["date"]), before.b, *score.values)
                for run in runs
                for before, scores in [_scores(run)]
                for score in scores
            ]
            output.print_rows(form, names, rows)
            return
        for run in runs[:_SHOWN]:
            _print_run(run, *_scores(run))
        if len(runs) > _SHOWN:
            load = runs[0]["load"]
            more = f"{len(runs) - _SHOWN:,} more runs: `reasonboard runs --load {load}`."
            output.print_lines(["", more])
        if runs:
            output.print_lines([""])
    finally:
        database.close()


def _scores(run: Listed) -> tuple[Before, list[Score]]:
    """The run before, and the scores against it."""
    key = next(iter(called(run["run"])), None)
    if key is None:
        return Before(), []
    before = run_before(key)
    return before, scores_against(key, before.b)


def _print_run(run: Listed, before: Before, scores: Sequence[Score]) -> None:
    title = f"{run['model']}, {run['date']:%Y-%m-%d %H:%M}"
    if run["last step"] is not None:
        title += f", step {run['last step']:,}"
    if before.made_at:
        title += f", against its run of {before.made_at:%Y-%m-%d %H:%M}"
    output.print_lines(["", title], "bold")
    output.print_table(_SCORES, [score.texts for score in scores])
