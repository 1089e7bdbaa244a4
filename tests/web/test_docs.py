"""The docs at /docs: a site that the set-up built, under the policy of all pages, and a guide for each page."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from mkdocs.commands.build import build
from mkdocs.config import load_config

from reasonboard import config
from reasonboard.studies import all_studies
from reasonboard.web.docs import GUIDES, guide
from reasonboard.web.main import create_app, render

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site, built as `make docs` does: a broken link fails here."""
    folder = tmp_path_factory.mktemp("shared")
    config_file = str(ROOT / "scripts" / "site" / "mkdocs.yml")
    build(load_config(config_file, site_dir=str(folder / "docs"), strict=True))
    return folder


def served(store: Path, shared: Path) -> FlaskClient:
    settings = config.read({"REASONBOARD_STORE": str(store), "REASONBOARD_PREFIX": "/results/"})
    return create_app(replace(settings, shared=shared)).test_client()


@pytest.fixture(scope="module")
def site(bundled_store: Path, shared: Path) -> FlaskClient:
    return served(bundled_store, shared)


def test_a_link_to_nothing_fails_the_build(tmp_path: Path) -> None:
    pages = tmp_path / "docs"
    pages.mkdir()
    (pages / "index.md").write_text("[to nothing](nothing.md)\n")
    config_file = str(ROOT / "scripts" / "site" / "mkdocs.yml")
    nav = ["index.md"]
    settings = load_config(
        config_file, docs_dir=str(pages), site_dir=str(tmp_path / "site"), nav=nav, strict=True
    )
    with pytest.raises(SystemExit):
        build(settings)


def test_every_page_of_the_docs_runs_no_inline_script_and_asks_no_other_host(
    site: FlaskClient, shared: Path
) -> None:
    pages = [path for path in (shared / "docs").rglob("*.html") if path.name != "404.html"]
    assert len(pages) > 10
    for page in pages:
        answer = site.get(f"/results/docs/{page.relative_to(shared / 'docs').as_posix()}")
        policy, text = answer.headers["Content-Security-Policy"], answer.text
        answer.close()
        assert answer.status_code == 200
        assert "script-src 'self'" in policy
        assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
        assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
        assert re.findall(r"\son\w+=", re.sub(r">[^<]*<", "><", text)) == []
        assert re.findall(r'(?:src|<link[^>]*href)="(?:https?:)?//', text) == []


def test_the_docs_open_at_their_first_page(site: FlaskClient) -> None:
    assert site.get("/results/docs").headers["Location"] == "/results/docs/"
    first = site.get("/results/docs/")
    assert "<h1" in first.text
    first.close()


@pytest.mark.parametrize("path", ["nothing.html", "guides", "../pyproject.toml", "%2e%2e/config"])
def test_what_is_no_page_of_the_docs_is_not_found(site: FlaskClient, path: str) -> None:
    assert site.get(f"/results/docs/{path}").status_code == 404


def test_every_page_of_the_board_has_a_guide_that_exists(shared: Path) -> None:
    addresses = {guide(study.path) for study in all_studies()} | {guide(path) for path in GUIDES}
    for address in addresses:
        name, _, anchor = address.partition("#")
        assert not anchor or f'id="{anchor}"' in (shared / name).read_text()
        assert (shared / name).is_file()


def _plain(part: Any) -> Any:
    """A component, or JSON that is there already, for `json.dumps`."""
    if hasattr(part, "to_plotly_json"):
        return part.to_plotly_json()
    return orjson.dumps(part).decode()


@pytest.mark.parametrize("path", ["", "load", "data", "models"])
def test_a_page_leads_to_its_guide(path: str, bundled: None) -> None:
    page = json.dumps(render({"path": f"/{path}"}, "/"), default=_plain)
    assert guide(path) in page


def test_without_the_site_its_address_says_where_it_is(bundled_store: Path, tmp_path: Path) -> None:
    answer = served(bundled_store, tmp_path).get("/results/docs/guides/load.html")
    assert answer.status_code == 404
    assert "`make docs`" in answer.text
