"""The processes next to a server: one loads the rows that other machines send, one takes over the data of an address.

Each runs this module with the number of the server's process, and ends with the server.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import duckdb

from reasonboard import config
from reasonboard.cli.remote import problem_line
from reasonboard.cli.watch import loads_of, run, say
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.watching.watching import Watch
from reasonboard.remote.snapshot import pull
from reasonboard.store import pushed
from reasonboard.store.errors import StoreError
from reasonboard.store.places import address
from reasonboard.store.places.address import Address
from reasonboard.store.process import ends_with


@contextmanager
def loading_pushed(settings: config.Settings) -> Iterator[None]:
    """Where the settings have a token, a process of its own loads what is sent inside the block."""
    if not settings.token:
        yield
        return
    with _running_beside("load"):
        yield


@contextmanager
def pulling(source: Address | None, problem: str) -> Iterator[None]:
    """Where an address is given, a process of its own takes over its data again and again inside the block.

    `problem` is the message that was printed already, "" if none.
    """
    if source is None:
        yield
        return
    # A process, not a thread: the server forks, which a thread of pyarrow would not survive.
    with _running_beside("pull", source.text, problem):  # no credentials
        yield


@contextmanager
def _running_beside(*arguments: str) -> Iterator[None]:
    """Run this module as long as the block lasts."""
    owner = os.getpid()
    process = subprocess.Popen(  # noqa: S603  (our own code)
        [sys.executable, "-P", "-m", "reasonboard.cli.beside", str(owner), *arguments],
        stdin=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        if os.getpid() == owner:  # a forked worker leaves the block, too
            process.terminate()
            process.wait()


def main() -> None:
    """Do the work that is named after the number of the server's process."""
    server, work, *arguments = sys.argv[1:]
    if not ends_with(int(server)):
        return
    if work == "load":
        _load()
    else:
        _pull(*arguments)


def _load() -> None:
    """Load what other machines send, again and again."""
    settings = config.read()
    # Its files have the names that the store gives them.
    settings = replace(settings, store=settings.store.resolve(), data=settings.data.resolve())
    os.chdir(settings.store)
    watch = Watch(settings.store, {}, loads_of(settings, pushed.FOLDER), say)

    def look() -> float:
        watch.loads = {
            name: [
                File(settings.store / pushed.relative(name), pushed.relative(name), pushed_as=name)
            ]
            for name in pushed.names(settings.store)
        }
        return watch.look()

    run(look, watch.end)


def _pull(source: str, printed: str) -> None:
    """Pull again and again; the same problem is printed once, until it changes."""
    settings, place = config.read(), address.parse(source)
    while True:
        time.sleep(settings.pull_seconds)
        problem = ""
        try:
            pull(address.open_place(place), settings.data, settings.store)
        except (StoreError, IngestError, OSError, duckdb.Error) as error:
            problem = str(error).splitlines()[0]
        if problem != printed and problem:
            print(problem_line(problem), file=sys.stderr, flush=True)
        printed = problem


if __name__ == "__main__":
    main()
