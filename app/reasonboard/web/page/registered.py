"""The callbacks of the pages: those of declared studies come and go with the data."""

from threading import Lock

from dash import Dash

from reasonboard.core.study import Study
from reasonboard.store.snapshots import is_newest, snapshot
from reasonboard.studies import all_studies
from reasonboard.web.page.layout import register


class StudyPages:
    """Keeps the callbacks of an application to the studies of the newest data."""

    def __init__(self, app: Dash, links_kept: int) -> None:
        self._app, self._links_kept = app, links_kept
        self._version = ""
        self._registered: dict[str, tuple[Study, list[str]]] = {}
        """By the path of a study: it, and the outputs of its callbacks."""
        self._lock = Lock()

    def register(self) -> None:
        """Add the callbacks of studies that are new or declared anew, in place of those of their paths.

        Those of a study that was taken out stay: a page of it that is open says what is gone.
        """
        if not is_newest() or snapshot().version == self._version:
            return
        with self._lock:
            for study in all_studies():
                self._put(study)
            self._version = snapshot().version

    def _put(self, study: Study) -> None:
        registered, outputs = self._registered.get(study.path, (None, []))
        if registered and registered.declaration == study.declaration:
            return
        callbacks = self._app._callback_list
        callbacks[:] = [callback for callback in callbacks if callback["output"] not in outputs]
        for output in outputs:
            self._app.callback_map.pop(output, None)
        before = len(callbacks)
        register(self._app, study, self._links_kept)
        self._registered[study.path] = (
            study,
            [callback["output"] for callback in callbacks[before:]],
        )
