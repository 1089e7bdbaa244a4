"""The process in which files are read, started by `isolated.py` with the number of its own process.

It imports next to nothing before it has asked to end with that process: what `reader_job.py` imports takes a moment,
in which a load that is killed would leave it running.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
"""As in linux/prctl.h."""


def main() -> int:
    """Read what the input asks for, job after job; the exit code."""
    if not ends_with(int(sys.argv[1])):
        return 0  # nobody waits for what it would read
    from reasonboard.ingest.staging.reader_job import run  # noqa: PLC0415

    return run()


def ends_with(load: int) -> bool:
    """Be killed when the process that started this one ends, where the system can do that; False if it has ended."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "prctl"):
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    return os.getppid() == load


if __name__ == "__main__":
    sys.exit(main())
