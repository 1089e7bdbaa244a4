"""Two models, one benchmark: from the difference to the problems behind it, and back."""

from playwright.sync_api import Page, expect

from tests.browser.driver import TWO_MODELS, open_page, settle


def test_a_reader_filters_the_problems_pages_them_and_goes_back(page: Page, address: str) -> None:
    open_page(page, address, TWO_MODELS)
    rows = page.locator("#pair-problems-table tbody tr")
    expect(rows).to_have_count(5)
    current = page.locator(".nav-link[aria-current=page]")
    expect(current).to_have_text("Models")
    expect(page).to_have_title("Two models · Reasonboard")
    problems = page.locator("#pair-problems-view")
    problems.get_by_role("button", name="Problem", exact=True).click()
    expect(rows.first).to_contain_text("Josh decides")
    settle(page)
    assert page.url.endswith("tables=problems;;item")
    problems.get_by_role("searchbox").fill("4")
    expect(rows).to_have_count(1)
    settle(page)
    assert "tables=problems;;item;4" in page.url
    page.reload()
    expect(rows).to_have_count(1)
    expect(problems.get_by_role("searchbox")).to_have_value("4")
    page.go_back()
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("Josh decides")
    expect(problems.get_by_role("searchbox")).to_have_value("")
    page.go_back()
    expect(rows.first).to_contain_text("John drives")
    page.get_by_role("link", name="Swap").click()
    expect(page.locator(".answer")).to_contain_text("GPT-3 175B · verifier is worse than Qwen3-Max")
    page.locator("#pair-problems-table").get_by_role("link", name="4", exact=True).click()
    page.wait_for_url("**/item?*")
    expect(current).to_have_text("Models")
    page.go_back()
    expect(rows).to_have_count(5)
    page.get_by_role("link", name="Models", exact=True).last.click()
    page.wait_for_url("**/models*")
