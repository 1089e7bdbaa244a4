"""The browser of this process for images, and its path."""

import atexit
import os
import shutil
import threading
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from reasonboard import config
from reasonboard.export.forms import Size
from reasonboard.web.images.browser import Drawer, Image, LateError
from reasonboard.web.standalone.delivery import plotly

_SCRIPTS = ("colors.js", "theme.js", "png-metadata.js", "svg-metadata.js", "image.js")
_MOST_PIXELS = 40_000_000
"""Four bytes each, more than once: what a small machine has room for."""
_DPI = 300
_DRAWER: list[Drawer] = []
_LOCK = threading.Lock()


class TooLargeError(Exception):
    """What is too large, and what to choose instead: one line."""


def image(figure: bytes, height: int, search: str, form: str, size: Size, scheme: str) -> Image:
    """A figure (JSON, `height` pixels high) as png, svg or pdf that leads back to its study at the query string.

    Raises TooLargeError, MissingError where there is no browser, and BusyError.
    """
    settings = size.drawn_as(form, scheme)
    scale = size.inches * _DPI / size.width if size.inches else settings["scale"]
    pixels = round(size.width * height * scale**2)
    if pixels > _MOST_PIXELS:
        raise TooLargeError(
            f"This image would have {pixels:,} pixels (limit: {_MOST_PIXELS:,}). Narrow the "
            "filters, or use more columns."
        )
    return _drawer().draw(figure, search, settings)


def printed(document: bytes, seconds: float) -> bytes:
    """A document that needs no other file, as a PDF, made in so many seconds.

    Raises TooLargeError where they are not enough, MissingError where there is no browser, and BusyError.
    """
    try:
        return _drawer().printed(document, seconds)
    except LateError:
        raise TooLargeError(
            f"The PDF was not ready within {seconds:.0f} seconds. Try fewer views."
        ) from None


def close() -> None:
    """Stop the browser, if it was ever started."""
    with _LOCK:
        while _DRAWER:
            _DRAWER.pop().close()


def _drawer() -> Drawer:
    """The browser of this process, made for its first image: what was started before a fork is lost."""
    with _LOCK:
        if not _DRAWER:
            _DRAWER.append(Drawer(chromium(), scripts()))
            atexit.register(close)
        return _DRAWER[0]


def scripts() -> list[Path]:
    """What a page needs to make images: Plotly's script, as its Python package brings it, and ours."""
    assets = config.read().assets
    return [plotly(), *(assets / name for name in _SCRIPTS)]


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
