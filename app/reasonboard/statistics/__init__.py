"""Intervals, tests and derived quantities: numbers in, numbers out.

scipy loads each of its parts when it is first used (0.6 s of a processor and 46 MB in all): a command that tests
nothing does not wait for them, and a server loads them before it forks its workers.
"""

from importlib import import_module

_OF_SCIPY = ("special", "stats", "optimize", "sparse.csgraph")


def load_scipy() -> None:
    """Load all of scipy that is used here and in the studies."""
    for part in _OF_SCIPY:
        import_module(f"scipy.{part}")
