"""HTML of a page that Dash does not draw: templates of web/templates, since a component per word costs time."""

import re
from html import escape
from typing import Any, NewType

from dash import html
from dash.development.base_component import Component
from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension

from reasonboard.core.provenance import KIND_WORDS
from reasonboard.export.bibtex import bibliography
from reasonboard.web.citation import entry, plain
from reasonboard.web.components.cells import text_table
from reasonboard.web.components.controls import data
from reasonboard.web.docs import guide

_COLORED = re.compile(r"\{(accuracy|tokens|own):([^{}]*)\}")

Html = NewType("Html", str)
"""Escaped HTML, as a template renders it: it may stand in a page as it is."""


class _JoinedLines(Extension):
    """Line breaks and indentation of a template do not get into the page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return "".join(line.strip() for line in source.splitlines())


_TEMPLATES = Environment(
    loader=PackageLoader("reasonboard.web"),
    autoescape=True,
    undefined=StrictUndefined,
    auto_reload=False,
    extensions=[_JoinedLines],
)
_TEMPLATES.globals |= {
    "bibliography": bibliography,
    "entry": entry,
    "guide": guide,
    "kind_words": KIND_WORDS,
    "plain": plain,
    "text_table": text_table,
}


def render(template: str, **values: Any) -> Html:
    """The template `<template>.html` with these values, all texts escaped."""
    return Html(_TEMPLATES.get_template(f"{template}.html").render(values))


def escaped(text: str) -> Html:
    """A text as HTML."""
    return Html(escape(text))


def marked_up(text: str) -> Html:
    """A text as HTML; `{accuracy:Accuracy}`, `{tokens:length}` and `{own:Yours}` have the colors of these series."""
    return Html(_COLORED.sub(r'<b class="\1">\2</b>', escape(text)))


def unmarked(text: str) -> str:
    """The text without the markers of colors."""
    return _COLORED.sub(r"\2", text)


def part(content: Html, tag: type[Component] = html.Div, **attributes: Any) -> Component:
    """An element of `dash.html` with this content in `data-html`: the browser shows it (assets/prose.js), and may
    replace it by what is answered later (assets/answer.js)."""
    return tag(**data(html=content), **attributes)


def link(text: str, href: str) -> Html:
    """A link to another state of the page."""
    return Html(f'<a href="{escape(href)}" class="state">{escape(text)}</a>')
