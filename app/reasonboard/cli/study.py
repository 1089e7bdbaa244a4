"""The commands for studies that users declare: `study add | list | remove | suggest`."""

from pathlib import Path

import click

from reasonboard import config
from reasonboard.cli import output
from reasonboard.cli.terminal import FOLDER, message
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.snapshot import declared as declared_studies
from reasonboard.store import snapshots
from reasonboard.store.database import query
from reasonboard.store.errors import StoreError
from reasonboard.store.serving import address_of, running_address


@click.group()
def study() -> None:
    """Manage custom studies: one TOML file makes one page."""


@study.command()
@click.argument("files", nargs=-1, required=True, type=FOLDER, metavar="FILE...")
def add(files: tuple[Path, ...]) -> None:
    """Add studies from TOML files.

    A study with the same path is replaced.

    \b
    Examples:
      reasonboard study suggest my-sweep > sweep.toml
      reasonboard study add sweep.toml
    """
    from reasonboard.cli import declaring  # noqa: PLC0415  (the studies take a moment to import)

    settings = config.read()
    try:
        declared = [declaring.read(file) for file in files]
        declaring.add(settings.data, settings.store, declared)
    except (IngestError, StoreError) as error:
        raise click.ClickException(f"{error}. Nothing was added.") from None
    words = "See it at" if running_address(settings) else "Run `reasonboard serve`, then open"
    for study in declared:
        print(message(f"{words} {address_of(settings)}{study.path}"))


@study.command(name="list")
@output.form_options
def list_(form: str | None) -> None:
    """List the custom studies."""
    from reasonboard.studies.own.study import stored  # noqa: PLC0415

    settings = config.read()
    snapshots.hold(settings.store)
    names = ("path", "question", "address")
    rows = [
        (study.path, study.question, f"{address_of(settings)}{study.path}") for study in stored()
    ]
    form = output.form_of(form)
    if form != "table":
        output.print_rows(form, names, rows)
    elif rows:
        columns = [output.Column(name, shortens=name == "question") for name in names]
        output.print_table(columns, rows)
    else:
        output.print_lines(["No custom studies. Add one with `reasonboard study add FILE`."])


@study.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
def remove(paths: tuple[str, ...]) -> None:
    """Remove studies. Their data stays.

    \b
    Examples:
      reasonboard study remove my-sweep
    """
    settings = config.read()
    try:
        declared_studies.remove(settings.data, settings.store, paths)
    except (IngestError, StoreError) as error:
        raise click.ClickException(f"{error}. Nothing was removed.") from None
    print(f"Removed {len(paths)} stud{'y' if len(paths) == 1 else 'ies'}.")


@study.command()
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
def suggest(runs: tuple[str, ...]) -> None:
    """Draft a study from the settings that vary between runs.

    Each RUN is a run or the name of a load.

    \b
    Examples:
      reasonboard study suggest my-sweep > sweep.toml
    """
    from reasonboard.studies.own.suggested import draft  # noqa: PLC0415

    settings = config.read()
    snapshots.hold(settings.store)
    known = {
        name: row["name"]
        for row in query("studies/own/loads")
        for name in (row["name"], *row["runs"])
    }
    for run in runs:
        if run not in known:
            raise click.ClickException(
                f"{run}: not loaded (expected a run or a load that `reasonboard runs` lists)"
            )
    text = draft(list(dict.fromkeys(known[run] for run in runs)))
    if text is None:
        raise click.ClickException(
            f"{', '.join(runs)}: nothing varies between these runs (expected a setting that varies, such as "
            "temperature; `reasonboard load --settings NAME` keeps other columns of a table)"
        )
    print(text, end="")
