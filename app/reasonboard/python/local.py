"""The store of this machine as a board: what the API answers, without a server."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from threading import RLock
from typing import Any

import duckdb

from reasonboard import config
from reasonboard.config import SettingsError
from reasonboard.export.forms import FIGURE
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.python.address import Address
from reasonboard.python.board import Reply
from reasonboard.python.errors import BoardError
from reasonboard.python.table import Table, of_query
from reasonboard.store import snapshots
from reasonboard.store.connections import answered
from reasonboard.store.errors import StoreError
from reasonboard.store.lack import lack_of
from reasonboard.store.pointer import POINTER
from reasonboard.store.undisturbed import in_store
from reasonboard.web.api import files
from reasonboard.web.api.openapi import studies_json
from reasonboard.web.api.state import UnknownError, find, form_of, read
from reasonboard.web.images.service import TooLargeError
from reasonboard.web.links.folder import find as find_link

_turn = RLock()
"""One store answers at a time in a process (store/snapshots.py): boards of several take turns."""
_ERRORS = (UnknownError, TooLargeError, StoreError, IngestError, SettingsError)


class Local:
    """A store of this machine; `address` is its folder.

    The bundled sources are published into the default one, and a store of an earlier version is built again; one
    that cannot be written to is read as it is.
    """

    def __init__(self, store: Path | None) -> None:
        with _board_errors():
            self._settings = config.read()
            self._store = (store or self._settings.store).resolve()
            self.address = str(self._store)
            self.home = self._settings.prefix
            is_there = (self._store / POINTER).is_file()
            if os.access(self._store, os.W_OK) if is_there else store is None:
                publish(self._settings.data, self._store)
            with self._answering():
                pass

    @contextmanager
    def get(self, path: str, search: str = "") -> Iterator[Reply]:
        """What the API answers for a path under `/api/`. Raises BoardError."""
        with self._answering():
            if path == "studies.json":
                yield Reply([], [studies_json()])
                return
            study_path, _, file = path.partition("/")
            name, _, ending = file.partition(".")
            study, view = find(study_path, name)
            form = form_of(study, view, ending)
            state = read(study, view, search, form)
            yield Reply(state.notices, files.chunks(files.file_of(form, state, self.home).body))

    def followed(self, name: str) -> str:
        """The address of the page that a short link leads to. Raises BoardError where there is none."""
        with self._answering():
            link = find_link(self._store, name)
            if link is None:
                raise UnknownError(f"There is no short link {name:.40} (expected one made here).")
            study, view = find(link.study, link.view)
            return f"/{study.path}{link.search}#{view.name}"

    def query(self, sql: str, parameters: Mapping[str, Any]) -> Table:
        """The rows of a SELECT on the data. Raises BoardError."""

        def read() -> Table:
            snapshot = snapshots.current(self._store)
            with answered(sql, snapshot.path, parameters) as cursor:
                described = [(str(name), str(kind)) for name, kind, *_ in cursor.description or ()]
                version = f"data {snapshot.version} · {snapshot.made}"
                return of_query(described, cursor.fetchall(), {"version": version})

        with self._answering():
            try:
                return in_store(self._store, read)
            except duckdb.Error as error:
                reason = lack_of(error) or " ".join(str(error).split())
                raise BoardError(f"the query: {reason}") from None

    def framed(self, views: Sequence[Address]) -> list[str]:
        """The views as one document that needs no server, in the attribute of a frame that holds it."""
        from reasonboard.web.standalone.delivery import contained  # noqa: PLC0415  (the pages take seconds to import)
        from reasonboard.web.standalone.document import Page, document, section  # noqa: PLC0415

        with self._answering():
            states = [read(*find(view.study, view.view), view.search, FIGURE) for view in views]
            sections = [section(state.study, state.view, state.values) for state in states]
            notices = list(dict.fromkeys(notice for state in states for notice in state.notices))
            page = Page(states[0].study.name, sections, notices=notices, kind="embed")
            content = b"".join(document(page, contained())).decode()
        return [f'srcdoc="{escape(content)}"']

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Within the block this store answers, with its newest snapshot; what goes wrong is a BoardError."""
        with _turn, _board_errors():
            snapshots.unpin()
            is_open = snapshots.store() == self._store
            # A load of this process is seen at once: nobody waits for the second in which a server looks anew.
            if not is_open or snapshots.snapshot() != snapshots.current(self._store):
                snapshots.hold(self._store)
            yield


@contextmanager
def _board_errors() -> Iterator[None]:
    """What is wrong with a store, an address or a setting as a BoardError."""
    try:
        yield
    except _ERRORS as error:
        raise BoardError(str(error)) from None
