"""A file with texts is swapped all the time while its texts are asked for: no page hangs or shows another one."""

import http.client
import itertools
import json
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from scripts.prove.client import Reader
from scripts.prove.dashboard import Dashboard, dashboard
from scripts.prove.lanes import commands_of, run_items, running_beside
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Outcome, Tally, Wrong, expect
from scripts.prove.plan import Plan
from scripts.prove.stores import World, sources

_TASK = "gsm8k"
_STAMP = "2025-01-01T00-00-00.000000"
_LOADED, _FOREIGN = "the text that was loaded", "another text, not loaded"
_ITEMS = 20
_READERS = 8
_PAUSE = 0.002
"""Seconds that one file stays in its place."""
_OK = 200


class _Place(NamedTuple):
    """Where the file with the texts is, and what can be put there."""

    path: Path
    loaded: bytes
    foreign: bytes
    other: Path
    """Another file of the same size."""

    def put_loaded(self) -> None:
        self._put(lambda building: building.write_bytes(self.loaded))

    def put_pipe(self) -> None:
        self._put(os.mkfifo)

    def put_link(self) -> None:
        self._put(lambda building: building.symlink_to(self.other))

    def put_other(self) -> None:
        self._put(lambda building: building.write_bytes(self.foreign))

    def put_folder(self) -> None:
        self.path.unlink()
        self.path.mkdir()
        time.sleep(_PAUSE)
        self.path.rmdir()

    def write_over(self) -> None:
        """Another content in the same file, at the time that it had."""
        self.put_loaded()
        time.sleep(_PAUSE)
        before = self.path.stat()
        with self.path.open("r+b") as file:
            file.write(self.foreign)
        os.utime(self.path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def _put(self, make: Callable[[Path], object]) -> None:
        building = self.path.with_name("building")
        building.unlink(missing_ok=True)
        make(building)
        if not building.is_symlink() and building.is_file():
            os.utime(building, (1e9, 1e9))
        building.replace(self.path)


def swaps(plan: Plan) -> Iterator[Outcome]:
    """Ask for texts while their file is swapped for a pipe, a link, a folder, another file and back."""
    with commands_of(plan._replace(lanes=1), "swaps") as lanes:
        folder = plan.folder / "swaps"
        world = World(lanes[0].commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        place = _written(folder / "runs")
        world.do("load", str(place.path.parent), "--name", "mine")
    ended = threading.Event()
    with dashboard(world.store, world.data) as server:
        with running_beside([lambda: _swap(place, ended)]):
            try:
                tally = run_items(plan, "swaps", plan.counts.swaps, [server] * _READERS, _item)
            finally:
                ended.set()
        place.put_loaded()
        _check(server, tally)
    yield tally.outcome(
        "swaps",
        "pages of answers while their file is swapped by a pipe, a link, a folder and other files",
        plan.counts.swaps,
        "the text that was loaded, or why there is none; within 30 s, and the server goes on",
    )


def _written(folder: Path) -> _Place:
    """A results file of the harness with its samples beside it."""
    folder.mkdir(parents=True)
    results = {
        "results": {_TASK: {"exact_match,none": 1.0, "exact_match_stderr,none": 0.1}},
        "versions": {_TASK: 3}, "configs": {_TASK: {}}, "model_name": "org/m-7b", "config": {"model": "hf"},
    }  # fmt: skip
    (folder / f"results_{_STAMP}.json").write_text(json.dumps(results))
    loaded, foreign = _samples(_LOADED), _samples(_FOREIGN)
    expect(len(loaded) == len(foreign), "the other file has another size")
    other = folder.parent / "other"
    other.write_bytes(foreign)
    place = _Place(folder / f"samples_{_TASK}_{_STAMP}.jsonl", loaded, foreign, other)
    place.put_loaded()
    return place


def _samples(answer: str) -> bytes:
    rows = (
        {"doc_id": at, "doc": {"question": f"q{at}"}, "target": "1", "resps": [[answer]],
         "filtered_resps": [answer], "filter": "none", "metrics": ["exact_match"], "exact_match": 1.0}
        for at in range(_ITEMS)
    )  # fmt: skip
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _swap(place: _Place, ended: threading.Event) -> None:
    others = (place.put_pipe, place.put_link, place.put_folder, place.put_other, place.write_over)
    for put in itertools.cycle(others):
        if ended.is_set():
            return
        place.put_loaded()
        time.sleep(_PAUSE)
        put()
        time.sleep(_PAUSE)


def _item(server: Dashboard, index: int, _: random.Random) -> str:
    return _read(server, index)


def _read(server: Dashboard, index: int) -> str:
    """Ask for the page of a problem; how its text was answered."""
    address = {"a": "mine/org/m-7b", "benchmark": _TASK, "item": str(index % _ITEMS)}
    asked = {"path": "/item", "search": f"?{urlencode(address)}", "columns": 1, "carried": None}
    body = {
        "output": "page.children",
        "outputs": {"id": "page", "property": "children"},
        "inputs": [{"id": "request", "property": "data", "value": asked}],
        "changedPropIds": ["request.data"],
    }
    try:
        with Reader(server.port) as reader:
            answer = reader.callback(body)
    except (OSError, http.client.HTTPException) as error:
        raise Wrong(f"no answer: {error!r}") from error
    text = answer.text()
    expect(answer.status == _OK, f"{answer.status}: {text[:200]}")
    expect(_FOREIGN not in text, "a text that was never loaded is shown")
    if _LOADED in text:
        return "shown"
    expect("The file " in text, f"neither a text nor why there is none: {text[:200]}")
    return "with the reason"


def _check(server: Dashboard, tally: Tally) -> None:
    """Does the server go on, and does it show the text where the file is back?"""
    try:
        for index in range(_READERS):
            expect(_read(server, index) == "shown", "the file is back, and its text is not shown")
        server.check_log()
    except Wrong as wrong:
        tally.add(-1, failure=str(wrong))
