"""What stands around the charts of a page, as HTML: observations, claims, the picked mark, sources, tables."""

from collections.abc import Callable

from dash import get_relative_path
from dash.development.base_component import Component

from reasonboard.core import insights
from reasonboard.core.control import Values
from reasonboard.core.study import Study, View
from reasonboard.export.forms import TABLES
from reasonboard.web.components import cards, citing, comparison, findings, provenance, tables
from reasonboard.web.components.markup import Html, render_html
from reasonboard.web.links import pinned
from reasonboard.web.links.pinned import Pin

Part = Callable[[Study, Values], list[Component]]


def notices(study: Study, values: Values, pin: Pin, sentences: list[str]) -> Html:
    """What a reader should not miss: what was foreign, and of which data the page is where not of the newest."""
    said = pinned.notice(pin, study, values)
    newest = get_relative_path(f"/{study.path}{pinned.newest(study, values)}") if pin.name else ""
    first = [cards.data_notice(said, str(newest))] if said else []
    return render_html([*first, *cards.notices(sentences)])


def observations(study: Study, view: View, values: Values) -> Html:
    """What can be said of the chart, each sentence with the address that highlights its marks."""
    found = insights.findings(study, view, values)
    links = [_href(study, study.clean(values | dict(one.marks))[0]) for one in found]
    return render_html(findings.observations(found, links, *insights.question(study, view, values)))


def below(study: Study, name: str, values: Values) -> Html:
    """The part of that name under the charts."""
    return render_html(BELOW[name][1](study, values))


def table(study: Study, view: View, values: Values, number: int) -> tuple[Html, int]:
    """A page of the view's table, counted from 1, and how many pages there are."""
    first = tables.first_row(number)
    rows, total = study.table(view, values, first, tables.PAGE_SIZE)
    search = pinned.encode(study, values)
    downloads = [
        (form.label, get_relative_path(f"/api/{study.path}/{view.name}.{form.ending}{search}"))
        for form in TABLES
        if form.most is None or total <= form.most
    ]
    about = get_relative_path("/api")
    pages = -(-total // tables.PAGE_SIZE) or 1
    return render_html(tables.table_page(rows, view.title, first, total, downloads, about)), pages


def _claims(study: Study, values: Values) -> list[Component]:
    return findings.claims(insights.claims(study, values))


def _evidence(study: Study, values: Values) -> list[Component]:
    if not study.picked(values):
        return []
    what = " · ".join(str(values[name]) for name in study.evidence)
    rows, total = study.measurements(values, tables.PAGE_SIZE)
    return provenance.evidence(rows, total, what, insights.answers(study, values))


def _comparison(study: Study, values: Values) -> list[Component]:
    """What a reader can do with the picked mark, and what it is against the held one."""
    held = study.comparison_baseline(values)
    if held is None:
        holdable = study.picked(values) and study.as_baseline(values) != values
        return comparison.offer(_href(study, study.as_baseline(values))) if holdable else []
    names = [name for name in values if name in held]
    swapped = study.clean(study.as_baseline(values) | held)[0] if study.picked(values) else values
    return comparison.shown(
        " · ".join(
            str(held[name]) for name in names if held[name] and name not in ("source", "metric")
        ),
        insights.comparison(study, values),
        swap=_href(study, swapped),
        stop=_href(study, values | {one.name: "" for one in study.controls if one.marks}),
    )


def _disagreements(study: Study, values: Values) -> list[Component]:
    return provenance.disagreements(study.disagreements(values))


def _sources(study: Study, values: Values) -> list[Component]:
    href = str(get_relative_path(f"/api/sources.bib?study={study.path}"))
    return [*provenance.sources(study.sources(values)), citing.all_as_bibtex(href)]


def _href(study: Study, values: Values) -> str:
    return str(get_relative_path(f"/{study.path}{pinned.encode(study, values)}"))


BELOW: dict[str, tuple[str, Part, tuple[str, ...] | None]] = {
    "claims": ("Claims", _claims, ("source",)),
    "evidence": ("The picked mark", _evidence, None),
    "comparison": ("Compare", _comparison, None),
    "disagreements": ("Disagreement", _disagreements, ("source", "benchmark", "model")),
    "sources": ("Sources", _sources, ("source",)),
}
"""The parts under the charts: what each is called, what makes it, and the controls that it depends on
(None: on all)."""
