"""The scores of the runs that a load has, each against the last run of its configuration."""

from collections.abc import Sequence

from reasonboard import config
from reasonboard.cli import output
from reasonboard.cli.chosen import Listed
from reasonboard.cli.comparison import (
    FIELDS,
    VERDICT,
    Before,
    Score,
    called,
    run_before,
    scores_against,
)
from reasonboard.cli.output import Column
from reasonboard.store import database, snapshots

_SHOWN = 5
"""The most runs whose scores are shown on a terminal."""
_COLUMNS = (
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
            (output.print_json if form == "json" else output.print_csv)(names, rows)
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
    output.print_table(_COLUMNS, [score.texts for score in scores])
