"""A server that has too much to do is asked again, by all scripts alike, and what it says is shown."""

import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from reasonboard import config
from tests.browser.driver import clean_tab, forgive, open_page, until
from tests.serving import serving
from tests.states import many

ASKS = re.compile(r"\bfetch\(|XMLHttpRequest|sendBeacon|EventSource|WebSocket|importScripts")
LINE = "Too many exports are running (limit: 2)."
ADVICE = " Try again in a few seconds."
ALL_SOURCES = "All sources as BibTeX"


def busy(route: Route, after: str) -> None:
    headers = {"Content-Type": "text/plain; charset=utf-8", "Retry-After": after}
    route.fulfill(status=503, body=f"{LINE}{ADVICE}\n", headers=headers)


def test_only_one_script_asks_the_server() -> None:
    asking = [
        path.name
        for path in sorted(config.read({}).assets.glob("*.js"))
        if ASKS.search(path.read_text("utf-8"))
    ]
    assert asking == ["asking.js"]


@pytest.mark.parametrize("path", many(["data"], ["models", "data", "sheet?item=kv-cache/grid"]))
def test_links_to_files_are_downloads_that_wait_for_the_server(
    page: Page, address: str, path: str
) -> None:
    """But those that describe the API or show JSON."""
    open_page(page, address, path)
    files = page.locator("a[href*='/api/']")
    assert files.count()
    endings = r"\.(csv|parquet|md|tex|bib|html|pdf|png|svg|toml)(\?|$)"
    native = files.evaluate_all(
        "all => all.filter((a) => !a.hasAttribute('download')).map((a) => a.href)"
    )
    assert [href for href in native if re.search(endings, href)] == []


@pytest.mark.long
def test_a_download_that_is_refused_for_now_comes_later_and_says_so(
    page: Page, address: str
) -> None:
    open_page(page, address, "sheet", "?item=kv-cache/grid")
    page.route(re.compile(r"/api/sheet\.html"), partial(busy, after="2"), times=2)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as HTML").click()
        expect(page.locator("#image-notice")).to_have_text(f"Waiting: {LINE}")
    assert re.fullmatch(r"reasonboard-sheet-[0-9a-f]{7}\.html", saved.value.suggested_filename)
    assert b"<title>" in saved.value.path().read_bytes()
    expect(page.locator("#image-notice")).to_be_empty()
    forgive(page, "503")


def test_a_server_is_not_asked_for_ever(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache", "?source=caption-kv-cache")
    for after in ("86400", "Fri, 27 Nov 2026 10:00:00 GMT", "-1"):
        page.route("**/api/sources.bib*", partial(busy, after=after))
        page.evaluate(
            """async (after) => {
                const link = [...document.querySelectorAll("a[download]")].find((a) => a.href.includes("sources.bib"));
                window.said = await window.reasonboard.ask(link.href, {}, { longest: after === "86400" ? 30 : 180 })
                    .catch((error) => error.message);
            }""",
            after,
        )
        assert page.evaluate("window.said") == LINE + ADVICE
        page.unroute("**/api/sources.bib*")
    forgive(page, "503")


def is_longer(came: list[str], length: int) -> bool:
    return len(came) > length


@pytest.mark.long
def test_images_asked_for_at_once_all_come(profile: BrowserContext, bundled_store: Path) -> None:
    """Of a server that makes one at a time."""
    number = many(6, 30)
    with serving(bundled_store, settings={"REASONBOARD_THREADS": "2"}) as address:
        page, watch = clean_tab(profile, address)
        open_page(page, address, "kv-cache", "?source=caption-kv-cache")
        came: list[str] = []
        page.on("download", lambda saved: came.append(saved.suggested_filename))
        page.evaluate(
            """([home, number]) => {
                for (let at = 0; at < number; at += 1) {
                    const scheme = ["light", "dark"][at % 2];
                    const size = ["screen", "one", "two"][Math.floor(at / 3) % 3];
                    const link = document.createElement("a");
                    const search = `?source=caption-kv-cache&scheme=${scheme}&size=${size}&at=${at}`;
                    link.href = `${home}api/kv-cache/grid.png${search}`;
                    link.download = "";
                    document.body.append(link);
                    link.click();
                }
            }""",
            [address, number],
        )
        while len(came) < number:  # each has as long as anything that is waited for
            until(page, partial(is_longer, came, len(came)))
        assert all(name.endswith(".png") for name in came)
        forgive(page, "503")
        watch.check()
