"""Scripts and styles reach the browser compressed once, and are kept there as long as they are the same."""

import gzip
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import brotli
import pytest
from flask.testing import FlaskClient
from plotly.offline import get_plotlyjs_version

from reasonboard import config
from reasonboard.core.study import Study
from reasonboard.studies import STUDIES
from reasonboard.web.main import create_app
from reasonboard.web.precompress import served_files
from reasonboard.web.static_files import PLOTLY, precompress

ROOT = Path(__file__).resolve().parents[2]
CARTESIAN = {"scatter", "bar", "heatmap", "histogram", "box", "violin", "contour"}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")


@pytest.fixture(scope="module")
def client(bundled_store: Path, shared: Path) -> FlaskClient:
    settings = config.read({"REASONBOARD_STORE": str(bundled_store)})
    plain = create_app(replace(settings, shared=shared)).test_client()
    style = next(file for file in served_files(plain) if b".filters-all" in file)
    precompress(style, shared)
    (shared / "plotly-cartesian.min.js").write_text("window.Plotly = {};")
    return create_app(replace(settings, shared=shared)).test_client()


def style(client: FlaskClient) -> str:
    found = re.search(r'href="(/assets/bundle\.css\?m=[^"]+)"', client.get("/").text)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("accepted", "coding", "read"),
    [("gzip, br", "br", brotli.decompress), ("gzip", "gzip", gzip.decompress)],
)
def test_what_was_compressed_at_the_set_up_is_sent_as_it_is(
    client: FlaskClient, shared: Path, accepted: str, coding: str, read: Callable[[bytes], bytes]
) -> None:
    answer = client.get(style(client), headers={"Accept-Encoding": accepted}, buffered=True)
    assert answer.headers["Content-Encoding"] == coding
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert answer.data in [path.read_bytes() for path in (shared / "compressed").iterdir()]
    assert (config.read({}).assets / "style.css").read_bytes() in read(answer.data)


def test_whoever_takes_no_compression_gets_the_file(client: FlaskClient) -> None:
    answer = client.get(style(client), headers={"Accept-Encoding": "identity"}, buffered=True)
    assert "Content-Encoding" not in answer.headers
    assert b".filters-all" in answer.data


def test_a_page_asks_for_one_script_and_one_style_sheet_of_its_own(client: FlaskClient) -> None:
    linked = re.findall(r'(?:src|href)="/assets/(\S+\.(?:js|css))', client.get("/kv-cache").text)
    assert sorted(linked) == ["bundle.css", "bundle.js", "native.js"]
    scripts = client.get("/assets/bundle.js", buffered=True).data
    apart = {"native", "standalone", "mark-list", "sound", "drop-elsewhere"}
    for path in config.read({}).assets.glob("*.js"):
        assert (path.read_bytes() in scripts) == (path.stem not in apart), path.name


def test_an_address_with_a_fingerprint_is_kept_and_one_without_is_asked_for_again(
    client: FlaskClient,
) -> None:
    linked = re.findall(r'src="(/_dash-component-suites/[^"]+)"', client.get("/").text)
    assert linked
    assert any(path.startswith(f"/{PLOTLY}?m=") for path in linked)
    for path in (style(client), *linked):
        assert "immutable" in client.get(path, buffered=True).headers["Cache-Control"]
    for path in ("/assets/bundle.css", f"/{PLOTLY}", "/kv-cache"):
        assert "immutable" not in client.get(path, buffered=True).headers.get("Cache-Control", "")


def test_the_smaller_plotly_stands_where_dash_asks_for_the_whole(client: FlaskClient) -> None:
    answer = client.get(f"/{PLOTLY}")
    assert answer.text == "window.Plotly = {};"
    again = client.get(f"/{PLOTLY}", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_without_it_the_whole_plotly_is_served(bundled_store: Path, tmp_path: Path) -> None:
    settings = config.read({"REASONBOARD_STORE": str(bundled_store)})
    client = create_app(replace(settings, shared=tmp_path)).test_client()
    answer = client.get(f"/{PLOTLY}", headers={"Accept-Encoding": "identity"}, buffered=True)
    assert len(answer.data) > 4_000_000


def test_no_page_asks_for_the_table_of_dash(client: FlaskClient) -> None:
    assert "dash_table/" not in client.get("/kv-cache").text


def test_the_version_that_is_fetched_is_that_of_the_python_package() -> None:
    named = (ROOT / "scripts" / "libraries.sha512").read_text().split()[1]
    assert named == f"plotly.js-cartesian-dist-min-{get_plotlyjs_version()}.tgz"


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_every_chart_is_of_the_kinds_that_the_smaller_plotly_draws(study: Study) -> None:
    values = study.defaults()
    for view in study.views:
        figure = study.answer(view, values, 4).figure
        assert {trace.get("type", "scatter") for trace in figure["data"]} <= CARTESIAN


def test_the_cursor_costs_less_than_six_kilobytes_and_its_list_as_little_more() -> None:
    """The list, as the sound, is fetched when it is wanted: a page asks for neither."""
    sizes = {
        name: len(gzip.compress((ROOT / "assets" / f"{name}.js").read_bytes(), 9))
        for name in ("marks", "cursor", "mark-list")
    }
    assert sizes["marks"] + sizes["cursor"] < 6000
    assert sizes["mark-list"] < 2000
