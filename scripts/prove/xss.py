"""Hostile texts as names and in addresses, shown by a real browser: nothing runs, and they stand as they are."""

import csv
import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from playwright.sync_api import BrowserContext, Dialog, Page, sync_playwright
from playwright.sync_api import Error as BrowserError

from reasonboard.studies import STUDIES
from reasonboard.web.images.service import chromium
from scripts.prove.dashboard import dashboard
from scripts.prove.lanes import commands_of
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Failure, Outcome, expect
from scripts.prove.payloads import PAYLOADS
from scripts.prove.plan import Plan
from scripts.prove.stores import World, sources
from tests.browser.driver import Watch, clean_tab, settle

_CANARY = Path(__file__).with_name("canary.js").read_text()
_HEAD = (
    "model", "benchmark", "kv_window", "kv_ratio", "iteration", "step", "progress", "params_b", "task_type",
    "task_length", "selector", "train_samples", "metric", "value", "unit",
)  # fmt: skip
_NUMBERS = {
    "kv_window": ("100", "500"), "kv_ratio": ("0.1", "0.5"), "iteration": ("1", "2"), "step": ("10", "20"),
    "progress": ("0.5", "1"), "params_b": ("7", "7"), "task_length": ("4", "8"), "train_samples": ("100", "200"),
}  # fmt: skip
_GIVEN = {
    "kv-cache": ("kv_window", "kv_ratio"), "iterations": ("iteration",),
    "scale-progress": ("step", "progress", "params_b"), "type-length": ("task_type", "task_length"),
    "prm-selection": ("selector", "train_samples"),
}  # fmt: skip
_DESCRIBED = ("title = ", "citation = ", "licence = ")
_PLANTED = "evil.example/planted"


class Visit(NamedTuple):
    """A page that was opened, and what was wrong with it."""

    path: str
    wrong: Sequence[str]
    text: str


def xss(plan: Plan) -> Iterator[Outcome]:
    """Load the texts as names, show every page with them, then put them into addresses."""
    payloads = PAYLOADS[: plan.counts.payloads]
    with commands_of(plan, "xss") as lanes:
        folder = plan.folder / "xss"
        world = World(lanes[0].commands, folder / "store", _sources(folder / "data", payloads))
        world.do(PUBLISH)
        loaded = _load(world, folder / "tables", payloads)
        named = world.do(
            "query",
            "SELECT DISTINCT study, source FROM run WHERE source LIKE 'names%' ORDER BY ALL",
        )
        pages = [
            f"{study}?source={quote(name)}" for study, name in csv.reader(named.splitlines()[1:])
        ]
    with dashboard(world.store, world.data) as server, _browser() as context:
        address = f"http://127.0.0.1:{server.port}/"
        _plant(context, address)
        visits = [
            _visit(context, address, path, act=True)
            for path in ["", "data", "sheet", "api", *pages]
        ]
        visits += [
            _visit(context, address, f"embed/{path.replace('?', '/grid?')}")
            for path in pages
            if "kv-cache" in path
        ]
        in_addresses = [_visit(context, address, path) for path in _addresses(payloads)]
        server.check_log()
    yield _outcome(
        f"{len(loaded)} of {len(payloads)} texts as names (the others refused), on every page",
        visits,
        loaded,
    )
    yield _outcome(f"{len(payloads)} texts in addresses", in_addresses, ())


def _outcome(what: str, visits: Sequence[Visit], loaded: Sequence[str]) -> Outcome:
    """The row of these pages; the loaded texts have to stand somewhere as they are."""
    failures = [
        Failure(-1, f"{visit.path[:150]}: {reason}") for visit in visits for reason in visit.wrong
    ]
    everything = " ".join(visit.text for visit in visits)
    shown = _collapsed(everything)
    hidden = [text for text in loaded if _collapsed(text) not in shown]
    failures += [Failure(-1, f"not shown as it is on any page: {text!r}") for text in hidden]
    expected = "nothing runs, nothing is fetched, text as it is"
    return Outcome(
        "xss",
        what,
        1,
        len(visits),
        expected,
        f"{len(failures)} failed on {len(visits)} pages",
        failures,
    )


def _collapsed(text: str) -> str:
    """Without white space and what has no shape, which pages may leave out or show by a sign."""
    return re.sub(r"[\s\u200b\ufeff\u202a-\u202e\x00-\x1f\u2400-\u243f\ufffd]", "", text)


def _sources(data: Path, payloads: Sequence[str]) -> Path:
    """The sources, and one whose description has hostile texts in every field."""
    sources(data)
    text = " ".join(payload for payload in payloads if payload.isprintable())
    for suffix in (".csv", ".toml"):
        shutil.copy(data / f"caption-kv-cache{suffix}", data / f"hostile{suffix}")
    description = (data / "hostile.toml").read_text()
    lines = [
        f"{line.partition(' = ')[0]} = {json.dumps(text)}" if line.startswith(_DESCRIBED) else line
        for line in description.splitlines()
    ]
    (data / "hostile.toml").write_text("\n".join(lines) + "\n")
    return data


