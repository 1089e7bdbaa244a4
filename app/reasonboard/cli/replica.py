"""The process next to a replica that takes over the data of an address, until the server has ended.

It is started with the number of the server's process, the address, and the message that was printed already.
"""

import sys
import time

import duckdb

from reasonboard import config
from reasonboard.cli.remote import problem_line
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.remote.pull import pull
from reasonboard.store.errors import StoreError
from reasonboard.store.places import address
from reasonboard.store.process import ends_with


def main() -> int:
    """Pull again and again; the same problem is printed once, until it changes."""
    if not ends_with(int(sys.argv[1])):
        return 0
    settings, source = config.read(), address.parse(sys.argv[2])
    printed = sys.argv[3]
    while True:
        time.sleep(settings.pull_seconds)
        problem = ""
        try:
            pull(address.open_place(source), settings.data, settings.store)
        except (StoreError, IngestError, OSError, duckdb.Error) as error:
            problem = str(error).splitlines()[0]
        if problem != printed and problem:
            print(problem_line(problem), file=sys.stderr, flush=True)
        printed = problem


if __name__ == "__main__":
    sys.exit(main())
