"""How many files of the package run for one change of a dropdown, with nothing in memory."""

import math
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.store import cache, database, snapshots
from reasonboard.studies import STUDIES
from reasonboard.web.main import create_app
from scripts.bench.states import body, callback_of
from scripts.house.measures import PACKAGE

_OK = 200


def measured_changes(store: Path) -> dict[str, int]:
    """How many files run for a change of the first filter of each study, on a store with the bundled sources.

    Pages under a study (`parent`) have no such filter.
    """
    snapshots.use(store)
    client = create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()
    callbacks = client.get("/_dash-dependencies").get_json()
    measured = {
        f"/{study.path}, a change: files": _files(client, callbacks, study)
        for study in STUDIES
        if not study.parent
    }
    database.close()
    return measured


def _files(client: FlaskClient, callbacks: list[dict[str, Any]], study: Study) -> int:
    before = study.defaults()
    after = _changed(study, before)
    callback = callback_of(study, callbacks)
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    request = body(study, callback, before, after)
    cache.forget()
    with patch.object(snapshots, "_FRESH", math.inf):  # no look for newer data
        threading.setprofile(note)
        sys.setprofile(note)
        answer = client.post("/_dash-update-component", json=request)
        sys.setprofile(None)
        threading.setprofile(None)
    if answer.status_code != _OK:
        raise OSError(f"{study.path}: HTTP {answer.status_code}: {answer.text[:200]}")
    inside = str(PACKAGE.resolve())
    named = (code for code in seen if code.co_name[0] != "<")  # "<module>": an import, once only
    return len({code.co_filename for code in named if code.co_filename.startswith(inside)})


def _changed(study: Study, before: Values) -> Values:
    """The values with only the last choice of the first control that has several."""
    for control in study.controls:
        options = control.options(before)
        if control.multi and len(options) > 1:
            return study.clean(before | {control.name: [options[-1].value]})[0]
    raise ValueError(f"{study.path}: no control with several choices (expected one)")
