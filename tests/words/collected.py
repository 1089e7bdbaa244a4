"""The sentences that users read: in the code that writes them, in help texts and in docs."""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from reasonboard.cli.main import reasonboard
from reasonboard.core import insights
from reasonboard.core.rendered import rendered_view
from reasonboard.core.study import Study
from reasonboard.web.components.glossary import GLOSSARY
from tests.docs.pages import ROOT

APP = ROOT / "app" / "reasonboard"
_ROOMS = ("charts", "core", "export", "statistics", "studies", "web")
_WORDS = re.compile(r"[A-Za-z]{2,}[^\w]+[A-Za-z]{2,}")
_NO_PROSE = re.compile(r"\b(SELECT|FROM|WHERE|DOCTYPE|svg)\b|default-src|[{;] *\n|=>|font-family")
_JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}", re.DOTALL)
_TAG = re.compile(r"<(script|style).*?</\1>|<[^>]*>", re.DOTALL)
_SHOWN = re.compile(r"(?:aria-label|title|placeholder)=\"([^\"]*)\"")
_JOINS = re.compile(r"\s+")
_VALUE = re.compile(r"\{\{.*?\}\}|\$?\{[\w. \[\]]*\}")
_SCRIPT = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")
_COMMENT = re.compile(r"(?<!:)//.*$|/\*.*?\*/", re.MULTILINE)
_SQL_TEXT = re.compile(r"'((?:[^'\n]|'')*)'")
_SQL_COMMENT = re.compile(r"--.*$", re.MULTILINE)
_CODE = re.compile(
    r"^---.*?^---$|```.*?```|`[^`\n]*`|\]\([^)]*\)|<[^>]*>", re.DOTALL | re.MULTILINE
)


class Sentence(NamedTuple):
    """A text that a user may read."""

    place: str
    """`file:line`, or the command."""
    text: str


def _docstrings(tree: ast.AST) -> set[ast.AST]:
    """The strings that are statements."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def _text(node: ast.AST) -> str | None:
    """The text of a string, with … in place of its values."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "…" for part in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def of_python(path: Path) -> Iterator[Sentence]:
    """The strings of a module that are prose."""
    tree = ast.parse(path.read_text())
    known = _docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            known.update(node.values)
    for node in ast.walk(tree):
        text = None if node in known else _text(node)
        if text and _WORDS.search(text) and not _NO_PROSE.search(text):
            yield Sentence(
                f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", _VALUE.sub("…", text)
            )


def _some(path: Path, texts: Sequence[str]) -> Iterator[Sentence]:
    for text in texts:
        words = _JOINS.sub(" ", _VALUE.sub("…", text)).strip()
        if _WORDS.search(words):
            yield Sentence(str(path.relative_to(ROOT)), words)


def of_template(path: Path) -> Iterator[Sentence]:
    """What is between the tags of a template, and in the attributes that are read out or shown."""
    text = _JINJA.sub("\x00", path.read_text())
    yield from _some(
        path, [*_SHOWN.findall(text), *re.split(r"\s*\x00\s*", _TAG.sub("\x00", text))]
    )


def of_script(path: Path) -> Iterator[Sentence]:
    """The strings of a script that are prose: they begin with a capital letter."""
    text = _COMMENT.sub("", path.read_text())
    found = [double or template for double, template in _SCRIPT.findall(text)]
    yield from _some(
        path, [one for one in found if re.match(r"[A-Z][^=;]* ", one) and "font" not in one]
    )


def of_sql(path: Path) -> Iterator[Sentence]:
    """The texts of a query."""
    yield from _some(path, _SQL_TEXT.findall(_SQL_COMMENT.sub("", path.read_text())))


def of_commands(
    command: click.Command = reasonboard, name: str = "reasonboard"
) -> Iterator[Sentence]:
    """The help of a command and of those below it."""
    options = [option.help for option in command.params if isinstance(option, click.Option)]
    for text in (command.help, command.short_help, *options):
        if text:
            yield Sentence(f"{name} --help", text)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for below in command.list_commands(context):
            if one := command.get_command(context, below):
                yield from of_commands(one, f"{name} {below}")


def of_markdown(path: Path) -> Iterator[Sentence]:
    """The paragraphs of a page, without its code."""
    for text in re.split(r"\n\s*\n|\n(?=[|*-] )", _CODE.sub("", path.read_text())):
        yield from _some(path, [text])


def of_app() -> Iterator[Sentence]:
    """What pages, charts, exported files and the API say."""
    for room in _ROOMS:
        for path in sorted((APP / room).rglob("*")):
            if path.suffix in _READERS:
                yield from _READERS[path.suffix](path)
    for path in sorted((ROOT / "assets").glob("*.js")):
        yield from of_script(path)
    for word, meaning in GLOSSARY.items():
        yield Sentence("glossary", f"{word}: {meaning}")


_READERS = {".py": of_python, ".html": of_template, ".sql": of_sql}


def of_pages(studies: Sequence[Study]) -> Iterator[Sentence]:
    """What pages show with the data of the store: answers, controls, charts and findings at their defaults."""
    for study in studies:
        values, place = study.defaults(), f"/{study.path}"
        answer = insights.headline(study, values)
        texts = [study.question, study.lead, *insights.answer_in_words(study, values), *answer]
        for control in study.controls:
            texts += [control.label, *(option.label for option in control.options(values))]
        for view in study.views:
            meta = (
                json.loads(rendered_view(study, view, values, 4).figure)
                .get("layout", {})
                .get("meta", {})
            )
            texts += [view.title, *(str(meta.get(name) or "") for name in _OF_CHART)]
            for finding in insights.findings(study, view, values):
                texts += [
                    finding.subject,
                    finding.detail,
                    finding.text,
                    finding.test,
                    finding.verdict_words,
                ]
        texts += [claim.checked.words for claim in insights.claims(study, values)]
        yield from (Sentence(place, text) for text in texts if _WORDS.search(text))


_OF_CHART = ("heading", "subtitle", "summary", "details", "uncertainty", "kinds")
