"""What the product advises in its messages, found in its source."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click

import reasonboard
from reasonboard.cli.main import reasonboard as reasonboard_command

APP = Path(reasonboard.__file__).parent
ASSETS = APP.parents[1] / "assets"
COMMANDS = reasonboard_command.list_commands(click.Context(reasonboard_command))
COMMAND = re.compile(
    r"`((?:[A-Z]+=\S+ )?(?:reasonboard |rollback|rebuild|restore|load |study )[^`]*)`"
)
"""A command in a message."""
WHOLE = re.compile(rf"{COMMAND.pattern}|^\s*reasonboard .*")
"""The same, or a text that is a command."""
ADVISES = re.compile(
    rf"{COMMAND.pattern}?"
    r"|(?<![\w-])--[a-z][a-z-]+"
    rf"|\breasonboard (?:{'|'.join(COMMANDS)})\b"
    r"|\b(?:pip install|make serve)\b"
    r"|\b(?:HOST|PORT|CHROMIUM|REASONBOARD_[A-Z_]+|AWS_[A-Z_]+)\b"
    r"|\.toml\b|\bTOML\b|\[columns\]|\[constants\]|\bor scale = |\b(?:unit|decimal|settings|sheet|wide) = (?=[\"\[]|$)"
    r"|\bcolumn (?:'unit'|stderr)"
    r"|\brb\.\w+|\brun\.log\b"
)
"""An action that a message advises: an option, a command, a setting, a key of a TOML, a column, a call."""

_DECLARING = ("argument", "command", "option")


class Advice(NamedTuple):
    """A part of a message between its placeholders, and where in it something is advised."""

    file: str
    line: int
    text: str
    begin: int
    end: int

    def is_in(self, part: str) -> bool:
        """Has this part of the message all of the advice?"""
        at = self.text.find(part)
        return 0 <= at <= self.begin and self.end <= at + len(part)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text[self.begin : self.end]!r} in {self.text.strip()!r}"


@cache
def messages() -> list[tuple[str, int, list[str]]]:
    """File, line and the parts between placeholders of every text with several words in the source."""
    return [message for message in _messages() if " " in " ".join(message[2]).strip()]


def _messages() -> Iterator[tuple[str, int, list[str]]]:
    for path in sorted(APP.rglob("*.py")):
        for line, parts in _texts(ast.parse(path.read_text())):
            yield str(path.relative_to(APP)), line, parts
    for path in sorted([*APP.rglob("*.sql"), *APP.rglob("*.html"), *ASSETS.glob("*.js")]):
        for line, text in enumerate(path.read_text().splitlines(), 1):
            yield from ((path.name, line, [quoted]) for quoted in _quoted(path, text))


@cache
def advices() -> list[Advice]:
    """All that the messages advise."""
    return [
        Advice(file, line, part, match.start(), match.end())
        for file, line, parts in messages()
        for part in parts
        for match in ADVISES.finditer(part)
    ]


def commands() -> Iterator[tuple[str, str]]:
    """Place and text of each command that a message names, with X for each placeholder."""
    for file, line, parts in messages():
        for match in COMMAND.finditer("X".join(parts)):
            yield f"{file}:{line}", match[1]


def _quoted(path: Path, line: str) -> list[str]:
    """The texts in a line of a file that is no Python."""
    if path.suffix == ".sql":
        return re.findall(r"'([^']*)'", line.partition("-- ")[0])
    if path.suffix == ".js":
        return re.findall(r'"([^"]*)"', line)
    return [re.sub(r"<[^>]*>|\{[^}]*\}", "", line)]


def _texts(tree: ast.Module) -> Iterator[tuple[int, list[str]]]:
    """Line and parts of each text that is no docstring and no declaration of an option."""
    nodes = list(ast.walk(tree))
    left_out = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Call) and _declares(node.func):
            left_out |= {id(part) for part in ast.walk(node)}
        if isinstance(node, ast.JoinedStr):
            left_out |= {id(part) for part in node.values}
    for node in nodes:
        if id(node) in left_out:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, list(_parts(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, [node.value]


def _declares(function: ast.expr) -> bool:
    """Is it one of the functions of click that declare a command?"""
    return isinstance(function, ast.Attribute) and (
        isinstance(function.value, ast.Name)
        and function.value.id == "click"
        and function.attr in _DECLARING
    )


def _parts(text: ast.JoinedStr) -> Iterator[str]:
    """The texts before, between and after the placeholders."""
    written = ""
    for value in text.values:
        if isinstance(value, ast.Constant):
            written += str(value.value)
        else:
            yield written
            written = ""
    yield written
