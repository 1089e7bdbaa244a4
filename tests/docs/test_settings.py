"""docs/reference/settings.md has every setting with its default; the list of commands is made of the commands."""

import click

from reasonboard import config
from reasonboard.cli.main import reasonboard
from scripts.site.hooks import on_page_markdown
from tests.docs.pages import DOCS, code, table

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
