"""A short link, the address of a view on a version of the data: the folder that keeps links, and `/v/<name>`."""

import json
import os
import re
import threading
import zlib
from base64 import b32encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from flask import Blueprint, Response

from reasonboard import studies
from reasonboard.store import snapshots
from reasonboard.store.errors import StoreError
from reasonboard.store.sealed import rename_durably, seal, unseal
from reasonboard.web.links.cells import Cell

LARGEST = 4 * 1024 * 1024
"""No link has more bytes, packed or not packed."""
_NAME = re.compile(r"[a-z2-7]{12}")


class Link(NamedTuple):
    study: str
    view: str
    search: str
    """The query string of the page, which names the version of the data."""
    cells: list[Cell] | None
    """The numbers behind the view, None where they are too many to be kept."""


def is_name(text: str) -> bool:
    """Can a link be called that? No such name leads out of a folder."""
    return _NAME.fullmatch(text) is not None


def name_of(study: str, view: str, search: str) -> str:
    """The name of the link to this address: 60 bits of a digest, so that two links of one store do not meet."""
    digest = sha256(json.dumps([study, view, search]).encode()).digest()
    return b32encode(digest).decode().lower()[:12]


def packed(link: Link) -> bytes:
    """The link as bytes, without its cells where they are too large. The same link always gives the same."""
    content = seal(link._asdict()).encode()
    if len(content) > LARGEST:
        content = seal(link._replace(cells=None)._asdict()).encode()
    return zlib.compress(content, 9)


def unpacked(name: str, data: bytes) -> Link | None:
    """The link of this name, None where the bytes are not what was written."""
    unpacking = zlib.decompressobj()
    try:
        content = unpacking.decompress(data[:LARGEST], LARGEST)
        link = _read(unseal(content.decode())) if unpacking.eof else None
    except (zlib.error, ValueError, TypeError, KeyError, RecursionError, StoreError):
        return None
    return link if link and name_of(link.study, link.view, link.search) == name else None


def _read(content: dict[str, Any]) -> Link | None:
    study, view, search = (content[name] for name in ("study", "view", "search"))
    if not all(isinstance(text, str) for text in (study, view, search)):
        return None
    cells = content["cells"]
    if cells is not None:
        cells = [(str(setting), float(value), str(unit)) for setting, value, unit in cells]
    return Link(study, view, search, cells)


class FolderError(Exception):
    """Why no link could be made: one line."""


def keep(store: Path, link: Link, most: int) -> str:
    """Write the link, unless it is there and whole; its name. At most `most` links are kept.

    Raises FolderError where there is no room for one more, or the store cannot be written to.
    """
    if not most:
        raise FolderError("Short links are turned off here.")
    name = name_of(link.study, link.view, link.search)
    path = _path(store, name)
    exists = path.is_file()
    if exists and find(store, name) is not None:
        return name
    try:
        path.parent.mkdir(exist_ok=True)
        full = sum(1 for _ in path.parent.glob("[!.]*")) >= most
        # Looked for once more: another request may just have made the very link.
        if full and not path.is_file():
            raise FolderError(f"No short link created: the limit of {most:,} is reached.")
        unfinished = path.with_name(f".{name}.{os.getpid()}.{threading.get_ident()}")
        unfinished.write_bytes(packed(link))
        rename_durably(unfinished, path)
    except OSError as error:
        raise FolderError(
            f"No short link created: the store is not writable ({error.strerror})."
        ) from error
    return name


def find(store: Path, name: str) -> Link | None:
    """The link of that name; None where there is none, or its file is not what was written."""
    if not is_name(name):
        return None
    try:
        with _path(store, name).open("rb") as file:
            return unpacked(name, file.read(LARGEST + 1))
    except OSError:
        return None


def _path(store: Path, name: str) -> Path:
    return store / "links" / f"{name}.link"


def blueprint(prefix: str, missing: Callable[[], str]) -> Blueprint:
    """The route under `<prefix>v/`; `missing` makes the page for a link that does not exist."""
    routes = Blueprint("links", __name__, url_prefix=f"{prefix}v")

    @routes.get("/<path:name>")
    def follow(name: str) -> Response:
        link = find(snapshots.snapshot().path.parent, name)
        study = studies.find(link.study) if link else None
        if link is None or study is None or study.view(link.view) is None:
            return Response(missing(), 404, mimetype="text/html")
        response = Response(status=302)
        response.location = f"{prefix}{study.path}{link.search}#{link.view}"
        response.autocorrect_location_header = False
        response.headers["Cache-Control"] = "no-store"
        return response

    return routes