def _load(world: World, folder: Path, payloads: Sequence[str]) -> list[str]:
    """Load a table of each text that is taken; the texts."""
    folder.mkdir(exist_ok=True)
    loaded = []
    for number, payload in enumerate(payloads):
        path = folder / f"names-{number}.csv"
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(_HEAD)
            writer.writerows(_rows(payload, number))
        tried = world.run("load", str(path), "--dry-run", "--name", "names")
        if tried.code == 0:
            loaded.append(payload)
        else:
            tried.line()
            path.unlink()
    paths = [str(path) for path in sorted(folder.glob("names-*.csv"))]
    world.do("load", *paths, "--name", "names")
    return loaded


def _rows(payload: str, number: int) -> Iterator[list[str]]:
    """Two points for each study, with the text as model, benchmark, task type and selector."""
    for columns in _GIVEN.values():
        for point in range(2):
            row = {
                "model": payload, "benchmark": payload, "metric": "accuracy", "value": f"0.{number + 10 + point}",
                "unit": "fraction",
            }  # fmt: skip
            for column in columns:
                row[column] = (
                    _NUMBERS[column][point] if column in _NUMBERS else f"{payload} {point}"
                )
            yield [row.get(column, "") for column in _HEAD]


def _addresses(payloads: Sequence[str]) -> Iterator[str]:
    """Each text as the value of every control of a study, as a page, a link and a file."""
    for number, payload in enumerate(payloads):
        study = STUDIES[number % len(STUDIES)]
        text = quote(payload, safe="")
        yield study.path + "?" + "&".join(f"{control.name}={text}" for control in study.controls)
        yield ("v/", "", "sheet?views=", "embed/kv-cache/", "api/kv-cache/")[number % 5] + text


@contextmanager
def _browser() -> Iterator[BrowserContext]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(folder, executable_path=chromium())
        try:
            yield context
        finally:
            context.close()


def _plant(context: BrowserContext, address: str) -> None:
    """See that the watch notices what it has to: a picture of another host, and a text that ran."""
    tab, watch = clean_tab(context, address)
    tab.goto(f"{address}kv-cache")
    settle(tab)
    script = f"() => {{ new Image().src = 'http://{_PLANTED}'; window.__xss = 1; }}"
    tab.evaluate(script)
    tab.wait_for_timeout(300)
    seen = _failures(tab, watch)
    tab.close()
    expect(
        any(_PLANTED in line or "img-src" in line for line in seen),
        f"a planted beacon went unnoticed: {seen}",
    )
    expect("a script ran" in seen, "a planted script went unnoticed")


def _visit(context: BrowserContext, address: str, path: str, *, act: bool = False) -> Visit:
    """Open the page; with `act`, look at all charts and tables and move the mouse over them."""
    tab, watch = clean_tab(context, address)
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    tab.on("dialog", dismiss)
    try:
        tab.goto(f"{address}{path}")
        settle(tab)
        if act:
            _act(tab)
        wrong = _failures(tab, watch)
        text = str(tab.evaluate("document.body.textContent"))
    except (BrowserError, AssertionError) as error:
        return Visit(path, [f"the page was not drawn: {str(error).splitlines()[0]}"], "")
    finally:
        tab.close()
    return Visit(path, [*wrong, *(f"a dialog: {message}" for message in dialogs)], text)


def _act(tab: Page) -> None:
    """Show each view's chart under the mouse, then its table."""
    for chart in tab.locator(".graph").all()[:12]:
        if not chart.is_visible():
            continue
        chart.scroll_into_view_if_needed()
        box = chart.bounding_box()
        for step in range(12 if box else 0):
            if box:
                tab.mouse.move(
                    box["x"] + box["width"] * (step % 4 + 1) / 5,
                    box["y"] + box["height"] * (step // 4 + 1) / 4,
                )
                tab.wait_for_timeout(30)
    for choice in tab.get_by_text("Table", exact=True).all():
        is_shown = choice.locator("xpath=ancestor::label").locator("input:checked").count()
        if choice.is_visible() and not is_shown:
            choice.click()
            settle(tab)


def _failures(tab: Page, watch: Watch) -> list[str]:
    """What went wrong on the page so far."""
    state: dict[str, Any] = tab.evaluate(_CANARY)
    wrong = ["a script ran"] if state["ran"] else []
    wrong += [f"a live link: {element}" for element in state["links"]]
    wrong += [f"a live handler: {element}" for element in state["handlers"]]
    wrong += [f"the policy stopped: {violation}" for violation in state["violations"]]
    return wrong + [reason for reason in watch.bad if "404" not in reason and "400" not in reason]
