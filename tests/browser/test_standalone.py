"""Documents that draw without a dashboard, in a real browser: from a disk, in a frame, on paper."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from reasonboard.charts.marks import without_marks
from reasonboard.charts.theme import no_data_reason
from reasonboard.cli.export import write_site as write
from reasonboard.core.study import Study
from reasonboard.store import snapshots
from reasonboard.studies import BY_PATH, LISTED, STUDIES
from reasonboard.web.standalone.delivery import contained
from reasonboard.web.standalone.document import Page as Written
from reasonboard.web.standalone.document import Section, document, section
from tests.browser.driver import _VIOLATIONS, clean_tab, serious
from tests.browser.printed import Paper
from tests.states import many

HOSTILE = (
    "</script><script>document.title='run'</script><img src=x onerror=\"document.title='run'\">"
)
EMBEDS = ("kv-cache/grid", "iterations/grid", "data/by_benchmark")


@pytest.fixture
def offline(chrome: Browser) -> Iterator[tuple[BrowserContext, list[str]]]:
    """A browser without a network, and what went wrong or was asked for in it."""
    context = chrome.new_context(
        viewport={"width": 1440, "height": 900}, color_scheme="light", offline=True
    )
    context.add_init_script(_VIOLATIONS)
    bad: list[str] = []
    context.on("request", lambda one: None if own(one.url) else bad.append(one.url))
    context.on("console", lambda said: bad.append(said.text) if said.type == "error" else None)
    context.on("weberror", lambda error: bad.append(str(error.error)))
    yield context, bad
    context.close()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the address that another server answers with its files from."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def own(url: str) -> bool:
    return url.startswith(("file:", "data:", "blob:"))


def saved(path: Path, studies: Sequence[Study] = STUDIES[:2]) -> list[dict[str, Any]]:
    """A document of a view of each study, written there; the figures as they are made."""
    sections = [
        section(study, study.views[0], study.defaults())._replace(heading=HOSTILE)
        for study in studies
    ]
    page = Written(HOSTILE, sections, lead=(HOSTILE,))
    path.write_bytes(b"".join(document(page, contained())))
    return [one.figure or {} for one in sections]


def ready(page: Page | Frame, count: int) -> None:
    expect(page.locator(".graph .main-svg:first-child")).to_have_count(count, timeout=30_000)


def views_with_data(study: Study) -> int:
    """How many views of a study draw a chart as it opens."""
    values = study.defaults()
    return sum(not no_data_reason(study.answer(view, values, 4).figure) for view in study.views)


def charts(page: Page | Frame) -> list[dict[str, Any]]:
    """Data and layout of every chart as they are drawn."""
    script = "JSON.stringify([...document.querySelectorAll('.graph')].map(({data, layout}) => ({data, layout})))"
    found: list[dict[str, Any]] = json.loads(page.evaluate(script))
    return found


def numbers(figure: dict[str, Any]) -> list[Any]:
    """What is drawn, without what Plotly adds."""
    kept = ("x", "y", "z", "text", "name", "error_y")
    return [{key: one[key] for key in kept if key in one} for one in figure["data"]]


def test_a_saved_document_draws_from_the_disk_without_a_network(
    offline: tuple[BrowserContext, list[str]], tmp_path: Path
) -> None:
    context, bad = offline
    made = saved(tmp_path / "sheet.html", many(STUDIES[:4], STUDIES))
    page = context.new_page()
    page.goto((tmp_path / "sheet.html").as_uri())
    ready(page, len(made))
    for drawn, figure in zip(charts(page), made, strict=True):
        plain = json.loads(json.dumps(without_marks(figure)))
        assert numbers(drawn) == numbers(plain)
    assert page.title() == HOSTILE
    expect(page.locator("h1")).to_have_text(HOSTILE)
    assert page.locator("img").count() == 0
    assert page.evaluate("window.violations") == []
    assert bad == []


@pytest.mark.long
def test_a_script_that_is_not_its_own_does_not_run_in_a_saved_document(
    offline: tuple[BrowserContext, list[str]], tmp_path: Path
) -> None:
    context, bad = offline
    path = tmp_path / "sheet.html"
    saved(path)
    path.write_text(path.read_text().replace("<h1>", "<script>document.title='run'</script><h1>"))
    page = context.new_page()
    page.goto(path.as_uri())
    assert page.title() == HOSTILE
    assert any("Content Security Policy" in one for one in bad)


def test_on_paper_it_is_light_and_no_wider_than_the_sheet(
    offline: tuple[BrowserContext, list[str]], tmp_path: Path
) -> None:
    context, bad = offline
    made = saved(tmp_path / "sheet.html")
    page = context.new_page()
    page.emulate_media(color_scheme="dark")
    page.goto((tmp_path / "sheet.html").as_uri())
    ready(page, len(made))
    paper = "#ffffff"
    assert paper not in {chart["layout"]["paper_bgcolor"] for chart in charts(page)}
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 900})
    assert {chart["layout"]["paper_bgcolor"] for chart in charts(page)} == {paper}
    for chart in page.locator(".main-svg").all():
        box = chart.bounding_box()
        assert box
        assert 679 <= box["width"] <= 680
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert paper not in {chart["layout"]["paper_bgcolor"] for chart in charts(page)}
    expect(page.locator(".main-svg").first).to_have_css("width", "1360px", timeout=30_000)
    assert bad == []


@pytest.mark.long
def test_charts_follow_the_window_and_the_scheme(
    offline: tuple[BrowserContext, list[str]], tmp_path: Path
) -> None:
    context, _ = offline
    made = saved(tmp_path / "sheet.html")
    page = context.new_page()
    page.goto((tmp_path / "sheet.html").as_uri())
    ready(page, len(made))
    chart = page.locator(".graph").first
    wide = chart.evaluate("c => c._fullLayout.height")
    page.set_viewport_size({"width": 400, "height": 900})
    expect(chart).to_have_css("height", re.compile(r"^\d{4}px$"), timeout=30_000)
    assert chart.evaluate("c => c._fullLayout.height") > wide
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    page.emulate_media(color_scheme="dark")
    dark = "rgb(15, 17, 21)"
    drawn = page.locator(".main-svg").first
    expect(drawn).to_have_css("background-color", dark, timeout=30_000)


def test_a_view_is_drawn_in_a_frame_of_another_origin(
    chrome: Browser, address: str, elsewhere: tuple[Path, str]
) -> None:
    folder, host = elsewhere
    frames = [
        f'<iframe src="{address}embed/{path}" width="700" height="500"></iframe>' for path in EMBEDS
    ]
    (folder / "post.html").write_text(f"<!DOCTYPE html><title>Post</title>{''.join(frames)}")
    context = chrome.new_context(viewport={"width": 1440, "height": 900})
    bad: list[str] = []
    context.on("console", lambda said: bad.append(said.text) if said.type == "error" else None)
    page = context.new_page()
    page.goto(f"{host}/post.html")
    for frame, path in zip(page.frames[1:], EMBEDS, strict=True):
        ready(frame, 1)
        assert frame.evaluate("origin") != page.evaluate("origin")
        assert frame.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
        study = path.split("/")[0]
        link = frame.get_by_role("link", name="Open in Reasonboard")
        assert (link.get_attribute("href") or "").startswith(f"/{study}?")
        assert link.get_attribute("target") == "_blank"
    bad = [one for one in bad if "favicon" not in one and "404" not in one]
    context.close()
    assert bad == []


def test_the_pages_themselves_are_not_drawn_in_a_frame(
    chrome: Browser, address: str, elsewhere: tuple[Path, str]
) -> None:
    folder, host = elsewhere
    (folder / "post.html").write_text(f'<!DOCTYPE html><iframe src="{address}kv-cache"></iframe>')
    page = chrome.new_page()
    with page.expect_event("console", lambda said: "frame" in said.text.lower()):
        page.goto(f"{host}/post.html")
    assert "Reasonboard" not in page.frames[1].content()
    page.close()


def test_an_embedded_view_has_no_serious_axe_finding(
    open_profile: BrowserContext, address: str
) -> None:
    page, watch = clean_tab(open_profile, address, 360, 900, "dark")
    for path in EMBEDS:
        page.goto(f"{address}embed/{path}?x=1")
        ready(page, 1)
        assert serious(page) == []
    watch.check()


def test_a_site_works_from_the_disk_and_from_below_a_path(
    offline: tuple[BrowserContext, list[str]],
    chrome: Browser,
    elsewhere: tuple[Path, str],
    small_store_template: Path,
    bundled_store: Path,
) -> None:
    """In a push the site is of the two smallest sources; that of all data has the same pages and scripts."""
    snapshots.use(many(small_store_template, bundled_store))
    context, bad = offline
    folder, host = elsewhere
    write(folder / "name" / "results", [])
    page = context.new_page()
    page.goto((folder / "name" / "results" / "index.html").as_uri())
    answer = many("better than 1 of 5 others on MATH500", "better on 6 of 9 benchmarks")
    expect(page.get_by_text(answer)).to_be_visible()
    for study in many((BY_PATH["prm-selection"], BY_PATH["kv-cache"]), LISTED):
        page.get_by_role("navigation").get_by_role("link", name=study.name, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(study.question)
        ready(page, views_with_data(study))
        assert page.evaluate("window.violations") == []
    assert bad == []
    online = chrome.new_context(bypass_csp=True)
    page = online.new_page()
    page.on("request", lambda one: None if one.url.startswith(host) else bad.append(one.url))
    page.goto(f"{host}/name/results/kv-cache.html")
    ready(page, views_with_data(BY_PATH["kv-cache"]))
    assert serious(page) == []
    online.close()
    assert bad == []


@pytest.mark.long
def test_no_page_cuts_a_panel_and_headings_stay_with_their_charts(
    offline: tuple[BrowserContext, list[str]], tmp_path: Path
) -> None:
    context, bad = offline
    made = saved(tmp_path / "sheet.html", [BY_PATH[path] for path in ("iterations", "test-time")])
    page = context.new_page()
    page.goto((tmp_path / "sheet.html").as_uri())
    ready(page, len(made))
    for form in ("A4", "Letter"):
        paper = Paper(page, form)
        assert paper.cut() == []
        assert paper.letters() >= 0.75
    assert bad == []


def test_a_table_of_long_settings_is_no_wider_than_paper(
    offline: tuple[BrowserContext, list[str]], tmp_path: Path
) -> None:
    context, _ = offline
    settings = ", ".join(f"setting_{number} = {number / 7:.4f}" for number in range(40))
    names = ("id", "source", "run", "model", "benchmarks", "tool", "version", "date")
    row = {name: f"a-{name}-of-some-length-2026-11-27T10:00:00" for name in names}
    page = context.new_page()
    made = Written("Runs", [Section("Runs", rows=[row | {"settings": settings}] * 3)])
    page.set_content(b"".join(document(made, contained())).decode())
    page.set_viewport_size({"width": 688, "height": 900})
    page.emulate_media(media="print")
    parts = page.locator("table, td:last-child")
    table, *cells = parts.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert table <= 688
    assert min(cells) >= 0.38 * table
