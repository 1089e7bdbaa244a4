"""What is linked with what, and what happens off the beaten track."""

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import BrowserContext, Page, Response, Route, expect

from reasonboard.core.control import Control
from reasonboard.core.study import Study
from reasonboard.studies import LISTED, STUDIES
from tests.browser.driver import (
    choose,
    clean_tab,
    click_mark,
    figure,
    label_of,
    open_page,
    overflow,
    permalink,
    point_at,
    save_png,
    settle,
    shows,
    until,
)
from tests.serving import serving
from tests.states import many

STUDY = {study.path: study for study in STUDIES}


def control(study: Study, name: str) -> Control:
    return next(one for one in study.controls if one.name == name)


def outlines(drawn: dict[str, Any]) -> list[Any]:
    return [shape.get("y0", shape.get("x0")) for shape in drawn["layout"]["shapes"]]


def test_a_click_on_a_cell_opens_its_row_and_its_column(page: Page, address: str) -> None:
    study = STUDY["scale-progress"]
    open_page(page, address, study.path, "?spacing=even")
    before = [figure(page, study, name) for name in ("grid", "along_training", "along_size")]
    click_mark(page, study, "grid", 1, 14, 1)
    shows(page, study, re.compile("panel=lambada_openai"))
    shows(page, study, re.compile("size=pythia-160m"))
    shows(page, study, re.compile("checkpoint="))
    after = [figure(page, study, name) for name in ("grid", "along_training", "along_size")]
    assert outlines(after[0]) != outlines(before[0])
    assert after[1]["data"] != before[1]["data"]
    assert after[2]["data"] != before[2]["data"]
    expect(page.locator("#scale-progress-evidence")).to_contain_text("results.lambada_openai.acc")
    page.go_back()
    settle(page)
    assert outlines(figure(page, study, "grid")) == outlines(before[0])


@pytest.mark.long
def test_a_click_on_a_type_isolates_it_everywhere_and_a_second_one_lets_go(
    page: Page, address: str
) -> None:
    study = STUDY["type-length"]
    open_page(page, address, study.path)
    whole = figure(page, study, "curves")
    click_mark(page, study, "grid", 0, 5, 3)
    shows(page, study, re.compile("type=Type%204"))
    alone = figure(page, study, "curves")
    titles = [note["text"] for note in alone["layout"]["annotations"] if "Type" in note["text"]]
    assert len(titles) == 1
    assert "Type 4" in titles[0]
    expect(page.locator("#type-length-evidence")).to_contain_text("type_4_len_5")
    click_mark(page, study, "grid", 0, 5, 3)
    shows(page, study, re.compile("^(?!.*type=)"))
    types = [note for note in whole["layout"]["annotations"] if "Type" in note["text"]]
    after = figure(page, study, "curves")["layout"]["annotations"]
    assert len([note for note in after if "Type" in note["text"]]) == len(types) > 1


def test_pointing_at_an_iteration_or_a_click_on_it_marks_it_in_every_panel(
    page: Page, address: str
) -> None:
    study = STUDY["iterations"]
    open_page(page, address, study.path, "?iteration=20")
    before = figure(page, study, "grid")["layout"].get("shapes", [])
    data = figure(page, study, "grid")["data"]
    index = next(i for i, trace in enumerate(data) if trace.get("name") == "accuracy")
    point_at(page, study, "grid", index, data[index]["x"][10], data[index]["y"][10])
    marks = page.locator("#iterations-grid-graph .link-line")
    expect(marks.nth(11)).to_be_attached()  # twelve panels
    expect(page.locator(".link-value").first).to_be_visible()
    page.mouse.move(5, 5)
    expect(marks).to_have_count(0)
    points = figure(page, study, "detail")["data"]
    index = next(i for i, trace in enumerate(points) if trace.get("name") == "accuracy")
    click_mark(page, study, "detail", index, points[index]["x"][10], points[index]["y"][10])
    shows(page, study, re.compile("iteration=40"))
    page.keyboard.press("Escape")
    assert figure(page, study, "grid")["layout"]["shapes"] != before
    expect(page.locator("#iterations-evidence")).to_contain_text("iteration 40")


