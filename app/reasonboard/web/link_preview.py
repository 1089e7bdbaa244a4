"""Previews of pasted links: a title and a description that name the view."""

from html import escape
from typing import NamedTuple

from reasonboard.core import url_state
from reasonboard.core.control import Values
from reasonboard.core.headline import counted
from reasonboard.core.study import Study
from reasonboard.studies import find
from reasonboard.web.links import pinned
from reasonboard.web.sheet import sheet

SITE = "Reasonboard"
_HOME = "Evaluation results of reasoning models, with their sources."
_LONGEST = 300


class Preview(NamedTuple):
    title: str
    description: str


def preview(path: str, search: str) -> Preview:
    """The preview of the page at this path, without slashes around it, with this query string.

    Only our own words and those of the data are in it: invalid values of the query string, and what
    the author of a sheet wrote, are left out.
    """
    if path == sheet.PATH:
        return _of_sheet(search)
    study = find(path)
    if study is None:
        return Preview(SITE, _HOME)
    with pinned.answering(search) as pin:
        values, _ = url_state.decode(study, pin.search)
        words = " · ".join(_changed_values(study, values))
    about = study.lead.partition("\n")[0]
    return Preview(
        f"{study.name}: {study.question}", _shortened(f"{words}. {about}" if words else about)
    )


def head(preview: Preview) -> str:
    """The tags of the preview, escaped; the page's <title> is `title`."""
    title, description = markup(preview.title), markup(preview.description)
    return "\n        ".join(
        (
            f'<meta name="description" content="{description}">',
            f'<meta property="og:title" content="{title}">',
            f'<meta property="og:description" content="{description}">',
            '<meta property="og:type" content="website">',
            f'<meta property="og:site_name" content="{SITE}">',
        )
    )


def title(preview: Preview) -> str:
    """The page's <title>, escaped."""
    return markup(preview.title if preview.title == SITE else f"{preview.title} · {SITE}")


def markup(text: str) -> str:
    """Text as HTML; no brace stays, as Dash fills its index page in where it finds {%...%}."""
    return escape(" ".join(text.split())).replace("{", "&#123;")


def _of_sheet(search: str) -> Preview:
    items = sheet.decode(search)[0].items
    titles = [f"{item.study.name}: {item.view.title}" for item in items]
    if not titles:
        return Preview("Report", "Charts with captions and sources.")
    return Preview(f"Report with {counted(len(titles), 'view')}", _shortened("; ".join(titles)))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rsplit(" ", 1)[0] + " …"


def _changed_values(study: Study, values: Values) -> list[str]:
    """The values that differ from their defaults, in words, without comparison baselines."""
    so_far: Values = {"study": study.path}
    words = []
    for control in study.controls:
        value = values[control.name]
        if not control.marks and value != control.default(control.options(so_far)):
            words.append(control.described(value, so_far))
        so_far[control.name] = value
    return list(filter(None, words))
