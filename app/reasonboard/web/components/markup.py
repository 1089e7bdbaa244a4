"""HTML of a page that Dash does not draw: templates of web/templates, since a component per word costs time."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, NewType

from dash import html
from dash.development.base_component import Component
from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension

from reasonboard.core.provenance import KIND_WORDS
from reasonboard.export.bibtex import bibliography
from reasonboard.export.cells import table_cells
from reasonboard.export.citation import entry, plain
from reasonboard.web.components.controls import data

_NAMES = {"className": "class", "htmlFor": "for"}
_VOID = frozenset({"br", "hr", "img", "input", "wbr"})
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
    extensions=[_JoinedLines],
)
_TEMPLATES.globals |= {
    "bibliography": bibliography,
    "entry": entry,
    "kind_words": KIND_WORDS,
    "plain": plain,
    "table_cells": table_cells,
}


def render(template: str, **values: Any) -> Html:
    """The template `<template>.html` with these values, all texts escaped."""
    return Html(_TEMPLATES.get_template(f"{template}.html").render(values))


def escaped(text: str) -> Html:
    """A text as HTML."""
    return Html(escape(text))


def part(content: Html, tag: type[Component] = html.Div, **attributes: Any) -> Component:
    """An element of `dash.html` with this content in `data-html`: the browser shows it (assets/prose.js), and may
    replace it by what is answered later (assets/answer.js)."""
    return tag(**data(html=content), **attributes)


def render_html(content: Iterable[Any]) -> Html:
    """Components of `dash.html`, texts and numbers as HTML, every text escaped: for findings, which are components.

    Raises TypeError for a component of another library: it lives by its script.
    """
    return Html("".join(map(_written, content)))


def _written(item: Any) -> str:
    if item is None:
        return ""
    if isinstance(item, str | int | float):
        return escape(str(item))
    if isinstance(item, list | tuple):
        return render_html(item)
    if not isinstance(item, Component) or item._namespace != "dash_html_components":
        raise TypeError(f"{item!r}: expected a component of dash.html, a text or a list of these")
    props = item.to_plotly_json()["props"]
    tag = item._type.lower()
    start = f"<{tag}{''.join(_attributes(props))}>"
    return start if tag in _VOID else f"{start}{_written(props.get('children'))}</{tag}>"


def _attributes(props: Mapping[str, Any]) -> Iterable[str]:
    for name, value in props.items():
        if name in ("children", "n_clicks") or value is None or value is False:
            continue
        if name == "style":
            value = ";".join(f"{key}:{words}" for key, words in value.items())  # noqa: PLW2901
        attribute = _NAMES.get(name, name.lower())
        yield f" {attribute}" if value is True else f' {attribute}="{escape(str(value))}"'
