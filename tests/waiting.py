"""Calls that must not wait for anybody, and files that are swapped while they are read."""

import os
import threading
from collections.abc import Callable
from pathlib import Path


def ended(call: Callable[[], object]) -> list[object]:
    """What a call that must not wait for anybody returns, or the error that it raises."""
    results: list[object] = []

    def run() -> None:
        try:
            results.append(call())
        except Exception as error:  # noqa: BLE001  (the test sees it)
            results.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(60)
    assert results, "it waits"
    return results


def swap_for_a_pipe(path: Path) -> None:
    """Put a pipe that nobody writes to in the place of a file."""
    path.unlink()
    os.mkfifo(path)
