"""The sides of `compare` that are files or folders: they are loaded next to the store, and nothing of it is kept."""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from reasonboard.cli.comparison import called
from reasonboard.cli.terminal import BAD_INPUT, message
from reasonboard.config import Settings
from reasonboard.ingest.formats.errors import IngestError, NothingReadError
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.store import database, pointer, snapshots
from reasonboard.store.backup import backup
from reasonboard.store.process import mark
from reasonboard.web.loads import refused, settings_of_studies


class Opened(NamedTuple):
    """What the names of `compare` mean."""

    runs: Mapping[str, Mapping[str, str]]
    """Of each name the keys of its runs with their labels, as `called` gives them."""
    loads: Mapping[str, str]
    """Of the names of files and folders: what their loads are called."""


@contextmanager
def opened_with(settings: Settings, names: Sequence[str]) -> Iterator[Opened]:
    """Answer from the store as long as the block lasts, and from these files and folders if no run is called so.

    Raises Exit, after a line for each file that cannot be read.
    """
    store = settings.store
    has_data = pointer.read(store) is not None
    there = {name for name in names if os.path.lexists(name)}
    try:
        if has_data or not there:
            snapshots.hold(store)
        runs = {name: called(name) if has_data else {} for name in names}
        paths = [name for name in runs if name in there and not runs[name]]
        loads = {path: f"compared-{number}" for number, path in enumerate(paths)}
        if not loads:
            yield Opened(runs, loads)
            return
        database.close()
        # In the store, the next load removes the folder if this command is killed.
        with tempfile.TemporaryDirectory(
            dir=store if has_data else None, prefix=f"loading-{mark()}-"
        ) as folder:
            copy = Path(folder) / "store"
            if has_data:
                entry = backup(store, copy)
                os.link(store / entry.file, copy / entry.file)
            for path, name in loads.items():
                _load(settings, copy, path, name)
            snapshots.hold(copy)
            yield Opened(runs | {path: called(name) for path, name in loads.items()}, loads)
    finally:
        database.close()


def _load(settings: Settings, store: Path, path: str, name: str) -> None:
    try:
        report = load(
            settings.data,
            store,
            [path],
            name=name,
            apart=True,
            extra_settings=settings_of_studies(settings.store),
            limits=Limits(settings.reader_memory, settings.reader_seconds),
        )
        lines: Sequence[str] = refused(report)
    except NothingReadError as error:
        lines = error.lines
    except IngestError as error:
        lines = [str(error)]
    for line in lines:
        print(message(f"reasonboard: {line}"), file=sys.stderr)
    if lines:
        raise click.exceptions.Exit(BAD_INPUT)
