"""Parts of a page that Dash has nothing to do with, as HTML: a component per word costs each change time."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, NewType

from dash import html
from dash.development.base_component import Component
from markupsafe import Markup

from reasonboard.web.components.controls import data

_NAMES = {"className": "class", "htmlFor": "for"}
_VOID = frozenset({"br", "hr", "img", "input", "wbr"})


Html = NewType("Html", str)
"""What `written` made, and nothing else: it may stand in a page as it is."""


def part(content: Html, tag: type[Component] = html.Div, **attributes: Any) -> Component:
    """An element of `dash.html` with this content in `data-html`: the browser shows it (assets/prose.js), and may
    replace it by what is answered later (assets/answer.js)."""
    return tag(**data(html=content), **attributes)


def render_html(content: Iterable[Any]) -> Html:
    """Components of `dash.html`, texts and numbers as HTML, every text escaped that is no `Markup`.

    Raises TypeError for a component of another library: it lives by its script.
    """
    return Html("".join(map(_written, content)))


def _written(item: Any) -> str:
    if item is None:
        return ""
    if isinstance(item, Markup):
        return str(item)
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
