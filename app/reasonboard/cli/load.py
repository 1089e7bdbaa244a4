"""The command `load`: files into the store, or a part into another place."""

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import click

from reasonboard import config
from reasonboard.cli import asking, load_options
from reasonboard.cli.address import ADDRESS
from reasonboard.cli.chosen import Chosen, Listed, listed
from reasonboard.cli.terminal import BAD_DATA, BAD_INPUT, FOLDER, Progress, message
from reasonboard.config import Settings
from reasonboard.ingest.formats.errors import IngestError, NothingReadError
from reasonboard.ingest.formats.limits import VALUES
from reasonboard.ingest.loading import load as loading
from reasonboard.ingest.loading.load_names import check_free, default_name, load_name
from reasonboard.ingest.loading.report import OpenQuestionsError, Report
from reasonboard.ingest.names import aliases as alias_files
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.store.errors import RemoteError, StoreError
from reasonboard.store.places.address import Address, open_place
from reasonboard.store.serving import running_address
from reasonboard.web.loads import notes, outcome, refused, settings_of_studies, where


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--name", default="", help="Name of this load (default: the first path).")
@click.option("--dry-run", is_flag=True, help="Show what would be loaded, without loading it.")
@click.option(
    "--strict",
    is_flag=True,
    help="Load nothing if a file is damaged or unrecognized, or if samples cannot be read.",
)
@click.option(
    "--replace",
    is_flag=True,
    help="Overwrite the scores that the files have. Other loaded scores are kept.",
)
@click.option(
    "--unit", type=click.Choice(list(VALUES)), help="Unit of tables that do not state one."
)
@asking.OPTION
@load_options.SETTINGS
@load_options.PATH_NAMES
@click.option(
    "--keep-texts",
    is_flag=True,
    help="Copy the files with prompts and answers into the store, compressed.",
)
@click.option(
    "--build",
    default="",
    metavar="SETTING",
    help="The setting that names the build of a run, such as its image, commit or version.",
)
@click.option(
    "--to",
    "target",
    type=ADDRESS,
    metavar="URL",
    help="Upload the results to a shared folder (file:///folder) or bucket (s3://bucket/folder) for "
    "`publish`, instead of loading them here.",
)
@click.option(
    "--aliases",
    type=FOLDER,
    metavar="FILE",
    help="TOML file that corrects model names, sizes and steps. Without PATH it applies to all loaded runs.",
)
@click.option("--csv", "form", flag_value="csv", help="Print the scores as CSV.")
@click.option("--json", "form", flag_value="json", help="Print the scores as JSON.")
def load(
    paths: tuple[str, ...],
    target: Address | None,
    aliases: Path | None,
    named: frozenset[str],
    build: str,
    form: str | None,
    **options: Any,
) -> None:
    """Load result files, or folders of them, and show their scores.

    Tools are recognized by their files; tables are CSV, TSV, Excel, Parquet, JSON or Markdown.

    \b
    Examples:
      reasonboard load results/ --name nightly
      reasonboard load scores.csv --dry-run
      reasonboard load sweep.csv --as "Score=accuracy of GSM8K in percent"
      reasonboard load runs/ --from "{model}/seed{seed}/"
    """
    settings = config.read()
    options["limits"] = Limits(settings.reader_memory, settings.reader_seconds)
    if target:
        _load_to(
            settings,
            target,
            paths,
            aliases,
            form=form,
            build=build,
            extra_settings=named,
            **options,
        )
    elif paths:
        named |= {build} - {""}
        _load(settings, paths, aliases, named, form, build=build, **options)
    elif aliases and not named and not build and not options["path_pattern"]:
        _alias(settings, aliases)
    else:
        raise click.ClickException(
            "load: no PATH (expected a file or a folder of results, or --aliases FILE)"
        )


def _load(
    settings: Settings,
    paths: Sequence[str],
    aliases: Path | None,
    named: frozenset[str],
    form: str | None,
    **options: Any,
) -> None:
    """Load files into the store, and print what it has of them."""
    with _refusing():
        stated = alias_files.read(aliases) if aliases else None
        options["path_pattern"] = options["path_pattern"] or (
            stated.path_pattern if stated else None
        )
        options["extra_settings"] = named | settings_of_studies(settings.store)
        report = _load_and_ask(settings, paths, aliases=stated, **options)
    address, dry_run = running_address(settings), options["dry_run"]
    pages = where(report, address or settings.address, dry_run=dry_run, is_running=bool(address))
    has_scores = not dry_run and (form or sys.stdout.isatty())
    runs = loaded_runs(settings.store, report) if has_scores else []
    _print_report(report, named, pages, runs, form, dry_run=dry_run)


