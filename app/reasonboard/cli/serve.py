"""`reasonboard serve`."""

import atexit
import gc
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from reasonboard import config
from reasonboard.cli.address import FROM
from reasonboard.cli.beside import loading_pushed, pulling
from reasonboard.cli.remote import pull_first
from reasonboard.cli.terminal import message
from reasonboard.config import Settings
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.snapshot.build import tables_digest
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import snapshots
from reasonboard.store.answers import address_of
from reasonboard.store.folder import sound_pointer
from reasonboard.store.places.address import Address
from reasonboard.store.serving import serving
from reasonboard.web.monitoring.folder import shared_metrics

_TRIES = 20
"""How many ports after one that is taken are tried."""
_LAST_PORT = 65535
_USUAL = range(8050, 8050 + _TRIES)
"""Ports that every user may listen on."""


@click.command()
@click.option(
    "--allow-remote",
    is_flag=True,
    help="Allow a HOST that other machines can reach. There is no password.",
)
@FROM
def serve(allow_remote: bool, source: Address | None) -> None:
    """Start the dashboard.

    Configured by HOST, PORT and REASONBOARD_* in the environment. With --from it serves a published board as a
    replica.

    \b
    Examples:
      reasonboard serve
      PORT=8051 reasonboard serve
      reasonboard serve --from s3://team/board
    """
    settings = config.read()
    if not config.is_loopback(settings.host) and not allow_remote:
        raise click.ClickException(
            f"HOST={settings.host} exposes the board to other machines, without a password (expected a loopback "
            "host such as 127.0.0.1). To allow it, start `reasonboard serve --allow-remote`"
        )
    _check_address(settings)
    address_of(settings.store)  # a wrong one ends the command here, not the first page of it
    if source and settings.token:
        raise click.ClickException(
            "REASONBOARD_TOKEN is set, but a replica accepts no runs (expected no token with --from)"
        )
    problem = pull_first(settings, source) if source else ""
    version = _published(settings)
    if settings.studies and not source:
        version = _add_studies(settings, settings.studies)
    with (
        quick_exit(),
        shared_metrics(),
        serving(settings.store, settings.address),
        pulling(source, problem),
        loading_pushed(settings),
    ):
        with _no_garbage_collection():
            from reasonboard.web.main import create_app  # noqa: PLC0415  (Dash takes a second to import: only here is it needed)
            from reasonboard.web.server import Server  # noqa: PLC0415

            server = Server(create_app(settings, replica=bool(source)), settings, version)
        server.run()


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Nothing made inside the block is searched for garbage, now or later: it stays as long as the process.

    The searches take a fifth of a second of the imports, and later copy memory that the workers share.
    """
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()


@contextmanager
def quick_exit() -> Iterator[None]:
    """A process that exits inside the block, the server or a forked worker, frees its memory at once.

    Python would free it object by object, which takes each of them half a second. What is registered for the
    exit is done.
    """
    try:
        yield
    except SystemExit as end:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code if isinstance(end.code, int) else int(end.code is not None))


def _published(settings: Settings) -> str:
    """Publish the sources; the version of the snapshot then, which is the one before where a source is wrong.

    Raises IngestError if there is none before, or this release would make its tables in another way.
    """
    try:
        return publish(settings.data, settings.store)
    except IngestError as error:
        pointer = sound_pointer(settings.store)
        if pointer is None or pointer.current.tables != tables_digest():
            raise
        problem = f"reasonboard: {error}. Showing the bundled sources as they were before"
        print(message(problem), file=sys.stderr)
        return pointer.current.version


def _add_studies(settings: Settings, folder: Path) -> str:
    """Take the studies of a folder into the store; the version of its snapshot then."""
    from reasonboard.cli.declaring import add_folder  # noqa: PLC0415  (the studies take a moment to import)

    snapshots.use(settings.store)
    for problem in add_folder(settings.data, settings.store, folder):
        print(message(f"reasonboard: {problem}"), file=sys.stderr)
    return snapshots.use(settings.store).version


def _check_address(settings: Settings) -> None:
    """Raise ClickException if nothing can listen on the host and port."""
    problem = _bind_problem(settings.host, settings.port)
    if not problem:
        return
    later = range(settings.port + 1, min(settings.port + _TRIES, _LAST_PORT) + 1)
    free = next(
        (port for port in (*later, *_USUAL) if not _bind_problem(settings.host, port)), None
    )
    if free is None:
        advice = "HOST must be an address of this machine, such as 127.0.0.1"
    elif "MAKELEVEL" in os.environ:  # `make serve` does not put the command on the PATH
        advice = f"Stop the program that uses it, or use another port: PORT={free} make serve"
    else:
        advice = (
            f"Stop the program that uses it, or use another port: PORT={free} reasonboard serve"
        )
    raise click.ClickException(
        f"cannot listen on {settings.host}:{settings.port} ({problem}). {advice}"
    )


def _bind_problem(host: str, port: int) -> str:
    """Why nothing can listen there; "" where something can."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror or str(error)
    return ""
