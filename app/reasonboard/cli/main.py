"""The command `reasonboard`: every subcommand, and the exit codes."""

import argparse
import csv
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import duckdb

from reasonboard import config
from reasonboard.cli.export import ExportError, add_to
from reasonboard.cli.report import progress, told
from reasonboard.cli.terminal import message, printable
from reasonboard.config import Settings, SettingsError
from reasonboard.export import metadata
from reasonboard.ingest import aliases
from reasonboard.ingest import load as loading
from reasonboard.ingest import publish as publishing
from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.reader_messages import Limits
from reasonboard.store import backup as backups
from reasonboard.store import database, snapshots
from reasonboard.store.check import problems
from reasonboard.store.errors import StoreError
from reasonboard.store.repair import repair as mend
from reasonboard.web.monitoring.folder import shared_metrics

BAD_INPUT = 2
BAD_DATA = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code: 0, 2 for wrong input or settings, 3 for data that is not sound."""
    options = _parser().parse_args(arguments)
    command: Callable[[Settings, argparse.Namespace], int] = options.command
    try:
        return command(config.read(), options)
    except SettingsError as error:
        for problem in str(error).splitlines():
            _refused(problem, BAD_INPUT)
        return BAD_INPUT
    except ExportError as error:
        return _refused(str(error), BAD_INPUT)
    except (IngestError, StoreError) as error:
        return _refused(str(error), BAD_DATA)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone: nothing more to say
        return 0


def serve(settings: Settings, options: argparse.Namespace) -> int:
    """Publish the bundled data where it is not current, then answer in the browser."""
    if not config.is_loopback(settings.host) and not options.allow_remote:
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


def load(settings: Settings, options: argparse.Namespace) -> int:
    """Read result files and publish them beside what is there; say what was read and what was not."""
    if not options.paths and not options.aliases:
        return _refused("load: no PATH (expected a file or a folder, or --aliases FILE)", BAD_INPUT)
    try:
        said = aliases.read(options.aliases) if options.aliases else None
        if not options.paths and said:
            loading.alias(settings.data, settings.store, said)
            print("The aliases are applied to all that is loaded.")
            return 0
        report = loading.load(
            settings.data,
            settings.store,
            options.paths,
            name=options.name,
            dry_run=options.dry_run,
            strict=options.strict,
            replace=options.replace,
            said=said,
            seen=progress if sys.stderr.isatty() else None,
            limits=Limits(settings.reader_memory, settings.reader_seconds),
        )
    except (IngestError, StoreError) as error:
        return _refused(f"{error}. Nothing was loaded.", BAD_INPUT)
    for line in told(report, dry_run=options.dry_run):
        print(message(line))
    return 0


def runs(settings: Settings, _: argparse.Namespace) -> int:
    """Print the loaded runs as CSV."""
    return query(settings, argparse.Namespace(sql=database.text("studies/data/loaded")))


def remove(settings: Settings, options: argparse.Namespace) -> int:
    """Take runs, or whole loads, out again."""
    try:
        gone = loading.remove(settings.data, settings.store, options.names)
    except IngestError as error:
        return _refused(f"{error}. Nothing was removed.", BAD_INPUT)
    print(f"Removed {gone} run{'s' * (gone != 1)}.")
    return 0


def rollback(settings: Settings, _: argparse.Namespace) -> int:
    """Go back to the snapshot before the current one."""
    print(f"The data is that of snapshot {publishing.rollback(settings.store)} again.")
    return 0


def repair(settings: Settings, _: argparse.Namespace) -> int:
    """Go back to the newest snapshot that is sound, and say what was done."""
    for line in mend(settings.store) or ["All is sound: there is nothing to repair."]:
        print(line)
    return 0


def backup(settings: Settings, options: argparse.Namespace) -> int:
    """Copy the current data to a folder."""
    entry = backups.backup(settings.store, options.folder)
    print(f"Snapshot {entry.version} of {entry.made} is kept in {options.folder}.")
    return 0


def restore(settings: Settings, options: argparse.Namespace) -> int:
    """Make the data of a backup the current data."""
    version = publishing.restore(settings.data, settings.store, options.folder)
    print(f"The data is that of {options.folder} (snapshot {version}). `rollback` goes back.")
    return 0


def query(settings: Settings, options: argparse.Namespace) -> int:
    """Print the rows of a SELECT on the current snapshot as CSV; on a terminal without control characters."""
    connection = snapshots.connect(snapshots.current(settings.store).path)
    try:
        cursor = connection.execute(options.sql)
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


def open_image(settings: Settings, options: argparse.Namespace) -> int:
    """Print where the dashboard shows the view that an image was made of."""
    from reasonboard.web.api.opening import view_of  # noqa: PLC0415  (the studies take a moment to import)

    file = Path(options.file)
    try:
        if not file.is_file():
            return _refused(
                f"open: {options.file!r}: no such file (expected a PNG, SVG or PDF saved here)",
                BAD_INPUT,
            )
        with file.open("rb") as image:
            found = view_of(image.read(metadata.LARGEST + 1))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        return _refused(f"open: {options.file!r} cannot be read ({reason})", BAD_INPUT)
    except metadata.MetadataError as error:
        return _refused(f"open: {options.file!r} {error}", BAD_INPUT)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{host}:{settings.port}{settings.prefix}{found.address.removeprefix('/')}"
    print(printable(address))
    if options.browser and not webbrowser.open(address):
        return _refused("open: no browser was found; the address is above", BAD_INPUT)
    return 0


def check(settings: Settings, _: argparse.Namespace) -> int:
    """Say whether settings and data are sound."""
    found = problems(settings)
    for line in found or ["All is sound."]:
        print(message(line))
    return BAD_DATA if found else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="reasonboard",
        description="A dashboard for the evaluation results of reasoning models.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_serve(commands)
    _add_load(commands)
    commands.add_parser("runs", help="list the loaded runs as CSV").set_defaults(command=runs)
    removing = commands.add_parser("remove", help="take loaded runs out")
    removing.add_argument("names", nargs="+", metavar="RUN", help="a run, or the name of a load")
    removing.set_defaults(command=remove)
    commands.add_parser("rollback", help="go back to the data before the last change").set_defaults(
        command=rollback
    )
    commands.add_parser(
        "repair", help="go back to the newest sound data where files of the store are damaged"
    ).set_defaults(command=repair)
    for name, command, what in (
        (
            "backup",
            backup,
            "copy the data and the short links to a folder, also while it is served",
        ),
        ("restore", restore, "go back to the data of a backup"),
    ):
        copying = commands.add_parser(name, help=what)
        copying.add_argument("folder", type=Path, metavar="DIR")
        copying.set_defaults(command=command)
    querying = commands.add_parser("query", help="print the rows of a SELECT on the data as CSV")
    querying.add_argument(
        "sql", help='for instance "SELECT study, count(*) FROM result GROUP BY study"'
    )
    querying.set_defaults(command=query)
    add_to(commands)
    opening = commands.add_parser("open", help="say which view an image shows that was saved here")
    opening.add_argument("file", metavar="FILE", help="a PNG, an SVG or a PDF")
    opening.add_argument("--browser", action="store_true", help="show it in the browser")
    opening.set_defaults(command=open_image)
    checking = commands.add_parser("check", help="say whether the data and the settings are sound")
    checking.set_defaults(command=check)
    return parser


def _add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    serving = commands.add_parser(
        "serve", help="start the dashboard (HOST, PORT and REASONBOARD_* set it up)"
    )
    serving.add_argument(
        "--allow-remote", action="store_true", help="allow a HOST that other machines can reach"
    )
    serving.set_defaults(command=serve)


def _add_load(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    adding = commands.add_parser("load", help="read result files of evaluation tools")
    adding.add_argument("paths", nargs="*", metavar="PATH", help="a file or a folder")
    adding.add_argument(
        "--name", default="", help="what the load is called (default: after the first path)"
    )
    adding.add_argument(
        "--dry-run", action="store_true", help="say what would be loaded, write nothing"
    )
    adding.add_argument("--strict", action="store_true", help="refuse files of no known tool")
    adding.add_argument(
        "--replace", action="store_true", help="let new numbers replace those of the same run"
    )
    adding.add_argument(
        "--aliases",
        type=Path,
        metavar="FILE",
        help="a TOML of names, sizes and steps; without PATH it is applied to what is loaded",
    )
    adding.set_defaults(command=load)


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
