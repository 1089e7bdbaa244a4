"""How far a load is, on one line of the terminal."""

import sys

_BAR = 30
_WORDS = 48


def progress(done: int, total: int) -> None:
    """Draw how many of all files are read, on one line of the terminal."""
    _draw(done, total, f"{done} of {total} files")


def building(done: int, total: int, what: str) -> None:
    """Draw how many steps of making the snapshot are done, and what is made now, on one line of the terminal."""
    _draw(done, total, f"{done} of {total} steps{': ' * bool(what)}{what}")


def _draw(done: int, total: int, words: str) -> None:
    bar = "█" * (_BAR * done // total)
    print(
        f"\r{bar:░<{_BAR}} {words:<{_WORDS}}",
        end="\n" if done == total else "",
        file=sys.stderr,
        flush=True,
    )
