"""From the last byte of a row that a tool logs to its mark on a page that follows, with so much stored beside it."""

import json
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Page

from scripts.bench.browser import open_browser, tab
from scripts.bench.results import Row, median, p95
from scripts.bench.server import served
from tests.serving import COMMAND

_NAME = "watched"
_PATIENCE = 180.0
"""Seconds until a row has to be there."""
_FIRST = 100_003
"""The first iteration: no other run has it."""
_BEFORE = 3
"""Rows that are there when the page opens."""
_PAUSE = 10.0
"""Seconds between two rows, at most: they come at any time between two looks."""
_HAS_MARK = """step => [...document.querySelectorAll(".js-plotly-plot")].some(graph =>
    graph._fullData?.some(trace => trace.name === "accuracy" && trace.x && Array.from(trace.x).includes(step)))"""


def watched(store: Path, size: int, rounds: int) -> Row:
    """A number of rows of one run, one after the other, each until it is drawn; the store is a copy."""
    with tempfile.TemporaryDirectory(dir=store.parent) as place, ExitStack() as stack:
        folder = Path(place)
        copy, log = folder / "store", folder / "run.jsonl"
        shutil.copytree(store, copy)
        for step in range(_FIRST, _FIRST + _BEFORE):
            _log(log, step)
        server = stack.enter_context(served(copy))
        stack.enter_context(_watching(copy, log))
        page = stack.enter_context(tab(stack.enter_context(open_browser())))
        _follow(page, server.address)
        seconds = list(_rounds(page, log, rounds))
        most = server.peak_memory()
    values = {
        "rows": len(seconds),
        "p50 s": median(seconds),
        "p95 s": p95(seconds),
        "most s": max(seconds),
    }
    return Row("last byte to mark", "one run, Follow on", size, values | {"worker MB": most})


def _rounds(page: Page, log: Path, rounds: int) -> Iterator[float]:
    dice = random.Random(28)  # noqa: S311
    for step in range(_FIRST + _BEFORE, _FIRST + _BEFORE + rounds):
        time.sleep(dice.uniform(0, _PAUSE))
        _log(log, step)
        begun = time.perf_counter()
        if not _wait_for_row(page, step, _PATIENCE):
            raise TimeoutError(f"row {step} is not there after {_PATIENCE:.0f} s")
        yield time.perf_counter() - begun


def _wait_for_row(page: Page, step: int, patience: float) -> bool:
    """Is the mark of a step there, or is it within so many seconds?"""
    until = time.monotonic() + patience
    while not (is_drawn := bool(page.evaluate(_HAS_MARK, step))) and time.monotonic() < until:
        time.sleep(0.05)
    return is_drawn


def _log(log: Path, step: int) -> None:
    row = {
        "model": "lab/watched-7b",
        "benchmark": "MATH500",
        "iteration": step,
        "value": 40 + step % 50,
    }
    with log.open("a") as file:
        file.write(json.dumps(row | {"unit": "percent", "n": 500}) + "\n")


@contextmanager
def _watching(store: Path, log: Path) -> Iterator[None]:
    environ = os.environ | {"REASONBOARD_STORE": str(store)}
    command = [COMMAND, "watch", str(log), "--name", _NAME]
    with subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def _follow(page: Page, address: str) -> None:
    """Open the page of the run once it is there, and follow it."""
    until = time.monotonic() + _PATIENCE
    is_drawn = False
    while not is_drawn:
        if time.monotonic() > until:
            raise TimeoutError(f"{_NAME} was not loaded")
        page.goto(f"{address}iterations?source={_NAME}")
        is_drawn = _wait_for_row(page, _FIRST, 10)
    page.get_by_role("switch", name="Follow").click()
