"""What the docs take from the code when they are built: the commands and their options."""

from collections.abc import Iterator
from inspect import cleandoc
from textwrap import dedent
from typing import Any

import click

from reasonboard.cli.main import reasonboard

_PLACE = "<!-- commands -->"


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page, with the list of commands in its place."""
    return markdown.replace(_PLACE, "\n".join(_commands("reasonboard", reasonboard)))


def _commands(name: str, command: click.Command) -> Iterator[str]:
    if isinstance(command, click.Group):
        for each in command.list_commands(click.Context(command)):
            inner = command.get_command(click.Context(command), each)
            if inner:
                yield from _commands(f"{name} {each}", inner)
        return
    context = click.Context(command, info_name=name)
    options = [each.get_help_record(context) for each in command.get_params(context)]
    yield f"## {name.removeprefix('reasonboard ')}\n"
    about, _, examples = cleandoc(command.help or "").partition("\b\nExamples:\n")
    yield f"{_plain(about)}\n"
    yield f"```text\n{name} {' '.join(command.collect_usage_pieces(context))}\n```\n"
    if examples:
        yield f"```sh\n{dedent(examples).strip()}\n```\n"
    rows = [record for record in options if record and record[1] and "--help" not in record[0]]
    if rows:
        yield "| option | effect |\n|---|---|"
        yield from (f"| `{option}` | {_plain(text)} |" for option, text in rows)
        yield ""


def _plain(text: str) -> str:
    """A text of a help page as Markdown, in one line for each paragraph."""
    paragraphs = text.strip().split("\n\n")
    joined = "<br>".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    return joined.replace("|", "\\|").replace("{", "&#123;").replace("*", "\\*")