def _load_and_ask(settings: Settings, paths: Sequence[str], **options: Any) -> Report:
    """Load the files, and on a terminal ask about the tables that are left until a person leaves them out."""
    while True:
        try:
            with Progress() as shown:
                report = loading.load(
                    settings.data,
                    settings.store,
                    paths,
                    progress=shown.files,
                    building=shown.steps,
                    **options,
                )
            questions = report.questions
        except OpenQuestionsError as error:
            if not asking.is_terminal() or not (said := asking.ask(error.questions)):
                raise
        else:
            if not (questions and asking.is_terminal()) or not (said := asking.ask(questions)):
                return report
        options["answers"] = (*options["answers"], *said)


def _alias(settings: Settings, aliases: Path) -> None:
    """Apply aliases to all that is loaded."""
    with _refusing():
        stated = alias_files.read(aliases)
        if stated.path_pattern:
            raise IngestError(
                f"{aliases}: path.from counts when files are read (expected `reasonboard load PATH --aliases FILE`)"
            )
        lines = loading.alias(settings.data, settings.store, stated)
    print("\n".join(map(message, ["Applied the aliases to all loaded runs.", *lines])))


def _load_to(
    settings: Settings,
    target: Address,
    paths: Sequence[str],
    aliases: Path | None,
    *,
    replace: bool,
    keep_texts: bool,
    build: str,
    form: str | None,
    **options: Any,
) -> None:
    """Write a part to a place, and print what it has."""
    if not paths or replace or keep_texts or aliases or build or form:
        raise click.ClickException(
            "load: --to cannot be combined with --replace, --keep-texts, --build, --aliases, --csv or --json, which "
            "need a store (expected PATH and --to URL)"
        )
    from reasonboard.remote.parts import load_to  # noqa: PLC0415  (few loads go elsewhere)

    with _refusing():  # a part that is refused for its name could not be sent again by another one
        name = load_name(options["name"] or default_name(paths))
        check_free(settings.data, name)
        with Progress() as shown:
            report = load_to(
                open_place(target), paths, data=settings.data, progress=shown.files, **options
            )
    dry_run = options["dry_run"]
    pages = where(report, target.name, dry_run=dry_run)
    _print_report(report, options["extra_settings"], pages, [], None, dry_run=dry_run)


def loaded_runs(store: Path, report: Report) -> list[Listed]:
    """The rows of `runs` for the runs that the loaded files have, the newest first."""
    loads = [name for name, _ in report.loads]
    if not loads:
        return []
    rows = listed(store, Chosen(loads=loads)).rows
    return [row for row in rows if not report.run_keys.isdisjoint(row["keys"])]


@contextmanager
def _refusing() -> Iterator[None]:
    """End the command with the line on what cannot be loaded: files, or a place that does not answer."""
    try:
        yield
    except NothingReadError as error:
        for line in error.lines:
            print(message(f"reasonboard: {line}. Nothing was loaded."), file=sys.stderr)
        raise click.exceptions.Exit(BAD_INPUT) from None
    except RemoteError as error:
        print(message(f"reasonboard: {error}. Nothing was loaded."), file=sys.stderr)
        raise click.exceptions.Exit(BAD_DATA) from None
    except (IngestError, StoreError) as error:
        raise click.ClickException(f"{error}. Nothing was loaded.") from None


def _print_report(
    report: Report,
    named: Collection[str],
    pages: Iterable[str],
    runs: Sequence[Listed],
    form: str | None,
    *,
    dry_run: bool,
) -> None:
    """Print what was loaded, its scores and its pages; ends with an exit code if a file is damaged.

    Scores are printed on a terminal and if a form is asked for: then all sentences go to the standard error.
    """
    for line in refused(report):
        print(message(f"reasonboard: {line}"), file=sys.stderr)
    sentences = sys.stderr if form else sys.stdout
    for line in chain(
        load_options.absent(named, report.settings),
        notes(report),
        outcome(report, dry_run=dry_run),
    ):
        print(message(line), file=sentences)
    if form or runs:
        from reasonboard.cli.comparison import print_scores  # noqa: PLC0415  (imports the studies)

        print_scores(runs, form)
    for line in pages:
        print(message(line), file=sentences)
    if report.refused:
        raise click.exceptions.Exit(BAD_INPUT)
