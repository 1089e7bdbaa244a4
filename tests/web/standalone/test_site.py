"""The dashboard as a static site: whole, closed in itself, and the same numbers as the pages."""

import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from flask.testing import FlaskClient

from reasonboard.charts.marks import without_selection
from reasonboard.charts.theme import no_data_reason
from reasonboard.cli import main as cli
from reasonboard.cli.export import write_site as write
from reasonboard.core.study import Study
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import database, snapshots
from reasonboard.studies import LISTED
from reasonboard.web.api.state import UnknownError, find
from reasonboard.web.links import pinned
from reasonboard.web.standalone.delivery import SCRIPTS
from reasonboard.web.standalone.site import MARKER, FolderError, SiteFile, replace
from tests.conftest import Given
from tests.web.standalone.parsing import Document

CHOSEN = ("/kv-cache?benchmark=AMC23#grid", "http://other.host/api/iterations/course?x=1")


@pytest.fixture(scope="module")
def built(bundled_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of the bundled data, with two states besides."""
    snapshots.use(bundled_store)
    folder = tmp_path_factory.mktemp("pages") / "below" / "site"
    write(folder, CHOSEN)
    database.close()
    return folder


def pages(built: Path) -> dict[str, Document]:
    return {path.name: Document(path.read_text()) for path in sorted(built.glob("*.html"))}


def test_there_is_a_page_for_every_study_and_every_chosen_state(built: Path) -> None:
    names = {"index.html", "kv-cache-1.html", "iterations-2.html"}
    assert set(pages(built)) == names | {f"{study.path}.html" for study in LISTED}
    assert (built / ".nojekyll").read_bytes() == b""


def test_every_relative_link_exists_and_every_file_is_led_to(built: Path) -> None:
    found = pages(built)
    led_to = {"index.html", ".nojekyll", MARKER, "assets/inter.woff2"}  # the style names the font
    for page in found.values():
        for href in (*page.links, *page.sources):
            if not href.startswith("https://"):
                assert not PurePosixPath(href).is_absolute()
                assert (built / href).is_file(), href
                led_to.add(href)
    there = {str(path.relative_to(built)) for path in built.rglob("*") if path.is_file()}
    assert there == led_to


def test_nothing_is_asked_of_another_host(built: Path) -> None:
    for name, page in pages(built).items():
        assert all(source.startswith("assets/") for source in page.sources)
        assert page.scripts == [""] * (1 + len(SCRIPTS)), name
        assert page.policy.startswith("default-src 'none'; script-src 'self'; ")
        assert "http" not in page.policy


@pytest.mark.parametrize("study", LISTED, ids=lambda study: study.path)
def test_the_charts_and_tables_are_those_of_the_dashboard(
    built: Path, client: FlaskClient, study: Study
) -> None:
    page = Document((built / f"{study.path}.html").read_text())
    values = study.defaults()
    answers = [(view, study.answer(view, values, 4).figure) for view in study.views]
    # What has nothing to draw is a sentence.
    drawn = [view for view, figure in answers if not no_data_reason(figure)]
    assert all(no_data_reason(figure) in " ".join(page.texts) for _, figure in answers)
    for view, figures in zip(drawn, page.figures, strict=True):
        for columns, figure in figures.items():
            query = f"/api/{study.path}/{view.name}.figure.json?columns={columns}"
            assert figure == without_selection(client.get(query).get_json())
    for view in study.views:
        links = [link for link in page.links if link.endswith((".csv", ".json"))]
        assert len(links) == 2 * len(study.views)
        path = built / links[2 * study.views.index(view)]
        assert path.read_bytes() == client.get(f"/api/{study.path}/{view.name}.csv").data


def test_a_chosen_state_has_its_chart_its_rows_and_a_way_to_it(
    built: Path, client: FlaskClient
) -> None:
    page = Document((built / "kv-cache-1.html").read_text())
    search = "?benchmark=AMC23"
    assert page.figures[0]["4"] == client.get(f"/api/kv-cache/grid.figure.json{search}").json
    rows = client.get(f"/api/kv-cache/grid.csv{search}").data
    assert (built / "kv-cache-1" / "grid.csv").read_bytes() == rows
    assert "kv-cache-1.html" in pages(built)["index.html"].links


def test_every_page_says_the_version_of_the_data_and_its_sources(
    built: Path, bundled: None
) -> None:
    version = f"data {snapshots.snapshot().version} of {snapshots.snapshot().made}"
    for name, page in pages(built).items():
        assert version in page.texts[-1], name
        assert name == "index.html" or "Sources" in page.texts
    assert "@misc{guo2026dynts," in (built / "kv-cache" / "sources.bib").read_text()


@pytest.mark.long
def test_a_state_of_a_link_keeps_to_its_data_and_the_others_do_not(
    given: Given, tmp_path: Path
) -> None:
    row = {"benchmark": "B", "kv_method": "D", "kv_window": 500, "kv_ratio": 0.1, "value": 0.25}
    own = shutil.copytree(given("kv-cache", s=[row]), tmp_path / "own")
    snapshots.use(own / "store")
    study, view = find("kv-cache", "grid")
    before = snapshots.snapshot().version
    link = pinned.make(study, view, study.defaults(), most=10)
    table = own / "data" / "s.csv"
    table.write_text(table.read_text().replace("0.25", "0.75"))
    publish(own / "data", own / "store")
    snapshots.use(own / "store")
    write(tmp_path / "site", [f"/kv-cache?v={link}#grid"])
    old, new = (tmp_path / "site" / name for name in ("kv-cache-1", "kv-cache"))
    assert ",0.25," in (old / "grid.csv").read_text()
    assert ",0.75," in (new / "grid.csv").read_text()
    texts = Document((tmp_path / "site" / "kv-cache-1.html").read_text()).texts
    assert f"data {before} " in texts[-1]
    texts = Document((tmp_path / "site" / "index.html").read_text()).texts
    assert f"data {before} " not in texts[-1]


def test_an_address_that_shows_nothing_writes_nothing(bundled: None, tmp_path: Path) -> None:
    for url in ("/nothing", "/kv-cache#nothing", "/../../etc/passwd", "/kv-cache?" + "a" * 9000):
        with pytest.raises(UnknownError):
            write(tmp_path / "site", [url])
    assert list(tmp_path.iterdir()) == []


def files(*names: str) -> list[SiteFile]:
    return [SiteFile(name, name) for name in names]


def test_a_site_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    replace(tmp_path / "site", files("a.html", "x/b.csv"))
    assert replace(tmp_path / "site", files("c.html")) == 1
    assert sorted(path.name for path in (tmp_path / "site").iterdir()) == [MARKER, "c.html"]
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("foreign", ["notes.txt", "x/notes.txt", ".git/HEAD"])
def test_what_no_site_wrote_is_never_taken_away(tmp_path: Path, foreign: str) -> None:
    replace(tmp_path / "site", files("a.html", "x/b.csv"))
    path = tmp_path / "site" / foreign
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    with pytest.raises(FolderError, match=path.name):
        replace(tmp_path / "site", files("c.html"))
    assert path.read_text() == "mine"
    assert (tmp_path / "site" / "a.html").is_file()


def test_a_link_in_the_place_of_a_file_is_foreign(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.html").write_text("mine")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "x").symlink_to(tmp_path / "mine")
    with pytest.raises(FolderError):
        replace(tmp_path / "site", files("x/a.html"))
    assert (tmp_path / "mine" / "a.html").read_text() == "mine"


def test_what_fails_on_the_way_leaves_the_earlier_site(tmp_path: Path) -> None:
    replace(tmp_path / "site", files("a.html"))

    def broken() -> Iterator[SiteFile]:
        yield SiteFile("b.html", "b")
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011  (whatever the reason)
        replace(tmp_path / "site", broken())
    assert (tmp_path / "site" / "a.html").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", ""])
def test_no_file_is_written_outside_of_the_folder(tmp_path: Path, path: str) -> None:
    with pytest.raises(ValueError, match="is not a path within a site"):
        replace(tmp_path / "site", [SiteFile(path, "x")])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--site", "FILE"], "is not a folder"),
        (["--site", "FULL"], "contains 'mine.txt'"),
        (["--site", "FILE/x"], "cannot be written to"),
        (["--site", "NEW", "/nothing"], "Unknown study"),
        (["--site", "NEW", "--form", "csv"], "--site takes no --form"),
    ],
)
def test_the_command_refuses_with_one_line_and_leaves_all_as_it_is(
    bundled_store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.setenv("REASONBOARD_STORE", str(bundled_store))
    (tmp_path / "FULL").mkdir()
    (tmp_path / "FULL" / "mine.txt").write_text("mine")
    (tmp_path / "FILE").write_text("mine")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", *arguments]) == cli.BAD_INPUT
    printed = capsys.readouterr().err
    assert message in printed
    assert printed.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["FILE", "FULL"]