def test_filters_are_kept_from_page_to_page(page: Page, address: str) -> None:
    study = STUDY["iterations"]
    open_page(page, address, study.path)
    choose(page, study, control(study, "benchmark"), "AIME24")
    page.get_by_role("link", name="KV cache").click()
    expect(page.locator("#kv-cache-page")).to_be_visible()
    settle(page)
    shows(page, STUDY["kv-cache"], "?source=dynts-readings&benchmark=AIME24")
    assert page.url.endswith("/kv-cache?source=dynts-readings&benchmark=AIME24")
    page.go_back()
    expect(page.locator("#iterations-page")).to_be_visible()
    settle(page)
    shows(page, study, "?source=kimi-k15-figure-5&benchmark=AIME24")


def test_a_wrong_address_shows_the_defaults_and_says_so(page: Page, address: str) -> None:
    study = STUDY["scale-progress"]
    open_page(page, address, study.path, "?benchmark=nonsense&mode=<script>&theme=x")
    said = page.locator(f"#{study.path}-notices")
    expect(said).to_contain_text(re.compile("“nonsense” is not .* here.*all benchmarks"))
    expect(said).to_contain_text(re.compile("“<script>” is not .* here"))
    expect(said).to_contain_text("Ignored “theme”: not a setting of this page")
    shows(page, study, "?source=pythia")


def test_the_switch_changes_page_and_charts_without_asking_the_server(
    page: Page, address: str
) -> None:
    study = STUDY["kv-cache"]
    open_page(page, address, study.path)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Switch between light and dark").click()
    drawn = page.locator("#kv-cache-grid-graph .main-svg").first
    expect(drawn).to_have_css("background-color", "rgb(15, 17, 21)")
    assert figure(page, study, "grid")["layout"]["paper_bgcolor"] == "#0f1115"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(15, 17, 21)"
    # The browser fetches the font of the page whenever it comes to it, and a page asks now and then for new runs.
    of_their_own = ("/inter.woff2", "/api/newest.json")
    assert [url for url in asked if not url.partition("?")[0].endswith(of_their_own)] == []
    page.reload()
    settle(page)
    assert figure(page, study, "grid")["layout"]["paper_bgcolor"] == "#0f1115"
    page.get_by_role("button", name="Switch between light and dark").click()


def test_the_whole_page_works_from_the_keyboard(page: Page, address: str) -> None:
    study = STUDY["kv-cache"]
    open_page(page, address, study.path)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "kv-cache-benchmark":
            break
    page.keyboard.press("Enter")
    options = page.locator(".dash-dropdown-option")
    expect(options).to_have_count(4)
    for typed in ("A", "AM", "AMC"):  # of letters at once, the dropdown can lose one
        page.keyboard.press(typed[-1])
        expect(page.locator(".dash-dropdown-search")).to_have_value(typed)
    expect(options).to_have_count(1)
    option = options.locator("input")
    for _ in range(10):
        settle(page)
        if option.evaluate("one => one === document.activeElement"):
            break
        page.keyboard.press(
            "ArrowDown"
        )  # with each new list the focus goes back to the search above it
    page.keyboard.press("Space")
    expect(option).to_be_checked()
    page.keyboard.press("Escape")
    settle(page)
    shows(page, study, "?source=dynts-readings&benchmark=AMC23")


@pytest.mark.long
def test_a_table_that_a_change_met_closed_opens_on_its_first_page(page: Page, address: str) -> None:
    study = STUDY["data"]
    open_page(page, address, study.path)
    table, tab = page.locator("#data-by_benchmark-table"), page.locator("#data-by_benchmark-tab")
    page.locator("#data-by_benchmark-table").get_by_role("button", name="2", exact=True).click()
    expect(table).to_contain_text("Rows 51 to 100 of")
    tab.get_by_text("Chart", exact=True).click()
    settle(page)
    choose(page, study, control(study, "kind"), "extrapolated, not measured")
    settle(page)
    tab.get_by_text("Table", exact=True).click()
    expect(table).to_contain_text("Rows 1 to 1 of 1.")


