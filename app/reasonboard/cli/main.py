"""The command `reasonboard`: every subcommand, and the exit codes."""

import csv
import socket
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import click
import duckdb

from reasonboard import config
from reasonboard.cli.report import progress, summary
from reasonboard.cli.terminal import message, printable
from reasonboard.config import Settings, SettingsError
from reasonboard.export import metadata
from reasonboard.export.forms import FORMS
from reasonboard.export.images import SCHEMES, SIZES
from reasonboard.ingest import aliases as alias_files
from reasonboard.ingest import load as loading
from reasonboard.ingest import publish as publishing
from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.reader_messages import Limits
from reasonboard.store import backup as backups
from reasonboard.store import database, snapshots
from reasonboard.store.check import problems as find_problems
from reasonboard.store.errors import StoreError
from reasonboard.store.repair import repair as mend
from reasonboard.web.monitoring.folder import shared_metrics

BAD_INPUT = 2
BAD_DATA = 3

_FOLDER = click.Path(path_type=Path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code: 0, 2 for wrong input or settings, 3 for data that is not sound."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with reasonboard.make_context("reasonboard", given) as context:
            return reasonboard.invoke(context) or 0
    except click.exceptions.Exit as end:  # --help
        return end.exit_code
    except SettingsError as error:
        problems, code = str(error).splitlines(), BAD_INPUT
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "reasonboard"
        problems, code = [f"{error.format_message()} (see `{command} --help`)"], BAD_INPUT
    except click.ClickException as error:
        problems, code = [error.format_message()], BAD_INPUT
    except (IngestError, StoreError) as error:
        problems, code = [str(error)], BAD_DATA
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone: nothing more to say
        return 0
    for problem in problems:
        _refused(problem, code)
    return code


@click.group(no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
def reasonboard() -> None:
    """A dashboard for the evaluation results of reasoning models."""


@reasonboard.command()
@click.option("--allow-remote", is_flag=True, help="Allow a HOST that other machines can reach.")
def serve(allow_remote: bool) -> int:
    """Start the dashboard.

    HOST, PORT and REASONBOARD_* in the environment set it up.
    """
    settings = config.read()
    if not config.is_loopback(settings.host) and not allow_remote:
        return _refused(
            f"HOST is {settings.host}: other machines could read everything, without a password. "
            "Say --allow-remote if that is meant (expected a loopback host such as 127.0.0.1)",
            BAD_INPUT,
        )
    taken = _taken(settings)
    if taken:
        return _refused(taken, BAD_INPUT)
    version = publishing.publish(settings.data, settings.store)
    with shared_metrics():
        from reasonboard.web.main import create_app  # noqa: PLC0415  (Dash takes a second to import: only here is it needed)
        from reasonboard.web.server import Server  # noqa: PLC0415

        Server(create_app(settings), settings, version).run()
    return 0


@reasonboard.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--name", default="", help="What the load is called (default: after the first path).")
@click.option("--dry-run", is_flag=True, help="Say what would be loaded, write nothing.")
@click.option("--strict", is_flag=True, help="Refuse files of no known tool.")
@click.option("--replace", is_flag=True, help="Let new numbers replace those of the same run.")
@click.option(
    "--aliases",
    type=_FOLDER,
    metavar="FILE",
    help="A TOML of names, sizes and steps; without PATH it is applied to what is loaded.",
)
def load(
    paths: tuple[str, ...],
    name: str,
    dry_run: bool,
    strict: bool,
    replace: bool,
    aliases: Path | None,
) -> int:
    """Read result files (or folders) of evaluation tools."""
    settings = config.read()
    if not paths and not aliases:
        return _refused("load: no PATH (expected a file or a folder, or --aliases FILE)", BAD_INPUT)
    try:
        renamed = alias_files.read(aliases) if aliases else None
        if not paths and renamed:
            loading.alias(settings.data, settings.store, renamed)
            print("The aliases are applied to all that is loaded.")
            return 0
        report = loading.load(
            settings.data,
            settings.store,
            paths,
            name=name,
            dry_run=dry_run,
            strict=strict,
            replace=replace,
            aliases=renamed,
            progress=progress if sys.stderr.isatty() else None,
            limits=Limits(settings.reader_memory, settings.reader_seconds),
        )
    except (IngestError, StoreError) as error:
        return _refused(f"{error}. Nothing was loaded.", BAD_INPUT)
    for line in summary(report, dry_run=dry_run):
        print(message(line))
    return 0


@reasonboard.command()
def runs() -> int:
    """List the loaded runs as CSV."""
    return _print_rows(config.read(), database.text("studies/data/loaded"))


@reasonboard.command()
@click.argument("names", nargs=-1, required=True, metavar="RUN...")
def remove(names: tuple[str, ...]) -> int:
    """Take loaded runs out.

    Each RUN is a run, or the name of a load.
    """
    settings = config.read()
    try:
        removed = loading.remove(settings.data, settings.store, names)
    except IngestError as error:
        return _refused(f"{error}. Nothing was removed.", BAD_INPUT)
    print(f"Removed {removed} run{'s' * (removed != 1)}.")
    return 0


@reasonboard.command()
def rollback() -> None:
    """Go back to the data before the last change."""
    print(f"The data is that of snapshot {publishing.rollback(config.read().store)} again.")


@reasonboard.command()
def repair() -> None:
    """Go back to the newest sound data where files are damaged."""
    for line in mend(config.read().store) or ["All is sound: there is nothing to repair."]:
        print(line)


@reasonboard.command()
@click.argument("folder", type=_FOLDER, metavar="DIR")
def backup(folder: Path) -> None:
    """Copy the data and the short links to a folder.

    The dashboard may be running meanwhile.
    """
    entry = backups.backup(config.read().store, folder)
    print(f"Snapshot {entry.version} of {entry.made} is kept in {folder}.")


@reasonboard.command()
@click.argument("folder", type=_FOLDER, metavar="DIR")
def restore(folder: Path) -> None:
    """Go back to the data of a backup."""
    settings = config.read()
    version = publishing.restore(settings.data, settings.store, folder)
    print(f"The data is that of {folder} (snapshot {version}). `rollback` goes back.")


@reasonboard.command()
@click.argument("sql")
def query(sql: str) -> int:
    """Print the rows of a SELECT on the data as CSV.

    For instance "SELECT study, count(*) FROM result GROUP BY study".
    """
    return _print_rows(config.read(), sql)


@reasonboard.command()
@click.argument("views", nargs=-1, metavar="[VIEW-URL]...")
@click.option("-o", "--output", type=_FOLDER, metavar="DIR", help="Where to.")
@click.option(
    "--site",
    type=_FOLDER,
    metavar="DIR",
    help="Write the whole dashboard there as a static site, each VIEW-URL as a page besides.",
)
@click.option(
    "--form",
    "forms",
    multiple=True,
    type=click.Choice([form.ending for form in FORMS]),
    help="May be given several times (default: png, or what the address ends with).",
)
@click.option("--size", type=click.Choice([size.name for size in SIZES]), help="Of images.")
@click.option("--scheme", type=click.Choice(list(SCHEMES)), help="The colors of images.")
def export(
    views: tuple[str, ...],
    output: Path | None,
    site: Path | None,
    forms: tuple[str, ...],
    size: str | None,
    scheme: str | None,
) -> None:
    """Write views as images, tables or figures.

    Prints the path of each file. A VIEW-URL is a page's address (all its views), with #VIEW one of
    them, or an address of the API.
    """
    from reasonboard.cli.export import Asked, write  # noqa: PLC0415  (it takes a second to import)

    if (output is None) == (site is None):
        raise click.UsageError("one of --output DIR and --site DIR is needed, and only one.")
    write(config.read(), Asked(views, output, site, forms, size, scheme))


@reasonboard.command("open")
@click.argument("file")
@click.option("--browser", is_flag=True, help="Show it in the browser.")
def open_image(file: str, browser: bool) -> int:
    """Print the address of the view that an image shows.

    FILE is a PNG, an SVG or a PDF that was saved here.
    """
    from reasonboard.web.api.opening import view_of  # noqa: PLC0415  (the studies take a moment to import)

    settings = config.read()
    try:
        if not Path(file).is_file():
            return _refused(
                f"open: {file!r}: no such file (expected a PNG, SVG or PDF saved here)", BAD_INPUT
            )
        with Path(file).open("rb") as image:
            view = view_of(image.read(metadata.LARGEST + 1))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        return _refused(f"open: {file!r} cannot be read ({reason})", BAD_INPUT)
    except metadata.MetadataError as error:
        return _refused(f"open: {file!r} {error}", BAD_INPUT)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{host}:{settings.port}{settings.prefix}{view.address.removeprefix('/')}"
    print(printable(address))
    if browser and not webbrowser.open(address):
        return _refused("open: no browser was found; the address is above", BAD_INPUT)
    return 0


@reasonboard.command()
def check() -> int:
    """Say whether the data and the settings are sound."""
    found = find_problems(config.read())
    for line in found or ["All is sound."]:
        print(message(line))
    return BAD_DATA if found else 0


def _print_rows(settings: Settings, sql: str) -> int:
    """Print the rows of a SELECT as CSV; on a terminal without control characters."""
    connection = snapshots.connect(snapshots.current(settings.store).path)
    try:
        cursor = connection.execute(sql)
        writer = csv.writer(sys.stdout, lineterminator="\n")
        to_person = sys.stdout.isatty()
        names = [column[0] for column in cursor.description or ()]
        writer.writerow([printable(name) for name in names] if to_person else names)
        while rows := cursor.fetchmany(1000):
            writer.writerows([map(_shown, row) for row in rows] if to_person else rows)
        sys.stdout.flush()
    except duckdb.Error as error:
        return _refused(f"the query: {' '.join(str(error).split())}", BAD_INPUT)
    finally:
        connection.close()
    return 0


def _taken(settings: Settings) -> str | None:
    """Why nothing can listen on the host and port, if so."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            return (
                f"{settings.host}:{settings.port} cannot be listened on ({error.strerror}). Stop what uses "
                f"it, or take another port: PORT={settings.port % 65535 + 1} make serve"
            )
    return None


def _shown(cell: object) -> object:
    return printable(cell) if isinstance(cell, str) else cell


def _refused(reason: str, code: int) -> int:
    print(message(f"reasonboard: {reason}"), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
