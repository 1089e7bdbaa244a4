"""A link: a view in a state on a version of the data, and the name that its content gives it."""

import json
import re
import zlib
from base64 import b32encode
from hashlib import sha256
from typing import Any, NamedTuple

from reasonboard.core.control import Values
from reasonboard.web.links.cells import Cell

LARGEST = 4 * 1024 * 1024
"""No link has more bytes, packed or not packed."""
_NAME = re.compile(r"[a-z2-7]{12}")
_TEXTS = ("study", "view", "version", "made")


class Link(NamedTuple):
    study: str
    view: str
    values: Values
    """Of every control: what is a default on one day may be none on another."""
    version: str
    """Of the data."""
    made: str
    """The day that the data were made, as YYYY-MM-DD."""
    cells: list[Cell] | None
    """The numbers behind the view, None where they are too many to be kept."""


def is_name(text: str) -> bool:
    """Can a link be called that? Nothing that is called so leads out of a folder."""
    return _NAME.fullmatch(text) is not None


def packed(link: Link) -> tuple[str, bytes]:
    """The link's name, and the link as bytes, without its cells where they are too large.

    The same link always gives the same.
    """
    content = _content(link)
    if len(content) > LARGEST:
        content = _content(link._replace(cells=None))
    return _name(content), zlib.compress(content, 9)


def unpacked(name: str, data: bytes) -> Link | None:
    """The link of this name, None where the bytes are not what it was made of."""
    unpacking = zlib.decompressobj()
    try:
        content = unpacking.decompress(data[:LARGEST], LARGEST)
        if not unpacking.eof or _name(content) != name:
            return None
        return _read(json.loads(content))
    except (zlib.error, ValueError, TypeError, KeyError, RecursionError):
        return None


def _content(link: Link) -> bytes:
    return json.dumps(link._asdict(), ensure_ascii=False, sort_keys=True).encode()


def _read(content: dict[str, Any]) -> Link | None:
    texts = [content[name] for name in _TEXTS]
    values = content["values"]
    if not all(isinstance(text, str) for text in texts) or not isinstance(values, dict):
        return None
    cells = content["cells"]
    if cells is not None:
        cells = [(str(setting), float(value), str(unit)) for setting, value, unit in cells]
    study, view, version, made = texts
    return Link(study, view, values, version, made, cells)


def _name(content: bytes) -> str:
    """60 bits of the content's digest: enough that two links of one store do not meet."""
    return b32encode(sha256(content).digest()).decode().lower()[:12]