def test_a_change_is_one_request_for_all_that_it_touches(page: Page, address: str) -> None:
    study = STUDY["iterations"]
    open_page(page, address, study.path)
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    page.on("response", keep)
    form = control(study, "form")
    choose(page, study, form, label_of(form, study, "phase"))
    settle(page)
    (answer,) = (answer for answer in answers if "_dash-update" in answer.url)
    shown = answer.json()["response"]["iterations-answer"]["data"]
    assert set(shown["figures"]) == {"grid", "detail", "course", "training"}
    assert "iterations-grid-observations" in shown["html"]


def hold_first(page: Page) -> list[Route]:
    """Where the first change from now on waits; those after it are sent."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/_dash-update-component*", hold)
    return held


def test_a_table_whose_answer_came_too_late_is_answered_with_the_next_one(
    page: Page, address: str
) -> None:
    study = STUDY["type-length"]
    open_page(page, address, study.path)
    held = hold_first(page)
    first, second = ("#type-length-grid", "#type-length-curves")
    page.locator(f"{first}-tab").get_by_text("Table", exact=True).click()
    expect(page.locator(f"{first}-chart")).to_be_hidden()
    page.locator(f"{second}-tab").get_by_text("Table", exact=True).click()
    expect(page.locator(f"{second}-table tbody tr")).to_have_count(50)
    held[0].continue_()
    expect(page.locator(f"{first}-table tbody tr")).to_have_count(50)
    settle(page)


def test_an_answer_that_comes_after_a_later_one_is_not_shown(page: Page, address: str) -> None:
    study = STUDY["iterations"]
    open_page(page, address, study.path)
    held = hold_first(page)
    page.locator("#iterations-intervals").click()
    expect(page.locator("#iterations-page")).to_have_attribute("data-busy", "")
    expect(page.locator("#change-status")).to_have_text("Updating charts …")
    page.locator("#iterations-grid-options summary").click()
    own = label_of(control(study, "scales"), study, "free")
    page.locator("#iterations-scales").get_by_text(own, exact=True).click()
    expect(page.locator("#iterations-page")).to_have_attribute(
        "data-address", re.compile("scales=free"), timeout=15_000
    )
    before = figure(page, study, "grid")
    with page.expect_response("**/_dash-update-component*") as late:
        held[0].continue_()
    late.value.finished()
    settle(page)
    assert re.search("scales=free", page.url)
    assert figure(page, study, "grid") == before
    expect(page.locator("#iterations-page")).not_to_have_attribute("data-busy", "")


@pytest.mark.long
def test_a_picked_cell_is_outlined_at_once_and_no_outline_stays_where_nothing_may_move(
    page: Page, address: str
) -> None:
    study = STUDY["kv-cache"]
    open_page(page, address, study.path)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/_dash-update-component*", hold)
    point_at(page, study, "grid", 0, 1, 2)
    page.mouse.down()
    page.mouse.up()
    outline = page.locator("#kv-cache-grid-graph .picked-cell")
    box: dict[str, Any] = dict(outline.bounding_box() or {})
    cell = page.locator("#kv-cache-grid-graph").evaluate(
        """place => {
            const { left, top } = place.querySelector(".js-plotly-plot").getBoundingClientRect();
            const { xaxis: x, yaxis: y } = place.querySelector(".js-plotly-plot")._fullLayout;
            return { x: left + x._offset + x.d2p(0.5), y: top + y._offset + Math.min(y.d2p(2.5), y.d2p(1.5)),
                width: x.d2p(1.5) - x.d2p(0.5), height: Math.abs(y.d2p(1.5) - y.d2p(2.5)) };
        }"""
    )
    assert box == pytest.approx(cell, abs=1)
    expect(outline).to_have_count(0, timeout=5_000)
    page.emulate_media(reduced_motion="reduce", contrast="more", color_scheme="dark")
    expect(page.locator(".question")).to_have_css("color", "rgb(233, 235, 238)")  # no word is faint
    point_at(page, study, "grid", 0, 2, 1)
    page.mouse.down()
    page.mouse.up()
    expect(outline).to_have_count(1)
    expect(outline).to_have_count(0, timeout=5_000)
    page.unroute("**/_dash-update-component*")


def test_a_chart_is_drawn_before_anything_else_is_done_with_its_answer(
    page: Page, address: str
) -> None:
    open_page(page, address, "kv-cache")
    page.evaluate(
        """() => {
            window.seen = [];
            const { react } = window.Plotly;
            window.Plotly.react = (plot, ...given) => {
                window.seen.push(plot.parentNode.id);
                return react(plot, ...given);
            };
            new MutationObserver(() => window.seen.push("address")).observe(
                document.getElementById("kv-cache-page"), { attributes: true, attributeFilter: ["data-address"] });
        }"""
    )
    page.locator("#kv-cache-intervals").click()
    shows(page, STUDY["kv-cache"], re.compile("intervals=off"))
    found = page.evaluate("() => window.seen")
    assert found[:2] == ["kv-cache-grid-graph", "address"]
    assert len(found) == len(set(found))


_SEEN = """() => [...document.querySelectorAll(".js-plotly-plot")].filter((one) => one.offsetParent).map((chart) => ({
    shapes: [...chart.querySelectorAll(".shapelayer path")]
        .map((one) => one.getAttribute("d") + one.style.stroke).sort(),
    words: [...chart.querySelectorAll("text")].map((one) => one.textContent),
    marks: [...chart.querySelectorAll(".scatterlayer path, .heatmaplayer image")]
        .map((one) => one.getAttribute("d") ?? one.getAttribute("xlink:href")),
}))"""
"""What each chart of the page has drawn."""


def steady(page: Page) -> Any:
    """What is drawn once it has stayed the same for half a second."""
    seen: list[Any] = [page.evaluate(_SEEN)]

    def stays() -> bool:
        page.wait_for_timeout(400)
        seen.append(page.evaluate(_SEEN))
        return bool(seen[-1] == seen[-2])

    until(page, stays)
    return seen[-1]


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "start", "later", "scheme"),
    [
        ("kv-cache", "?window=500&ratio=0.1", "?window=1000&ratio=0.1", "dark"),
        ("iterations", "?iteration=20", "?iteration=100&panel=GPQA", "light"),
    ][: many(1, 2)],
)
def test_what_is_left_of_the_chart_before_is_as_if_it_were_drawn_anew(
    page: Page, address: str, path: str, start: str, later: str, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    open_page(page, address, path, start)
    drawn_once = page.evaluate("() => document.querySelector('.js-plotly-plot').layout.xaxis")
    page.evaluate(
        "([study, search]) => window.dash_clientside.set_props(`${study}-back`, { data: { search, at: 1 } })",
        [path, later],
    )
    shows(page, STUDY[path], re.compile(".+"))
    changed = steady(page)
    assert (
        page.evaluate("() => document.querySelector('.js-plotly-plot').layout.xaxis") == drawn_once
    )
    open_page(page, address, path, later)
    anew = steady(page)
    assert changed[0] == anew[0]
    assert changed[0]["shapes"]


def test_no_page_loads_a_polyfill_and_what_scripts_want_of_it_is_there(
    page: Page, address: str
) -> None:
    open_page(page, address, "kv-cache")
    scripts = page.evaluate("[...document.scripts].map((one) => one.src)")
    assert not [script for script in scripts if "polyfill" in script]
    wanted = set()
    for one in scripts:
        wanted |= set(
            re.findall(r"regeneratorRuntime\.(\w+)", page.request.get(one).text() if one else "")
        )
    assert wanted == {"mark", "wrap"}
    assert page.evaluate(_WAITS) == ["waits", 7, True]


_WAITS = """() => {
    const told = [];
    const made = regeneratorRuntime.mark(() => regeneratorRuntime.wrap((t) => {
        for (;;) switch (t.prev = t.next) {
            case 0: t.next = 2; return "waits";
            case 2: told.push(t.sent);
            case 3: case "end": return t.stop();
        }
    }));
    const run = made();
    const first = run.next();
    const last = run.next(7);
    return [first.value, ...told, !first.done && last.done];
}"""
"""Compiled as Dash's scripts are."""


