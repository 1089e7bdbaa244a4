"""A process of its own next to the server."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def running_beside(module: str, *arguments: str) -> Iterator[None]:
    """Run a module of ours as long as the block lasts, with the id of this process as its first argument."""
    owner = os.getpid()
    process = subprocess.Popen(  # noqa: S603  (our own code)
        [sys.executable, "-P", "-m", module, str(owner), *arguments], stdin=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        if os.getpid() == owner:  # a forked worker leaves the block, too
            process.terminate()
            process.wait()
