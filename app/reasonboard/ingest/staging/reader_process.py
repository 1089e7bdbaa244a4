"""The process in which files are read, started by `isolated.py` with the number of its own process.

It imports next to nothing before it has asked to end with that process: what `reader_job.py` imports takes a moment,
in which a load that is killed would leave it running.
"""

import sys

from reasonboard.store.process import ends_with


def main() -> int:
    """Read what the input asks for, job after job; the exit code."""
    if not ends_with(int(sys.argv[1])):
        return 0  # nobody waits for what it would read
    from reasonboard.ingest.staging.reader_job import run  # noqa: PLC0415

    return run()


if __name__ == "__main__":
    sys.exit(main())
