"""Links of the README and of names in code lead somewhere; the build of the site tests those within docs/."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT

_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_MENTION = re.compile(r"docs/[\w/-]+\.(?:md|csv|ipynb)(?:#[\w-]+)?")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_CODE = ("app", "scripts", "deploy", "tests")
_ENDINGS = {".py", ".sql", ".js", ".html", ".toml", ".yaml"}


def anchors(page: Path) -> set[str]:
    """What can be after # in a link to a page."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    names = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in _HEADING.findall(text))
    return {name.strip().replace(" ", "-") for name in names}


def broken(link: str, folder: Path) -> bool:
    """Does a link lead to no file, or to no heading of it?"""
    name, _, anchor = link.partition("#")
    path = (folder / name).resolve()
    return not path.exists() or bool(anchor and anchor not in anchors(path))


def links(page: Path) -> list[str]:
    """The links of a page to files and headings, with its own name where they have none."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    every = [link for link in _LINK.findall(text) if "://" not in link]
    return [page.name + link if link.startswith("#") else link for link in every]


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_of_a_page_lead_to_files_and_headings(name: str) -> None:
    page = ROOT / name
    assert [link for link in links(page) if broken(link, page.parent)] == []


def test_pages_that_code_names_exist() -> None:
    files = [
        path for folder in _CODE for path in (ROOT / folder).rglob("*") if path.suffix in _ENDINGS
    ]
    named = {name for path in files for name in _MENTION.findall(path.read_text())}
    assert "docs/reference/tables.md" in named
    assert [name for name in sorted(named) if broken(name, ROOT)] == []


@pytest.mark.parametrize(
    "page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(DOCS).as_posix()
)
def test_a_page_is_short(page: Path) -> None:
    assert len(page.read_text().splitlines()) <= 150
