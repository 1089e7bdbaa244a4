"""Commands of the pages: all are as the command line takes them."""

from pathlib import Path

import click
import pytest

from reasonboard.cli import main as cli
from tests.docs.pages import PAGES, ROOT, blocks, commands


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
