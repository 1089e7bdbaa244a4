"""The process next to a server that loads the rows which other machines send, until the server has ended.

It is started with the number of the server's process.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from reasonboard import config
from reasonboard.cli.beside import running_beside
from reasonboard.cli.watch import loads_of, run, say
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.watching.watching import Watch
from reasonboard.store import pushed
from reasonboard.store.process import ends_with


def main() -> int:
    """Load what comes, again and again."""
    if not ends_with(int(sys.argv[1])):
        return 0
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
    return 0


@contextmanager
def loading_pushed(settings: config.Settings) -> Iterator[None]:
    """Where the settings have a token, a process of its own loads what is sent inside the block."""
    if not settings.token:
        yield
        return
    with running_beside("reasonboard.cli.pushed"):
        yield


if __name__ == "__main__":
    sys.exit(main())
