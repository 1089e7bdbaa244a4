"""What the docs name exists: links, settings with their defaults, and commands."""

import re
from pathlib import Path

import click
import pytest

from reasonboard import config
from reasonboard.cli import main as cli
from reasonboard.cli.main import reasonboard
from scripts.site.hooks import on_page_markdown
from tests.docs.pages import DOCS, PAGES, ROOT, blocks, code, commands, table

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


PAGE = DOCS / "reference" / "settings.md"
_IN_WORDS = {"REASONBOARD_STORE", "REASONBOARD_DATA", "REASONBOARD_ANSWERS"}
"""Settings whose default depends on the machine."""


def test_every_setting_has_its_row_and_every_row_its_default() -> None:
    rows = {code(row[0])[0]: row[1] for row in table(PAGE, "variable")}
    assert set(rows) == set(config._DEFAULTS)
    for name in set(rows) - _IN_WORDS:
        default = config._DEFAULTS[name]
        assert rows[name] == (f"`{default}`" if default else "none"), name


def test_the_page_on_commands_has_every_command_and_option() -> None:
    page = DOCS / "reference" / "cli.md"
    text = on_page_markdown(page.read_text())
    commands = list(reasonboard.commands.items())
    while commands:
        name, command = commands.pop()
        if isinstance(command, click.Group):
            commands += [(f"{name} {inner}", each) for inner, each in command.commands.items()]
            continue
        _, _, section = text.partition(f"\n## {name}\n")
        section = section.partition("\n## ")[0]
        options = [each.opts[-1] for each in command.params if isinstance(each, click.Option)]
        assert section, name
        assert [option for option in options if option not in section] == [], name


def problem(words: list[str]) -> str:
    """Why the command line does not take these words; '' if it does."""
    left = list(words)
    command: click.Command | None = cli.reasonboard
    while isinstance(command, click.Group) and left:
        command = command.get_command(click.Context(command), left.pop(0))
    if command is None or isinstance(command, click.Group):
        return "no such command"
    try:
        values, rest, _ = command.make_parser(click.Context(command)).parse_args(args=left)
    except click.UsageError as error:
        return error.format_message()
    given = {name for name, value in values.items() if isinstance(value, str | tuple) and value}
    named = [each.name for each in command.params if each.required and each.name not in given]
    return f"left over: {rest}" if rest else f"missing: {named}" if named else ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_of_a_page_are_as_the_command_line_takes_them(page: Path) -> None:
    lines = [line.words for block in blocks(page) for line in commands(block)]
    assert [(" ".join(words), why) for words in lines if (why := problem(words))] == []


def test_a_wrong_command_is_noticed() -> None:
    assert problem(["load", "x", "--nmae", "y"])
    assert problem(["laod", "x"])
    assert problem(["watch"])
    assert problem(["rollback", "x"])
