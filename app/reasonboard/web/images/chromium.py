"""Where the browser is that draws images."""

import os
import shutil
from collections.abc import Mapping
from importlib.util import find_spec

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without windows: it starts and draws faster."""
_EXPECTED = (
    "Images need `pip install reasonboard[images]` and a Chromium on PATH, or CHROMIUM=/path"
)


class MissingError(Exception):
    """What has to be installed before there can be images: one line."""


def is_there() -> bool:
    """Is there a Chromium that can be driven?"""
    try:
        return bool(chromium())
    except MissingError:
        return False


def chromium(environ: Mapping[str, str] = os.environ) -> str:
    """The path of a Chromium that can be driven; raises MissingError where there is none."""
    if find_spec("playwright") is None:
        raise MissingError(f"{_EXPECTED} (here the Python package playwright is missing).")
    named = environ.get("CHROMIUM", "")
    if named:
        program = shutil.which(named)
        if program is None:
            raise MissingError(f"{_EXPECTED} (here CHROMIUM names no program).")
        return program
    path = environ.get("PATH")
    program = next(filter(None, (shutil.which(name, path=path) for name in _NAMES)), None)
    if program is None:
        raise MissingError(f"{_EXPECTED} (here none of {', '.join(_NAMES)} is on PATH).")
    return program