def test_the_layout_follows_the_width(page: Page, address: str) -> None:
    study = STUDY["iterations"]
    open_page(page, address, study.path)
    wide = figure(page, study, "grid")["height"]
    page.set_viewport_size({"width": 500, "height": 900})
    until(page, lambda: figure(page, study, "grid")["height"] > 1.5 * wide)


@pytest.mark.parametrize("width", [800, 360])
def test_a_note_at_the_edge_of_the_window_opens_within_it(
    page: Page, address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 1000})
    open_page(page, address, "scale-progress")
    note = page.locator(".download-menu").first
    note.locator("summary").click()
    box = note.locator(".menu-body").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert overflow(page) <= 0


def test_the_first_page_leads_to_every_study(page: Page, address: str) -> None:
    open_page(page, address, "")
    links = page.get_by_role("navigation")
    for study in LISTED:
        link = links.get_by_role("link", name=study.name, exact=True)
        expect(link).to_have_attribute("href", f"/{study.path}")
    for study in LISTED[:2]:
        links.get_by_role("link", name=study.name, exact=True).click()
        expect(page.locator(f"#{study.path}-page")).to_be_visible()
        expect(page).to_have_title(f"{study.name} · Reasonboard")
    page.get_by_role("link", name="Reasonboard", exact=True).click()
    answered = sum(1 for study in LISTED if study.headline)
    expect(page.locator(".answer-row")).to_have_count(answered)


