"""The sections around the charts of a page, as HTML: findings, claims, the selected mark, sources, tables."""

from collections.abc import Callable
from typing import NamedTuple

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


def notices(study: Study, values: Values, pin: Pin, sentences: list[str]) -> Html:
    """Notices: invalid values, and the version of the data if it is not the newest."""
    message = pinned.notice(pin, study, values)
    newest = get_relative_path(f"/{study.path}{pinned.newest(study, values)}") if pin.name else ""
    first = [cards.data_notice(message, str(newest))] if message else []
    return render_html([*first, *cards.notices(sentences)])


def observations(study: Study, view: View, values: Values) -> Html:
    """The findings of a chart, each with the address that highlights its marks."""
    strongest = insights.findings(study, view, values)
    links = [_href(study, study.clean(values | dict(finding.marks))[0]) for finding in strongest]
    return render_html(
        findings.observations(strongest, links, *insights.question(study, view, values))
    )


def table(study: Study, view: View, values: Values, number: int) -> tuple[Html, int]:
    """Page `number` of the view's table, counted from 1, and the number of pages."""
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
    """The selected mark against the comparison baseline, or the offer to make it the baseline."""
    baseline = study.comparison_baseline(values)
    if baseline is None:
        can_be_baseline = study.picked(values) and study.as_baseline(values) != values
        return comparison.offer(_href(study, study.as_baseline(values))) if can_be_baseline else []
    names = [name for name in values if name in baseline]
    swapped = (
        study.clean(study.as_baseline(values) | baseline)[0] if study.picked(values) else values
    )
    return comparison.shown(
        " · ".join(
            str(baseline[name])
            for name in names
            if baseline[name] and name not in ("source", "metric")
        ),
        insights.comparison(study, values),
        swap=_href(study, swapped),
        stop=_href(
            study, values | {control.name: "" for control in study.controls if control.marks}
        ),
    )


def _disagreements(study: Study, values: Values) -> list[Component]:
    return provenance.disagreements(study.disagreements(values))


def _sources(study: Study, values: Values) -> list[Component]:
    href = str(get_relative_path(f"/api/sources.bib?study={study.path}"))
    return [*provenance.sources(study.sources(values)), citing.all_as_bibtex(href)]


def _href(study: Study, values: Values) -> str:
    return str(get_relative_path(f"/{study.path}{pinned.encode(study, values)}"))


class Section(NamedTuple):
    """A section below the charts."""

    name: str
    title: str
    content: Callable[[Study, Values], list[Component]]
    controls: frozenset[str] | None
    """The controls that it depends on; None: all."""


BELOW = (
    Section("claims", "Claims", _claims, frozenset({"source"})),
    Section("evidence", "The picked mark", _evidence, None),
    Section("comparison", "Compare", _comparison, None),
    Section(
        "disagreements",
        "Disagreement",
        _disagreements,
        frozenset({"source", "benchmark", "model"}),
    ),
    Section("sources", "Sources", _sources, frozenset({"source"})),
)
