"""The commands `runs`, which lists the loaded runs, a row for each evaluation and each training, and `remove`."""

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from reasonboard import config
from reasonboard.cli import output
from reasonboard.cli.chosen import Chosen, Listed, RunList, choosing, listed
from reasonboard.cli.output import Column
from reasonboard.cli.terminal import message
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.store import pushed

_SCORES = 4
"""How many benchmarks have a column: the ones with the most runs."""
_OTHERS = 2
"""How many of the other benchmarks a row names."""
_LEFT = (Column("date"), Column("model", shortens=True), Column("load", shortens=True, order=6))
_RIGHT = (
    Column("others", shortens=True, order=5),
    Column("steps", right=True, order=4),
    Column("benchmarks", right=True, order=7),
    Column("status", order=1),
    Column("seed", order=8),
    Column("repeat", order=9),
    Column("build", shortens=True, order=10),
    Column("answers", right=True, order=11),
    Column("run", order=12),
)


@click.command()
@choosing
@click.option("--each", is_flag=True, help="List every step of a training as a run.")
@output.form_options
def runs(form: str | None, each: bool, **options: Any) -> None:
    """List the loaded runs, the newest first.

    A training is one row with the scores of its last step; --each lists its steps.

    \b
    Examples:
      reasonboard runs
      reasonboard runs --model "*7b*" --since 7d
      reasonboard runs --json > runs.json
    """
    store = config.read().store
    found = listed(store, Chosen(**options), each=each)
    print_runs(found, form)
    for name, aside in pushed.asides(store).items():
        for line in aside.lines(name):
            print(message(f"reasonboard: {line}"), file=sys.stderr)


def print_runs(found: RunList, form: str | None = None) -> None:
    """Print the runs in this form; a table leaves out the repeats if all have the same."""
    form, rows = output.form_of(form), found.rows
    if form == "json":
        output.print_json(found.columns, [list(_with_intervals(row).values()) for row in rows])
    elif form == "csv":
        output.print_csv(found.columns, [list(map(_csv_text, row.values())) for row in rows])
    elif rows:
        _print_table(rows)
    else:
        output.print_lines(["No runs. Load some with `reasonboard load PATH`."])


def _print_table(rows: Sequence[Listed]) -> None:
    """Print a table with the scores of the benchmarks that most runs have, in percent."""
    has_repeats = len({row["repeat"] for row in rows}) > 1
    counts = Counter(score["benchmark"] for row in rows for score in row["scores"])
    names = [name for name, _ in counts.most_common(_SCORES)]
    scores = [
        Column(name, order=0 if place == 0 else 1 + place) for place, name in enumerate(names)
    ]
    shown = rows if has_repeats else [row | {"repeat": None} for row in rows]
    output.print_table((*_LEFT, *scores, *_RIGHT), [_cells(row, names) for row in shown])
    notes = ["Scores in percent with 95% intervals."]
    if any(_is_of_file(row) for row in rows):
        notes.append("* Time of the file: it states no date that can be read, or a future one.")
    output.print_lines(notes, "dim")


def _cells(row: Listed, names: Sequence[str]) -> Sequence[str]:
    """The cells of a row of the table: `_LEFT`, the scores of these benchmarks, `_RIGHT`."""
    first, last = row["first step"], row["last step"]
    scores = {score["benchmark"]: score for score in row["scores"]}
    others = [_score_text(score) for name, score in scores.items() if name not in names]
    more = f"  +{len(others) - _OTHERS}" if len(others) > _OTHERS else ""
    return (
        f"{row['date']:%Y-%m-%d %H:%M}{'*' * _is_of_file(row)}",
        row["model"],
        row["load"],
        *(_measured_text(scores[name]) if name in scores else "" for name in names),
        "  ".join(others[:_OTHERS]) + more,
        "" if last is None else str(last) if first == last else f"{first} to {last}",
        str(len(row["benchmarks"])),
        row["status"] or "",
        row["seed"] or "",
        row["repeat"] or "",
        row["build"] or "",
        f"{row['answers']:,}" if row["answers"] else "",
        row["run"] if row["runs"] == 1 else f"{row['runs']} runs",
    )


