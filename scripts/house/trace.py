"""Which files and functions of the package run for one change of a dropdown, with nothing in memory."""

import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.ingest.publish import publish
from reasonboard.store import database, snapshots
from reasonboard.studies import STUDIES
from reasonboard.web.main import create_app
from scripts.bench.states import body, callback_of

_OK = 200


class Trace(NamedTuple):
    """What ran."""

    study: str
    control: str
    files: int
    functions: int


def traces(package: Path, store: Path) -> list[Trace]:
    """For a change of the first filter of each study; the pages under one (`parent`) have no such filter."""
    publish(config.read({}).data, store)
    snapshots.use(store)
    client = create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()
    callbacks = client.get("/_dash-dependencies").get_json()
    all_traces = [
        _trace(package, client, callbacks, study) for study in STUDIES if not study.parent
    ]
    database.close()
    return all_traces


def _trace(
    package: Path, client: FlaskClient, callbacks: list[dict[str, Any]], study: Study
) -> Trace:
    before = study.defaults()
    control, after = _changed(study, before)
    callback = callback_of(study, callbacks)
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    request = body(study, callback, before, after)
    database.forget()
    threading.setprofile(note)
    sys.setprofile(note)
    answer = client.post("/_dash-update-component", json=request)
    sys.setprofile(None)
    threading.setprofile(None)
    if answer.status_code != _OK:
        raise OSError(f"{study.path}: HTTP {answer.status_code}: {answer.text[:200]}")
    inside = str(package.resolve())
    named = {
        code for code in seen if code.co_filename.startswith(inside) and code.co_name[0] != "<"
    }
    return Trace(study.path, control, len({code.co_filename for code in named}), len(named))


def _changed(study: Study, before: Values) -> tuple[str, Values]:
    """The first control of several choices that changes something, and the values with its last choice alone."""
    for control in study.controls:
        options = control.options(before)
        if control.multi and len(options) > 1:
            return control.name, study.clean(before | {control.name: [options[-1].value]})[0]
    raise ValueError(f"{study.path}: no control with several choices (expected one)")