@pytest.mark.long
@pytest.mark.parametrize("prefix", ["/results/"])
def test_behind_a_path_prefix_all_is_the_same(
    profile: BrowserContext, bundled_store: Path, prefix: str
) -> None:
    with serving(bundled_store, prefix) as address:
        page, watch = clean_tab(profile, address)
        study = STUDY["kv-cache"]
        open_page(page, address, "")
        page.get_by_role("navigation").get_by_role("link", name=study.name).click()
        expect(page.locator("#kv-cache-page")).to_be_visible()
        settle(page)
        choose(page, study, control(study, "benchmark"), "AMC23")
        assert page.url == f"{address}kv-cache?source=dynts-readings&benchmark=AMC23"
        name, _ = save_png(page, study, "grid", 1)
        assert name.startswith("kv-cache-grid")
        page.locator("#kv-cache-grid-tab").get_by_text("Table", exact=True).click()
        link = page.get_by_role("link", name="download all as CSV")
        csv = f"{prefix}api/kv-cache/grid.csv{permalink(page, study)}"
        expect(link).to_have_attribute("href", csv)
        watch.check()


def test_what_is_unfolded_and_the_focus_stay_where_they_are(page: Page, address: str) -> None:
    study = STUDY["iterations"]
    open_page(page, address, study.path)
    part = page.locator("#iterations-grid-observations")
    test = part.locator(".findings details").first
    test.locator(".finding-verdict").click()
    links = part.locator("a.state")
    links.first.focus()
    page.keyboard.press("Enter")
    shows(page, study, re.compile("panel="))
    expect(test).to_have_attribute("open", "")
    expect(links.first).to_be_focused()


def test_charts_out_of_sight_are_drawn_when_they_come_near_or_are_printed(
    page: Page, address: str
) -> None:
    page.set_viewport_size({"width": 1440, "height": 500})
    open_page(page, address, "iterations")
    far = page.locator("#iterations-course-graph")
    expect(far.locator(".main-svg")).to_have_count(0)
    far.scroll_into_view_if_needed()
    expect(far.locator(".main-svg").first).to_be_attached()
    page.evaluate("scrollTo(0, 0)")
    open_page(page, address, "iterations")
    expect(page.locator("#iterations-grid-graph .main-svg").first).to_be_attached()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for chart in page.locator(".graph:visible").all():
        expect(chart.locator(".main-svg").first).to_be_attached()


def test_a_click_between_a_label_and_its_choice_opens_the_choices(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache")
    for name in ("source", "panel"):
        label = page.locator(f"#kv-cache-{name}-label")
        label.scroll_into_view_if_needed()
        place, choice = (
            label.bounding_box(),
            page.locator(f"#kv-cache-{name}-chip button").bounding_box(),
        )
        assert place is not None
        assert choice is not None
        page.mouse.click(choice["x"] - 2, place["y"] + place["height"] / 2)
        expect(page.locator(".dash-dropdown-content:visible")).to_have_count(1)
        page.keyboard.press("Escape")
