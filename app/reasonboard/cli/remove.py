"""The command `remove`: runs and loads by their names, or by what the options choose."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from reasonboard import config
from reasonboard.cli.chosen import EVERY_RUN, Chosen, Listed, RunList, choosing, listed, of_options
from reasonboard.cli.runs import print_runs
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading import load as loading


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
    settings = config.read()
    chosen = of_options(**options)
    if not names and not chosen.any():
        raise click.UsageError(
            "remove: no RUN (expected a run, the name of a load, or an option such as --older-than 90d)."
        )
    try:
        going = _going(settings.store, names, chosen, yes=yes) if chosen.any() else names
        removed = loading.remove(settings.data, settings.store, going) if going else 0
    except IngestError as error:
        raise click.ClickException(f"{error}. Nothing was removed.") from None
    print(f"Removed {_counted(removed)}.")


def _going(store: Path, names: Sequence[str], chosen: Chosen, *, yes: bool) -> list[str]:
    """Lists the chosen runs; the names of loads that go as a whole, and the keys of the other runs.

    Raises ClickException unless `yes`.
    """
    everything = listed(store, EVERY_RUN).rows
    loading.check_loaded(names, [(key, row["load"]) for row in everything for key in row["keys"]])
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
