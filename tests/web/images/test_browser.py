"""The browser that draws images: found, isolated, bounded, and started again after it died; and its PDFs."""

import asyncio
import io
import json
import os
import signal
import subprocess
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Picture

from reasonboard.export.forms import PRINTS, SCREEN
from reasonboard.export.metadata import MetadataError, origin
from reasonboard.web.images import browser, service
from reasonboard.web.images.browser import BusyError, Drawer, Image, LateError, with_texts
from reasonboard.web.images.service import MissingError, chromium

HOSTILE = "<img src=x onerror='window.bad = 1'><script>window.bad = 1</script></svg><b>&amp;"
ONE, TWO = PRINTS


def figure(title: str = "A title", **layout: Any) -> bytes:
    meta = {
        "study": "kv-cache", "view": "grid", "titled": title, "models": "",
        "named": f"all {title}", "chosen": "", "filters": f"all {title}", "kinds": "stated",
        "source": "Somebody", "version": "data abc · 2026-01-01",
    }  # fmt: skip
    lines = [{"type": "scatter", "x": [0, 1], "y": [1, 2], "name": title}]
    base = {"height": 200, "margin": {"l": 40, "r": 10, "t": 20, "b": 30}, "meta": meta}
    return orjson.dumps({"data": lines, "layout": base | layout})


@pytest.fixture(scope="module")
def drawer() -> Iterator[Drawer]:
    made = Drawer(chromium(), service.scripts())
    yield made
    made.close()


def browsers() -> list[int]:
    """The processes of browsers that this process has started, by way of the driver."""
    table = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 2) for line in table.splitlines()]
    drivers = {row[0] for row in rows if row[1] == str(os.getpid()) and "playwright" in row[2]}
    return [int(row[0]) for row in rows if row[1] in drivers]


def alive(process: int) -> bool:
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    ).stdout
    return bool(state.strip()) and not state.startswith("Z")


@pytest.mark.parametrize(("size", "pixels"), [(SCREEN, 2400), (ONE, 975), (TWO, 2025)])
def test_a_png_is_as_wide_as_its_size(drawer: Drawer, size: Any, pixels: int) -> None:
    made = drawer.draw(figure(), "", size.drawn_as("png"))
    picture = Picture.open(io.BytesIO(made.content))
    picture.load()
    assert picture.width == pixels
    assert made.mimetype == "image/png"
    assert (
        made.name == "kv-cache-grid-all-a-title" + f"-{size.inches}in" * bool(size.inches) + ".png"
    )


