"""Images over HTTP: what they are, what they say of themselves, and what is refused."""

import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from PIL import Image

from reasonboard import config
from reasonboard.cli import main as cli
from reasonboard.store import snapshots
from reasonboard.web.images import service
from reasonboard.web.main import create_app

WINDOW = "/api/kv-cache/by_window"


@pytest.fixture(scope="module")
def client(bundled_store: Path) -> Iterator[FlaskClient]:
    yield create_app(config.read({"REASONBOARD_STORE": str(bundled_store)})).test_client()
    service.close()


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without a Chromium."""
    service.close()
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    yield
    service.close()


def picture(content: bytes) -> Image.Image:
    opened = Image.open(io.BytesIO(content))
    opened.load()
    return opened


@pytest.mark.parametrize(
    ("size", "pixels"), [("", 2400), ("screen", 2400), ("one", 975), ("two", 2025)]
)
def test_a_png_has_its_size(client: FlaskClient, size: str, pixels: int) -> None:
    answer = client.get(f"{WINDOW}.png" + f"?size={size}" * bool(size))
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert "Reasonboard-Notice" not in answer.headers
    assert picture(answer.data).width == pixels


def test_its_schemes_have_their_paper(client: FlaskClient) -> None:
    made = {
        scheme: picture(client.get(f"{WINDOW}.png?size=one&scheme={scheme}").data).convert("RGB")
        for scheme in ("light", "dark")
    }
    papers = {scheme: image.getpixel((2, 2)) for scheme, image in made.items()}
    assert papers == {"light": (255, 255, 255), "dark": (15, 17, 21)}


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_open_prints_the_state_that_was_asked_for(
    client: FlaskClient,
    ending: str,
    bundled_store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = client.get(f"{WINDOW}.{ending}?size=two&benchmark=AMC23&columns=1&nonsense=1")
    version = snapshots.snapshot().version
    (tmp_path / "saved").write_bytes(answer.data)
    monkeypatch.setenv("REASONBOARD_STORE", str(bundled_store))
    assert cli.main(["open", str(tmp_path / "saved")]) == 0
    address = f"/kv-cache?source=dynts-readings&benchmark=AMC23&data={version}"
    assert capsys.readouterr().out == f"http://127.0.0.1:8050{address}\n"
    assert "nonsense" in answer.headers["Reasonboard-Notice"]
    name = answer.headers["Content-Disposition"].partition("filename=")[2].strip('"')
    assert name.startswith("kv-cache-by-window-")
    assert name.endswith(f"-6.75in.{ending}")


def test_a_pdf_is_one_sheet_of_the_size_on_paper(client: FlaskClient) -> None:
    pdf = client.get(f"{WINDOW}.pdf?size=one").data
    svg = ET.fromstring(client.get(f"{WINDOW}.svg?size=one").data)
    down = float((svg.get("height") or "").removesuffix("in")) * 72
    box = pdf.partition(b"/MediaBox [")[2].partition(b"]")[0].split()
    assert [float(one) for one in box] == pytest.approx([0, 0, 3.25 * 72, down], abs=1)
    assert b"/Count 1" in pdf
    assert b"/Subtype /Image" not in pdf.replace(b"/Subtype/Image", b"/Subtype /Image")


@pytest.mark.parametrize(
    "search",
    ["size=huge", "size=", "size=../one", "scheme=%00", "scheme=neon", "columns=99", "size=one&size=%ff",
     "benchmark=<script>", "size=__proto__&scheme=constructor"],
)  # fmt: skip
def test_what_is_foreign_is_told_and_the_usual_is_drawn(client: FlaskClient, search: str) -> None:
    answer = client.get(f"{WINDOW}.svg", query_string=search)
    assert answer.status_code == 200
    assert answer.headers["Reasonboard-Notice"].isascii()
    assert "script>" not in answer.headers["Reasonboard-Notice"].replace("<script>", "", 1)
    assert ET.fromstring(answer.data).get("width") == "1200"


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_query_string_of_ten_million_bytes_is_refused(client: FlaskClient, ending: str) -> None:
    answer = client.get(f"{WINDOW}.{ending}", query_string="size=" + "a" * 10_000_000)
    assert answer.status_code == 414


@pytest.mark.parametrize(
    "path", ["..%2f..%2fetc/passwd.png", "kv-cache/..%2fgrid.png", "kv-cache/grid.jpeg"]
)
def test_a_path_that_leads_elsewhere_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(f"/api/{path}").status_code == 404


def test_what_is_known_is_neither_sent_nor_drawn_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = client.get(f"{WINDOW}.svg?size=one").headers["ETag"]
    monkeypatch.setattr(service, "image", None)
    again = client.get(f"{WINDOW}.svg?size=one", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_another_look_has_another_tag(client: FlaskClient) -> None:
    searches = ["", "?size=one", "?size=one&scheme=dark", "?size=one&columns=2"]
    tags = {client.get(f"{WINDOW}.svg{search}").headers["ETag"] for search in searches}
    assert len(tags) == len(searches)


@pytest.mark.usefixtures("no_browser")
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_without_a_browser_a_line_says_what_to_install(client: FlaskClient, ending: str) -> None:
    answer = client.get(f"{WINDOW}.{ending}")
    assert answer.status_code == 501
    assert "pip install reasonboard[images]" in answer.text
    assert answer.text.count("\n") == 1
    described = json.loads(client.get("/api/openapi.json").data)
    assert f"/kv-cache/by_window.{ending}" in described["paths"]


def test_too_many_pixels_are_refused_with_the_limit(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_MOST_PIXELS", 1000)
    answer = client.get(f"{WINDOW}.png")
    assert answer.status_code == 413
    assert "1,000" in answer.text


def test_while_too_many_are_made_it_says_when_to_come_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(f"{WINDOW}.svg")
    (drawer,) = service._DRAWER
    taken = 0
    while drawer._room.acquire(blocking=False):
        taken += 1
    answer = client.get(f"{WINDOW}.svg")
    drawer._room.release(taken)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "ETag" not in answer.headers
    assert client.get(f"{WINDOW}.svg").status_code == 200
