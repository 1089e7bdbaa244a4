"""Reasonboard: a dashboard for the evaluation results of reasoning models.

`import reasonboard as rb` gives `rb.open`, `rb.load` and `rb.init` (docs/reference/python.md), each imported when
it is first used. Their types are in `__init__.pyi`.
"""

from importlib import import_module
from typing import Any

_MODULES = {
    "Board": "board",
    "BoardError": "errors",
    "Run": "log",
    "init": "log",
    "load": "loading",
    "open": "board",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'reasonboard' has no attribute {name!r}")
    return getattr(import_module(f"reasonboard.python.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