def test_hostile_text_stays_text_and_the_next_sees_nothing_of_it(drawer: Drawer) -> None:
    note = {"text": HOSTILE, "x": 0, "y": 1, "showarrow": False}
    made = drawer.draw(figure(HOSTILE, annotations=[note]), "", SCREEN.drawn_as("svg"))
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(made.content).iter()}
    assert "text" in tags
    assert not tags & {"script", "img", "b", "a", "foreignObject"}
    assert set(made.name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    page: Any = drawer._page
    left = "() => [window.bad || 0, document.documentElement.outerHTML]"
    bad, text = asyncio.run_coroutine_threadsafe(page.evaluate(left), drawer._loop).result(20)
    assert bad == 0
    assert "onerror" not in text
    other = drawer.draw(figure("Another"), "", SCREEN.drawn_as("svg"))
    assert b"onerror" not in other.content


def test_the_page_can_ask_for_nothing(drawer: Drawer) -> None:
    drawer.draw(figure(), "", SCREEN.drawn_as("svg"))
    page: Any = drawer._page
    ask = "url => fetch(url).then(() => 'answered', () => 'refused')"
    for url in ("http://127.0.0.1:1/", "https://example.org/", "file:///etc/passwd"):
        future = asyncio.run_coroutine_threadsafe(page.evaluate(ask, url), drawer._loop)
        assert future.result(20) == "refused"


def test_a_browser_that_died_is_started_anew(drawer: Drawer) -> None:
    drawer.draw(figure(), "", SCREEN.drawn_as("svg"))
    before = browsers()
    assert before
    for process in before:
        os.kill(process, signal.SIGKILL)
    assert drawer.draw(figure(), "", SCREEN.drawn_as("svg")).mimetype == "image/svg+xml"
    assert not set(browsers()) & set(before)


def test_a_figure_that_cannot_be_drawn_is_refused_and_the_next_is_drawn(drawer: Drawer) -> None:
    with pytest.raises(BusyError, match="could not create the image"):
        drawer.draw(figure(meta={}), "", SCREEN.drawn_as("png"))
    with pytest.raises(BusyError, match="could not create the image"):
        drawer.draw(figure(), "", SCREEN.drawn_as("png", scheme="nonsense"))
    assert drawer.draw(figure(), "", SCREEN.drawn_as("png")).mimetype == "image/png"


NEVER = b"<!DOCTYPE html><p>A sheet</p><script>for (;;) {}</script>"


def test_images_are_drawn_while_a_document_is_printed_and_only_one_is(
    drawer: Drawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go = threading.Event(), asyncio.Event()

    async def paper(*_: object) -> bytes:
        begun.set()
        await go.wait()
        return b"%PDF"

    monkeypatch.setattr(browser, "_paper", paper)
    with ThreadPoolExecutor(1) as pool:
        printing = pool.submit(drawer.printed, b"", 60)
        assert begun.wait(20)
        for _ in range(2):
            assert drawer.draw(figure(), "", SCREEN.drawn_as("png")).mimetype == "image/png"
        with pytest.raises(BusyError, match="Another PDF is in progress"):
            drawer.printed(b"", 60)
        assert not printing.done()
        drawer._loop.call_soon_threadsafe(go.set)
        assert printing.result(20) == b"%PDF"


def test_a_document_that_never_ends_is_given_up_and_the_browser_goes_on(drawer: Drawer) -> None:
    drawer.draw(figure(), "", SCREEN.drawn_as("svg"))
    before = drawer._browser
    with pytest.raises(LateError, match="not ready within 2 seconds"):
        drawer.printed(NEVER, 2)
    assert drawer.draw(figure(), "", SCREEN.drawn_as("svg")).mimetype == "image/svg+xml"
    assert drawer._browser is before is not None
    assert drawer.printed(b"<!DOCTYPE html><p>A sheet</p>", 60).startswith(b"%PDF")


class Slow(Drawer):
    """One whose images take until they are let go."""

    def __init__(self, **settings: Any) -> None:
        super().__init__("/nowhere", [], **settings)
        self.begun = threading.Semaphore(0)
        self.go = asyncio.Event()

    async def _turned(self, _: object) -> Any:
        self.begun.release()
        await self.go.wait()
        return Image(b"", "image/png", "x.png")


def test_only_so_many_wait_and_the_next_is_told_to_come_again() -> None:
    slow = Slow(waiting=2)
    threads = [threading.Thread(target=slow.draw, args=(b"", "", {})) for _ in range(2)]
    for thread in threads:
        thread.start()
        assert slow.begun.acquire(timeout=20)
    with pytest.raises(BusyError, match="Too many images"):
        slow.draw(b"", "", {})
    slow._loop.call_soon_threadsafe(slow.go.set)
    for thread in threads:
        thread.join()
    assert slow.draw(b"", "", {}).name == "x.png"
    slow.close()


def test_nobody_waits_for_ever() -> None:
    slow = Slow(patience=0.05)
    with pytest.raises(BusyError, match="not ready within"):
        slow.draw(b"", "", {})
    slow.close()


def test_a_closed_one_leaves_no_browser_behind() -> None:
    made = Drawer(chromium(), service.scripts())
    before = set(browsers())
    made.draw(figure(), "", SCREEN.drawn_as("svg"))
    own = set(browsers()) - before
    assert own
    made.close()
    made.close()
    for _ in range(200):
        if not any(map(alive, own)):
            break
        time.sleep(0.05)
    assert not any(map(alive, own))


SMALL = (
    b"%PDF-1.4\nxref\n0 1\ntrailer\n<</Size 7\n/Root 6 0 R\n/Info 1 0 R>>\nstartxref\n9\n%%EOF\n"
)
VIEW = json.dumps({"address": "/kv-cache?model=R1-Llama"})


def texts(title: str = "A title", view: str = VIEW) -> dict[str, str]:
    return {
        "Title": title, "Description": "filters", "Source": "Somebody", "Software": "Reasonboard",
        "reasonboard:view": view,
    }  # fmt: skip


def test_the_texts_stand_behind_the_file_and_lead_back() -> None:
    written = with_texts(SMALL, texts())
    assert written.startswith(SMALL)
    assert b"/Root 6 0 R /Info 7 0 R /Prev 9" in written
    at = int(written.rpartition(b"startxref\n")[2].split()[0])
    assert written[at:].startswith(b"xref\n7 1\n")
    place = int(written[at:].split(b"\n")[2][:10])
    assert written[place:].startswith(b"7 0 obj")
    assert origin(written) == ("kv-cache", "/kv-cache?model=R1-Llama")


@given(st.text())
def test_no_text_breaks_out_of_its_string(title: str) -> None:
    written = with_texts(SMALL, texts(title))
    assert written.count(b">>\nendobj") == 1
    assert origin(written).study == "kv-cache"


def test_a_file_without_a_trailer_is_refused() -> None:
    with pytest.raises(ValueError, match="no trailer"):
        with_texts(b"%PDF-1.7\n%%EOF", texts())


@pytest.mark.parametrize(
    "pdf",
    [b"%PDF-", b"%PDF-1.4\n/Keywords <FEFF00>", b"%PDF-1.4\n/Keywords <FEFFD800>",
     b"%PDF-1.4 /Keywords <FEFF" + b"0041" * 20_000 + b">",
     with_texts(SMALL, texts(view="{")), with_texts(SMALL, texts(view="[" * 9000)),
     with_texts(SMALL, texts(view='{"address": "//evil.example/x"}')),
     with_texts(SMALL, texts(view='{"address": "/../etc"}')),
     SMALL + b"/Keywords <FEFF0041>" + b" " * 200_000],
    ids=lambda pdf: str(len(pdf)),
)  # fmt: skip
def test_a_hostile_pdf_leads_nowhere(pdf: bytes) -> None:
    with pytest.raises(MetadataError):
        origin(pdf)


def program(folder: Path, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_it_is_found_by_its_setting_before_the_path(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    onpath = program(tmp_path / "bin", "google-chrome")
    named = program(tmp_path, "own")
    assert service.chromium({"PATH": str(tmp_path / "bin")}) == onpath
    assert service.chromium({"PATH": str(tmp_path / "bin"), "CHROMIUM": named}) == named


@pytest.mark.parametrize(
    "environ", [{"PATH": ""}, {}, {"PATH": "/nowhere"}, {"CHROMIUM": "/nowhere/x"}]
)
def test_without_one_a_line_says_what_to_install(environ: dict[str, str]) -> None:
    with pytest.raises(MissingError) as problem:
        service.chromium({"PATH": "/nowhere"} | environ)
    assert "pip install reasonboard[images]" in str(problem.value)
    assert "CHROMIUM=/path" in str(problem.value)
    assert "\n" not in str(problem.value)


def test_without_the_extra_a_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(service, "find_spec", lambda _: None)
    with pytest.raises(MissingError, match="playwright is missing"):
        service.chromium({"CHROMIUM": program(tmp_path, "own")})
