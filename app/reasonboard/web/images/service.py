"""The one browser of this process that makes images."""

import atexit
import threading
from pathlib import Path

from reasonboard import config
from reasonboard.export.images import Size
from reasonboard.web.images.browser import Drawer, Image, LateError
from reasonboard.web.images.chromium import chromium
from reasonboard.web.standalone.delivery import plotly

_SCRIPTS = (
    "colors.js",
    "theme.js",
    "png-metadata.js",
    "svg-metadata.js",
    "image.js",
)
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