def _is_of_file(row: Listed) -> bool:
    return bool(row["date from"] != "stated")


def _with_intervals(row: Listed) -> Listed:
    """The row with both ends of the interval of each score instead of what it is computed from."""
    names = ("benchmark", "metric", "unit", "value")
    scores = []
    for score in row["scores"]:
        low, high = _interval(score) or (None, None)
        scores.append({name: score[name] for name in names} | {"low": low, "high": high})
    return row | {"scores": scores}


def _interval(score: dict[str, Any]) -> tuple[float, float] | None:
    from reasonboard.core.findings.intervals import interval_of_mark  # noqa: PLC0415  (imports scipy)

    return interval_of_mark(score)


def _measured_text(score: dict[str, Any]) -> str:
    from reasonboard.cli.comparison import score_text  # noqa: PLC0415  (imports the studies)

    return score_text(score)


def _score_text(score: dict[str, Any]) -> str:
    """A benchmark with its score, a share in percent: 'MATH500 83.0'."""
    value = score["value"]
    number = f"{100 * value:.1f}" if score["unit"] == "fraction" else f"{value:.4g} {score['unit']}"
    return f"{score['benchmark']} {number}"


def _csv_text(value: object) -> str:
    """The text of a cell; several names or scores are divided by semicolons."""
    if isinstance(value, list):
        return "; ".join(_score_text(one) if isinstance(one, dict) else str(one) for one in value)
    if isinstance(value, datetime):
        return output.time_text(value)
    return "" if value is None else str(value)


@click.command()
@click.argument("names", nargs=-1, metavar="[RUN]...")
@choosing
@click.option(
    "--yes", is_flag=True, help="Remove the runs that the options select, without asking."
)
def remove(names: tuple[str, ...], yes: bool, **options: Any) -> None:
    """Remove runs or whole loads.

    Each RUN is a run or the name of a load. With options only the runs that match are removed, trainings as a whole:
    they are listed first, and removed if you add --yes. `reasonboard rollback` undoes it.

    \b
    Examples:
      reasonboard remove my-run
      reasonboard remove --older-than 90d          # list what would go
      reasonboard remove --older-than 90d --yes
    """
    from reasonboard.ingest.loading.load import remove as remove_runs  # noqa: PLC0415  (`runs` needs no load)

    settings = config.read()
    chosen = Chosen(**options)
    if not names and not any(chosen):
        raise click.UsageError(
            "remove: no RUN (expected a run, the name of a load, or an option such as --older-than 90d)."
        )
    try:
        going = _going(settings.store, names, chosen, yes=yes) if any(chosen) else names
        removed = remove_runs(settings.data, settings.store, going) if going else 0
    except IngestError as error:
        raise click.ClickException(f"{error}. Nothing was removed.") from None
    print(f"Removed {_counted(removed)}.")


def _going(store: Path, names: Sequence[str], chosen: Chosen, *, yes: bool) -> list[str]:
    """Lists the chosen runs; the names of loads that go as a whole, and the keys of the other runs.

    Raises ClickException unless `yes`.
    """
    from reasonboard.ingest.loading.load import check_loaded  # noqa: PLC0415

    everything = listed(store, Chosen()).rows
    check_loaded(names, [(key, row["load"]) for row in everything for key in row["keys"]])
    found = listed(store, chosen)
    rows = [row for row in found.rows if not names or {row["load"], *row["keys"]} & set(names)]
    if not rows:
        return []
    print_runs(RunList(found.columns, rows))
    going, loaded = _by_load(rows), _by_load(everything)
    if not yes:
        raise click.ClickException(
            f"remove: nothing was removed (expected --yes, which removes {_counted(going.total())})"
        )
    whole = [load for load in going if going[load] == loaded[load]]
    return whole + [key for row in rows if row["load"] not in whole for key in row["keys"]]


def _by_load(rows: Sequence[Listed]) -> Counter[str]:
    """How many runs of each load there are."""
    runs: Counter[str] = Counter()
    for row in rows:
        runs[row["load"]] += row["runs"]
    return runs


def _counted(runs: int) -> str:
    return f"{runs} run{'s' * (runs != 1)}"
