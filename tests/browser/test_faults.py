"""What a reader sees while the data cannot be read: words, no broken page."""

import re
from collections.abc import Callable

import orjson
import pytest
from playwright.sync_api import Page, Route, expect

from reasonboard.core.control import Control
from reasonboard.studies import STUDIES
from reasonboard.web.faults import UNREADABLE
from reasonboard.web.page.change import unchanged
from tests.browser.driver import choose, forgive, open_page, shows

KV_CACHE = next(study for study in STUDIES if study.path == "kv-cache")


def benchmark() -> Control:
    return next(control for control in KV_CACHE.controls if control.name == "benchmark")


@pytest.mark.long
def test_a_change_that_cannot_be_read_says_so_and_the_next_one_works(
    page: Page, address: str
) -> None:
    open_page(page, address, KV_CACHE.path)
    answer = {"kv-cache-answer": {"data": unchanged(KV_CACHE, UNREADABLE)["answer"]}}

    def fail(route: Route) -> None:
        body = orjson.dumps({"multi": True, "response": answer})
        route.fulfill(body=body, content_type="application/json")

    page.route("**/_dash-update-component*", fail, times=1)
    choose(page, KV_CACHE, benchmark(), "AMC23")
    expect(page.locator("#kv-cache-notices")).to_contain_text(UNREADABLE)
    page.wait_for_timeout(600)  # until what has changed would be said
    expect(page.locator("#change-status")).to_be_empty()
    choose(page, KV_CACHE, benchmark(), "AIME24")
    shows(page, KV_CACHE, re.compile("benchmark=AMC23,AIME24"))
    expect(page.locator("#kv-cache-notices")).not_to_contain_text(UNREADABLE)


def busy(route: Route) -> None:
    route.fulfill(
        status=503,
        body="Too many readers at once. Try again in a few seconds.\n",
        headers={"Content-Type": "text/plain; charset=utf-8", "Retry-After": "1"},
    )


@pytest.mark.parametrize(
    ("fail", "words", "error"),
    [(lambda route: route.abort(), "Connection lost.", "net::ERR_FAILED"), (busy, "Too many readers at once.", "503")],
    ids=["no answer", "busy"],
)  # fmt: skip
def test_a_change_that_is_not_answered_now_is_shown_as_soon_as_the_server_does(
    page: Page, address: str, fail: Callable[[Route], None], words: str, error: str
) -> None:
    open_page(page, address, KV_CACHE.path)
    requests = "**/_dash-update-component*"
    page.route(requests, fail)
    field = page.locator("#kv-cache-mode").get_by_text("Loss to best", exact=True)
    field.click()
    notice = f"{words} Your change is applied when the server responds."
    expect(page.locator("#server-notice")).to_have_text(notice)
    page.unroute(requests)
    shows(page, KV_CACHE, re.compile("mode="))
    expect(page.locator("#server-notice")).to_be_empty()
    page.go_back()
    shows(page, KV_CACHE, "")
    forgive(page, error)
